//! Games as words.

use super::{MoveError, excerpt};
use crate::blokus::{LegalityError, Move, Position};
use crate::{Game as _, GameLine};

/// Longest text that is read, in bytes: a whole game has at most 42 placements.
pub const MAX_LENGTH: usize = 100_000;

/// A text that is not a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MovesError {
    /// Far longer than any game.
    #[error("the text has {0} bytes: a game has at most 42 placements")]
    TooLong(usize),
    /// A word that is not a move.
    #[error("word {word}: {error}")]
    NotAMove {
        /// Which word: 1 for the first.
        word: usize,
        /// What is wrong with it.
        error: MoveError,
    },
    /// A move that the rules do not allow.
    #[error("word {word}, ply {ply}: {text} is not legal: {why}")]
    Illegal {
        /// Which word: 1 for the first.
        word: usize,
        /// Which ply of the game: 1 for the first.
        ply: usize,
        /// The word.
        text: String,
        /// What is wrong with it.
        why: LegalityError,
    },
}

/// Reads a game from the start: see [`read_moves_from`].
///
/// # Errors
/// When a word is not a move, or not legal.
pub fn read_moves(text: &str) -> Result<GameLine<Position>, MovesError> {
    read_moves_from(Position::start(), text)
}

/// Reads the moves of a game that begins in `start`: words parted by space, codes of either contest or
/// lists of squares; what follows a `#` on a line is a comment. A forced pass may be left out, and
/// passes after the last placement, with which the contests end a game, are read over.
///
/// # Errors
/// When a word is not a move, or not legal.
pub fn read_moves_from(start: Position, text: &str) -> Result<GameLine<Position>, MovesError> {
    if text.len() > MAX_LENGTH {
        return Err(MovesError::TooLong(text.len()));
    }
    let mut line = GameLine::from_position(start);
    let words = text.lines().flat_map(|line| {
        let moves = line.split('#').next().unwrap_or_default();
        moves.split_whitespace()
    });
    for (index, text) in words.enumerate() {
        let word = index + 1;
        let mv: Move = text
            .parse()
            .map_err(|error| MovesError::NotAMove { word, error })?;
        play(&mut line, mv).map_err(|why| MovesError::Illegal {
            word,
            ply: line.ply() + 1,
            text: excerpt(text),
            why,
        })?;
    }
    Ok(line)
}

/// Plays `mv`, after a forced pass that was left out; a pass in a finished game does nothing.
pub(super) fn play(line: &mut GameLine<Position>, mv: Move) -> Result<(), LegalityError> {
    let position = line.position();
    match mv {
        Move::Pass if position.is_over() => return Ok(()),
        Move::Place(_) if position.must_pass() => {
            let _ = line.play(Move::Pass);
        }
        _ => {}
    }
    match line.position().why_illegal(mv) {
        Some(why) => Err(why),
        None => {
            let _ = line.play(mv);
            Ok(())
        }
    }
}

/// The moves as codes, as GPCC prints them (`AAu0`, `----`) or as ICFPT does (`aau0`, `0000`).
pub fn write_moves(moves: &[Move], gpcc: bool) -> String {
    let words: Vec<String> = moves
        .iter()
        .map(|mv| match (mv, gpcc) {
            (Move::Pass, true) => "----".to_owned(),
            (Move::Place(_), true) => {
                let code = mv.to_string();
                let (place, piece) = code.split_at(2);
                place.to_ascii_uppercase() + piece
            }
            (_, false) => mv.to_string(),
        })
        .collect();
    words.join(" ")
}
