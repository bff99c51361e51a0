//! Learning what a position of Blokus Duo is worth, as Osaki et al. (2009) do it.
//!
//! A game is played against itself: with probability ε a move at random, otherwise the one to the position
//! of the highest value, ties at random. The teacher plays M random games from every position of it; the share r of
//! them that the side to move wins is what σ(w·x) should have been. Then all weights take a step
//! (eq. 3, in batch), w += α k Σ (r − V) V (1 − V) x, three times; and the next game is played with them.
//!
//! | file | what |
//! |---|---|
//! | [`settings`] | how it is done |
//! | [`record`] | games, and what the teacher says of their positions |
//! | [`exam`] | how well an evaluation foretells winning rates |
//! | [`self_play`] | another way: from how games against oneself ended |
//! | this one | the weights on their way |
//!
//! Settings and seed give the same weights whoever does the work: everything random comes from
//! the numbers of game, ply and portion of the playouts.

pub mod exam;
pub mod record;
pub mod self_play;
pub mod settings;

use serde::{Deserialize, Serialize};

use koteki_engine::eval::blokus::form::{SLOPE, ply};
use koteki_engine::eval::blokus::{Evaluation, Form, Weights};
use koteki_engine::search::budget::{Cancel, CancelledError};
use koteki_workers::Workers;
use record::{Record, records};
pub use settings::{Draws, Settings, SettingsError};

/// Games taken together when no game depends on the weights, so that every thread has work.
const BATCH: u64 = 16;

/// Weights on their way, after so many games. What it takes to go on, and so what a checkpoint holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Learning {
    settings: Settings,
    seed: u64,
    games: u64,
    positions: u64,
    weights: Vec<Vec<f64>>,
}

impl Learning {
    /// Before the first game.
    pub fn new(settings: Settings, seed: u64) -> Self {
        let form = settings.form();
        let weights = vec![vec![settings.start; form.dimension()]; form.phase_count()];
        Self {
            settings,
            seed,
            games: 0,
            positions: 0,
            weights,
        }
    }

    /// How it is done.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Seed of everything random.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// Games learned from.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Positions learned from.
    pub const fn positions(&self) -> u64 {
        self.positions
    }

    /// Whether all games are played.
    pub const fn is_done(&self) -> bool {
        self.games >= self.settings.games
    }

    /// Whether the weights are those of the settings in number: a checkpoint may have been edited.
    pub fn is_whole(&self) -> bool {
        let form = self.settings.form();
        let whole = |set: &Vec<f64>| set.len() == form.dimension();
        self.weights.len() == form.phase_count() && self.weights.iter().all(whole)
    }

    /// The weights as they are now.
    pub fn weights(&self) -> Weights {
        Weights::rounded(self.settings.form(), &self.weights)
    }

    /// Learns from the next game, or a few, with `workers`.
    ///
    /// # Errors
    /// When `cancel` is raised first; then nothing has changed.
    pub fn step(&mut self, workers: &Workers, cancel: &Cancel) -> Result<(), CancelledError> {
        let by_lot = self.settings.epsilon >= 1.0;
        let batch = if by_lot { BATCH } else { 1 };
        let to = (self.games + batch).min(self.settings.games);
        let policy = (!by_lot).then(|| Evaluation::new(self.weights()));
        let records = records(
            &self.settings,
            policy.as_ref(),
            self.seed,
            self.games..to,
            workers,
            cancel,
        )?;
        for record in &records {
            self.learn(record);
        }
        self.games = to;
        Ok(())
    }

    /// Takes the steps of one game.
    pub fn learn(&mut self, record: &Record) {
        let form = self.settings.form();
        let examples: Vec<Example> = record
            .positions
            .iter()
            .filter(|judged| ply(&judged.position) <= usize::from(self.settings.until))
            .map(|judged| Example::new(&form, judged))
            .collect();
        let rate = self.settings.alpha * SLOPE;
        for _ in 0..self.settings.updates {
            let mut steps: Vec<Vec<f64>> = self
                .weights
                .iter()
                .map(|set| vec![0.0; set.len()])
                .collect();
            for example in &examples {
                let value = sigma(example.value(&self.weights[example.phase]));
                let slope = (example.rate - value) * value * (1.0 - value);
                let step = &mut steps[example.phase];
                for &(index, count) in &example.terms {
                    step[index] += slope * count;
                }
            }
            for (set, steps) in self.weights.iter_mut().zip(steps) {
                for (weight, step) in set.iter_mut().zip(steps) {
                    *weight += rate * step;
                }
            }
        }
        self.positions += examples.len() as u64;
    }
}

/// σ(v).
fn sigma(value: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-SLOPE * value))
}

/// A position as the steps see it.
struct Example {
    phase: usize,
    /// The terms that are not 0.
    terms: Vec<(usize, f64)>,
    rate: f64,
}

impl Example {
    fn new(form: &Form, judged: &record::Judged) -> Self {
        let terms = form.terms(&judged.position).into_iter().enumerate();
        Self {
            phase: form.phase(&judged.position),
            terms: terms
                .filter(|&(_, count)| count != 0)
                .map(|(index, count)| (index, f64::from(count)))
                .collect(),
            rate: judged.rate,
        }
    }

    fn value(&self, weights: &[f64]) -> f64 {
        let terms = self.terms.iter();
        terms.map(|&(index, count)| weights[index] * count).sum()
    }
}
