//! The file that is analysed: looked through as far as that can be done, and opened.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Seek as _};
use std::path::Path;

use anyhow::{Context as _, bail};

use crate::coach::read::{Survey, survey};
use crate::text::coach as words;

/// A file of games, opened.
pub struct Source {
    /// To read from.
    pub input: BufReader<File>,
    /// What is known of it before it is read; nothing of what can be read only once.
    pub found: Option<Survey>,
    /// Its size in bytes, likewise.
    pub size: Option<u64>,
}

impl Source {
    /// Waits until there is something to read.
    ///
    /// # Errors
    /// When it cannot be read, or is no file of text.
    pub fn open(path: &Path) -> anyhow::Result<Self> {
        let name = path.display().to_string();
        let mut file = File::open(path).with_context(|| name.clone())?;
        let (found, size) = look_through(&mut file, &name)?;
        let mut input = BufReader::new(file);
        // Binary data is refused at once.
        if input.fill_buf().with_context(|| name.clone())?.contains(&0) {
            bail!(words::not_text(&name));
        }
        Ok(Self { input, found, size })
    }
}

/// What is known of a file before it is read, and its size; nothing of what can be read only once.
fn look_through(file: &mut File, name: &str) -> anyhow::Result<(Option<Survey>, Option<u64>)> {
    let data = file.metadata().with_context(|| name.to_owned())?;
    if data.is_dir() {
        bail!("{name} is a directory: give a file of games");
    }
    if !data.is_file() {
        return Ok((None, None));
    }
    let unreadable = || format!("cannot read {name}");
    let found = survey(BufReader::new(&mut *file)).with_context(unreadable)?;
    file.rewind().with_context(unreadable)?;
    Ok((Some(found), Some(data.len())))
}
