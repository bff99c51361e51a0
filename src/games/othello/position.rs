//! The position: two boards and the side to move.

use std::fmt;

use super::{Square, bits};
use crate::{Game, Outcome, Side};

/// A placement or a pass. Placements order by square index, the pass last.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
pub enum Move {
    /// Put a disc on the square.
    Place(Square),
    /// Legal only when the side to move can place nothing and its opponent can.
    Pass,
}

impl Move {
    /// The square of a placement; `None` for a pass.
    pub const fn square(self) -> Option<Square> {
        match self {
            Self::Place(square) => Some(square),
            Self::Pass => None,
        }
    }
}

/// Writes `f5`, or `--` for a pass.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(square) => square.fmt(f),
            Self::Pass => f.pad("--"),
        }
    }
}

/// Why a move is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LegalityError {
    /// Neither side can move any more.
    #[error("the game is over")]
    GameOver,
    /// There is a disc on the square.
    #[error("{0} is taken")]
    Taken(Square),
    /// The side to move can place nothing anywhere.
    #[error("{0} has no move and has to pass")]
    HasToPass(Side),
    /// A disc on the square would turn nothing over.
    #[error("{0} turns no disc over")]
    FlipsNothing(Square),
    /// A pass, but there is a move.
    #[error("{0} can move and may not pass")]
    MayNotPass(Side),
}

/// An Othello position, stored from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Position {
    own: u64,
    opp: u64,
    side: Side,
}

/// a1, h8, h1, a8.
const CORNERS: [u64; 4] = [1, 1 << 63, 1 << 7, 1 << 56];

impl Position {
    /// The position with Black's discs on `black` and White's on `white`; squares are bits, a1 = bit 0.
    /// `None` when the two overlap.
    pub const fn new(black: u64, white: u64, side: Side) -> Option<Self> {
        if black & white != 0 {
            return None;
        }
        Some(match side {
            Side::Black => Self {
                own: black,
                opp: white,
                side,
            },
            Side::White => Self {
                own: white,
                opp: black,
                side,
            },
        })
    }

    /// The usual start with a handicap: `corners` discs of `side` stand in corners already, in the order a1,
    /// h8, h1, a8; Black begins as always. More than four are four.
    pub fn with_corners(side: Side, corners: usize) -> Self {
        let mut start = Self::start();
        for square in CORNERS.into_iter().take(corners) {
            match side {
                Side::Black => start.own |= square,
                Side::White => start.opp |= square,
            }
        }
        start
    }

    /// Discs of the side to move.
    pub const fn own(&self) -> u64 {
        self.own
    }

    /// Discs of the side that waits.
    pub const fn opp(&self) -> u64 {
        self.opp
    }

    /// Discs of `side`.
    pub fn discs(&self, side: Side) -> u64 {
        if side == self.side {
            self.own
        } else {
            self.opp
        }
    }

    /// What stands on `square`.
    pub fn disc(&self, square: Square) -> Option<Side> {
        if self.own & square.bit() != 0 {
            Some(self.side)
        } else if self.opp & square.bit() != 0 {
            Some(self.side.other())
        } else {
            None
        }
    }

    /// The empty squares.
    pub const fn empties(&self) -> u64 {
        !(self.own | self.opp)
    }

    /// The squares on which the side to move may place a disc (none when it must pass).
    pub const fn placements(&self) -> u64 {
        bits::moves(self.own, self.opp)
    }

    /// The discs that turn over when the side to move plays `square`; 0 when it may not.
    pub const fn flips(&self, square: Square) -> u64 {
        if self.empties() & square.bit() == 0 {
            return 0;
        }
        bits::flips(square.bit(), self.own, self.opp)
    }

    /// Says why `mv` may not be played here.
    ///
    /// # Errors
    /// The first reason that holds; none exactly when `mv` is legal.
    pub const fn check(&self, mv: Move) -> Result<(), LegalityError> {
        match mv {
            _ if self.is_over() => Err(LegalityError::GameOver),
            Move::Place(square) if self.empties() & square.bit() == 0 => {
                Err(LegalityError::Taken(square))
            }
            Move::Place(_) if self.must_pass() => Err(LegalityError::HasToPass(self.side)),
            Move::Place(square) if self.flips(square) == 0 => {
                Err(LegalityError::FlipsNothing(square))
            }
            Move::Pass if !self.must_pass() => Err(LegalityError::MayNotPass(self.side)),
            Move::Place(_) | Move::Pass => Ok(()),
        }
    }

    /// The openness of playing `square` (開放度; Ueda 2012, §4.2.3): for each disc that turns over, the
    /// empty squares around it, with the move's own square still empty; a square beside two such
    /// discs counts twice. Fewer gives the opponent fewer answers. `None` when the move is not legal.
    pub fn openness(&self, square: Square) -> Option<u32> {
        let mut flips = self.flips(square);
        if flips == 0 {
            return None;
        }
        let mut openness = 0;
        while flips != 0 {
            let disc = flips & flips.wrapping_neg();
            openness += (bits::neighbours(disc) & self.empties()).count_ones();
            flips &= flips - 1;
        }
        Some(openness)
    }

    /// Whether neither side can place a disc.
    pub const fn is_over(&self) -> bool {
        self.placements() == 0 && bits::moves(self.opp, self.own) == 0
    }

    /// Whether the side to move has to pass.
    pub const fn must_pass(&self) -> bool {
        self.placements() == 0 && bits::moves(self.opp, self.own) != 0
    }

    /// Black's and White's discs as they lie.
    pub fn count(&self) -> Outcome {
        Outcome {
            black: self.discs(Side::Black).count_ones() as i32,
            white: self.discs(Side::White).count_ones() as i32,
        }
    }

    /// [`Game::outcome`] with the empty squares given to the winner, the rule of tournaments and of
    /// the WTHOR base (a draw stays as it lies, which with equal discs is 32–32 after sharing).
    pub fn outcome_with_empties(&self) -> Option<Outcome> {
        let plain = self.outcome()?;
        let empties = self.empties().count_ones() as i32;
        Some(match plain.winner() {
            Some(Side::Black) => Outcome {
                black: plain.black + empties,
                ..plain
            },
            Some(Side::White) => Outcome {
                white: plain.white + empties,
                ..plain
            },
            None => Outcome {
                black: 32,
                white: 32,
            },
        })
    }
}

impl Game for Position {
    type Move = Move;

    fn start() -> Self {
        Self {
            own: 0x0000_0008_1000_0000,
            opp: 0x0000_0010_0800_0000,
            side: Side::Black,
        }
    }

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn legal_moves(&self, buffer: &mut Vec<Move>) {
        buffer.clear();
        let mut placements = self.placements();
        if placements == 0 && bits::moves(self.opp, self.own) != 0 {
            buffer.push(Move::Pass);
        }
        while let Some(square) = Square::lowest(placements) {
            buffer.push(Move::Place(square));
            placements &= placements - 1;
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        match mv {
            Move::Place(square) => self.flips(square) != 0,
            Move::Pass => self.must_pass(),
        }
    }

    fn is_pass(mv: Move) -> bool {
        mv == Move::Pass
    }

    fn play(&mut self, mv: Move) {
        debug_assert!(self.is_legal(mv), "{mv} is illegal");
        let (own, opp) = match mv {
            Move::Place(square) => {
                let flips = self.flips(square);
                (self.own | flips | square.bit(), self.opp & !flips)
            }
            Move::Pass => (self.own, self.opp),
        };
        *self = Self {
            own: opp,
            opp: own,
            side: self.side.other(),
        };
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| self.count())
    }
}
