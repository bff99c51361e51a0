//! The help: the keys of the screen beneath it, made from its keymap, and what things mean.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::dialog;
use crate::text::{keys as key_words, tui as words};
use crate::tui::app::App;
use crate::tui::keys::Layer;
use crate::tui::panes::{columns, wrap, write};
use crate::tui::theme::Role;

/// Columns of the dialog when there is room.
const WIDTH: u16 = 92;

/// What the help for `about` says, a line each; headings begin at the margin.
#[must_use]
pub fn lines(app: &App, about: Layer) -> Vec<String> {
    let mut rows: Vec<(String, &str)> = app
        .keymap(about)
        .bindings()
        .iter()
        .map(|binding| (binding.label.clone(), binding.words.0))
        .collect();
    if matches!(about, Layer::Menu | Layer::Form) {
        rows.push((String::new(), key_words::INITIAL.0));
    }
    let widest = rows
        .iter()
        .map(|(label, _)| columns(label))
        .max()
        .unwrap_or(0);
    let mut lines = vec![words::HELP_KEYS.to_owned()];
    for (label, what) in rows {
        let pad = " ".repeat(usize::from(widest - columns(&label)));
        lines.push(format!("  {label}{pad}   {what}"));
    }
    lines.push(String::new());
    lines.extend(words::HELP_ABOUT.iter().map(|&line| line.to_owned()));
    lines
}

/// Rows of text that a screen of this area shows, and the furthest it can be scrolled.
#[must_use]
pub fn extent(app: &App, about: Layer, area: Rect) -> (u16, u16) {
    let width = WIDTH.min(area.width).saturating_sub(4);
    let rows = area.height.saturating_sub(4).max(1);
    let all = u16::try_from(wrapped(app, about, width).len()).unwrap_or(u16::MAX);
    (rows, all.saturating_sub(rows))
}

/// The lines, those too wide for `width` columns broken between words.
fn wrapped(app: &App, about: Layer, width: u16) -> Vec<String> {
    let mut out = Vec::new();
    for line in lines(app, about) {
        if columns(&line) <= width {
            out.push(line);
            continue;
        }
        let indent = if line.starts_with(' ') { "  " } else { "" };
        let room = usize::from(width).saturating_sub(indent.len());
        out.extend(
            wrap(&line, room)
                .into_iter()
                .map(|row| format!("{indent}{row}")),
        );
    }
    out
}

/// Draws it, scrolled down by `scroll` lines at most as far as there is text.
pub fn render(app: &App, about: Layer, scroll: u16, buffer: &mut Buffer) {
    let theme = &app.theme;
    let area = Rect {
        height: buffer.area.height.saturating_sub(1),
        ..buffer.area
    };
    let (rows, end) = extent(app, about, buffer.area);
    let scroll = scroll.min(end);
    let width = WIDTH.min(area.width);
    let lines = wrapped(app, about, width.saturating_sub(4));
    let height = u16::try_from(lines.len()).unwrap_or(u16::MAX).min(rows) + 2;
    let room = dialog((width, height), words::HELP, area, buffer, theme);
    let shown = lines
        .iter()
        .skip(usize::from(scroll))
        .zip(room.y..room.bottom());
    for (line, y) in shown {
        let heading = !line.is_empty() && !line.starts_with(' ');
        let role = if heading { Role::Strong } else { Role::Text };
        write(buffer, room, room.x, y, line, theme.style(role));
    }
    for (more, y) in [
        (scroll > 0, room.y),
        (scroll < end, room.bottom().saturating_sub(1)),
    ] {
        if more {
            let mark = if y == room.y { "^" } else { "v" };
            let x = room.right();
            write(buffer, buffer.area, x, y, mark, theme.style(Role::Key));
        }
    }
}
