//! Writing rounds down, one a line, as they are played.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};

use super::Row;
use crate::append::AppendFile;
use crate::lock::{LockedFile, Patience};
use crate::regular::{self, make_folder};
use crate::replace::set_aside;
use crate::{AtPath as _, PathError};
use koteki_games::janken::Letters;

/// The file of matches in the data folder.
pub const JANKEN: &str = "janken.csv";

/// Beside it: locked by the program that keeps matches there.
pub const LOCK: &str = "janken.lock";

/// The heading.
pub const HEADING: &str = "game,round,p1,p2,rt_ms,predicted,confidence,opponent,seed,length";

/// A cell, quoted where it has to be: here also where a reader would take it for a remark, or a row for one
/// of another delimiter.
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
    let letter = |hand: koteki_games::janken::Hand| hand.letter(Letters::English).to_string();
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
    Refused(#[from] PathError),
}

/// The file of matches: it only ever grows, a whole line at a time, so that a kill costs at most the line
/// being written. A torn last line stays as it is, and the next begins a new one.
///
/// While it is open no other program can open it.
#[derive(Debug)]
pub struct Journal {
    file: AppendFile,
    aside: Option<PathBuf>,
    _lock: LockedFile,
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
        make_folder(folder)?;
        let lock = folder.join(LOCK);
        let lock = LockedFile::at(&lock, Patience::Moment).at(&lock)?;
        let lock = lock.ok_or(JournalError::Locked)?;
        let path = folder.join(JANKEN);
        let aside = match is_ours(&path).at(&path)? {
            true => None,
            // It is not of this program.
            false => Some(set_aside(&path).at(&path)?),
        };
        let mut file = AppendFile::open_when_free(&path, regular::check)?;
        if file.length() <= HEADING.len() as u64 {
            file.cut(0)?;
            file.append(HEADING)?;
        } else {
            file.end_torn_line()?;
        }
        Ok(Self {
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
        self.file.path()
    }

    /// Appends a round, in one piece.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn append(&mut self, row: &Row) -> io::Result<()> {
        Ok(self.file.append(line(row))?)
    }

    /// Returns once all rounds are on the disk.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn sync(&self) -> io::Result<()> {
        Ok(self.file.sync()?)
    }
}
