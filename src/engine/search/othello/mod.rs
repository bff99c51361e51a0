//! The fast search for Othello with the features of [`crate::eval::othello`].
//!
//! The same values and the same best moves as [`Reference`](super::reference::Reference) with the
//! same weights, some hundred times sooner: the breeding of rivals is 36,000 games of it, and the
//! tester looks five plies ahead at every move of every game. What makes it fast, in the order of
//! what it gains: alpha-beta on bit boards, the processor's own instructions (chosen when the program
//! runs, see [`super::isa`]), leaves evaluated several at a time, moves tried in the order of how few replies
//! they leave (higher up in the order of their static values), and the refutation of the last sibling
//! tried first. Searches to the end of the game from nine squares on are the
//! [exact solver](endgame)'s, with the same values.
//!
//! | file | what lives there |
//! |---|---|
//! | `root`, `engine`, `children` | the search itself, generic over the instructions |
//! | `boards` | moves, flips, stable discs and values of several boards at a time, likewise |
//! | `checks` | the same as a slice of boards at a time, for tests and benchmarks |
//! | `table` | the hash table of [`deepening`], [`minimax`] and [`endgame`] |
//! | `bounds` | what the first two of them keep in it |
//! | [`mod@perft`] | the count of move sequences |
//!
//! The other searches for Othello are beside it: [`deepening`], [`endgame`], [`minimax`], [`csharp`].

pub(in crate::search) mod boards;
mod bounds;
mod checks;
mod children;
pub mod csharp;
pub mod deepening;
pub mod endgame;
mod engine;
pub mod minimax;
pub mod perft;
mod root;
mod table;

use super::budget::{Cancel, CancelledError};
use super::isa::Path;
use super::root::{RootMove, RootValues, Search, principal_variation};
use crate::eval::decided_value;
use crate::eval::othello::Weights;
use endgame::{Empties, Goal, Options, Wanted};
use koteki_games::Game as _;
use koteki_games::othello::{Move, Position};
use root::Question;

/// With this many empty squares or more, a search to the end of the game is left to the exact solver.
/// Measured on endings of self-play, best moves only: with 7 squares it takes as long as the search here,
/// with 8 and 9 about 5 % less, with 10 two thirds, with 12 and 13 two fifths and less.
pub(in crate::search) const SOLVED_FROM: u32 = 9;

/// Alpha-beta with `weights` at the leaves.
#[derive(Clone, Copy, Debug)]
pub struct OthelloSearch {
    /// The evaluation.
    pub weights: Weights,
    /// With this many empty squares or fewer at the root the search goes on to the end of the game;
    /// 0 for never.
    pub exhaustive: u32,
    /// The instructions used. Changes the speed and nothing else.
    pub path: Path,
}

impl OthelloSearch {
    /// A search with `weights`, on the fastest path this processor has, never exhaustive.
    pub fn new(weights: Weights) -> Self {
        Self {
            weights,
            exhaustive: 0,
            path: Path::best(),
        }
    }

    /// The same, searching to the end of the game from `empties` empty squares on.
    pub const fn exhaustive(self, empties: u32) -> Self {
        Self {
            exhaustive: empties,
            ..self
        }
    }

    /// The same on another path.
    pub const fn path(self, path: Path) -> Self {
        Self { path, ..self }
    }

    /// The depth at which `position` is searched when `depth` is asked for.
    const fn depth_at(&self, position: &Position, depth: u32) -> u32 {
        let empties = position.empties().count_ones();
        if empties <= self.exhaustive && empties > depth {
            empties
        } else {
            depth
        }
    }

    fn search(
        &self,
        position: &Position,
        depth: u32,
        all: bool,
        cancel: &Cancel,
    ) -> Result<RootValues<Position>, CancelledError> {
        let depth = self.depth_at(position, depth);
        let empties = position.empties().count_ones();
        if depth >= empties && empties >= SOLVED_FROM {
            let ending = Ending {
                position,
                depth,
                all,
                line: false,
                path: self.path,
            };
            return Ok(ending.solve(cancel)?.0);
        }
        Question {
            weights: &self.weights,
            position,
            depth,
            all,
            cancel,
        }
        .ask(self.path)
    }
}

/// A position to be played out by the exact solver, which gives the same values as a search to the
/// end of the game by any evaluation.
pub(in crate::search) struct Ending<'a> {
    /// The position.
    pub position: &'a Position,
    /// The depth that the answer names.
    pub depth: u32,
    /// Whether every move is wanted exact, or the best ones only.
    pub all: bool,
    /// Whether a line of best play is wanted.
    pub line: bool,
    /// The instructions used.
    pub path: Path,
}

impl Ending<'_> {
    /// The values, and the line if it is wanted.
    pub fn solve(
        self,
        cancel: &Cancel,
    ) -> Result<(RootValues<Position>, Vec<Move>), CancelledError> {
        let options = Options {
            goal: Goal::Score,
            wanted: if self.all { Wanted::All } else { Wanted::Ties },
            empties: Empties::Uncounted,
            line: self.line,
            path: self.path,
        };
        let solved = endgame::solve(self.position, &options, cancel)?;
        let value = decided_value;
        let moves = if self.all {
            let moves = solved.moves.into_iter();
            moves
                .map(|root| RootMove {
                    value: value(root.value),
                    ..root
                })
                .collect()
        } else {
            let best = solved.best.into_iter();
            best.map(|mv| RootMove {
                mv,
                value: value(solved.score),
            })
            .collect()
        };
        let values = RootValues {
            moves,
            depth: self.depth,
            nodes: solved.nodes,
        };
        Ok((values, solved.line))
    }
}

impl Search<Position> for OthelloSearch {
    fn root_values(
        &self,
        position: &Position,
        depth: u32,
        cancel: &Cancel,
    ) -> Result<RootValues<Position>, CancelledError> {
        self.search(position, depth, true, cancel)
    }

    fn best_moves(
        &self,
        position: &Position,
        depth: u32,
        cancel: &Cancel,
    ) -> Result<RootValues<Position>, CancelledError> {
        self.search(position, depth, false, cancel)
    }

    /// To the end of the game where the root's values come from there, and nowhere else.
    fn line(
        &self,
        position: &Position,
        first: Move,
        depth: u32,
        cancel: &Cancel,
    ) -> Result<Vec<Move>, CancelledError> {
        let depth = self.depth_at(position, depth);
        let mut after = *position;
        after.play(first);
        let left = depth.saturating_sub(u32::from(first != Move::Pass));
        let empties = after.empties().count_ones();
        if left >= empties && empties >= SOLVED_FROM {
            // The solver knows the whole line; a search a ply would play it out anew at each of them.
            let ending = Ending {
                position: &after,
                depth: left,
                all: false,
                line: true,
                path: self.path,
            };
            let (_, rest) = ending.solve(cancel)?;
            return Ok(std::iter::once(first).chain(rest).collect());
        }
        principal_variation(&self.exhaustive(0), position, first, depth, cancel)
    }
}
