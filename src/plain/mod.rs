//! A person's games in plain lines: for a pipe, a dumb terminal, a screen reader.
//!
//! Not one escape byte. Every ply, result and level is a line of its own. Moves are read from the
//! input, one or several on a line; what cannot be read or played is refused with the reason and the
//! game waits. `game` is the loop; what a game says for itself is in [`othello`] and, for those of which each one has a
//! file, in [`person`].

mod game;
mod input;
pub mod janken;
pub mod othello;
pub mod person;
mod show;
pub mod study;
mod voice;
pub(crate) mod words;

use std::io;

/// Whether something could not be written because its reader has had enough.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
