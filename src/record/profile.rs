//! A person's profile: `players/<name>.toml`, one file each.
//!
//! Holds how strong the person is believed to be (for readers as D with an interval; for the program as
//! the posterior it goes on from) and how many games say so. What the numbers of the posterior mean is
//! none of this crate's business. The file is replaced as a whole, so that a kill leaves the old one or the
//! new one; whoever changes it holds `players/.lock` from reading to writing, so that two programs do
//! not lose each other's games. A file that cannot be read is renamed and kept, and a new one begun.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::lock::LockedFile;
use super::replace::{self, replace_own};
use super::store::StoreError;
use super::{AtPath as _, regular};
use koteki_games::random::derive_seed;

/// What is kept of a person, in a file of its own in the folder of the profiles.
pub trait PersonFile: Serialize + DeserializeOwned {
    /// The version of the format that this program writes, and the latest that it reads.
    const FORMAT: u32;
    /// The comment that the file begins with.
    const HEADER: &'static str;

    /// What follows the person's name in the file's.
    fn ending() -> String;

    /// The person's name.
    fn name(&self) -> &str;
}

/// The folder of the profiles, within the data folder.
pub const FOLDER: &str = "players";

/// What is known of a person.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// Version of the format.
    pub format: u32,
    /// The person's name, as in the records of games.
    pub name: String,
    /// Measured games behind it.
    pub games: u32,
    /// The estimate of the mean loss D, in the tester's points: lower is stronger.
    pub d: f64,
    /// Lower limit of its 95 % interval.
    pub low: f64,
    /// Upper limit.
    pub high: f64,
    /// What the games said about ln D: the sum of the gains in precision.
    #[serde(rename = "told")]
    pub information: f64,
    /// The last game counted, by its id in the games: it is not counted twice.
    pub last: String,
    /// Some of those counted before it, the latest last: a program that was killed may bring one back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<String>,
    /// The posterior: the probability of every point of the grid, in billionths.
    pub posterior: Vec<u32>,
    /// The posterior of the rating of tournament players who play like this person, of every point of the grid, in
    /// billionths (since format 3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub likeness: Option<Vec<u32>>,
    /// Discs given away in each of the latest games, in the order in which they were played (since format 3).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lost: Vec<f64>,
    /// What was foretold of the last games against opponents of known strength, in the order in which they were played
    /// (since format 3).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub foretold: Vec<Foretold>,
    /// The last games against opponents of known strength, in the order in which they were played (since
    /// format 2).
    #[serde(rename = "met", default)]
    pub results: Vec<ResultAgainst>,
}

impl PersonFile for Profile {
    const FORMAT: u32 = 4;
    const HEADER: &'static str = "# How strong this person is, as koteki knows it. Remove the file to be measured from scratch.\n";

    fn ending() -> String {
        "toml".to_owned()
    }

    fn name(&self) -> &str {
        &self.name
    }
}

/// One game against an opponent of known strength.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultAgainst {
    /// The D of the agent that is as strong as the opponent; negative where that has to look deeper.
    pub opponent: f64,
    /// What the person scored: 1, 0.5 or 0.
    pub score: f64,
}

/// A result foretold before the game, and what came.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Foretold {
    /// The probability that the person wins, half of that of a draw included.
    pub expected: f64,
    /// What the person scored: 1, 0.5 or 0.
    pub score: f64,
    /// When the game ended, in seconds since 1970-01-01 UTC (since format 4).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<u64>,
}

/// What the place of a profile holds.
#[derive(Clone, Debug, PartialEq)]
pub enum OnDisk<P> {
    /// Nothing: a person not measured yet.
    Nothing,
    /// A profile.
    Profile(Box<P>),
    /// A file that is not one, and why.
    Damaged(String),
    /// A profile of a later version of the program: it is left alone.
    Later(u32),
}

/// Where the file of `name` is, in the data folder `data`. Lower-case names of letters, digits, `-`
/// and `_` go by themselves; in others what a file's name may not hold everywhere becomes `_`, and a
/// number is added that keeps them apart, on systems too that take `Ann` and `ann` for the same.
pub fn path<P: PersonFile>(data: &Path, name: &str) -> PathBuf {
    let plain =
        |char: char| char.is_ascii_lowercase() || char.is_ascii_digit() || "-_".contains(char);
    let mut file: String = name
        .chars()
        .map(|char| char.to_ascii_lowercase())
        .map(|char| if plain(char) { char } else { '_' })
        .collect();
    if !name.chars().all(plain) || name.is_empty() {
        let bytes: Vec<u64> = name.bytes().map(u64::from).collect();
        file = format!("{file}-{:016x}", derive_seed(0, &bytes));
    }
    data.join(FOLDER).join(format!("{file}.{}", P::ending()))
}

