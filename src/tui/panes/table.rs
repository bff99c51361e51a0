//! The individuals in a table: weights, games, win rate with its interval, fitness, and how far the
//! nearest other one is.

use std::cmp::Ordering;
use std::fmt::Write as _;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::population::Standing;
use super::{columns as columns_of, foot, frame, mismatch, shorten, write, write_line};
use crate::theme::{Role, Theme};
use koteki_rivals::evolve::genome::{nearest, place_on};
use koteki_rivals::evolve::snapshot::{Dot, Phase, Role as Part, Snapshot};

/// What the help says of it: a line for each thing that it shows.
pub(crate) const ABOUT: &[&str] = &[
    "  Individuals: a line each. The arrows choose one, s sorts by the next column; how many there are stands in the \
     frame where not all have room.",
    "  games   against a player of the level it is bred for: those of the breeding, once it is tested those of the test alone",
    "  rate   the share of them that it won, a draw counted as half",
    "  95 %   the interval of that rate",
    "  fitness   f_wr less beta times f_sim, at its latest step of the breeding; the test does not change it",
    "  nearest   how far the nearest other individual is, in log10 weights",
    "  mismatch   the share of fixed positions in which two rivals play differently; by itself: through its ties alone",
];

const INDIVIDUALS: &str = "Individuals";

/// Headings of the table: number, games, win rate, its interval, fitness, distance to the nearest.
const TABLE: [&str; 6] = ["id", "games", "rate", "95 %", "fitness", "nearest"];

/// How the table is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableState {
    /// Number of the column it is sorted by; 0 for the chosen rivals first.
    pub sort: usize,
    /// The individual that is chosen, by its number.
    pub chosen: Option<u64>,
}

/// One line of the table.
struct Row<'a> {
    dot: &'a Dot,
    /// Distance to the nearest other individual, in log10 weights.
    nearest: Option<f64>,
}

impl TableState {
    /// Sorts by the next column: number, win rate (nearest to one half first), games, fitness,
    /// distance, then each weight.
    pub fn sort_next(&mut self, snapshot: Option<&Snapshot>) {
        let genes = snapshot.map_or(0, |snapshot| snapshot.genes.len());
        self.sort = (self.sort + 1) % (FIXED + genes);
    }

    /// Chooses the individual so many lines further down, or up, as far as there are any.
    pub fn step(&mut self, by: isize, snapshot: Option<&Snapshot>) {
        let Some(snapshot) = snapshot else { return };
        let ids: Vec<u64> = rows(snapshot, self.sort)
            .iter()
            .map(|row| row.dot.id)
            .collect();
        let now = ids.iter().position(|&id| Some(id) == self.chosen);
        let next = match now {
            None if by.unsigned_abs() <= 1 => 0,
            now => now
                .unwrap_or(0)
                .saturating_add_signed(by)
                .min(ids.len().saturating_sub(1)),
        };
        self.chosen = ids.get(next).copied();
    }
}

/// Orders that are no weight's.
const FIXED: usize = 6;

/// The members of the population in the order of column `sort`.
fn rows(snapshot: &Snapshot, sort: usize) -> Vec<Row<'_>> {
    let members: Vec<&Dot> = snapshot
        .individuals
        .iter()
        .filter(|dot| dot.role != Part::Child)
        .collect();
    let places: Vec<Vec<f64>> = members
        .iter()
        .map(|dot| place_on(&snapshot.genes, &dot.genes))
        .collect();
    let nearest = nearest(&places);
    let rows = members.into_iter().zip(nearest);
    let mut rows: Vec<Row<'_>> = rows.map(|(dot, nearest)| Row { dot, nearest }).collect();
    let level = |dot: &Dot| dot.win_rate.map(|rate| (rate - 0.5).abs());
    rows.sort_by(|a, b| {
        let order = match sort {
            0 => (a.dot.rival.is_none(), a.dot.rival).cmp(&(b.dot.rival.is_none(), b.dot.rival)),
            1 => Ordering::Equal,
            2 => least_first(level(a.dot), level(b.dot)),
            3 => b.dot.games.cmp(&a.dot.games),
            4 => least_first(b.dot.fitness, a.dot.fitness),
            5 => least_first(b.nearest, a.nearest),
            gene => b
                .dot
                .genes
                .get(gene - FIXED)
                .cmp(&a.dot.genes.get(gene - FIXED)),
        };
        order.then(a.dot.id.cmp(&b.dot.id))
    });
    rows
}

