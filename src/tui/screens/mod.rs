//! The screens: what lies where, for every size of the terminal.
//!
//! ```text
//! ┌ board ───┐┌ trace ──────┐
//! │          │├ population ─┤   smaller terminals lose the trace first, then the curves, then the
//! │          │├ fitness ────┤   scatter; Tab still reaches each, alone
//! └──────────┘└─────────────┘
//!  status
//!  hints, notice or move line
//! ```

pub mod bottom;
pub(in crate::tui) mod choice;
pub mod form;
pub mod game;
pub mod help;
pub mod help_costs;
pub mod lesson;
pub mod menu;
pub mod profile;
pub mod quit;
pub mod result;
pub mod resume;
pub mod settings;
pub mod sheet;
pub mod study;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::{Clear, Widget as _};

use super::app::{App, Dialog};
use super::panes::{columns, frame, write};
use super::theme::{Role, Theme};

/// The least size that anything but a message is drawn in.
pub const MINIMUM: (u16, u16) = (30, 15);

/// Whether `area` is smaller than that. An empty area, before the first frame, is not.
pub const fn is_too_small(area: Rect) -> bool {
    !area.is_empty() && (area.width < MINIMUM.0 || area.height < MINIMUM.1)
}

/// Draws everything.
pub fn draw(app: &mut App, frame: &mut Frame<'_>) {
    app.area = frame.area();
    let buffer = frame.buffer_mut();
    let cursor = render(app, buffer);
    app.theme.glyphs.confine(buffer);
    // Shown only where text is typed.
    if let Some(position) = cursor {
        frame.set_cursor_position(position);
    }
}

/// Draws into `buffer`; returns where the terminal's cursor stands when text is being typed.
fn render(app: &App, buffer: &mut Buffer) -> Option<(u16, u16)> {
    let area = buffer.area;
    if area.is_empty() {
        return None;
    }
    if is_too_small(area) {
        let (width, height) = MINIMUM;
        let text = too_small(area.width, area.height, width, height);
        write(
            buffer,
            area,
            area.x,
            area.y,
            &text,
            app.theme.style(Role::Text),
        );
        // The message may be wider than the terminal.
        let rest: String = text.chars().skip(usize::from(area.width)).collect();
        write(
            buffer,
            area,
            area.x,
            area.y + 1,
            rest.trim_start(),
            app.theme.style(Role::Text),
        );
        let quit = area.y + 1 + u16::from(!rest.is_empty());
        write(
            buffer,
            area,
            area.x,
            quit,
            "q quits",
            app.theme.style(Role::Dim),
        );
        return None;
    }
    let cursor = game::render(app, buffer);
    if dialogs(app, 0, buffer) {
        None
    } else {
        cursor
    }
}

/// Draws the dialogs, from the first new game dialog on (the one on top where there is none), over what another
/// program has drawn, and the hints for the one on top.
pub(in crate::tui) fn draw_over(app: &mut App, frame: &mut Frame<'_>) {
    app.area = frame.area();
    let area = frame.area();
    let buffer = frame.buffer_mut();
    if area.is_empty() || is_too_small(area) {
        return;
    }
    let from = app
        .dialogs
        .iter()
        .position(|dialog| matches!(dialog, Dialog::Form(_)));
    let row = Rect {
        y: area.bottom().saturating_sub(1),
        height: 1,
        ..area
    };
    Clear.render(row, buffer);
    game::bottom(app, area, buffer);
    let last = app.dialogs.len().saturating_sub(1);
    dialogs(app, from.unwrap_or(last), buffer);
    app.theme.glyphs.confine(buffer);
}

/// Draws the dialogs from number `from` on; whether there is any but the move line.
fn dialogs(app: &App, from: usize, buffer: &mut Buffer) -> bool {
    let area = buffer.area;
    let mut any = false;
    for dialog in app.dialogs.iter().skip(from) {
        match dialog {
            Dialog::MoveLine(_) => continue,
            Dialog::Menu(menu) => menu.render(area, buffer, &app.theme),
            Dialog::Form(form) => form.render(area, buffer, &app.theme, &app.opponents),
            Dialog::Help { about, scroll } => help::render(app, *about, *scroll, buffer),
            Dialog::Settings(form) => form.render(area, buffer, &app.theme),
            Dialog::Profile(scroll) => {
                profile::render(&app.profile, *scroll, area, buffer, &app.theme);
            }
            Dialog::Lesson(page) => lesson::render(*page, area, buffer, &app.theme),
        }
        any = true;
    }
    any
}

/// Where a dialog of this size lies: in the middle, never larger than the screen.
fn middle((width, height): (u16, u16), area: Rect) -> Rect {
    let width = width.min(area.width);
    let height = height.min(area.height);
    Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    }
}

/// The room inside of such a dialog, without the frame and one column of air on either side.
pub(in crate::tui) fn inside(size: (u16, u16), area: Rect) -> Rect {
    let place = middle(size, area);
    Rect {
        x: place.x + 2.min(place.width),
        y: place.y + 1.min(place.height),
        width: place.width.saturating_sub(4),
        height: place.height.saturating_sub(2),
    }
}

/// Clears room for a dialog and frames it. Returns the room inside.
pub(in crate::tui) fn dialog(
    size: (u16, u16),
    title: &str,
    area: Rect,
    buffer: &mut Buffer,
    theme: &Theme,
) -> Rect {
    let place = middle(size, area);
    Clear.render(place, buffer);
    frame(place, buffer, theme, title, true, None);
    inside(size, area)
}

/// The marks right of `rows` that say that there is more above and below.
pub(in crate::tui) fn more(
    rows: Rect,
    above: bool,
    below: bool,
    buffer: &mut Buffer,
    theme: &Theme,
) {
    let last = rows.bottom().saturating_sub(1);
    for (is_more, y, mark) in [(above, rows.y, "^"), (below, last, "v")] {
        if is_more {
            let area = buffer.area;
            write(buffer, area, rows.right(), y, mark, theme.style(Role::Key));
        }
    }
}

/// Columns of the widest line.
fn widest<'a>(lines: impl IntoIterator<Item = &'a str>) -> u16 {
    lines.into_iter().map(columns).max().unwrap_or(0)
}

fn too_small(width: u16, height: u16, need_width: u16, need_height: u16) -> String {
    format!("terminal too small: {width}x{height} (need {need_width}x{need_height})")
}
