//! The four-character codes of the GPCC and ICFPT contests.

use std::fmt;
use std::str::FromStr;

use super::excerpt;
use crate::blokus::{Orientation, Piece, Placement, Square};

/// A code: where the reference cell lies, which piece, and how it is turned.
///
/// A symmetric piece has several codes for one placement; a [`Placement`] writes itself with the lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Code {
    /// Where the reference cell lies.
    pub reference: Square,
    /// The piece.
    pub piece: Piece,
    /// Turned clockwise by `turn / 2` quarters, then for odd ones mirrored left to right: 0…7.
    turn: u8,
}

/// A text that is not the code of a placement.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CodeError {
    /// Not four characters.
    #[error(
        "{0:?} is not a code: a code is a column 1-e, a row 1-e, a piece a-u and an orientation 0-7, like 46t3"
    )]
    Length(String),
    /// No such column or row.
    #[error("{0:?}: {1:?} is not a {2}: columns and rows are 1 to 9, then a to e")]
    Coordinate(String, char, &'static str),
    /// No such piece.
    #[error("{0:?}: {1:?} is not a piece: pieces are a to u")]
    Piece(String, char),
    /// No such orientation.
    #[error("{0:?}: {1:?} is not an orientation: orientations are 0 to 7")]
    Turn(String, char),
    /// A part of the piece lies beside the board.
    #[error("{0}: the piece does not lie wholly on the board")]
    OffBoard(Code),
}

impl Code {
    /// The code with these parts; `None` when `turn` is more than 7.
    pub const fn new(reference: Square, piece: Piece, turn: u8) -> Option<Self> {
        if turn < 8 {
            Some(Self {
                reference,
                piece,
                turn,
            })
        } else {
            None
        }
    }

    /// Which placement it names.
    ///
    /// # Errors
    /// When the piece does not lie wholly on the board.
    pub fn placement(self) -> Result<Placement, CodeError> {
        let found = Orientation::of(self.piece, self.turn).and_then(|(orientation, (dx, dy))| {
            let column = i32::from(self.reference.column()) + i32::from(dx);
            let row = i32::from(self.reference.row()) + i32::from(dy);
            Placement::new(orientation, Square::at_signed(column, row)?)
        });
        found.ok_or(CodeError::OffBoard(self))
    }
}

/// As the ICFPT contest writes it: `46t3`, `aau0`.
impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (column, row) = (self.reference.column() + 1, self.reference.row() + 1);
        f.pad(&format!(
            "{column:x}{row:x}{}{}",
            self.piece.letter(),
            self.turn
        ))
    }
}

/// Reads a code in either case.
impl FromStr for Code {
    type Err = CodeError;

    fn from_str(text: &str) -> Result<Self, CodeError> {
        let text = text.trim();
        let mut chars = text.chars();
        let (Some(x), Some(y), Some(p), Some(o), None) = (
            chars.next(),
            chars.next(),
            chars.next(),
            chars.next(),
            chars.next(),
        ) else {
            return Err(CodeError::Length(excerpt(text)));
        };
        let coordinate = |digit: char, what| {
            let value = digit
                .to_digit(16)
                .and_then(|value| u8::try_from(value).ok());
            value
                .and_then(|value| value.checked_sub(1))
                .filter(|&value| value < Square::SIDE)
                .ok_or_else(|| CodeError::Coordinate(text.to_owned(), digit, what))
        };
        let (column, row) = (coordinate(x, "column")?, coordinate(y, "row")?);
        let piece = Piece::from_letter(p).ok_or_else(|| CodeError::Piece(text.to_owned(), p))?;
        let turn = o.to_digit(8).and_then(|turn| u8::try_from(turn).ok());
        Square::at(column, row)
            .zip(turn)
            .and_then(|(reference, turn)| Self::new(reference, piece, turn))
            .ok_or_else(|| CodeError::Turn(text.to_owned(), o))
    }
}
