//! How learning is done.

use serde::{Deserialize, Serialize};

use koteki_engine::eval::blokus::{DeadSquares, Form, Obstacles, Opponent, Paths, Reading, Sight};

/// What a drawn random game counts. The paper does not say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Draws {
    /// Half a win.
    #[default]
    Half,
    /// Nothing.
    Lost,
}

/// The settings; the default is the paper's, with what it leaves open as its tables A.1 and A.2 show it
/// (`koteki experiment osaki-readings`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Games, each followed by its updates.
    pub games: u64,
    /// M, random games from each position.
    pub playouts: u32,
    /// ε, the chance of a move at random.
    pub epsilon: f64,
    /// α, the size of a step.
    pub alpha: f64,
    /// All weights before the first game.
    pub start: f64,
    /// Steps for each game.
    pub updates: u32,
    /// First plies of the phases after the first.
    pub phases: Vec<u8>,
    /// The last ply whose position is learned from.
    pub until: u8,
    /// Which paths to a square of the territory must be free.
    pub paths: Paths,
    /// Of what they must be free.
    pub obstacles: Obstacles,
    /// Which squares can be dead.
    pub dead: DeadSquares,
    /// From which corner the second player's squares are counted.
    pub sight: Sight,
    /// How the side that is not to move enters.
    pub opponent: Opponent,
    /// What a drawn random game counts.
    pub draws: Draws,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            games: 1000,
            playouts: 100,
            epsilon: 1.0,
            alpha: 0.5,
            start: 0.001,
            updates: 3,
            phases: vec![10],
            until: LONGEST,
            paths: Paths::default(),
            obstacles: Obstacles::default(),
            dead: DeadSquares::default(),
            sight: Sight::default(),
            opponent: Opponent::default(),
            draws: Draws::default(),
        }
    }
}

/// Pieces of both sides: no position has more plies.
const LONGEST: u8 = 42;

/// A setting outside its range.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{key} = {value} is not allowed: {allowed}")]
pub struct SettingsError {
    /// The key.
    pub key: &'static str,
    /// The value found there.
    pub value: String,
    /// What is allowed.
    pub allowed: &'static str,
}

impl Settings {
    /// What is weighed.
    pub fn form(&self) -> Form {
        Form {
            reading: Reading {
                paths: self.paths,
                obstacles: self.obstacles,
                dead: self.dead,
                sight: self.sight,
            },
            opponent: self.opponent,
            phases: self.phases.clone(),
            more: false,
        }
    }

    /// Checks every value's range.
    ///
    /// # Errors
    /// The first setting that is not allowed.
    pub fn validate(&self) -> Result<(), SettingsError> {
        let check = |good: bool, key, value: String, allowed| {
            if good {
                Ok(())
            } else {
                Err(SettingsError {
                    key,
                    value,
                    allowed,
                })
            }
        };
        check(
            (1..=10_000_000).contains(&self.games),
            "games",
            self.games.to_string(),
            "a whole number from 1 to 10000000",
        )?;
        check(
            (1..=1_000_000).contains(&self.playouts),
            "playouts",
            self.playouts.to_string(),
            "a whole number from 1 to 1000000",
        )?;
        check(
            (0.0..=1.0).contains(&self.epsilon),
            "epsilon",
            self.epsilon.to_string(),
            "a chance from 0 to 1",
        )?;
        check(
            self.alpha > 0.0 && self.alpha <= 1000.0,
            "alpha",
            self.alpha.to_string(),
            "a number above 0 and up to 1000",
        )?;
        check(
            self.start.abs() <= 100.0,
            "start",
            self.start.to_string(),
            "a number from -100 to 100",
        )?;
        check(
            (1..=1000).contains(&self.updates),
            "updates",
            self.updates.to_string(),
            "a whole number from 1 to 1000",
        )?;
        let rising = self.phases.windows(2).all(|pair| pair[0] < pair[1]);
        let within = self.phases.iter().all(|ply| (1..=41).contains(ply));
        check(
            rising && within,
            "phases",
            format!("{:?}", self.phases),
            "plies from 1 to 41 in rising order, each once",
        )?;
        check(
            (1..=LONGEST).contains(&self.until),
            "until",
            self.until.to_string(),
            "a ply from 1 to 42",
        )
    }
}
