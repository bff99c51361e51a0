//! A line of a dialog with a value that can be changed: `name  ◂ value ▸`.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::panes::{columns, shorten, write_line};
use crate::theme::{Role, Theme};

/// The line.
pub(crate) struct Choice<'a> {
    /// What is chosen.
    pub name: &'a str,
    /// Columns of the names of all lines.
    pub names: usize,
    /// The value.
    pub value: &'a str,
    /// Whether the keys go to this line.
    pub current: bool,
}

impl Choice<'_> {
    /// Draws it on the first row of `room`.
    pub(crate) fn render(&self, room: Rect, buffer: &mut Buffer, theme: &Theme) {
        let (pointer, role) = if self.current {
            (theme.glyphs.pointer, Role::Chosen)
        } else {
            (" ", Role::Strong)
        };
        let [left, right] = theme.glyphs.arrows;
        let head = format!("{pointer} {:<1$}", self.name, self.names);
        let rest = usize::from(room.width.saturating_sub(columns(&head) + 6));
        let value = format!(" {} ", shorten(self.value, rest, theme));
        let line = Line::from(vec![
            Span::styled(head, theme.style(Role::Text)),
            Span::styled(format!("{left} "), theme.style(Role::Key)),
            Span::styled(value, theme.style(role)),
            Span::styled(format!(" {right}"), theme.style(Role::Key)),
        ]);
        write_line(buffer, room, room.x, room.y, &line);
    }
}

/// The key that a click on column `x` of such a line in `room` stands for: the arrow before the value the
/// choice before, the value and what is behind it the next. A click on the name only chooses the line.
pub(crate) fn key_at(room: Rect, names: usize, x: u16) -> Option<KeyCode> {
    let arrow = usize::from(x.checked_sub(room.x)?).checked_sub(2 + names)?;
    Some(if arrow < 2 {
        KeyCode::Left
    } else {
        KeyCode::Right
    })
}
