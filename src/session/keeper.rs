//! Games on disk: what is shown of a game is kept before it is shown, whatever ends the program.
//!
//! The game being played is written at once, which takes no time to speak of. A sync to the disk can take
//! long, and so can a look through all games; no game waits for them: a thread does them, one after the
//! other. The first failure is reported, later ones are only logged; nothing is retried behind the person's back.

use std::cmp::Reverse;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use super::history;
use super::rivals::{self, Rival};
use super::standing;
use koteki_engine::search::budget::Cancel;
use koteki_games::othello::Position;
use koteki_games::{Game as _, Side};
use koteki_record::game::{GameRecord, Kind, Status};
use koteki_record::live::{Interrupted, LiveGame};
use koteki_record::replace::sync;
use koteki_record::store::{BadLine, Store, StoreError};
use koteki_record::{self as record, AtPath as _};
use koteki_rivals::measure::equal::{Evidence, GameEvidence, ResultAgainst};
use koteki_rivals::measure::likeness;
use koteki_rivals::measure::strength::Decision;
use koteki_rivals::roster::{PlayerSpec, SearchSpec};

/// What the thread does, with a game that has been written for the most part.
enum Work {
    /// Puts it on the disk, where the end of the system does not lose it.
    Sync(PathBuf),
    /// Puts it among the games, counts it, and removes it from the live ones: it is over.
    Finish(Box<LiveGame>, Option<GameEvidence>),
    /// Puts it on the disk there and among the games: it was left before its end.
    Suspend(PathBuf, Box<GameRecord>),
    /// Keeps the rivals that were certified last.
    Rivals(Vec<Rival>),
    /// Reports that it could not be written.
    Fail(StoreError),
}

/// What the keeper reports.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// It has looked at what is kept; always the first news, and only once.
    Looked {
        /// Games that were left before their end, the latest first.
        interrupted: Vec<GameRecord>,
        /// Whether no game has been finished since the first of them was left.
        is_latest: bool,
        /// Whether the person has played any game to its end.
        has_finished: bool,
        /// What could not be read, in words; it is left as it is.
        damaged: Vec<String>,
        /// What is known of the person.
        known: Box<Evidence>,
        /// The rivals that were certified last.
        rivals: Vec<Rival>,
        /// What was bred toward after the last measured game.
        last: Option<Goal>,
        /// The rivals that the person met in measured games, and how each game ended for the person.
        met: Vec<(PlayerSpec, i32)>,
    },
    /// A game was counted; this is known of the person now.
    Counted(Box<Evidence>),
    /// Games cannot be kept, and why; reported once.
    Failed(String),
}

/// What a game had the rivals bred toward.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Goal {
    /// The person's mean loss D in it.
    pub measured: f64,
    /// What the agent was to hold.
    pub held: f64,
}

/// Keeps games, with a thread of its own.
pub struct Keeper {
    folder: Option<PathBuf>,
    /// The game at the table, once it was written.
    live: Option<LiveGame>,
    /// Whether what was to be written last is on the disk.
    kept: bool,
    /// Games left before their end, until they are taken up.
    interrupted: Arc<Mutex<Vec<LiveGame>>>,
    work: Option<Sender<Work>>,
    thread: Option<JoinHandle<()>>,
}

impl Keeper {
    /// Keeps games in `folder`, and the profile of `person`; `None` keeps nothing. `report` is called from the keeper's thread.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start(
        folder: Option<PathBuf>,
        person: String,
        report: impl Fn(News) + Send + 'static,
    ) -> std::io::Result<Self> {
        let mut keeper = Self {
            kept: folder.is_some(),
            folder,
            live: None,
            interrupted: Arc::default(),
            work: None,
            thread: None,
        };
        if let Some(folder) = keeper.folder.clone() {
            let (work, queue) = channel();
            let interrupted = Arc::clone(&keeper.interrupted);
            let thread = std::thread::Builder::new()
                .name("keeper".into())
                .spawn(move || keep(&folder, &person, &interrupted, &queue, &report))?;
            keeper.work = Some(work);
            keeper.thread = Some(thread);
        }
        Ok(keeper)
    }

    /// Whether games are kept, and the last one to be written could be.
    pub const fn keeps(&self) -> bool {
        self.kept
    }

    /// Keeps the game being played as it stands.
    pub fn update(&mut self, record: GameRecord) {
        if let Some(game) = self.write(record) {
            self.send(Work::Sync(game.path().to_owned()));
            self.live = Some(game);
        }
    }

    /// Nothing of the game at the table is left: all of it was taken back.
    pub fn forget(&mut self) {
        if let Some(game) = self.live.take() {
            game.remove();
        }
    }

    /// Keeps a finished game, and counts it toward the person's level if it says something of that.
    pub fn finish(&mut self, record: GameRecord, counted: Option<GameEvidence>) {
        if let Some(game) = self.write(record) {
            self.send(Work::Finish(Box::new(game), counted));
        }
    }

    /// Keeps a game that is left before its end, to be taken up again.
    pub fn suspend(&mut self, record: GameRecord) {
        if let Some(game) = self.write(record) {
            let record = Box::new(game.record().clone());
            self.send(Work::Suspend(game.path().to_owned(), record));
            self.suspended().push(game);
        }
    }

    /// Keeps the rivals that were certified last.
    pub fn keep_rivals(&self, rivals: Vec<Rival>) {
        self.send(Work::Rivals(rivals));
    }

    /// Resumes the game called `id`, which was left before its end.
    pub fn take_up(&mut self, id: &str) {
        let mut games = self.suspended();
        let place = games.iter().position(|it| it.record().id == id);
        let game = place.map(|place| games.swap_remove(place));
        drop(games);
        self.live = game;
    }

    fn suspended(&self) -> MutexGuard<'_, Vec<LiveGame>> {
        let games = self.interrupted.lock();
        games.unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes the game at the table to its own file, and never to that of another one.
    fn write(&mut self, record: GameRecord) -> Option<LiveGame> {
        let folder = self.folder.as_ref()?;
        let written = match self.live.take() {
            Some(mut game) if game.record().id == record.id => game.update(record).map(|()| game),
            _ => Store::open(folder).and_then(|store| store.begin(record)),
        };
        self.kept = written.is_ok();
        written.map_err(|error| self.send(Work::Fail(error))).ok()
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

/// Reports the first failure; later ones are only logged.
struct Failures<'a> {
    reported: bool,
    report: &'a dyn Fn(News),
}

