//! The files of `loadsgf`, of Othello and of Blokus Duo.

use std::fs::File;
use std::io::{self, Read as _};

/// Longest file that is read, in bytes.
const MAX_FILE: u64 = 1 << 20;

/// The text of the file.
pub fn load(file: &str) -> io::Result<String> {
    let file = File::open(file)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("not a file"));
    }
    let mut bytes = Vec::new();
    file.take(MAX_FILE + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_FILE {
        return Err(io::Error::other("the file is too long"));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
