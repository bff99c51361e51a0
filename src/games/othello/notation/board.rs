//! Board strings: 64 squares from a1, b1 to h8, then the side to move.

use std::fmt;
use std::str::FromStr;

use super::{MAX_LENGTH, too_long};
use crate::othello::{Position, Square, bits};
use crate::typed::half_width;
use crate::{Game as _, Side};

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
         Black is X, B, * or #, White is O or W, an empty square is - or ."
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
    /// Stars beside another sign for Black that are not the moves of the side to move.
    #[error(
        "* cannot be read beside another sign for Black: it marks where the side to move can play, and these \
         are other squares; write X for Black"
    )]
    Stars,
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
        'X' | 'x' | 'B' | 'b' | '*' | '#' => Some(Some(Side::Black)),
        'O' | 'o' | 'W' | 'w' => Some(Some(Side::White)),
        '-' | '.' => Some(None),
        _ => None,
    }
}

/// A character of a board that is no space, and which of the text it is, from 1.
type Sign = (usize, char);

/// The letters above or below a board.
const COLUMNS: [char; 8] = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/// Steps over the letters of the columns.
fn without_columns(signs: &[Sign]) -> &[Sign] {
    let is_letter = |(&(_, found), letter): (&Sign, char)| found.eq_ignore_ascii_case(&letter);
    match signs.split_at_checked(COLUMNS.len()) {
        Some((first, rest)) if first.iter().zip(COLUMNS).all(is_letter) => rest,
        _ => signs,
    }
}

/// Whether a line is the letters of the columns and nothing else.
pub fn is_columns(line: &str) -> bool {
    let signs = signs(line);
    !signs.is_empty() && without_columns(&signs).is_empty()
}

fn signs(text: &str) -> Vec<Sign> {
    let signs = text.chars().zip(1..);
    signs
        .filter(|(sign, _)| !sign.is_whitespace())
        .map(|(sign, character)| (character, sign))
        .collect()
}

/// Takes the letters of the columns and the numbers of the rows away, where all of those are there.
fn without_frame(signs: &[Sign]) -> Vec<Sign> {
    let inside = without_columns(signs);
    for (before, behind) in [(1, 1), (1, 0), (0, 1), (0, 0)] {
        let row = before + 8 + behind;
        let Some((rows, rest)) = inside.split_at_checked(8 * row) else {
            continue;
        };
        let is_square = |index: usize| (before..before + 8).contains(&(index % row));
        let numbered = rows.iter().enumerate().all(|(index, (_, found))| {
            is_square(index)
                || found.to_digit(10).and_then(|it| usize::try_from(it).ok())
                    == Some(index / row + 1)
        });
        if numbered {
            let squares = rows
                .iter()
                .enumerate()
                .filter(|(index, _)| is_square(*index));
            let squares = squares.map(|(_, sign)| sign);
            return squares.chain(without_columns(rest)).copied().collect();
        }
    }
    inside.to_vec()
}

/// The side to move in words, as programs write it beneath a board they print (`white to play`, `Black to
/// move. Black (X) 2 …`); within, `None` for a game that is over. What follows counts the discs.
fn side_in_words(signs: &[Sign]) -> Option<Option<Side>> {
    let text: String = signs
        .iter()
        .map(|(_, sign)| sign.to_ascii_lowercase())
        .collect();
    let ends = |rest: &str| !rest.starts_with(char::is_alphanumeric);
    if text.strip_prefix("gameover").is_some_and(ends) {
        return Some(None);
    }
    let said = [("black", Side::Black), ("white", Side::White)];
    let (rest, side) = said
        .iter()
        .find_map(|&(name, side)| Some((text.strip_prefix(name)?, side)))?;
    let mut verbs = ["tomove", "toplay", "'sturn"].iter();
    let named = verbs.any(|verb| rest.strip_prefix(verb).is_some_and(ends));
    named.then_some(Some(side))
}

/// Whether a line beneath a board says in words whose turn it is.
pub fn names_side(line: &str) -> bool {
    side_in_words(&signs(line)).is_some()
}

/// Reads 64 squares and, if it is there, the side to move.
///
/// Black is `X`, `x`, `B`, `b`, `*` or `#`, White `O`, `o`, `W` or `w`, an empty square `-` or `.`; space is
/// ignored, as are the letters of the columns and the numbers of the rows round a board. In a board with
/// another sign for Black `*` marks the squares where the side to move can play. The side is one more sign,
/// or words such as `white to move`. When it is missing it is inferred and [`ReadBoard::side`] says how.
///
/// # Errors
/// See [`BoardError`].
pub fn read_board(text: &str) -> Result<ReadBoard, BoardError> {
    if too_long(text).is_some() {
        return Err(BoardError::TooLong);
    }
    let text = &*half_width(text);
    let all = signs(text);
    let signs = without_frame(&all);
    let (squares, rest) = signs.split_at(signs.len().min(64));
    let (mut black, mut white, mut stars) = (0, 0, 0);
    for (square, &(character, found)) in Square::all().zip(squares) {
        match sign(found) {
            _ if found == '*' => stars |= square.bit(),
            Some(Some(Side::Black)) => black |= square.bit(),
            Some(Some(Side::White)) => white |= square.bit(),
            Some(None) => {}
            None => return Err(unreadable(character, &square.to_string(), found)),
        }
    }
    let count = squares.len();
    // In a frame squares are missing nowhere.
    let is_bare = signs.len() == all.len();
    if count < 64 || is_bare && rest.is_empty() && ends_in_a_side(text) {
        return Err(BoardError::TooFew {
            squares: count.min(63),
        });
    }
    let given = given_side(rest)?;
    let (side, source) = match given {
        // The stars show it.
        _ if stars != 0 && black != 0 => {
            let moves = |side| match side {
                Side::Black => bits::moves(black, white),
                Side::White => bits::moves(white, black),
            };
            let side = Side::BOTH
                .into_iter()
                .find(|&side| moves(side) == stars && given.is_none_or(|given| given == side));
            (side.ok_or(BoardError::Stars)?, SideSource::Given)
        }
        Some(side) => (side, SideSource::Given),
        None => infer_side(black | stars, white),
    };
    if black == 0 {
        black = stars;
    }
    Position::new(black, white, side)
        .map(|position| ReadBoard {
            position,
            side: source,
        })
        // Cannot be: every square was read once.
        .ok_or(BoardError::TooFew { squares: count })
}

/// The side to move behind the squares; `None` where nothing says it.
fn given_side(signs: &[Sign]) -> Result<Option<Side>, BoardError> {
    if let Some(side) = side_in_words(signs) {
        return Ok(side);
    }
    let Some((&(character, found), rest)) = signs.split_first() else {
        return Ok(None);
    };
    let Some(Some(side)) = sign(found) else {
        return Err(unreadable(character, "side to move", found));
    };
    match rest.first() {
        Some(&(character, found)) => Err(BoardError::TooMuch { character, found }),
        None => Ok(Some(side)),
    }
}

/// A sign that stands for nothing where `square` was expected.
fn unreadable(character: usize, square: &str, found: char) -> BoardError {
    let square = square.to_owned();
    if found.is_ascii_digit() {
        BoardError::Digit {
            character,
            square,
            found,
        }
    } else {
        BoardError::Unknown {
            character,
            square,
            found,
        }
    }
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
