//! How differently the chosen rivals play: the share of the game's fixed positions in which two of
//! them choose another move, and beside it each one's floor, what its ties alone bring about.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::write;
use crate::theme::{Role, Theme};
use koteki_rivals::evolve::run::Difference;

/// Columns of a cell.
const CELL: u16 = 18;
/// Letters of the rivals.
const LETTERS: [&str; 6] = ["A", "B", "C", "D", "E", "F"];

/// Rows that the matrix takes; none when nothing is known.
pub fn rows(differences: &[Difference]) -> u16 {
    match rivals(differences) {
        0 => 0,
        count => u16::try_from(count).unwrap_or(0) + 1,
    }
}

fn rivals(differences: &[Difference]) -> usize {
    let last = differences.iter().map(|it| it.a.max(it.b)).max();
    last.map_or(0, |last| last + 1).min(LETTERS.len())
}

/// Draws it: the rate and its 95 % interval for each pair, the floor on the diagonal.
pub fn render(differences: &[Difference], area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let count = rivals(differences);
    let dim = theme.style(Role::Dim);
    write(buffer, area, area.x + 1, area.y, "mismatch", dim);
    for (index, letter) in (0u16..).zip(&LETTERS[..count]) {
        let style = theme.style(Role::Rival);
        let x = area.x + 12 + CELL * index;
        write(buffer, area, x, area.y, letter, style);
        write(buffer, area, area.x + 9, area.y + 1 + index, letter, style);
    }
    for it in differences {
        let rate = it.mismatch;
        for (row, column) in [(it.a, it.b), (it.b, it.a)] {
            let (Ok(row), Ok(column)) = (u16::try_from(row), u16::try_from(column)) else {
                continue;
            };
            let (text, style) = if row == column {
                (format!("{:.2} by itself", rate.rate), dim)
            } else {
                let dash = theme.glyphs.dash;
                let text = format!("{:.2} ({:.2}{dash}{:.2})", rate.rate, rate.low, rate.high);
                (text, theme.style(Role::Text))
            };
            let x = area.x + 12 + CELL * column;
            write(buffer, area, x, area.y + 1 + row, &text, style);
        }
    }
}
