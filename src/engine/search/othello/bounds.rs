//! What has been found out about positions: bounds of their values, each at one depth.

use super::children::Board;
use super::engine::INFINITE;
use super::table::{self, Fact};

/// A table of them.
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

    #[inline(always)]
    fn to_bits(self) -> u128 {
        let [lower, upper] = [self.lower, self.upper].map(i32::cast_unsigned);
        let rest = u16::from_le_bytes([self.depth, self.square]);
        u128::from(upper) << 48 | u128::from(lower) << 16 | u128::from(rest)
    }

    #[inline(always)]
    fn from_bits(bits: u128) -> Self {
        let [depth, square] = (bits as u16).to_le_bytes();
        Self {
            lower: ((bits >> 16) as u32).cast_signed(),
            upper: ((bits >> 48) as u32).cast_signed(),
            depth,
            square,
        }
    }
}
