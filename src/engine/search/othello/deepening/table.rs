//! What has been found out about positions: bounds of their values, each at one depth.

use crate::search::othello::children::Board;
use crate::search::othello::engine::INFINITE;
use crate::search::othello::table::{self, Fact};

/// The table of the deepening search.
pub type Table = table::Table<Bounds>;

/// Bounds of a position's value for the side to move, and the move that was best or refuted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The value is at least this.
    pub lower: i32,
    /// The value is at most this.
    pub upper: i32,
    /// The depth of both, in plies.
    pub depth: u8,
    /// The square, 0…63; 64 when none is known.
    pub square: u8,
}

impl Bounds {
    /// What is known of any position at `depth`, when `square` is the move to try first.
    #[inline(always)]
    pub const fn nothing(depth: u32, square: u8) -> Self {
        Self {
            lower: -INFINITE,
            upper: INFINITE,
            depth: depth as u8,
            square,
        }
    }
}

impl Fact for Bounds {
    const NOTHING: Self = Self::nothing(0, 64);

    /// The depth.
    #[inline(always)]
    fn work(&self, _: Board) -> u32 {
        self.depth.into()
    }
}
