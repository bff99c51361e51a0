//! The choices of a line of a form as a list, narrowed down by what is typed.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::dialog::{dialog, inside, more, widest};
use super::form::{TYPED, moved, paged};
use crate::panes::{columns, shorten, wrap, write, write_line};
use crate::theme::{Role, Theme};
use koteki_games::typed::half_width;

/// Least columns of the list: with notes that need more it takes what the terminal has.
const WIDTH: u16 = 80;
/// Columns of a value before its note.
const VALUE: u16 = 28;
/// Rows of the list at most, what is typed among them.
const ROWS: u16 = 22;

/// The list.
#[derive(Default)]
pub(super) struct Choices {
    /// What has been typed.
    filter: String,
    /// The place of the one in hand among those that are found.
    chosen: usize,
}

/// A choice with its note.
type Choice = (String, String);

impl Choices {
    /// The list with the choice of this number in hand.
    pub(super) fn at(number: usize) -> Self {
        Self {
            filter: String::new(),
            chosen: number,
        }
    }

    /// The numbers of those in which what is typed occurs: in names first, in the notes where no name has it.
    fn found(&self, choices: &[Choice]) -> Vec<usize> {
        let wanted = half_width(self.filter.trim()).to_lowercase();
        let has = |text: &str| text.to_lowercase().contains(&wanted);
        let with = |has: &dyn Fn(&Choice) -> bool| -> Vec<usize> {
            let numbered = choices.iter().enumerate();
            numbered
                .filter(|(_, it)| has(it))
                .map(|(at, _)| at)
                .collect()
        };
        let named = with(&|(value, _)| has(value));
        if named.is_empty() {
            with(&|(_, note)| has(note))
        } else {
            named
        }
    }

    /// To the next or the previous one, round the ends.
    pub(super) fn step(&mut self, down: bool, choices: &[Choice]) {
        self.chosen = moved(self.chosen, down, self.found(choices).len());
    }

    /// As many on or back as are seen at once, to an end at most.
    pub(super) fn page(&mut self, down: bool, choices: &[Choice], area: Rect) {
        let (rows, _) = self.rows(choices, inside(Self::size(choices, area), area));
        let last = self.found(choices).len().saturating_sub(1);
        self.chosen = paged(self.chosen, down, rows.height.into(), last);
    }

    /// To the last one, or to the first.
    pub(super) fn end(&mut self, last: bool, choices: &[Choice]) {
        let count = self.found(choices).len();
        self.chosen = if last { count.saturating_sub(1) } else { 0 };
    }

    /// What has been typed.
    pub(super) fn filter(&self) -> &str {
        self.filter.trim()
    }

    /// Whether something has been typed that no name has.
    pub(super) fn is_unnamed(&self, choices: &[Choice]) -> bool {
        let wanted = self.filter().to_lowercase();
        !wanted.is_empty()
            && choices
                .iter()
                .all(|(value, _)| !value.to_lowercase().contains(&wanted))
    }

    /// The number of the one in hand; `None` when none is found.
    pub(super) fn taken(&self, choices: &[Choice]) -> Option<usize> {
        self.found(choices).get(self.chosen).copied()
    }

    /// Takes a key as text; `false` when it is for something else.
    pub(super) fn type_key(&mut self, key: &KeyEvent) -> bool {
        let held = KeyModifiers::CONTROL | KeyModifiers::ALT;
        match key.code {
            _ if key.modifiers.intersects(held) => return false,
            KeyCode::Backspace => drop(self.filter.pop()),
            KeyCode::Char(letter) if self.filter.chars().count() < TYPED => {
                self.filter.push(letter)
            }
            KeyCode::Char(_) => {}
            _ => return false,
        }
        self.chosen = 0;
        true
    }

    /// Columns and rows of it on a screen of this area.
    fn size(choices: &[Choice], area: Rect) -> (u16, u16) {
        let count = u16::try_from(choices.len()).unwrap_or(u16::MAX);
        let notes = widest(choices.iter().map(|(_, note)| note.as_str()));
        let width = notes.saturating_add(names(choices) + 10);
        let width = width.min(area.width).max(WIDTH);
        let rows = count.saturating_add(3 + note_rows(choices, width - 4));
        (width, rows.min(ROWS))
    }

