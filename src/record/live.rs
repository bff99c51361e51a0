//! The Othello game being played, on disk after every move.
//!
//! Each program that plays has a file of its own, `live/<game's id>.json`, replaced whole (a
//! temporary file, renamed over it; [`sync`](super::replace::sync) may follow at leisure), and holds a
//! lock on `live/<game's id>.lock` as long as it lives. Whoever finds such a file and gets the lock
//! knows that its owner is gone, and may take the game up; while the owner lives no one can. A lock
//! goes with its process, however that ends, so a kill -9 leaves nothing to clean up by hand.
//!
//! A game ends by being written here as a finished one, then appended to the games and counted by whoever
//! measures people, and then removed here. A program that is killed on the way leaves it here, and whoever
//! finds it does the rest; a game that is among the games already is not appended again. An interrupted
//! game is in both places on purpose: among the games, for nothing may be lost, and here, to be taken up.

use std::cmp::Reverse;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::game::{GameRecord, RecordError, Status};
use super::lock::{LockedFile, Patience};
use super::replace::replace_unsynced;
use super::store::{BadLine, Games, Store, StoreError};
use super::{AtPath as _, regular};

const FOLDER: &str = "live";

/// A game that this process is playing, or may take up. Dropped, it is found again at the next
/// start.
#[derive(Debug)]
pub struct LiveGame {
    store: Store,
    path: PathBuf,
    lock_path: PathBuf,
    _lock: LockedFile,
    record: GameRecord,
}

/// What was found of games that were being played when their program ended.
#[derive(Debug, Default)]
pub struct Interrupted {
    /// The games, the latest first. Each is this process's now: to be played on with
    /// [`LiveGame::update`], to be given up with [`LiveGame::remove`], or to be left for the next
    /// start by dropping it.
    pub games: Vec<LiveGame>,
    /// Those that are over, and whose program ended before it could [append](LiveGame::append) and
    /// [remove](LiveGame::remove) them.
    pub finished: Vec<LiveGame>,
    /// All games of the file of games as it was before.
    pub known: Vec<GameRecord>,
    /// Lines and files that are no games or cannot be taken up; they are left as they are.
    pub bad: Vec<BadLine>,
}

impl Store {
    fn live_folder(&self) -> PathBuf {
        self.folder().join(FOLDER)
    }

    /// Begins to keep `record` as the game being played: see [`LiveGame::update`].
    ///
    /// # Errors
    /// When it can't be written.
    pub fn begin(&self, record: GameRecord) -> Result<LiveGame, StoreError> {
        let folder = self.live_folder();
        regular::make_folder(&folder).map_err(StoreError::Folder)?;
        let name = file_name(&record.id);
        let lock_path = folder.join(format!("{name}.lock"));
        let lock = LockedFile::at(&lock_path, Patience::None)
            .and_then(|lock| {
                lock.ok_or_else(|| io::Error::other("another program is playing this game"))
            })
            .at(&lock_path)?;
        let live = LiveGame {
            store: self.clone(),
            path: folder.join(format!("{name}.json")),
            lock_path,
            _lock: lock,
            record,
        };
        live.write()?;
        Ok(live)
    }

    /// Whether the game `id` is being played somewhere, or was when its program ended.
    pub fn is_live(&self, id: &str) -> bool {
        let name = file_name(id);
        self.live_folder().join(format!("{name}.json")).exists()
    }

