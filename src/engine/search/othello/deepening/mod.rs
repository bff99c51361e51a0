//! Othello searched deeper and deeper, with the five features or the learned evaluation at the leaves.
//!
//! The others don't serve: [`othello`](super) knows the features of `eval::othello` only, searches to one
//! fixed depth and forgets everything on the way, which is right for the few plies of breeding and
//! wrong from seven plies on; [`endgame`](super::endgame) judges finished games only.
//!
//! What makes it fast, in the order of what it gains: the moves of a position are tried in the order
//! that the search one ply less deep has found, kept in a table; questions are null windows around
//! what is expected (negascout, aspiration); positions reached in two ways are searched once; and the
//! last plies are left to a search without all that, several boards at a time: for the five features
//! the fast engine of [`othello`](super), for the learned evaluation one that reads the patterns of a
//! board once and only changes what a move changes in them.
//!
//! Every value is that of plain αβ at the same depth: an entry of the table serves only at exactly
//! the depth it was found at, nothing is cut off that plain αβ would have looked at, and nothing is
//! extended or reduced. [`selective`](Deepening::selective) is the exception: it cuts off what is known well enough
//! from fewer plies.
//!
//! | file | what lives there |
//! |---|---|
//! | `root` | the root: iterations, windows, budgets, the line of best play |
//! | `node` | the tree above the last plies |
//! | `bottom` | the last plies, and static values |
//! | `selection` | what is known well enough from fewer plies |
//!
//! One thread: the same question has the same answer after the same number of nodes, whatever was
//! asked before. Only a budget of time makes an answer depend on anything else.

mod bottom;
mod node;
mod root;
mod selection;

pub use bottom::SHALLOW;
pub(super) use bottom::{AtOnce, Bottom, Plain};
pub use root::Question;

use super::{Ending, SOLVED_FROM};
use crate::eval::othello::Weights;
use crate::eval::othello::learned::Learned;
use crate::search::budget::{Budget, Cancel, CancelledError};
use crate::search::isa::Path;
use crate::search::root::{RootValues, Search};
use koteki_games::Game as _;
use koteki_games::othello::{Move, Position};

/// Iterative deepening with `evaluator` at the leaves.
#[derive(Clone, Copy, Debug)]
pub struct Deepening<E> {
    /// The evaluation.
    pub evaluator: E,
    /// With this many empty squares or fewer at the root the game is played out exactly, whatever the
    /// budget is; 0 for never.
    pub exhaustive: u32,
    /// When to stop before the depth asked for. At least one ply is searched whatever it says.
    pub budget: Budget,
    /// Whether positions are given up of which a search of fewer plies says that they will hardly matter; for
    /// [`Learned`] alone. Values are then no longer those of plain αβ.
    pub selective: bool,
    /// The instructions used. Changes the speed and nothing else.
    pub path: Path,
}

/// An evaluation that [`Deepening`] can have at its leaves.
///
/// There is no rule that makes one of every evaluation: each has its own way of valuing several boards at once, and
/// each search is compiled here, once, not in every crate that asks it something.
pub trait AtLeaves: Send + Sync {
    /// What a search with it answers, on `path`.
    ///
    /// # Errors
    /// When the search is cancelled first.
    fn answer(&self, question: &Question<'_>, path: Path) -> Result<Analysis, CancelledError>;
}

impl AtLeaves for Weights {
    fn answer(&self, question: &Question<'_>, path: Path) -> Result<Analysis, CancelledError> {
        question.with_weights(self, path)
    }
}

impl AtLeaves for Learned {
    fn answer(&self, question: &Question<'_>, path: Path) -> Result<Analysis, CancelledError> {
        question.with_learned(self, path)
    }
}

impl<E: AtLeaves + ?Sized> AtLeaves for &E {
    fn answer(&self, question: &Question<'_>, path: Path) -> Result<Analysis, CancelledError> {
        (**self).answer(question, path)
    }
}

/// Which moves are to be judged exactly. What is not asked for is cheaper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The best moves, all of them; the others are left with an upper bound below the best.
    Best,
    /// Every move.
    Every,
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The moves with their values at the greatest depth completed within the budget.
    pub values: RootValues<Position>,
    /// The line of best play to that depth, passes included: at each ply the first of the best moves
    /// in canonical order (in a game played out exactly: a best move). Empty when the game is over.
    pub line: Vec<Move>,
}

