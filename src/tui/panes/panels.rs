//! The panels of a figure at a terminal: the same values, axes and keys as in the SVG.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::{columns, shorten, write, write_line};
use crate::glyphs::Dots;
use crate::plot::Plot;
use crate::theme::{Role, Theme};
use koteki_session::watch::figures::COLORS;
use koteki_session::watch::svg::{Panel, Shape, number};

/// Columns left of a field: the numbers, and the axis.
const LABELS: u16 = 6;
/// Least columns and rows of a panel with its heading.
pub const LEAST: (u16, u16) = (34, 8);

/// What the lines of a panel are said to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// Their names.
    Names,
    /// Their values at the cursor, or the last.
    Values,
}

/// Draws panels, as many beside one another as there is room for; those that find none are left away.
pub fn render(
    panels: &[Panel],
    key: Key,
    cursor: Option<f64>,
    area: Rect,
    buffer: &mut Buffer,
    theme: &Theme,
) {
    let across = usize::from(area.width / LEAST.0)
        .clamp(1, 2)
        .min(panels.len().max(1));
    let down = panels.len().div_ceil(across);
    let most = usize::from(area.height / LEAST.1).max(1);
    let down = down.min(most);
    let width = area.width / across as u16;
    let height = area.height / down.max(1) as u16;
    for (index, panel) in panels.iter().enumerate().take(across * down) {
        let place = Rect {
            x: area.x + width * (index % across) as u16,
            y: area.y + height * (index / across) as u16,
            width: width.saturating_sub(1),
            height,
        };
        heading(panel, (key, cursor), place, buffer, theme);
        let rest = Rect {
            y: place.y + 2,
            height: place.height.saturating_sub(2),
            ..place
        };
        field(panel, &panel.y.ticks(), cursor, rest, buffer, theme);
    }
}

/// Whether several panels find room in an area.
pub const fn is_room(area: Rect) -> bool {
    area.width >= 2 * LEAST.0 && area.height >= 2 * LEAST.1
}

/// What a panel shows, in which unit; and beneath it what its lines are.
fn heading(
    panel: &Panel,
    (key, cursor): (Key, Option<f64>),
    area: Rect,
    buffer: &mut Buffer,
    theme: &Theme,
) {
    let label = &panel.y.label;
    let whole = format!("{}: {label}", panel.title);
    let room = usize::from(area.width.saturating_sub(LABELS));
    let fits = |it: &&str| it.chars().count() <= room;
    // What a unit is in brackets gives way before any word is cut.
    let bare = label.split(" (").next().unwrap_or(label);
    let title = [&whole, label, bare].into_iter().find(fits);
    let title = title.map_or_else(|| shorten(bare, room, theme), str::to_owned);
    let x = area.x + LABELS;
    write(buffer, area, x, area.y, &title, theme.style(Role::Strong));
    let (x, line) = match key {
        Key::Names => (x, names(panel, room, theme)),
        // They need all the room there is.
        Key::Values => (area.x, values(panel, cursor, area.width.into(), theme)),
    };
    write_line(buffer, area, x, area.y + 1, &Line::from(line));
}

/// The value of each line at the cursor, or its last, behind its letter.
fn values(panel: &Panel, cursor: Option<f64>, room: usize, theme: &Theme) -> Vec<Span<'static>> {
    let mut spans = Vec::new();
    let mut used = 0;
    for shape in &panel.shapes {
        let Shape::Line {
            points,
            color,
            name,
        } = shape
        else {
            continue;
        };
        let point = match cursor {
            Some(cycle) => points.iter().find(|it| it.0 >= cycle),
            None => points.last(),
        };
        let value = point.filter(|it| it.1.is_finite());
        let value = value.map_or_else(|| theme.glyphs.dash.to_owned(), |it| short(it.1));
        used += value.chars().count() + 3;
        if used > room + 1 {
            spans.push(Span::raw(theme.glyphs.ellipsis));
            break;
        }
        spans.push(Span::styled(letter(name).to_string(), style(color, theme)));
        spans.push(Span::styled(format!(" {value} "), theme.style(Role::Text)));
    }
    spans
}

/// A value in few columns.
pub fn short(value: f64) -> String {
    match value.abs() {
        ..100.0 => format!("{value:.2}"),
        _ => format!("{value:.0e}"),
    }
}

/// What the lines and bands of a panel are, as far as there is room.
fn names(panel: &Panel, room: usize, theme: &Theme) -> Vec<Span<'static>> {
    let mut spans = Vec::new();
    let mut used = 0;
    for shape in &panel.shapes {
        let (mark, name, style) = match shape {
            Shape::Line { name, color, .. } => (letter(name), name, style(color, theme)),
            Shape::Band { name, points, .. } if is_level(points) => {
                ('.', name, theme.style(Role::Unsure))
            }
            Shape::Band { name, .. } => (':', name, theme.style(Role::Axis)),
            _ => continue,
        };
        // A name that begins with its letter and a blank has it already.
        let text = name.strip_prefix(&format!("{mark} ")).unwrap_or(name);
        let width = text.chars().count() + 4;
        if name.is_empty() || used + width > room + 2 {
            continue;
        }
        used += width;
        spans.push(Span::styled(mark.to_string(), style));
        spans.push(Span::styled(format!(" {text}  "), theme.style(Role::Dim)));
    }
    spans
}

