//! Files of games, opened for the commands that read them.

use std::path::Path;

use anyhow::{Context as _, bail};

use crate::record::formats::{Names, OpenError, Source};
use crate::text::coach as words;

/// Opens a file of games; `-` is standard input. `names` are tables given for files of WTHOR.
///
/// # Errors
/// When it cannot be read, or holds neither text nor games of WTHOR.
pub fn open(path: &Path, names: Option<&Names>) -> anyhow::Result<Source> {
    let name = path.display().to_string();
    match Source::open(path, names) {
        Ok(source) => Ok(source),
        Err(OpenError::Io(error)) => Err(error).with_context(|| name),
        Err(OpenError::Binary) => bail!(words::not_text(&name)),
        Err(OpenError::Directory) => bail!("{name} is a directory: give a file of games"),
    }
}
