//! What an experiment has done so far, in a file: who is stopped or killed goes on from there.
//!
//! The first line says which experiment it is; each other one is the result of a piece of work, written as soon
//! as it is there. A result does not hang on what was done before it, so the report is the same whether the
//! pieces were done at once, on however many threads, or a few at a time. A last line that was torn is cut off.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::lab::Setup;
use koteki_record::PathError;
use koteki_record::append::{AppendFile, is_torn_head, whole_lines};
use koteki_record::regular::check;
use koteki_rivals::evolve::BEHAVIOUR;

/// Which experiment it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    experiment: String,
    scale: String,
    seed: u64,
    /// Raised whenever the same settings would give other results.
    behaviour: u32,
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
    #[error("{}, line {line}: this is not what an experiment has kept; it is left as it is", path.display())]
    NotOne {
        /// Which file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// It is of another experiment.
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

impl Head {
    fn words(&self) -> String {
        let Self {
            experiment,
            scale,
            seed,
            behaviour,
        } = self;
        format!("{experiment} --scale {scale} --seed {seed} (as version {behaviour} plays)")
    }
}

/// The file, and what it holds.
#[derive(Debug)]
pub struct Keep {
    path: PathBuf,
    file: Mutex<AppendFile>,
    /// With the line it stands on.
    found: BTreeMap<Vec<u64>, (usize, Value)>,
}

impl Keep {
    /// Opens or begins the file of an experiment.
    ///
    /// # Errors
    /// When it is another's, or the system refuses. It is then as it was.
    pub fn open(path: &Path, experiment: &str, setup: &Setup) -> Result<Self, KeepError> {
        let now = Head {
            experiment: experiment.to_owned(),
            scale: setup.scale.to_string(),
            seed: setup.seed,
            behaviour: BEHAVIOUR,
        };
        let file = AppendFile::open(path, check)?;
        let mut file = file.ok_or_else(|| KeepError::Locked(path.to_owned()))?;
        let bytes = file.read()?;
        let whole = whole_lines(&bytes);
        let mut lines = bytes[..whole].split_inclusive(|&byte| byte == b'\n');
        let not = |line| KeepError::NotOne {
            path: path.to_owned(),
            line,
        };
        let mut found = BTreeMap::new();
        match lines.next() {
            Some(first) => {
                let then: Head = serde_json::from_slice(first).map_err(|_| not(1))?;
                if then != now {
                    let (then, now) = (then.words(), now.words());
                    let path = path.to_owned();
                    return Err(KeepError::Another { path, then, now });
                }
                for (index, line) in lines.enumerate() {
                    let line: Line<Value> =
                        serde_json::from_slice(line).map_err(|_| not(index + 2))?;
                    found.insert(line.piece, (index + 2, line.result));
                }
                file.cut(whole as u64)?;
            }
            // Nothing, or a first line that was torn; but not another program's line without an end.
            None if is_torn_head(&bytes, b"{\"experiment\":") => {
                file.cut(0)?;
                file.append_json(&now)?;
            }
            None => return Err(not(1)),
        }
        Ok(Self {
            path: path.to_owned(),
            file: Mutex::new(file),
            found,
        })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What came of a piece of work; `None` where it has not been done.
    ///
    /// # Errors
    /// When what is kept is no such result.
    pub fn get<T: DeserializeOwned>(&self, piece: &[u64]) -> Result<Option<T>, KeepError> {
        let Some((line, result)) = self.found.get(piece) else {
            return Ok(None);
        };
        let result = T::deserialize(result).map_err(|_| KeepError::NotOne {
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
