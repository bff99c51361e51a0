//! The settings of the breeding of strategies, with the values of Yamashita 2009 as defaults.
//!
//! Where the paper leaves something open the reading is a setting, so that each can be tried.

use serde::{Deserialize, Serialize};

use super::key::Key;

/// How much a round counts in the fitness of a strategy, by its number i from the first round on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
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
    /// All.
    pub const ALL: [Self; 3] = [Self::Flat, Self::Linear, Self::Square];

    /// The weight of round `i`, 1 for the first. Whole, and exact up to 10⁷ rounds and beyond.
    pub fn of(self, i: usize) -> f64 {
        let i = i as f64;
        match self {
            Self::Flat => 1.0,
            Self::Linear => i,
            Self::Square => i * i,
        }
    }

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Flat => "flat",
            Self::Linear => "linear",
            Self::Square => "square",
        }
    }
}

/// Which of several strategies of the highest fitness answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ties {
    /// The first of the population.
    #[default]
    First,
    /// One drawn by lot.
    Lot,
}

impl Ties {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Lot => "lot",
        }
    }
}

/// How strategies are bred.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
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
    /// Rounds at the beginning of a match that are drawn by lot (§4.1: the breeding plays from the 4th).
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

/// A setting outside its range.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{key} = {value} is not allowed: {allowed}")]
pub struct Invalid {
    /// The setting.
    pub key: &'static str,
    /// The value found there.
    pub value: String,
    /// What is allowed.
    pub allowed: String,
}

pub(super) fn whole(
    key: &'static str,
    value: usize,
    least: usize,
    most: usize,
) -> Result<(), Invalid> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    Err(Invalid {
        key,
        value: value.to_string(),
        allowed: format!("a whole number within {least}…{most}"),
    })
}

pub(super) fn real(key: &'static str, value: f64, least: f64, most: f64) -> Result<(), Invalid> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    Err(Invalid {
        key,
        value: value.to_string(),
        allowed: format!("a number within {least}…{most}"),
    })
}

impl Settings {
    /// Checks every range.
    ///
    /// # Errors
    /// The first setting outside its range.
    pub fn validate(&self) -> Result<(), Invalid> {
        whole("population", self.population, 2, 1000)?;
        whole("generations", self.generations, 0, 1000)?;
        whole("elite", self.elite, 0, self.population - 1)?;
        whole("tournament", self.tournament, 1, 1000)?;
        real("crossover", self.crossover, 0.0, 1.0)?;
        real("mutation", self.mutation, 0.0, 1.0)?;
        whole("random_rounds", self.random_rounds, 0, 1000)
    }
}
