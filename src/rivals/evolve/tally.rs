//! Counted games, and what they say about the true win rate.
//!
//! With `k` points (a win 1, a draw ½) from `n` games and Jeffreys' prior the true win rate is
//! distributed as Beta(k + ½, n − k + ½).

use super::GameResult;
use crate::measure::stats::{CONFIDENCE, band_probability, expected_distance, jeffreys};
use serde::{Deserialize, Serialize};

/// Games of one individual.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Games played.
    pub games: u32,
    /// Of them won by the individual.
    pub wins: u32,
    /// Of them drawn.
    pub draws: u32,
}

impl Tally {
    /// Counts one more game.
    pub fn add(&mut self, result: GameResult) {
        self.games += 1;
        match result {
            GameResult::Win => self.wins += 1,
            GameResult::Draw => self.draws += 1,
            GameResult::Loss => {}
        }
    }

    /// Both together.
    pub fn plus(self, other: Self) -> Self {
        Self {
            games: self.games + other.games,
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
        }
    }

    /// Wins plus half the draws, in games.
    pub fn points(self) -> f64 {
        f64::from(self.wins) + 0.5 * f64::from(self.draws)
    }

    /// Points over games; `None` without games.
    pub fn win_rate(self) -> Option<f64> {
        (self.games > 0).then(|| self.points() / f64::from(self.games))
    }

    /// Probability that the true win rate lies within `near` of one half.
    ///
    /// Rounded to nine decimals: what follows from it (who is dropped, who is settled) must not hang
    /// on the last bits of a platform's logarithm.
    pub fn level_probability(self, near: f64) -> f64 {
        let games = f64::from(self.games);
        let inside = band_probability(self.points(), games, 0.5 - near, 0.5 + near);
        libm::round(inside * 1e9) / 1e9
    }

    /// How far from one half the true win rate is to be expected, E|p − ½|; 1/π without
    /// games. Rounded like [`level_probability`](Self::level_probability).
    pub fn expected_distance(self) -> f64 {
        let distance = expected_distance(self.points(), f64::from(self.games), 0.5);
        libm::round(distance * 1e9) / 1e9
    }

    /// The 95 % interval of the win rate (Jeffreys); `(0, 1)` without games.
    pub fn interval(self) -> (f64, f64) {
        let interval = jeffreys(self.points(), f64::from(self.games), CONFIDENCE);
        (interval.low, interval.high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same integral by Simpson's rule, without any library.
    fn by_quadrature(tally: Tally, low: f64, high: f64) -> f64 {
        let a = tally.points() - 0.5;
        let b = f64::from(tally.games) - tally.points() - 0.5;
        let density = |x: f64| x.powf(a) * (1.0 - x).powf(b);
        let simpson = |low: f64, high: f64| {
            let steps = 20_000;
            let width = (high - low) / f64::from(steps);
            let inner: f64 = (1..steps)
                .map(|i| {
                    let factor = if i % 2 == 1 { 4.0 } else { 2.0 };
                    factor * density(low + f64::from(i) * width)
                })
                .sum();
            (density(low) + inner + density(high)) * width / 3.0
        };
        simpson(low, high) / simpson(0.0, 1.0)
    }

    #[test]
    fn level_probability_is_the_integral() {
        for (games, wins, draws) in [(20, 10, 0), (20, 5, 3), (100, 47, 6), (400, 170, 3)] {
            let tally = Tally { games, wins, draws };
            let expected = by_quadrature(tally, 0.4, 0.6);
            let found = tally.level_probability(0.1);
            assert!(
                (found - expected).abs() < 1e-6,
                "{tally:?}: {found} {expected}"
            );
        }
    }

    #[test]
    fn the_expected_distance_is_the_integral() {
        for (games, wins, draws) in [(20, 10, 0), (20, 5, 3), (20, 0, 0), (100, 47, 6)] {
            let tally = Tally { games, wins, draws };
            // E|p − ½| is the integral of P(|p − ½| > t) over t, here by the midpoint rule.
            let steps = 500;
            let expected: f64 = (0..steps)
                .map(|i| 0.5 * (f64::from(i) + 0.5) / f64::from(steps))
                .map(|t| (1.0 - tally.level_probability(t)) * 0.5 / f64::from(steps))
                .sum();
            let found = tally.expected_distance();
            assert!(
                (found - expected).abs() < 1e-5,
                "{tally:?}: {found} {expected}"
            );
        }
    }

    #[test]
    fn intervals_of_the_literature() {
        // Brown, Cai and DasGupta 2001, table 5 (Jeffreys, n = 10 and 20).
        for (games, wins, low, high) in [
            (10, 0, 0.0, 0.217),
            (10, 5, 0.224, 0.776),
            (20, 10, 0.294, 0.706),
        ] {
            let tally = Tally {
                games,
                wins,
                draws: 0,
            };
            let interval = tally.interval();
            assert!((interval.0 - low).abs() < 2e-3, "{tally:?}: {interval:?}");
            assert!((interval.1 - high).abs() < 2e-3, "{tally:?}: {interval:?}");
        }
        assert_eq!(Tally::default().interval(), (0.0, 1.0));
    }

    #[test]
    fn a_draw_is_half_a_win() {
        let mut tally = Tally::default();
        for result in [GameResult::Win, GameResult::Draw, GameResult::Loss] {
            tally.add(result);
        }
        assert_eq!(tally.win_rate(), Some(0.5));
    }

    #[test]
    fn ninety_four_even_games_put_the_interval_inside_the_band() {
        // The smallest number of games, exactly half of them won, whose 95 % interval lies in
        // [0.4, 0.6]. By Simpson's rule outside this program the band holds 0.94926 of the belief
        // after 93 games and 0.95048 after 94.
        let inside = |games: u32| {
            let tally = Tally {
                games,
                wins: games / 2,
                draws: games % 2,
            };
            let (low, high) = tally.interval();
            low >= 0.4 && high <= 0.6
        };
        assert_eq!((1..200).find(|&games| inside(games)), Some(94));
    }
}
