//! A file of games, or standard input, opened.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read, Seek as _};
use std::path::Path;

use super::{Games, Names, Survey, survey};

/// What is read from.
pub type Input = BufReader<Box<dyn Read + Send>>;

/// Games, and what is known of their number before they are read.
pub struct Source {
    /// The games.
    pub games: Games<Input>,
    /// How many there seem to be; `None` where that cannot be seen.
    pub expected: Option<u64>,
    /// Bytes of the file; `None` of what can be read only once.
    pub size: Option<u64>,
}

/// Why a file is not opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The system refuses.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A folder.
    #[error("it is a directory: give a file of games")]
    Directory,
    /// Text in UTF-16.
    #[error("it is text in UTF-16: save it as UTF-8")]
    Utf16,
    /// Neither text nor a file of WTHOR.
    #[error(
        "it is no text file, and no file of WTHOR: give transcripts, a game on each line, a games.jsonl, \
         or a file of GGF, SGF, OBF or WTHOR"
    )]
    Binary,
}

/// What standard input is called.
pub const STANDARD_INPUT: &str = "-";

impl Source {
    /// Opens a file; `-` is standard input. Waits until there is something to read. `names` are the tables
    /// for a file of WTHOR; those beside it where left out.
    ///
    /// # Errors
    /// See [`OpenError`].
    pub fn open(path: &Path, names: Option<&Names>) -> Result<Self, OpenError> {
        if path.as_os_str() == STANDARD_INPUT {
            return Self::of(Box::new(io::stdin()), None, None, names);
        }
        let mut file = File::open(path)?;
        let data = file.metadata()?;
        if data.is_dir() {
            return Err(OpenError::Directory);
        }
        if !data.is_file() {
            return Self::of(Box::new(file), None, None, names);
        }
        let found = survey(BufReader::new(&mut file))?;
        file.rewind()?;
        let mut names = names.cloned().unwrap_or_default();
        if found.wthor {
            names.fill_from_beside(path)?;
        }
        Self::of(Box::new(file), Some(found), Some(data.len()), Some(&names))
    }

    fn of(
        input: Box<dyn Read + Send>,
        found: Option<Survey>,
        size: Option<u64>,
        names: Option<&Names>,
    ) -> Result<Self, OpenError> {
        let mut input = BufReader::with_capacity(1 << 16, input);
        // Binary data is refused at once, but for what begins as a file of WTHOR.
        let first = input.fill_buf()?;
        let is_wthor = found.as_ref().is_some_and(|found| found.wthor)
            || found.is_none() && super::wthor::Header::read(first).is_some();
        // What Windows' editors call Unicode.
        if first.starts_with(&[0xff, 0xfe]) || first.starts_with(&[0xfe, 0xff]) {
            return Err(OpenError::Utf16);
        }
        if first.contains(&0) && !is_wthor {
            return Err(OpenError::Binary);
        }
        let names = names.cloned().unwrap_or_default();
        let (last, expected) = found.map_or((None, None), |it| (Some(it.last), it.games));
        Ok(Self {
            games: Games::with_names(input, last, names),
            expected,
            size,
        })
    }
}
