//! The thread that keeps games on disk.
//!
//! A sync to the disk can take long, so no game waits for it: the sitting hands over what is to be
//! written and goes on. Only the newest state of a game is written when the disk is slow. The first
//! failure is told, later ones are only logged; nothing is retried behind the person's back.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::{SystemTime, UNIX_EPOCH};

use super::standing;
use crate::measure::equal::{Known, Met};
use crate::measure::strength::Decision;
use crate::record::game::GameRecord;
use crate::record::live::LiveGame;
use crate::record::store::{BadLine, Store, StoreError};
use crate::text::kept as words;

/// Something to be kept.
enum Work {
    /// The game being played, as it stands.
    Update(Box<GameRecord>),
    /// The game is over.
    Finish(Box<GameRecord>),
    /// The game is left and may be taken up at the next start.
    Suspend(Box<GameRecord>),
    /// The game is given up for another one.
    SetAside(Box<GameRecord>),
    /// Go on with the interrupted game of this id.
    TakeUp(String),
    /// Count a measured game, by its id, toward the person's level.
    Count(String, Vec<Decision>, Option<Met>),
}

/// What the keeper tells.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// It has looked at what is kept; always the first news, and told once.
    Looked {
        /// Games whose program ended while they were being played, the latest first.
        interrupted: Vec<GameRecord>,
        /// What could not be read, in words; it is left as it is.
        damaged: Vec<String>,
        /// What is known of the person.
        known: Box<Known>,
    },
    /// A game was counted; this is known of the person now.
    Counted(Box<Known>),
    /// Games cannot be kept, and why; told once.
    Failed(String),
}

/// Handle of the thread that keeps games.
pub struct Keeper {
    work: Option<Sender<Work>>,
    thread: Option<JoinHandle<()>>,
}

impl Keeper {
    /// Keeps games in `folder`, and the profile of `person`; `None` keeps nothing. `tell` is called from the keeper's thread.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start(
        folder: Option<PathBuf>,
        person: String,
        tell: impl Fn(News) + Send + 'static,
    ) -> std::io::Result<Self> {
        let Some(folder) = folder else {
            return Ok(Self {
                work: None,
                thread: None,
            });
        };
        let (work, queue) = channel();
        let thread = std::thread::Builder::new()
            .name("keeper".into())
            .spawn(move || keep(&folder, &person, &queue, &tell))?;
        Ok(Self {
            work: Some(work),
            thread: Some(thread),
        })
    }

    /// Whether games are kept at all.
    #[must_use]
    pub const fn keeps(&self) -> bool {
        self.work.is_some()
    }

    /// Keeps the game being played as it stands.
    pub fn update(&self, record: GameRecord) {
        self.send(Work::Update(Box::new(record)));
    }

    /// Keeps a finished game.
    pub fn finish(&self, record: GameRecord) {
        self.send(Work::Finish(Box::new(record)));
    }

    /// Keeps a game that is left, to be offered at the next start.
    pub fn suspend(&self, record: GameRecord) {
        self.send(Work::Suspend(Box::new(record)));
    }

    /// Keeps a game that is given up for another one.
    pub fn set_aside(&self, record: GameRecord) {
        self.send(Work::SetAside(Box::new(record)));
    }

    /// Goes on with the interrupted game called `id`; the others are offered at the next start.
    pub fn take_up(&self, id: String) {
        self.send(Work::TakeUp(id));
    }

    /// Counts the measured game `id`, in which the person chose like this, toward their level; `met` is
    /// how it ended, if that says something.
    pub fn count(&self, id: String, decisions: Vec<Decision>, met: Option<Met>) {
        self.send(Work::Count(id, decisions, met));
    }

    fn send(&self, work: Work) {
        if let Some(sender) = &self.work {
            // The thread lives as long as this handle.
            let _ = sender.send(work);
        }
    }
}

