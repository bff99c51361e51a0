//! The adviser: another program whose values are shown in place of the tester's, which goes on measuring.
//!
//! It has a thread of its own, for it may be slow or dead, and neither the machine's moves nor what is
//! measured may wait for it. It takes up the position nearest to the one that is looked at first.

use std::cmp::Reverse;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use super::Analysis;
use super::worker::panic_message;
use koteki_engine::player::external::judge::Judge;
use koteki_engine::search::budget::Cancel;
use koteki_engine::search::root::Search as _;
use koteki_games::othello::Position;
use koteki_rivals::roster::{EngineSpec, NO_VALUES};

/// What the adviser has to say.
#[derive(Debug)]
pub enum Advice {
    /// It has looked at a position.
    Seen {
        /// Where in the game the position stood when it was asked.
        ply: usize,
        /// The position.
        position: Position,
        /// What it sees.
        analysis: Box<Analysis>,
    },
    /// It has failed, in words, and says nothing any more.
    Failed(String),
}

/// A position and where in the game it stands.
type Place = (usize, Position);

/// What is wanted of it.
#[derive(Default)]
struct Wanted {
    places: Vec<Place>,
    /// The ply that is looked at.
    focus: usize,
    /// What it is at.
    running: Option<(Place, Cancel)>,
    /// Whether nothing more is wanted.
    ended: bool,
}

#[derive(Default)]
struct Shared {
    wanted: Mutex<Wanted>,
    changed: Condvar,
}

impl Shared {
    fn wanted(&self) -> MutexGuard<'_, Wanted> {
        self.wanted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for something to do; `None` when there will be nothing any more.
    fn next(&self) -> Option<(Place, Cancel)> {
        let mut wanted = self.wanted();
        loop {
            if wanted.ended {
                return None;
            }
            let focus = wanted.focus;
            let places = wanted.places.iter().enumerate();
            let nearest = places.min_by_key(|&(_, &(ply, _))| (ply.abs_diff(focus), Reverse(ply)));
            if let Some((at, _)) = nearest {
                let next = (wanted.places.swap_remove(at), Cancel::new());
                wanted.running = Some(next.clone());
                return Some(next);
            }
            wanted = self
                .changed
                .wait(wanted)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Handle of the adviser; its program ends with it.
pub(super) struct Adviser {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

impl Adviser {
    /// Starts the thread; the program is started when it is first asked. All it says goes to `sink`, called
    /// from that thread.
    ///
    /// # Errors
    /// When the system gives no thread, or the engine's protocol has no values.
    pub(super) fn start(
        engine: EngineSpec,
        sink: impl Fn(Advice) + Send + 'static,
    ) -> io::Result<Self> {
        let judge = engine.judge();
        let judge = judge.ok_or_else(|| io::Error::other(NO_VALUES))?;
        let judge = judge.of_every_position();
        let shared = Arc::new(Shared::default());
        let own = Arc::clone(&shared);
        let thread = std::thread::Builder::new()
            .name("adviser".into())
            .spawn(move || work(&own, &judge, &sink))?;
        Ok(Self {
            shared,
            thread: Some(thread),
        })
    }

    /// Wants these positions, and nothing else of what was wanted before; those near ply `focus` first.
    pub(super) fn want(&self, mut places: Vec<Place>, focus: usize) {
        let mut wanted = self.shared.wanted();
        if let Some((running, cancel)) = &wanted.running {
            let at = places.iter().position(|place| place == running);
            match at.filter(|_| !cancel.is_cancelled()) {
                Some(at) => drop(places.swap_remove(at)),
                None => cancel.cancel(),
            }
        }
        wanted.places = places;
        wanted.focus = focus;
        self.shared.changed.notify_one();
    }

    /// The person looks at this ply.
    pub(super) fn focus(&self, ply: usize) {
        self.shared.wanted().focus = ply;
    }
}

impl Drop for Adviser {
    fn drop(&mut self) {
        let mut wanted = self.shared.wanted();
        wanted.ended = true;
        if let Some((_, cancel)) = &wanted.running {
            cancel.cancel();
        }
        drop(wanted);
        self.shared.changed.notify_one();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn work(shared: &Shared, judge: &Judge<Position>, sink: &impl Fn(Advice)) {
    while let Some(((ply, position), cancel)) = shared.next() {
        let analysis = catch_unwind(AssertUnwindSafe(|| {
            Analysis::by_engine(&position, judge, &cancel)
        }));
        shared.wanted().running = None;
        let failed = match analysis {
            Ok(Ok(analysis)) => {
                let analysis = Box::new(analysis);
                sink(Advice::Seen {
                    ply,
                    position,
                    analysis,
                });
                continue;
            }
            Ok(Err(_)) => judge.failure(),
            Err(panic) => Some(panic_message(&*panic)),
        };
        // Without a fault it was cancelled, and no longer wanted.
        if let Some(why) = failed {
            sink(Advice::Failed(why));
            return;
        }
    }
}
