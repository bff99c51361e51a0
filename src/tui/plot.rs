//! A small plotter: lines in braille dots, or in letters where there is no braille.
//!
//! ratatui's chart draws its axes with characters of uncertain width, paints a dot for a value that
//! is no number and can loop for ever on one; this one drops such values.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::glyphs::Dots;

/// One cell of the plot.
#[derive(Clone, Copy, Default)]
struct Cell {
    dots: u8,
    letter: Option<char>,
    style: Style,
}

/// A rectangle of cells with a scale on both axes.
pub struct Plot {
    area: Rect,
    x: (f64, f64),
    y: (f64, f64),
    dots: Dots,
    cells: Vec<Cell>,
}

impl Plot {
    /// An empty plot of the given ranges, which may be empty or turned round.
    pub fn new(area: Rect, x: (f64, f64), y: (f64, f64), dots: Dots) -> Self {
        Self {
            area,
            x,
            y,
            dots,
            cells: vec![Cell::default(); usize::from(area.width) * usize::from(area.height)],
        }
    }

    /// Dots a cell, across and down.
    const fn density(&self) -> (u16, u16) {
        match self.dots {
            Dots::Braille => (2, 4),
            Dots::Letters => (1, 1),
        }
    }

    /// Where a value lies on an axis of `steps` dots, the nearest dot; `None` for no number, or for
    /// a value outside.
    fn place(value: f64, (from, to): (f64, f64), steps: u16) -> Option<u16> {
        let part = (value - from) / (to - from);
        if steps == 0 || !part.is_finite() || !(-0.001..=1.001).contains(&part) {
            return None;
        }
        Some((part.clamp(0.0, 1.0) * f64::from(steps - 1)).round() as u16)
    }

    fn dot_of(&self, (x, y): (f64, f64)) -> Option<(u16, u16)> {
        let (across, down) = self.density();
        let rows = self.area.height.saturating_mul(down);
        let column = Self::place(x, self.x, self.area.width.saturating_mul(across))?;
        let row = Self::place(y, self.y, rows)?;
        Some((column, rows - 1 - row))
    }

    /// The cell, counted from the plot's top left, in which a point lies.
    pub fn cell_of(&self, point: (f64, f64)) -> Option<(u16, u16)> {
        let (across, down) = self.density();
        self.dot_of(point).map(|(x, y)| (x / across, y / down))
    }

