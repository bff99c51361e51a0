//! The rivals that were certified last for a person: `players/<name>.rivals.toml`, one file each.
//!
//! Beside the [`profile`] and kept in the same way, so that they can be played again at the next start,
//! until others are certified.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::profile::{self, Found, Lock};
use super::store::StoreError;

/// The version of the format that this program writes, and the latest that it reads.
pub const FORMAT: u32 = 1;

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

/// Where the rivals of `name` are, in the data folder `data`.
pub fn path(data: &Path, name: &str) -> PathBuf {
    profile::path(data, name).with_extension("rivals.toml")
}

/// Reads the rivals at `path`.
///
/// # Errors
/// When there is a file and the system does not let it be read.
pub fn read(path: &Path) -> Result<Found<Rivals>, StoreError> {
    profile::read_as(path, FORMAT)
}

/// Keeps `rivals` in the folder `data`, in the place of those kept before. A damaged file is renamed and
/// kept, one of a later version of the program is left alone.
///
/// # Errors
/// When they can't be written; the old ones then stay.
pub fn write(data: &Path, rivals: &Rivals) -> Result<(), StoreError> {
    let lock = Lock::take(data)?;
    let path = path(data, &rivals.name);
    match read(&path)? {
        Found::Later(_) => return Ok(()),
        Found::Damaged(_) => {
            profile::set_aside(&path)?;
        }
        Found::Nothing | Found::Profile(_) => {}
    }
    lock.put(&path, HEADER, rivals)
}

const HEADER: &str =
    "# The rivals that were bred to be level with this person, until new ones are certified.\n";