/// Numbers first, then what is not a number.
fn least_first(a: Option<f64>, b: Option<f64>) -> Ordering {
    match (a, b) {
        (Some(a), Some(b)) => a.total_cmp(&b),
        (a, b) => a.is_none().cmp(&b.is_none()),
    }
}

/// The pane.
pub struct TableView<'a> {
    /// The latest state of the breeding; `None` before the first.
    pub snapshot: Option<&'a Snapshot>,
    /// How it is looked at.
    pub state: TableState,
    /// What is said of the individual that is chosen.
    pub said: Option<&'a str>,
    /// The look.
    pub theme: &'a Theme,
    /// Whether the pane has the focus.
    pub focused: bool,
}

/// Least rows of the table above what is said of one of its lines.
const LEAST_ROWS: u16 = 4;

/// Columns of a weight.
const WEIGHT: usize = 10;

/// What of a table has room, beside number, games and win rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Columns {
    weights: bool,
    interval: bool,
    nearest: bool,
    fitness: bool,
}

impl Columns {
    /// The columns for `room`: what is missed least goes first, and goes whole.
    const fn fitting(room: usize, genes: usize) -> Self {
        // Mark and letter, number, games, win rate.
        let mut used = 9 + 6 + 6;
        let mut columns = Self {
            weights: false,
            interval: false,
            nearest: false,
            fitness: false,
        };
        if used + 12 <= room {
            used += 12;
            columns.interval = true;
        }
        if used + genes * WEIGHT <= room {
            used += genes * WEIGHT;
            columns.weights = true;
        }
        if used + 8 <= room {
            used += 8;
            columns.nearest = true;
        }
        columns.fitness = used + 8 <= room;
        columns
    }

    fn heading(self, snapshot: &Snapshot) -> String {
        let [id, games, rate, interval, fitness, nearest] = TABLE;
        let mut text = format!("   {id:>6}");
        if self.weights {
            for gene in snapshot.genes.iter() {
                let name: String = gene.name.chars().take(WEIGHT - 1).collect();
                let _ = write!(text, "{name:>WEIGHT$}");
            }
        }
        let _ = write!(text, " {games:>5} {rate:>5}");
        for (shown, name, width) in [
            (self.interval, interval, 11),
            (self.nearest, nearest, 7),
            (self.fitness, fitness, 7),
        ] {
            if shown {
                let _ = write!(text, " {name:>width$}");
            }
        }
        text
    }

    fn line(self, dot: &Dot, nearest: Option<f64>, theme: &Theme) -> String {
        let number = |value: Option<f64>| match value.filter(|value| value.is_finite()) {
            Some(value) if value.abs() < 100.0 => format!("{value:.3}"),
            Some(value) => format!("{value:.0e}"),
            None => theme.glyphs.dash.to_owned(),
        };
        let mut text = format!(" {:>6}", dot.id);
        if self.weights {
            for gene in &dot.genes {
                let _ = write!(text, "{gene:>WEIGHT$}");
            }
        }
        let _ = write!(text, " {:>5} {:>5}", dot.games, number(dot.win_rate));
        if self.interval {
            let (low, high) = dot.interval;
            let interval = if dot.games > 0 {
                format!("{low:.3}{}{high:.3}", theme.glyphs.dash)
            } else {
                String::new()
            };
            let _ = write!(text, " {interval:>11}");
        }
        if self.nearest {
            let _ = write!(text, " {:>7}", number(nearest));
        }
        if self.fitness {
            let _ = write!(text, " {:>7}", number(dot.fitness));
        }
        text
    }
}

