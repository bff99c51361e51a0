//! Squares by Pentobi's names, and placements as lists of them.

use std::str::FromStr;

use super::excerpt;
use crate::blokus::{Placement, Square, Squares};

/// Longest list that can be a placement: five squares of three characters and the commas, and space for
/// more than anyone would write between them.
const LONGEST: usize = 200;

/// A text that is not a square, or squares that no piece covers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SquaresError {
    /// Not a square.
    #[error("{0:?} is not a square: a square is a letter a-n and a number 1-14, like e10")]
    Square(String),
    /// A square twice.
    #[error("{0} is there twice")]
    Twice(Square),
    /// No piece has that form.
    #[error("no piece covers {0}")]
    NoPiece(String),
}

/// Reads a name like `e10` in either case; space around it is ignored.
impl FromStr for Square {
    type Err = SquaresError;

    fn from_str(text: &str) -> Result<Self, SquaresError> {
        let word = text.trim();
        let mut chars = word.chars();
        let letter = chars.next().map(|letter| letter.to_ascii_lowercase());
        let digits = chars.as_str();
        let number = (digits.bytes().all(|byte| byte.is_ascii_digit()) && digits.len() <= 2)
            .then(|| digits.parse::<u8>().ok())
            .flatten();
        letter
            .zip(number)
            .and_then(|(letter, number)| {
                let column = u8::try_from(letter).ok()?.checked_sub(b'a')?;
                let row = Self::SIDE.checked_sub(number)?;
                Self::at(column, row)
            })
            .ok_or_else(|| SquaresError::Square(excerpt(word)))
    }
}

/// Reads the squares of a placement, parted by commas, in any order.
///
/// # Errors
/// When one is not a square or there twice, or no piece covers them.
pub fn read_squares(text: &str) -> Result<Placement, SquaresError> {
    if text.len() > LONGEST {
        return Err(SquaresError::NoPiece(excerpt(text)));
    }
    let mut squares = Squares::EMPTY;
    for word in text.split(',') {
        let square: Square = word.parse()?;
        if squares.contains(square) {
            return Err(SquaresError::Twice(square));
        }
        squares |= Squares::one(square);
    }
    Placement::covering(squares).ok_or_else(|| SquaresError::NoPiece(text.trim().to_owned()))
}

/// The squares of a placement as Pentobi lists them: a1, b1, … a2, b2, …
pub fn write_squares(placement: Placement) -> String {
    let mut squares: Vec<Square> = placement.squares().iter().collect();
    // Pentobi counts rows from the bottom.
    squares.sort_unstable_by_key(|square| (std::cmp::Reverse(square.row()), square.column()));
    let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
    names.join(",")
}
