//! Whether what has a file's name is a regular file. Opening a pipe waits for ever, and a link in a
//! folder that came from elsewhere may lead to any file of the person's.

use std::fs::{self, FileType, Metadata};
use std::io;
use std::path::Path;

use crate::{AtPath as _, PathError};

/// Refuses what is at `path` unless that is a regular file, a link to one, or nothing.
///
/// # Errors
/// What it is instead.
pub fn check(path: &Path) -> io::Result<()> {
    refuse_others(fs::metadata(path))
}

/// The same for a file that is only read: it may be a device such as `/dev/null`, too.
///
/// # Errors
/// What it is instead.
pub fn check_readable(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(found) if is_device(found.file_type()) => Ok(()),
        found => refuse_others(found),
    }
}

/// The same as [`check`] for a file that the program names itself in a folder that may have come from elsewhere,
/// such as that of a run: a link, too, is refused.
///
/// # Errors
/// What it is instead.
pub fn check_own(path: &Path) -> io::Result<()> {
    refuse_others(fs::symlink_metadata(path))
}

/// Makes the folder `path` and those above it where they are missing.
///
/// # Errors
/// What is there instead, or that the system refuses.
pub fn make_folder(path: &Path) -> Result<(), PathError> {
    fs::create_dir_all(path)
        .map_err(|error| match fs::metadata(path) {
            Ok(found) if !found.is_dir() => io::Error::new(
                error.kind(),
                format!("this is {} and not a directory", kind(found.file_type())),
            ),
            _ => error,
        })
        .at(path)
}

fn refuse_others(found: io::Result<Metadata>) -> io::Result<()> {
    match found {
        Ok(found) if !found.is_file() => Err(refusal(found.file_type())),
        // Whoever opens it says what is wrong.
        _ => Ok(()),
    }
}

#[cfg(unix)]
fn is_device(found: FileType) -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    found.is_char_device()
}

#[cfg(not(unix))]
fn is_device(_: FileType) -> bool {
    false
}

/// Why something of this type is not read or written.
pub(super) fn refusal(found: FileType) -> io::Error {
    let what = kind(found);
    let refusal = format!("this is {what} and not a regular file");
    io::Error::new(io::ErrorKind::InvalidInput, refusal)
}

fn kind(found: FileType) -> &'static str {
    if found.is_file() {
        "a regular file"
    } else if found.is_dir() {
        "a directory"
    } else if found.is_symlink() {
        "a symbolic link"
    } else {
        special(found)
    }
}

#[cfg(unix)]
fn special(found: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt as _;
    if found.is_fifo() {
        "a pipe"
    } else if found.is_socket() {
        "a socket"
    } else {
        "a device"
    }
}

#[cfg(not(unix))]
fn special(_: FileType) -> &'static str {
    "something else"
}
