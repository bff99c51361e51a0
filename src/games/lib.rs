//! Rules: positions, legal moves, playing, endings, reading and writing squares and moves. No search,
//! no input or output. Beside them what every crate may need.
//!
//! | module | what lives there |
//! |---|---|
//! | [`othello`], [`blokus`], [`janken`] | a game each |
//! | [`sgf`] | the trees of the Smart Game Format, whatever the game |
//! | [`random`] | the one generator of random numbers |
//! | [`spec`] | the language in which players are named |
//! | [`typed`] | text as people type it |
//! | [`words`] | how days, numbers and sides are written |
//!
//! A [`Game`] is a two-player game of perfect information in which the sides move in turn. Janken,
//! where both move at once, is not one of them. Which game runs is decided once, at the command
//! edge; from there on all code is generic over `G: Game` or written for one game by name.

pub mod blokus;
pub mod janken;
pub mod othello;
pub mod random;
pub mod sgf;
pub mod spec;
pub mod typed;
pub mod words;

use std::fmt;
use std::hash::Hash;

use rayon::prelude::*;

/// One of the two players. Black moves first, in Othello as in Blokus Duo.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
pub enum Side {
    /// The side that makes the first move.
    Black,
    /// The side that answers.
    White,
}

impl Side {
    /// Both sides, Black first.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// The opponent.
    pub const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// 0 for Black, 1 for White: for arrays of one item a side.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// "black" or "white": what files and protocols call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
        }
    }

    /// +1 for Black, −1 for White: turns a value for Black into one for this side and back.
    pub const fn sign(self) -> i32 {
        match self {
            Self::Black => 1,
            Self::White => -1,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Black => "Black",
            Self::White => "White",
        })
    }
}

/// How a finished game ended: the points of each side (discs, or squares covered).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Black's points.
    pub black: i32,
    /// White's points.
    pub white: i32,
}

impl Outcome {
    /// Points of `side` minus points of the other side.
    pub const fn difference(self, side: Side) -> i32 {
        (self.black - self.white) * side.sign()
    }

    /// What `side` scores: 1 for a win, ½ for a draw, 0 for a loss.
    pub fn score(self, side: Side) -> f64 {
        match self.winner() {
            Some(winner) if winner == side => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        }
    }

    /// The side with more points; `None` for a draw.
    pub const fn winner(self) -> Option<Side> {
        if self.black > self.white {
            Some(Side::Black)
        } else if self.white > self.black {
            Some(Side::White)
        } else {
            None
        }
    }
}

/// A position of a two-player game of perfect information, with the side to move.
pub trait Game: Clone + Eq + Hash + fmt::Debug + Send + Sync + 'static {
    /// A move; a pass is a move too. `Display` writes it in the game's usual notation.
    type Move: Copy + Eq + Ord + Hash + fmt::Debug + fmt::Display + Send + Sync + 'static;

    /// The position a game starts from.
    fn start() -> Self;

    /// Whose move it is. In a finished game: whose move it would be.
    fn side_to_move(&self) -> Side;

    /// Replaces the contents of `buffer` by the legal moves, in the game's canonical order. Holds a
    /// pass exactly when the side to move has nothing else, and nothing at all when the game is over.
    fn legal_moves(&self, buffer: &mut Vec<Self::Move>);

    /// Whether `mv` may be played here.
    fn is_legal(&self, mv: Self::Move) -> bool;

    /// Whether `mv` is the pass.
    fn is_pass(mv: Self::Move) -> bool;

    /// Plays `mv`, which must be legal (checked in debug builds only: searches call this).
    fn play(&mut self, mv: Self::Move);

    /// The result when the game is over, `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// The number of move sequences of exactly `depth` plies from here, the usual proof of a move generator; a forced
    /// pass is a ply, a game that ends sooner counts for nothing. Depth 0 is 1.
    fn perft(&self, depth: u32) -> u64 {
        let mut moves = Vec::new();
        if depth > 0 {
            self.legal_moves(&mut moves);
        }
        match depth {
            0 => 1,
            1 => moves.len() as u64,
            _ => moves
                .into_iter()
                .map(|mv| self.after(mv).perft(depth - 1))
                .sum(),
        }
    }

    /// The position after `mv`, which must be legal.
    fn after(&self, mv: Self::Move) -> Self {
        let mut next = self.clone();
        next.play(mv);
        next
    }
}

/// [`Game::perft`] in the threads of the pool it is called in.
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    if depth < 2 {
        return position.perft(depth);
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let moves = moves.into_par_iter();
    moves.map(|mv| position.after(mv).perft(depth - 1)).sum()
}

/// A move that the rules do not allow in the position it was tried in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{mv} is not a legal move at ply {ply}")]
pub struct IllegalMoveError<M: fmt::Display> {
    /// The move that was tried.
    pub mv: M,
    /// Its ply: 1 for the first move of the game.
    pub ply: usize,
}

/// A game so far: the position it started from, every move, and every position in between.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(bound(
    serialize = "G: serde::Serialize, G::Move: serde::Serialize",
    deserialize = "G: serde::Deserialize<'de>, G::Move: serde::Deserialize<'de>"
))]
pub struct GameLine<G: Game> {
    moves: Vec<G::Move>,
    /// One more than `moves`: `positions[i]` is the position before `moves[i]`.
    positions: Vec<G>,
    /// How many of the first moves were drawn, not chosen; never more than there are moves.
    opening: usize,
}

impl<G: Game> Default for GameLine<G> {
    fn default() -> Self {
        Self::from_position(G::start())
    }
}

impl<G: Game> GameLine<G> {
    /// A game that begins in `position`.
    pub fn from_position(position: G) -> Self {
        Self {
            moves: Vec::new(),
            positions: vec![position],
            opening: 0,
        }
    }

    /// Declares every move so far an opening: drawn at random or set up, chosen by neither player.
    /// What players give away is counted after it.
    pub fn end_opening(&mut self) {
        self.opening = self.moves.len();
    }

    /// The number of moves at the beginning that neither player chose; 0 in an ordinary game.
    pub const fn opening(&self) -> usize {
        self.opening
    }

    /// The position now.
    pub fn position(&self) -> &G {
        // Never empty: built with one position, and `undo` keeps the first.
        &self.positions[self.positions.len() - 1]
    }

    /// Every move so far, passes included.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// Every position so far: the first one, then the one after each move.
    pub fn positions(&self) -> &[G] {
        &self.positions
    }

    /// The number of moves so far, passes included.
    pub fn ply(&self) -> usize {
        self.moves.len()
    }

    /// Each move with the position it was played in.
    pub fn steps(&self) -> impl Iterator<Item = (&G, G::Move)> {
        self.positions.iter().zip(self.moves.iter().copied())
    }

    /// Plays `mv`.
    ///
    /// # Errors
    /// When the rules do not allow it; the line is then unchanged.
    pub fn play(&mut self, mv: G::Move) -> Result<(), IllegalMoveError<G::Move>> {
        if !self.position().is_legal(mv) {
            return Err(IllegalMoveError {
                mv,
                ply: self.ply() + 1,
            });
        }
        let next = self.position().after(mv);
        self.moves.push(mv);
        self.positions.push(next);
        Ok(())
    }

    /// Takes the last move back and returns it; `None` at the first position.
    pub fn undo(&mut self) -> Option<G::Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        self.opening = self.opening.min(self.moves.len());
        Some(mv)
    }
}
