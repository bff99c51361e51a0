//! A dialog of lines with a value each that can be changed: `name  ◂ value ▸`, a note beneath it.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use crate::panes::{shorten, write};
use crate::screens::choice::{self, Choice};
use crate::screens::{dialog, inside};
use crate::theme::{Role, Theme};

/// Rows of a line with its note.
const LINE: u16 = 3;

/// A line.
pub struct Field {
    name: &'static str,
    /// Each with its note.
    choices: Vec<(String, String)>,
    chosen: usize,
}

impl Field {
    /// The choice among these, each with its note, begins with the one of this number.
    pub fn new(
        name: &'static str,
        choices: impl IntoIterator<Item = (String, String)>,
        chosen: usize,
    ) -> Self {
        Self {
            name,
            choices: choices.into_iter().collect(),
            chosen,
        }
    }
}

/// What comes of the numbers of the choices, one for each line.
pub type Then<A> = Box<dyn Fn(&[usize]) -> A>;

/// The dialog.
pub struct Form<A> {
    /// The frame's title.
    pub title: &'static str,
    /// Columns and rows of it.
    pub size: (u16, u16),
    /// Columns of the names of the lines.
    pub names: usize,
    /// The lines.
    pub fields: Vec<Field>,
    /// What stands in the last rows.
    pub foot: [&'static str; 2],
    /// What comes of it when it is accepted.
    pub then: Then<A>,
    /// The line that the keys go to.
    pub row: usize,
}

impl<A> Form<A> {
    /// To the next or the previous line, round the ends.
    pub fn step(&mut self, down: bool) {
        self.row = moved(self.row, down, self.fields.len());
    }

    /// The next or the previous choice of the line, round the ends.
    pub fn change(&mut self, forward: bool) {
        if let Some(field) = self.fields.get_mut(self.row) {
            field.chosen = moved(field.chosen, forward, field.choices.len());
        }
    }

    /// What is asked for.
    pub fn accept(&self) -> A {
        let chosen: Vec<usize> = self.fields.iter().map(|field| field.chosen).collect();
        (self.then)(&chosen)
    }

    /// Goes to the line at a place of the screen; the key that a click there stands for.
    pub fn click(&mut self, area: Rect, (x, y): (u16, u16)) -> Option<KeyCode> {
        let room = inside(self.size, area);
        let row = usize::from(y.checked_sub(room.y)? / LINE);
        if row >= self.fields.len() || !room.contains((x, y).into()) {
            return None;
        }
        self.row = row;
        choice::key_at(room, self.names, x)
    }

    /// Draws it over the middle of `area`.
    pub fn render(&self, area: Rect, buffer: &mut Buffer, theme: &Theme) {
        let room = dialog(self.size, self.title, area, buffer, theme);
        let dim = theme.style(Role::Dim);
        let indent = 2 + self.names + 3;
        let rows = (room.y..).step_by(LINE.into());
        for ((index, field), y) in self.fields.iter().enumerate().zip(rows) {
            let (value, note) = match field.choices.get(field.chosen) {
                Some((value, note)) => (value.as_str(), note.as_str()),
                None => ("", ""),
            };
            Choice {
                name: field.name,
                names: self.names,
                value,
                current: index == self.row,
            }
            .render(Rect { y, ..room }, buffer, theme);
            let note = shorten(note, usize::from(room.width).saturating_sub(indent), theme);
            let x = room.x + u16::try_from(indent).unwrap_or(0);
            write(buffer, room, x, y + 1, &note, dim);
        }
        for (up, text) in (1..).zip(self.foot.iter().rev()) {
            let text = shorten(text, usize::from(room.width), theme);
            write(
                buffer,
                room,
                room.x,
                room.bottom().saturating_sub(up),
                &text,
                dim,
            );
        }
    }
}

/// One on or back of so many, round the ends.
fn moved(at: usize, on: bool, count: usize) -> usize {
    let count = count.max(1);
    (at + if on { 1 } else { count - 1 }) % count
}