impl<E: AtLeaves> Deepening<E> {
    /// A search with `evaluator`, without a budget, on the fastest path this processor has.
    pub fn new(evaluator: E) -> Self {
        Self {
            evaluator,
            exhaustive: 0,
            budget: Budget::Unlimited,
            selective: false,
            path: Path::best(),
        }
    }

    /// The same, playing the game out from `empties` empty squares on.
    pub fn exhaustive(self, empties: u32) -> Self {
        Self {
            exhaustive: empties,
            ..self
        }
    }

    /// The same with a budget.
    pub fn budget(self, budget: Budget) -> Self {
        Self { budget, ..self }
    }

    /// The same, or selective.
    pub fn selective(self, selective: bool) -> Self {
        Self { selective, ..self }
    }

    /// The same on another path.
    pub fn path(self, path: Path) -> Self {
        Self { path, ..self }
    }

    /// The values of the moves of `position` at `depth` plies, or at the greatest depth below that
    /// can be completed within the budget, and the line of best play.
    ///
    /// # Errors
    /// When `cancel` is raised first.
    pub fn analyse(
        &self,
        position: &Position,
        depth: u32,
        wanted: Wanted,
        cancel: &Cancel,
    ) -> Result<Analysis, CancelledError> {
        self.search(position, depth, self.exhaustive, (wanted, true), cancel)
    }

    fn search(
        &self,
        position: &Position,
        depth: u32,
        exhaustive: u32,
        (wanted, with_line): (Wanted, bool),
        cancel: &Cancel,
    ) -> Result<Analysis, CancelledError> {
        let empties = position.empties().count_ones();
        let to_the_end =
            self.budget == Budget::Unlimited && depth >= empties && empties >= SOLVED_FROM;
        if to_the_end || empties <= exhaustive {
            let ending = Ending {
                position,
                depth: depth.max(empties),
                all: wanted == Wanted::Every,
                line: with_line,
                path: self.path,
            };
            let (values, line) = ending.solve(cancel)?;
            return Ok(Analysis { values, line });
        }
        let question = Question {
            position,
            depth,
            wanted,
            with_line,
            budget: self.budget,
            selective: self.selective,
            cancel,
        };
        self.evaluator.answer(&question, self.path)
    }
}

impl<E: AtLeaves> Search<Position> for Deepening<E> {
    fn root_values(
        &self,
        position: &Position,
        depth: u32,
        cancel: &Cancel,
    ) -> Result<RootValues<Position>, CancelledError> {
        let asked = (Wanted::Every, false);
        let analysis = self.search(position, depth, self.exhaustive, asked, cancel)?;
        Ok(analysis.values)
    }

    fn best_moves(
        &self,
        position: &Position,
        depth: u32,
        cancel: &Cancel,
    ) -> Result<RootValues<Position>, CancelledError> {
        let asked = (Wanted::Best, false);
        let analysis = self.search(position, depth, self.exhaustive, asked, cancel)?;
        Ok(analysis.values)
    }

    /// Without a budget to the end of the game where the root's values come from there, and nowhere
    /// else. With one, as far as it reaches from the position after `first`.
    fn line(
        &self,
        position: &Position,
        first: Move,
        depth: u32,
        cancel: &Cancel,
    ) -> Result<Vec<Move>, CancelledError> {
        let mut after = *position;
        after.play(first);
        let empties = position.empties().count_ones();
        let depth = if empties <= self.exhaustive {
            depth.max(empties)
        } else {
            depth
        };
        let left = depth.saturating_sub(u32::from(first != Move::Pass));
        let mut line = vec![first];
        if left > 0 {
            let exhaustive = if left >= after.empties().count_ones() {
                self.exhaustive
            } else {
                0
            };
            let found = self.search(&after, left, exhaustive, (Wanted::Best, true), cancel)?;
            line.extend(found.line);
        }
        Ok(line)
    }
}
