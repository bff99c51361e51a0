//! What results say: intervals, and the odds that a player is level.

use statrs::distribution::{Beta, ContinuousCDF, Normal, StudentsT};

/// The confidence of every interval the program shows.
pub const CONFIDENCE: f64 = 0.95;

/// Limits that hold the true value with the confidence asked for.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Interval {
    /// Lower limit.
    pub low: f64,
    /// Upper limit.
    pub high: f64,
}

impl Interval {
    /// Whether `value` lies within, limits included.
    pub fn contains(self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Nothing known about a rate.
    pub const UNIT: Self = Self {
        low: 0.0,
        high: 1.0,
    };
}

/// The point below which a standard normal deviate lies with probability (1 + `confidence`) / 2.
pub fn normal_quantile(confidence: f64) -> f64 {
    Normal::standard().inverse_cdf(0.5 + confidence / 2.0)
}

/// The share of a standard normal distribution below `deviate`.
pub(super) fn normal_share(deviate: f64) -> f64 {
    Normal::standard().cdf(deviate)
}

/// The same of Student's t with `freedom` degrees of freedom; the normal one below 1.
pub(super) fn student_quantile(confidence: f64, freedom: f64) -> f64 {
    StudentsT::new(0.0, 1.0, freedom).map_or_else(
        |_| normal_quantile(confidence),
        |student| student.inverse_cdf(0.5 + confidence / 2.0),
    )
}

fn score_interval(rate: f64, trials: f64, quantile: f64) -> Interval {
    let square = quantile * quantile;
    let centre = rate + square / (2.0 * trials);
    let reach = quantile * (rate * (1.0 - rate) / trials + square / (4.0 * trials * trials)).sqrt();
    let scale = 1.0 + square / trials;
    Interval {
        low: ((centre - reach) / scale).clamp(0.0, rate),
        high: ((centre + reach) / scale).clamp(rate, 1.0),
    }
}

/// Wilson's score interval (Wilson 1927) for a success rate, from `trials` independent trials.
/// `successes` may be fractional (a draw is half a win) and lies in 0…`trials`.
/// (0, 1) without trials.
pub fn wilson(successes: f64, trials: f64, confidence: f64) -> Interval {
    if trials <= 0.0 {
        return Interval::UNIT;
    }
    score_interval(
        (successes / trials).clamp(0.0, 1.0),
        trials,
        normal_quantile(confidence),
    )
}

/// The belief in a success rate after the trials, from Jeffreys' prior: Beta(s + ½, n − s + ½).
fn posterior(successes: f64, trials: f64) -> Option<Beta> {
    Beta::new(successes + 0.5, trials - successes + 0.5).ok()
}

/// The equal-tailed interval from Jeffreys' prior, with the limit 0 at no success and 1 at no failure
/// (Brown, Cai and DasGupta 2001, §3.1.3). `successes` as in [`wilson`]. (0, 1) without trials.
pub fn jeffreys(successes: f64, trials: f64, confidence: f64) -> Interval {
    let tail = (1.0 - confidence) / 2.0;
    match posterior(successes, trials) {
        Some(belief) if trials > 0.0 => Interval {
            low: if successes <= 0.0 {
                0.0
            } else {
                belief.inverse_cdf(tail)
            },
            high: if successes >= trials {
                1.0
            } else {
                belief.inverse_cdf(1.0 - tail)
            },
        },
        _ => Interval::UNIT,
    }
}

/// The exact interval of a success rate (Clopper and Pearson 1934): it holds the true rate with at least
/// the confidence asked for, however few the trials. (0, 1) without trials.
pub fn exact(successes: u32, trials: u32, confidence: f64) -> Interval {
    let tail = (1.0 - confidence) / 2.0;
    let successes = successes.min(trials);
    let (won, lost) = (f64::from(successes), f64::from(trials - successes));
    let quantile = |a: f64, b: f64, part: f64| Beta::new(a, b).map(|beta| beta.inverse_cdf(part));
    Interval {
        low: if successes == 0 {
            0.0
        } else {
            quantile(won, lost + 1.0, tail).unwrap_or(0.0)
        },
        high: if successes == trials {
            1.0
        } else {
            quantile(won + 1.0, lost, 1.0 - tail).unwrap_or(1.0)
        },
    }
}

/// The probability of at least `successes` in `trials` independent trials of rate `rate`, exactly.
pub fn at_least(successes: u32, trials: u32, rate: f64) -> f64 {
    let (mut probability, mut sum) = (libm::pow(1.0 - rate, f64::from(trials)), 0.0);
    for count in 0..=trials {
        if count >= successes {
            sum += probability;
        }
        let left = f64::from(trials - count);
        probability *= left / f64::from(count + 1) * rate / (1.0 - rate);
    }
    sum.clamp(0.0, 1.0)
}

/// The probability that a success rate lies between `low` and `high`, from Jeffreys' prior and the
/// trials seen: how surely a player is level, with 0.4 and 0.6. `successes` as in [`wilson`].
pub fn band_probability(successes: f64, trials: f64, low: f64, high: f64) -> f64 {
    posterior(successes, trials).map_or(0.0, |belief| {
        (belief.cdf(high) - belief.cdf(low)).clamp(0.0, 1.0)
    })
}

/// How far from `centre` a success rate is to be expected, E|p − c|, from Jeffreys' prior and the
/// trials seen. With a = s + ½, b = n − s + ½, m = a/(a + b) and I the regularised incomplete beta
/// function: 2 (m (1 − I_c(a + 1, b)) − c (1 − I_c(a, b))) − (m − c). `successes` as in [`wilson`].
pub fn expected_distance(successes: f64, trials: f64, centre: f64) -> f64 {
    let (Some(belief), Some(raised)) = (
        posterior(successes, trials),
        posterior(successes + 1.0, trials + 1.0),
    ) else {
        return 0.5;
    };
    let mean = (successes + 0.5) / (trials + 1.0);
    let above = mean * (1.0 - raised.cdf(centre)) - centre * (1.0 - belief.cdf(centre));
    (2.0 * above - (mean - centre)).max(0.0)
}

/// An interval for a win rate from pairs of games that share an opening with colours swapped.
///
/// Each score is a pair's: 0, ¼, ½, ¾ or 1. Pairs are independent of each other, the two games of one
/// are not (a lopsided opening makes them differ, which costs certainty if ignored), so the variance
/// comes from the pairs. Wilson's score interval, at the number of independent games that would
/// have the variance seen (n = m(1 − m)/var, the design effect of survey sampling: Kish 1965) and with
/// Student's quantile for N − 1 degrees of freedom. The variance is that of the pairs together with
/// one imagined pair of independent games, so that a few equal pairs do not promise certainty. When
/// every game went the same way, pairs show nothing and the games count as independent.
/// (0, 1) without a pair.
pub fn paired(scores: &[f64], confidence: f64) -> Interval {
    let Some((rate, games)) = effective(scores) else {
        return Interval::UNIT;
    };
    let pairs = scores.len() as f64;
    score_interval(rate, games, student_quantile(confidence, pairs - 1.0))
}

/// The mean of the pairs, and the number of independent games that would be as certain of it.
fn effective(scores: &[f64]) -> Option<(f64, f64)> {
    let moments = Moments::of(scores)?;
    let pairs = scores.len() as f64;
    let rate = moments.mean.clamp(0.0, 1.0);
    let single = rate * (1.0 - rate);
    let squares: f64 = scores.iter().map(|score| (score - rate).powi(2)).sum();
    let games = if single > 0.0 {
        single * pairs / ((squares + single / 2.0) / pairs)
    } else {
        2.0 * pairs
    };
    Some((rate, games))
}

/// How likely it is that a success rate is above one half, from Jeffreys' prior and the trials seen.
/// `successes` as in [`wilson`]; one half without trials.
pub fn superiority(successes: f64, trials: f64) -> f64 {
    posterior(successes, trials).map_or(0.5, |belief| (1.0 - belief.cdf(0.5)).clamp(0.0, 1.0))
}

/// The same from the scores of pairs, as in [`paired`]: the games count for as many as they are worth.
pub fn paired_superiority(scores: &[f64]) -> f64 {
    effective(scores).map_or(0.5, |(rate, games)| superiority(rate * games, games))
}

/// Number, mean and spread of a sample.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Moments {
    /// How many values.
    pub count: usize,
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation (n − 1 in the denominator); 0 for a single value.
    pub sd: f64,
}

