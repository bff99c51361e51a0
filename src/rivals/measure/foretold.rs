//! What was foretold of a person's games, and how it came out: the reliability diagram (Murphy and Winkler 1977), its
//! scores, and the sitting.

use super::stats::{CONFIDENCE, Interval, wilson};
use crate::learn::fit::Quality;
use koteki_games::words::numbers::number;

/// A result foretold, and what came.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Foretold {
    /// The probability that the person wins, half of that of a draw included.
    pub expected: f64,
    /// What the person scored: 1, ½ or 0.
    pub score: f64,
    /// When the game ended, in seconds since 1970-01-01 UTC; 0 where that was not kept.
    pub ended: u64,
}

impl Foretold {
    /// Whether the opponent was to be the person's equal.
    pub fn is_equal(&self) -> bool {
        EQUAL.contains(self.expected)
    }
}

/// The shares of points that equals take of one another.
pub const EQUAL: Interval = Interval {
    low: 0.4,
    high: 0.6,
};

/// Limits between which results are put together, the middle ones those of an [equal](EQUAL).
const BANDS: [[f64; 2]; 5] = [[0.0, 0.2], [0.2, 0.4], [0.4, 0.6], [0.6, 0.8], [0.8, 1.0]];

/// With fewer games nothing is drawn: the interval of a band of all of them would be half as wide as the whole.
pub const FEW: usize = 10;

/// Games in which about as much was foretold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    /// From where …
    pub from: f64,
    /// … to where what was foretold lies.
    pub to: f64,
    /// How many there are.
    pub games: usize,
    /// Its mean.
    pub expected: f64,
    /// The share of points.
    pub score: f64,
    /// The 95 % interval of that.
    pub interval: Interval,
}

impl Band {
    /// It in a line.
    pub fn words(&self) -> String {
        let all = self.games as f64;
        let verdict = if self.interval.contains(self.expected) {
            "as predicted"
        } else if self.score > self.expected {
            "better than predicted"
        } else {
            "worse than predicted"
        };
        format!(
            "  {:.1} to {:.1}: {}, predicted {:.1}, scored {:.1}: {verdict}",
            self.from,
            self.to,
            number(self.games as i128, "game", "games"),
            self.expected * all,
            self.score * all,
        )
    }
}

/// How well something foretells: smaller is better.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scores {
    /// The mean square of what came less what was foretold (Brier 1950).
    pub brier: f64,
    /// The mean of −ln of the probability of what came.
    pub log: f64,
}

impl Scores {
    fn of(rates: impl Iterator<Item = (f64, f64)>) -> Self {
        let Quality { log_loss, rms, .. } = Quality::of(rates);
        Self {
            brier: rms * rms,
            log: log_loss,
        }
    }
}

/// How what was foretold came out.
#[derive(Clone, Debug, PartialEq)]
pub struct Reliability {
    /// Games.
    pub games: usize,
    /// The bands with a game in them.
    pub bands: Vec<Band>,
    /// How well it was foretold.
    pub scores: Scores,
    /// The same of somebody who foretells one half, always.
    pub always_half: Scores,
}

impl Reliability {
    /// Of these; `None` where there are none.
    pub fn of(foretold: &[Foretold]) -> Option<Self> {
        let band = |&[from, to]: &[f64; 2]| {
            let within = foretold.iter();
            let within = within.filter(|it| it.expected >= from && (it.expected < to || to >= 1.0));
            let (games, expected, score) = within.fold((0, 0.0, 0.0), |(games, sum, score), it| {
                (games + 1, sum + it.expected, score + it.score)
            });
            let all = games as f64;
            (games > 0).then(|| Band {
                from,
                to,
                games,
                expected: expected / all,
                score: score / all,
                interval: wilson(score, all, CONFIDENCE),
            })
        };
        (!foretold.is_empty()).then(|| Self {
            games: foretold.len(),
            bands: BANDS.iter().filter_map(band).collect(),
            scores: Scores::of(foretold.iter().map(|it| (it.expected, it.score))),
            always_half: Scores::of(foretold.iter().map(|it| (0.5, it.score))),
        })
    }

    /// Whether there are games enough for a picture.
    pub const fn is_drawn(&self) -> bool {
        self.games >= FEW
    }

    /// How well all in all.
    pub fn summary(&self) -> String {
        let Self {
            scores,
            always_half,
            ..
        } = self;
        let predictions = number(self.games as i128, "prediction", "predictions");
        if !self.is_drawn() {
            return format!("{predictions} so far: from {FEW} on it is shown how they came out");
        }
        format!(
            "{predictions}: Brier {:.3}, log score {:.3}; always one half {:.3}, {:.3}",
            scores.brier, scores.log, always_half.brier, always_half.log
        )
    }

