//! The games of a match, in a file of their own: one JSON object a line.
//!
//! The first line says what is played. Each game is appended in one write as soon as it is over, so that a
//! program that is killed loses the games in play and no other. When the match is over the file is put in the
//! order of the games, in one piece: it is the same then however many threads have played, and however often the
//! match was interrupted. A last line that was torn is cut off by whoever goes on; damage anywhere else is
//! reported and never repaired.
//!
//! Games of Othello are what [`formats`](super::formats) reads: `transcript`, `black`, `white`.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::append::{AppendFile, is_torn_head, whole_lines};
use super::game::{Colour, Points};
use super::replace::replace;
use super::{AtPath as _, PathError, regular};

/// Version of the format, and the latest that is read.
pub const FORMAT: u32 = 1;

/// How the first line begins.
const OPENING: &[u8] = b"{\"match\":";

/// How long games may lie where only a crash of the machine, not of the program, loses them.
const SYNC: Duration = Duration::from_secs(1);

/// What is played, and by which program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Head<S> {
    /// Version of the format.
    pub format: u32,
    /// Name and version of the program.
    pub program: String,
    /// Raised whenever the same settings would give other games.
    pub behaviour: u32,
    /// Everything that the games hang on.
    pub settings: S,
}

/// The first line.
#[derive(Serialize, Deserialize)]
struct FirstLine<H> {
    #[serde(rename = "match")]
    head: H,
}

/// A player that failed: another program that crashed, hung or broke the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedPlayer {
    /// Its colour.
    pub side: Colour,
    /// What happened.
    pub why: String,
}

/// One game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// The two players of the pairing by their numbers, from 1.
    pub pairing: [usize; 2],
    /// The game's number within the pairing, from 1: those of a pair share the opening.
    pub game: u32,
    /// Who has Black, with every setting.
    pub black: String,
    /// Who has White.
    pub white: String,
    /// Seed of everything random in the players' moves.
    pub seed: u64,
    /// The position it began from; `None` for the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// How many of the first moves were drawn, not chosen.
    pub opening: usize,
    /// The moves.
    pub transcript: String,
    /// The points as they lie; `None` of a game that was not played out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Points>,
    /// What counts for the first player of the pairing; `None` of a game that was not played out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference: Option<i32>,
    /// Who failed, and so lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed: Option<FailedPlayer>,
    /// Who gave up, and so lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resigned: Option<Colour>,
}

/// Why a file of a match is not read or written.
#[derive(Debug, thiserror::Error)]
pub enum ContestFileError {
    /// There is something already.
    #[error(
        "{} is there already: resume it (koteki match --resume {}), or name another file", .0.display(), .0.display()
    )]
    Exists(PathBuf),
    /// Not the file of a match.
    #[error("{} is not the record of a match ({why}); it is left as it is", path.display())]
    NotAMatch {
        /// Which file.
        path: PathBuf,
        /// What is missing.
        why: String,
    },
    /// Another program has it.
    #[error("{}: another koteki is playing this match now", .0.display())]
    Locked(PathBuf),
    /// A line that is no game of the match.
    #[error("{}, line {line}: {why}; the file is left as it is", path.display())]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// The line, 1 for the first.
        line: usize,
        /// What is wrong.
        why: String,
    },
    /// A match that was ended before it wrote what is played.
    #[error(
        "{} was begun and holds nothing yet: begin the match again (koteki match PLAYERS --out {})", .0.display(), .0.display()
    )]
    Nothing(PathBuf),
    /// The system refuses.
    #[error(transparent)]
    Io(#[from] PathError),
}

/// What a file of a match holds.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchFile<S> {
    /// What is played.
    pub head: Head<S>,
    /// The games, in the order of the file.
    pub games: Vec<Line>,
    /// Whether a torn line comes after them.
    pub torn: bool,
}

/// The file of a match, open for writing and locked against other programs.
#[derive(Debug)]
pub struct Writer {
    file: AppendFile,
    synced: Instant,
}

impl Writer {
    fn new(file: Option<AppendFile>, path: &Path) -> Result<Self, ContestFileError> {
        Ok(Self {
            file: file.ok_or_else(|| ContestFileError::Locked(path.to_owned()))?,
            synced: Instant::now(),
        })
    }

    /// Begins a file where none is, or none but one whose program was ended before it wrote its first line.
    ///
    /// # Errors
    /// When there is something, or the system refuses.
    pub fn create<S: Serialize>(path: &Path, head: &Head<S>) -> Result<Self, ContestFileError> {
        let mut writer = Self::new(AppendFile::open(path, regular::check)?, path)?;
        // Under the lock: another program may have begun it a moment ago.
        if !is_torn_head(&writer.file.read()?, OPENING) {
            return Err(ContestFileError::Exists(path.to_owned()));
        }
        writer.file.cut(0)?;
        writer.file.append_json(&FirstLine { head })?;
        writer.sync()?;
        Ok(writer)
    }

