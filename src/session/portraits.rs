//! Portraits of the rivals, drawn behind the sitting: a few games each, on a thread of low priority.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use koteki_engine::search::budget::Cancel;
use koteki_rivals::evolve::priority;
use koteki_rivals::roster::kit::Kit;

/// A rival and what is said of it.
type Drawn<K> = Vec<(<K as Kit>::Spec, String)>;

/// The portraits drawn so far.
pub struct Portraits<K: Kit> {
    drawn: Arc<Mutex<Drawn<K>>>,
    /// Those that were asked for last, drawn or not.
    asked: Vec<K::Spec>,
    cancel: Cancel,
}

impl<K: Kit> Default for Portraits<K> {
    fn default() -> Self {
        Self {
            drawn: Arc::default(),
            asked: Vec::new(),
            cancel: Cancel::new(),
        }
    }
}

impl<K: Kit> Portraits<K> {
    /// Has the portraits of `players` drawn that are not yet; `notify` is called from another thread
    /// when there is a new one. What was asked for before and is not drawn is given up.
    pub fn ask(&mut self, players: Vec<K::Spec>, notify: impl Fn() + Send + 'static) {
        if players == self.asked {
            return;
        }
        self.cancel.cancel();
        self.cancel = Cancel::new();
        let missing: Vec<K::Spec> = players
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
                let Some(it) = K::portray(&player, 1, &cancel) else {
                    return;
                };
                let mut drawn = drawn.lock().unwrap_or_else(PoisonError::into_inner);
                drawn.push((player, it.portrait));
                drop(drawn);
                notify();
            }
        };
        // Without a thread there is no portrait, which the game does not need.
        let _ = thread::Builder::new()
            .name("portraits".to_owned())
            .spawn(work);
    }

    /// What is said of `player`; `None` while that is not known.
    pub fn of(&self, player: &K::Spec) -> Option<String> {
        let drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        let found = drawn.iter().find(|(known, _)| known == player);
        found.map(|(_, words)| words.clone())
    }
}

impl<K: Kit> Drop for Portraits<K> {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}
