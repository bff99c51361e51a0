//! What a sitting can be set to.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::thinker::Tester;
use crate::eval::othello::Weights;
use crate::game::Side;
use crate::random::Random;
use crate::roster::SearchSpec;

/// Which colour the person has in the first game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Colour {
    /// The person moves first.
    #[default]
    Black,
    /// The machine moves first.
    White,
    /// Drawn from the sitting's seed.
    Random,
}

impl Colour {
    /// The person's side in a sitting with `seed`.
    #[must_use]
    pub fn side(self, seed: u64) -> Side {
        match self {
            Self::Black => Side::Black,
            Self::White => Side::White,
            Self::Random => Side::BOTH[Random::derived(seed, &[COLOUR]).below(2)],
        }
    }
}

/// Coordinate of the colour's draw among the seeds derived from the sitting's.
const COLOUR: u64 = 3;

/// The games of a sitting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// The first opponent, in the language of players.
    pub opponent: String,
    /// The person's colour in the first game.
    pub colour: Colour,
    /// The person's name, as the records have it.
    pub name: String,
}

impl Default for Settings {
    fn default() -> Self {
        Self { opponent: "beginner".into(), colour: Colour::Black, name: "player".into() }
    }
}

/// The tester that measures a person and gives hints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TesterSettings {
    /// Look-ahead in plies; 1…10.
    pub depth: u32,
    /// From this many empty squares on it sees to the end of the game; 0…14.
    pub exhaustive: u32,
    /// What it counts; each 0…30000.
    pub weights: Weights,
}

impl Default for TesterSettings {
    /// The thesis' tester (§5.1): depth 5, weights 35 / 10 / 5 / 50. It is the Expert of "Reversi in
    /// C#", which from 9 empty squares on sees to the end.
    fn default() -> Self {
        Self { depth: 5, exhaustive: 9, weights: Weights::TESTER }
    }
}

impl TesterSettings {
    /// The tester as a player of the roster.
    #[must_use]
    pub const fn spec(&self) -> SearchSpec {
        SearchSpec { depth: self.depth, weights: self.weights, exhaustive: self.exhaustive }
    }

    /// The tester with its search.
    #[must_use]
    pub fn build(&self) -> Tester {
        let search = Arc::new(self.spec().search());
        Tester { search, weights: self.weights, depth: self.depth }
    }
}
