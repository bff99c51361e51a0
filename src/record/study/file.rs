//! One person's file: read whole, written a line at a time.

use std::fs::{self, File};
use std::path::Path;

use serde::Deserialize;

use super::{FORMAT, Line, StudyError};
use crate::AtPath as _;
use crate::append::AppendFile;
use crate::regular::check_own;
use crate::replace::sync_folder;

/// What a person's file holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Read {
    /// The lines, in order.
    pub lines: Vec<Line>,
    /// Whether a torn line came after them.
    pub torn: bool,
    /// Bytes of the whole lines.
    length: u64,
}

/// Reads a person's file.
///
/// # Errors
/// When the system does not let it be read, a later version wrote it, or a line that is not the last
/// one is not of a study.
pub fn read(path: &Path) -> Result<Read, StudyError> {
    /// What every line of every format has.
    #[derive(Deserialize)]
    struct Version {
        format: u32,
    }
    let bytes = check_own(path).and_then(|()| fs::read(path)).at(path)?;
    let mut read = Read {
        lines: Vec::new(),
        torn: false,
        length: 0,
    };
    for (index, text) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        if text.last() != Some(&b'\n') {
            read.torn = true;
            break;
        }
        if index == 0
            && let Ok(Version { format: found }) = serde_json::from_slice::<Version>(text)
            && found > FORMAT
        {
            let path = path.to_owned();
            return Err(StudyError::Format { path, found });
        }
        let line = serde_json::from_slice(text).map_err(|error| StudyError::Damaged {
            path: path.to_owned(),
            line: index + 1,
            why: format!("not a line of a study ({error})"),
        })?;
        read.lines.push(line);
        read.length += text.len() as u64;
    }
    Ok(read)
}

/// A person's file, open for writing and locked against other programs.
#[derive(Debug)]
pub struct Writer(AppendFile);

impl Writer {
    fn new(file: Option<AppendFile>, path: &Path) -> Result<Self, StudyError> {
        let path = path.to_owned();
        file.map(Self).ok_or(StudyError::Locked { path })
    }

    /// Begins the file, with its first line in it. A file without one whole line is begun anew: its
    /// program was ended in its first moment, and there is nothing of value in it.
    ///
    /// # Errors
    /// When it has been begun already, another program has it, or the system refuses.
    pub fn begin(path: &Path, first: &Line) -> Result<Self, StudyError> {
        let mut writer = Self::new(AppendFile::open(path, check_own)?, path)?;
        if !read(path)?.lines.is_empty() {
            return Err(StudyError::Begun {
                path: path.to_owned(),
            });
        }
        writer.0.cut(0)?;
        writer.append(first)?;
        writer.sync()?;
        // The name of a new file, too, is to survive a crash.
        sync_folder(path);
        Ok(writer)
    }

    /// Opens the file of a person to go on with it; a torn last line is cut off.
    ///
    /// # Errors
    /// Those of [`read`], when another program has it, or the system refuses.
    pub fn resume(path: &Path) -> Result<(Self, Read), StudyError> {
        let mut writer = Self::new(AppendFile::reopen(path, check_own)?, path)?;
        // Under the lock: what another program wrote until a moment ago is seen.
        let read = read(path)?;
        if read.torn {
            writer.0.cut(read.length)?;
        }
        Ok((writer, read))
    }

    /// The file.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Appends a line in one write: from then on a program that is killed does not lose it.
    ///
    /// # Errors
    /// When the system refuses; the file then ends with the line before.
    pub fn append(&mut self, line: &Line) -> Result<(), StudyError> {
        Ok(self.0.append_json(line)?)
    }

    /// Returns once everything is on the disk, where a crash of the machine does not lose it.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn sync(&self) -> Result<(), StudyError> {
        Ok(self.0.sync()?)
    }

    /// The same file, for another thread to sync.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn handle(&self) -> Result<File, StudyError> {
        Ok(self.0.handle()?)
    }
}
