//! A person's measured games of a game other than Othello: `players/<name>.<game>.toml`, one file each.
//!
//! Beside the [`profile`](super::profile) at Othello and kept in the same way. It holds what each game said of
//! the person, not what follows from it: that is made anew whenever the file is read. Beside the games stand
//! the rivals that were certified last.

use std::marker::PhantomData;

use serde::{Deserialize, Serialize};

use super::files::Filed;
use super::profile::{PersonFile, Profile};

/// The measured games of a person.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub struct MeasuredGames<G> {
    /// Version of the format.
    pub format: u32,
    /// The person's name.
    pub name: String,
    /// The games, in the order in which they ended.
    #[serde(default)]
    pub games: Vec<MeasuredGame>,
    /// The rivals that were certified last, in the order of their letters (since format 2).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rivals: Vec<KeptRival>,
    #[serde(skip)]
    game: PhantomData<fn() -> G>,
}

impl<G: Filed> MeasuredGames<G> {
    /// Those of `name`.
    pub fn of(name: &str, games: Vec<MeasuredGame>, rivals: Vec<KeptRival>) -> Self {
        Self {
            format: Self::FORMAT,
            name: name.to_owned(),
            games,
            rivals,
            game: PhantomData,
        }
    }
}

impl<G: Filed> PersonFile for MeasuredGames<G> {
    const FORMAT: u32 = 2;
    const HEADER: &'static str = Profile::HEADER;

    fn ending() -> String {
        format!("{}.toml", G::FOLDER)
    }

    fn name(&self) -> &str {
        &self.name
    }
}

/// A certified rival.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeptRival {
    /// The player by its name.
    pub player: String,
    /// The D of the agent that it is level with.
    pub target: f64,
    /// Its letter; where there is none, the letters are A, B, C … in order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub letter: Option<char>,
}

/// What a game said of a person.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeasuredGame {
    /// The game's file, without folder and ending, so that it is not counted twice; empty when there is none.
    pub id: String,
    /// When it ended, in seconds since 1970-01-01 UTC.
    pub ended: u64,
    /// Who was met, as the game's file has it.
    pub opponent: String,
    /// Whether the person had Black.
    pub black: bool,
    /// Points of the person less those of the opponent.
    pub difference: i32,
    /// What each move that counts gave away, in units of the judge.
    pub losses: Vec<u32>,
    /// The D of the agent that is even with the opponent, if that was known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub even: Option<f64>,
}

impl MeasuredGame {
    /// What the person scored: 1, 0.5 or 0.
    pub fn score(&self) -> f64 {
        f64::from(self.difference.signum() + 1) / 2.0
    }
}
