//! What stops a session, a game or a breeding run from starting.

use std::io;

use crate::words;
use koteki_record::files::FileError;
use koteki_rivals::evolve::SettingsError;
use koteki_rivals::roster::{BuildError, SpecError};

/// Why a sitting, a game of it or a breeding does not begin.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// Settings of a breeding that are out of range.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// A player's name that is not valid.
    #[error(transparent)]
    Name(#[from] SpecError),
    /// A player that cannot be built.
    #[error(transparent)]
    Player(#[from] BuildError),
    /// The system gives no thread.
    #[error(transparent)]
    System(#[from] io::Error),
    /// Games that cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    #[error("{}", words::no_such_game(*.0))]
    NoSuchGame(usize),
    /// A game that cannot be resumed, and why.
    #[error("The interrupted game cannot be resumed: {0}")]
    CannotResume(String),
}