impl Widget for TableView<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let theme = self.theme;
        if area.is_empty() {
            return;
        }
        let columns = self.snapshot.map(|snapshot| {
            let room = usize::from(area.width.saturating_sub(2));
            Columns::fitting(room, snapshot.genes.len())
        });
        // What was tested has two kinds of figures side by side.
        let is_tested = |it: &Snapshot| it.phase != Phase::Breeding;
        let figures = match (self.snapshot.is_some_and(is_tested), columns) {
            (true, Some(Columns { fitness: true, .. })) => {
                " (games, rate: test; fitness: breeding)"
            }
            (true, _) => " (games, rate: test)",
            (false, _) => "",
        };
        let title = match self.state.sort {
            0 => INDIVIDUALS.to_owned(),
            1 => sorted_by(TABLE[0]),
            2 => sorted_by(TABLE[2]),
            3 => sorted_by(TABLE[1]),
            sort @ 4..FIXED => sorted_by(TABLE[sort]),
            gene => {
                let gene = self
                    .snapshot
                    .and_then(|snapshot| snapshot.genes.get(gene - FIXED));
                gene.map_or_else(String::new, |gene| sorted_by(&gene.name))
            }
        };
        let title = title + figures;
        let title = shorten(&title, usize::from(area.width.saturating_sub(4)), theme);
        let inner = frame(area, buffer, theme, &title, self.focused, None);
        let (Some(snapshot), Some(columns)) = (self.snapshot, columns) else {
            let style = theme.style(Role::Dim);
            write(
                buffer,
                inner,
                inner.x + 1,
                inner.y,
                super::NO_POPULATION,
                style,
            );
            return;
        };
        let inner = foot(self.said, LEAST_ROWS, inner, buffer, theme);
        write(
            buffer,
            inner,
            inner.x,
            inner.y,
            &columns.heading(snapshot),
            theme.style(Role::Dim),
        );
        // The rivals' differences beneath the table, where that leaves the table some rows.
        let matrix = Some(mismatch::rows(&snapshot.differences))
            .filter(|&rows| rows > 0 && inner.height >= rows + 6)
            .unwrap_or(0);
        if matrix > 0 {
            let below = Rect {
                y: inner.bottom() - matrix,
                height: matrix,
                ..inner
            };
            mismatch::render(&snapshot.differences, below, buffer, theme);
        }
        let inner = Rect {
            height: inner.height - matrix,
            ..inner
        };
        let rows = rows(snapshot, self.state.sort);
        let height = usize::from(inner.height.saturating_sub(1));
        let chosen = rows
            .iter()
            .position(|row| Some(row.dot.id) == self.state.chosen);
        let first = chosen.map_or(0, |at| at.saturating_sub(height.saturating_sub(1)));
        let last = rows.len().min(first + height);
        if last - first < rows.len() {
            let seen = super::seen(first + 1, last, rows.len(), theme.glyphs.dash);
            let seen = format!(" {seen} ");
            let x = area.right().saturating_sub(columns_of(&seen) + 2);
            let y = area.bottom() - 1;
            write(buffer, area, x, y, &seen, theme.style(Role::Text));
        }
        for (y, (index, row)) in
            (inner.y + 1..inner.bottom()).zip(rows.iter().enumerate().skip(first))
        {
            let dot = row.dot;
            let standing = Standing::of(dot);
            let letter = dot
                .rival
                .and_then(|rival| ["A", "B", "C", "D", "E", "F"].get(rival));
            // A blank would be underlined.
            let letter = match letter {
                Some(letter) => Span::styled(*letter, theme.style(Role::Rival)),
                None => Span::raw(" "),
            };
            let text = columns.line(dot, row.nearest, theme);
            let role = if chosen == Some(index) {
                Role::Chosen
            } else {
                Role::Text
            };
            let line = Line::from(vec![
                letter,
                Span::raw(" "),
                Span::styled(
                    theme.glyphs.win_rate[standing as usize],
                    theme.style(standing.role()),
                ),
                Span::styled(text, theme.style(role)),
            ]);
            write_line(buffer, inner, inner.x, y, &line);
        }
    }
}

fn sorted_by(what: &str) -> String {
    format!("{INDIVIDUALS} by {what}")
}
