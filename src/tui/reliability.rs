//! The reliability diagram: what was foretold of a person's games across, what was scored up, on the screen and in plain
//! lines.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::color::ColorDepth;
use crate::glyphs::ASCII;
use crate::panes::{columns, write};
use crate::plot::Plot;
use crate::theme::{Role, Theme};
use koteki_rivals::measure::foretold::Reliability;

/// What stands above it.
pub const HEADING: &str = "Predicted (across), scored (up): the diagonal is right";
/// Rows of it: the plot and the numbers beneath.
pub const ROWS: (u16, u16) = (8, 22);
/// Columns of the numbers on the left.
const AXIS: u16 = 5;
/// Dots of the diagonal.
const DIAGONAL: u32 = 40;

/// Columns for so many rows: about a square on the screen.
pub const fn width(rows: u16) -> u16 {
    AXIS + rows * 3
}

/// Draws it, without the heading.
pub fn render(it: &Reliability, area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let field = Rect {
        x: area.x + AXIS,
        width: area.width.saturating_sub(AXIS),
        height: area.height.saturating_sub(1),
        ..area
    };
    if field.width < 2 || field.height < 2 {
        return;
    }
    let axis = theme.style(Role::Axis);
    let mut plot = Plot::new(field, (0.0, 1.0), (0.0, 1.0), theme.glyphs.dots);
    for row in field.rows() {
        write(buffer, area, field.x - 1, row.y, theme.glyphs.axis[1], axis);
    }
    for value in [0.0, 0.5, 1.0] {
        if let Some((_, row)) = plot.cell_of((0.0, value)) {
            let text = format!("{value:.1}");
            write(buffer, area, area.x, field.y + row, &text, axis);
        }
    }
    for fifth in 0..=5_u8 {
        let value = f64::from(fifth) / 5.0;
        if let Some((column, _)) = plot.cell_of((value, 0.0)) {
            let text = format!("{value:.1}");
            // The last one ends where the axis does.
            let x = (field.x + column).min(field.right().saturating_sub(columns(&text)));
            write(buffer, area, x, field.bottom(), &text, axis);
        }
    }
    for dot in 0..=DIAGONAL {
        let value = f64::from(dot) / f64::from(DIAGONAL);
        plot.line([(value, value)], '.', axis);
    }
    for band in &it.bands {
        let (x, came) = (band.expected, band.interval);
        let style = theme.style(Role::Curve(0));
        plot.line([(x, came.low), (x, came.high)], '|', style);
    }
    for band in &it.bands {
        let style = theme.style(Role::Strong);
        plot.mark((band.expected, band.score), 'o', style);
    }
    plot.render(buffer);
}

/// It with all there is to say, as plain lines; in words alone where there are too few games.
pub fn lines(it: &Reliability) -> Vec<String> {
    const PLOT: u16 = 13;
    let mut lines = Vec::new();
    if it.is_drawn() {
        let theme = Theme {
            glyphs: &ASCII,
            depth: ColorDepth::None,
        };
        let area = Rect::new(0, 0, width(PLOT + 2), PLOT);
        let mut buffer = Buffer::empty(area);
        render(it, area, &mut buffer, &theme);
        lines.push(HEADING.to_owned());
        lines.extend(area.rows().map(|row| {
            let cells = row.positions().map(|at| buffer[at].symbol());
            cells.collect::<String>().trim_end().to_owned()
        }));
    }
    lines.extend(it.words());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use koteki_rivals::measure::foretold::Foretold;

    /// Twelve games foretold at 0.5 and won: the point lies on the upper edge in the middle, the interval (Wilson's, from
    /// 0.757) beneath it, the diagonal in the corners.
    #[test]
    fn points_lie_where_they_belong() {
        let games = [Foretold {
            expected: 0.5,
            score: 1.0,
            ended: 0,
        }; 12];
        let lines = lines(&Reliability::of(&games).unwrap());
        let rows = &lines[1..13];
        let at = |row: usize, column: usize| rows[row].chars().nth(usize::from(AXIS) + column);
        let last = usize::from(width(15) - AXIS) - 1;
        assert_eq!(at(0, last / 2), Some('o'), "{rows:#?}");
        assert_eq!(at(2, last / 2), Some('|'));
        assert_eq!(at(4, last / 2), Some(' '));
        assert_eq!((at(0, last), at(11, 0)), (Some('.'), Some('.')));
        assert!(rows[0].starts_with("1.0") && rows[11].starts_with("0.0"));
        assert!(lines[13].trim_start().starts_with("0.0") && lines[13].ends_with("1.0"));
        assert!(lines[14].starts_with("12 predictions"), "{lines:#?}");
        assert!(lines.iter().all(|it| it.is_ascii() && it.len() < 80));
    }
}