    /// Opens a file to go on with it; nothing in it is touched before [`cut_torn`](Self::cut_torn).
    ///
    /// # Errors
    /// When it is no file of a match, is damaged, another program has it, or the system refuses.
    pub fn resume<S: DeserializeOwned>(
        path: &Path,
    ) -> Result<(Self, MatchFile<S>), ContestFileError> {
        if path.is_dir() {
            return Err(ContestFileError::NotAMatch {
                path: path.to_owned(),
                why: "it is a directory".to_owned(),
            });
        }
        let writer = Self::new(AppendFile::reopen(path, regular::check)?, path)?;
        let bytes = writer.file.read()?;
        if is_torn_head(&bytes, OPENING) {
            return Err(ContestFileError::Nothing(path.to_owned()));
        }
        let whole = whole_lines(&bytes);
        let held = read(&bytes[..whole], whole < bytes.len(), path)?;
        Ok((writer, held))
    }

    /// The file.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// Cuts a torn last line off, before anything is appended.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn cut_torn(&mut self) -> Result<(), ContestFileError> {
        let whole = whole_lines(&self.file.read()?);
        Ok(self.file.cut(whole as u64)?)
    }

    /// The file with another first line, in one piece; it is opened anew.
    ///
    /// # Errors
    /// When the system refuses, or another program opens the file first.
    pub fn with_head<S: Serialize>(self, head: &Head<S>) -> Result<Self, ContestFileError> {
        let path = self.path();
        let bytes = self.file.read()?;
        let whole = &bytes[..whole_lines(&bytes)];
        let games = whole.iter().position(|&byte| byte == b'\n');
        let mut now = serde_json::to_vec(&FirstLine { head }).at(path)?;
        now.extend_from_slice(&whole[games.unwrap_or(whole.len())..]);
        replace(path, &now).at(path)?;
        Self::new(AppendFile::reopen(path, regular::check)?, path)
    }

    /// Appends a game in one write: from then on a program that is killed does not lose it.
    ///
    /// # Errors
    /// When the system refuses; the file then ends with the line before.
    pub fn append(&mut self, line: &Line) -> Result<(), ContestFileError> {
        self.file.append_json(line)?;
        if self.synced.elapsed() >= SYNC {
            self.sync()?;
        }
        Ok(())
    }

    /// Returns once everything is on the disk, where a crash of the machine does not lose it.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn sync(&mut self) -> Result<(), ContestFileError> {
        self.synced = Instant::now();
        Ok(self.file.sync()?)
    }

    /// Leaves the games that `counts` and puts them in the order that it gives: the match is over.
    ///
    /// # Errors
    /// When the system refuses; the file then has all games, in the order in which they were played.
    pub fn finish<O: Ord>(
        mut self,
        counts: impl Fn(&Line) -> Option<O>,
    ) -> Result<(), ContestFileError> {
        self.sync()?;
        let bytes = self.file.read()?;
        let mut lines = bytes.split_inclusive(|&byte| byte == b'\n');
        let first = lines.next().unwrap_or_default();
        let mut games: Vec<(O, &[u8])> = lines
            .filter_map(|text| Some((counts(&serde_json::from_slice(text).ok()?)?, text)))
            .collect();
        games.sort_by(|a, b| a.0.cmp(&b.0));
        let mut ordered = first.to_vec();
        games
            .iter()
            .for_each(|(_, text)| ordered.extend_from_slice(text));
        if ordered == bytes {
            return Ok(());
        }
        Ok(replace(self.path(), &ordered).at(self.path())?)
    }
}

fn read<S: DeserializeOwned>(
    bytes: &[u8],
    torn: bool,
    path: &Path,
) -> Result<MatchFile<S>, ContestFileError> {
    let not = |why: String| ContestFileError::NotAMatch {
        path: path.to_owned(),
        why,
    };
    let mut lines = bytes.split_inclusive(|&byte| byte == b'\n');
    let first = lines
        .next()
        .ok_or_else(|| not("it has no whole line".to_owned()))?;
    let plain: FirstLine<Head<serde_json::Value>> = serde_json::from_slice(first)
        .map_err(|_| not("its first line says no match".to_owned()))?;
    if plain.head.format > FORMAT {
        let found = plain.head.format;
        return Err(not(format!(
            "format {found}, this program reads up to {FORMAT}: use a later one"
        )));
    }
    let settings = serde_json::from_value(plain.head.settings);
    let head = Head {
        format: plain.head.format,
        program: plain.head.program,
        behaviour: plain.head.behaviour,
        settings: settings.map_err(|error| not(format!("its settings cannot be read: {error}")))?,
    };
    let mut games = Vec::new();
    for (index, text) in lines.enumerate() {
        games.push(
            serde_json::from_slice(text).map_err(|error| ContestFileError::Damaged {
                path: path.to_owned(),
                line: index + 2,
                why: format!("not a game of a match ({error})"),
            })?,
        );
    }
    Ok(MatchFile { head, games, torn })
}
