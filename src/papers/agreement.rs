//! What a figure of the paper and ours say of each other, decided once for all experiments.
//!
//! Three verdicts, from the interval of the difference between the two:
//!
//! - they **differ**: its 95 % interval leaves out 0. Of figures that are the same one in twenty does, by
//!   chance ([`BY_CHANCE`]);
//! - they are **equal** within a margin that is stated beside them: its 90 % interval lies inside the margin on both
//!   sides (two one-sided tests at 5 %). The margin of a rate is [`RATE`];
//! - **undecided**: neither. With few games most figures are.
//!
//! Where the paper prints wins, losses and draws the three are tested together ([`together`]), since points alone hide
//! wins that turned into draws; they are then equal by their points.
//!
//! The interval of the difference needs the errors of both. Ours is measured. The paper's is taken from
//! what its figure comes from:
//!
//! - [`Paper::Sampled`]: the number of independent games (or positions, or people) behind it is known, so
//!   it has a 95 % interval of its own. The interval of the difference comes from the two single ones
//!   (Newcombe 1998, method 10: the distances to the limits that face each other, added in quadrature).
//! - [`Paper::Single`]: it comes from one run, whose games are not independent of each other, where we
//!   made many runs. Its error is that of one run of ours: the interval of the difference is Student's
//!   prediction interval.
//! - [`Paper::Printed`]: nothing is known but its rounding, half a unit of the last printed digit. The
//!   test is too strict then.
//! - [`Paper::Claim`]: a statement without a figure, that a figure of ours (often a difference itself) is
//!   above 0 ([`Ours::above_zero`]) or about 0 ([`Ours::about_zero`]). It has no error of its own: it holds
//!   when our 95 % interval lies above 0 (or the 90 % one within the margin of 0), is contradicted when the 95 %
//!   interval lies below 0 (or leaves out 0), and is undecided otherwise.
//!
//! The 90 % interval is the 95 % one shrunk by what a normal error gives; Student's of few runs would shrink more, so
//! that fewer are called equal.
//!
//! A figure counts unless a [`Role`] says that it proves nothing.

use serde::{Deserialize, Serialize};

use koteki_rivals::measure::stats::Interval;

/// The margin within which two rates, 0…1, are called equal.
pub const RATE: f64 = 0.1;

/// The share of figures that differ by chance alone.
pub const BY_CHANCE: f64 = 0.05;

/// The half width of a 90 % interval as a part of that of a 95 % one: 1.6449 / 1.9600.
const NINETY: f64 = 0.8392;

/// What the paper says.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Paper {
    /// A figure with the 95 % interval that its number of games gives it.
    Sampled {
        /// The figure.
        value: f64,
        /// Its own interval.
        interval: Interval,
    },
    /// A figure of one run.
    Single {
        /// The figure.
        value: f64,
    },
    /// A figure about whose error nothing is known.
    Printed {
        /// The figure.
        value: f64,
        /// Digits after the point that are printed.
        decimals: usize,
    },
    /// A statement, in words.
    Claim {
        /// What it says.
        text: String,
    },
}

impl Paper {
    /// The figure, if it is one.
    pub const fn value(&self) -> Option<f64> {
        match self {
            Self::Sampled { value, .. } | Self::Single { value } | Self::Printed { value, .. } => {
                Some(*value)
            }
            Self::Claim { .. } => None,
        }
    }

    /// Its own interval, if it has one.
    pub const fn interval(&self) -> Option<Interval> {
        match self {
            Self::Sampled { interval, .. } => Some(*interval),
            _ => None,
        }
    }
}

/// What was measured here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Ours {
    /// The figure.
    pub value: f64,
    /// Its 95 % interval; `None` when it has no error, or one run alone says nothing about it.
    pub interval: Option<Interval>,
    /// Where 95 % of single runs are expected; `None` where runs are not the unit.
    pub single: Option<Interval>,
    /// What the interval says of the paper's statement; for [`Paper::Claim`].
    pub stated: Option<Agreement>,
}

/// What a figure of the paper and ours say of each other; see the module for what that means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Agreement {
    /// Equal within the margin; a statement holds.
    Equal,
    /// Neither equal nor different, as far as these games show.
    Undecided,
    /// They differ; a statement is contradicted.
    Differs,
    /// There is nothing to compare, or no interval to do it by.
    Open,
}

/// Whether a comparison says something of the paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// It does.
    #[default]
    Counts,
    /// A reading of the text was chosen by this very figure of the paper, so that it agrees by choice.
    Fitted,
    /// It says nothing of the paper: ours was made to have its figure, or is that of a reading that is not used, or the
    /// two are not figures of the same thing.
    Apart,
}

/// The 95 % interval of `a.0 − b.0` from the two intervals.
pub fn difference(a: (f64, Interval), b: (f64, Interval)) -> Interval {
    let below = (a.0 - a.1.low).hypot(b.1.high - b.0);
    let above = (a.1.high - a.0).hypot(b.0 - b.1.low);
    let difference = a.0 - b.0;
    Interval {
        low: difference - below,
        high: difference + above,
    }
}

