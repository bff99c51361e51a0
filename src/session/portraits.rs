//! Portraits of the rivals, drawn behind the sitting: a few games each, on a thread of low priority.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::evolve::priority;
use crate::roster::PlayerSpec;
use crate::roster::portrait::{self, GAMES};
use crate::search::budget::Cancel;
use crate::text::portrait as text;

/// Seed of the games of every portrait, so that a rival always has the same one.
pub const SEED: u64 = 1;

/// A rival and what is said of it.
type Drawn = Vec<(PlayerSpec, String)>;

/// The portraits drawn so far.
#[derive(Default)]
pub struct Portraits {
    drawn: Arc<Mutex<Drawn>>,
    /// Those that were asked for last, drawn or not.
    asked: Vec<PlayerSpec>,
    cancel: Cancel,
}

impl Portraits {
    /// Has the portraits of `players` drawn that are not yet; `tell` is called from another thread
    /// when there is a new one. What was asked for before and is not drawn is given up.
    pub fn ask(&mut self, players: Vec<PlayerSpec>, tell: impl Fn() + Send + 'static) {
        if players == self.asked {
            return;
        }
        self.cancel.cancel();
        self.cancel = Cancel::new();
        let missing: Vec<PlayerSpec> = players
            .iter()
            .filter(|player| self.of(player).is_none())
            .copied()
            .collect();
        self.asked = players;
        if missing.is_empty() {
            return;
        }
        let (drawn, cancel) = (Arc::clone(&self.drawn), self.cancel.clone());
        let work = move || {
            priority::lower();
            for player in missing {
                let Some(words) = draw(&player, 1, &cancel) else {
                    return;
                };
                let mut drawn = drawn.lock().unwrap_or_else(PoisonError::into_inner);
                drawn.push((player, words));
                drop(drawn);
                tell();
            }
        };
        // Without a thread there is no portrait, which nobody needs in order to play.
        let _ = thread::Builder::new()
            .name("portraits".to_owned())
            .spawn(work);
    }

    /// What is said of `player`; `None` while that is not known.
    pub fn of(&self, player: &PlayerSpec) -> Option<String> {
        let drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        let found = drawn.iter().find(|(known, _)| known == player);
        found.map(|(_, words)| words.clone())
    }
}

impl Drop for Portraits {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

/// The portrait of a rival in words, from games on `jobs` threads (0 for as many as there are cores,
/// which changes nothing else); `None` when `cancel` was raised first or the system gives no threads.
pub fn draw(player: &PlayerSpec, jobs: usize, cancel: &Cancel) -> Option<String> {
    let portrait = portrait::portrait(player, GAMES, SEED, jobs, cancel).ok()?;
    Some(text::words(&portrait.telling()).unwrap_or_else(|| text::PLAIN.to_owned()))
}
