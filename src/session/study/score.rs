//! How many pairs a person judged right, beside what guessing would give.

use super::plan::Pair;
use koteki_rivals::measure::stats::{CONFIDENCE, Interval, at_least, exact};

/// The share of pairs that guessing gets right: as many are the same as are different, so that it is
/// one half however often "same" is said.
pub const CHANCE: f64 = 0.5;

/// The score of some pairs.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Score {
    /// Pairs judged right.
    pub right: u32,
    /// Pairs judged.
    pub of: u32,
    /// Of the pairs of one opponent those called the same, and how many there were.
    pub same: (u32, u32),
    /// Of the pairs of two opponents those called different, and how many there were.
    pub different: (u32, u32),
    /// Exact 95 % interval of the share judged right (Clopper and Pearson 1934).
    pub interval: Interval,
    /// The probability of as many right, or more, by tossing a coin.
    pub by_chance: f64,
}

impl Score {
    /// The score of these pairs, each with whether it was called the same.
    pub fn of(judged: &[(Pair, bool)]) -> Self {
        let count = |same: bool| {
            let pairs = judged.iter().filter(|(pair, _)| pair.is_same() == same);
            let right = pairs.clone().filter(|(_, called)| *called == same);
            let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
            (number(right.count()), number(pairs.count()))
        };
        let (same, different) = (count(true), count(false));
        let (right, of) = (same.0 + different.0, same.1 + different.1);
        Self {
            right,
            of,
            same,
            different,
            interval: exact(right, of, CONFIDENCE),
            by_chance: at_least(right, of, CHANCE),
        }
    }

    /// The share judged right; `None` before the first pair.
    pub fn rate(&self) -> Option<f64> {
        (self.of > 0).then(|| f64::from(self.right) / f64::from(self.of))
    }
}
