//! How strong a person is at Blokus Duo, carried from game to game: what the measured games said, in memory
//! and on the disk.
//!
//! What the person gives away, D, is measured as in the rival thesis (Ueda 2012, §5.2): the mean, over the
//! placements of the latest measured games, of the best value less the value of the move played, in
//! the eyes of the learned winning rate a ply ahead. Those eyes are short, and D alone does not say who
//! wins: of eleven players measured with 40 games against agents of eight targets (`koteki match --game blokus
//! agent:d=5000 biggest --games 40 --seed 9` and so on; `recordings/experiments/blokus-even-points.txt`), the
//! agent that is even with a player held 0.02 to 1.7 times the player's own D, 0.6 times in the middle. So D is
//! a guess to begin with, as wide as that, and how the games ended against opponents whose even point is known
//! decides. The chance to win changed by about 0.25 in log odds for 1,000 of D.

use std::path::Path;

use crate::game::blokus::Position;
use crate::game::{GameLine, Side};
use crate::measure::loss::LossSheet;
use crate::measure::stats::{CONFIDENCE, Interval, Moments};
use crate::record::blokus_profile::{self as record, BlokusProfile, FORMAT, MeasuredGame};
use crate::record::profile::{self, Found, Lock};
use crate::record::store::StoreError;
use crate::roster::blokus::eyes;
use crate::roster::blokus_level::Level;
use crate::search::budget::Cancel;
use crate::text::strength as words;

/// Plies that the eyes look ahead.
const DEPTH: u32 = 1;

/// Games that speak of a person's strength, which changes: the latest ones.
pub const LATEST: usize = 20;

/// What is known of the person's strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// D: the mean loss a placement, in thousandths of the learned v.
    pub d: f64,
    /// Its 95 % interval, where there are placements enough.
    pub interval: Option<Interval>,
    /// Measured games behind it.
    pub games: u32,
    /// The D of the agent that should be even with the person.
    pub even: f64,
    /// What rivals are bred for: that, or what the weakest of them are level with.
    pub target: f64,
}

/// The agents that are even with the levels whose even point was measured.
const LEVELS: [(Level, f64); 3] = [
    (Level::Novice, 21_500.0),
    (Level::Easy, 8700.0),
    (Level::Medium, 600.0),
];

/// Log odds for a D of 1.
const SLOPE: f64 = 0.25e-3;
/// Even points of players of one D, as a share of it: in the middle, and their standard deviation.
const SHARE: (f64, f64) = (0.6, 0.5);
/// A standard deviation that is there however small D is.
const LEAST_SPREAD: f64 = 2000.0;
/// The even points that are looked at: up to 40,000, in these steps.
const STEP: f64 = 200.0;
const STEPS: u32 = 200;
/// No rival of four weights plays worse than an agent of about this D.
const WEAKEST: f64 = 12_000.0;

/// The D of the agent that is even with a person who gives away `d`, after these games against opponents of
/// known even points, with the person's scores: the median of the posterior.
fn even_point(d: f64, met: &[(f64, f64)]) -> f64 {
    let spread = SHARE.1 * d + LEAST_SPREAD;
    let place = |step: u32| f64::from(step) * STEP;
    let mass: Vec<f64> = (0..=STEPS)
        .map(|step| {
            let z = (place(step) - SHARE.0 * d) / spread;
            let results = met.iter().map(|&(opponent, score)| {
                let win = 1.0 / (1.0 + libm::exp(-SLOPE * (opponent - place(step))));
                score * libm::log(win) + (1.0 - score) * libm::log(1.0 - win)
            });
            libm::exp(results.sum::<f64>() - z * z / 2.0)
        })
        .collect();
    let half = mass.iter().sum::<f64>() / 2.0;
    let mut below = 0.0;
    for (step, mass) in (0..).zip(&mass) {
        below += mass;
        if below >= half {
            return place(step);
        }
    }
    place(STEPS)
}

/// The D of the agent that is even with a level, where that was measured.
#[must_use]
pub fn even_with(level: Level) -> Option<f64> {
    let known = LEVELS.iter().find(|it| it.0 == level);
    known.map(|it| it.1)
}

/// What `side` gave away with each placement of a game that counts, in thousandths of the learned v.
#[must_use]
pub fn losses(line: &GameLine<Position>, side: Side) -> Vec<u32> {
    // Nobody raises the flag: a game takes some milliseconds.
    let sheet = LossSheet::of_line(line, side, &eyes(), DEPTH, &Cancel::new());
    let losses = sheet.map(|sheet| sheet.losses()).unwrap_or_default();
    // Whole numbers of 32 bits, and never below 0.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    losses.into_iter().map(|loss| loss as u32).collect()
}

