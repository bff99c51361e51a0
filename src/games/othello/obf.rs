//! OBF, the notation of collections of endgame problems: a position a line, and what its moves are
//! worth.
//!
//! ```text
//! --XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; % number 1
//! XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X; +6;
//! ```
//!
//! The board as in [`read_board`], its side to move required; then moves with their scores, or one
//! score of the position, each ended by `;`. Scores are discs for the side to move, the empty squares
//! counted for the winner. `%` begins a comment. Some collections end their lines with `--:-127;`,
//! which says nothing and is skipped.

use super::notation::{BoardError, SideSource, read_board};
use super::{Move, Position};
use crate::Game as _;

/// A problem: a position and what is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The position.
    pub position: Position,
    /// The score of the position, when it stands alone.
    pub score: Option<i32>,
    /// Moves and their scores, in the order of the text.
    pub moves: Vec<(Move, i32)>,
}

impl Problem {
    /// What the position is said to be worth: the score that stands alone, or else the best of the
    /// moves'; `None` when the text says neither.
    pub fn best_score(&self) -> Option<i32> {
        self.score
            .or_else(|| self.moves.iter().map(|&(_, score)| score).max())
    }

    /// The moves of the highest score, in the order of the text.
    pub fn best_moves(&self) -> Vec<Move> {
        let best = self.moves.iter().map(|&(_, score)| score).max();
        self.moves
            .iter()
            .filter(|&&(_, score)| Some(score) == best)
            .map(|&(mv, _)| mv)
            .collect()
    }
}

/// Why a line is not a problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ObfError {
    /// The board cannot be read.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The side to move is missing.
    #[error("the side to move is missing: write X or O after the 64 squares")]
    NoSide,
    /// An entry that is neither a move with a score nor a score.
    #[error("cannot read {0:?}: after the board come entries like G8:+18; or one score like +18;")]
    Entry(String),
    /// Not a number, or one that no game ends with.
    #[error("cannot read the score {0:?}: a score is a number of discs from -64 to +64")]
    Score(String),
    /// A move that the rules do not allow in the position.
    #[error("{0} is not legal in this position")]
    Illegal(Move),
    /// A move that stands there twice.
    #[error("{0} is there twice")]
    Twice(Move),
    /// A second score of the position, or one that is not the best move's.
    #[error("the score {found:+} contradicts the score {before:+} before it")]
    Contradiction {
        /// What was read before.
        before: i32,
        /// What contradicts it.
        found: i32,
    },
}

/// Reads one line; `None` when there is only space or a comment on it.
///
/// # Errors
/// See [`ObfError`].
pub fn read_line(line: &str) -> Result<Option<Problem>, ObfError> {
    let text = line.split('%').next().unwrap_or_default().trim();
    if text.is_empty() {
        return Ok(None);
    }
    let mut parts = text.split(';').map(str::trim);
    let board = read_board(parts.next().unwrap_or_default())?;
    if board.side != SideSource::Given {
        return Err(ObfError::NoSide);
    }
    let mut problem = Problem {
        position: board.position,
        score: None,
        moves: Vec::new(),
    };
    for part in parts.filter(|part| !part.is_empty()) {
        problem.add(part)?;
    }
    let best = problem.moves.iter().map(|&(_, score)| score).max();
    match (problem.score, best) {
        (Some(before), Some(found)) if before < found => {
            Err(ObfError::Contradiction { before, found })
        }
        _ => Ok(Some(problem)),
    }
}

impl Problem {
    /// Reads an entry after the board.
    fn add(&mut self, entry: &str) -> Result<(), ObfError> {
        let Some((mv, score)) = entry.split_once(':') else {
            let found = read_score(entry)?;
            return match self.score.replace(found) {
                Some(before) if before != found => Err(ObfError::Contradiction { before, found }),
                _ => Ok(()),
            };
        };
        if mv.trim() == "--" && score.trim() == "-127" {
            return Ok(());
        }
        let mv: Move = mv.parse().map_err(|_| ObfError::Entry(shortened(entry)))?;
        let score = read_score(score)?;
        if !self.position.is_legal(mv) {
            return Err(ObfError::Illegal(mv));
        }
        if self.moves.iter().any(|&(other, _)| other == mv) {
            return Err(ObfError::Twice(mv));
        }
        self.moves.push((mv, score));
        Ok(())
    }
}

/// A score with or without a sign.
fn read_score(text: &str) -> Result<i32, ObfError> {
    let error = || ObfError::Score(shortened(text));
    let score: i32 = text.trim().parse().map_err(|_| error())?;
    if (-64..=64).contains(&score) {
        Ok(score)
    } else {
        Err(error())
    }
}

/// The beginning of `text`, short enough for a message.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 16;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
