//! A file that only grows, a whole line at a time, and is held by one program. A kill costs at most the line
//! being written; what becomes of a torn last line, its owner decides (the games, studies, janken
//! matches, contests and kept experiments each say what they do).

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::lock::{LockedFile, Patience};
use super::{AtPath as _, PathError};

/// How a name is made sure of before it is opened: see [`regular`](super::regular).
type Check = fn(&Path) -> io::Result<()>;

/// Bytes of the whole lines at the beginning of `bytes`.
pub fn whole_lines(bytes: &[u8]) -> usize {
    let end = bytes.iter().rposition(|&byte| byte == b'\n');
    end.map_or(0, |end| end + 1)
}

/// Whether `bytes` are what is left of a file whose program was ended before it had written the first line,
/// which begins with `opening`: nothing, or a part of that line. There is nothing of value in it.
pub fn is_torn_head(bytes: &[u8], opening: &[u8]) -> bool {
    let begins = bytes.starts_with(opening) || opening.starts_with(bytes);
    begins && !bytes.contains(&b'\n')
}

fn options() -> OpenOptions {
    let mut options = File::options();
    options.read(true).append(true);
    options
}

/// The file, open for appending and locked against other programs.
#[derive(Debug)]
pub struct AppendFile {
    path: PathBuf,
    file: LockedFile,
    /// Bytes in it that stay when a line cannot be written.
    length: u64,
}

impl AppendFile {
    /// Opens the file, and makes it when it is not there; `None` when another program has it.
    ///
    /// # Errors
    /// When the system refuses, or `check` does.
    pub fn open(path: &Path, check: Check) -> Result<Option<Self>, PathError> {
        let file = check(path).and_then(|()| options().create(true).open(path));
        let file = LockedFile::lock(file.at(path)?, Patience::Moment);
        file.map(|file| Self::locked(path, file)).transpose()
    }

    /// The same of a file that has to be there.
    ///
    /// # Errors
    /// As [`open`](Self::open), and when there is none.
    pub fn reopen(path: &Path, check: Check) -> Result<Option<Self>, PathError> {
        let file = check(path).and_then(|()| options().open(path));
        let file = LockedFile::lock(file.at(path)?, Patience::Moment);
        file.map(|file| Self::locked(path, file)).transpose()
    }

    /// As [`open`](Self::open), but waits until no other program has it.
    ///
    /// # Errors
    /// When the system refuses, or `check` does.
    pub fn open_when_free(path: &Path, check: Check) -> Result<Self, PathError> {
        let file = check(path).and_then(|()| options().create(true).open(path));
        Self::locked(path, LockedFile::lock_when_free(file.at(path)?))
    }

    fn locked(path: &Path, file: LockedFile) -> Result<Self, PathError> {
        // Under the lock: another program may have written until a moment ago.
        let length = file.metadata().at(path)?.len();
        let path = path.to_owned();
        Ok(Self { path, file, length })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Bytes in it.
    pub const fn length(&self) -> u64 {
        self.length
    }

    /// All that is in it.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn read(&self) -> Result<Vec<u8>, PathError> {
        let mut bytes = Vec::new();
        let mut file: &File = &self.file;
        file.seek(SeekFrom::Start(0))
            .and_then(|_| file.read_to_end(&mut bytes))
            .at(&self.path)?;
        Ok(bytes)
    }

    /// Leaves the first `length` bytes, and returns once the rest is gone from the disk.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn cut(&mut self, length: u64) -> Result<(), PathError> {
        self.file
            .set_len(length)
            .and_then(|()| self.file.sync_all())
            .at(&self.path)?;
        self.length = length;
        Ok(())
    }

    /// Ends a torn last line, so that the next one begins anew.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn end_torn_line(&mut self) -> Result<(), PathError> {
        let mut last = *b"\n";
        if self.length > 0 {
            let mut file: &File = &self.file;
            file.seek(SeekFrom::End(-1))
                .and_then(|_| file.read_exact(&mut last))
                .at(&self.path)?;
        }
        match last {
            [b'\n'] => Ok(()),
            _ => self.append(Vec::new()),
        }
    }

    /// Appends a line, given without its end, in one write: from then on a program that is killed does not
    /// lose it.
    ///
    /// # Errors
    /// When the system refuses; the file then ends with the line before.
    pub fn append(&mut self, line: impl Into<Vec<u8>>) -> Result<(), PathError> {
        let mut line = line.into();
        line.push(b'\n');
        if let Err(error) = (&*self.file).write_all(&line) {
            // On a full disk part of the line may have been written; what was whole stays.
            let _ = self.file.set_len(self.length);
            return Err(error).at(&self.path);
        }
        self.length += line.len() as u64;
        Ok(())
    }

    /// Appends a value as a line of JSON.
    ///
    /// # Errors
    /// As [`append`](Self::append), and when JSON cannot hold it.
    pub fn append_json(&mut self, value: &impl Serialize) -> Result<(), PathError> {
        let line = serde_json::to_vec(value).at(&self.path)?;
        self.append(line)
    }

    /// Returns once everything is on the disk, where a crash of the machine does not lose it.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn sync(&self) -> Result<(), PathError> {
        self.file.sync_data().at(&self.path)
    }

    /// The same file, for another thread to sync.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn handle(&self) -> Result<File, PathError> {
        self.file.try_clone().at(&self.path)
    }
}
