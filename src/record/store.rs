//! Othello games on disk: the folder with `games.jsonl`.
//!
//! `games.jsonl` only ever grows: a game is appended under a lock, flushed and synced, so that a
//! second program can't write into the middle of it and a kill costs at most the line being
//! written. What a kill tore is left as it is: the next writer begins a new line, and readers report
//! the torn one and go on.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use super::append::AppendFile;
use super::game::{GameRecord, RecordError, Status};
use super::{AtPath as _, PathError, regular};

/// Where finished and interrupted games are.
pub const GAMES: &str = "games.jsonl";

/// Something that the disk refused.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The folder can't be made.
    #[error("cannot make the folder {0}")]
    Folder(PathError),
    /// A file can't be written.
    #[error("cannot write {0}")]
    Write(PathError),
    /// A file can't be read.
    #[error("cannot read {0}")]
    Read(PathError),
    /// A game that can't be written down.
    #[error("cannot write the game down: {0}")]
    Record(#[from] RecordError),
}

/// Most of what is refused is to be written.
impl From<PathError> for StoreError {
    fn from(refused: PathError) -> Self {
        Self::Write(refused)
    }
}

/// A line that is not a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadLine {
    /// The file.
    pub path: PathBuf,
    /// The line, 1 for the first.
    pub line: usize,
    /// What is wrong with it.
    pub fault: RecordError,
}

impl std::fmt::Display for BadLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}: {}", self.path.display(), self.line, self.fault)
    }
}

/// What a file of games holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Games {
    /// The games, in the order of the file. Of a game that was written more than once (interrupted,
    /// then taken up and finished) the last line holds.
    pub games: Vec<GameRecord>,
    /// The lines that hold no game; the file keeps them.
    pub bad: Vec<BadLine>,
}

/// A folder of games.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
}

impl Store {
    /// Opens `folder`, making it when it is not there.
    ///
    /// # Errors
    /// When it can't be made. A folder that can't be written to is opened: its games can be read,
    /// and writing says what is wrong.
    pub fn open(folder: impl Into<PathBuf>) -> Result<Self, StoreError> {
        let folder = folder.into();
        regular::make_folder(&folder).map_err(StoreError::Folder)?;
        Ok(Self { folder })
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file of finished and interrupted games.
    pub fn games_path(&self) -> PathBuf {
        self.folder.join(GAMES)
    }

    /// Appends a game, and returns once it is on the disk.
    ///
    /// # Errors
    /// When it can't be written; the file then holds what it held.
    pub fn append(&self, record: &GameRecord) -> Result<(), StoreError> {
        let line = record.to_line()?;
        // Several programs may have games to append at once; each takes a moment.
        let mut games = AppendFile::open_when_free(&self.games_path(), regular::check)?;
        games.end_torn_line()?;
        games.append(line)?;
        Ok(games.sync()?)
    }

    /// Appends a game unless it is there already, finished or interrupted at the same move.
    ///
    /// # Errors
    /// When the games can't be read or this one can't be written.
    pub fn append_once(&self, record: &GameRecord) -> Result<(), StoreError> {
        self.append_news(&self.games()?.games, record)
    }

    /// Appends a game unless that would say nothing new to `known`, the games of the store: the game is
    /// finished there already, or interrupted at the same move.
    pub(super) fn append_news(
        &self,
        known: &[GameRecord],
        record: &GameRecord,
    ) -> Result<(), StoreError> {
        let old = |game: &GameRecord| {
            game.id == record.id
                && (game.status == Status::Finished
                    || (game.status == record.status && game.transcript == record.transcript))
        };
        if known.iter().any(old) {
            return Ok(());
        }
        self.append(record)
    }

    /// Every game of the store.
    ///
    /// # Errors
    /// When there is a file and the system does not let it be read. Lines that are no games are not
    /// an error: see [`Games::bad`].
    pub fn games(&self) -> Result<Games, StoreError> {
        match read_games(&self.games_path()) {
            Err(StoreError::Read(refused)) if refused.error.kind() == io::ErrorKind::NotFound => {
                Ok(Games::default())
            }
            other => other,
        }
    }
}

/// Reads any file of games, one a line. Empty lines are nothing.
///
/// # Errors
/// When the system does not let it be read.
pub fn read_games(path: &Path) -> Result<Games, StoreError> {
    let file = regular::check(path).and_then(|()| File::open(path));
    let file = file.at(path).map_err(StoreError::Read)?;
    // Waits for a writer to finish its line. Where files can't be locked (some network file
    // systems) the worst is a torn line reported that is whole the next time.
    let _ = file.lock_shared();
    let games = games_in(BufReader::new(file), path);
    games.at(path).map_err(StoreError::Read)
}

/// The games in `lines`, those of the file of games at `path`.
///
/// # Errors
/// When they cannot be read.
pub fn games_in(mut lines: impl BufRead, path: &Path) -> io::Result<Games> {
    let mut games: Vec<Option<GameRecord>> = Vec::new();
    let mut bad = Vec::new();
    let mut places = HashMap::new();
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        if lines.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        let record = match std::str::from_utf8(line.strip_suffix(b"\n").unwrap_or(&line)) {
            Ok(text) if text.trim().is_empty() => continue,
            Ok(text) => GameRecord::from_line(text),
            Err(_) => Err(RecordError::NotText),
        };
        match record {
            Ok(record) => {
                if let Some(place) = places.insert(record.id.clone(), games.len()) {
                    games[place] = None;
                }
                games.push(Some(record));
            }
            Err(fault) => bad.push(BadLine {
                path: path.to_owned(),
                line: number,
                fault,
            }),
        }
    }
    Ok(Games {
        games: games.into_iter().flatten().collect(),
        bad,
    })
}
