//! Which instructions the search uses: found out when the program runs.

use std::fmt;

#[cfg(target_arch = "x86_64")]
use super::avx2::Avx2;
use super::level::{Batch, Level, Task, Terms};
use super::portable::Portable;
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
}

impl Path {
    /// Plain integer code, for any processor.
    pub const PORTABLE: Self = Self(Kind::Portable(Portable));

    /// Every path of this processor, the slowest first.
    #[must_use]
    pub fn available() -> Vec<Self> {
        let mut paths = vec![Self::PORTABLE];
        #[cfg(target_arch = "x86_64")]
        paths.extend(Avx2::detect().map(|level| Self(Kind::Avx2(level))));
        paths
    }

    /// The fastest path of this processor.
    #[must_use]
    pub fn best() -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(level) = Avx2::detect() {
            return Self(Kind::Avx2(level));
        }
        Self::PORTABLE
    }

    /// The path called `name`, if this processor has it.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::available()
            .into_iter()
            .find(|path| path.name() == name)
    }

    /// Its name: `portable` or `avx2`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self.0 {
            Kind::Portable(_) => "portable",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(_) => "avx2",
        }
    }

    /// Runs `task` on this path.
    #[inline]
    pub(super) fn enter<T: Task>(self, task: T) -> T::Output {
        match self.0 {
            Kind::Portable(level) => level.enter(task),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(level) => level.enter(task),
        }
    }

    /// The moves of the side called own (first of each pair) on each board, as
    /// [`bits::moves`](crate::game::othello::bits::moves) gives them. For checks and benchmarks.
    #[must_use]
    pub fn moves(self, boards: &[[u64; 2]]) -> Vec<u64> {
        self.enter(Moves(boards))
    }

    /// The discs that turn over when the side called own plays the square, as
    /// [`bits::flips`](crate::game::othello::bits::flips) gives them. For checks and benchmarks.
    #[must_use]
    pub fn flips(self, boards: &[([u64; 2], Square)]) -> Vec<u64> {
        self.enter(Flips(boards))
    }

    /// The static values of the boards for the side called own, decided ones for finished games.
    /// For checks and benchmarks.
    #[must_use]
    pub fn evaluate(self, weights: &Weights, boards: &[[u64; 2]]) -> Vec<i32> {
        self.enter(Evaluate { weights, boards })
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

struct Moves<'a>(&'a [[u64; 2]]);

impl Task for Moves<'_> {
    type Output = Vec<u64>;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Vec<u64> {
        let moves = |&[own, opp]: &[u64; 2]| level.moves(own, opp);
        self.0.iter().map(moves).collect()
    }
}

struct Flips<'a>(&'a [([u64; 2], Square)]);

impl Task for Flips<'_> {
    type Output = Vec<u64>;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Vec<u64> {
        let flips = |&([own, opp], square): &([u64; 2], Square)| {
            level.flips(u32::from(square.index()), own, opp)
        };
        self.0.iter().map(flips).collect()
    }
}

struct Evaluate<'a> {
    weights: &'a Weights,
    boards: &'a [[u64; 2]],
}

impl Task for Evaluate<'_> {
    type Output = Vec<i32>;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Vec<i32> {
        let mut values = Vec::with_capacity(self.boards.len());
        for chunk in self.boards.chunks(L::LANES) {
            let terms = Terms::new(self.weights, 0);
            let mut batch = Batch::default();
            for (lane, &[own, opp]) in chunk.iter().enumerate() {
                batch.set(lane, own, opp);
            }
            values.extend(&level.values(&terms, &batch)[..chunk.len()]);
        }
        values
    }
}
