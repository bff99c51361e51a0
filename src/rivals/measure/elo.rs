//! Elo differences: another way to write a win rate.
//!
//! 400 points more are odds of ten to one; the scale is the logistic one, on which rates multiply as odds.

use super::stats::Interval;

/// Elo points of a factor e in the odds: 400 / ln 10.
pub const SCALE: f64 = 173.717_792_761_248_4;

/// The win rate that a difference foretells.
pub fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-elo / SCALE))
}

/// The difference that foretells a win rate; infinite for 0 and 1.
pub fn difference(rate: f64) -> f64 {
    if rate <= 0.0 {
        f64::NEG_INFINITY
    } else if rate >= 1.0 {
        f64::INFINITY
    } else {
        SCALE * libm::log(rate / (1.0 - rate))
    }
}

/// The differences that the limits of a win rate foretell.
pub fn interval(rate: Interval) -> Interval {
    Interval {
        low: difference(rate.low),
        high: difference(rate.high),
    }
}
