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
//!
//! An agent of D 0 plays no better than its eyes see. The scale goes on beyond it with the same step: an
//! even point of -4,000 is that of a player who beats this agent by 1 in log odds. [`even_point`] has those that were
//! fitted by greatest likelihood to matches with agents and with one another, among them all levels (in the same
//! recording; the 95 % limits lie 900 to 2,000 to each side, of strong 3,600). No rival reaches beyond 0, and that is
//! said.

use std::path::Path;

use koteki_engine::search::budget::{Budget, Cancel};
use koteki_games::blokus::Position;
use koteki_games::{GameLine, Side};
use koteki_record::blokus_profile::{BlokusProfile, KeptRival, MeasuredGame};
use koteki_record::profile::{self, PersonFile as _};
use koteki_record::store::StoreError;
use koteki_rivals::measure::loss::LossSheet;
use koteki_rivals::measure::stats::{CONFIDENCE, Interval, Moments};
use koteki_rivals::roster::blokus::{BlokusSpec, eyes};
use koteki_rivals::roster::blokus_level::{Level, Opponent};
use koteki_rivals::roster::{BlokusWeights, Target};

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
    /// Of these, games whose result says nothing, for it is not known how strong the opponent is.
    pub unknown: u32,
    /// The D of the agent that should be even with the person; below 0 the person is stronger than any agent.
    pub even: f64,
    /// Its 95 % interval.
    pub even_interval: Interval,
    /// What rivals are bred for: that, or what the weakest or the strongest of them are level with.
    pub target: f64,
}

impl Strength {
    /// Whether the person is stronger than any rival that can be bred.
    pub const fn is_beyond(&self) -> bool {
        self.even < STRONGEST
    }

    /// Whether the whole interval says so.
    pub const fn is_surely_beyond(&self) -> bool {
        self.even_interval.high < STRONGEST
    }

    /// The level whose even point is nearest to the person's.
    pub fn nearest(&self) -> Level {
        let distance = |level: Level| {
            even_point(level.player()).map_or(f64::INFINITY, |it| (it - self.even).abs())
        };
        let levels = Level::ALL.into_iter();
        levels
            .min_by(|&a, &b| distance(a).total_cmp(&distance(b)))
            .unwrap_or(Level::Novice)
    }
}

/// The even points of UCT by its playouts.
const UCT: [(f64, f64); 5] = [
    (100.0, 13_400.0),
    (1000.0, 150.0),
    (2000.0, -1500.0),
    (4000.0, -7600.0),
    (20_000.0, -14_900.0),
];
/// Those of TOQN by its nodes, with the paper's weights and with the best.
const PAPER: [(f64, f64); 3] = [
    (2000.0, -7700.0),
    (10_000.0, -8700.0),
    (77_000.0, -10_600.0),
];
const BEST: [(f64, f64); 4] = [
    (500.0, -4700.0),
    (2000.0, -8700.0),
    (10_000.0, -9800.0),
    (77_000.0, -13_400.0),
];
/// Those of the players of the two lowest levels.
const RANDOM: f64 = 21_200.0;
const BIGGEST: f64 = 8200.0;

/// The weight of exploration of the players in [`UCT`].
const EXPLORATION: f64 = 0.7;

/// Log odds for a D of 1.
const SLOPE: f64 = 0.25e-3;
/// Even points of players of one D, as a share of it: in the middle, and their standard deviation.
const SHARE: (f64, f64) = (0.6, 0.5);
/// A standard deviation that is there however small D is.
const LEAST_SPREAD: f64 = 2000.0;
/// The even points that are looked at: from -40,000 to 40,000, in these steps.
const LEAST: f64 = -40_000.0;
const STEP: f64 = 200.0;
const STEPS: u32 = 400;
/// No rival of four weights plays worse than an agent of about this D.
const WEAKEST: f64 = 12_000.0;
/// Nor better than one of this.
const STRONGEST: f64 = 0.0;

