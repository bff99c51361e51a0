//! A game that is gone through move by move.

use crate::keys::{Action, Direction};
use crate::view::{GameView, Given, Review};
use koteki_games::othello::Position;
use koteki_games::othello::notation::{Passes, write_board, write_transcript};
use koteki_games::words::sides::side_name;
use koteki_games::{Game as _, GameLine};
use koteki_rivals::coach::openings;

/// What is known of a game beside its moves.
#[derive(Clone, Debug, Default)]
pub(super) struct About {
    /// The players, where they are known.
    pub names: Option<[String; 2]>,
    pub event: String,
    pub date: String,
    pub file: String,
    /// The result that the file gives.
    pub result: Option<String>,
    /// The opening, and the moves up to there.
    pub opening: Option<(&'static str, usize)>,
    /// Its place in the list, and how many there are.
    pub place: Option<(usize, usize)>,
    /// Whether it is an opening of the table.
    pub is_opening: bool,
}

/// The game, and where in it one is.
pub(super) struct Step {
    pub line: GameLine<Position>,
    pub about: About,
    /// Moves before the position in view.
    pub at: usize,
}

impl Step {
    pub(super) const fn new(line: GameLine<Position>, at: usize, about: About) -> Self {
        Self { line, about, at }
    }

    pub(super) fn act(&mut self, action: Action) {
        let last = self.line.ply();
        self.at = match action {
            Action::Walk(Direction::Left) | Action::Go(Direction::Left) => {
                self.at.saturating_sub(1)
            }
            Action::Walk(_) | Action::Go(Direction::Right) => self.at + 1,
            Action::Go(Direction::Up) => self.at.saturating_sub(JUMP),
            Action::Go(Direction::Down) => self.at + JUMP,
            Action::End(Direction::Up) => 0,
            Action::End(_) => last,
            _ => self.at,
        }
        .min(last);
    }

    /// The position in view.
    pub(super) fn position(&self) -> &Position {
        // `at` is never beyond the end.
        self.line
            .positions()
            .get(self.at)
            .unwrap_or_else(|| self.line.position())
    }

    /// The game up to the position in view.
    fn so_far(&self) -> GameLine<Position> {
        let mut line = GameLine::from_position(self.line.positions()[0]);
        for &mv in self.line.moves().iter().take(self.at) {
            // They come from a line.
            let _ = line.play(mv);
        }
        line
    }

    /// What a new game begins from that goes on here.
    pub(super) fn given(&self) -> Result<Given, String> {
        if self.position().is_over() {
            return Err(
                "the game is over here: step back with , to play on from an earlier position"
                    .to_owned(),
            );
        }
        let about = &self.about;
        let names = about.names.as_ref();
        let named = match (about.is_opening, about.opening) {
            (true, Some((name, _))) => from_opening(name, self.at == self.line.ply(), self.at),
            _ => taken_over(
                self.at,
                names.map(|[black, white]| (black.as_str(), white.as_str())),
            ),
        };
        Ok(Given {
            line: self.so_far(),
            named,
        })
    }

    /// What the players are called.
    pub(super) fn names(&self) -> [String; 2] {
        self.about
            .names
            .clone()
            .unwrap_or_else(|| [0, 1].map(|side| side_name(side).to_owned()))
    }

    /// The moves of the whole game, its position in front where it is not the usual one.
    pub(super) fn transcript(&self) -> Option<String> {
        let start = &self.line.positions()[0];
        let moves = write_transcript(self.line.moves(), Passes::Omitted);
        let usual = *start == Position::start();
        match (usual, moves.is_empty()) {
            (true, true) => None,
            (true, false) => Some(moves),
            (false, true) => Some(write_board(start)),
            (false, false) => Some(format!("{} {moves}", write_board(start))),
        }
    }

    /// The name of the opening so far, and the moves up to there.
    pub(super) fn opening(&self) -> Option<(&'static str, usize)> {
        let line = self.so_far();
        openings::opening(&line).map(|(opening, ply)| (opening.name, ply))
    }

    /// The game as the board shows it.
    pub(super) fn view(&self) -> GameView {
        let last = self.line.ply();
        let names = self.about.names.clone().unwrap_or_default();
        GameView {
            review: (self.at < last).then(|| Review {
                ply: self.at,
                position: *self.position(),
            }),
            ..GameView::between(&self.line, names)
        }
    }
}

/// Moves that Up and Down go.
const JUMP: usize = 10;

fn taken_over(ply: usize, names: Option<(&str, &str)>) -> String {
    let after = if ply == 0 {
        "From the beginning".to_owned()
    } else {
        format!("After move {ply}")
    };
    match names {
        Some((black, white)) => format!("{after} of {black} - {white}"),
        None => format!("{after} of the game that was opened"),
    }
}

fn from_opening(name: &str, whole: bool, ply: usize) -> String {
    if whole {
        name.to_owned()
    } else {
        format!("After move {ply} of {name}")
    }
}
