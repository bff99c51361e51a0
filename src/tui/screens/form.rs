//! The new game dialog: who plays, against whom, and whether it counts.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::dialog;
use crate::text::tui as words;
use crate::tui::panes::{columns, shorten, write, write_line};
use crate::tui::theme::{Role, Theme};
use crate::tui::view::{NewGame, Opponent, SeatChoice};

/// Columns of the field names.
const NAMES: usize = 10;
/// Size of the dialog.
const SIZE: (u16, u16) = (58, 11);

/// A line of the dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Who,
    Opponent,
    Black,
    White,
    Kind,
}

/// Who sits at the board, in the order of [`words::WHO`].
const BLACK: usize = 0;
const WHITE: usize = 1;
const PEOPLE: usize = 2;

/// What has been chosen so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    who: usize,
    opponent: usize,
    /// The machine with White when two machines play; Black is `opponent`.
    second: usize,
    practice: bool,
    row: usize,
}

impl Form {
    /// A form that begins with `game`, the game that was last played.
    #[must_use]
    pub fn new(game: &NewGame, opponents: &[Opponent]) -> Self {
        let index = |key: &str| opponents.iter().position(|o| o.key == key).unwrap_or(0);
        let (who, opponent, second) = match &game.seats {
            [SeatChoice::Person, SeatChoice::Machine(key)] => (BLACK, index(key), 0),
            [SeatChoice::Machine(key), SeatChoice::Person] => (WHITE, index(key), 0),
            [SeatChoice::Person, SeatChoice::Person] => (PEOPLE, 0, 0),
            [SeatChoice::Machine(black), SeatChoice::Machine(white)] => {
                (PEOPLE + 1, index(black), index(white))
            }
        };
        Self {
            who,
            opponent,
            second,
            practice: !game.measured && who < PEOPLE,
            row: 0,
        }
    }

    fn fields(&self) -> &'static [Field] {
        match self.who {
            BLACK | WHITE => &[Field::Who, Field::Opponent, Field::Kind],
            PEOPLE => &[Field::Who],
            _ => &[Field::Who, Field::Black, Field::White],
        }
    }

    /// Moves to the line below or above, round the ends.
    pub fn step(&mut self, down: bool) {
        let count = self.fields().len();
        self.row = (self.row.min(count - 1) + if down { 1 } else { count - 1 }) % count;
    }

    fn field(&self) -> Field {
        let fields = self.fields();
        fields[self.row.min(fields.len() - 1)]
    }

    /// Takes the next or the previous choice of the line, round the ends.
    pub fn change(&mut self, forward: bool, opponents: &[Opponent]) {
        let count = choices(self.field(), opponents).len().max(1);
        let value = self.value(self.field());
        self.set((value + if forward { 1 } else { count - 1 }) % count);
    }

    /// Takes the next choice of the line that begins with `letter`; `false` when none does.
    pub fn by_initial(&mut self, letter: char, opponents: &[Opponent]) -> bool {
        let choices = choices(self.field(), opponents);
        let from = self.value(self.field()) + 1;
        let found = (0..choices.len())
            .map(|step| (from + step) % choices.len())
            .find(|&index| {
                choices[index]
                    .chars()
                    .next()
                    .is_some_and(|first| first.eq_ignore_ascii_case(&letter))
            });
        if let Some(index) = found {
            self.set(index);
        }
        found.is_some()
    }

    fn value(&self, field: Field) -> usize {
        match field {
            Field::Who => self.who,
            Field::Opponent | Field::Black => self.opponent,
            Field::White => self.second,
            Field::Kind => usize::from(self.practice),
        }
    }

    fn set(&mut self, value: usize) {
        match self.field() {
            Field::Who => self.who = value,
            Field::Opponent | Field::Black => self.opponent = value,
            Field::White => self.second = value,
            Field::Kind => self.practice = value == 1,
        }
    }

    /// The game that is asked for; `None` when a machine is wanted and there is none.
    #[must_use]
    pub fn game(&self, opponents: &[Opponent]) -> Option<NewGame> {
        let machine = |index: usize| {
            opponents
                .get(index)
                .map(|opponent| SeatChoice::Machine(opponent.key.clone()))
        };
        let seats = match self.who {
            BLACK => [SeatChoice::Person, machine(self.opponent)?],
            WHITE => [machine(self.opponent)?, SeatChoice::Person],
            PEOPLE => [SeatChoice::Person, SeatChoice::Person],
            _ => [machine(self.opponent)?, machine(self.second)?],
        };
        Some(NewGame {
            seats,
            measured: self.who < PEOPLE && !self.practice,
        })
    }

    /// Draws it over the middle of `area`.
    pub fn render(&self, area: Rect, buffer: &mut Buffer, theme: &Theme, opponents: &[Opponent]) {
        let room = dialog(SIZE, words::NEW_GAME, area, buffer, theme);
        let mut y = room.y;
        let current = self.field();
        for &field in self.fields() {
            self.line(
                field,
                field == current,
                Rect { y, ..room },
                buffer,
                theme,
                opponents,
            );
            y += 2;
        }
        let help = shorten(words::FORM_HELP, usize::from(room.width), theme);
        let bottom = room.bottom().saturating_sub(1);
        write(buffer, room, room.x, bottom, &help, theme.style(Role::Dim));
    }

    fn line(
        &self,
        field: Field,
        current: bool,
        room: Rect,
        buffer: &mut Buffer,
        theme: &Theme,
        opponents: &[Opponent],
    ) {
        let choices = choices(field, opponents);
        let index = self.value(field);
        let value = choices.get(index).map_or("", String::as_str);
        let [left, right] = theme.glyphs.arrows;
        let pointer = if current { theme.glyphs.pointer } else { " " };
        let value_style = theme.style(if current { Role::Chosen } else { Role::Strong });
        let head = format!("{pointer} {:<NAMES$}", name(field));
        let rest = usize::from(room.width.saturating_sub(columns(&head) + 6));
        let line = Line::from(vec![
            Span::styled(head, theme.style(Role::Text)),
            Span::styled(format!("{left} "), theme.style(Role::Key)),
            Span::styled(format!(" {} ", shorten(value, rest, theme)), value_style),
            Span::styled(format!(" {right}"), theme.style(Role::Key)),
        ]);
        write_line(buffer, room, room.x, room.y, &line);
        let note = match field {
            Field::Kind => words::KIND_NOTES[index.min(1)],
            Field::Who => "",
            _ => opponents
                .get(index)
                .map_or("", |opponent| opponent.note.as_str()),
        };
        let indent = 2 + NAMES + 3;
        let note = shorten(note, usize::from(room.width).saturating_sub(indent), theme);
        let x = room.x + u16::try_from(indent).unwrap_or(0);
        let below = Rect { height: 2, ..room };
        write(buffer, below, x, room.y + 1, &note, theme.style(Role::Dim));
    }
}

const fn name(field: Field) -> &'static str {
    match field {
        Field::Who => words::FIELD_YOU,
        Field::Opponent => words::FIELD_OPPONENT,
        Field::Black => words::FIELD_BLACK,
        Field::White => words::FIELD_WHITE,
        Field::Kind => words::FIELD_KIND,
    }
}

fn choices(field: Field, opponents: &[Opponent]) -> Vec<String> {
    match field {
        Field::Who => words::WHO.map(str::to_owned).to_vec(),
        Field::Kind => words::KINDS.map(str::to_owned).to_vec(),
        _ => opponents
            .iter()
            .map(|opponent| opponent.name.clone())
            .collect(),
    }
}
