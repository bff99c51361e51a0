//! A file that is replaced as a whole: whoever reads it, and whenever the program is killed, finds
//! either the old contents or the new ones, never a part. Whose it is and who may read it stays as it was.
//!
//! A name that a person gives ([`replace`]) is followed: a symbolic link stays, and the file that it
//! leads to is replaced; a pipe or a device such as the null device is written to. A name that the program
//! gives itself ([`replace_own`]) leads nowhere, for its folder may have come from elsewhere.

use std::ffi::OsString;
use std::fs::{self, File, Metadata};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::regular;

/// What the new contents of `path` are called until they are whole: its name and `.new`. A program
/// that is killed may leave such a file; it holds nothing of value.
pub fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
    name.push(".new");
    path.with_file_name(name)
}

/// Whether it is written to as it is: a pipe, or a device such as the null device or a terminal.
#[cfg(unix)]
fn is_stream(found: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    found.file_type().is_fifo() || found.file_type().is_char_device()
}

#[cfg(not(unix))]
fn is_stream(_: &Metadata) -> bool {
    false
}

/// As many links as a system follows, so that a ring of them has an end.
const LINKS: usize = 40;

/// The file that `path` leads to, whether it is there yet or not.
pub fn place(path: &Path) -> PathBuf {
    let mut place = path.to_owned();
    for _ in 0..LINKS {
        let Ok(target) = fs::read_link(&place) else {
            break;
        };
        place = place.parent().unwrap_or(Path::new("")).join(target);
    }
    place
}

/// Puts `bytes` in the place of what is at `path`, and returns once they are on the disk. What is written
/// to and not replaced has them then.
///
/// # Errors
/// When the system refuses, or there is a directory, a socket or a disk; what was at `path` then stays.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|found| is_stream(&found)) {
        return File::options().write(true).open(path)?.write_all(bytes);
    }
    let mut new = Replacement::create_apart(path)?;
    new.write_all(bytes)?;
    new.commit()
}

/// The same for a file that the program names itself: a link at `path` is replaced, and never followed.
///
/// # Errors
/// When the system refuses, or there is no regular file; what was at `path` then stays.
pub fn replace_own(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut new = Replacement::own(path)?;
    new.write_all(bytes)?;
    new.commit()
}

/// The same without waiting for the disk: from then on the contents survive the end of the program, though
/// not that of the system before [`sync`].
///
/// # Errors
/// As [`replace_own`].
pub fn replace_unsynced(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut new = Replacement::own(path)?;
    new.write_all(bytes)?;
    new.put()
}

/// Returns once what was put at `path` is on the disk.
///
/// # Errors
/// When the system refuses, or nothing is there.
pub fn sync(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()?;
    sync_folder(path);
    Ok(())
}

/// Waits until the name of the file at `path` is on the disk, which it is when its folder is. Not every system
/// can sync a folder.
pub(super) fn sync_folder(path: &Path) {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    if let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) {
        let _ = folder.sync_all();
    }
}

/// `path`, or with the first number behind it by which there is nothing: neither with one of these extensions, nor, where
/// there are none, itself.
pub fn free(path: &Path, extensions: &[&str]) -> PathBuf {
    let is_there = |path: &Path| fs::symlink_metadata(path).is_ok();
    let is_free = |path: &PathBuf| match extensions {
        [] => !is_there(path),
        all => !all.iter().any(|it| is_there(&path.with_extension(it))),
    };
    let numbered = |number: u32| match number {
        1 => path.to_owned(),
        number => {
            let mut name = path.as_os_str().to_owned();
            name.push(format!("-{number}"));
            PathBuf::from(name)
        }
    };
    let found = (1..).map(numbered).find(is_free);
    found.unwrap_or_else(|| path.to_owned())
}

/// Writes a file that is not there yet.
///
/// # Errors
/// When there is something ([`io::ErrorKind::AlreadyExists`]), or the system refuses.
pub fn create(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut new = Replacement::create_apart(path)?;
    new.write_all(bytes)?;
    new.commit_as_new()
}

/// Renames the file at `path`, which is not what it should be, to a name that nothing has, and returns that.
///
/// # Errors
/// When the system refuses.
pub fn set_aside(path: &Path) -> io::Result<PathBuf> {
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let aside = (1..)
        .map(|number| path.with_extension(format!("damaged-{number}.{extension}")))
        .find(|aside| !aside.exists())
        .unwrap_or_else(|| path.with_extension(format!("damaged.{extension}")));
    fs::rename(path, &aside)?;
    Ok(aside)
}

/// Makes `new` belong to whom `old` belongs, for the same people to read.
fn like(new: &File, old: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt as _, fchown};
        let now = new.metadata()?;
        if (now.uid(), now.gid()) != (old.uid(), old.gid()) {
            // Only the superuser may give files away.
            let _ = fchown(new, Some(old.uid()), Some(old.gid()));
        }
    }
    new.set_permissions(old.permissions())
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
    /// Begins new contents for what is, or will be, at `path`, under a name that nothing has yet: what else
    /// may be called `.new` belongs to someone.
    ///
    /// # Errors
    /// When there is something that is no regular file, or the system refuses.
    pub fn create_apart(path: &Path) -> io::Result<Self> {
        match fs::metadata(path) {
            Ok(found) if !found.is_file() => return Err(regular::refusal(found.file_type())),
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let path = place(path);
        let plain = beside(&path);
        for number in 0..ATTEMPTS {
            let mut name = plain.clone().into_os_string();
            if number > 0 {
                name.push(number.to_string());
            }
            match Self::begin(path.clone(), PathBuf::from(name)) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                begun => return begun,
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// The same for a file that the program names itself: what is called `.new` was left by a program that
    /// was killed, or is a trap.
    fn own(path: &Path) -> io::Result<Self> {
        match fs::symlink_metadata(path) {
            Ok(found) if !found.is_file() && !found.is_symlink() => {
                return Err(regular::refusal(found.file_type()));
            }
            _ => {}
        }
        let beside = beside(path);
        match fs::remove_file(&beside) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Self::begin(path.to_owned(), beside),
        }
    }

    fn begin(path: PathBuf, beside: PathBuf) -> io::Result<Self> {
        let mut options = File::options();
        let file = options.read(true).write(true).create_new(true);
        let new = Self {
            file: file.open(&beside)?,
            path,
            beside,
            there: false,
        };
        // A link that is about to be replaced is not a model.
        if let Ok(old) = fs::symlink_metadata(&new.path)
            && old.is_file()
        {
            like(&new.file, &old)?;
        }
        Ok(new)
    }

    /// Where it is being written.
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
        self.file.sync_all()?;
        let path = self.path.clone();
        self.put()?;
        sync_folder(&path);
        Ok(())
    }

    fn put(mut self) -> io::Result<()> {
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
        replace_unsynced(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        // A directory cannot be replaced by a file.
        let taken = folder.path().join("taken");
        fs::create_dir_all(taken.join("within")).unwrap();
        for replace in [replace, replace_own, replace_unsynced] {
            let error = replace(&taken, b"new").unwrap_err();
            assert!(error.to_string().contains("a directory"), "{error}");
        }
        let left = fs::read_dir(folder.path()).unwrap();
        let mut names: Vec<_> = left.map(|it| it.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["a.toml", "taken"]);
    }
}