/// The even point of a person who gives away `d`, after these games against opponents of known even points, with
/// the person's scores: the median of the posterior, and its 95 % interval.
fn posterior(d: f64, met: &[(f64, f64)]) -> (f64, Interval) {
    let spread = SHARE.1 * d + LEAST_SPREAD;
    let place = |step: u32| LEAST + f64::from(step) * STEP;
    let logs: Vec<f64> = (0..=STEPS)
        .map(|step| {
            let z = (place(step) - SHARE.0 * d) / spread;
            let results = met.iter().map(|&(opponent, score)| {
                let win = 1.0 / (1.0 + libm::exp(-SLOPE * (opponent - place(step))));
                score * libm::log(win) + (1.0 - score) * libm::log(1.0 - win)
            });
            results.sum::<f64>() - z * z / 2.0
        })
        .collect();
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mass: Vec<f64> = logs.iter().map(|log| libm::exp(log - most)).collect();
    let all: f64 = mass.iter().sum();
    let quantile = |share: f64| {
        let mut below = 0.0;
        let found = (0..=STEPS).zip(&mass).find(|(_, mass)| {
            below += **mass;
            below >= share * all
        });
        place(found.map_or(STEPS, |it| it.0))
    };
    let tail = (1.0 - CONFIDENCE) / 2.0;
    let interval = Interval {
        low: quantile(tail),
        high: quantile(1.0 - tail),
    };
    (quantile(0.5), interval)
}

/// The D of the agent that is even with a player, where that was measured or lies between two that were.
pub fn even_point(player: BlokusSpec) -> Option<f64> {
    match player {
        BlokusSpec::Random => Some(RANDOM),
        BlokusSpec::Biggest => Some(BIGGEST),
        BlokusSpec::Uct {
            playouts,
            exploration,
        } if (exploration - EXPLORATION).abs() < f64::EPSILON => between(&UCT, f64::from(playouts)),
        BlokusSpec::Toqn {
            weights,
            budget: Budget::Nodes(nodes),
        } => {
            let nodes = u32::try_from(nodes).map_or(f64::INFINITY, f64::from);
            match weights {
                BlokusWeights::Paper => between(&PAPER, nodes),
                BlokusWeights::Best => between(&BEST, nodes),
                _ => None,
            }
        }
        BlokusSpec::Tester { depth: 1 } => Some(0.0),
        BlokusSpec::Agent {
            target: Target::Fixed(d),
            depth: 1,
            ..
        } => Some(d.min(-LEAST)),
        _ => None,
    }
}

/// The value at `effort` in a table by rising effort, along its logarithm; `None` outside the table.
fn between(table: &[(f64, f64)], effort: f64) -> Option<f64> {
    table.windows(2).find_map(|pair| {
        let [(less, at_less), (more, at_more)] = [pair[0], pair[1]];
        let share = libm::log(effort / less) / libm::log(more / less);
        (0.0..=1.0)
            .contains(&share)
            .then_some(at_less + share * (at_more - at_less))
    })
}

/// What `side` gave away with each placement of a game that counts, in thousandths of the learned v.
pub fn losses(line: &GameLine<Position>, side: Side) -> Vec<u32> {
    // Nobody raises the flag: a game takes some milliseconds.
    let sheet = LossSheet::of_line(line, side, &eyes(), DEPTH, &Cancel::new());
    let losses = sheet.map(|sheet| sheet.losses()).unwrap_or_default();
    // Whole numbers of 32 bits, and never below 0.
    losses.into_iter().map(|loss| loss as u32).collect()
}

/// The even point of whom the person met in `game`: that of the player it names, else the one the file has.
fn met(game: &MeasuredGame) -> Option<f64> {
    let named = game.opponent.parse::<Opponent>().ok();
    let named = named.and_then(|opponent| even_point(opponent.player()));
    // A file may hold anything.
    named.or_else(|| game.even.filter(|even| (LEAST..=-LEAST).contains(even)))
}

/// What is known of a person.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Known {
    games: Vec<MeasuredGame>,
    rivals: Vec<KeptRival>,
}

impl Known {
    /// The measured games, in the order in which they ended.
    pub fn games(&self) -> &[MeasuredGame] {
        &self.games
    }

    /// The rivals that were certified last, in the order of their letters.
    pub fn rivals(&self) -> &[KeptRival] {
        &self.rivals
    }

    /// Adds a game.
    pub fn see_game(&mut self, game: MeasuredGame) {
        self.games.push(game);
    }

    /// What the [latest](LATEST) games say; `None` before the first.
    pub fn strength(&self) -> Option<Strength> {
        let latest = &self.games[self.games.len().saturating_sub(LATEST)..];
        let losses = latest.iter().flat_map(|game| &game.losses);
        let losses: Vec<f64> = losses.copied().map(f64::from).collect();
        let moments = Moments::of(&losses)?;
        let met: Vec<(f64, f64)> = latest
            .iter()
            .filter_map(|game| Some((met(game)?, game.score())))
            .collect();
        let (even, even_interval) = posterior(moments.mean, &met);
        let count = |games: usize| u32::try_from(games).unwrap_or(u32::MAX);
        Some(Strength {
            d: moments.mean,
            interval: moments.mean_interval(CONFIDENCE).map(|it| Interval {
                low: it.low.max(0.0),
                ..it
            }),
            games: count(latest.len()),
            unknown: count(latest.len() - met.len()),
            even,
            even_interval,
            target: even.clamp(STRONGEST, WEAKEST),
        })
    }
}

