//! Which instructions the search uses: found out when the program runs.

use std::fmt;

use super::boards::{self, Terms};
use super::level::{LANES, Lanes, Level, Task};
use super::portable::Portable;
#[cfg(target_arch = "x86_64")]
use super::x86::{Avx2, Avx512};
use crate::eval::othello::Weights;
use crate::game::othello::Square;

/// A set of instructions that this processor has. There is no way to name one that it has not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Path(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Portable(Portable),
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl Path {
    /// Plain integer code, for any processor.
    pub const PORTABLE: Self = Self(Kind::Portable(Portable));

    /// Every path of this processor, the slowest first.
    fn all() -> impl Iterator<Item = Self> {
        #[cfg(target_arch = "x86_64")]
        let special = [
            Avx2::detect().map(Kind::Avx2),
            Avx512::detect().map(Kind::Avx512),
        ];
        #[cfg(not(target_arch = "x86_64"))]
        let special = [None];
        std::iter::once(Self::PORTABLE).chain(special.into_iter().flatten().map(Self))
    }

    /// Every path of this processor, the slowest first.
    pub fn available() -> Vec<Self> {
        Self::all().collect()
    }

    /// The fastest path of this processor.
    pub fn best() -> Self {
        Self::all().last().unwrap_or(Self::PORTABLE)
    }

    /// The path called `name`, if this processor has it.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::all().find(|path| path.name() == name)
    }

    /// Its name: `portable`, `avx2` or `avx512`.
    pub const fn name(self) -> &'static str {
        match self.0 {
            Kind::Portable(_) => "portable",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(_) => "avx2",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(_) => "avx512",
        }
    }

    /// Runs `task` on this path.
    #[inline]
    pub(in crate::search) fn enter<T: Task>(self, task: T) -> T::Output {
        match self.0 {
            Kind::Portable(level) => level.enter(task),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(level) => level.enter(task),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(level) => level.enter(task),
        }
    }

    /// Runs `task`, whose values are those of `weights`, on this path.
    #[inline]
    pub(in crate::search) fn enter_for<T: Task>(self, weights: &Weights, task: T) -> T::Output {
        if !weights.has_style() {
            return self.enter(task);
        }
        match self.0 {
            Kind::Portable(level) => level.styled().enter(task),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(level) => level.styled().enter(task),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(level) => level.styled().enter(task),
        }
    }

    /// The moves of the side called own (first of each pair) on each board, as
    /// [`bits::moves`](crate::game::othello::bits::moves) gives them. For checks and benchmarks.
    pub fn moves(self, boards: &[[u64; 2]]) -> Vec<u64> {
        self.enter(Moves(boards))
    }

    /// The same, several boards at a time where the path can.
    pub fn moves_of_several(self, boards: &[[u64; 2]]) -> Vec<u64> {
        self.enter(MovesOfSeveral(boards))
    }

    /// The discs that turn over when the side called own plays the square, as
    /// [`bits::flips`](crate::game::othello::bits::flips) gives them. For checks and benchmarks.
    pub fn flips(self, boards: &[([u64; 2], Square)]) -> Vec<u64> {
        self.enter(Flips(boards))
    }

    /// The same, a board at a time.
    pub fn flips_of_one(self, boards: &[([u64; 2], Square)]) -> Vec<u64> {
        self.enter(FlipsOfOne(boards))
    }

    /// The static values of the boards for the side called own, decided ones for finished games.
    /// For checks and benchmarks.
    pub fn evaluate(self, weights: &Weights, boards: &[[u64; 2]]) -> Vec<i32> {
        self.enter_for(weights, Evaluate { weights, boards })
    }
}

impl Default for Path {
    fn default() -> Self {
        Self::best()
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Lanes' worth of words out of a slice, zeros where it is too short.
#[inline(always)]
fn lanes<T, L: Level>(level: L, items: &[T], word: impl Fn(&T) -> u64) -> L::Lanes {
    let mut words = [0; LANES];
    for (slot, item) in words.iter_mut().zip(items) {
        *slot = word(item);
    }
    level.load(&words)
}

struct Moves<'a>(&'a [[u64; 2]]);

impl Task for Moves<'_> {
    type Output = Vec<u64>;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Vec<u64> {
        let mut moves = Vec::with_capacity(self.0.len());
        for &[own, opp] in self.0 {
            moves.push(level.moves(own, opp));
        }
        moves
    }
}

struct MovesOfSeveral<'a>(&'a [[u64; 2]]);

impl Task for MovesOfSeveral<'_> {
    type Output = Vec<u64>;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Vec<u64> {
        let mut moves = Vec::with_capacity(self.0.len());
        for chunk in self.0.chunks(L::Lanes::COUNT) {
            let own = lanes(level, chunk, |board| board[0]);
            let opp = lanes(level, chunk, |board| board[1]);
            moves.extend_from_slice(&boards::moves(level, own, opp).store()[..chunk.len()]);
        }
        moves
    }
}

struct Flips<'a>(&'a [([u64; 2], Square)]);

impl Task for Flips<'_> {
    type Output = Vec<u64>;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Vec<u64> {
        let mut flips = Vec::with_capacity(self.0.len());
        for chunk in self.0.chunks(L::Lanes::COUNT) {
            let own = lanes(level, chunk, |placed| placed.0[0]);
            let opp = lanes(level, chunk, |placed| placed.0[1]);
            let squares = lanes(level, chunk, |placed| placed.1.bit());
            let found = L::Lanes::flips(level, squares, own, opp);
            flips.extend_from_slice(&found.store()[..chunk.len()]);
        }
        flips
    }
}

struct FlipsOfOne<'a>(&'a [([u64; 2], Square)]);

impl Task for FlipsOfOne<'_> {
    type Output = Vec<u64>;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Vec<u64> {
        let mut flips = Vec::with_capacity(self.0.len());
        for &([own, opp], square) in self.0 {
            flips.push(level.flips(square.index().into(), own, opp));
        }
        flips
    }
}

struct Evaluate<'a> {
    weights: &'a Weights,
    boards: &'a [[u64; 2]],
}

impl Task for Evaluate<'_> {
    type Output = Vec<i32>;

    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap)]
    fn run<L: Level>(self, level: L) -> Vec<i32> {
        let terms = Terms::new(self.weights, 0);
        let mut values = Vec::with_capacity(self.boards.len());
        for chunk in self.boards.chunks(L::Lanes::COUNT) {
            let own = lanes(level, chunk, |board| board[0]);
            let opp = lanes(level, chunk, |board| board[1]);
            let found = boards::values(level, &terms, own, opp).store();
            values.extend(found.iter().take(chunk.len()).map(|&value| value as i32));
        }
        values
    }
}