/// A person's measured games, in the order in which they ended.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Known(Vec<MeasuredGame>);

impl Known {
    /// All of them.
    #[must_use]
    pub fn games(&self) -> &[MeasuredGame] {
        &self.0
    }

    /// Adds one.
    pub fn see_game(&mut self, game: MeasuredGame) {
        self.0.push(game);
    }

    /// What the [latest](LATEST) say; `None` before the first.
    #[must_use]
    pub fn strength(&self) -> Option<Strength> {
        let latest = &self.0[self.0.len().saturating_sub(LATEST)..];
        let losses = latest.iter().flat_map(|game| &game.losses);
        let losses: Vec<f64> = losses.copied().map(f64::from).collect();
        let moments = Moments::of(&losses)?;
        let met = latest.iter();
        let met: Vec<(f64, f64)> = met
            .filter_map(|game| Some((game.even?, game.score())))
            // A file may hold anything.
            .filter(|&(even, _)| even.is_finite() && even >= 0.0)
            .collect();
        let even = even_point(moments.mean, &met);
        Some(Strength {
            d: moments.mean,
            interval: moments.mean_interval(CONFIDENCE).map(|it| Interval {
                low: it.low.max(0.0),
                ..it
            }),
            games: u32::try_from(latest.len()).unwrap_or(u32::MAX),
            even,
            target: even.min(WEAKEST),
        })
    }
}

/// What is kept of `name` in the folder `data`, and in words what is wrong with it. Changes nothing: a
/// damaged file is set aside when the next game is counted.
#[must_use]
pub fn look(data: &Path, name: &str) -> (Known, Option<String>) {
    let path = record::path(data, name);
    match record::read(&path) {
        Ok(Found::Nothing) => (Known::default(), None),
        Ok(Found::Profile(profile)) => match restored(*profile, name) {
            Ok(known) => (known, None),
            Err(why) => (Known::default(), Some(words::damaged(&path, &why))),
        },
        Ok(Found::Damaged(why)) => (Known::default(), Some(words::damaged(&path, &why))),
        Ok(Found::Later(format)) => (Known::default(), Some(words::later(&path, format))),
        Err(error) => (
            Known::default(),
            Some(words::unreadable(&error.to_string())),
        ),
    }
}

/// Counts a measured game of `name` in the folder `data`: onto what the file holds now, which another
/// program may have changed. Returns what is known after it; `None` when the file is of a later version and
/// left as it is. A game already counted is not counted again.
///
/// # Errors
/// When the file can't be read or written.
pub fn count(data: &Path, name: &str, game: MeasuredGame) -> Result<Option<Known>, StoreError> {
    let lock = Lock::take(data)?;
    let path = record::path(data, name);
    let found = match record::read(&path)? {
        Found::Nothing => Some(Known::default()),
        Found::Later(_) => return Ok(None),
        Found::Profile(profile) => restored(*profile, name).ok(),
        Found::Damaged(_) => None,
    };
    let mut known = match found {
        Some(known) => known,
        None => {
            profile::set_aside(&path)?;
            Known::default()
        }
    };
    if game.id.is_empty() || known.0.iter().all(|before| before.id != game.id) {
        known.see_game(game);
        let profile = BlokusProfile {
            format: FORMAT,
            name: name.to_owned(),
            games: known.0.clone(),
        };
        lock.write(&path, &profile)?;
    }
    Ok(Some(known))
}

fn restored(profile: BlokusProfile, name: &str) -> Result<Known, String> {
    if profile.name == name {
        Ok(Known(profile.games))
    } else {
        Err(words::of_another(&profile.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_decide_where_losses_are_wide() {
        // No game: the median of a normal deviate of mean 6,000 and standard deviation 7,000 that is not
        // below 0, 7,735 by a table of the normal distribution.
        let guessed = even_point(10_000.0, &[]);
        assert!((guessed - 7735.0).abs() <= STEP, "{guessed}");
        // Ten of twenty against an agent of 2,000: the person is about its equal, whatever D says.
        let even: Vec<(f64, f64)> = (0..20).map(|it| (2000.0, f64::from(it % 2))).collect();
        let found = even_point(20_000.0, &even);
        assert!((1500.0..3500.0).contains(&found), "{found}");
        let at = |score| even_point(10_000.0, &[(8000.0, score); 4]);
        assert!(at(1.0) < at(0.5) && at(0.5) < at(0.0));
    }
}
