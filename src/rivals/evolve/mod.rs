//! Breeding rivals: a population of weight vectors that is level with an opponent and different
//! within itself (Ueda 2012, ch. 6). Names no game: a game is whatever plays the games asked for.
//!
//! | file | what |
//! |---|---|
//! | [`settings`] | every choice, with the thesis' values |
//! | [`genome`], [`blx`], [`mgg`], [`fitness`], [`rivals`], [`tally`], [`history`] | the parts, each a few pure functions |
//! | [`style`], [`verdict`] | how differently two individuals play; whether one is level for certain |
//! | [`run`] | the state machine: settings, seed and commands in, the archive out |
//! | [`worker`], [`priority`] | the thread and the pool that drive it, at a low priority |
//! | [`snapshot`] | what a screen is shown |
//! | [`progress`] | how far a run is, and how long the rest takes |

pub mod blx;
pub mod fitness;
pub mod genome;
pub mod history;
pub mod mgg;
pub mod priority;
pub mod progress;
pub mod rivals;
pub mod run;
pub mod settings;
pub mod snapshot;
pub mod style;
pub mod tally;
pub mod verdict;
pub mod worker;

pub use settings::{Settings, SettingsError};

/// Raised whenever the same settings, seed and commands would give another archive than before.
pub const BEHAVIOUR: u32 = 3;

use koteki_engine::player::PlayerError;
use koteki_engine::search::budget::Cancel;
use style::Answers;

/// One game to be played between an individual and the opponent of the breeding.
///
/// Everything random in the game comes from `seed`, which is derived from the run's seed and the
/// game's coordinates, so it does not matter who plays it, where and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameOrder {
    /// The individual's whole weight vector, fixed positions included.
    pub weights: Vec<i32>,
    /// Seed of the game. The two games of a pair (`game` 2k and 2k + 1) share it, so that they share
    /// the opening.
    pub seed: u64,
    /// Number of the game among those of this individual; the individual has Black in even ones.
    pub game: u32,
}

/// The result of one game, for the individual.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum GameResult {
    /// The individual won.
    Win,
    /// Neither did.
    Draw,
    /// The opponent won.
    Loss,
}

/// Plays the games that breeding asks for. One implementation a game; whether the games of a batch
/// run on one thread or many is not its business.
pub trait Arena: Send + Sync {
    /// Plays one game. `target` is the mean loss D the opponent has to hold; an opponent that holds
    /// none ignores it.
    ///
    /// # Errors
    /// When `cancel` is raised first, and when an opponent that is another program fails.
    fn play(
        &self,
        target: f64,
        order: &GameOrder,
        cancel: &Cancel,
    ) -> Result<GameResult, PlayerError>;

    /// What an individual of these weights would do in each of the game's fixed positions. A game
    /// without such a set gives none, and its rivals are told apart by their weights alone.
    ///
    /// # Errors
    /// When `cancel` is raised first.
    fn answers(&self, weights: &[i32], cancel: &Cancel) -> Result<Answers, PlayerError> {
        let _ = (weights, cancel);
        Ok(Answers::default())
    }
}
