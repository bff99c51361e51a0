//! The person's profile: a thread goes through the games, so that no key waits for it.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use super::Face;
use crate::search::budget::Cancel;
use crate::session::history::{Game, History, Results, Seen, Tally, Walk, standing_words};
use crate::tui::app::Dialog;
use crate::tui::event::{Flow, Waker};
use crate::tui::screens::profile::{Point, ProfileState};
use crate::tui::words;

const NO_GAMES: [&str; 2] = [
    "No measured game yet.",
    "A game counts when you play it to its end against a program, without values, hints or moves taken back.",
];

/// What the thread finds.
enum Found {
    History(Box<History>),
    /// Of the next game.
    Seen(Box<Seen>),
    Failed(String),
}

/// The thread, and what has come of it.
pub(super) struct Profiling {
    found: Receiver<Found>,
    cancel: Cancel,
    games: Vec<Game>,
    done: usize,
    tally: Tally,
}

impl Drop for Profiling {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

impl Profiling {
    fn start(data: PathBuf, name: String, waker: Waker) -> std::io::Result<Self> {
        let (sender, found) = channel();
        let cancel = Cancel::new();
        let stop = cancel.clone();
        thread::Builder::new()
            .name("profile".to_owned())
            .spawn(move || {
                let tell = |found| {
                    let told = sender.send(found).is_ok();
                    waker.wake();
                    told
                };
                let history = match History::read(&data, &name) {
                    Ok(history) => history,
                    Err(error) => {
                        tell(Found::Failed(error.to_string()));
                        return;
                    }
                };
                let games = history.games.clone();
                if !tell(Found::History(Box::new(history))) {
                    return;
                }
                let mut walk = Walk::default();
                for game in &games {
                    let Ok(seen) = walk.step(game, &stop) else {
                        return;
                    };
                    if !tell(Found::Seen(Box::new(seen))) {
                        return;
                    }
                }
            })?;
        Ok(Self {
            found,
            cancel,
            games: Vec::new(),
            done: 0,
            tally: Tally::default(),
        })
    }

    /// Takes in what has come; says whether anything has.
    fn collect(&mut self, state: &mut ProfileState) -> bool {
        let mut moved = false;
        while let Ok(found) = self.found.try_recv() {
            moved = true;
            match found {
                Found::Failed(why) => {
                    state.head.push(why);
                    state.progress.clear();
                }
                Found::History(history) => self.begin(*history, state),
                Found::Seen(seen) => self.see(&seen, state),
            }
        }
        moved
    }

    fn begin(&mut self, history: History, state: &mut ProfileState) {
        let results = history.results();
        if history.games.is_empty() {
            state.head.extend(NO_GAMES.map(str::to_owned));
        }
        if !history.games.is_empty() || history.others > 0 {
            let line = words::games(history.games.len(), history.others);
            state.head.push(line);
        }
        if history.unreadable > 0 {
            state.head.push(words::unreadable(history.unreadable));
        }
        state.points = vec![Point::default(); history.games.len()];
        if !results.is_empty() {
            let rows = results.iter().map(Results::words);
            state.tables[0] = std::iter::once(words::results_head("discs"))
                .chain(rows)
                .collect();
        }
        self.games = history.games;
        self.told(state);
    }

    fn see(&mut self, seen: &Seen, state: &mut ProfileState) {
        if let Some(point) = state.points.get_mut(self.done) {
            point.loss = seen.loss;
            point.estimate = seen
                .strength
                .map(|it| (it.d, it.interval.low, it.interval.high));
        }
        self.tally.add(&seen.tally);
        self.done += 1;
        self.told(state);
    }

    fn told(&self, state: &mut ProfileState) {
        let all = self.games.len();
        state.progress = if self.done < all {
            words::going_through(self.done, all)
        } else {
            String::new()
        };
        if self.done > 0 {
            state.tables[1] = self.tally.words(self.done);
        }
    }
}

impl Face {
    /// Opens the profile of the person who plays here.
    pub(super) fn open_profile(&mut self) {
        let name = self.sitting.options().settings.name.clone();
        let mut state = ProfileState {
            name: name.clone(),
            ..ProfileState::default()
        };
        let dash = self.app.theme.glyphs.dash;
        if let Some(standing) = self.sitting.standing() {
            state.head = standing_words(&standing, dash);
        }
        match self.sitting.options().data.clone() {
            None => state.head.push(words::NOT_KEPT.to_owned()),
            Some(data) => match Profiling::start(data, name, self.waker.clone()) {
                Ok(profiling) => self.profiling = Some(profiling),
                Err(error) => state.head.push(error.to_string()),
            },
        }
        self.app.profile = state;
        self.app.dialogs.push(Dialog::Profile(0));
    }

    /// Takes in what has been found for the profile while it is on the screen.
    pub(super) fn profile(&mut self) -> Flow {
        let is_open = |dialog: &Dialog| matches!(dialog, Dialog::Profile(_));
        if !self.app.dialogs.iter().any(is_open) {
            self.profiling = None;
            return Flow::Idle;
        }
        let Some(profiling) = &mut self.profiling else {
            return Flow::Idle;
        };
        if profiling.collect(&mut self.app.profile) {
            Flow::Draw
        } else {
            Flow::Idle
        }
    }
}
