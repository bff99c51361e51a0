//! Every player by name: `intermediate`, `tester:depth=4`, `agent:d=25,depth=4`.
//!
//! One small language everywhere a player is named: command line, settings, records ([`koteki_games::spec`]). A
//! name says everything there is to know about a player, so a recorded game can be played again.
//!
//! - [`PlayerSpec`]: the players of Othello; [`build_othello`]: the player that goes by a name.
//! - [`blokus`]: the players of Blokus Duo; [`blokus_level`]: levels for people.
//! - [`kit`]: all that is said of a game in one place.
//! - [`EngineSpec`]: a player that is another program.
//! - [`portrait`]: how a player plays in what can be seen, and what a rival is called.
//! - [`arena`]: an evolved individual against a player of the roster, for breeding.
//! - [`showcase`]: the same, and a game of it can be looked at now and then.
//! - [`probes`]: the positions in which individuals are compared.

pub mod arena;
pub mod blokus;
pub mod blokus_level;
mod blokus_weights;
mod engine;
pub mod kit;
mod othello;
pub mod portrait;
pub mod probes;
pub mod showcase;

pub use blokus_weights::BlokusWeights;
pub use engine::{EngineSpec, NO_JUDGE, NO_VALUES, Speech, trust_files};
pub use othello::{
    AgentSpec, BuildError, Evaluation, HumanSpec, KBestSpec, LevelSpec, MAX_DEPTH, MAX_EXHAUSTIVE,
    NO_LIMIT, PlayerSpec, SearchSpec, Target, TesterSpec, TsukamotoSpec, UctSpec, WeightsSpec,
    build_othello,
};

use koteki_engine::search::budget::Budget;
use koteki_games::spec::{Maybe, SettingList, Time, Whole};
pub use koteki_games::spec::{Spec, SpecError};

/// Lists what a player may spend on a move: `time` or `nodes`, so many at most.
fn budget(list: &mut SettingList<'_>, budget: &mut Budget, most: u64) {
    let (mut time, mut nodes) = match *budget {
        Budget::Unlimited => (None, None),
        Budget::Time(time) => (Some(time), None),
        Budget::Nodes(nodes) => (None, Some(nodes)),
    };
    list.add("time", &mut time, &Maybe(Time));
    list.add("nodes", &mut nodes, &Maybe(Whole(1..=most)));
    if let Some(time) = time {
        *budget = Budget::Time(time);
    } else if let Some(nodes) = nodes {
        *budget = Budget::Nodes(nodes);
    }
    if list.has("time") {
        list.refuse("nodes", "time");
    }
}
