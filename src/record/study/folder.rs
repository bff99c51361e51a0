//! The folder of a study, and who is in it.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

use serde::Serialize;
use serde::de::DeserializeOwned;
use toml::Table;

use super::{Code, FORMAT, Header, STUDY_FILE, StudyError};
use crate::AtPath as _;
use crate::regular::{check_own, make_folder};
use crate::replace::sync_folder;
use crate::run::differ;

/// How the name ends that `study.toml` has until it is whole; before it stands whose it is.
const NEW: &str = ".new";

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
        let read = check_own(&file).and_then(|()| fs::read_to_string(&file));
        let text = read
            .at(&file)
            .map_err(|refused| match refused.error.kind() {
                ErrorKind::NotFound if !path.exists() => not("there is no such folder".to_owned()),
                ErrorKind::NotFound | ErrorKind::NotADirectory => {
                    not(format!("there is no {STUDY_FILE}"))
                }
                ErrorKind::InvalidData => not(format!("its {STUDY_FILE} is no text")),
                _ => refused.into(),
            })?;
        if text.trim().is_empty() {
            return Err(not(format!("its {STUDY_FILE} is empty")));
        }
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

    /// Makes a study in `path`, a folder that is new or empty. Of several programs that do so at once one
    /// makes it, and all have that one: its header may be another than `header`.
    ///
    /// # Errors
    /// When something else is there already, or the system refuses.
    pub fn create(path: &Path, header: Header<S>) -> Result<Self, StudyError> {
        make_folder(path)?;
        let file = path.join(STUDY_FILE);
        // A program that was ended in its first moment leaves half a header: nothing of value.
        let unfinished = |name: &str| name.starts_with(STUDY_FILE) && name.ends_with(NEW);
        let entries = fs::read_dir(path).at(path)?;
        let other = entries
            .filter_map(Result::ok)
            .any(|entry| !entry.file_name().to_str().is_some_and(unfinished));
        if other {
            // Another program may have made it just now.
            if file.exists() {
                return Self::open(path);
            }
            return Err(StudyError::NotAStudy {
                path: path.to_owned(),
                why: format!("there are files and no {STUDY_FILE}"),
            });
        }
        let text = toml::to_string(&header)
            .map_err(io::Error::other)
            .at(&file)?;
        match publish(&text, path, &file) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => return Self::open(path),
            published => published.at(&file)?,
        }
        sync_folder(&file);
        Ok(Self {
            path: path.to_owned(),
            header,
        })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Settings, seed and provenance.
    pub const fn header(&self) -> &Header<S> {
        &self.header
    }

    /// Makes sure that `now`, which is to be continued, is what the study was begun with.
    ///
    /// # Errors
    /// [`StudyError::OtherBehaviour`], [`StudyError::Differs`] with the first difference.
    pub fn agrees_with(&self, now: &Header<S>) -> Result<(), StudyError> {
        let (then, behaviour) = (&self.header.provenance, now.provenance.behaviour);
        if then.behaviour != behaviour {
            return Err(StudyError::OtherBehaviour {
                path: self.path.clone(),
                then: then.behaviour,
                now: behaviour,
                program: then.program.clone(),
            });
        }
        let table = |header: &Header<S>| {
            Table::try_from(header)
                .map_err(io::Error::other)
                .at(&self.path)
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
    pub fn file(&self, code: &Code, set: u32) -> PathBuf {
        self.path.join(if set < 2 {
            format!("{code}.jsonl")
        } else {
            format!("{code}.{set}.jsonl")
        })
    }

    /// The sets that `code` has begun.
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
        let entries = fs::read_dir(&self.path).at(&self.path)?;
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

/// Puts `text` into the new `file` of the folder `path`, whole or not at all, and never in the place of one
/// that is there: it is written under a name that no one else has, and then linked, which of several
/// programs succeeds for one.
fn publish(text: &str, path: &Path, file: &Path) -> io::Result<()> {
    /// Threads of one program are told apart, too.
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let write = |mut new: File| {
        new.write_all(text.as_bytes())?;
        new.sync_all()
    };
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let beside = path.join(format!("{STUDY_FILE}.{}-{number}{NEW}", process::id()));
    let linked = File::create_new(&beside)
        .and_then(write)
        .and_then(|()| fs::hard_link(&beside, file));
    let _ = fs::remove_file(&beside);
    match linked {
        // Some file systems have no links; there no one's beginning is lost either.
        Err(error)
            if matches!(
                error.kind(),
                ErrorKind::Unsupported | ErrorKind::PermissionDenied
            ) =>
        {
            File::create_new(file).and_then(write)
        }
        linked => linked,
    }
}
