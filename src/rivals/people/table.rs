//! Tables in plain text.

/// A table: a title, columns of figures, and what has to be said of them.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// What it is about.
    pub title: String,
    /// Rows of cells, the headings first. The first cell of a row is flush left, the others flush right.
    pub rows: Vec<Vec<String>>,
    /// Lines beneath it.
    pub notes: Vec<String>,
}

impl Table {
    /// A table with these headings; the names of the rows have none.
    pub fn new(title: String, columns: impl IntoIterator<Item = String>) -> Self {
        Self {
            title,
            rows: vec![std::iter::once(String::new()).chain(columns).collect()],
            notes: Vec::new(),
        }
    }

    /// Adds a row.
    pub fn row(&mut self, name: String, cells: impl IntoIterator<Item = String>) {
        self.rows.push(std::iter::once(name).chain(cells).collect());
    }

    /// It as lines of text, an empty one before and none after it.
    pub fn lines(&self) -> Vec<String> {
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let mut lines = vec![String::new(), self.title.clone()];
        for row in &self.rows {
            let cells = row.iter().zip(&widths).enumerate();
            let cells = cells.map(|(column, (cell, &width))| match column {
                0 => format!("{cell:<width$}"),
                _ => format!("{cell:>width$}"),
            });
            let line = format!("  {}", cells.collect::<Vec<_>>().join("  "));
            lines.push(line.trim_end().to_owned());
        }
        lines.extend(self.notes.iter().map(|note| format!("  {note}")));
        lines
    }
}
