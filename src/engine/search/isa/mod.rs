//! Sets of instructions: found out when the program runs, and compiled for one by one.
//!
//! A program built for any x86-64 may not even count bits in one instruction. So what is worth it is a
//! [`Task`]: compiled once for each set, and entered with the best that this processor has ([`Path`]). The
//! answers are the same.
//!
//! An [`Isa`] is a token of no size. Having one means that its instructions are there, so one of special
//! instructions can be made only by detecting them, and lanes of its kind only from the token. What is small
//! and generic over it is `#[inline(always)]` and ends up inside [`Isa::enter`], which is compiled for the set.
//!
//! | file | what lives there |
//! |---|---|
//! | `portable`, `x86` | the sets |
//! | `path` | the choice of one |

mod path;
mod portable;
#[cfg(target_arch = "x86_64")]
mod x86;

use std::ops::{BitAnd, BitOr, Not};

pub use path::Path;

/// The largest number of boards worked on at a time.
pub const LANES: usize = 4;

/// A computation that is to be compiled for every set of instructions.
pub trait Task {
    /// Its result.
    type Output;

    /// Does it. Must be `#[inline(always)]` in every implementation.
    fn run<I: Isa>(self, isa: I) -> Self::Output;
}

/// A set of instructions, for a search whose evaluation has features of style or for one without.
///
/// Style is part of it because that, too, is chosen once a search: a search without it then
/// is compiled as if it did not exist.
pub trait Isa: Copy + Send {
    /// Some boards, worked on together.
    type Lanes: Lanes;

    /// The same instructions for a search with style.
    type Styled: Isa;

    /// Whether values count the features of style.
    const STYLED: bool;

    /// The same instructions for a search with style.
    fn styled(self) -> Self::Styled;

    /// Runs `task` compiled with these instructions.
    fn enter<T: Task>(self, task: T) -> T::Output;

    /// The same 64 bits in every lane.
    fn splat(self, bits: u64) -> Self::Lanes;

    /// The first lanes' worth of `bits`.
    fn load(self, bits: &[u64; LANES]) -> Self::Lanes;

    /// The squares on which `own` may place a disc, on one board.
    fn moves(self, own: u64, opp: u64) -> u64;

    /// The discs of `opp` that turn over when `own` plays `square` (0…63), on one board.
    #[inline(always)]
    fn flips(self, square: u32, own: u64, opp: u64) -> u64 {
        koteki_games::othello::bits::flips(1 << (square % 64), own, opp)
    }

    /// Tells the processor, if there is a way, that `place` will be read soon.
    #[inline(always)]
    fn prefetch<T>(self, place: &T) {
        let _ = place;
    }
}

/// Some 64-bit words side by side. Arithmetic wraps, lane by lane.
pub trait Lanes: Copy + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> {
    /// How many; at most [`LANES`].
    const COUNT: usize;

    /// Shifts towards the high bits; `BY` is less than 64.
    fn left<const BY: i32>(self) -> Self;

    /// Shifts towards the low bits, filling with zeros; `BY` is less than 64.
    fn right<const BY: i32>(self) -> Self;

    /// The sum.
    fn plus(self, other: Self) -> Self;

    /// The difference.
    fn minus(self, other: Self) -> Self;

    /// All bits set where the lane is 0, none where it is not.
    fn where_zero(self) -> Self;

    /// Whether every lane is 0.
    fn all_zero(self) -> bool;

    /// Set bits of `self` less those of `other`, times the number in the low 32 bits of `weight`.
    fn excess(self, other: Self, weight: Self) -> Self;

    /// The product of the signed numbers in the low 32 bits.
    fn times(self, weight: Self) -> Self;

    /// The greatest of the signed numbers in the low 32 bits.
    fn greatest(self) -> i32;

    /// The words.
    fn store(self) -> [u64; LANES];

    /// The discs of `opp` that turn over when `own` plays the one square set in `placed`.
    #[inline(always)]
    fn flips(isa: impl Isa<Lanes = Self>, placed: Self, own: Self, opp: Self) -> Self {
        super::othello::boards::flips(isa, placed, own, opp)
    }
}
