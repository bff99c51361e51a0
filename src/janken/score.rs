//! Wins, draws and losses beside what chance alone does.

use serde::Serialize;

use koteki_games::janken::{Outcome, Round};
use koteki_rivals::measure::stats::{CONFIDENCE, Interval, normal_quantile, wilson};

/// Half width of the 95 % band of a standard normal deviate.
const WITHIN: f64 = 1.959_963_984_540_054;

/// How the rounds of a match ended for one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Score {
    /// Rounds won.
    pub wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Lost.
    pub losses: u32,
}

impl Score {
    /// That of these rounds, for the side they are seen by.
    pub fn of(rounds: &[Round]) -> Self {
        let mut score = Self::default();
        for round in rounds {
            score.add(round.outcome());
        }
        score
    }

    /// Counts one more round.
    pub const fn add(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Win => self.wins += 1,
            Outcome::Draw => self.draws += 1,
            Outcome::Loss => self.losses += 1,
        }
    }

    /// The rounds of two matches.
    pub const fn and(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }

    /// Rounds in all.
    pub const fn rounds(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Wins less losses.
    pub fn net(&self) -> i64 {
        i64::from(self.wins) - i64::from(self.losses)
    }

    /// The share of rounds won with its 95 % interval (Wilson), rounds taken as independent.
    pub fn win_rate(&self) -> (f64, Interval) {
        let (wins, rounds) = (f64::from(self.wins), f64::from(self.rounds()));
        let rate = if rounds > 0.0 { wins / rounds } else { 0.0 };
        (rate, wilson(wins, rounds, CONFIDENCE))
    }

    /// Wins less losses per 100 rounds; 0 without a round.
    pub fn per_hundred(&self) -> f64 {
        match self.rounds() {
            0 => 0.0,
            rounds => 100.0 * self.net() as f64 / f64::from(rounds),
        }
    }

    /// The same match for the other side.
    pub const fn turned(self) -> Self {
        Self {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
        }
    }

    /// Whether wins less losses lie within what chance does in 95 % of matches; see [`band`].
    pub fn is_within_chance(&self) -> bool {
        (self.net() as f64).abs() <= band(self.rounds())
    }
}

/// Between two who draw lots wins less losses stay within ± this after so many rounds, in 95 % of
/// matches: 1.96 · √(2n/3), a round having variance ⅔.
pub fn band(rounds: u32) -> f64 {
    WITHIN * (2.0 * f64::from(rounds) / 3.0).sqrt()
}

/// Wins (or draws, or losses) that two who draw lots have after so many rounds, in 95 % of matches:
/// n/3 ± 1.96 · √(2n/9).
pub fn count_band(rounds: u32) -> Interval {
    let rounds = f64::from(rounds);
    let reach = WITHIN * (2.0 * rounds / 9.0).sqrt();
    Interval {
        low: (rounds / 3.0 - reach).max(0.0),
        high: (rounds / 3.0 + reach).min(rounds),
    }
}

/// 95 % interval of wins less losses per 100 rounds, rounds taken as independent. With one imagined round of
/// each outcome, so that a few equal rounds do not promise certainty (the way of Agresti and Coull 1998), and
/// within −100…100.
pub fn net_interval(score: Score) -> Interval {
    net_interval_within(score, WITHIN)
}

/// The same as one of `many` that hold at once with 95 %: each alone errs in 5 % divided by `many` of the
/// cases at most (Bonferroni).
// A handful.
pub fn net_interval_of(score: Score, many: usize) -> Interval {
    let each = (1.0 - CONFIDENCE) / many.max(1) as f64;
    net_interval_within(score, normal_quantile(1.0 - each))
}

fn net_interval_within(score: Score, within: f64) -> Interval {
    let [wins, draws, losses] = [score.wins, score.draws, score.losses].map(|n| f64::from(n) + 1.0);
    let rounds = wins + draws + losses;
    let mean = (wins - losses) / rounds;
    let variance = (wins + losses) / rounds - mean * mean;
    let reach = within * (variance / rounds).sqrt();
    let net = score.per_hundred();
    Interval {
        low: (100.0 * (mean - reach)).clamp(-100.0, net),
        high: (100.0 * (mean + reach)).clamp(net, 100.0),
    }
}

/// The score curve: after each round wins less losses so far, for the side the rounds are seen by
/// (Yamashita 2009, figs 4.1 and 5.1 to 5.4).
pub fn curve(rounds: &[Round]) -> Vec<i32> {
    let scores = rounds.iter().scan(0, |score, round| {
        *score += round.outcome().score();
        Some(*score)
    });
    scores.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use koteki_games::random::{Random, SeedableRng as _};

    #[test]
    fn the_interval_holds_the_truth_in_95_of_100_matches() {
        let mut random = Random::seed_from_u64(6);
        // Wins 60 %, draws 10 %: 30 per 100.
        for rounds in [10, 100, 1000] {
            let mut held = 0;
            for _ in 0..2000 {
                let mut score = Score::default();
                for _ in 0..rounds {
                    score.add(match random.below(10) {
                        0..6 => Outcome::Win,
                        6 => Outcome::Draw,
                        _ => Outcome::Loss,
                    });
                }
                held += u32::from(net_interval(score).contains(30.0));
            }
            // 1900 expected, sd 10.
            assert!((1860..1960).contains(&held), "{rounds}: {held}");
        }
        let three = Score {
            wins: 3,
            ..Score::default()
        };
        assert!(net_interval(three).low < 10.0);
    }

    #[test]
    fn the_band_holds_95_of_100_matches_by_lot() {
        let mut random = Random::seed_from_u64(2);
        let (mut nets, mut counts) = (0, 0);
        for _ in 0..4000 {
            let mut score = Score::default();
            for _ in 0..300 {
                score.add(Outcome::ALL[random.below(3)]);
            }
            nets += u32::from(score.is_within_chance());
            counts += u32::from(count_band(300).contains(f64::from(score.wins)));
        }
        // 3800 expected, sd 14; whole numbers make the shares a little uneven.
        assert!((3730..3870).contains(&nets), "{nets}");
        assert!((3730..3870).contains(&counts), "{counts}");
        // 8.2 per 100 rounds is the sd that chance alone has.
        assert!((band(100) / WITHIN - 8.165).abs() < 0.001);
    }
}
