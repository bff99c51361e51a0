//! What is kept on disk: append-only, crash-safe, readable with ordinary tools. Knows games, and
//! neither players nor searches, so that files stay readable when those come and go.
//!
//! | file | what |
//! |---|---|
//! | [`append`] | a file that only grows, a line at a time |
//! | [`contest`] | the games of a match between players |
//! | [`csv`] | tables written as CSV |
//! | [`files`] | games that people play, a file each |
//! | [`formats`] | games of Othello in files of all kinds |
//! | [`game`] | one game as it is written down |
//! | [`janken`] | matches of janken as tables, read in many forms |
//! | [`keep`] | what long work has done so far, a result a line |
//! | [`store`] | the folder of games: safe against kills and second programs |
//! | [`lock`] | files that one program has at a time |
//! | [`live`] | the game being played, on the disk after every move |
//! | [`measured`] | what a person's games said, in a file each |
//! | [`profile`] | how strong a person is, in a file each |
//! | [`rivals`] | the rivals certified last for a person, in a file each |
//! | [`run`] | a run of breeding in a folder of its own |
//! | [`regular`] | that a file is a regular one |
//! | [`replace`] | a file that is replaced as a whole |
//! | [`study`] | experiments with people, a file each |

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

pub mod append;
pub mod contest;
pub mod csv;
pub mod favourites;
pub mod files;
pub mod formats;
pub mod game;
pub mod janken;
pub mod keep;
pub mod live;
pub mod lock;
pub mod measured;
pub mod profile;
pub mod regular;
pub mod replace;
pub mod rivals;
pub mod run;
pub mod store;
pub mod study;

pub use game::GameRecord;
pub use live::LiveGame;
pub use store::Store;

/// The time since 1970-01-01 UTC.
pub fn now() -> Duration {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.unwrap_or_default()
}

/// The system refuses a file.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {error}")]
pub struct PathError {
    /// The file or folder.
    pub path: PathBuf,
    /// What the system said.
    pub error: io::Error,
}

impl From<PathError> for io::Error {
    fn from(refused: PathError) -> Self {
        refused.error
    }
}

/// Says of which file an error is.
pub trait AtPath<T> {
    /// The error as one of the file at `path`.
    ///
    /// # Errors
    /// The one that there was.
    fn at(self, path: &Path) -> Result<T, PathError>;
}

impl<T, E: Into<io::Error>> AtPath<T> for Result<T, E> {
    fn at(self, path: &Path) -> Result<T, PathError> {
        self.map_err(|error| PathError {
            path: path.to_owned(),
            error: error.into(),
        })
    }
}
