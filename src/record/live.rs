//! The game being played, on the disk after every move.
//!
//! Each program that plays has a file of its own, `live/<game's id>.json`, replaced whole (a
//! temporary file, synced, then renamed over it), and holds a lock on `live/<game's id>.lock` as
//! long as it lives. Whoever finds such a file and gets the lock knows that its owner is gone, and
//! may take the game up; while the owner lives nobody can. A lock goes with its process, however
//! that ends, so a kill -9 leaves nothing to clean up by hand.
//!
//! A game ends by being appended to the games and then removed here. Between the two it is in both
//! places for a moment; a kill there must not make two games of it, so whoever finds it looks for
//! its id among the finished games first. An interrupted game is in both places on purpose: among
//! the games, for nothing may be lost, and here, to be taken up.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::game::{GameRecord, Status};
use super::replace::replace;
use super::store::{BadLine, Store, StoreError};

const FOLDER: &str = "live";

/// A game that this process is playing, or may take up. Dropped, it is found again at the next
/// start.
#[derive(Debug)]
pub struct LiveGame {
    store: Store,
    path: PathBuf,
    lock_path: PathBuf,
    /// Holds the lock for as long as it is open.
    lock: File,
    record: GameRecord,
}

/// What was found of games that were being played when their program ended.
#[derive(Debug, Default)]
pub struct Interrupted {
    /// The games, the latest first. Each is this process's now: to be played on with
    /// [`LiveGame::update`], to be given up with [`LiveGame::set_aside`], or to be left for the next
    /// start by dropping it.
    pub games: Vec<LiveGame>,
    /// Files that are no games; they are left as they are.
    pub bad: Vec<BadLine>,
}

impl Store {
    fn live_folder(&self) -> PathBuf {
        self.folder().join(FOLDER)
    }

    /// Begins to keep `record` as the game being played.
    ///
    /// # Errors
    /// When it can't be written.
    pub fn begin(&self, record: GameRecord) -> Result<LiveGame, StoreError> {
        let folder = self.live_folder();
        fs::create_dir_all(&folder).map_err(|error| StoreError::Folder {
            path: folder.clone(),
            error,
        })?;
        let name = file_name(&record.id);
        let lock_path = folder.join(format!("{name}.lock"));
        let lock = match take_lock(&lock_path).map_err(StoreError::write(&lock_path))? {
            Some(lock) => lock,
            None => {
                let error = io::Error::other("another program is playing this game");
                return Err(StoreError::write(&lock_path)(error));
            }
        };
        let live = LiveGame {
            store: self.clone(),
            path: folder.join(format!("{name}.json")),
            lock_path,
            lock,
            record,
        };
        live.write()?;
        Ok(live)
    }

    /// Whether the game `id` is being played somewhere, or was when its program ended.
    #[must_use]
    pub fn is_live(&self, id: &str) -> bool {
        let name = file_name(id);
        self.live_folder().join(format!("{name}.json")).exists()
    }

    /// The games whose programs ended while they were being played. They are appended to the games
    /// as interrupted ones if that was not done yet (or can't be: they are here all the same). Games
    /// that another living program is playing are not touched; those that are finished already are
    /// removed.
    ///
    /// # Errors
    /// When there is a folder of live games and it, or the games, can't be read.
    pub fn take_interrupted(&self) -> Result<Interrupted, StoreError> {
        let mut found = Interrupted::default();
        let folder = self.live_folder();
        let entries = match fs::read_dir(&folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(found),
            entries => entries.map_err(StoreError::read(&folder))?,
        };
        let mut known = None;
        for entry in entries.flatten() {
            let path = entry.path();
            if path.extension().is_none_or(|extension| extension != "json") {
                continue;
            }
            let lock_path = path.with_extension("lock");
            // Without its lock a file may not be taken: its owner lives, or this folder is read-only.
            let Ok(Some(lock)) = take_lock(&lock_path) else {
                continue;
            };
            // Under the lock, for the owner may have finished between the listing and now.
            let text = match fs::read(&path) {
                Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
                Err(_) => {
                    let _ = fs::remove_file(&lock_path);
                    continue;
                }
            };
            let record = match GameRecord::from_line(text.trim_end()) {
                Ok(record) => record,
                Err(fault) => {
                    found.bad.push(BadLine {
                        path,
                        line: 1,
                        fault,
                    });
                    continue;
                }
            };
            let known = match &mut known {
                Some(known) => known,
                none => none.insert(self.games()?.games),
            };
            let written = known.iter().find(|game| game.id == record.id);
            let finished = written.is_some_and(|game| game.status == Status::Finished);
            let live = LiveGame {
                store: self.clone(),
                path,
                lock_path,
                lock,
                record,
            };
            if finished {
                live.remove();
            } else {
                let _ = self.append_news(&live.record.clone().interrupted());
                found.games.push(live);
            }
        }
        found
            .games
            .sort_by(|a, b| (b.record.ended, &b.record.id).cmp(&(a.record.ended, &a.record.id)));
        Ok(found)
    }
}

