//! One person's file: read whole, written a line at a time.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use serde::Deserialize;

use super::{FORMAT, Line, StudyError};
use crate::record::regular::check_own;

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
/// one is none of a study.
pub fn read(path: &Path) -> Result<Read, StudyError> {
    /// What every line of every format has.
    #[derive(Deserialize)]
    struct Version {
        format: u32,
    }
    let bytes = check_own(path).and_then(|()| fs::read(path));
    let bytes = bytes.map_err(io(path))?;
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
pub struct Writer {
    path: PathBuf,
    file: File,
    length: u64,
}

impl Writer {
    /// Begins the file, with its first line in it. A file without one whole line is begun anew: its
    /// program was ended in its first moment, and there is nothing of value in it.
    ///
    /// # Errors
    /// When somebody has begun it already, another program has it, or the system refuses.
    pub fn begin(path: &Path, first: &Line) -> Result<Self, StudyError> {
        check_own(path).map_err(io(path))?;
        let mut open = OpenOptions::new();
        let file = open
            .append(true)
            .create(true)
            .open(path)
            .map_err(io(path))?;
        lock(&file, path)?;
        if !read(path)?.lines.is_empty() {
            return Err(StudyError::Begun {
                path: path.to_owned(),
            });
        }
        file.set_len(0).map_err(io(path))?;
        let mut writer = Self {
            path: path.to_owned(),
            file,
            length: 0,
        };
        writer.append(first)?;
        writer.sync()?;
        // The name of a new file, too, is to survive a crash; not every system lets a folder be opened.
        if let Some(Ok(folder)) = path.parent().map(File::open) {
            let _ = folder.sync_all();
        }
        Ok(writer)
    }

    /// Opens the file of a person to go on with it; a torn last line is cut off.
    ///
    /// # Errors
    /// Those of [`read`], when another program has it, or the system refuses.
    pub fn resume(path: &Path) -> Result<(Self, Read), StudyError> {
        check_own(path).map_err(io(path))?;
        let file = OpenOptions::new()
            .append(true)
            .open(path)
            .map_err(io(path))?;
        lock(&file, path)?;
        // Under the lock: what another program wrote until a moment ago is seen.
        let read = read(path)?;
        if read.torn {
            file.set_len(read.length).map_err(io(path))?;
            file.sync_all().map_err(io(path))?;
        }
        let writer = Self {
            path: path.to_owned(),
            file,
            length: read.length,
        };
        Ok((writer, read))
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends a line in one write: from then on a program that is killed does not lose it.
    ///
    /// # Errors
    /// When the system refuses; the file then ends with the line before.
    pub fn append(&mut self, line: &Line) -> Result<(), StudyError> {
        let encode = |error: serde_json::Error| StudyError::Encode {
            path: self.path.clone(),
            why: error.to_string(),
        };
        let mut bytes = serde_json::to_vec(line).map_err(encode)?;
        bytes.push(b'\n');
        if let Err(error) = self.file.write_all(&bytes) {
            // On a full disk part of the line may have been written; what was whole stays.
            let _ = self.file.set_len(self.length);
            return Err(io(&self.path)(error));
        }
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// Returns once everything is on the disk, where a crash of the machine does not lose it.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn sync(&self) -> Result<(), StudyError> {
        self.file.sync_data().map_err(io(&self.path))
    }

    /// The same file, for another thread to sync.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn handle(&self) -> Result<File, StudyError> {
        self.file.try_clone().map_err(io(&self.path))
    }
}

impl Drop for Writer {
    /// Gives the lock back at once: closing alone would leave it with any process that was started a
    /// moment ago and still holds a copy of the file.
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

/// Takes the lock. A program that was killed a moment ago may not have let go of it yet.
fn lock(file: &File, path: &Path) -> Result<(), StudyError> {
    for _ in 0..25 {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(20)),
            // A file system without locks (some network ones) is written all the same.
            Ok(()) | Err(TryLockError::Error(_)) => return Ok(()),
        }
    }
    Err(StudyError::Locked {
        path: path.to_owned(),
    })
}

pub(super) fn io(path: &Path) -> impl FnOnce(io::Error) -> StudyError {
    move |error| StudyError::Io {
        path: path.to_owned(),
        error,
    }
}
