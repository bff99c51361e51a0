//! Rivals for a person at Blokus Duo: the agent that should be the person's equal is estimated once a game is
//! over, and bred toward while the next one is played.
//!
//! What the person gives away, D, is measured as in the rival thesis (Ueda 2012, §5.2): the mean, over the
//! placements of all measured games of the sitting, of the best value less the value of the move played, in
//! the eyes of the learned winning rate a ply ahead. Those eyes are short, and D alone does not say who
//! wins: of eleven players measured with 40 games against agents of eight targets (`koteki match --game blokus
//! agent:d=5000 biggest --games 40 --seed 9` and so on; `recordings/experiments/blokus-even-points.txt`), the
//! agent that is even with a player held 0.02 to 1.7 times the player's own D, 0.6 times in the middle. So D is a guess to begin with, as wide as that,
//! and how the games ended against opponents whose even point is known decides. The chance to win changed
//! by about 0.25 in log odds for 1,000 of D.

use std::num::NonZeroUsize;
use std::sync::Arc;

use crate::evolve::genome::Genome;
use crate::evolve::run::Run;
use crate::evolve::snapshot::{Phase, Snapshot};
use crate::evolve::worker::{Breeder, Event, Options};
use crate::evolve::{Arena, Settings};
use crate::game::blokus::Position;
use crate::game::{Game as _, GameLine, Side};
use crate::measure::loss::LossSheet;
use crate::measure::stats::{CONFIDENCE, Interval, Moments};
use crate::roster::blokus::{BlokusSpec, eyes};
use crate::roster::blokus_arena::{BlokusArena, default_settings, features};
use crate::roster::blokus_level::{Level, Opponent};
use crate::search::budget::Cancel;

/// Plies that the eyes look ahead.
const DEPTH: u32 = 1;

/// Told of what happens in the breeding, on its own thread.
pub type Listener = Box<dyn Fn(Event) + Send>;

/// What is known of the person's strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// D: the mean loss a placement, in thousandths of the learned v.
    pub d: f64,
    /// Its 95 % interval, where there are placements enough.
    pub interval: Option<Interval>,
    /// Measured games.
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

/// The breeding behind a sitting.
pub struct Rivals {
    breeder: Breeder,
    arena: Arc<BlokusArena>,
    genome: Genome,
    snapshot: Arc<Snapshot>,
    losses: Vec<f64>,
    games: u32,
    /// Even points of the opponents met, and what the person scored.
    met: Vec<(f64, f64)>,
    /// Rivals that could be played so far, and what they were bred for.
    made: Vec<(BlokusSpec, f64)>,
    broken: Option<String>,
}

impl Rivals {
    /// Starts breeding, with so many games at a time (one less than there are processors when left out).
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start(
        jobs: Option<NonZeroUsize>,
        seed: u64,
        listener: Listener,
    ) -> anyhow::Result<Self> {
        Self::with(&default_settings(), jobs, seed, listener)
    }

    /// The same with other settings.
    ///
    /// # Errors
    /// When the settings are not valid, or the system gives no thread.
    pub fn with(
        settings: &Settings,
        jobs: Option<NonZeroUsize>,
        seed: u64,
        listener: Listener,
    ) -> anyhow::Result<Self> {
        let arena = Arc::new(BlokusArena::new(settings)?);
        let genome = Genome::new(settings, &features())?;
        let run = Run::new(settings.clone(), &features(), seed)?;
        let options = Options {
            jobs,
            ..Options::default()
        };
        let playing: Arc<dyn Arena> = Arc::<BlokusArena>::clone(&arena);
        let breeder = Breeder::start(run, playing, options, listener)?;
        Ok(Self {
            snapshot: breeder.take(),
            breeder,
            arena,
            genome,
            losses: Vec::new(),
            games: 0,
            met: Vec::new(),
            made: Vec::new(),
            broken: None,
        })
    }

    /// Takes in news of the breeding.
    ///
    /// # Errors
    /// The message of the panic that ended it; the game goes on all the same.
    pub fn hear(&mut self, event: Event) -> Result<(), String> {
        self.snapshot = self.breeder.take();
        for (_, player) in self.players() {
            if !self.made.iter().any(|it| it.0 == player) {
                self.made.push((player, self.snapshot.target));
            }
        }
        match event {
            Event::Panicked(message) => {
                self.broken = Some(message.clone());
                Err(message)
            }
            _ => Ok(()),
        }
    }

    /// The D of the agent that is even with `opponent`, if that is known.
    fn even_with(&self, opponent: Opponent) -> Option<f64> {
        match opponent {
            Opponent::Level(level) => {
                let known = LEVELS.iter().find(|it| it.0 == level);
                known.map(|it| it.1)
            }
            Opponent::Player(player) => {
                let made = self.made.iter().find(|it| it.0 == player);
                made.map(|it| it.1)
            }
        }
    }

    /// Measures the placements of `side` in a game against `opponent` that is over, and breeds toward what
    /// all games say. What is known afterwards; `None` while nothing is.
    pub fn count(
        &mut self,
        line: &GameLine<Position>,
        side: Side,
        opponent: Opponent,
    ) -> Option<Strength> {
        // Nobody raises the flag: a game takes some milliseconds.
        let sheet = LossSheet::of_line(line, side, &eyes(), DEPTH, &Cancel::new()).ok()?;
        let losses = sheet.losses();
        if !losses.is_empty() {
            self.losses.extend(losses);
            self.games += 1;
            let score = line.position().outcome().map(|it| it.score(side));
            self.met.extend(self.even_with(opponent).zip(score));
        }
        let strength = self.strength()?;
        self.breeder.retarget(strength.target);
        Some(strength)
    }

    /// What is known of the person.
    #[must_use]
    pub fn strength(&self) -> Option<Strength> {
        let moments = Moments::of(&self.losses)?;
        let even = even_point(moments.mean, &self.met);
        Some(Strength {
            d: moments.mean,
            interval: moments.mean_interval(CONFIDENCE).map(|it| Interval {
                low: it.low.max(0.0),
                ..it
            }),
            games: self.games,
            even,
            target: even.min(WEAKEST),
        })
    }

    /// The state last heard of.
    #[must_use]
    pub const fn snapshot(&self) -> &Arc<Snapshot> {
        &self.snapshot
    }

    /// Why the breeding has ended before its time.
    #[must_use]
    pub fn broken(&self) -> Option<&str> {
        self.broken.as_deref()
    }

    /// The rivals A, B, C as players, once they are known for certain.
    #[must_use]
    pub fn players(&self) -> Vec<(char, BlokusSpec)> {
        if self.snapshot.phase != Phase::Resting {
            return Vec::new();
        }
        let player = |genes: &[i32]| self.arena.individual(&self.genome.weights(genes));
        ('A'..='Z')
            .zip(self.snapshot.rivals())
            .map(|(letter, dot)| (letter, player(&dot.genes)))
            .collect()
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
