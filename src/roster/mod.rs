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

/// A line on the player called `name`; empty for a name the roster does not have.
pub fn description(name: &str) -> &'static str {
    match name {
        "random" => "plays any legal move",
        "beginner" => "\"Reversi in C#\", its first level: looks 3 moves ahead",
        "intermediate" => "\"Reversi in C#\", its second level: looks 4 moves ahead",
        "advanced" => "\"Reversi in C#\", its third level: looks 5 moves ahead",
        "expert" => "\"Reversi in C#\", its fourth level: looks 6 moves ahead",
        "tester" => "the judge: plays the best move it sees, exactly searched",
        "agent" => "holds a strength: gives away D a move on average, as the tester counts",
        "individual" => "an evolved rival: plays the best move by its own weights",
        "kbest" => "the tester held back by noise: the best of k moves after adding it",
        "uct" => "plays games by lot in its head and the move that wins most of them",
        "uct+" => "the same, led by the tester's evaluation",
        "discs" => "wants many discs, ten moves ahead, and little else: weak",
        "discs+corners" => "wants many discs and the corners",
        "mobility" => "wants many choices of its own",
        "mobility+corners" => "wants many choices of its own and the corners",
        "nakamichi" => "holds the game near 0 by its own count: -|V|",
        "tsukamoto" => "holds level; its threshold follows the corners",
        "weights" => "square values, stable discs and moves, weighed 0 to 5",
        "engine" => "another program: cmd=\"its command\", by GTP or NBoard's protocol",
        _ => "",
    }
}