impl LiveGame {
    /// The game as it was last written.
    #[must_use]
    pub const fn record(&self) -> &GameRecord {
        &self.record
    }

    /// Puts `record` in place of what was written, and returns once it is on the disk. To be called
    /// after every move.
    ///
    /// # Errors
    /// When it can't be written; the disk then holds the game as it was before.
    pub fn update(&mut self, record: GameRecord) -> Result<(), StoreError> {
        let before = self.record.clone();
        self.put(record);
        self.record.status = Status::Playing;
        self.write().inspect_err(|_| self.record = before)
    }

    /// Ends the game: appends `record` to the games and removes it from the live ones.
    ///
    /// # Errors
    /// When it can't be appended; it then stays among the live games and is offered at the next
    /// start.
    pub fn finish(mut self, record: GameRecord) -> Result<(), StoreError> {
        self.put(record);
        self.record.status = Status::Finished;
        self.store.append_news(&self.record)?;
        self.remove();
        Ok(())
    }

    /// Stops for now: appends `record` to the games as an interrupted one and leaves it here, to be
    /// offered at the next start.
    ///
    /// # Errors
    /// When it can't be written.
    pub fn suspend(mut self, record: GameRecord) -> Result<(), StoreError> {
        self.put(record);
        self.write()?;
        self.store.append_news(&self.record.clone().interrupted())
    }

    /// Gives the game up: it stays among the games as an interrupted one and is not offered again.
    ///
    /// # Errors
    /// When it can't be appended; it then is offered again.
    pub fn set_aside(self) -> Result<(), StoreError> {
        self.store.append_news(&self.record.clone().interrupted())?;
        self.remove();
        Ok(())
    }

    /// The id is the file's name, so a game keeps the one it began with.
    fn put(&mut self, record: GameRecord) {
        let id = std::mem::take(&mut self.record.id);
        self.record = GameRecord { id, ..record };
    }

    /// Removes the game from the live ones without keeping it: for one in which nothing was played.
    pub fn discard(self) {
        self.remove();
    }

    fn remove(self) {
        // Should this fail, the id keeps the game from being offered again.
        let _ = fs::remove_file(&self.path);
        let _ = fs::remove_file(&self.lock_path);
    }

    fn write(&self) -> Result<(), StoreError> {
        let mut line = self.record.to_line()?;
        line.push('\n');
        replace(&self.path, line.as_bytes()).map_err(StoreError::write(&self.path))
    }
}

impl Drop for LiveGame {
    /// Gives the lock back at once. Closing the file alone would leave it with any process that was
    /// started a moment ago and still holds a copy of it.
    fn drop(&mut self) {
        let _ = self.lock.unlock();
    }
}

/// The lock at `path`; `None` when somebody has it. A system that has no locks gives it to everyone.
fn take_lock(path: &Path) -> io::Result<Option<File>> {
    let file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
            Ok(Some(file))
        }
        Err(TryLockError::Error(error)) => Err(error),
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
