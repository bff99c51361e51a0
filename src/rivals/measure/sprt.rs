//! The sequential probability ratio test over pairs of games: games are played until one of two claims
//! about the strength of a player is believed.
//!
//! H0 says that the player's Elo difference is `elo0`, H1 that it is `elo1`. How often a pair brings 0, ½, 1,
//! 1½ and 2 points is known for neither, so the ratio is that of the most likely distributions with the mean
//! that H0 and H1 say (the generalized ratio: Van den Bergh 2019, "The Generalized Sequential Probability Ratio
//! Test"; what Stockfish's fishtest and fastchess compute). It grows or falls by what every pair says, until it
//! leaves the bounds of Wald (1945): below ln(β/(1 − α)) H0 is accepted, above ln((1 − β)/α) H1. When H0 is true,
//! H1 is accepted in about α of all tests, when H1 is, H0 in about β; both only about, as the distribution is
//! estimated from the same games (`tests/measure/match_stats.rs` counts how often).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::elo::expected;

/// What a pair can bring, as a share of its two points.
pub const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// What counts for a pair that was never seen, so that no distribution is impossible.
const UNSEEN: f64 = 1e-3;

/// A test of two claims.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sprt {
    /// The Elo difference that H0 says.
    pub elo0: f64,
    /// The Elo difference that H1 says; more than `elo0`.
    pub elo1: f64,
    /// How often H1 may be accepted when H0 is true.
    pub alpha: f64,
    /// How often H0 may be accepted when H1 is true.
    pub beta: f64,
}

impl Default for Sprt {
    fn default() -> Self {
        Self {
            elo0: 0.0,
            elo1: 20.0,
            alpha: 0.05,
            beta: 0.05,
        }
    }
}

/// What a test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// H0 is accepted.
    H0,
    /// H1 is accepted.
    H1,
    /// Neither.
    Undecided,
}

/// Why a test cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SprtError {
    /// A part that is no setting.
    #[error(
        "{0:?} is not one of elo0=…, elo1=…, alpha=…, beta=…: write elo0=0,elo1=20,alpha=0.05,beta=0.05"
    )]
    Unknown(String),
    /// A value that is no number.
    #[error("{0:?} is no number: write {1}=0.05 or such")]
    Number(String, String),
    /// H1 does not say more than H0.
    #[error("elo1 has to be more than elo0 (both within -1000 to 1000)")]
    Order,
    /// An invalid error rate.
    #[error("alpha and beta lie between 0 and 0.5, and neither is 0 or 0.5")]
    Rate,
}

impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Self, SprtError> {
        let mut sprt = Self::default();
        for part in text.split(',').filter(|part| !part.is_empty()) {
            let unknown = || SprtError::Unknown(part.to_owned());
            let (key, value) = part.split_once('=').ok_or_else(unknown)?;
            let field = match key.trim() {
                "elo0" => &mut sprt.elo0,
                "elo1" => &mut sprt.elo1,
                "alpha" => &mut sprt.alpha,
                "beta" => &mut sprt.beta,
                _ => return Err(unknown()),
            };
            let number = value.trim().parse().ok().filter(|it: &f64| it.is_finite());
            *field = number.ok_or_else(|| SprtError::Number(value.to_owned(), key.to_owned()))?;
        }
        if sprt.elo0 >= sprt.elo1 || sprt.elo0 < -1000.0 || sprt.elo1 > 1000.0 {
            return Err(SprtError::Order);
        }
        let is_rate = |rate: f64| 0.0 < rate && rate < 0.5;
        if !is_rate(sprt.alpha) || !is_rate(sprt.beta) {
            return Err(SprtError::Rate);
        }
        Ok(sprt)
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            elo0,
            elo1,
            alpha,
            beta,
        } = self;
        write!(f, "elo0={elo0},elo1={elo1},alpha={alpha},beta={beta}")
    }
}

impl Sprt {
    /// The ratios (as logarithms) at which H0 and H1 are accepted.
    pub fn bounds(&self) -> (f64, f64) {
        (
            libm::log(self.beta / (1.0 - self.alpha)),
            libm::log((1.0 - self.beta) / self.alpha),
        )
    }

    /// The logarithm of the ratio after so many pairs of 0, ½, 1, 1½ and 2 points: positive speaks for H1.
    pub fn llr(&self, pairs: [u32; 5]) -> f64 {
        if pairs == [0; 5] {
            return 0.0;
        }
        let counts = pairs.map(|count| f64::from(count).max(UNSEEN));
        let (mean0, mean1) = (expected(self.elo0), expected(self.elo1));
        let (tilt0, tilt1) = (tilt(counts, mean0), tilt(counts, mean1));
        let ratio = |(count, score): (f64, f64)| {
            let (under0, under1) = (1.0 + tilt0 * (score - mean0), 1.0 + tilt1 * (score - mean1));
            count * (libm::log(under0) - libm::log(under1))
        };
        counts.into_iter().zip(SCORES).map(ratio).sum()
    }

    /// What the test says after these pairs.
    pub fn verdict(&self, pairs: [u32; 5]) -> Verdict {
        let (low, high) = self.bounds();
        match self.llr(pairs) {
            llr if llr <= low => Verdict::H0,
            llr if llr >= high => Verdict::H1,
            _ => Verdict::Undecided,
        }
    }
}

/// The x for which the distribution counts / (1 + x (score − mean)), which is the most likely one of that
/// mean, has it: Σ counts (score − mean) / (1 + x (score − mean)) = 0. The sum falls as x grows.
fn tilt(counts: [f64; 5], mean: f64) -> f64 {
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    let mut x = 0.0;
    for _ in 0..100 {
        let (mut sum, mut slope) = (0.0, 0.0);
        for (count, score) in counts.into_iter().zip(SCORES) {
            let part = (score - mean) / (1.0 + x * (score - mean));
            sum += count * part;
            slope -= count * part * part;
        }
        if sum > 0.0 {
            low = x;
        } else {
            high = x;
        }
        // Newton's step, or half the way where it would lead out.
        let step = x - sum / slope;
        let next = if low < step && step < high {
            step
        } else {
            f64::midpoint(low, high)
        };
        if (next - x).abs() <= 1e-13 * (1.0 + x.abs()) {
            return next;
        }
        x = next;
    }
    x
}
