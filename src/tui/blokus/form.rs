//! The new game dialog: against whom, and which side.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use crate::game::blokus::Position;
use crate::roster::blokus_level::{Level, Opponent};
use crate::session::Rival;
use crate::session::blokus::{Setup, SideChoice};
use crate::tui::panes::{shorten, write};
use crate::tui::screens::choice::{self, Choice};
use crate::tui::screens::{dialog, inside};
use crate::tui::theme::{Role, Theme};

/// What is said of sides in the new game dialog: first, second, random, both.
const SIDE_NAMES: [&str; 4] = ["Black, first", "White, second", "either, by lot", "both"];

/// Size of the dialog.
const SIZE: (u16, u16) = (60, 9);
/// Columns of the names of the lines.
const NAMES: usize = 9;
/// Rows of a line with its note.
const LINE: u16 = 3;

/// What has been chosen so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    opponents: Vec<Opponent>,
    /// Which of them are rivals, with a word on each. They stay the same while the form is open.
    rivals: Vec<(Rival<Position>, String)>,
    /// The opponent and the side, by number.
    chosen: [usize; 2],
    row: usize,
}

impl Form {
    /// A form that begins with what was played last; `rivals` are among the opponents.
    pub fn new(setup: &Setup, rivals: Vec<(Rival<Position>, String)>) -> Self {
        let mut opponents: Vec<Opponent> = Level::ALL.map(Opponent::Level).to_vec();
        opponents.extend(rivals.iter().map(|it| it.0.player));
        if !opponents.contains(&setup.opponent) {
            opponents.push(setup.opponent);
        }
        let opponent = opponents.iter().position(|it| *it == setup.opponent);
        let side = SideChoice::ALL.iter().position(|it| *it == setup.side);
        Self {
            chosen: [opponent.unwrap_or(0), side.unwrap_or(0)],
            opponents,
            rivals,
            row: 0,
        }
    }

    /// To the other line.
    pub const fn step(&mut self) {
        self.row = 1 - self.row;
    }

    /// The next or the previous choice of the line, round the ends.
    pub fn change(&mut self, forward: bool) {
        let count = [self.opponents.len(), SideChoice::ALL.len()][self.row].max(1);
        let by = if forward { 1 } else { count - 1 };
        self.chosen[self.row] = (self.chosen[self.row] + by) % count;
    }

    /// The game that is asked for, with this seed.
    pub fn setup(&self, seed: u64) -> Setup {
        let [opponent, side] = self.chosen;
        Setup {
            opponent: self.opponents.get(opponent).copied().unwrap_or_default(),
            side: SideChoice::ALL.get(side).copied().unwrap_or_default(),
            seed,
        }
    }

    /// Goes to the line at a place of the screen; the key that a click there stands for.
    pub fn click(&mut self, area: Rect, (x, y): (u16, u16)) -> Option<KeyCode> {
        let room = inside(SIZE, area);
        let row = usize::from(y.checked_sub(room.y)? / LINE);
        if row > 1 || !room.contains((x, y).into()) {
            return None;
        }
        self.row = row;
        choice::key_at(room, NAMES, x)
    }

    /// Draws it over the middle of `area`, beneath it what becomes of the game that is going on.
    pub fn render(&self, leaves: &str, area: Rect, buffer: &mut Buffer, theme: &Theme) {
        let room = dialog(SIZE, "New game", area, buffer, theme);
        let setup = self.setup(0);
        let mut rivals = self.rivals.iter();
        let rival = rivals.find(|it| it.0.player == setup.opponent);
        let opponent = match rival {
            Some((rival, _)) => format!("rival {}", rival.letter),
            None => setup.opponent.to_string(),
        };
        let note = match rival {
            Some((_, note)) => note,
            None => setup.opponent.about(),
        };
        let side = self.chosen[1].min(SIDE_NAMES.len() - 1);
        let values = [opponent, SIDE_NAMES[side].to_owned()];
        let notes = [
            note,
            [
                "you begin, at E10",
                "you answer, from J5 on",
                "the lot decides",
                "two people at one keyboard",
            ][side],
        ];
        for (index, y) in [room.y, room.y + LINE].into_iter().enumerate() {
            Choice {
                name: ["Opponent", "You have"][index],
                names: NAMES,
                value: &values[index],
                current: index == self.row,
            }
            .render(Rect { y, ..room }, buffer, theme);
            let indent = 2 + NAMES + 3;
            let x = room.x + u16::try_from(indent).unwrap_or(0);
            let rest = usize::from(room.width).saturating_sub(indent);
            let note = shorten(notes[index], rest, theme);
            write(buffer, room, x, y + 1, &note, theme.style(Role::Dim));
        }
        let width = usize::from(room.width);
        let bottom = room.bottom().saturating_sub(1);
        let dim = theme.style(Role::Dim);
        let text = shorten(leaves, width, theme);
        write(buffer, room, room.x, bottom.saturating_sub(1), &text, dim);
        let help = shorten(
            "up down line, left right change, Enter begins, Esc back",
            width,
            theme,
        );
        write(buffer, room, room.x, bottom, &help, dim);
    }
}