    fn set(&mut self, (x, y): (u16, u16), letter: char, style: Style) {
        const BITS: [[u8; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];
        let (across, down) = self.density();
        let index = usize::from(y / down) * usize::from(self.area.width) + usize::from(x / across);
        let Some(cell) = self.cells.get_mut(index) else {
            return;
        };
        cell.style = style;
        match self.dots {
            Dots::Braille => cell.dots |= BITS[usize::from(y % 4)][usize::from(x % 2)],
            Dots::Letters => cell.letter = Some(letter),
        }
    }

    /// Draws the line through `points`, broken where one is no number or outside. `letter` stands for
    /// it where there are no dots.
    pub fn line(
        &mut self,
        points: impl IntoIterator<Item = (f64, f64)>,
        letter: char,
        style: Style,
    ) {
        let mut before: Option<(u16, u16)> = None;
        for point in points {
            let here = self.dot_of(point);
            match (before, here) {
                (Some(from), Some(to)) => self.segment(from, to, letter, style),
                (None, Some(to)) => self.set(to, letter, style),
                _ => {}
            }
            before = here;
        }
    }

    fn segment(&mut self, from: (u16, u16), to: (u16, u16), letter: char, style: Style) {
        let (x0, y0) = (i32::from(from.0), i32::from(from.1));
        let (dx, dy) = (i32::from(to.0) - x0, i32::from(to.1) - y0);
        let steps = dx.abs().max(dy.abs()).max(1);
        for step in 0..=steps {
            // Both ends are inside, so everything between is.
            let x = x0 + (2 * dx * step + steps * dx.signum()) / (2 * steps);
            let y = y0 + (2 * dy * step + steps * dy.signum()) / (2 * steps);
            if let (Ok(x), Ok(y)) = (u16::try_from(x), u16::try_from(y)) {
                self.set((x, y), letter, style);
            }
        }
    }

    /// Hatches what lies between two lines over the same places: (place, lower, upper), as far as they
    /// are numbers. `letter` stands for it where there are no dots.
    pub fn band(&mut self, points: &[(f64, f64, f64)], letter: char, style: Style) {
        for pair in points.windows(2) {
            let [(x0, low0, high0), (x1, low1, high1)] = [pair[0], pair[1]];
            let (Some((left, _)), Some((right, _))) =
                (self.dot_of((x0, low0)), self.dot_of((x1, low1)))
            else {
                continue;
            };
            for x in left..=right {
                let part = f64::from(x - left) / f64::from((right - left).max(1));
                let at = x0 + (x1 - x0) * part;
                let between = |from: f64, to: f64| from + (to - from) * part;
                let (Some((_, bottom)), Some((_, top))) = (
                    self.dot_of((at, between(low0, low1))),
                    self.dot_of((at, between(high0, high1))),
                ) else {
                    continue;
                };
                for y in top..=bottom {
                    if (x + y).is_multiple_of(4) && x.is_multiple_of(2) {
                        self.set((x, y), letter, style);
                    }
                }
            }
        }
    }

    /// Puts a character into the cell of a point.
    pub fn mark(&mut self, point: (f64, f64), letter: char, style: Style) {
        if let Some((x, y)) = self.cell_of(point) {
            let index = usize::from(y) * usize::from(self.area.width) + usize::from(x);
            if let Some(cell) = self.cells.get_mut(index) {
                cell.letter = Some(letter);
                cell.style = style;
            }
        }
    }

    /// Draws what was collected; cells without anything keep what they show.
    pub fn render(self, buffer: &mut Buffer) {
        for (cell, place) in self.cells.iter().zip(self.area.positions()) {
            let symbol = match (cell.letter, cell.dots) {
                (Some(letter), _) => letter,
                (None, 0) => continue,
                (None, dots) => char::from_u32(0x2800 + u32::from(dots)).unwrap_or(' '),
            };
            if let Some(target) = buffer.cell_mut(place) {
                target.set_char(symbol).set_style(cell.style);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(plot: Plot) -> Vec<String> {
        let area = plot.area;
        let mut buffer = Buffer::empty(area);
        plot.render(&mut buffer);
        (0..area.height)
            .map(|y| {
                (0..area.width)
                    .map(|x| buffer[(x, y)].symbol().to_owned())
                    .collect()
            })
            .collect()
    }

    #[test]
    fn a_diagonal_goes_from_corner_to_corner() {
        let mut plot = Plot::new(Rect::new(0, 0, 4, 4), (0.0, 3.0), (0.0, 3.0), Dots::Letters);
        plot.line([(0.0, 0.0), (3.0, 3.0)], 'a', Style::new());
        assert_eq!(drawn(plot), ["   a", "  a ", " a  ", "a   "]);
        // U+2840 is the lower left dot, U+2808 the upper right one.
        let mut plot = Plot::new(Rect::new(0, 0, 1, 1), (0.0, 1.0), (0.0, 1.0), Dots::Braille);
        plot.line([(0.0, 0.0)], 'a', Style::new());
        plot.line([(1.0, 1.0)], 'a', Style::new());
        assert_eq!(drawn(plot), ["\u{2848}"]);
    }

    #[test]
    fn a_plot_may_have_more_cells_than_a_u16_counts() {
        let area = Rect::new(0, 0, 300, 300);
        let mut plot = Plot::new(area, (0.0, 1.0), (0.0, 1.0), Dots::Letters);
        plot.line([(0.0, 0.0), (1.0, 1.0)], 'a', Style::new());
        let rows = drawn(plot);
        assert!(rows[0].ends_with('a') && rows[299].starts_with('a'));
    }

    #[test]
    fn what_is_no_number_is_not_drawn() {
        let mut plot = Plot::new(Rect::new(0, 0, 3, 3), (0.0, 2.0), (0.0, 2.0), Dots::Letters);
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            plot.line([(0.0, bad), (bad, 0.0), (bad, bad)], 'a', Style::new());
            plot.mark((bad, 1.0), 'b', Style::new());
        }
        assert_eq!(drawn(plot), ["   ", "   ", "   "]);
        for range in [(1.0, 1.0), (2.0, 0.0), (f64::NAN, 1.0)] {
            let mut plot = Plot::new(Rect::new(0, 0, 3, 3), range, range, Dots::Braille);
            plot.line([(0.0, 0.0), (1.0, 1.0)], 'a', Style::new());
            drawn(plot);
        }
        let mut plot = Plot::new(Rect::ZERO, (0.0, 1.0), (0.0, 1.0), Dots::Braille);
        plot.line([(0.0, 0.0), (1.0, 1.0)], 'a', Style::new());
        assert!(drawn(plot).is_empty());
    }
}
