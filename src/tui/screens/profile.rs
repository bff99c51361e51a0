//! A person's profile: the estimate over time, results, typical mistakes.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::dialog;
use crate::tui::panes::{columns, wrap, write};
use crate::tui::plot::Plot;
use crate::tui::theme::{Role, Theme};
use crate::tui::words;

/// A game on the curve.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// The person's mean loss in it.
    pub loss: Option<f64>,
    /// The estimate after it and its interval.
    pub estimate: Option<(f64, f64, f64)>,
}

/// What is shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProfileState {
    /// Whose it is.
    pub name: String,
    /// What is said first, a line each.
    pub head: Vec<String>,
    /// The games, the first first; those that are not gone through yet have no estimate.
    pub points: Vec<Point>,
    /// Lines of the two tables, their headings first.
    pub tables: [Vec<String>; 2],
    /// How far it is; empty when it is done.
    pub progress: String,
}

/// Columns of a table, and of two beside one another with air between them.
const TABLE: u16 = 68;
const BOTH: u16 = 2 * TABLE + 2;
/// Rows of the curve.
const CURVE: (u16, u16) = (5, 14);
/// Columns of the numbers on the left of it.
const AXIS: u16 = 5;

/// The lines below the curve for a room of this width.
fn lines(state: &ProfileState, width: u16) -> Vec<(String, bool)> {
    let [results, mistakes] = &state.tables;
    let head = |lines: &[String]| -> Vec<(String, bool)> {
        lines
            .iter()
            .enumerate()
            .map(|(index, line)| (line.clone(), index == 0))
            .collect()
    };
    if width < BOTH {
        let gap = (!results.is_empty() && !mistakes.is_empty()).then(|| (String::new(), false));
        return head(results)
            .into_iter()
            .chain(gap)
            .chain(head(mistakes))
            .collect();
    }
    let rows = results.len().max(mistakes.len());
    let cell = |lines: &[String], row: usize| lines.get(row).cloned().unwrap_or_default();
    (0..rows)
        .map(|row| {
            let left = cell(results, row);
            let pad = usize::from(TABLE + 2).saturating_sub(left.chars().count());
            let line = format!("{left}{}{}", " ".repeat(pad), cell(mistakes, row));
            (line, row == 0)
        })
        .collect()
}

/// Rows of everything: the head as it wraps, the curve, the room below it.
struct Layout {
    head: Vec<String>,
    curve: u16,
    below: u16,
}

impl Layout {
    fn of(state: &ProfileState, width: u16, height: u16) -> Self {
        let head: Vec<String> = state
            .head
            .iter()
            .flat_map(|line| wrap(line, usize::from(width)))
            .collect();
        let rest = height.saturating_sub(head.len() as u16 + 1);
        // The title of the curve and the row of numbers below it.
        let curve = if state.points.is_empty() || rest < CURVE.0 + 4 {
            0
        } else {
            let below = u16::try_from(lines(state, width).len()).unwrap_or(u16::MAX);
            (rest / 2)
                .max(rest.saturating_sub(below))
                .clamp(CURVE.0 + 2, CURVE.1)
        };
        Self {
            head,
            curve,
            below: rest - curve,
        }
    }
}

/// How far the tables can be scrolled on a screen of this `area`.
pub fn last_row(state: &ProfileState, area: Rect) -> u16 {
    let inner = room(state, area);
    let layout = Layout::of(state, inner.width, inner.height);
    let rows = lines(state, inner.width).len() as u16;
    rows.saturating_sub(layout.below)
}

/// What is left for the contents.
fn room(state: &ProfileState, area: Rect) -> Rect {
    let (width, height) = wanted(state, area);
    Rect {
        width: width.min(area.width).saturating_sub(4),
        height: height.min(area.height.saturating_sub(1)).saturating_sub(2),
        ..area
    }
}

/// What everything would take, the frame too.
fn wanted(state: &ProfileState, area: Rect) -> (u16, u16) {
    let width = if area.width >= BOTH + 4 {
        BOTH + 4
    } else {
        TABLE + 12
    };
    let curve = if state.points.is_empty() { 0 } else { CURVE.1 };
    let rows = state.head.len() + 1 + lines(state, width - 4).len() + 2;
    let rows = u16::try_from(rows).unwrap_or(u16::MAX);
    (width, rows.saturating_add(curve))
}

