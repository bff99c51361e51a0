//! What long work has done so far, in a file: who is stopped or killed goes on from there.
//!
//! The first line says what work it is; each other one is the result of a piece of it, written as soon as it is
//! there. A result does not hang on what was done before it, so what comes out is the same whether the pieces were
//! done at once, on however many threads, or a few at a time. A last line that was torn is cut off.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::PathError;
use super::append::{AppendFile, is_torn_head, whole_lines};
use super::regular::check;

/// Which work it is: the first line.
pub trait Head: Serialize + DeserializeOwned + PartialEq {
    /// How that line begins.
    const OPENING: &'static str;
    /// Who works: "an experiment".
    const WHO: &'static str;

    /// In words: the command, for instance.
    fn words(&self) -> String;
}

/// A result: of which piece of work, and what came of it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line<T> {
    piece: Vec<u64>,
    result: T,
}

/// Why such a file is not read or written.
#[derive(Debug, thiserror::Error)]
pub enum KeepError {
    /// It is something else.
    #[error("{}, line {line}: this is not what {who} has kept; it is left as it is", path.display())]
    NotOne {
        /// Who would have.
        who: &'static str,
        /// Which file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// It is of other work.
    #[error("{} is of {then}, this is {now}: name another file", path.display())]
    Another {
        /// Which file.
        path: PathBuf,
        /// What it is of.
        then: String,
        /// What is done now.
        now: String,
    },
    /// Another program has it.
    #[error("{}: another koteki is writing to it now", .0.display())]
    Locked(PathBuf),
    /// The system refuses.
    #[error(transparent)]
    Io(#[from] PathError),
}

/// The file, and what it holds.
#[derive(Debug)]
pub struct Keep {
    who: &'static str,
    path: PathBuf,
    file: Mutex<AppendFile>,
    /// With the line it stands on.
    found: BTreeMap<Vec<u64>, (usize, Box<RawValue>)>,
}

impl Keep {
    /// Opens or begins the file of this work.
    ///
    /// # Errors
    /// When it is another's, or the system refuses. It is then as it was.
    pub fn open<H: Head>(path: &Path, now: &H) -> Result<Self, KeepError> {
        let file = AppendFile::open(path, check)?;
        let mut file = file.ok_or_else(|| KeepError::Locked(path.to_owned()))?;
        let bytes = file.read()?;
        let whole = whole_lines(&bytes);
        let mut lines = bytes[..whole].split_inclusive(|&byte| byte == b'\n');
        let not = |line| KeepError::NotOne {
            who: H::WHO,
            path: path.to_owned(),
            line,
        };
        let mut found = BTreeMap::new();
        match lines.next() {
            Some(first) => {
                let then: H = serde_json::from_slice(first).map_err(|_| not(1))?;
                if then != *now {
                    let (then, now) = (then.words(), now.words());
                    let path = path.to_owned();
                    return Err(KeepError::Another { path, then, now });
                }
                for (index, line) in lines.enumerate() {
                    let line: Line<Box<RawValue>> =
                        serde_json::from_slice(line).map_err(|_| not(index + 2))?;
                    found.insert(line.piece, (index + 2, line.result));
                }
                file.cut(whole as u64)?;
            }
            // Nothing, or a first line that was torn; but not another program's line without an end.
            None if is_torn_head(&bytes, H::OPENING.as_bytes()) => {
                file.cut(0)?;
                file.append_json(now)?;
            }
            None => return Err(not(1)),
        }
        Ok(Self {
            who: H::WHO,
            path: path.to_owned(),
            file: Mutex::new(file),
            found,
        })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How many pieces had been done when it was opened.
    pub fn count(&self) -> usize {
        self.found.len()
    }

    /// What came of a piece of work; `None` where it has not been done.
    ///
    /// # Errors
    /// When what is kept is no such result.
    pub fn get<T: DeserializeOwned>(&self, piece: &[u64]) -> Result<Option<T>, KeepError> {
        let Some((line, result)) = self.found.get(piece) else {
            return Ok(None);
        };
        let result = serde_json::from_str(result.get()).map_err(|_| KeepError::NotOne {
            who: self.who,
            path: self.path.clone(),
            line: *line,
        })?;
        Ok(Some(result))
    }

    /// Keeps what came of a piece of work: from then on a program that is killed does not lose it.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn put<T: Serialize>(&self, piece: &[u64], result: &T) -> Result<(), KeepError> {
        let line = Line {
            piece: piece.to_vec(),
            result,
        };
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(file.append_json(&line)?)
    }
}