/// Reads the file at `path`.
///
/// # Errors
/// When there is a file and the system does not let it be read.
pub fn read<P: PersonFile>(path: &Path) -> Result<OnDisk<P>, StoreError> {
    #[derive(Deserialize)]
    struct Version {
        format: u32,
    }
    let bytes = match regular::check(path).and_then(|()| fs::read(path)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(OnDisk::Nothing),
        bytes => bytes.at(path).map_err(StoreError::Read)?,
    };
    let Ok(text) = String::from_utf8(bytes) else {
        return Ok(OnDisk::Damaged("not text (UTF-8)".to_owned()));
    };
    // The version first: a later format may have fields that this one refuses.
    match toml::from_str::<Version>(&text) {
        Ok(Version { format }) if format > P::FORMAT => return Ok(OnDisk::Later(format)),
        _ => {}
    }
    Ok(match toml::from_str::<P>(&text) {
        Ok(profile) => OnDisk::Profile(Box::new(profile)),
        Err(error) => OnDisk::Damaged(error.message().to_owned()),
    })
}

/// Renames a file that is no profile to a name that nothing has, and returns that.
///
/// # Errors
/// When it can't be renamed.
pub fn set_aside(path: &Path) -> Result<PathBuf, StoreError> {
    Ok(replace::set_aside(path).at(path)?)
}

/// Holds the profiles of a data folder, from reading one to writing it.
#[derive(Debug)]
pub struct Lock {
    _file: LockedFile,
}

impl Lock {
    /// Waits for the lock. Makes the folder when it is not there.
    ///
    /// # Errors
    /// When the folder or the lock can't be made.
    pub fn take(data: &Path) -> Result<Self, StoreError> {
        let folder = data.join(FOLDER);
        regular::make_folder(&folder).map_err(StoreError::Folder)?;
        let path = folder.join(".lock");
        let lock = LockedFile::at_when_free(&path).at(&path)?;
        Ok(Self { _file: lock })
    }

    /// Puts `kept` in the place of what is at `path`, and returns once it is on the disk.
    ///
    /// # Errors
    /// When it can't be written; the old one then stays.
    pub fn write<P: PersonFile>(&self, path: &Path, kept: &P) -> Result<(), StoreError> {
        let text = toml::to_string(kept).map_err(io::Error::other).at(path)?;
        let text = format!("{}{text}", P::HEADER);
        Ok(replace_own(path, text.as_bytes()).at(path)?)
    }
}

/// Of the file, if it is that of `name`, what `restore` makes of it; else what is wrong with it, in words.
fn restored<P: PersonFile, T>(
    file: P,
    name: &str,
    restore: impl FnOnce(P) -> Result<T, String>,
) -> Result<T, String> {
    if file.name() == name {
        restore(file)
    } else {
        Err(format!("it is that of {:?}", file.name()))
    }
}

/// What is kept of `name` in the folder `data`, and in words what is wrong with it. Changes nothing: a damaged file is
/// set aside when it is next [changed](change).
pub fn look<P: PersonFile, T: Default>(
    data: &Path,
    name: &str,
    restore: impl FnOnce(P) -> Result<T, String>,
) -> (T, Option<String>) {
    let path = path::<P>(data, name);
    let trouble = match read(&path) {
        Ok(OnDisk::Nothing) => None,
        Ok(OnDisk::Profile(file)) => match restored(*file, name, restore) {
            Ok(known) => return (known, None),
            Err(why) => Some(damaged(&path, &why)),
        },
        Ok(OnDisk::Damaged(why)) => Some(damaged(&path, &why)),
        Ok(OnDisk::Later(format)) => Some(format!(
            "The profile {} has format {format}, which a later version of koteki reads; games \
             are not counted there until you use that",
            path.display()
        )),
        Err(error) => Some(format!("Your level so far is not known: {error}")),
    };
    (T::default(), trouble)
}

/// Changes what is kept of `name` in the folder `data`: onto what the file holds now, which another program may have
/// changed. `change` returns what is to be written, if anything is. Returns what is known after it; `None` when the
/// file is of a later version, which is left as it is.
///
/// # Errors
/// When the file can't be read or written.
pub fn change<P: PersonFile, T: Default>(
    data: &Path,
    name: &str,
    restore: impl FnOnce(P) -> Result<T, String>,
    change: impl FnOnce(&mut T) -> Option<P>,
) -> Result<Option<T>, StoreError> {
    let lock = Lock::take(data)?;
    let path = path::<P>(data, name);
    let found = match read(&path)? {
        OnDisk::Nothing => Some(T::default()),
        OnDisk::Later(_) => return Ok(None),
        OnDisk::Profile(file) => restored(*file, name, restore).ok(),
        OnDisk::Damaged(_) => None,
    };
    let mut known = match found {
        Some(known) => known,
        None => {
            set_aside(&path)?;
            T::default()
        }
    };
    if let Some(file) = change(&mut known) {
        lock.write(&path, &file)?;
    }
    Ok(Some(known))
}

fn damaged(path: &std::path::Path, why: &str) -> String {
    format!(
        "The profile {} cannot be read ({why}); it is set aside when the next measured game is counted, \
         and your level starts from scratch",
        path.display()
    )
}
