//! The folder of a study, and who is in it.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use toml::Table;

use super::file::io;
use super::{Code, FORMAT, Header, STUDY_FILE, StudyError};
use crate::record::run::differ;

/// What `study.toml` is called until it is whole.
const STUDY_FILE_NEW: &str = "study.toml.new";

/// The folder of a study.
#[derive(Clone, Debug)]
pub struct Folder<S> {
    path: PathBuf,
    header: Header<S>,
}

impl<S: Serialize + DeserializeOwned> Folder<S> {
    /// Opens the study in `path`.
    ///
    /// # Errors
    /// When there is none, a later version wrote it, or the system refuses.
    pub fn open(path: &Path) -> Result<Self, StudyError> {
        let not = |why: String| StudyError::NotAStudy {
            path: path.to_owned(),
            why,
        };
        let file = path.join(STUDY_FILE);
        let text = fs::read_to_string(&file).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound if !path.exists() => {
                not("there is no such folder".to_owned())
            }
            std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory => {
                not(format!("there is no {STUDY_FILE}"))
            }
            std::io::ErrorKind::InvalidData => not(format!("its {STUDY_FILE} is no text")),
            _ => io(&file)(error),
        })?;
        // The version first: a later format may have what this one refuses.
        let format = text
            .parse::<Table>()
            .ok()
            .and_then(|table| table.get("format")?.as_integer());
        if let Some(found) = format
            && found > i64::from(FORMAT)
        {
            return Err(StudyError::Format {
                path: file,
                found: u32::try_from(found).unwrap_or(u32::MAX),
            });
        }
        let header = toml::from_str(&text).map_err(|error: toml::de::Error| {
            let why = error.message().replace('\n', " ");
            not(format!("its {STUDY_FILE} cannot be read ({why})"))
        })?;
        Ok(Self {
            path: path.to_owned(),
            header,
        })
    }

    /// Makes a study in `path`, a folder that is new or empty.
    ///
    /// # Errors
    /// When something is there already, or the system refuses.
    pub fn create(path: &Path, header: Header<S>) -> Result<Self, StudyError> {
        fs::create_dir_all(path).map_err(io(path))?;
        let mut entries = fs::read_dir(path).map_err(io(path))?.filter_map(Result::ok);
        // A program that was ended in its first moment leaves half a header: nothing of value.
        if entries.any(|entry| entry.file_name() != STUDY_FILE_NEW) {
            return Err(StudyError::NotAStudy {
                path: path.to_owned(),
                why: format!("there are files and no {STUDY_FILE}"),
            });
        }
        let file = path.join(STUDY_FILE);
        let text = toml::to_string(&header).map_err(|error| StudyError::Encode {
            path: file.clone(),
            why: error.to_string(),
        })?;
        let beside = path.join(STUDY_FILE_NEW);
        File::create(&beside)
            .and_then(|mut new| {
                new.write_all(text.as_bytes())?;
                new.sync_all()
            })
            .and_then(|()| fs::rename(&beside, &file))
            .map_err(io(&file))?;
        if let Ok(folder) = File::open(path) {
            let _ = folder.sync_all();
        }
        Ok(Self {
            path: path.to_owned(),
            header,
        })
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Settings, seed and provenance.
    #[must_use]
    pub const fn header(&self) -> &Header<S> {
        &self.header
    }

    /// Makes sure that `now`, what somebody wants to go on with, is what the study was begun with.
    ///
    /// # Errors
    /// [`StudyError::Differs`] with the first difference.
    pub fn agrees_with(&self, now: &Header<S>) -> Result<(), StudyError> {
        let table = |header: &Header<S>| {
            Table::try_from(header).map_err(|error| StudyError::Encode {
                path: self.path.clone(),
                why: error.to_string(),
            })
        };
        let differences = differ::tables(&table(&self.header)?, &table(now)?);
        match differences.into_iter().next() {
            None => Ok(()),
            Some(difference) => Err(StudyError::Differs {
                path: self.path.clone(),
                difference,
            }),
        }
    }

    /// The file of a person's set, whether it is there or not.
    #[must_use]
    pub fn file(&self, code: &Code, set: u32) -> PathBuf {
        self.path.join(if set < 2 {
            format!("{code}.jsonl")
        } else {
            format!("{code}.{set}.jsonl")
        })
    }

    /// The sets that `code` has begun.
    #[must_use]
    pub fn sets(&self, code: &Code) -> u32 {
        (1..)
            .take_while(|&set| self.file(code, set).exists())
            .last()
            .unwrap_or(0)
    }

    /// Everybody in the study, in the order of their codes.
    ///
    /// # Errors
    /// When the system does not let the folder be read.
    pub fn codes(&self) -> Result<Vec<Code>, StudyError> {
        let entries = fs::read_dir(&self.path).map_err(io(&self.path))?;
        let mut codes: Vec<Code> = entries
            .filter_map(Result::ok)
            .filter_map(|entry| {
                let name = entry.file_name();
                let stem = name.to_str()?.strip_suffix(".jsonl")?;
                let stem = stem.split('.').next()?;
                // Small letters are no code's file: other files may lie here.
                stem.parse()
                    .ok()
                    .filter(|code: &Code| code.as_str() == stem)
            })
            .collect();
        codes.sort();
        codes.dedup();
        Ok(codes)
    }
}
