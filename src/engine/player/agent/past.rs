//! What an agent has searched in games it is still playing.
//!
//! Only a saving: an entry is what a search of that position gives, found again by the moves that led
//! there. In a game played on, every own move costs one search; after a take-back nothing is searched
//! twice; without any memory at all the choice would be the same.

use std::sync::{Mutex, PoisonError};

use crate::search::root::RootValues;
use koteki_games::{Game, GameLine, Side};

/// Games remembered at a time: more than threads that play with one agent.
const GAMES: usize = 64;

/// The own positions of one game that have been searched.
#[derive(Clone, Debug)]
pub(super) struct Thread<G: Game> {
    side: Side,
    start: G,
    moves: Vec<G::Move>,
    /// Moves played before the position, and its values; plies ascend.
    judged: Vec<(usize, RootValues<G>)>,
}

impl<G: Game> Thread<G> {
    /// The values of the position after `ply` moves, remembered or from `search`.
    ///
    /// # Errors
    /// Those of `search`.
    pub(super) fn values<E>(
        &mut self,
        ply: usize,
        search: impl FnOnce() -> Result<RootValues<G>, E>,
    ) -> Result<&RootValues<G>, E> {
        let index = match self.judged.binary_search_by_key(&ply, |&(ply, _)| ply) {
            Ok(index) => index,
            Err(index) => {
                self.judged.insert(index, (ply, search()?));
                index
            }
        };
        Ok(&self.judged[index].1)
    }

    /// The number of moves that `line` and this game have in common from the beginning; `None` when
    /// they begin differently or the other side is asked about.
    fn common(&self, line: &GameLine<G>, side: Side) -> Option<usize> {
        let pairs = self.moves.iter().zip(line.moves());
        (side == self.side && self.start == line.positions()[0])
            .then(|| pairs.take_while(|(ours, theirs)| ours == theirs).count())
    }
}

/// The games of one agent. The lock is never held while searching.
#[derive(Debug)]
pub(super) struct Past<G: Game>(Mutex<Vec<Thread<G>>>);

impl<G: Game> Past<G> {
    /// Remembers nothing yet.
    pub(super) const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// What is known of `line` from the view of its side to move: everything searched in the game
    /// that it shares most moves with, up to where they part.
    pub(super) fn take(&self, line: &GameLine<G>) -> Thread<G> {
        let side = line.position().side_to_move();
        let mut threads = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let best = threads
            .iter()
            .enumerate()
            .filter_map(|(index, thread)| Some((thread.common(line, side)?, index)))
            .max();
        match best {
            Some((common, index)) => {
                let mut thread = if common == threads[index].moves.len() {
                    threads.remove(index)
                } else {
                    // Another game with the same beginning, or this one after a take-back.
                    threads[index].clone()
                };
                thread.judged.retain(|&(ply, _)| ply <= common);
                thread
            }
            None => Thread {
                side,
                start: line.positions()[0].clone(),
                moves: Vec::new(),
                judged: Vec::new(),
            },
        }
    }

    /// Remembers what is now known of `line`.
    pub(super) fn put(&self, line: &GameLine<G>, mut thread: Thread<G>) {
        thread.moves.clear();
        thread.moves.extend_from_slice(line.moves());
        let mut threads = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if threads.len() >= GAMES {
            threads.remove(0);
        }
        threads.push(thread);
    }
}