    /// What there is to say beneath the picture, all in all, and band by band; or in its place.
    pub fn words(&self) -> Vec<String> {
        let bands = self.bands.iter().filter(|_| self.is_drawn());
        let bands = bands.map(Band::words);
        std::iter::once(self.summary()).chain(bands).collect()
    }
}

/// Seconds without a measured game after which another sitting begins.
const PAUSE: u64 = 3 * 3600;

/// How the person did against equals in games that followed one another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sitting {
    /// Games.
    pub games: usize,
    /// Points scored.
    pub score: f64,
    /// Points foretold.
    pub expected: f64,
}

impl Sitting {
    /// The last one in these games, in the order in which they ended; `None` where no equal was met in it.
    pub fn last(foretold: &[Foretold]) -> Option<Self> {
        let mut after = foretold.last()?.ended;
        let games = foretold.iter().rev().take_while(|it| {
            // A clock that was put right breaks no sitting up, unless by more than that.
            let follows = it.ended > 0 && it.ended.abs_diff(after) <= PAUSE;
            after = it.ended;
            follows
        });
        let games: Vec<&Foretold> = games.filter(|it| it.is_equal()).collect();
        let sum = |of: fn(&Foretold) -> f64| games.iter().map(|it| of(it)).sum();
        (!games.is_empty()).then(|| Self {
            games: games.len(),
            score: sum(|it| it.score),
            expected: sum(|it| it.expected),
        })
    }

    /// It in a line.
    pub fn words(&self) -> String {
        let Self {
            games,
            score,
            expected,
        } = self;
        let equals = if *games == 1 { "equal" } else { "equals" };
        format!("This sitting: {score} of {games} against your {equals}; expected {expected:.1}.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::LN_2;

    fn foretold(expected: f64, score: f64, ended: u64) -> Foretold {
        Foretold {
            expected,
            score,
            ended,
        }
    }

    /// Counted by hand: (0.2² + 0.8² + 0.5² + 0)/4 = 0.2325; with draws one half is right, (¼ + ¼ + ¼ + 0)/4.
    #[test]
    fn scores_are_those_of_brier_and_of_the_logarithm() {
        let games = [
            foretold(0.8, 1.0, 0),
            foretold(0.8, 0.0, 0),
            foretold(0.5, 0.0, 0),
            foretold(0.5, 0.5, 0),
        ];
        let found = Reliability::of(&games).unwrap();
        assert!((found.scores.brier - 0.2325).abs() < 1e-12, "{found:?}");
        assert!((found.always_half.brier - 0.1875).abs() < 1e-12);
        // −ln 0.8, −ln 0.2, and twice ln 2.
        let log = (0.223_144 + 1.609_438 + 2.0 * LN_2) / 4.0;
        assert!((found.scores.log - log).abs() < 1e-6, "{found:?}");
        assert!((found.always_half.log - LN_2).abs() < 1e-6);
        assert_eq!(Reliability::of(&[]), None);
    }

    #[test]
    fn every_game_is_in_one_band_and_few_are_not_drawn() {
        let games: Vec<Foretold> = (0..=10)
            .map(|it| foretold(f64::from(it) / 10.0, 1.0, 0))
            .collect();
        let found = Reliability::of(&games).unwrap();
        let counts: Vec<usize> = found.bands.iter().map(|it| it.games).collect();
        assert_eq!((counts.as_slice(), found.games), (&[2, 2, 2, 2, 3][..], 11));
        assert!(found.is_drawn() && !Reliability::of(&games[..9]).unwrap().is_drawn());
        let few = Reliability::of(&games[..9]).unwrap().summary();
        assert!(few.contains("9 predictions so far"), "{few}");
        // All won: foretold 0.1 of 2 is what cannot be, 2.7 of 3 can.
        assert!(found.bands[0].words().ends_with("better than predicted"));
        assert!(found.bands[4].words().ends_with(": as predicted"));
    }

    #[test]
    fn a_sitting_ends_with_a_pause_of_three_hours() {
        let start = 1_700_000_000;
        let games = [
            foretold(0.5, 1.0, 0),
            foretold(0.5, 1.0, start),
            foretold(0.55, 0.0, start + PAUSE + 1),
            foretold(0.45, 0.5, start + 2 * PAUSE + 1),
            // Not an equal, but the person has not gone away.
            foretold(0.9, 1.0, start + 3 * PAUSE),
            foretold(0.5, 1.0, start + 4 * PAUSE),
        ];
        let words = |count: usize| Sitting::last(&games[..count]).map(|it| it.words());
        assert_eq!(
            words(6).unwrap(),
            "This sitting: 1.5 of 3 against your equals; expected 1.5."
        );
        assert_eq!(
            words(2).unwrap(),
            "This sitting: 1 of 1 against your equal; expected 0.5."
        );
        // Of when it ended nothing is known.
        assert_eq!(words(1), None);
        assert_eq!(Sitting::last(&games[4..5]), None);
        assert_eq!(words(0), None);
    }
}
