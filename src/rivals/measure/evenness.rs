//! How likely a rival is to be even with a person: that the true share of points lies within [`EQUAL`].
//!
//! The person's place is what is [believed](super::equal) from choices and results, those against this rival left out. How
//! strong the rival is beside the agent that it was tested against its own test says, and what both have scored against one
//! another says the rest: nobody is as strong against everybody as against that agent.

use super::equal::{CHANCE, Evidence, SLOPE, is_known, place, posterior, scale};
use super::foretold::EQUAL;
use super::stats::{CONFIDENCE, Interval};

/// The standard deviation by which the log odds of a player against rivals of one strength differ, each rival in its own
/// way. Thirty times three rivals that were bred for the same person, in 100 games each (`meet-a-player` of seed 4): within
/// the threes it is 0.46, of which 0.22 is due to chance in these games and 0.13 in those of the rivals' tests. What the
/// person scored in the mean of the threes says nothing beyond the error of the agents that they were bred toward.
const OWN: f64 = 0.39;

/// A rival that was certified has had so many games where it is not kept how many.
const LEAST: f64 = 200.0;

/// What is known of a rival from its test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tested {
    /// The even point of the agent that it was tested against.
    pub even: f64,
    /// Games, 0 where that is not kept, …
    pub games: u32,
    /// … and the rival's share of points in them.
    pub score: f64,
}

impl Tested {
    /// The log odds of the rival against the agent, and their variance.
    fn log_odds(&self) -> (f64, f64) {
        let (games, score) = match self.games {
            0 => (LEAST, 0.5),
            games => (f64::from(games), self.score),
        };
        let points = [score * games + 0.5, (1.0 - score) * games + 0.5];
        (
            libm::log(points[0] / points[1]),
            points.iter().map(|it| 1.0 / it).sum(),
        )
    }
}

/// How even a rival is with a person.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evenness {
    /// The share of points that the person is expected to score, …
    pub expected: f64,
    /// … and its 95 % interval.
    pub interval: Interval,
    /// The probability that it truly lies within [`EQUAL`].
    pub even: f64,
}

impl Evenness {
    /// Of a person who has these log odds, each with its probability, against the agent, and has won, drawn and lost so many
    /// games against the rival, where rivals of one strength differ by `own`: the standard deviation of the log odds of a
    /// player against them, each in its own way.
    pub(crate) fn of(
        person: impl Iterator<Item = (f64, f64)>,
        tested: &Tested,
        record: [u32; 3],
        own: f64,
    ) -> Self {
        /// Steps of the standard normal deviate, to both sides.
        const STEPS: i32 = 60;
        const BINS: usize = 500;
        let (rival, variance) = tested.log_odds();
        let spread = libm::sqrt(variance + own * own);
        let [won, drawn, lost] = record.map(f64::from);
        let points = [won + drawn / 2.0, lost + drawn / 2.0];
        let mut bins = [0.0; BINS];
        let (mut all, mut sum, mut even) = (0.0, 0.0, 0.0);
        // Where hardly anybody is nothing is added.
        for (log_odds, mass) in person.filter(|it| it.1 > 1e-9) {
            for step in -STEPS..=STEPS {
                let z = f64::from(step) * 4.0 / f64::from(STEPS);
                let odds = log_odds - rival - spread * z;
                let share = CHANCE / 2.0 + (1.0 - CHANCE) / (1.0 + libm::exp(-odds));
                let came = libm::pow(share, points[0]) * libm::pow(1.0 - share, points[1]);
                let mass = mass * libm::exp(-z * z / 2.0) * came;
                all += mass;
                sum += mass * share;
                even += if EQUAL.contains(share) { mass } else { 0.0 };
                bins[((share * BINS as f64) as usize).min(BINS - 1)] += mass;
            }
        }
        let below = |part: f64| {
            let mut before = 0.0;
            let bin = bins.iter().position(|mass| {
                before += mass;
                before >= part * all
            });
            (bin.unwrap_or(BINS - 1) as f64 + 0.5) / BINS as f64
        };
        let tail = (1.0 - CONFIDENCE) / 2.0;
        Self {
            expected: sum / all,
            interval: Interval {
                low: below(tail),
                high: below(1.0 - tail),
            },
            even: even / all,
        }
    }

    /// The probability in words.
    pub fn chance(&self) -> String {
        let tenths = match (self.even * 10.0).round() as u32 {
            0 => "under 1".to_owned(),
            10 => "over 9".to_owned(),
            tenths => tenths.to_string(),
        };
        format!("even match: {tenths} in 10")
    }

