//! What an instruction-set level offers the engine.
//!
//! A level is a token of no size. Having one means that its instructions are there, so a level of
//! special instructions can be made only by detecting them. Everything generic over a level is
//! `#[inline(always)]` and ends up inside [`Level::enter`], which is compiled for the level; that is
//! how one source becomes one engine a level in a program built for any processor.

use crate::eval::decided_value;
use crate::eval::othello::Weights;

/// The number of boards in a [`Batch`].
pub const BATCH: usize = 4;

/// Some boards whose values are wanted. Aligned for the widest loads.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(32))]
pub struct Boards(pub [u64; BATCH]);

/// Positions seen from one side, whoever is on move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Batch {
    /// Discs of that side.
    pub own: Boards,
    /// Discs of the other side.
    pub opp: Boards,
}

impl Batch {
    /// Puts a board into `lane`.
    #[inline(always)]
    pub fn set(&mut self, lane: usize, own: u64, opp: u64) {
        self.own.0[lane % BATCH] = own;
        self.opp.0[lane % BATCH] = opp;
    }
}

/// What the values of one search's positions are made of.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// The evaluation.
    pub weights: Weights,
    /// Discs known to be stable in every position of the search: those stable at its root.
    pub settled: u64,
}

impl Terms {
    /// The terms of a search from a position in which the discs in `settled` are stable.
    #[must_use]
    pub const fn new(weights: &Weights, settled: u64) -> Self {
        Self {
            weights: *weights,
            settled,
        }
    }
}

/// A computation that is to be compiled for every level.
pub trait Task {
    /// Its result.
    type Output;

    /// Does it. Must be `#[inline(always)]` in every implementation.
    fn run<L: Level>(self, level: L) -> Self::Output;
}

/// Moves, flips and values with one set of instructions. All levels give the same answers; see
/// [`crate::game::othello::bits`] for what they are.
pub trait Level: Copy {
    /// How many boards [`values`](Self::values) works on at a time; at most [`BATCH`].
    const LANES: usize;

    /// Runs `task` compiled with the level's instructions.
    fn enter<T: Task>(self, task: T) -> T::Output;

    /// The squares on which `own` may place a disc.
    fn moves(self, own: u64, opp: u64) -> u64;

    /// The discs that turn over when `own` plays `square` (0…63).
    fn flips(self, square: u32, own: u64, opp: u64) -> u64;

    /// The static values of the first [`LANES`](Self::LANES) boards, for the side called own;
    /// of finished games the decided values.
    fn values(self, terms: &Terms, batch: &Batch) -> [i32; BATCH];
}

/// The value of a finished game with these discs, for the side called own.
#[inline(always)]
#[allow(clippy::cast_possible_wrap)]
pub fn final_value(own: u64, opp: u64) -> i32 {
    decided_value(own.count_ones() as i32 - opp.count_ones() as i32)
}