/// The mean, summed in the order given; 0 of nothing.
pub fn mean(values: impl IntoIterator<Item = f64>) -> f64 {
    let add = |(sum, count), value| (sum + value, count + 1);
    let (sum, count) = values.into_iter().fold((0.0, 0_u32), add);
    sum / f64::from(count.max(1))
}

impl Moments {
    /// The moments of `values`; `None` when there are none. Sums run in the order given.
    pub fn of(values: &[f64]) -> Option<Self> {
        if values.is_empty() {
            return None;
        }
        let count = values.len();
        let mean = values.iter().sum::<f64>() / count as f64;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let sd = if count > 1 {
            (squares / (count - 1) as f64).sqrt()
        } else {
            0.0
        };
        Some(Self { count, mean, sd })
    }

    /// Student's interval for the mean of what the values are a sample of; `None` for a single value,
    /// which says nothing about its own spread.
    pub fn mean_interval(self, confidence: f64) -> Option<Interval> {
        if self.count < 2 {
            return None;
        }
        let count = self.count as f64;
        let reach = student_quantile(confidence, count - 1.0) * self.sd / count.sqrt();
        Some(Interval {
            low: self.mean - reach,
            high: self.mean + reach,
        })
    }

    /// The same, and `None` for a handful of equal values, too: whole numbers may well be equal by chance.
    pub fn cautious_interval(self, confidence: f64) -> Option<Interval> {
        const HANDFUL: usize = 6;
        let are_equal = self.sd <= 0.0 && self.count < HANDFUL;
        self.mean_interval(confidence).filter(|_| !are_equal)
    }
}

