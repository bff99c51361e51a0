//! The thread that keeps games on disk.
//!
//! A sync to the disk can take long, so no game waits for it: the sitting hands over what is to be
//! written and goes on. Only the newest state of a game is written when the disk is slow. The first
//! failure is told, later ones are only logged; nothing is retried behind the person's back.

use std::cmp::Reverse;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::{SystemTime, UNIX_EPOCH};

use super::rivals::{self, Rival};
use super::standing;
use crate::game::Side;
use crate::measure::equal::{Known, Met};
use crate::measure::strength::Decision;
use crate::record::game::{GameRecord, Kind, Status};
use crate::record::live::{Interrupted, LiveGame};
use crate::record::store::{BadLine, Games, Store, StoreError};
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
    /// These rivals were certified.
    Rivals(Vec<Rival>),
}

/// What the keeper tells.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// It has looked at what is kept; always the first news, and told once.
    Looked {
        /// Games that were left before their end, the latest first.
        interrupted: Vec<GameRecord>,
        /// What could not be read, in words; it is left as it is.
        damaged: Vec<String>,
        /// What is known of the person.
        known: Box<Known>,
        /// The rivals that were certified last.
        rivals: Vec<Rival>,
        /// What was bred toward after the last measured game.
        last: Option<Goal>,
    },
    /// A game was counted; this is known of the person now.
    Counted(Box<Known>),
    /// Games cannot be kept, and why; told once.
    Failed(String),
}

/// What a game had the rivals bred toward.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Goal {
    /// The person's mean loss D in it.
    pub measured: f64,
    /// What the agent was told to hold.
    pub held: f64,
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

    /// Keeps the rivals that were certified last.
    pub fn keep_rivals(&self, rivals: Vec<Rival>) {
        self.send(Work::Rivals(rivals));
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
    let Found {
        mut interrupted,
        unfinished,
        last,
        damaged,
    } = look(folder, person);
    let (known, unread) = standing::look(folder, person);
    let (rivals, without) = rivals::look(folder, person);
    tell(News::Looked {
        interrupted: unfinished,
        damaged: damaged.into_iter().chain(unread).chain(without).collect(),
        known: Box::new(known),
        rivals,
        last,
    });
    let keep_rivals = |certified: &[Rival], failures: &mut Failures<'_>| {
        if let Err(error) = rivals::keep(folder, person, certified) {
            failures.report(&error);
        }
    };
    let mut live: Option<LiveGame> = None;
    let mut store = None;
    while let Ok(mut work) = queue.recv() {
        // States that a newer one of the same game replaces need not reach the disk.
        while let Work::Update(_) = work
            && let Ok(newer) = queue.try_recv()
        {
            match newer {
                Work::Rivals(certified) => keep_rivals(&certified, &mut failures),
                newer => work = newer,
            }
        }
        if let Work::TakeUp(id) = work {
            let place = interrupted.iter().position(|it| it.record().id == id);
            live = place.map(|place| interrupted.swap_remove(place));
            continue;
        }
        if let Work::Rivals(certified) = work {
            keep_rivals(&certified, &mut failures);
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

/// What is found among the games.
#[derive(Default)]
struct Found {
    /// Those whose program ended while they were being played.
    interrupted: Vec<LiveGame>,
    /// All that were left before their end, the latest first.
    unfinished: Vec<GameRecord>,
    /// What was bred toward after the last measured game.
    last: Option<Goal>,
    /// What cannot be read, in words.
    damaged: Option<String>,
}

/// Looks through the games in `folder` for those of `person`. Makes nothing.
fn look(folder: &Path, person: &str) -> Found {
    if !folder.is_dir() {
        return Found::default();
    }
    let found = Store::open(folder).and_then(|store| {
        let interrupted = store.take_interrupted()?;
        let games = store.games()?;
        Ok((store, interrupted, games))
    });
    match found {
        Ok((
            store,
            Interrupted {
                games: live,
                bad: files,
            },
            Games { games, mut bad },
        )) => {
            bad.extend(files);
            let last = last_goal(&games, person);
            // The last line of the file is the latest game. Those of a program that lives are its own.
            let mut unfinished: Vec<GameRecord> = games
                .iter()
                .rev()
                .filter(|it| it.status == Status::Interrupted && !store.is_live(&it.id))
                .cloned()
                .collect();
            let live_ones = live.iter().map(|it| it.record().clone());
            unfinished.splice(0..0, live_ones);
            // Nobody plays on for somebody else.
            unfinished.retain(|game| {
                let people = Side::BOTH.map(|side| game.players.person(side));
                people.into_iter().flatten().all(|name| name == person)
            });
            unfinished.sort_by_key(|game| Reverse(game.ended));
            Found {
                interrupted: live,
                unfinished,
                last,
                damaged: damaged(&bad),
            }
        }
        Err(error) => {
            tracing::warn!("{error}");
            Found {
                damaged: Some(words::unreadable(&error.to_string())),
                ..Found::default()
            }
        }
    }
}

/// What was bred toward after the last measured game of `person`.
fn last_goal(games: &[GameRecord], person: &str) -> Option<Goal> {
    let goal = |game: &GameRecord| {
        let levels = game.levels.filter(|_| game.kind == Kind::Measured)?;
        let own = |side: Side| game.players.person(side) == Some(person);
        let level = match Side::BOTH.into_iter().find(|&side| own(side))? {
            Side::Black => levels.black?,
            Side::White => levels.white?,
        };
        let held = game.target?;
        let goal = Goal {
            measured: level.mean_loss,
            held,
        };
        Some((game.ended, goal))
    };
    let last = games.iter().filter_map(goal).max_by_key(|it| it.0)?;
    Some(last.1)
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
        Work::TakeUp(_) | Work::Count(..) | Work::Rivals(_) => Ok(()),
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
