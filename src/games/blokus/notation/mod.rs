//! Reading and writing squares, moves and games as text.
//!
//! - [`Code`]: the contests' codes, as in `46t3`; GPCC prints `AAu0` and a pass as `----`, ICFPT `aau0`
//!   and `0000`. Both are read, in either case.
//! - [`write_squares`]: Pentobi's list of squares, as in `e10,d11,e11,f11,e12`.
//! - [`read_moves`]: a game as words in either notation, passes written or left out.
//! - [`blksgf`]: Pentobi's files.

pub mod blksgf;
mod code;
mod moves;
mod squares;

use std::str::FromStr;

pub use code::{Code, CodeError};
pub use moves::{MAX_LENGTH, MovesError, read_moves, read_moves_from, write_moves};
pub use squares::{SquaresError, read_squares, write_squares};

use super::{Move, Placement};
use crate::typed::half_width;

/// The signs for a pass.
const PASSES: [&str; 5] = ["0000", "----", "pass", "--", "null"];

/// Whether a word is a sign for a pass.
fn is_pass(word: &str) -> bool {
    PASSES.iter().any(|pass| word.eq_ignore_ascii_case(pass))
}

/// The beginning of `text`, short enough for one line of a message.
fn excerpt(text: &str) -> String {
    const LONGEST: usize = 24;
    if text.chars().count() <= LONGEST {
        text.to_owned()
    } else {
        text.chars().take(LONGEST).chain(['…']).collect()
    }
}

/// A text that is not a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// Nothing at all.
    #[error(
        "no move: a move is a code like 46t3, squares like e10,d11,e11,f11,e12, or a pass: 0000"
    )]
    Empty,
    /// Not a code.
    #[error(transparent)]
    Code(#[from] CodeError),
    /// Not a list of squares.
    #[error(transparent)]
    Squares(#[from] SquaresError),
}

/// Reads a contest's code or a list of squares; space around it is ignored.
impl FromStr for Placement {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        let word = &*half_width(text.trim());
        if word.is_empty() {
            return Err(MoveError::Empty);
        }
        // Squares have a digit second and codes a letter third.
        let letter = word.chars().nth(2).is_some_and(char::is_alphabetic);
        if letter || (word.chars().count() == 4 && !word.contains(',')) {
            Ok(word.parse::<Code>()?.placement()?)
        } else {
            Ok(read_squares(word)?)
        }
    }
}

/// Reads a placement or a pass (`0000`, `----`, `--`, `pass`, `null`). Whether the move is legal is
/// another question.
impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        let text = half_width(text.trim());
        if is_pass(&text) {
            return Ok(Self::Pass);
        }
        text.parse().map(Self::Place)
    }
}
