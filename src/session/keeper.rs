//! The thread that keeps games on disk.
//!
//! A sync to the disk can take long, so no game waits for it: the sitting hands over what is to be
//! written and goes on. Only the newest state of a game is written when the disk is slow. The first
//! failure is told, later ones are only logged; nothing is retried behind the person's back.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::record::game::GameRecord;
use crate::record::live::LiveGame;
use crate::record::store::{Store, StoreError};

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
    /// Go on with the game that was interrupted.
    TakeUp(Box<LiveGame>),
}

/// Handle of the thread that keeps games.
pub struct Keeper {
    work: Option<Sender<Work>>,
    thread: Option<JoinHandle<()>>,
}

impl Keeper {
    /// Keeps games in `folder`; `None` keeps nothing. `failed` is told of the first failure.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start(
        folder: Option<PathBuf>,
        failed: impl Fn(String) + Send + 'static,
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
            .spawn(move || keep(folder, &queue, &failed))?;
        Ok(Self {
            work: Some(work),
            thread: Some(thread),
        })
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

    /// Goes on with an interrupted game.
    pub fn take_up(&self, game: LiveGame) {
        self.send(Work::TakeUp(Box::new(game)));
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

fn keep(folder: PathBuf, queue: &Receiver<Work>, failed: &impl Fn(String)) {
    let mut told = false;
    let mut report = |error: StoreError| {
        tracing::warn!("{error}");
        if !std::mem::replace(&mut told, true) {
            failed(error.to_string());
        }
    };
    let mut live: Option<LiveGame> = None;
    let mut store = None;
    while let Ok(mut work) = queue.recv() {
        // States that a newer one of the same game replaces need not reach the disk.
        while let Work::Update(_) = work
            && let Ok(newer) = queue.try_recv()
        {
            work = newer;
        }
        if let Work::TakeUp(game) = work {
            live = Some(*game);
            continue;
        }
        if store.is_none() {
            match Store::open(&folder) {
                Ok(opened) => store = Some(opened),
                Err(error) => {
                    report(error);
                    continue;
                }
            }
        }
        let Some(store) = &store else { continue };
        if let Err(error) = write(store, &mut live, work) {
            report(error);
        }
    }
}

fn write(store: &Store, live: &mut Option<LiveGame>, work: Work) -> Result<(), StoreError> {
    let game = |live: &mut Option<LiveGame>, record: &GameRecord| match live.take() {
        Some(game) => Ok(game),
        None => store.begin(record.clone()),
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
        Work::TakeUp(game) => {
            *live = Some(*game);
            Ok(())
        }
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