    /// The games whose programs ended while they were being played. They are appended to the games
    /// as interrupted ones if that was not done yet (or can't be: they are here all the same). Games
    /// that another living program is playing are not touched.
    ///
    /// # Errors
    /// When there are games, or is a folder of live ones, and the system does not let them be read.
    pub fn take_interrupted(&self) -> Result<Interrupted, StoreError> {
        let Games { games: known, bad } = self.games()?;
        let mut found = Interrupted {
            bad,
            ..Interrupted::default()
        };
        let folder = self.live_folder();
        let entries = match fs::read_dir(&folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Interrupted { known, ..found });
            }
            entries => entries.at(&folder).map_err(StoreError::Read)?,
        };
        for entry in entries.flatten() {
            let path = entry.path();
            if path.extension().is_none_or(|extension| extension != "json") {
                continue;
            }
            let live = match self.take(&path) {
                Ok(Some(live)) => live,
                Ok(None) => continue,
                Err(fault) => {
                    found.bad.push(BadLine {
                        path,
                        line: 1,
                        fault,
                    });
                    continue;
                }
            };
            if live.record.status == Status::Finished {
                found.finished.push(live);
                continue;
            }
            let written = known.iter().find(|game| game.id == live.record.id);
            // An earlier version wrote it so, and was killed before it removed it.
            if written.is_some_and(|game| game.status == Status::Finished) {
                live.remove();
            } else {
                let _ = self.append_news(&known, &live.record.clone().interrupted());
                found.games.push(live);
            }
        }
        found.known = known;
        // Of one second the one that was written last.
        let written = |path: &Path| fs::metadata(path).and_then(|it| it.modified()).ok();
        found
            .games
            .sort_by_cached_key(|live| Reverse((live.record.ended, written(&live.path))));
        Ok(found)
    }

    /// The game in the file at `path`; `None` when another living program is playing it, or has just
    /// ended it.
    fn take(&self, path: &Path) -> Result<Option<LiveGame>, RecordError> {
        let refused = |error: io::Error| RecordError::Refused(error.to_string());
        let lock_path = path.with_extension("lock");
        let lock = LockedFile::at(&lock_path, Patience::None);
        let Some(lock) = lock.map_err(refused)? else {
            return Ok(None);
        };
        // Under the lock, for the owner may have ended it between the listing and now.
        let read = regular::check(path).and_then(|()| fs::read(path));
        let text = match read {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let _ = fs::remove_file(&lock_path);
                return Ok(None);
            }
            read => String::from_utf8(read.map_err(refused)?).map_err(|_| RecordError::NotText)?,
        };
        Ok(Some(LiveGame {
            store: self.clone(),
            record: GameRecord::from_line(text.trim_end())?,
            path: path.to_owned(),
            lock_path,
            _lock: lock,
        }))
    }
}

impl LiveGame {
    /// The game as it was last written.
    pub const fn record(&self) -> &GameRecord {
        &self.record
    }

    /// Where it is written.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Puts `record` in place of what was written: from then on it survives the end of the program. To be
    /// called after every move, before it is shown.
    ///
    /// # Errors
    /// When it can't be written; the disk then holds the game as it was before.
    pub fn update(&mut self, record: GameRecord) -> Result<(), StoreError> {
        // The id is the file's name, so a game keeps the one it began with.
        let id = self.record.id.clone();
        let before = std::mem::replace(&mut self.record, GameRecord { id, ..record });
        self.write().inspect_err(|_| self.record = before)
    }

    /// Appends the game to the games, as a finished or an interrupted one, unless it is there. Here it stays.
    ///
    /// # Errors
    /// When it can't be appended.
    pub fn append(&self) -> Result<(), StoreError> {
        let mut record = self.record.clone();
        if record.status != Status::Finished {
            record = record.interrupted();
        }
        self.store.append_once(&record)
    }

    /// Removes the game from the live ones: it is over or given up, and not offered again.
    pub fn remove(self) {
        // Should this fail, the id keeps the game from being offered again.
        let _ = fs::remove_file(&self.path);
        let _ = fs::remove_file(&self.lock_path);
    }

    fn write(&self) -> Result<(), StoreError> {
        let mut line = self.record.to_line()?;
        line.push('\n');
        Ok(replace_unsynced(&self.path, line.as_bytes()).at(&self.path)?)
    }
}

/// The id as a file's name: what a name may not hold everywhere becomes `_`.
fn file_name(id: &str) -> String {
    id.chars()
        .map(|char| {
            if char.is_ascii_alphanumeric() || char == '-' {
                char
            } else {
                '_'
            }
        })
        .collect()
}
