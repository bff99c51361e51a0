//! The rivals that were certified last for a person: `players/<name>.rivals.toml`, one file each.
//!
//! Beside the [`profile`](super::profile) and kept in the same way, so that they can be played again at the next start,
//! until others are certified.

use serde::{Deserialize, Serialize};

use super::profile::PersonFile;

/// The rivals of a person.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rivals {
    /// Version of the format.
    pub format: u32,
    /// The person's name.
    pub name: String,
    /// The rivals, A first.
    pub rivals: Vec<Rival>,
}

impl PersonFile for Rivals {
    const FORMAT: u32 = 1;
    const HEADER: &'static str =
        "# The rivals that were bred to be level with this person, until new ones are certified.\n";

    fn ending() -> String {
        "rivals.toml".to_owned()
    }

    fn name(&self) -> &str {
        &self.name
    }
}

/// A certified rival.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rival {
    /// Its letter; of a file without letters the place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub letter: Option<char>,
    /// Who it is, in the language of players with all its settings.
    pub player: String,
    /// Whom it was bred against, likewise.
    pub against: String,
    /// The mean loss D that this opponent held.
    pub target: f64,
    /// When it was certified, in seconds since 1970-01-01 UTC.
    pub certified: u64,
    /// Games of the test that certified it.
    pub games: u32,
    /// Its win rate in them.
    pub score: f64,
}
