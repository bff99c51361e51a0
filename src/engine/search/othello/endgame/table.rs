//! What has been proved about positions: bounds of their scores.

use crate::search::othello::children::Board;
use crate::search::othello::table::{self, Fact};

/// The table of the solver.
pub type Table = table::Table<Bounds>;

/// Bounds of a position's score for the side to move, and the move that was best or refuted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The score is at least this.
    pub lower: i8,
    /// The score is at most this.
    pub upper: i8,
    /// The square, 0…63; 64 when none is known.
    pub square: u8,
}

impl Fact for Bounds {
    const NOTHING: Self = Self {
        lower: -64,
        upper: 64,
        square: 64,
    };

    /// The empty squares.
    #[inline(always)]
    fn work(&self, board: Board) -> u32 {
        (board.own | board.opp).count_zeros()
    }

    #[inline(always)]
    fn to_bits(self) -> u128 {
        let [lower, upper] = [self.lower, self.upper].map(i8::cast_unsigned);
        u32::from_le_bytes([lower, upper, self.square, 0]).into()
    }

    #[inline(always)]
    fn from_bits(bits: u128) -> Self {
        let [lower, upper, square, _] = (bits as u32).to_le_bytes();
        Self {
            lower: lower.cast_signed(),
            upper: upper.cast_signed(),
            square,
        }
    }
}
