//! The values of the moves of one position: what testers, agents, hints and analyses read.

use std::ops::Deref;

use super::budget::{Cancel, CancelledError};
use koteki_games::Game;

/// A legal move and what it is worth to the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootMove<G: Game> {
    /// The move.
    pub mv: G::Move,
    /// Its exact minimax value at the depth searched, for the side to move.
    pub value: i32,
}

/// Puts moves in the game's canonical order. A function so that it is compiled once and not for every set of
/// instructions.
pub(super) fn in_canonical_order<G: Game<Move: Ord>>(moves: &mut [RootMove<G>]) {
    moves.sort_by_key(|root| root.mv);
}

/// Every legal move of a position with its exact value, in the game's canonical move order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootValues<G: Game> {
    /// One entry a legal move; empty only when the game is over.
    pub moves: Vec<RootMove<G>>,
    /// The depth searched, in plies.
    pub depth: u32,
    /// Positions evaluated.
    pub nodes: u64,
}

impl<G: Game> RootValues<G> {
    /// The value of the best move; `None` when there is no move.
    pub fn best(&self) -> Option<i32> {
        self.moves.iter().map(|root| root.value).max()
    }

    /// The value of `mv`; `None` when it is not legal.
    pub fn value_of(&self, mv: G::Move) -> Option<i32> {
        self.moves
            .iter()
            .find(|root| root.mv == mv)
            .map(|root| root.value)
    }

    /// What `mv` gives away: best value − its value, 0 for a best move; `None` when it is not legal.
    pub fn loss_of(&self, mv: G::Move) -> Option<i32> {
        Some(self.best()? - self.value_of(mv)?)
    }

    /// The rank of `mv`: 1 + the number of moves with a higher value; `None` when it is not legal.
    pub fn rank_of(&self, mv: G::Move) -> Option<usize> {
        let value = self.value_of(mv)?;
        Some(1 + self.moves.iter().filter(|root| root.value > value).count())
    }

    /// The moves of the highest value, in canonical order.
    pub fn best_moves(&self) -> Vec<G::Move> {
        let best = self.best();
        self.moves
            .iter()
            .filter(|root| Some(root.value) == best)
            .map(|root| root.mv)
            .collect()
    }
}

/// A way of looking ahead with an evaluation of its own: what players are built from.
pub trait Search<G: Game>: Send + Sync {
    /// Every legal move with its exact value at `depth` plies (at least 1).
    ///
    /// # Errors
    /// When `cancel` is raised first.
    fn root_values(
        &self,
        position: &G,
        depth: u32,
        cancel: &Cancel,
    ) -> Result<RootValues<G>, CancelledError>;

    /// The moves of the highest value at `depth` plies, all of them and exact; moves that are not
    /// best may be left out or carry an upper bound below the best. Cheaper than
    /// [`root_values`](Self::root_values) when only a move is wanted.
    ///
    /// # Errors
    /// When `cancel` is raised first.
    fn best_moves(
        &self,
        position: &G,
        depth: u32,
        cancel: &Cancel,
    ) -> Result<RootValues<G>, CancelledError> {
        self.root_values(position, depth, cancel)
    }

    /// The line that the value of `first` comes from, in a search of `position` at `depth` plies; see
    /// [`principal_variation`]. For a search whose depth depends on the position to see to it that the
    /// root's holds for the whole line.
    ///
    /// # Errors
    /// When `cancel` is raised first.
    fn line(
        &self,
        position: &G,
        first: G::Move,
        depth: u32,
        cancel: &Cancel,
    ) -> Result<Vec<G::Move>, CancelledError> {
        principal_variation(self, position, first, depth, cancel)
    }

    /// Why this search was cancelled by itself, in words; `None` where it can only be cancelled from
    /// outside. One that looks ahead in this process never fails.
    fn failure(&self) -> Option<String> {
        None
    }
}

/// Whatever leads to a search is one: a box, a shared pointer.
impl<G: Game, P> Search<G> for P
where
    P: Deref + Send + Sync,
    P::Target: Search<G>,
{
    fn root_values(
        &self,
        position: &G,
        depth: u32,
        cancel: &Cancel,
    ) -> Result<RootValues<G>, CancelledError> {
        (**self).root_values(position, depth, cancel)
    }

    fn best_moves(
        &self,
        position: &G,
        depth: u32,
        cancel: &Cancel,
    ) -> Result<RootValues<G>, CancelledError> {
        (**self).best_moves(position, depth, cancel)
    }

    fn line(
        &self,
        position: &G,
        first: G::Move,
        depth: u32,
        cancel: &Cancel,
    ) -> Result<Vec<G::Move>, CancelledError> {
        (**self).line(position, first, depth, cancel)
    }

    fn failure(&self) -> Option<String> {
        (**self).failure()
    }
}

/// The line of best play from `position` after `first`, first move included: at each ply the first
/// of the best moves in canonical order. Ends early when the game does.
///
/// # Errors
/// When `cancel` is raised first.
pub fn principal_variation<G: Game, S: Search<G> + ?Sized>(
    search: &S,
    position: &G,
    first: G::Move,
    depth: u32,
    cancel: &Cancel,
) -> Result<Vec<G::Move>, CancelledError> {
    let mut line = vec![first];
    let mut position = position.clone();
    position.play(first);
    let mut depth = depth - u32::from(!G::is_pass(first) && depth > 0);
    while depth > 0 && position.outcome().is_none() {
        let values = search.best_moves(&position, depth, cancel)?;
        let Some(&mv) = values.best_moves().first() else {
            break;
        };
        line.push(mv);
        position.play(mv);
        depth -= u32::from(!G::is_pass(mv));
    }
    Ok(line)
}
