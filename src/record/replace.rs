//! A file that is replaced as a whole: whoever reads it, and whenever the program is killed, finds
//! either the old contents or the new ones, never a part. Who may read it stays as it was.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write as _};
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
    // The rename is on the disk when its folder is. Not every system can sync a folder.
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    if let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// The same for what is worth nothing after a crash of the system: not put on the disk.
///
/// # Errors
/// As [`replace`].
pub fn replace_fleeting(path: &Path, bytes: &[u8]) -> io::Result<()> {
    put(path, bytes, false)
}

fn put(path: &Path, bytes: &[u8], sync: bool) -> io::Result<()> {
    let beside = beside(path);
    let write = || {
        let mut file = File::create(&beside)?;
        file.write_all(bytes)?;
        if sync {
            file.sync_all()?;
        }
        // Whoever may read the old one may read the new one, and nobody else.
        if let Ok(old) = fs::metadata(path) {
            file.set_permissions(old.permissions())?;
        }
        drop(file);
        fs::rename(&beside, path)
    };
    write().inspect_err(|_| {
        let _ = fs::remove_file(&beside);
    })
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
