//! Board strings: 64 squares from a1, b1 to h8, then the side to move.

use std::fmt;
use std::str::FromStr;

use super::{MAX_LENGTH, too_long};
use crate::game::othello::{Position, Square, bits};
use crate::game::{Game as _, Side};

/// How the side to move of a board string is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideSource {
    /// The text says it.
    Given,
    /// From the number of empty squares: Black when it is even, White when it is odd, which is right
    /// in every game without an odd number of passes.
    Counted,
    /// The side that the empty squares say has no move but its opponent has, so its opponent was taken.
    OnlyOneCanMove,
}

/// A board that was read, and how its side to move is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadBoard {
    /// The position.
    pub position: Position,
    /// Where its side to move comes from.
    pub side: SideSource,
}

/// Why a text is not a board. Characters are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// A character that stands for nothing.
    #[error(
        "character {character} ({square}): cannot read {found:?}; \
         Black is X, B or *, White is O or W, an empty square is - or ."
    )]
    Unknown {
        /// Where it is.
        character: usize,
        /// The square it would be, or what else was expected.
        square: String,
        /// What it is.
        found: char,
    },
    /// A digit.
    #[error(
        "character {character} ({square}): {found} is refused, because programs disagree whether 0 or 1 \
         is Black; write X for Black, O for White and - for an empty square"
    )]
    Digit {
        /// Where it is.
        character: usize,
        /// The square it would be, or what else was expected.
        square: String,
        /// What it is.
        found: char,
    },
    /// Fewer than 64 squares.
    #[error(
        "the board has {squares} squares: it needs 64, from a1, b1 to h8, then the side to move"
    )]
    TooFew {
        /// How many there are.
        squares: usize,
    },
    /// Something after the side to move.
    #[error("character {character}: {found:?} comes after the 64 squares and the side to move")]
    TooMuch {
        /// Where it is.
        character: usize,
        /// What it is.
        found: char,
    },
    /// Longer than [`MAX_LENGTH`] characters.
    #[error("the text is longer than {MAX_LENGTH} characters: give one board at a time")]
    TooLong,
}

/// What a sign stands for: a disc or an empty square.
const fn sign(c: char) -> Option<Option<Side>> {
    match c {
        'X' | 'x' | 'B' | 'b' | '*' => Some(Some(Side::Black)),
        'O' | 'o' | 'W' | 'w' => Some(Some(Side::White)),
        '-' | '.' => Some(None),
        _ => None,
    }
}

/// Reads 64 squares and, if it is there, the side to move.
///
/// Black is `X`, `x`, `B`, `b` or `*`, White `O`, `o`, `W` or `w`, an empty square `-` or `.`; space is
/// ignored. The side is one more such sign. When it is missing it is inferred and [`ReadBoard::side`]
/// says how.
///
/// # Errors
/// See [`BoardError`].
pub fn read_board(text: &str) -> Result<ReadBoard, BoardError> {
    if too_long(text).is_some() {
        return Err(BoardError::TooLong);
    }
    let (mut black, mut white) = (0, 0);
    let mut squares = Square::all();
    let mut side = None;
    let mut count = 0;
    for (index, found) in text.chars().enumerate() {
        if found.is_whitespace() {
            continue;
        }
        let character = index + 1;
        if side.is_some() {
            return Err(BoardError::TooMuch { character, found });
        }
        let square = squares.next();
        let name = || square.map_or_else(|| "side to move".to_owned(), |square| square.to_string());
        let disc = match (sign(found), square) {
            (Some(disc), Some(square)) => {
                count += 1;
                disc.map(|side| (side, square))
            }
            (Some(Some(mover)), None) => {
                side = Some(mover);
                None
            }
            _ if found.is_ascii_digit() => {
                return Err(BoardError::Digit {
                    character,
                    square: name(),
                    found,
                });
            }
            _ => {
                return Err(BoardError::Unknown {
                    character,
                    square: name(),
                    found,
                });
            }
        };
        match disc {
            Some((Side::Black, square)) => black |= square.bit(),
            Some((Side::White, square)) => white |= square.bit(),
            None => {}
        }
    }
    if count == 64 && side.is_none() && ends_in_a_side(text) {
        count = 63;
    }
    if count < 64 {
        return Err(BoardError::TooFew { squares: count });
    }
    let (side, source) = side.map_or_else(
        || infer_side(black, white),
        |side| (side, SideSource::Given),
    );
    Position::new(black, white, side)
        .map(|position| ReadBoard {
            position,
            side: source,
        })
        // Cannot be: every square was read once.
        .ok_or(BoardError::TooFew { squares: count })
}

/// Whether the last sign stands alone after longer groups: then it was meant as the side to move, and
/// a square is missing before it.
fn ends_in_a_side(text: &str) -> bool {
    let mut groups = text.split_whitespace();
    let last = groups.next_back().unwrap_or_default();
    last.len() == 1
        && last.chars().all(|c| matches!(sign(c), Some(Some(_))))
        && groups.any(|group| group.len() > 1)
}

/// The side to move when the text does not say it.
fn infer_side(black: u64, white: u64) -> (Side, SideSource) {
    let empties = (!(black | white)).count_ones();
    let (side, own, opp) = if empties.is_multiple_of(2) {
        (Side::Black, black, white)
    } else {
        (Side::White, white, black)
    };
    if bits::moves(own, opp) == 0 && bits::moves(opp, own) != 0 {
        (side.other(), SideSource::OnlyOneCanMove)
    } else {
        (side, SideSource::Counted)
    }
}

/// Writes 64 squares (`X` Black, `O` White, `-` empty), a space and the side to move.
#[must_use]
pub fn write_board(position: &Position) -> String {
    let letter = |side| match side {
        Some(Side::Black) => 'X',
        Some(Side::White) => 'O',
        None => '-',
    };
    Square::all()
        .map(|square| letter(position.disc(square)))
        .chain([' ', letter(Some(position.side_to_move()))])
        .collect()
}

/// Writes the position as [`write_board`] does.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&write_board(self))
    }
}

/// Reads the position as [`read_board`] does.
impl FromStr for Position {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        read_board(text).map(|read| read.position)
    }
}
