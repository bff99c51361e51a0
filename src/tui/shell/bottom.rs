//! The bottom row: what is typed, what there is to say, or what the keys do.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;
use ratatui::widgets::{Clear, Widget as _};
use tui_input::Input;

use crate::keys::Binding;
use crate::panes::status::{HintsView, hint_at};
use crate::panes::{columns, shorten, wrap, write};
use crate::theme::{Role, Theme};

/// Something to say in the bottom line until the next key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// What.
    pub text: String,
    /// Whether something did not go as wished.
    pub warning: bool,
}

/// Rows that a long notice may take.
const NOTICE_ROWS: usize = 4;

/// Draws it over the last row of `screen`, a long notice over as many more as it needs, and above what is typed
/// where something is. Returns where the
/// cursor stands when something is typed.
pub fn render(
    (typed, notice): (Option<(&str, &Input)>, Option<&Notice>),
    hints: &[&Binding],
    screen: Rect,
    buffer: &mut Buffer,
    theme: &Theme,
) -> Option<(u16, u16)> {
    let area = Rect {
        y: screen.bottom().saturating_sub(1),
        height: 1,
        ..screen
    };
    if let Some((prompt, input)) = typed {
        if let Some(notice) = notice {
            let above = Rect {
                height: screen.height.saturating_sub(1),
                ..screen
            };
            say(notice, above, buffer, theme);
        }
        // A command brings its own prompt, the colon.
        let prompt = if input.value().starts_with(':') {
            ""
        } else {
            prompt
        };
        return Some(line(prompt, input, area, buffer, theme));
    }
    if let Some(notice) = notice {
        say(notice, screen, buffer, theme);
        return None;
    }
    HintsView { hints, theme }.render(area, buffer);
    None
}

/// The key that a click on the hints stands for, which are in the last row of `screen`.
pub fn key_at(hints: &[&Binding], screen: Rect, (x, y): (u16, u16)) -> Option<KeyEvent> {
    let is_there = y + 1 == screen.bottom() && x >= screen.x;
    is_there
        .then(|| hint_at(hints, screen.width, x - screen.x))
        .flatten()
}

/// Whether `key` leaves the line that is being typed: Backspace where there is nothing left to take away.
pub fn is_left(input: &Input, key: &KeyEvent) -> bool {
    key.code == KeyCode::Backspace && matches!(input.value(), "" | ":")
}

/// The line that is being typed behind `prompt`; returns where its cursor stands.
fn line(prompt: &str, input: &Input, area: Rect, buffer: &mut Buffer, theme: &Theme) -> (u16, u16) {
    let style = theme.style(Role::Key);
    write(buffer, area, area.x + 1, area.y, prompt, style);
    let x = area.x + 1 + columns(prompt);
    let room = usize::from(area.right().saturating_sub(x + 1));
    let skip = input.visual_scroll(room);
    let shown: String = input.value().chars().skip(skip).collect();
    write(buffer, area, x, area.y, &shown, theme.style(Role::Strong));
    let at = u16::try_from(input.visual_cursor().saturating_sub(skip)).unwrap_or(0);
    ((x + at).min(area.right().saturating_sub(1)), area.y)
}

/// What there is to say, over as many of the last rows as it needs.
fn say(notice: &Notice, screen: Rect, buffer: &mut Buffer, theme: &Theme) {
    let room = usize::from(screen.width.saturating_sub(2));
    let mut rows = wrap(&notice.text, room);
    if rows.len() > NOTICE_ROWS {
        let rest = rows.split_off(NOTICE_ROWS - 1).join(" ");
        rows.push(shorten(&rest, room, theme));
    }
    let height = u16::try_from(rows.len()).unwrap_or(1);
    let style = theme.style(if notice.warning {
        Role::Warning
    } else {
        Role::Strong
    });
    let top = screen.bottom().saturating_sub(height);
    let area = Rect {
        y: top,
        height,
        ..screen
    };
    Clear.render(area.intersection(buffer.area), buffer);
    for (y, row) in (top..).zip(&rows) {
        write(buffer, screen, screen.x + 1, y, row, style);
    }
}
