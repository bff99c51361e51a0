//! When a figure of ours differs significantly from the paper's, decided once for all experiments.
//!
//! One rule: the difference is **significant** when its 95 % interval excludes 0.
//! Otherwise the difference is not significant, which is no proof that they are the same: with few games
//! hardly anything is, and the width of the intervals says how much that is worth.
//!
//! The interval of the difference needs the errors of both. Ours is measured. The paper's is taken from
//! what its figure comes from:
//!
//! - [`Paper::Sampled`]: the number of independent games (or positions, or people) behind it is known, so
//!   it has a 95 % interval of its own. The interval of the difference comes from the two single ones
//!   (Newcombe 1998, method 10: the distances to the limits that face each other, added in quadrature).
//! - [`Paper::Single`]: it comes from one run, whose games are not independent of each other, where we
//!   made many runs. Its error is that of one run of ours: the interval of the difference is Student's
//!   prediction interval, about 0 instead of about our mean.
//! - [`Paper::Printed`]: nothing is known but its rounding, half a unit of the last printed digit. The
//!   test is too strict then.
//! - [`Paper::Claim`]: a statement without a figure, that a figure of ours (often a difference itself) is
//!   above 0 ([`Ours::above_zero`]) or about 0 ([`Ours::about_zero`]). It has no error of its own: shown
//!   to differ when our 95 % interval lies below 0, or leaves out 0.

use serde::Serialize;

use koteki_rivals::measure::stats::Interval;

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
    /// Whether the interval contradicts what the paper states; for [`Paper::Claim`].
    pub against: Option<bool>,
}

/// Whether the paper's figure and ours differ significantly; see the module for what that means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Agreement {
    /// They are not.
    NotShownToDiffer,
    /// They are.
    Differs,
    /// There is nothing to compare, or no interval to do it by.
    Open,
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

/// Compares.
pub fn judge(paper: Option<&Paper>, ours: &Ours) -> Agreement {
    let within = match paper {
        None => None,
        Some(&Paper::Sampled { value, interval }) => ours
            .interval
            .map(|own| difference((value, interval), (ours.value, own)).contains(0.0)),
        Some(&Paper::Single { value }) => ours.single.map(|range| range.contains(value)),
        Some(&Paper::Printed { value, decimals }) => ours.interval.map(|own| {
            let places = i32::try_from(decimals).unwrap_or(i32::MAX);
            // The last bits of a decimal fraction must not decide.
            let half = 0.5 * 10.0_f64.powi(-places) + 1e-12;
            own.low - half <= value && value <= own.high + half
        }),
        Some(Paper::Claim { .. }) => ours.against.map(|against| !against),
    };
    match within {
        None => Agreement::Open,
        Some(true) => Agreement::NotShownToDiffer,
        Some(false) => Agreement::Differs,
    }
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
            against: None,
        };
        let sampled = |value| Paper::Sampled {
            value,
            interval: Interval {
                low: value - 0.04,
                high: value + 0.04,
            },
        };
        // √(0.03² + 0.04²) = 0.05: 0.499 overlaps no more than 0.501 does.
        assert_eq!(
            judge(Some(&sampled(0.499)), &ours),
            Agreement::NotShownToDiffer
        );
        assert_eq!(judge(Some(&sampled(0.501)), &ours), Agreement::Differs);
        let single = |value| Paper::Single { value };
        assert_eq!(
            judge(Some(&single(0.6)), &ours),
            Agreement::NotShownToDiffer
        );
        assert_eq!(judge(Some(&single(0.61)), &ours), Agreement::Differs);
        let printed = |value, decimals| Paper::Printed { value, decimals };
        assert_eq!(
            judge(Some(&printed(0.485, 2)), &ours),
            Agreement::NotShownToDiffer
        );
        assert_eq!(judge(Some(&printed(0.485, 3)), &ours), Agreement::Differs);
        let claim = Paper::Claim {
            text: "grows".to_owned(),
        };
        assert_eq!(judge(Some(&claim), &ours), Agreement::Open);
        // 0.42 to 0.48 is above 0; −0.01 to 0.05 may be; −0.07 to −0.01 is not. About 0 is the middle one.
        for (low, above, about) in [
            (0.42, Agreement::NotShownToDiffer, Agreement::Differs),
            (
                -0.01,
                Agreement::NotShownToDiffer,
                Agreement::NotShownToDiffer,
            ),
            (-0.07, Agreement::Differs, Agreement::Differs),
        ] {
            let high = low + 0.06;
            let ours = Ours::with_interval(f64::midpoint(low, high), Interval { low, high });
            assert_eq!(judge(Some(&claim), &ours.above_zero()), above);
            assert_eq!(judge(Some(&claim), &ours.about_zero()), about);
        }
        assert_eq!(judge(None, &ours), Agreement::Open);
    }
}
