//! Changing single keys of a person's own file: everything else in it stays as it is, comments too.

use std::fs;
use std::io;
use std::path::Path;

use toml_edit::{DocumentMut, Item, Table, Value, value};

use koteki_record::regular;
use koteki_record::replace::{place, replace};
use koteki_tui::othello::settings::{Change, Scalar};

fn to_toml(scalar: &Scalar) -> Value {
    match *scalar {
        Scalar::Text(text) => text.into(),
        Scalar::Whole(number) => i64::from(number).into(),
        Scalar::Switch(on) => on.into(),
    }
}

/// Why nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum EditError {
    /// The file can't be read or written.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: String,
        /// What the system says.
        error: io::Error,
    },
    /// The file is no TOML, or has something else where a section should be; it stays as it is.
    #[error("{path} cannot be changed: {what}; mend it by hand")]
    Form {
        /// The file.
        path: String,
        /// What is wrong.
        what: String,
    },
}

/// What some editors put before a text in UTF-8.
const MARK: char = '\u{feff}';

/// Sets `changes` in the file at `path`, which is made when it is not there.
///
/// # Errors
/// When the file is no TOML, or can't be read or written; it then stays as it was.
pub fn set(path: &Path, changes: &[Change]) -> Result<(), EditError> {
    let name = || path.display().to_string();
    let file = |error| EditError::File {
        path: name(),
        error,
    };
    let form = |what: String| EditError::Form { path: name(), what };
    regular::check(path).map_err(file)?;
    let old = match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        read => read.map_err(file)?,
    };
    let mut document: DocumentMut = old
        .parse()
        .map_err(|error: toml_edit::TomlError| form(error.message().to_owned()))?;
    for change in changes {
        let section = document
            .entry(change.section)
            .or_insert_with(|| Item::Table(Table::new()));
        let Some(section) = section.as_table_like_mut() else {
            return Err(form(format!("\"{}\" is no section", change.section)));
        };
        let new = to_toml(&change.value);
        match section.get_mut(change.key).and_then(Item::as_value_mut) {
            // What stands around the old value, such as a comment, stays.
            Some(old) => {
                let around = old.decor().clone();
                *old = new;
                *old.decor_mut() = around;
            }
            None => {
                section.insert(change.key, value(new));
            }
        }
    }
    let mut new = document.to_string();
    // The reader makes all ends of lines alike and takes the mark of UTF-8 away.
    if old.contains("\r\n") {
        new = new.replace("\r\n", "\n").replace('\n', "\r\n");
    }
    if old.starts_with(MARK) && !new.starts_with(MARK) {
        new.insert(0, MARK);
    }
    if new == old {
        return Ok(());
    }
    if fs::metadata(path).is_ok_and(|it| it.permissions().readonly()) {
        return Err(form("it may not be written to".to_owned()));
    }
    if let Some(folder) = place(path).parent() {
        fs::create_dir_all(folder).map_err(file)?;
    }
    replace(path, new.as_bytes()).map_err(file)
}
