//! Writing rounds down, one a line, as they are played.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead as _, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use super::Row;
use crate::game::janken::Letters;
use crate::record::regular;

/// The file of matches in the data folder.
pub const JANKEN: &str = "janken.csv";

/// Beside it: locked by the program that keeps matches there.
pub const LOCK: &str = "janken.lock";

/// The heading.
pub const HEADING: &str = "game,round,p1,p2,rt_ms,predicted,confidence,opponent,seed,length";

/// A cell, quoted where it has to be.
fn cell(text: &str) -> String {
    let text = text.replace(char::is_control, " ");
    if text.contains([',', '"', ';', '|']) || text.starts_with('#') || text.trim() != text {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

/// A row as it is written, without the end of the line.
pub fn line(row: &Row) -> String {
    let optional = |text: Option<String>| text.unwrap_or_default();
    let letter = |hand: crate::game::janken::Hand| hand.letter(Letters::English).to_string();
    [
        cell(&row.game),
        row.round.to_string(),
        letter(row.hands.own),
        letter(row.hands.other),
        optional(row.rt_ms.map(|it| format!("{it:.0}"))),
        optional(row.predicted.map(letter)),
        optional(row.confidence.map(|it| format!("{it:.3}"))),
        optional(row.extra.opponent.as_deref().map(cell)),
        optional(row.extra.seed.map(|it| it.to_string())),
        optional(row.extra.length.as_deref().map(cell)),
    ]
    .join(",")
}

/// Why matches cannot be kept in a folder.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// Another program keeps its matches there.
    #[error("another koteki keeps its matches there")]
    Locked,
    /// The system refuses.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Gives the folder's file of matches another name, so that a new one can be begun: it is not of this
/// program. Returns where it is now.
fn set_aside(folder: &Path) -> io::Result<PathBuf> {
    let path = folder.join(JANKEN);
    let aside = (1..)
        .map(|number| path.with_extension(format!("damaged-{number}.csv")))
        .find(|aside| !aside.exists())
        .unwrap_or_else(|| path.with_extension("damaged.csv"));
    fs::rename(&path, &aside)?;
    Ok(aside)
}

/// The file of matches: it only ever grows, a whole line at a time, so that a kill costs at most the line
/// being written. A torn last line stays as it is, and the next begins a new one.
///
/// While it is open no other program can open it.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    aside: Option<PathBuf>,
    _lock: Lock,
}

/// The lock of a folder's file of matches.
#[derive(Debug)]
struct Lock(File);

impl Lock {
    /// Takes it. A program that was killed a moment ago may not have let go of it yet.
    fn take(folder: &Path) -> Result<Self, JournalError> {
        let path = folder.join(LOCK);
        regular::check(&path)?;
        let file = OpenOptions::new().append(true).create(true).open(path)?;
        for _ in 0..10 {
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(20)),
                // A file system without locks (some network ones) is written all the same.
                Ok(()) | Err(TryLockError::Error(_)) => return Ok(Self(file)),
            }
        }
        Err(JournalError::Locked)
    }
}

impl Drop for Lock {
    /// Gives it back at once: closing alone would leave it with any process that was started a moment ago
    /// and still holds a copy of the file.
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

/// Whether rounds can be appended to the file: it is not there, or has the heading, of which the first
/// program to write there may have been killed before all was written.
fn is_ours(path: &Path) -> io::Result<bool> {
    regular::check(path)?;
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(true),
        file => file?,
    };
    // One byte more than the heading with either end of the line.
    let mut first = Vec::new();
    let limit = HEADING.len() as u64 + 3;
    BufReader::new(file)
        .take(limit)
        .read_until(b'\n', &mut first)?;
    Ok(HEADING.as_bytes().starts_with(&first) || first.trim_ascii_end() == HEADING.as_bytes())
}

impl Journal {
    /// Opens the file of the folder, and makes both where they are missing. A file with another heading is
    /// set aside: rounds beneath it could not be read again.
    ///
    /// # Errors
    /// When another program has it open, or the system refuses.
    pub fn open(folder: &Path) -> Result<Self, JournalError> {
        fs::create_dir_all(folder)?;
        let lock = Lock::take(folder)?;
        let path = folder.join(JANKEN);
        let aside = match is_ours(&path)? {
            true => None,
            false => Some(set_aside(folder)?),
        };
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(&path)?;
        let length = file.metadata()?.len();
        if length <= HEADING.len() as u64 {
            file.set_len(0)?;
            file.write_all(format!("{HEADING}\n").as_bytes())?;
        } else {
            let mut last = [0];
            file.seek(SeekFrom::End(-1))?;
            file.read_exact(&mut last)?;
            if last != *b"\n" {
                file.write_all(b"\n")?;
            }
        }
        Ok(Self {
            path,
            file,
            aside,
            _lock: lock,
        })
    }

    /// Where a file is now that was found in its place and was not of this program.
    pub fn aside(&self) -> Option<&Path> {
        self.aside.as_deref()
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends a round, in one piece.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn append(&mut self, row: &Row) -> io::Result<()> {
        self.file.write_all((line(row) + "\n").as_bytes())
    }

    /// Returns once all rounds are on the disk.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync_all()
    }
}
