//! The tables that a file of WTHOR needs: names of players (`.jou`) and tournaments (`.trn`), looked for
//! beside it.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::wthor::{HEADER, Header, PLAYER, TOURNAMENT};

/// Longest file that can be a table: 65,535 names.
const LONGEST: u64 = (HEADER + 65_535 * TOURNAMENT) as u64;

/// Players and tournaments by their numbers. Cheap to clone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// The players.
    players: Option<Arc<Vec<String>>>,
    /// The tournaments.
    tournaments: Option<Arc<Vec<String>>>,
}

impl Names {
    /// No table.
    pub const NONE: Self = Self {
        players: None,
        tournaments: None,
    };

    /// The name of a player; `None` without one.
    pub fn player(&self, number: u16) -> Option<String> {
        named(self.players.as_ref(), number)
    }

    /// The name of a tournament; `None` without one.
    pub fn tournament(&self, number: u16) -> Option<String> {
        named(self.tournaments.as_ref(), number)
    }

    /// Takes in a table; says whether `bytes` is one.
    pub fn add(&mut self, bytes: &[u8]) -> bool {
        let Some(header) = Header::read(bytes) else {
            return false;
        };
        let (names, body) = (usize::from(header.names), bytes.len() - HEADER);
        if header.games != 0 || names == 0 {
            return false;
        }
        let size = body / names;
        if size * names != body || !matches!(size, PLAYER | TOURNAMENT) {
            return false;
        }
        let table: Vec<String> = bytes[HEADER..].chunks(size).map(latin1).collect();
        let place = if size == PLAYER {
            &mut self.players
        } else {
            &mut self.tournaments
        };
        *place = Some(Arc::new(table));
        true
    }

    /// Takes in the tables beside the file at `path` ([`tables_beside`]) of the kinds that are missing.
    ///
    /// # Errors
    /// When one of them cannot be read or is not one: with its name.
    pub fn fill_from_beside(&mut self, path: &Path) -> io::Result<()> {
        let has = [self.players.is_some(), self.tournaments.is_some()];
        for table in tables_beside(path) {
            let is_players = is_kind(&table, PLAYERS);
            if has[usize::from(!is_players)] {
                continue;
            }
            let named = |error: io::Error| {
                io::Error::new(error.kind(), format!("{}: {error}", table.display()))
            };
            let bytes = read_table(&table).map_err(named)?;
            if !bytes.is_some_and(|bytes| self.add(&bytes)) {
                return Err(named(io::Error::new(
                    io::ErrorKind::InvalidData,
                    "no table of WTHOR, or a damaged one: move it elsewhere to go without names",
                )));
            }
        }
        Ok(())
    }
}

/// The tables that belong to the file of WTHOR at `path`, one of each kind: those of its own name; else those
/// of the base (`WTH`); else those that are alone in the folder. Of several others none is anyone's.
pub fn tables_beside(path: &Path) -> Vec<PathBuf> {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let Ok(files) = fs::read_dir(folder.unwrap_or(Path::new("."))) else {
        return Vec::new();
    };
    let mut tables: Vec<PathBuf> = files
        .filter_map(|file| Some(file.ok()?.path()))
        .filter(|file| is_table(file) && file.is_file())
        .collect();
    tables.sort();
    let stem_is = |file: &PathBuf, wanted: &OsStr| {
        file.file_stem()
            .is_some_and(|stem| stem.eq_ignore_ascii_case(wanted))
    };
    [PLAYERS, TOURNAMENTS]
        .into_iter()
        .filter_map(|kind| {
            let of_kind = |file: &&PathBuf| is_kind(file, kind);
            let all: Vec<&PathBuf> = tables.iter().filter(of_kind).collect();
            let own = path.file_stem().unwrap_or_default();
            let called = |wanted| all.iter().find(|file| stem_is(file, wanted)).copied();
            called(own)
                .or_else(|| called(OsStr::new("WTH")))
                .or_else(|| match all[..] {
                    [alone] => Some(alone),
                    _ => None,
                })
                .cloned()
        })
        .collect()
}

fn named(table: Option<&Arc<Vec<String>>>, number: u16) -> Option<String> {
    let name = table?.get(usize::from(number))?;
    // What the base calls an unknown player.
    (!name.is_empty() && name != "???").then(|| name.clone())
}

/// Suffixes of the tables.
const PLAYERS: &str = "jou";
const TOURNAMENTS: &str = "trn";

fn is_kind(path: &Path, suffix: &str) -> bool {
    path.extension()
        .is_some_and(|it| it.eq_ignore_ascii_case(suffix))
}

/// Whether a file is called like a table.
pub fn is_table(path: &Path) -> bool {
    is_kind(path, PLAYERS) || is_kind(path, TOURNAMENTS)
}

/// The bytes of what may be a table; `None` when it is too long to be one.
///
/// # Errors
/// When it cannot be read.
pub fn read_table(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    File::open(path)?
        .take(LONGEST + 1)
        .read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= LONGEST).then_some(bytes))
}

/// A name up to its NUL.
fn latin1(bytes: &[u8]) -> String {
    let text = bytes.split(|&byte| byte == 0).next().unwrap_or_default();
    let text: String = text.iter().map(|&byte| char::from(byte)).collect();
    text.trim().to_owned()
}