    /// That and what is expected.
    pub fn words(&self) -> String {
        let (Interval { low, high }, expected) = (self.interval, self.expected);
        format!(
            "{}, you score {expected:.2} ({low:.2} to {high:.2})",
            self.chance()
        )
    }
}

/// The results but for those against a rival, which count on their own: the latest so many against an opponent of its even
/// point. `of` says even point and score.
pub(crate) fn without<T: Clone>(
    results: &[T],
    rival: &Tested,
    record: [u32; 3],
    of: impl Fn(&T) -> (f64, f64),
) -> Vec<T> {
    let mut left = record;
    let mut others = results.to_vec();
    others.reverse();
    others.retain(|game| {
        let (even, score) = of(game);
        let how = match score {
            score if score > 0.5 => 0,
            score if score < 0.5 => 2,
            _ => 1,
        };
        let is_it = (even - rival.even).abs() < 1e-6 && left[how] > 0;
        left[how] -= u32::from(is_it);
        !is_it
    });
    others.reverse();
    others
}

impl Evidence {
    /// How even a rival is with the person, who has won, drawn and lost so many games against it; `None` where nothing is
    /// known of the person.
    pub fn evenness(&self, tested: &Tested, record: [u32; 3]) -> Option<Evenness> {
        if !is_known(&self.likeness, &self.results) {
            return None;
        }
        let others = without(&self.results, tested, record, |it| (it.opponent, it.score));
        let mass = posterior(&self.likeness.strength(), &others);
        let agent = scale(tested.even);
        let person = mass.into_iter().enumerate();
        let person = person.map(|(index, mass)| (SLOPE * (agent - place(index)), mass));
        Some(Evenness::of(person, tested, record, OWN))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::equal::ResultAgainst;

    const TESTED: Tested = Tested {
        even: 20.0,
        games: 240,
        score: 0.5,
    };

    /// Of a person whose place is known: log odds of 0 ± √(0.39² + 4/241) = 0.411. Shares of 0.4 and 0.6, of which one half
    /// of a hundredth comes by chance, are log odds of ∓ 0.414, and 0.686 of a normal distribution lie between.
    #[test]
    fn a_person_who_is_known_leaves_the_rivals_own_way() {
        let known = |own: f64, record| Evenness::of([(own, 1.0)].into_iter(), &TESTED, record, OWN);
        let even = known(0.0, [0, 0, 0]);
        assert!((even.even - 0.686).abs() < 0.02, "{even:?}");
        assert!((even.expected - 0.5).abs() < 1e-6);
        let reach = 1.0 / (1.0 + libm::exp(1.96 * 0.411));
        assert!((even.interval.low - reach).abs() < 0.01, "{even:?}");
        // Somebody stronger by as much as the band reaches is even in one case of two.
        assert!((known(0.405, [0, 0, 0]).even - 0.5).abs() < 0.05);
        assert!(known(3.0, [0, 0, 0]).chance().contains("under 1 in 10"));
    }

    #[test]
    fn games_against_the_rival_go_on_correcting() {
        let results = vec![
            ResultAgainst {
                opponent: 30.0,
                score: 1.0,
            },
            ResultAgainst {
                opponent: 12.0,
                score: 0.0,
            },
        ];
        let before = Evidence {
            results: results.clone(),
            ..Evidence::default()
        };
        let won = ResultAgainst {
            opponent: TESTED.even,
            score: 1.0,
        };
        let mut after = before.clone();
        after.results.extend([won; 9]);
        let [expected, lost, none] = [[9, 0, 0], [0, 0, 9], [0, 0, 0]]
            .map(|record| before.evenness(&TESTED, record).unwrap());
        // They count once, whether or not they are among the results.
        assert_eq!(after.evenness(&TESTED, [9, 0, 0]), Some(expected));
        assert!(expected.expected > none.expected + 0.2 && expected.even < none.even);
        assert!(lost.expected < none.expected - 0.2);
        // Against another rival that is as strong they are results like all others.
        let other = after.evenness(&TESTED, [0, 0, 0]).unwrap();
        assert!(other.expected > none.expected && other.expected < expected.expected);
        assert_eq!(Evidence::default().evenness(&TESTED, [0, 0, 0]), None);
        let many = before.evenness(&TESTED, [60, 0, 60]).unwrap();
        assert!(many.even > 0.9, "{many:?}");
        assert_eq!(
            Evenness { even: 0.7, ..many }.chance(),
            "even match: 7 in 10"
        );
    }
}
