//! The settings of the breeding of strategies, with the values of Yamashita 2009 as defaults.
//!
//! Where the paper leaves something open the reading is a setting, so that each can be tried.

use super::key::Key;

/// How much a round counts in the fitness of a strategy, by its number i from the first round on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Weights {
    /// All the same.
    Flat,
    /// i (eq. 3.1).
    #[default]
    Linear,
    /// i².
    Square,
}

impl Weights {
    /// The weight of round `i`, 1 for the first. Whole, and exact up to 10⁷ rounds and beyond.
    pub fn of(self, i: usize) -> f64 {
        let i = i as f64;
        match self {
            Self::Flat => 1.0,
            Self::Linear => i,
            Self::Square => i * i,
        }
    }
}

/// Which of several strategies of the highest fitness answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ties {
    /// The first of the population.
    #[default]
    First,
    /// One drawn at random.
    Lot,
}

/// How strategies are bred.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Which hands of the past form the key (§4.1: the opponent's last and the own last two).
    pub key: Key,
    /// Strategies in the population (table 4.1: 50).
    pub population: usize,
    /// Generations after each round (table 4.1: 10; the only stop).
    pub generations: usize,
    /// Copies of the best that replace the worst of each generation ("in proportion to the population",
    /// §3.3.3: the number is not given).
    pub elite: usize,
    /// Strategies drawn for a tournament, with replacement; the best is taken (table 4.1: 10).
    pub tournament: usize,
    /// Probability that a pair is crossed, at two points (table 4.1: 0.95).
    pub crossover: f64,
    /// Probability that a gene changes to another value (table 4.1: 0.05).
    pub mutation: f64,
    /// Rounds at the beginning of a match that are drawn at random (§4.1: the breeding plays from the 4th).
    pub random_rounds: usize,
    /// How much a round counts.
    pub weights: Weights,
    /// Whether the population is kept from round to round (§2.3 reads so) or drawn anew.
    pub keep: bool,
    /// Which of the best answers.
    pub ties: Ties,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            key: Key::PAPER,
            population: 50,
            generations: 10,
            elite: 1,
            tournament: 10,
            crossover: 0.95,
            mutation: 0.05,
            random_rounds: 3,
            weights: Weights::Linear,
            keep: true,
            ties: Ties::First,
        }
    }
}
