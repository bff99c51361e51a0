//! Every player by name: `intermediate`, `tester:depth=4`, `agent:d=25,depth=4`.
//!
//! One small language everywhere a player is named: command line, settings, records. A name says
//! everything there is to know about a player, so a recorded game can be played again.
//!
//! - [`PlayerSpec`]: a name as a value; reads, checks and writes it.
//! - [`build_othello`]: the player that goes by it.
//! - [`blokus`]: the players of Blokus Duo, a roster of their own.
//! - [`blokus_level`]: levels of Blokus Duo for people.
//! - [`kit`]: all that is said of a game in one place.
//! - [`EngineSpec`]: a player that is another program.
//! - [`portrait`]: how a player plays in what can be seen, and what a rival is called.
//! - [`arena`]: an evolved individual against a player of the roster, for breeding.
//! - [`showcase`]: the same, and a game of it can be looked at now and then.
//! - [`asked`]: the positions in which individuals are compared.

pub mod arena;
pub mod asked;
pub mod blokus;
pub mod blokus_level;
mod build;
mod engine;
mod error;
pub mod kit;
mod papers;
pub mod portrait;
mod settings;
pub mod showcase;
mod spec;
mod toqn;

pub use build::{BuildError, build_othello};
pub use engine::{EngineSpec, Speech, trust_files};
pub use error::{Problem, SpecError};
pub use papers::{HoldingSpec, WeightsSpec};
pub use settings::{MAX_DEPTH, MAX_EXHAUSTIVE};
pub use spec::{
    AgentSpec, Evaluation, KBestSpec, LevelSpec, NAMES, NO_LIMIT, PlayerSpec, SearchSpec, Target,
    TesterSpec, UctSpec,
};
pub use toqn::Weighing;