/// What stands for a line where there is no braille, and at its end.
fn letter(name: &str) -> char {
    name.chars().next().unwrap_or('*')
}

/// A colour of figures as that of a curve.
fn style(color: &str, theme: &Theme) -> Style {
    let same = match color {
        "#56b4e9" => "#0072b2",
        "#d55e00" => "#e69f00",
        color => color,
    };
    let index = COLORS.iter().position(|it| *it == same).unwrap_or(0);
    theme.style(Role::Curve(index))
}

/// Whether a band is the same everywhere: then its edges are enough.
fn is_level(points: &[(f64, f64, f64)]) -> bool {
    points
        .windows(2)
        .all(|pair| pair[0].1 == pair[1].1 && pair[0].2 == pair[1].2)
        && points.len() == 2
}

/// The field of a panel with its axes: `ticks` up, the most important first, where rows are few.
pub fn field(
    panel: &Panel,
    ticks: &[f64],
    cursor: Option<f64>,
    area: Rect,
    buffer: &mut Buffer,
    theme: &Theme,
) {
    let numbers = u16::from(area.height >= 4);
    let place = Rect {
        x: area.x + LABELS.min(area.width),
        width: area.width.saturating_sub(LABELS),
        height: area.height - numbers,
        ..area
    };
    if place.is_empty() {
        return;
    }
    let axis = theme.style(Role::Axis);
    for row in place.rows() {
        write(buffer, area, place.x - 1, row.y, theme.glyphs.axis[1], axis);
    }
    let mut plot = Plot::new(place, (0.0, 1.0), (0.0, 1.0), theme.glyphs.dots);
    let mut taken = Vec::new();
    for &tick in ticks {
        let Some((_, row)) = panel.y.place(tick).and_then(|up| plot.cell_of((0.0, up))) else {
            continue;
        };
        if !taken.contains(&row) {
            let text = number(tick);
            let x = place.x.saturating_sub(1 + columns(&text)).max(area.x);
            write(buffer, area, x, place.y + row, &text, axis);
            taken.push(row);
        }
    }
    if numbers > 0 {
        let y = place.bottom();
        write(buffer, area, area.x, y, &panel.x.label, axis);
        let mut free = place.x;
        // There are only whole cycles.
        for tick in panel.x.ticks().into_iter().filter(|it| it.fract() == 0.0) {
            let column = panel.x.place(tick).and_then(|at| plot.cell_of((at, 0.0)));
            let text = number(tick);
            let width = columns(&text);
            if let Some((column, _)) = column {
                let x = (place.x + column).min(place.right().saturating_sub(width));
                if x >= free {
                    write(buffer, area, x, y, &text, axis);
                    free = x + width + 1;
                }
            }
        }
    }
    let at = |x: f64, y: f64| {
        let place = |place: Option<f64>| place.unwrap_or(f64::NAN);
        (place(panel.x.place(x)), place(panel.y.place(y)))
    };
    if let Some((column, _)) = cursor.and_then(|it| plot.cell_of((panel.x.place(it)?, 0.0))) {
        for row in place.rows() {
            let style = theme.style(Role::Strong);
            write(
                buffer,
                area,
                place.x + column,
                row.y,
                theme.glyphs.axis[1],
                style,
            );
        }
    }
    let mut ends = Vec::new();
    for shape in &panel.shapes {
        match shape {
            Shape::Band { points, .. } if is_level(points) => {
                // Dotted: a point in every second cell.
                let cells = usize::from(place.width) / 2;
                let edges = points
                    .first()
                    .map_or([f64::NAN; 2], |&(_, low, high)| [low, high]);
                for edge in edges {
                    for cell in 0..cells {
                        let part = (cell as f64 + 0.5) / cells as f64;
                        let up = panel.y.place(edge).unwrap_or(f64::NAN);
                        plot.line([(part, up)], '.', theme.style(Role::Unsure));
                    }
                }
            }
            Shape::Band { points, .. } => {
                let points: Vec<(f64, f64, f64)> = points
                    .iter()
                    .map(|&(x, low, high)| {
                        let (x, low) = at(x, low);
                        (x, low, panel.y.place(high).unwrap_or(f64::NAN))
                    })
                    .collect();
                plot.band(&points, '.', axis);
            }
            Shape::Line {
                points,
                color,
                name,
            } => {
                let style = style(color, theme);
                let (mark, points) = (letter(name), points.iter().map(|&(x, y)| at(x, y)));
                ends.extend(points.clone().next_back().map(|end| (end, mark, style)));
                plot.line(points, mark, style);
            }
            _ => {}
        }
    }
    // Each ends in its letter, so that they are told apart without colour.
    if theme.glyphs.dots == Dots::Braille && ends.len() > 1 {
        for (end, mark, style) in ends {
            plot.mark(end, mark, style);
        }
    }
    plot.render(buffer);
}
