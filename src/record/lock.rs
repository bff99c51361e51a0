//! Files that one program has at a time. A lock goes with its process, however that ends.

use std::fs::{File, TryLockError};
use std::io;
use std::ops::Deref;
use std::path::Path;
use std::thread;
use std::time::Duration;

use super::regular;

/// How long to wait for a lock that another program has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Patience {
    /// Not at all: where another file will do as well.
    None,
    /// Half a second: a program that was killed a moment ago may not have let go of it yet.
    Moment,
}

/// A file that no other program has as long as this lives.
#[derive(Debug)]
pub struct LockedFile(File);

impl LockedFile {
    /// Locks the file at `path`, which is made when it is not there and holds nothing; `None` when another
    /// program has it.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn at(path: &Path, patience: Patience) -> io::Result<Option<Self>> {
        Ok(Self::lock(open(path)?, patience))
    }

    /// The same, but waits until no other program has it.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn at_when_free(path: &Path) -> io::Result<Self> {
        Ok(Self::lock_when_free(open(path)?))
    }

    /// Locks an open file; `None` when another program has it.
    pub fn lock(file: File, patience: Patience) -> Option<Self> {
        let mut tries = match patience {
            Patience::None => 1,
            Patience::Moment => 25,
        };
        loop {
            tries -= 1;
            match file.try_lock() {
                Err(TryLockError::WouldBlock) if tries == 0 => return None,
                Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(20)),
                // A file system without locks (some network ones) is written all the same.
                Ok(()) | Err(TryLockError::Error(_)) => return Some(Self(file)),
            }
        }
    }

    /// Locks an open file as soon as no other program has it.
    pub fn lock_when_free(file: File) -> Self {
        let _ = file.lock();
        Self(file)
    }
}

fn open(path: &Path) -> io::Result<File> {
    regular::check(path)?;
    File::options().append(true).create(true).open(path)
}

impl Deref for LockedFile {
    type Target = File;

    fn deref(&self) -> &File {
        &self.0
    }
}

impl Drop for LockedFile {
    /// Gives the lock back at once: closing alone would leave it with any process that was started a moment
    /// ago and still holds a copy of the file.
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}