/// What is kept of `name` in the folder `data`, and in words what is wrong with it. Changes nothing.
pub fn look(data: &Path, name: &str) -> (Known, Option<String>) {
    profile::look(data, name, restored)
}

/// Counts a measured game of `name` in the folder `data`: onto what the file holds now, which another
/// program may have changed. Returns what is known after it; `None` when the file is of a later version and
/// left as it is. A game already counted is not counted again.
///
/// # Errors
/// When the file can't be read or written.
pub fn count(data: &Path, name: &str, game: MeasuredGame) -> Result<Option<Known>, StoreError> {
    change(data, name, |known| {
        let is_new = game.id.is_empty() || known.games.iter().all(|before| before.id != game.id);
        if is_new {
            known.see_game(game);
        }
        is_new
    })
}

/// Keeps these rivals of `name` in the folder `data` in place of the earlier ones.
///
/// # Errors
/// As [`count`].
pub fn keep_rivals(
    data: &Path,
    name: &str,
    rivals: Vec<KeptRival>,
) -> Result<Option<Known>, StoreError> {
    change(data, name, |known| {
        known.rivals = rivals;
        true
    })
}

/// Changes what the file holds, and writes it when `change` says so.
fn change(
    data: &Path,
    name: &str,
    change: impl FnOnce(&mut Known) -> bool,
) -> Result<Option<Known>, StoreError> {
    profile::change(data, name, restored, |known: &mut Known| {
        change(known).then(|| BlokusProfile {
            format: BlokusProfile::FORMAT,
            name: name.to_owned(),
            games: known.games.clone(),
            rivals: known.rivals.clone(),
        })
    })
}

// As any file of a person is restored.
#[allow(clippy::unnecessary_wraps)]
fn restored(profile: BlokusProfile) -> Result<Known, String> {
    let BlokusProfile { games, rivals, .. } = profile;
    Ok(Known { games, rivals })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_decide_where_losses_are_wide() {
        // No game: a normal deviate of mean 6,000 and standard deviation 7,000, with its 95 % limits from a
        // table of the normal distribution.
        let (guessed, interval) = posterior(10_000.0, &[]);
        assert!((guessed - 6000.0).abs() <= STEP, "{guessed}");
        let limits = [interval.low + 7720.0, interval.high - 19_720.0];
        assert!(limits.iter().all(|it| it.abs() <= STEP), "{interval:?}");
        // Ten of twenty against an agent of 2,000: the person is about its equal, whatever D says.
        let even: Vec<(f64, f64)> = (0..20).map(|it| (2000.0, f64::from(it % 2))).collect();
        let (found, _) = posterior(20_000.0, &even);
        assert!((1500.0..3500.0).contains(&found), "{found}");
        let at = |score| posterior(10_000.0, &[(8000.0, score); 4]).0;
        assert!(at(1.0) < at(0.5) && at(0.5) < at(0.0));
        // The greatest certainty that a file can hold is a number all the same.
        for score in [0.0, 1.0] {
            assert!(
                posterior(0.0, &[(-LEAST, score), (LEAST, score)])
                    .0
                    .is_finite()
            );
        }
    }

    #[test]
    fn every_level_has_its_place_the_stronger_the_lower() {
        let places: Vec<f64> = Level::ALL
            .into_iter()
            .filter_map(|level| even_point(level.player()))
            .collect();
        assert_eq!(places.len(), Level::ALL.len());
        assert!(places.is_sorted_by(|a, b| a > b), "{places:?}");
        let point = |name: &str| even_point(name.parse().unwrap());
        assert_eq!(point("agent:d=5000"), Some(5000.0));
        let between = point("uct:playouts=2000").unwrap();
        assert!((places[3]..places[2]).contains(&between), "{between}");
        for unknown in [
            "mc",
            "toqn:nodes=9",
            "uct:c=0.1",
            "uct:playouts=9",
            "engine:cmd=\"x\"",
        ] {
            assert_eq!(point(unknown), None, "{unknown}");
        }
    }
}