impl Drop for Keeper {
    /// Waits until everything handed over is on the disk.
    fn drop(&mut self) {
        self.work = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Tells of the first failure; later ones are only logged.
struct Failures<'a> {
    told: bool,
    tell: &'a dyn Fn(News),
}

impl Failures<'_> {
    fn report(&mut self, error: &StoreError) {
        tracing::warn!("{error}");
        if !std::mem::replace(&mut self.told, true) {
            (self.tell)(News::Failed(error.to_string()));
        }
    }
}

fn keep(folder: &Path, person: &str, queue: &Receiver<Work>, tell: &dyn Fn(News)) {
    let mut failures = Failures { told: false, tell };
    let (mut interrupted, damaged) = look(folder);
    let (known, unread) = standing::look(folder, person);
    tell(News::Looked {
        interrupted: interrupted.iter().map(|it| it.record().clone()).collect(),
        damaged: damaged.into_iter().chain(unread).collect(),
        known: Box::new(known),
    });
    let mut live: Option<LiveGame> = None;
    let mut store = None;
    while let Ok(mut work) = queue.recv() {
        // States that a newer one of the same game replaces need not reach the disk.
        while let Work::Update(_) = work
            && let Ok(newer) = queue.try_recv()
        {
            work = newer;
        }
        if let Work::TakeUp(id) = work {
            let place = interrupted.iter().position(|it| it.record().id == id);
            live = place.map(|place| interrupted.swap_remove(place));
            continue;
        }
        if let Work::Count(id, decisions, met) = work {
            match standing::count(folder, person, &id, &decisions, met) {
                Ok(known) => {
                    if let Some(known) = known {
                        tell(News::Counted(Box::new(known)));
                    }
                }
                Err(error) => failures.report(&error),
            }
            continue;
        }
        if store.is_none() {
            match Store::open(folder) {
                Ok(opened) => store = Some(opened),
                Err(error) => {
                    failures.report(&error);
                    continue;
                }
            }
        }
        let Some(store) = &store else { continue };
        if let Err(error) = write(store, &mut live, work) {
            failures.report(&error);
        }
    }
}

/// The interrupted games in `folder`, and in words what cannot be read there. Makes nothing.
fn look(folder: &Path) -> (Vec<LiveGame>, Option<String>) {
    if !folder.is_dir() {
        return (Vec::new(), None);
    }
    let found = Store::open(folder).and_then(|store| {
        let interrupted = store.take_interrupted()?;
        let games = store.games()?;
        Ok((interrupted, games.bad))
    });
    match found {
        Ok((interrupted, mut bad)) => {
            bad.extend(interrupted.bad);
            (interrupted.games, damaged(&bad))
        }
        Err(error) => {
            tracing::warn!("{error}");
            (Vec::new(), Some(words::unreadable(&error.to_string())))
        }
    }
}

fn damaged(bad: &[BadLine]) -> Option<String> {
    for line in bad {
        tracing::warn!("{line}");
    }
    let first = bad.first()?;
    Some(words::damaged(bad.len(), &first.to_string()))
}

fn write(store: &Store, live: &mut Option<LiveGame>, work: Work) -> Result<(), StoreError> {
    // A game's own file, and never that of another one.
    let game = |live: &mut Option<LiveGame>, record: &GameRecord| match live.take() {
        Some(game) if game.record().id == record.id => Ok(game),
        _ => store.begin(record.clone()),
    };
    match work {
        Work::Update(record) => {
            let mut kept = game(live, &record)?;
            let done = kept.update(*record);
            *live = Some(kept);
            done
        }
        Work::Finish(record) => game(live, &record)?.finish(*record),
        Work::Suspend(record) => game(live, &record)?.suspend(*record),
        Work::SetAside(record) => {
            let mut kept = game(live, &record)?;
            kept.update(*record)?;
            kept.set_aside()
        }
        // Need no store.
        Work::TakeUp(_) | Work::Count(..) => Ok(()),
    }
}

/// Milliseconds since 1970-01-01 UTC.
#[must_use]
pub fn now() -> u64 {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
