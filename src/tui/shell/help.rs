//! The help: the keys of the screen beneath it, made from its keymap, and what things mean.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::dialog::{dialog, more, scrolled, widest};
use crate::keys::{Action, KeyStyle, Keymap, Layer};
use crate::panes::{columns, wrap, write};
use crate::theme::{Role, Theme};

/// Between a key and what it does.
const GAP: &str = "   ";

/// Columns of the dialog when there is room.
const WIDTH: u16 = 92;

/// What the keys of a layer do, a line each beneath a heading.
pub(crate) fn keys(layer: Layer, style: KeyStyle) -> Vec<String> {
    let bindings = Keymap::of(layer, style).bindings().iter();
    let mut rows: Vec<(&str, &str)> = bindings.map(|it| (&*it.label, it.words.0)).collect();
    if matches!(layer, Layer::Menu | Layer::Form) {
        rows.push(("", "the letter before a line chooses it"));
    }
    let widest = widest(rows.iter().map(|(label, _)| *label));
    let mut lines = vec!["Keys on this screen".to_owned()];
    for (label, what) in rows {
        let pad = " ".repeat(usize::from(widest - columns(label)));
        lines.push(format!("  {label}{pad}{GAP}{what}"));
    }
    lines
}

/// The first line shown of a help that says `lines` after `action`; `None` when that closes it.
pub(crate) fn step(lines: &[String], scroll: u16, area: Rect, action: Action) -> Option<u16> {
    let (rows, end) = extent_of(lines, area);
    (action != Action::Close).then(|| scrolled(scroll.min(end), rows, end, action))
}

/// Rows of text that a screen of this area shows of `lines`, and the furthest it can be scrolled.
pub(crate) fn extent_of(lines: &[String], area: Rect) -> (u16, u16) {
    let width = WIDTH.min(area.width).saturating_sub(4);
    let rows = area.height.saturating_sub(4).max(1);
    let all = u16::try_from(wrapped(lines, width).len()).unwrap_or(u16::MAX);
    (rows, all.saturating_sub(rows))
}

/// The lines, those too wide for `width` columns broken between words: what a key does stays in its column.
fn wrapped(lines: &[String], width: u16) -> Vec<String> {
    let mut out = Vec::new();
    for line in lines {
        if columns(line) <= width {
            out.push(line.clone());
            continue;
        }
        let margin = line.len() - line.trim_start().len();
        let column = line[margin..].find(GAP).map_or(margin, |at| {
            let rest = line[margin + at..].trim_start();
            line.len() - rest.len()
        });
        let (head, text) = line.split_at(column);
        let room = usize::from(width.saturating_sub(columns(head)));
        let blank = " ".repeat(usize::from(columns(head)));
        let rows = wrap(text, room).into_iter().enumerate();
        out.extend(rows.map(|(index, row)| match index {
            0 => format!("{head}{row}"),
            _ => format!("{blank}{row}"),
        }));
    }
    out
}

/// Draws a help that says `lines`, scrolled down at most as far as there is text.
pub(crate) fn render_lines(lines: &[String], scroll: u16, buffer: &mut Buffer, theme: &Theme) {
    let area = Rect {
        height: buffer.area.height.saturating_sub(1),
        ..buffer.area
    };
    let (rows, end) = extent_of(lines, buffer.area);
    let scroll = scroll.min(end);
    let width = WIDTH.min(area.width);
    let lines = wrapped(lines, width.saturating_sub(4));
    let height = u16::try_from(lines.len()).unwrap_or(u16::MAX).min(rows) + 2;
    let room = dialog((width, height), "Help", area, buffer, theme);
    let shown = lines
        .iter()
        .skip(usize::from(scroll))
        .zip(room.y..room.bottom());
    for (line, y) in shown {
        let heading = !line.is_empty() && !line.starts_with(' ');
        let role = if heading { Role::Strong } else { Role::Text };
        write(buffer, room, room.x, y, line, theme.style(role));
    }
    more(room, scroll > 0, scroll < end, buffer, theme);
}