/// The values below which these `parts` (0 to 1) of the finite ones lie, interpolated between neighbours
/// (type 7 of Hyndman and Fan 1996); `None` of nothing.
pub fn quantiles<const N: usize>(mut values: Vec<f64>, parts: [f64; N]) -> Option<[f64; N]> {
    values.retain(|value| value.is_finite());
    values.sort_by(f64::total_cmp);
    let last = values.len().checked_sub(1)?;
    Some(parts.map(|part| {
        let place = part * last as f64;
        let below = (libm::floor(place) as usize).min(last);
        let above = (below + 1).min(last);
        values[below] + (values[above] - values[below]) * (place - below as f64)
    }))
}

/// The first and third quartile, as [`quantiles`] has them.
pub fn quartiles(values: Vec<f64>) -> Option<(f64, f64)> {
    quantiles(values, [0.25, 0.75]).map(|[first, third]| (first, third))
}

#[cfg(test)]
mod tests {
    use super::{quantiles, quartiles};

    #[test]
    fn quartiles_of_the_literature() {
        // R 4: quantile(c(1, 2, 4, 8, 16), c(.25, .75)) gives 2 and 8; of 1:4 it gives 1.75 and 3.25.
        assert_eq!(quartiles(vec![16.0, 1.0, 8.0, 2.0, 4.0]), Some((2.0, 8.0)));
        assert_eq!(quartiles(vec![1.0, 2.0, 3.0, 4.0]), Some((1.75, 3.25)));
        assert_eq!(quartiles(vec![f64::NAN]), None);
        // R: quantile(c(7, 1, 3, 2), c(.25, .5, .75)) gives 1.75, 2.5, 4.
        let parts = [0.25, 0.5, 0.75];
        let found = quantiles(vec![7.0, 1.0, 3.0, 2.0], parts);
        assert_eq!(found, Some([1.75, 2.5, 4.0]));
        assert_eq!(quantiles(vec![5.0], parts), Some([5.0; 3]));
    }
}
