//! The tables that a file of WTHOR needs: names of players (`.jou`) and tournaments (`.trn`), looked for
//! beside it.

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
    #[must_use]
    pub fn player(&self, number: u16) -> Option<String> {
        named(self.players.as_ref(), number)
    }

    /// The name of a tournament; `None` without one.
    #[must_use]
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

    /// The tables beside the file at `path`: those of its own name, else those that the folder has of each
    /// kind, the first by name. None where there are none.
    ///
    /// # Errors
    /// When one of them cannot be read.
    pub fn beside(path: &Path) -> io::Result<Self> {
        let mut names = Self::default();
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        let Ok(files) = fs::read_dir(folder.unwrap_or(Path::new("."))) else {
            return Ok(names);
        };
        let mut tables: Vec<PathBuf> = files
            .filter_map(|file| Some(file.ok()?.path()))
            .filter(|file| is_table(file))
            .collect();
        // The last one that is taken in counts.
        tables.sort_by_key(|file| {
            (
                file.file_stem() == path.file_stem(),
                std::cmp::Reverse(file.clone()),
            )
        });
        for table in tables {
            if let Some(bytes) = read_table(&table)? {
                names.add(&bytes);
            }
        }
        Ok(names)
    }
}

fn named(table: Option<&Arc<Vec<String>>>, number: u16) -> Option<String> {
    let name = table?.get(usize::from(number))?;
    // What the base calls somebody unknown.
    (!name.is_empty() && name != "???").then(|| name.clone())
}

/// Whether a file is called like a table.
#[must_use]
pub fn is_table(path: &Path) -> bool {
    path.extension()
        .is_some_and(|it| it.eq_ignore_ascii_case("jou") || it.eq_ignore_ascii_case("trn"))
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
