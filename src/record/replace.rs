//! A file that is replaced as a whole: whoever reads it, and whenever the program is killed, finds
//! either the old contents or the new ones, never a part. Who may read it stays as it was.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// What the new contents of `path` are called until they are whole: its name and `.new`. A program
/// that is killed may leave such a file; it holds nothing of value.
#[must_use]
pub fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
    name.push(".new");
    path.with_file_name(name)
}

/// Puts `bytes` in the place of what is at `path`, and returns once they are on the disk.
///
/// # Errors
/// When the system refuses; what was at `path` then stays.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    put(path, bytes, true)?;
    sync_folder(path);
    Ok(())
}

/// The rename is on the disk when its folder is. Not every system can sync a folder.
fn sync_folder(path: &Path) {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    if let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) {
        let _ = folder.sync_all();
    }
}

/// The same for what is worth nothing after a crash of the system: not put on the disk.
///
/// # Errors
/// As [`replace`].
pub fn replace_fleeting(path: &Path, bytes: &[u8]) -> io::Result<()> {
    put(path, bytes, false)
}

fn put(path: &Path, bytes: &[u8], sync: bool) -> io::Result<()> {
    let mut new = Replacement::create(path)?;
    new.write_all(bytes)?;
    new.put(sync)
}

/// Names that are tried before giving up.
const ATTEMPTS: u32 = 1000;

/// The new contents of a file while they are being written. Gone without a trace when it is dropped
/// before it was put in the place of the old ones.
#[derive(Debug)]
pub struct Replacement {
    path: PathBuf,
    beside: PathBuf,
    file: File,
    /// Whether it is in its place.
    there: bool,
}

impl Replacement {
    /// Begins new contents for what is, or will be, at `path`.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn create(path: &Path) -> io::Result<Self> {
        let beside = beside(path);
        let file = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(true)
            .open(&beside)?;
        Ok(Self {
            path: path.to_owned(),
            beside,
            file,
            there: false,
        })
    }

    /// The same under a name that nothing has yet: what else may be called `.new` is somebody's.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn create_apart(path: &Path) -> io::Result<Self> {
        let plain = beside(path);
        for number in 0..ATTEMPTS {
            let mut name = plain.clone().into_os_string();
            if number > 0 {
                name.push(number.to_string());
            }
            let beside = PathBuf::from(name);
            let mut options = File::options();
            options.read(true).write(true).create_new(true);
            match options.open(&beside) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
                Ok(file) => {
                    return Ok(Self {
                        path: path.to_owned(),
                        beside,
                        file,
                        there: false,
                    });
                }
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Where it is being written.
    #[must_use]
    pub fn written_at(&self) -> &Path {
        &self.beside
    }

    /// Puts what was written at the path if nothing is there by now, and returns once it is on the disk.
    ///
    /// # Errors
    /// When something is there ([`io::ErrorKind::AlreadyExists`]), or the system refuses.
    pub fn commit_as_new(mut self) -> io::Result<()> {
        self.file.sync_all()?;
        match fs::hard_link(&self.beside, &self.path) {
            // The other name goes when this is dropped.
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(error),
            // Not every file system has links.
            Err(_) if fs::symlink_metadata(&self.path).is_ok() => {
                return Err(io::ErrorKind::AlreadyExists.into());
            }
            Err(_) => {
                fs::rename(&self.beside, &self.path)?;
                self.there = true;
            }
        }
        sync_folder(&self.path);
        Ok(())
    }

    /// Puts what was written in the place of what is at the path, and returns once it is on the disk.
    ///
    /// # Errors
    /// When the system refuses; what was there then stays.
    pub fn commit(self) -> io::Result<()> {
        let path = self.path.clone();
        self.put(true)?;
        sync_folder(&path);
        Ok(())
    }

    fn put(mut self, sync: bool) -> io::Result<()> {
        if sync {
            self.file.sync_all()?;
        }
        // Whoever may read the old one may read the new one, and nobody else.
        if let Ok(old) = fs::metadata(&self.path) {
            self.file.set_permissions(old.permissions())?;
        }
        fs::rename(&self.beside, &self.path)?;
        self.there = true;
        Ok(())
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        if !self.there {
            let _ = fs::remove_file(&self.beside);
        }
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Read for Replacement {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.file.read(buffer)
    }
}

impl Seek for Replacement {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_replaced_stays_and_nothing_lies_about() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.toml");
        replace(&path, b"old").unwrap();
        replace_fleeting(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        // A directory cannot be replaced by a file.
        let taken = folder.path().join("taken");
        fs::create_dir_all(taken.join("within")).unwrap();
        assert!(replace(&taken, b"new").is_err());
        let left = fs::read_dir(folder.path()).unwrap();
        let mut names: Vec<_> = left.map(|it| it.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["a.toml", "taken"]);
    }
}
