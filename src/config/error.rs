//! What is wrong with a file of settings, where, and how to mend it.

use koteki_games::words::suggestion::suggestion;
use std::fmt;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A place in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line, 1 for the first.
    pub line: usize,
    /// The character in it, 1 for the first.
    pub column: usize,
    /// How many characters of the line it covers; at least 1.
    pub width: usize,
    /// The line itself.
    pub text: String,
}

impl Place {
    /// The place of the bytes `span` of `text`, as far as they are on its first line.
    pub(super) fn new(text: &str, span: &Range<usize>) -> Self {
        let at = boundary(text, span.start);
        let before = &text[..at];
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        let line = text[line_start..].lines().next().unwrap_or_default();
        let column = text[line_start..at].chars().count();
        let end = boundary(text, span.end.min(line_start + line.len()));
        let covered = text
            .get(at..end)
            .map_or(0, |covered| covered.chars().count());
        Self {
            line: before.matches('\n').count() + 1,
            column: column + 1,
            width: covered.max(1),
            text: line.to_owned(),
        }
    }
}

/// The last boundary between characters of `text` that is not after the byte `at`.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len()))
        .rev()
        .find(|&at| text.is_char_boundary(at))
        .unwrap_or_default()
}

/// A file of settings that can't be used. Displays as one line; [`excerpt`](Self::excerpt) shows the
/// place.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// It can't be read.
    #[error("cannot read the settings in {}: {error}", file.display())]
    Read {
        /// Which file.
        file: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// It is not text.
    #[error("{}:{line}: not text (UTF-8)", file.display())]
    NotText {
        /// Which file.
        file: PathBuf,
        /// The first such line.
        line: usize,
    },
    /// It says something that is not allowed.
    #[error("{}{}: {message}", file.display(), LineAndColumn(place.as_ref()))]
    Wrong {
        /// Which file.
        file: PathBuf,
        /// Where; `None` for what is not in one place.
        place: Option<Place>,
        /// What is wrong and what is allowed.
        message: String,
    },
}

struct LineAndColumn<'a>(Option<&'a Place>);

impl fmt::Display for LineAndColumn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(place) => write!(f, ":{}:{}", place.line, place.column),
            None => Ok(()),
        }
    }
}

impl ConfigError {
    pub(super) fn wrong(file: &Path, place: Option<Place>, message: String) -> Self {
        Self::Wrong {
            file: file.to_owned(),
            place,
            message,
        }
    }

    /// The line at fault with the fault underlined, on two lines; `None` when it has no one place.
    pub fn excerpt(&self) -> Option<String> {
        let Self::Wrong {
            place: Some(place), ..
        } = self
        else {
            return None;
        };
        // Tabs stay tabs, so that the mark stands under what it marks.
        let indent: String = place
            .text
            .chars()
            .take(place.column - 1)
            .map(|char| if char == '\t' { '\t' } else { ' ' })
            .collect();
        let number = place.line.to_string();
        let margin = " ".repeat(number.len());
        let mark = "^".repeat(place.width);
        Some(format!(
            "{number} | {}\n{margin} | {indent}{mark}",
            place.text
        ))
    }
}

/// What the deserializer says, in the words of a person who edits a file. `key` is the dotted key of
/// the value at fault, where one is known.
pub(super) fn message(said: &str, key: Option<&str>) -> String {
    let said = said.trim_end().trim_end_matches(", expected nothing");
    if let Some(rest) = said.strip_prefix("unknown field ") {
        return one_of("unknown key", "keys here", rest);
    }
    let at = key.map_or_else(String::new, |key| format!("{key}: "));
    if let Some(rest) = said.strip_prefix("unknown variant ") {
        return at + &one_of("unknown value", "allowed", rest);
    }
    for prefix in ["invalid type: ", "invalid value: "] {
        let parts = said
            .strip_prefix(prefix)
            .and_then(|rest| rest.rsplit_once(", expected "));
        if let Some((found, expected)) = parts {
            return format!("{at}this takes {}, not {}", wanted(expected), given(found));
        }
    }
    if let Some(rest) = said.strip_prefix("missing field ") {
        return format!("{at}the key {rest} is missing");
    }
    let parts = said
        .strip_prefix("invalid length ")
        .and_then(|rest| rest.split_once(", expected "));
    if let Some((length, expected)) = parts {
        return format!(
            "{at}this takes {}, not a list of {length}",
            wanted(expected)
        );
    }
    at + &said.replace('\n', "; ")
}

/// "`c` … expected one of `a`, `b`" with the likeliest one named first.
fn one_of(what: &str, list: &str, said: &str) -> String {
    let mut names = said.split('`').skip(1).step_by(2);
    let given = names.next().unwrap_or_default();
    let names: Vec<&str> = names.collect();
    let hint = suggestion(given, names.iter().copied())
        .map_or_else(String::new, |near| format!(", did you mean `{near}`?"));
    if names.is_empty() {
        return format!("{what} `{given}`");
    }
    let names = names.join(", ");
    let separator = if hint.is_empty() { "; " } else { " " };
    format!("{what} `{given}`{hint}{separator}{list}: {names}")
}

fn wanted(expected: &str) -> String {
    match expected {
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number of 0 or more".to_owned(),
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number".to_owned(),
        "f32" | "f64" => "a number".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "a string" => "a text in quotes".to_owned(),
        "a map" => "a table".to_owned(),
        _ if expected.starts_with("struct ") => "a table".to_owned(),
        _ if expected.starts_with("an array of length ") || expected.starts_with("a tuple of") => {
            let length = expected.rsplit(' ').next().unwrap_or_default();
            format!("a list of {length}")
        }
        _ => expected.to_owned(),
    }
}

fn given(found: &str) -> String {
    let inner = |found: &str| found.replace('`', "");
    if let Some(text) = found.strip_prefix("string ") {
        format!("the text {text}")
    } else if let Some(number) = found.strip_prefix("integer ") {
        inner(number)
    } else if let Some(number) = found.strip_prefix("floating point ") {
        inner(number)
    } else if let Some(boolean) = found.strip_prefix("boolean ") {
        inner(boolean)
    } else {
        match found {
            "map" => "a table".to_owned(),
            "sequence" => "a list".to_owned(),
            other => other.to_owned(),
        }
    }
}
