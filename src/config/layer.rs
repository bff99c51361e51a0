//! One file on top of what there is.
//!
//! The settings there are become a TOML document, the file's values replace theirs, and the result
//! is read as a whole. The values keep the places they have in the file; since the settings below
//! are right, whatever is wrong afterwards has a place in the file.

use std::io::Write as _;
use std::ops::Range;
use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;
use std::{fs, io};

use serde::Serialize;
use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Deserializer};

use super::error::{ConfigError, Place, message};
use koteki_record::regular::check_readable;
use koteki_rivals::evolve::SettingsError;

/// How long a pipe may be silent before it is said what is waited for.
const PATIENCE: Duration = Duration::from_secs(1);

/// Reads a file of settings given by name. It may be a pipe; after a long wait it is said what it waits
/// for.
pub(super) fn read(file: &Path) -> Result<String, ConfigError> {
    let (done, is_done) = channel::<()>();
    let name = file.display().to_string();
    std::thread::spawn(move || {
        if is_done.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
            // There may be no one to see it.
            let _ = writeln!(io::stderr(), "koteki: waiting for the settings in {name}");
        }
    });
    let bytes = fs::read(file);
    drop(done);
    text(file, bytes)
}

/// The text of a file of settings.
fn text(file: &Path, bytes: io::Result<Vec<u8>>) -> Result<String, ConfigError> {
    let bytes = bytes.map_err(|error| ConfigError::Read {
        file: file.to_owned(),
        error,
    })?;
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        ConfigError::NotText {
            file: file.to_owned(),
            line: before.split(|&byte| byte == b'\n').count(),
        }
    })
}

/// Reads the person's own file of settings; it may be missing.
pub(super) fn read_if_there(file: &Path) -> Result<Option<String>, ConfigError> {
    match text(file, check_readable(file).and_then(|()| fs::read(file))) {
        Ok(text) => Ok(Some(text)),
        Err(ConfigError::Read { error, .. })
            if matches!(
                error.kind(),
                io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
            ) =>
        {
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// `below` with the values of `text` on top, checked by `validate`. Tables named in `whole` are
/// replaced as wholes.
pub(super) fn overlaid<T: Serialize + DeserializeOwned>(
    below: &T,
    file: &Path,
    text: &str,
    whole: &[&str],
    validate: impl Fn(&T) -> Result<(), SettingsError>,
) -> Result<T, ConfigError> {
    let wrong = |span: Option<Range<usize>>, message: String| {
        ConfigError::wrong(file, span.map(|span| Place::new(text, &span)), message)
    };
    let own = |error: toml::de::Error| wrong(error.span(), message(error.message(), None));
    let top = DeTable::parse(text).map_err(own)?;

    // Settings that don't survive TOML would be a fault of the program, yet no reason to stop it.
    let ours = |error: String| ConfigError::wrong(Path::new("built-in settings"), None, error);
    let below = toml::to_string(below).map_err(|error| ours(error.to_string()))?;
    let below = DeTable::parse(&below).map_err(|error| ours(error.to_string()))?;

    let values = lay(below.into_inner(), top.get_ref(), "", whole)
        .map_err(|ShapeError { span, message }| wrong(Some(span), message))?;
    let document = Spanned::new(top.span(), values);
    let settings = T::deserialize(Deserializer::from(document)).map_err(|error| {
        let key = error
            .span()
            .and_then(|span| key_at(top.get_ref(), &span, ""));
        wrong(error.span(), message(error.message(), key.as_deref()))
    })?;

    if let Err(error) = validate(&settings) {
        return Err(wrong(span_of(top.get_ref(), &error.key), error.to_string()));
    }
    let made = toml::Table::try_from(&settings).map_err(|error| ours(error.to_string()))?;
    compare(top.get_ref(), &made, "")
        .map_err(|ShapeError { span, message }| wrong(Some(span), message))?;
    Ok(settings)
}

fn join(path: &str, key: &str) -> String {
    if path.is_empty() {
        key.to_owned()
    } else {
        format!("{path}.{key}")
    }
}

/// A value of a wrong shape that the deserializer would make something of without a word: a table
/// written as a list, a list that is too long.
struct ShapeError {
    span: Range<usize>,
    message: String,
}

impl ShapeError {
    fn new(value: &Spanned<DeValue<'_>>, path: &str, takes: &str) -> Self {
        Self {
            span: value.span(),
            message: format!("{path}: this takes {takes}"),
        }
    }
}

/// The values of `top` in place of those of `below`.
fn lay<'i>(
    mut below: DeTable<'i>,
    top: &DeTable<'i>,
    path: &str,
    whole: &[&str],
) -> Result<DeTable<'i>, ShapeError> {
    for (key, value) in top {
        let path = join(path, key.get_ref());
        // Removed first: a map that has a key keeps the old one, and with it the old place.
        let old = below.remove(key.get_ref().as_ref());
        let new = match (old.map(Spanned::into_inner), value.get_ref()) {
            (Some(DeValue::Table(old)), DeValue::Table(new)) if !whole.contains(&path.as_str()) => {
                DeValue::Table(lay(old, new, &path, whole)?)
            }
            (Some(DeValue::Table(_)), new) if !new.is_table() => {
                return Err(ShapeError::new(value, &path, "a table"));
            }
            (_, new) => new.clone(),
        };
        below.insert(key.clone(), Spanned::new(value.span(), new));
    }
    Ok(below)
}

/// The dotted key of the value that covers `span` most closely.
fn key_at(table: &DeTable<'_>, span: &Range<usize>, path: &str) -> Option<String> {
    for (key, value) in table {
        let path = join(path, key.get_ref());
        if let DeValue::Table(inner) = value.get_ref()
            && let Some(found) = key_at(inner, span, &path)
        {
            return Some(found);
        }
        let covers = |outer: Range<usize>| outer.start <= span.start && span.end <= outer.end;
        if covers(value.span()) {
            return Some(path);
        }
    }
    None
}

/// Where the dotted `key` has its value; if it is not there itself, where the innermost table is
/// that would have it.
fn span_of(table: &DeTable<'_>, key: &str) -> Option<Range<usize>> {
    let mut table = table;
    let mut found = None;
    for part in key.split('.') {
        let Some((name, value)) = table.get_key_value(part) else {
            break;
        };
        match value.get_ref() {
            DeValue::Table(inner) => {
                found = Some(name.span());
                table = inner;
            }
            _ => return Some(value.span()),
        }
    }
    found
}

/// Looks whether all of the file is in what was `made` of it.
fn compare(top: &DeTable<'_>, made: &toml::Table, path: &str) -> Result<(), ShapeError> {
    for (key, value) in top {
        let path = join(path, key.get_ref());
        match (value.get_ref(), made.get(key.get_ref().as_ref())) {
            (DeValue::Table(top), Some(toml::Value::Table(made))) => compare(top, made, &path)?,
            (DeValue::Array(_), Some(toml::Value::Table(_))) => {
                return Err(ShapeError::new(value, &path, "a table"));
            }
            (DeValue::Array(top), Some(toml::Value::Array(made))) if top.len() > made.len() => {
                return Err(ShapeError::new(
                    value,
                    &path,
                    &format!("a list of {}", made.len()),
                ));
            }
            _ => {}
        }
    }
    Ok(())
}
