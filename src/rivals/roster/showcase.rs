//! An arena whose games can be looked at: now and then one of them is kept with its moves.
//!
//! The games are those of the arena inside, move for move; a game that is kept costs the copy of its
//! moves and nothing else, so a run is the same whether it is watched or not.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use super::arena::{KitArena, result};
use super::kit::Kit;
use crate::evolve::style::Answers;
use crate::evolve::{Arena, GameOrder, GameResult};
use koteki_engine::player::PlayerError;
use koteki_engine::search::budget::Cancel;
use koteki_games::{GameLine, Side};

/// A game of the breeding.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownGame<K: Kit> {
    /// The individual's whole weight vector.
    pub weights: Vec<i32>,
    /// The side it had.
    pub side: Side,
    /// The mean loss D that an opponent which holds one held.
    pub target: f64,
    /// The game.
    pub line: GameLine<K>,
}

/// An arena that keeps a game when asked to.
pub struct Showcase<K: Kit> {
    arena: KitArena<K>,
    wanted: AtomicBool,
    kept: Mutex<Option<ShownGame<K>>>,
}

impl<K: Kit> Showcase<K> {
    /// Plays as `arena` does.
    pub const fn new(arena: KitArena<K>) -> Self {
        Self {
            arena,
            wanted: AtomicBool::new(true),
            kept: Mutex::new(None),
        }
    }

    /// The arena inside.
    pub const fn arena(&self) -> &KitArena<K> {
        &self.arena
    }

    /// A game that has been played since the last time; the next one played is kept for the next
    /// call. `None` when none was.
    pub fn take(&self) -> Option<ShownGame<K>> {
        let kept = self
            .kept
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        self.wanted.store(true, Ordering::Relaxed);
        kept
    }
}

impl<K: Kit> Arena for Showcase<K> {
    fn play(
        &self,
        target: f64,
        order: &GameOrder,
        cancel: &Cancel,
    ) -> Result<GameResult, PlayerError> {
        let (side, line) = self.arena.line(target, order, cancel)?;
        let result = result(side, &line);
        // Shown are those against the opponent that the settings name.
        if !KitArena::<K>::is_with_people(order) && self.wanted.swap(false, Ordering::Relaxed) {
            let game = ShownGame {
                weights: order.weights.clone(),
                side,
                target,
                line,
            };
            *self.kept.lock().unwrap_or_else(PoisonError::into_inner) = Some(game);
        }
        Ok(result)
    }

    fn answers(&self, weights: &[i32], cancel: &Cancel) -> Result<Answers, PlayerError> {
        self.arena.answers(weights, cancel)
    }
}