impl Failures<'_> {
    fn report(&mut self, error: &StoreError) {
        tracing::warn!("{error}");
        if !std::mem::replace(&mut self.reported, true) {
            (self.report)(News::Failed(error.to_string()));
        }
    }
}

fn keep(
    folder: &Path,
    person: &str,
    interrupted: &Mutex<Vec<LiveGame>>,
    queue: &Receiver<Work>,
    report: &dyn Fn(News),
) {
    let mut failures = Failures {
        reported: false,
        report,
    };
    let found = look(folder, person);
    let (known, unread) = standing::look::<Position>(folder, person);
    let (rivals, without) = rivals::look(folder, person);
    interrupted
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .extend(found.interrupted);
    let damaged = found.damaged.into_iter();
    report(News::Looked {
        interrupted: found.unfinished,
        is_latest: found.is_latest,
        has_finished: found.has_finished,
        damaged: damaged.chain(unread).chain(without).collect(),
        known: Box::new(known),
        rivals,
        last: found.last,
        met: found.met,
    });
    found.failed.iter().for_each(|it| failures.report(it));
    let keep_rivals = |certified: &[Rival]| rivals::keep(folder, person, certified);
    while let Ok(mut work) = queue.recv() {
        // What comes next puts the same game on the disk.
        while let Work::Sync(_) = work
            && let Ok(newer) = queue.try_recv()
        {
            match newer {
                Work::Rivals(certified) => {
                    if let Err(error) = keep_rivals(&certified) {
                        failures.report(&error);
                    }
                }
                newer => work = newer,
            }
        }
        let done = match work {
            Work::Sync(path) => match sync(&path) {
                // Forgotten meanwhile.
                Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
                synced => synced.at(&path).map_err(StoreError::Write),
            },
            Work::Finish(game, counted) => finish(folder, person, *game, counted).map(|known| {
                if let Some(known) = known {
                    report(News::Counted(Box::new(known)));
                }
            }),
            Work::Suspend(path, game) => sync(&path)
                .at(&path)
                .map_err(StoreError::Write)
                .and_then(|()| Store::open(folder)?.append_once(&game.interrupted())),
            Work::Rivals(certified) => keep_rivals(&certified),
            Work::Fail(error) => Err(error),
        };
        if let Err(error) = done {
            failures.report(&error);
        }
    }
}

/// Puts a game that is over among the games and counts it for `person`; what is known of them then, if it
/// counts. Only then is it removed from the live ones: killed before, the next start does it.
fn finish(
    folder: &Path,
    person: &str,
    game: LiveGame,
    counted: Option<GameEvidence>,
) -> Result<Option<Evidence>, StoreError> {
    game.append()?;
    // One that was left before it was measured is measured now.
    let counted = counted.or_else(|| Some(self::counted(game.record())?.1));
    let known = match counted {
        Some(counted) => standing::count::<Position>(folder, person, &game.record().id, counted)?,
        None => None,
    };
    game.remove();
    Ok(known)
}

