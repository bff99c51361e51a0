//! The sequential test that certifies an individual as level, or rejects it.
//!
//! After each batch of fresh games an individual is
//!
//! - **rejected** when the belief in a win rate near one half has fallen below `out`, or the whole 95 %
//!   interval lies farther from one half than `estimate`, so that it is not going to be certified,
//! - **certified** when it has had `least` games, its win rate lies within `estimate` of one half and
//!   the 95 % interval within `near` of it,
//! - **undecided** after `cap` games.
//!
//! Looking several times lets luck in more often than one look would, and whoever is chosen for a
//! good result did not earn all of it. `least` and `estimate` are there for that: they ask for more
//! than the interval alone would. How the test does by players of known strength where nothing is known of
//! others, exactly (`tests/evolve/certify.rs`):
//!
//! | true win rate | certified | rejected | games |
//! |---|---|---|---|
//! | 0.30 | < 0.0001 | 0.9999 | 83 |
//! | 0.35 | 0.0005 | 0.941 | 164 |
//! | 0.38 | 0.011 | 0.658 | 256 |
//! | 0.40 | 0.057 | 0.378 | 311 |
//! | 0.42 | 0.198 | 0.167 | 333 |
//! | 0.45 | 0.608 | 0.038 | 299 |
//! | 0.50 | 0.967 | 0.008 | 230 |
//!
//! Of many who all win a little too seldom the luckiest would pass nevertheless. So whoever is certified has to pass a second
//! time, with what the whole population's games say as the belief before the first game ([`Prior::of`]): a result counts the
//! less, the fewer of the others come near it.
//!
//! Games are counted as independent. The two games of a pair share an opening with colours swapped,
//! so only pairs are independent. With four random plies and an agent as the opponent the variance of
//! pairs was 0.80 to 1.06 times that of single games (weights drawn at random that won 0.3 to 0.7 of
//! 40 games; D 15 to 40, look-ahead 2 to 4): the colours even an opening out, and taking games for
//! independent asks for slightly more games than needed.

use serde::{Deserialize, Serialize};

use super::settings::RetestSettings;
use super::tally::Tally;
use crate::measure::stats::{CONFIDENCE, Interval, jeffreys, mean};

/// What is believed of win rates before the games of a test, in games: so many more points from so many more games than
/// Jeffreys' prior has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prior {
    points: f64,
    games: f64,
}

/// With fewer individuals than this nothing is said of a population.
const POPULATION: usize = 5;

/// The win rates of a population are not taken to differ less than this (standard deviation): what is believed before the
/// first game is then worth 155 games at most.
const SPREAD: f64 = 0.04;

impl Prior {
    /// Jeffreys' prior: nothing is known.
    pub const JEFFREYS: Self = Self {
        points: 0.0,
        games: 0.0,
    };

    /// The beta distribution with the mean of the population's win rates in these games and their standard deviation, what
    /// chance adds to it taken off.
    pub fn of(tallies: impl Iterator<Item = Tally>) -> Self {
        let rates: Vec<(f64, f64)> = tallies
            .filter_map(|it| Some((it.win_rate()?, f64::from(it.games))))
            .collect();
        if rates.len() < POPULATION {
            return Self::JEFFREYS;
        }
        let mean = mean(rates.iter().map(|it| it.0));
        let single = mean * (1.0 - mean);
        let squares = rates.iter().map(|(rate, _)| (rate - mean).powi(2));
        let all = squares.sum::<f64>() / (rates.len() - 1) as f64;
        let chance =
            rates.iter().map(|(_, games)| single / games).sum::<f64>() / rates.len() as f64;
        let worth = single / (all - chance).max(SPREAD * SPREAD) - 1.0;
        // What is left of it beyond Jeffreys' half a point of one game.
        Self {
            points: (mean * worth - 0.5).max(0.0),
            games: (worth - 1.0).max(0.0),
        }
    }

    /// Points and games as they count with it.
    fn and(self, tally: Tally) -> (f64, f64) {
        let games = self.games + f64::from(tally.games);
        ((self.points + tally.points()).min(games), games)
    }
}

/// What the test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Not enough games yet.
    Open,
    /// Level, as surely as was asked.
    Certified,
    /// Wins too often.
    Strong,
    /// Loses too often.
    Weak,
    /// Still in doubt after all the games it gets.
    Undecided,
}

impl Verdict {
    /// The verdict on these games of the test; `near` is half the width of the band.
    pub fn of(tally: Tally, prior: Prior, near: f64, test: &RetestSettings) -> Self {
        let Some(rate) = tally.win_rate().filter(|_| tally.games >= test.first) else {
            return Self::Open;
        };
        let (low, high) = tally.interval();
        if tally.level_probability(near) < test.out
            || high < 0.5 - test.estimate
            || low > 0.5 + test.estimate
        {
            return if rate > 0.5 { Self::Strong } else { Self::Weak };
        }
        // The same slack as in `rivals::is_near_level`: the ends belong to the band.
        let slack = 1e-9;
        let passes = |prior: Prior| {
            let (points, games) = prior.and(tally);
            let Interval { low, high } = jeffreys(points, games, CONFIDENCE);
            (points / games - 0.5).abs() <= test.estimate + slack
                && low >= 0.5 - near - slack
                && high <= 0.5 + near + slack
        };
        if tally.games >= test.least.min(test.cap) && passes(Prior::JEFFREYS) && passes(prior) {
            Self::Certified
        } else if tally.games >= test.cap {
            Self::Undecided
        } else {
            Self::Open
        }
    }

    /// About how many games the test still takes of an individual that has had these in it; 0 when it is decided. Until
    /// then the win rate is taken for what is likeliest so far, one half before the first game. Of those for whom
    /// that alone would take all the games that there are, chance decides many earlier: on average after four
    /// fifths of them (the table above).
    pub fn games_left(tally: Tally, prior: Prior, near: f64, test: &RetestSettings) -> u32 {
        if Self::of(tally, prior, near, test).is_final() {
            return 0;
        }
        let most = f64::from(test.cap.max(test.first));
        let rate = (tally.points() + 0.5) / (f64::from(tally.games) + 1.0);
        let off = (rate - 0.5).abs();
        let needed = if off <= test.estimate {
            narrow(rate, near - off).max(test.least.into())
        } else {
            narrow(rate, off - test.estimate)
        };
        // At the next look at the results.
        let batch = f64::from(test.batch);
        let first = f64::from(test.first);
        let looks = ((needed.min(0.8 * most) - first) / batch).ceil().max(0.0);
        let all = (first + looks * batch).min(most);
        let next = if tally.games < test.first {
            test.first - tally.games
        } else {
            test.batch
        };
        let next = next.min(test.cap.max(test.first).saturating_sub(tally.games));
        (all as u32).saturating_sub(tally.games).max(next)
    }

    /// Whether no more games are played for it.
    pub fn is_final(self) -> bool {
        self != Self::Open
    }
}

/// After how many games a win rate of `rate` has a 95 % interval that reaches `far` to either side.
pub(super) fn narrow(rate: f64, far: f64) -> f64 {
    const DEVIATIONS: f64 = 1.96;
    let part = DEVIATIONS / far;
    rate * (1.0 - rate) * part * part
}
