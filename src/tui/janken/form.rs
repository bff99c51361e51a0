//! The new match dialog: against whom, and how long.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use super::seen::Seen;
use crate::reader::ReaderSpec;
use crate::reader::spec::LEVELS;
use crate::session::janken::{Length, Setup};
use crate::tui::janken::words;
use crate::tui::panes::{shorten, write};
use crate::tui::screens::choice::{self, Choice};
use crate::tui::screens::{dialog, inside};
use crate::tui::theme::{Role, Theme};

/// Size of the dialog.
const SIZE: (u16, u16) = (64, 9);
/// Columns of the names of the fields.
const NAMES: usize = 8;

/// Lengths that are offered.
const LENGTHS: [Length; 11] = [
    Length::Rounds(10),
    Length::Rounds(20),
    Length::Rounds(50),
    Length::Rounds(100),
    Length::Rounds(200),
    Length::Rounds(1000),
    Length::FirstTo(3),
    Length::FirstTo(5),
    Length::FirstTo(10),
    Length::FirstTo(20),
    Length::Endless,
];
/// Rows of a line with its note.
const LINE: u16 = 3;

/// What has been chosen so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    levels: Vec<ReaderSpec>,
    lengths: Vec<Length>,
    /// The level and the length, by number.
    chosen: [usize; 2],
    row: usize,
}

impl Form {
    /// A form that begins with what was played last.
    pub fn new(setup: &Setup) -> Self {
        let mut levels: Vec<ReaderSpec> = LEVELS.iter().filter_map(|it| it.parse().ok()).collect();
        if !levels.contains(&setup.opponent) {
            levels.push(setup.opponent.clone());
        }
        let mut lengths = LENGTHS.to_vec();
        if !lengths.contains(&setup.length) {
            lengths.insert(0, setup.length);
        }
        let level = levels.iter().position(|it| *it == setup.opponent);
        let length = lengths.iter().position(|it| *it == setup.length);
        Self {
            chosen: [level.unwrap_or(0), length.unwrap_or(0)],
            levels,
            lengths,
            row: 0,
        }
    }

    /// To the other line.
    pub const fn step(&mut self) {
        self.row = 1 - self.row;
    }

    /// The next or the previous choice of the line, round the ends.
    pub fn change(&mut self, forward: bool) {
        let count = [self.levels.len(), self.lengths.len()][self.row].max(1);
        let by = if forward { 1 } else { count - 1 };
        self.chosen[self.row] = (self.chosen[self.row] + by) % count;
    }

    /// The match that is asked for, with this seed; `None` never.
    pub fn setup(&self, seed: u64) -> Option<Setup> {
        Some(Setup {
            opponent: self.levels.get(self.chosen[0])?.clone(),
            length: *self.lengths.get(self.chosen[1])?,
            seed,
        })
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

    /// Draws it over the middle of `area`; `drops` when a match that is going on would end.
    pub fn render(&self, drops: bool, area: Rect, buffer: &mut Buffer, theme: &Theme) {
        let room = dialog(SIZE, "New match", area, buffer, theme);
        let level = self.levels.get(self.chosen[0]);
        let level = level.map_or_else(String::new, ToString::to_string);
        let length = self.lengths.get(self.chosen[1]).copied();
        let (rounds, wins) = Seen::ends(length.unwrap_or_default());
        let values = [level.clone(), words::length(rounds, wins)];
        let notes = [level_note(&level), ""];
        for (index, y) in [room.y, room.y + LINE].into_iter().enumerate() {
            Choice {
                name: ["Level", "Length"][index],
                names: NAMES,
                value: &values[index],
                current: index == self.row,
            }
            .render(Rect { y, ..room }, buffer, theme);
            let indent = 2 + NAMES + 3;
            let x = room.x + u16::try_from(indent).unwrap_or(0);
            let note = shorten(
                notes[index],
                usize::from(room.width).saturating_sub(indent),
                theme,
            );
            write(buffer, room, x, y + 1, &note, theme.style(Role::Dim));
        }
        let width = usize::from(room.width);
        let help = shorten("arrows choose, Enter starts, Esc goes back", width, theme);
        let bottom = room.bottom().saturating_sub(1);
        if drops {
            let text = shorten(
                "the match that is going on ends here; its rounds stay kept",
                width,
                theme,
            );
            write(
                buffer,
                room,
                room.x,
                bottom.saturating_sub(1),
                &text,
                theme.style(Role::Dim),
            );
        }
        write(buffer, room, room.x, bottom, &help, theme.style(Role::Dim));
    }
}

fn level_note(level: &str) -> &'static str {
    match level {
        "random" => "draws lots: nobody can beat it, or be beaten",
        "beginner" => "has a habit itself: find it, and win",
        "paper" => "breeds strategies after every round",
        "strong" => "many such populations, and guesses at guesses",
        _ => "a player by name",
    }
}
