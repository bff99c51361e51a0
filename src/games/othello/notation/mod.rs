//! Reading and writing squares, moves, games and boards as text.
//!
//! Reading is tolerant of form (case, spaces, move numbers, full-width letters and digits, several signs for
//! a disc or a pass) and
//! strict about content: nothing unreadable is skipped, because a skipped character shifts everything
//! behind it, and a pass is accepted only where the rules force one.

mod board;
mod transcript;

use std::str::FromStr;

use super::{Move, Square};
use crate::typed::{half_width, half_width_sign};

pub use board::{
    BoardError, ReadBoard, SideSource, is_columns, names_side, read_board, write_board,
};
pub use transcript::{
    Passes, Token, TranscriptError, TranscriptErrorKind, read_tokens, read_transcript,
    read_transcript_from, write_transcript,
};

/// Longest text that is read, in characters: a whole game has 60 moves, so whatever is longer is not
/// one, and refusing it keeps a pasted book from being searched for moves.
pub const MAX_LENGTH: usize = 100_000;

/// The number of characters of `text` when there are more than [`MAX_LENGTH`].
fn too_long(text: &str) -> Option<usize> {
    // A character has at least one byte, so most texts need no counting.
    (text.len() > MAX_LENGTH)
        .then(|| text.chars().count())
        .filter(|&length| length > MAX_LENGTH)
}

/// The signs for a pass, in lower case; a longer one before its own beginning.
const PASSES: [&str; 4] = ["pass", "pa", "ps", "--"];

/// A text that is not a square.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a square: a square is a letter a-h and a digit 1-8, like f5")]
pub struct SquareError(pub String);

/// A text that is neither a square nor a pass.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a move: a move is a square like f5, or a pass: --, pa, ps or pass")]
pub struct MoveError(pub String);

/// The beginning of `text`, short enough for one line of a message.
fn excerpt(text: &str) -> String {
    const LONGEST: usize = 16;
    if text.chars().count() <= LONGEST {
        text.to_owned()
    } else {
        text.chars().take(LONGEST).chain(['…']).collect()
    }
}

/// The square named by a column letter and a row digit.
fn square_of(letter: char, digit: char) -> Option<Square> {
    let column = u32::from(letter.to_ascii_lowercase()).checked_sub(u32::from('a'))?;
    let row = digit.to_digit(10)?.checked_sub(1)?;
    Square::at(u8::try_from(column).ok()?, u8::try_from(row).ok()?)
}

/// Reads a square's name in either case; space around it is ignored.
impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Self, SquareError> {
        let mut chars = text.trim().chars().map(half_width_sign);
        match (chars.next(), chars.next(), chars.next()) {
            (Some(letter), Some(digit), None) => square_of(letter, digit),
            _ => None,
        }
        .ok_or_else(|| SquareError(excerpt(text)))
    }
}

/// Reads a square's name or a pass (`--`, `pa`, `ps`, `pass`) in either case; space around it is
/// ignored. Whether the move is legal is another question.
impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        let trimmed = half_width(text.trim());
        if PASSES.iter().any(|pass| trimmed.eq_ignore_ascii_case(pass)) {
            return Ok(Self::Pass);
        }
        trimmed
            .parse()
            .map(Self::Place)
            .map_err(|_| MoveError(excerpt(text)))
    }
}
