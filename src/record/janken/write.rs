//! Writing rounds down, one a line, as they are played.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use super::Row;
use crate::game::janken::Letters;

/// The file of matches in the data folder.
pub const JANKEN: &str = "janken.csv";

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
#[must_use]
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

/// Gives the folder's file of matches another name, so that a new one can be begun: it is none that could be
/// read. Returns where it is now.
///
/// # Errors
/// When the system refuses.
pub fn set_aside(folder: &Path) -> io::Result<PathBuf> {
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
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Opens the file of the folder, and makes both where they are missing.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn open(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let path = folder.join(JANKEN);
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(&path)?;
        let length = file.metadata()?.len();
        if length == 0 {
            file.write_all(format!("{HEADING}\n").as_bytes())?;
        } else {
            let mut last = [0];
            file.seek(SeekFrom::End(-1))?;
            file.read_exact(&mut last)?;
            if last != *b"\n" {
                file.write_all(b"\n")?;
            }
        }
        Ok(Self { path, file })
    }

    /// Where it is.
    #[must_use]
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