/// What a game that is over says of the person who played it, and their name: the same as when it ended.
fn counted(record: &GameRecord) -> Option<(String, GameEvidence)> {
    let tester = record.tester.as_deref()?.parse();
    if record.kind != Kind::Measured
        || !matches!(tester, Ok(PlayerSpec::Tester(spec)) if spec.measures_as_the_preset())
    {
        return None;
    }
    let mut people = Side::BOTH.into_iter();
    let (side, person) = people.find_map(|it| Some((it, record.players.person(it)?)))?;
    let line = record.line().ok()?;
    let SearchSpec { depth, .. } = SearchSpec::TESTER;
    let search = SearchSpec::TESTER.search();
    // It is never cancelled.
    let decisions = Decision::of_line(&line, side, &search, depth, &Cancel::new()).ok()?;
    let likeness = likeness::of_game(&line, side, &Cancel::new()).ok()?;
    let score = line.position().outcome()?.score(side);
    let result = record
        .even
        .map(|opponent| ResultAgainst { opponent, score });
    let counted = GameEvidence {
        ended: record.ended,
        decisions,
        likeness,
        result,
    };
    (!counted.decisions.is_empty()).then(|| (person.to_owned(), counted))
}

/// What a look at a folder of games finds.
#[derive(Default)]
struct FolderContents {
    /// The games whose program ended while they were being played.
    interrupted: Vec<LiveGame>,
    /// All that were left before their end, the latest first.
    unfinished: Vec<GameRecord>,
    /// Whether no game has been finished since the first of those was left.
    is_latest: bool,
    /// Whether any has been finished.
    has_finished: bool,
    /// What was bred toward after the last measured game.
    last: Option<Goal>,
    /// The rivals that were met, and how each game ended for the person.
    met: Vec<(PlayerSpec, i32)>,
    /// In words, what cannot be read; it is left as it is.
    damaged: Option<String>,
    /// Why games could not be finished.
    failed: Vec<StoreError>,
}

/// Looks through the games in `folder` for those of `person`, and finishes those that were over when their
/// program was killed. Makes nothing.
fn look(folder: &Path, person: &str) -> FolderContents {
    if !folder.is_dir() {
        return FolderContents::default();
    }
    let opened = Store::open(folder).and_then(|store| Ok((store.take_interrupted()?, store)));
    match opened {
        Ok((taken, store)) => {
            let over = || {
                let finished = taken.finished.iter().map(LiveGame::record);
                let known = taken.known.iter();
                known
                    .filter(|it| it.status == Status::Finished)
                    .chain(finished)
            };
            let last = last_goal(over(), person);
            let met = over()
                .filter_map(|game| history::met(game, person))
                .collect();
            let unfinished = unfinished(&store, &taken, person);
            let ended = over().filter(|it| is_of(it, person)).map(|it| it.ended);
            let latest = ended.max();
            let has_finished = latest.is_some();
            let is_latest = latest <= unfinished.first().map(|it| it.ended);
            let finish = |game: LiveGame| {
                let (person, counted) = counted(game.record()).unzip();
                finish(folder, &person.unwrap_or_default(), game, counted).err()
            };
            // Those of other people stay theirs to resume.
            let games = taken.games.into_iter();
            FolderContents {
                interrupted: games.filter(|it| is_of(it.record(), person)).collect(),
                unfinished,
                is_latest,
                has_finished,
                last,
                met,
                damaged: damaged(&taken.bad),
                failed: taken.finished.into_iter().filter_map(finish).collect(),
            }
        }
        Err(error) => {
            tracing::warn!("{error}");
            FolderContents {
                damaged: Some(format!(
                    "The kept games cannot be read and are left as they are: {error}"
                )),
                ..FolderContents::default()
            }
        }
    }
}

/// The games of `person` that were left before their end, the latest first.
fn unfinished(store: &Store, taken: &Interrupted, person: &str) -> Vec<GameRecord> {
    // The last line of the file is the latest game. Those of a program that lives are its own.
    let known = taken.known.iter().rev();
    let left = known.filter(|it| it.status == Status::Interrupted && !store.is_live(&it.id));
    let mut games: Vec<GameRecord> = taken
        .games
        .iter()
        .map(LiveGame::record)
        .chain(left)
        .cloned()
        .collect();
    games.retain(|game| is_of(game, person));
    games.sort_by_key(|game| Reverse(game.ended));
    games
}

/// Whether no other person plays in it.
fn is_of(game: &GameRecord, person: &str) -> bool {
    let people = Side::BOTH.map(|side| game.players.person(side));
    people.into_iter().flatten().all(|name| name == person)
}

/// What was bred toward after the last measured game of `person`.
fn last_goal<'a>(games: impl Iterator<Item = &'a GameRecord>, person: &str) -> Option<Goal> {
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
    let last = games.filter_map(goal).max_by_key(|it| it.0)?;
    Some(last.1)
}

fn damaged(bad: &[BadLine]) -> Option<String> {
    for line in bad {
        tracing::warn!("{line}");
    }
    let first = bad.first()?;
    Some(unreadable_games(bad.len(), &first.to_string()))
}

/// Milliseconds since 1970-01-01 UTC.
pub fn now() -> u64 {
    u64::try_from(record::now().as_millis()).unwrap_or(u64::MAX)
}

fn unreadable_games(count: usize, first: &str) -> String {
    if count == 1 {
        format!("One kept game cannot be read and is left as it is: {first}")
    } else {
        format!("{count} kept games cannot be read and are left as they are; the first: {first}")
    }
}