/// The verdict on a difference: its value and its 95 % interval, and the margin on both sides of 0, if there is one.
pub fn verdict(value: f64, interval: Interval, margin: Option<f64>) -> Agreement {
    // The last bits of a decimal fraction must not decide.
    const BITS: f64 = 1e-12;
    if interval.low > BITS || interval.high < -BITS {
        return Agreement::Differs;
    }
    let low = value - NINETY * (value - interval.low);
    let high = value + NINETY * (interval.high - value);
    match margin {
        Some(margin) if -margin <= low + BITS && high <= margin + BITS => Agreement::Equal,
        _ => Agreement::Undecided,
    }
}

/// Compares. `margin` is how far apart the two may be and still be called equal; without one they never are.
pub fn judge(paper: Option<&Paper>, ours: &Ours, margin: Option<f64>) -> Agreement {
    // The paper's figure, and the interval of it less ours.
    let apart = match paper {
        None => None,
        Some(Paper::Claim { .. }) => return ours.stated.unwrap_or(Agreement::Open),
        Some(&Paper::Sampled { value, interval }) => ours
            .interval
            .map(|own| (value, difference((value, interval), (ours.value, own)))),
        Some(&Paper::Single { value }) => ours.single.map(|range| {
            let apart = Interval {
                low: value - range.high,
                high: value - range.low,
            };
            (value, apart)
        }),
        Some(&Paper::Printed { value, decimals }) => ours.interval.map(|own| {
            let places = i32::try_from(decimals).unwrap_or(i32::MAX);
            let half = 0.5 * 10.0_f64.powi(-places);
            let apart = Interval {
                low: value - half - own.high,
                high: value + half - own.low,
            };
            (value, apart)
        }),
    };
    apart.map_or(Agreement::Open, |(value, apart)| {
        verdict(value - ours.value, apart, margin)
    })
}

/// Games won, lost and drawn.
pub type Outcomes = [u32; 3];

/// The chance that two sets of games of equally strong players differ at least as much in wins, losses and draws
/// as these do: Fisher's exact test for three classes (Freeman and Halton 1951). 1 when either is empty.
pub fn together(a: Outcomes, b: Outcomes) -> f64 {
    let columns = [0, 1, 2].map(|at| a[at] + b[at]);
    let games: u32 = a.iter().sum();
    let all: u32 = columns.iter().sum();
    // ln n!, for every n there is.
    let mut factorials = vec![0.0; all as usize + 1];
    for n in 1..factorials.len() {
        factorials[n] = factorials[n - 1] + libm::log(n as f64);
    }
    let ln_choose = |n: u32, k: u32| {
        let ln = |n: u32| factorials[n as usize];
        ln(n) - ln(k) - ln(n - k)
    };
    // Given the totals, the counts of one set say all.
    let chance = |counts: Outcomes| {
        let ways = columns.iter().zip(counts);
        let ways: f64 = ways.map(|(&of, taken)| ln_choose(of, taken)).sum();
        libm::exp(ways - ln_choose(all, games))
    };
    // Tables that are as likely count too, whatever the last bits say.
    let observed = chance(a) * (1.0 + 1e-7);
    let mut sum = 0.0;
    for first in 0..=columns[0].min(games) {
        for second in 0..=columns[1].min(games - first) {
            let third = games - first - second;
            if third <= columns[2] {
                let it = chance([first, second, third]);
                if it <= observed {
                    sum += it;
                }
            }
        }
    }
    sum.min(1.0)
}

