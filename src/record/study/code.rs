//! What a person is called in a study.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::StudyError;

/// The longest code, in characters.
const LONGEST: usize = 16;

/// A code that stands for a person: letters, digits, `-` and `_`, a letter or digit first; the letters are
/// capitals, so that no two codes are one file where systems take `p07` and `P07` for the same.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Code(String);

impl Code {
    /// The code as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Code {
    type Err = StudyError;

    fn from_str(text: &str) -> Result<Self, StudyError> {
        let allowed = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
        // What begins with `-` is taken for an option wherever the file or the code is named.
        let begins = text.starts_with(|letter: char| letter.is_ascii_alphanumeric());
        if !begins || text.len() > LONGEST || !text.chars().all(allowed) {
            return Err(StudyError::BadCode(text.to_owned()));
        }
        Ok(Self(text.to_ascii_uppercase()))
    }
}

impl TryFrom<String> for Code {
    type Error = StudyError;

    fn try_from(text: String) -> Result<Self, StudyError> {
        text.parse()
    }
}

impl From<Code> for String {
    fn from(code: Code) -> Self {
        code.0
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}
