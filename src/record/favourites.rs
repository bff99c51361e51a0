//! The rivals that a person keeps for good, at every game: `players/<name>.favourites.toml`.
//!
//! Beside the [`profile`](super::profile) and kept in the same way.

use serde::{Deserialize, Serialize};

use super::profile::PersonFile;

/// The favourites of a person.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Favourites {
    /// Version of the format.
    pub format: u32,
    /// The person's name.
    pub name: String,
    /// In the order in which they were taken in.
    #[serde(default)]
    pub rivals: Vec<Favourite>,
}

/// A rival that is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Favourite {
    /// The key of its game.
    pub game: String,
    /// Who it is, in the language of players with all its settings.
    pub player: String,
    /// Whom it is level with, likewise; of one that was given away without that, nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
    /// The mean loss D that this opponent held.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<f64>,
    /// Since when it is kept, in seconds since 1970-01-01 UTC.
    pub since: u64,
}

impl Favourites {
    /// Those of `name`: none yet.
    pub fn of(name: &str) -> Self {
        Self {
            format: Self::FORMAT,
            name: name.to_owned(),
            rivals: Vec::new(),
        }
    }
}

impl PersonFile for Favourites {
    const FORMAT: u32 = 1;
    const HEADER: &'static str = "# The rivals that this person keeps for good.\n";

    fn ending() -> String {
        "favourites.toml".to_owned()
    }

    fn name(&self) -> &str {
        &self.name
    }
}