/// Draws it, the tables from row `scroll` on.
pub fn render(state: &ProfileState, scroll: u16, area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let above = Rect {
        height: area.height.saturating_sub(1),
        ..area
    };
    let title = words::title(&state.name);
    let inner = dialog(wanted(state, area), &title, above, buffer, theme);
    let layout = Layout::of(state, inner.width, inner.height);
    let mut y = inner.y;
    for line in &layout.head {
        write(buffer, inner, inner.x, y, line, theme.style(Role::Strong));
        y += 1;
    }
    write(
        buffer,
        inner,
        inner.x,
        y,
        &state.progress,
        theme.style(Role::Dim),
    );
    y += 1;
    if layout.curve > 0 {
        let field = Rect {
            y,
            height: layout.curve,
            ..inner
        };
        curve(state, field, buffer, theme);
        y += layout.curve;
    }
    let lines = lines(state, inner.width);
    for (line, is_head) in lines.iter().skip(usize::from(scroll)) {
        if y >= inner.bottom() {
            break;
        }
        let role = if *is_head { Role::Dim } else { Role::Text };
        write(buffer, inner, inner.x, y, line, theme.style(role));
        y += 1;
    }
}

/// The top of the axis: the least round number above nearly everything that is to be seen.
fn top(points: &[Point]) -> f64 {
    let highest = points
        .iter()
        .flat_map(|point| {
            let estimate = point.estimate.map(|(d, _, high)| high.min(2.0 * d));
            [point.loss, estimate]
        })
        .flatten()
        .filter(|value| value.is_finite())
        .fold(0.0, f64::max);
    [
        5.0, 10.0, 20.0, 30.0, 40.0, 50.0, 75.0, 100.0, 150.0, 200.0, 300.0, 500.0,
    ]
    .into_iter()
    .find(|&round| round >= highest)
    .unwrap_or(highest)
}

fn curve(state: &ProfileState, area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let dim = theme.style(Role::Dim);
    write(
        buffer,
        area,
        area.x,
        area.y,
        "D from game to game: the estimate, its 95 % interval, each game's own (o)",
        dim,
    );
    let field = Rect {
        x: area.x + AXIS,
        y: area.y + 1,
        width: area.width.saturating_sub(AXIS),
        height: area.height.saturating_sub(2),
    };
    if field.is_empty() {
        return;
    }
    let points = &state.points;
    let top = top(points);
    let axis = theme.style(Role::Axis);
    for (row, value) in [(field.y, top), (field.bottom() - 1, 0.0)] {
        write(buffer, area, area.x, row, &format!("{value:>3.0}"), axis);
    }
    for row in field.rows() {
        write(buffer, area, field.x - 1, row.y, theme.glyphs.axis[1], axis);
    }
    let last = points.len().max(2);
    write(buffer, area, field.x, field.bottom(), "1", axis);
    let number = points.len().to_string();
    if points.len() > 1 {
        let x = field.right().saturating_sub(columns(&number));
        write(buffer, area, x, field.bottom(), &number, axis);
    }
    let mut plot = Plot::new(field, (1.0, last as f64), (0.0, top), theme.glyphs.dots);
    let at = |index: usize| (index + 1) as f64;
    let band: Vec<(f64, f64, f64)> = points
        .iter()
        .enumerate()
        .filter_map(|(index, point)| {
            let (_, low, high) = point.estimate?;
            Some((at(index), low, high.min(top)))
        })
        .collect();
    plot.band(&band, '.', axis);
    plot.line(
        points
            .iter()
            .enumerate()
            .filter_map(|(index, point)| Some((at(index), point.estimate?.0))),
        '*',
        theme.style(Role::Curve(0)),
    );
    for (index, point) in points.iter().enumerate() {
        if let Some(loss) = point.loss {
            plot.mark((at(index), loss), 'o', theme.style(Role::Text));
        }
    }
    plot.render(buffer);
}