    /// The rows of the choices, between what is typed and the note on the one in hand, and the place of the first that
    /// is shown.
    fn rows(&self, choices: &[Choice], room: Rect) -> (Rect, usize) {
        let rows = Rect {
            y: room.y + 1.min(room.height),
            height: room
                .height
                .saturating_sub(1 + note_rows(choices, room.width)),
            ..room
        };
        (rows, (self.chosen + 1).saturating_sub(rows.height.into()))
    }

    /// Takes in hand what is at a place of the screen; `false` where there is nothing.
    pub(super) fn click(&mut self, choices: &[Choice], area: Rect, (x, y): (u16, u16)) -> bool {
        let (rows, first) = self.rows(choices, inside(Self::size(choices, area), area));
        let at = first + usize::from(y.saturating_sub(rows.y));
        let is_there = rows.contains((x, y).into()) && at < self.found(choices).len();
        if is_there {
            self.chosen = at;
        }
        is_there
    }

    /// Draws it over the middle of `area`. Where none is found and a value can be typed, what is typed is one.
    pub(super) fn render(
        &self,
        (title, foot, is_typed): (&str, &str, bool),
        choices: &[Choice],
        area: Rect,
        buffer: &mut Buffer,
        theme: &Theme,
    ) {
        let room = dialog(Self::size(choices, area), title, area, buffer, theme);
        let found = self.found(choices);
        let typed = format!("{}_", self.filter);
        let count = format!("{} of {}", found.len(), choices.len());
        let head = if self.filter.is_empty() {
            format!("type part of a name: {typed}   {foot}")
        } else if found.is_empty() && is_typed {
            format!("{typed}  not in the list: Enter takes it as it is typed")
        } else if found.is_empty() {
            format!("{typed}  no match")
        } else {
            format!("{typed}  {count}")
        };
        let width = usize::from(room.width);
        write(
            buffer,
            room,
            room.x,
            room.y,
            &shorten(&head, width, theme),
            theme.style(Role::Dim),
        );
        let (rows, first) = self.rows(choices, room);
        let names = names(choices);
        let shown = found.iter().enumerate().skip(first);
        for ((place, &at), y) in shown.zip(rows.y..rows.bottom()) {
            let (value, note) = &choices[at];
            let in_hand = place == self.chosen;
            let pointer = if in_hand { theme.glyphs.pointer } else { " " };
            let style = theme.style(if in_hand { Role::Chosen } else { Role::Text });
            let value = shorten(value, names.into(), theme);
            let gap = usize::from(names.saturating_sub(columns(&value)));
            let rest = width.saturating_sub(usize::from(names) + 6);
            let line = Line::from(vec![
                Span::styled(format!("{pointer} "), theme.style(Role::Strong)),
                Span::styled(format!(" {value} "), style),
                Span::raw(" ".repeat(gap + 1)),
                Span::styled(shorten(note, rest, theme), theme.style(Role::Dim)),
            ]);
            write_line(buffer, room, room.x, y, &line);
        }
        if let Some(&at) = found.get(self.chosen) {
            let rows = note_rows(choices, room.width);
            let mut note = wrap(&choices[at].1, width);
            if note.len() > usize::from(rows) {
                let rest = note.split_off(usize::from(rows) - 1).join(" ");
                note.push(shorten(&rest, width, theme));
            }
            for (row, y) in note.iter().zip(room.bottom().saturating_sub(rows)..) {
                write(buffer, room, room.x, y, row, theme.style(Role::Text));
            }
        }
        let below = first + usize::from(rows.height) < found.len();
        more(rows, first > 0, below, buffer, theme);
    }
}

/// Columns of the names.
fn names(choices: &[Choice]) -> u16 {
    widest(choices.iter().map(|(value, _)| value.as_str())).min(VALUE)
}

/// Rows of the note on the one in hand, in so many columns: as many for every choice, so that the list keeps its place.
fn note_rows(choices: &[Choice], columns: u16) -> u16 {
    let longest = widest(choices.iter().map(|(_, note)| note.as_str()));
    if longest > columns { 2 } else { 1 }
}