/// How far two sets of games are from being of equally strong players, over wins, losses and draws: the
/// likelihood-ratio statistic G² = 2 Σ O ln(O / E), which of equals is about χ² with two degrees of freedom.
pub fn deviance(a: Outcomes, b: Outcomes) -> f64 {
    let of = |counts: Outcomes| f64::from(counts.iter().sum::<u32>());
    let all = of(a) + of(b);
    let mut sum = 0.0;
    for (set, of) in [(a, of(a)), (b, of(b))] {
        for (at, found) in set.into_iter().enumerate() {
            if found > 0 {
                let expected = f64::from(a[at] + b[at]) * of / all;
                sum += 2.0 * f64::from(found) * libm::log(f64::from(found) / expected);
            }
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use koteki_rivals::measure::stats::wilson;

    #[test]
    fn differences_of_rates_as_newcombe_has_them() {
        // Newcombe 1998 (Statistics in Medicine 17:873), table II, method 10:
        // 56/70 − 48/80 is 0.0524 to 0.3339; 9/10 − 3/10 is 0.1705 to 0.8090.
        for ((a, n), (b, m), low, high) in [
            ((56.0, 70.0), (48.0, 80.0), 0.0524, 0.3339),
            ((9.0, 10.0), (3.0, 10.0), 0.1705, 0.8090),
        ] {
            let found = difference((a / n, wilson(a, n, 0.95)), (b / m, wilson(b, m, 0.95)));
            assert!((found.low - low).abs() < 1e-4, "{found:?}");
            assert!((found.high - high).abs() < 1e-4, "{found:?}");
        }
    }

    #[test]
    fn each_kind_is_judged_by_its_own_rule() {
        let own = Interval {
            low: 0.42,
            high: 0.48,
        };
        let ours = Ours {
            value: 0.45,
            interval: Some(own),
            single: Some(Interval {
                low: 0.3,
                high: 0.6,
            }),
            stated: None,
        };
        let sampled = |value| Paper::Sampled {
            value,
            interval: Interval {
                low: value - 0.04,
                high: value + 0.04,
            },
        };
        let open = |paper: &Paper| judge(Some(paper), &ours, None);
        // √(0.03² + 0.04²) = 0.05: 0.499 overlaps no more than 0.501 does.
        assert_eq!(open(&sampled(0.499)), Agreement::Undecided);
        assert_eq!(open(&sampled(0.501)), Agreement::Differs);
        let single = |value| Paper::Single { value };
        assert_eq!(open(&single(0.6)), Agreement::Undecided);
        assert_eq!(open(&single(0.61)), Agreement::Differs);
        let printed = |value, decimals| Paper::Printed { value, decimals };
        assert_eq!(open(&printed(0.485, 2)), Agreement::Undecided);
        assert_eq!(open(&printed(0.485, 3)), Agreement::Differs);
        let claim = Paper::Claim {
            text: "grows".to_owned(),
        };
        assert_eq!(open(&claim), Agreement::Open);
        // 0.42 to 0.48 is above 0; −0.01 to 0.05 may be; −0.07 to −0.01 is not. About 0, give or take 0.05, is the
        // middle one alone (0.02 + 0.839 · 0.03 = 0.0452); give or take 0.04 not even that.
        for (low, above, about, hardly) in [
            (
                0.42,
                Agreement::Equal,
                Agreement::Differs,
                Agreement::Differs,
            ),
            (
                -0.01,
                Agreement::Undecided,
                Agreement::Equal,
                Agreement::Undecided,
            ),
            (
                -0.07,
                Agreement::Differs,
                Agreement::Differs,
                Agreement::Differs,
            ),
        ] {
            let high = low + 0.06;
            let ours = Ours::with_interval(f64::midpoint(low, high), Interval { low, high });
            assert_eq!(judge(Some(&claim), &ours.above_zero(), None), above);
            assert_eq!(judge(Some(&claim), &ours.about_zero(0.05), None), about);
            assert_eq!(judge(Some(&claim), &ours.about_zero(0.04), None), hardly);
        }
        assert_eq!(judge(None, &ours, None), Agreement::Open);
    }

    /// Two one-sided tests at 5 % (Schuirmann 1987): 95 % are 1.96 standard errors, 90 % are 1.645.
    #[test]
    fn equal_is_the_90_percent_interval_within_the_margin() {
        let with = |value: f64, error: f64| {
            let interval = Interval {
                low: value - 1.96 * error,
                high: value + 1.96 * error,
            };
            verdict(value, interval, Some(0.1))
        };
        assert_eq!(with(0.02, 0.048), Agreement::Equal);
        assert_eq!(with(-0.02, 0.048), Agreement::Equal);
        assert_eq!(with(0.02, 0.049), Agreement::Undecided);
        assert_eq!(with(0.0, 0.0607), Agreement::Equal);
        assert_eq!(with(0.0, 0.0609), Agreement::Undecided);
        // Small, and there.
        assert_eq!(with(0.05, 0.01), Agreement::Differs);
    }

    /// By hand: 5-3-2 and 2-3-5 with 3.5, 3 and 3.5 expected: 2 · 2 · (5 ln(5/3.5) + 2 ln(2/3.5)).
    #[test]
    fn the_deviance_is_twice_the_difference_of_log_likelihoods() {
        let found = deviance([5, 3, 2], [2, 3, 5]);
        assert!((found - 2.656_57).abs() < 1e-5, "{found}");
        assert!(deviance([10, 0, 0], [20, 0, 0]).abs() < 1e-12);
    }

    /// Sums of exact fractions over all tables with the same totals.
    #[test]
    fn wins_losses_and_draws_are_tested_together() {
        for (a, b, p) in [
            ([3, 0, 0], [0, 3, 0], 0.1),
            ([5, 3, 2], [2, 3, 5], 0.297_181_147_026),
            ([49, 43, 8], [19, 26, 55], 5.487_749_303_75e-13),
            ([77, 17, 6], [80, 10, 10], 0.238_017_189_576),
            ([749, 215, 36], [736, 226, 38], 0.808_914_172_319),
            ([100, 0, 0], [100, 0, 0], 1.0),
        ] {
            let found = together(a, b);
            assert!((found - p).abs() < 1e-6 * p, "{a:?} {b:?}: {found}");
        }
    }
}
