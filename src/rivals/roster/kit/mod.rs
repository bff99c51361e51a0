//! What a game brings beside its rules, so that everything above the roster is written once over it.
//!
//! Which game is played is decided once, at the edge, by `with_kit!`: from there on all code
//! is generic over `K: Kit`. A new game adds a row to [`GameKind`] and to that macro.

pub mod blokus;
mod othello;
pub mod person;

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use self::person::PersonEvidence;
use super::arena::ArenaSettings;
use super::othello::BuildError;
use crate::evolve;
use crate::measure::contest::Played;
use crate::measure::level::Estimate;
use koteki_engine::player::Player;
use koteki_engine::player::external::Spoken;
use koteki_engine::search::budget::Cancel;
use koteki_engine::search::root::Search;
use koteki_engine::wire::error::EngineError;
use koteki_games::GameLine;
use koteki_games::spec::SpecError;

/// The games that have a kit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameKind {
    /// Othello
    #[default]
    Othello,
    /// Blokus Duo
    Blokus,
}

/// Evaluates `$body` with `$K` standing for the game that `$kind` is; with `Othello => …` before it for all
/// [games with files](person::PersonKit) but Othello.
#[macro_export]
macro_rules! with_kit {
    ($kind:expr, $K:ident => $body:expr) => {
        $crate::roster::kit::with_kit!(
            $kind,
            Othello => {
                type $K = koteki_games::othello::Position;
                $body
            },
            $K => $body
        )
    };
    ($kind:expr, Othello => $othello:expr, $K:ident => $body:expr) => {
        match $kind {
            $crate::roster::kit::GameKind::Othello => $othello,
            $crate::roster::kit::GameKind::Blokus => {
                type $K = koteki_games::blokus::Position;
                $body
            }
        }
    };
}

pub use crate::with_kit;

impl GameKind {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Othello, Self::Blokus];

    /// The game that rivals are bred at by these settings: the one whose features have the weights.
    pub fn of_run(settings: &evolve::Settings) -> Self {
        let is_of = |features: Vec<&str>| {
            let mut named = settings.genes.keys().chain(settings.fixed.keys());
            named.all(|name| features.contains(&name.as_str()))
        };
        let is_of = |kind: &Self| with_kit!(*kind, K => is_of(K::features(settings)));
        Self::ALL.into_iter().find(is_of).unwrap_or_default()
    }

    /// Its [key](Kit::KEY).
    pub const fn key(self) -> &'static str {
        with_kit!(self, K => K::KEY)
    }

    /// Its [name](Kit::NAME).
    pub const fn name(self) -> &'static str {
        with_kit!(self, K => K::NAME)
    }
}

/// Games of a file with the place of each, or what is wrong there.
pub type Openings<G> =
    Box<dyn Iterator<Item = anyhow::Result<(Place, Result<GameLine<G>, String>)>>>;

/// Where in a file a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The line, from 1.
    Line(usize),
    /// The number of the game, from 1, in a file without lines.
    Game(u64),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(f, "line {line}"),
            Self::Game(number) => write!(f, "game {number}"),
        }
    }
}

/// A player at each mean loss D that it gives away a move.
pub type Holding<K> = Box<dyn Fn(f64) -> Box<dyn Player<K>> + Send + Sync>;

/// Whom the individuals of a breeding meet.
pub enum Opposition<K: Kit> {
    /// The same player in every game.
    Fixed(Box<dyn Player<K>>),
    /// One that gives away a mean loss D a move.
    Holding(Holding<K>),
}

/// Who judges the moves of a player that is measured.
pub struct Judge<K: Kit> {
    /// Its name.
    pub name: String,
    /// The same with every setting.
    pub full: String,
    /// How it sees.
    pub search: Box<dyn Search<K>>,
    /// Plies it looks ahead.
    pub depth: u32,
    /// What a mean loss in its eyes says of a player, where that was measured.
    pub describe: Option<fn(&Estimate) -> String>,
    /// What it did wrong, when it is another program.
    pub fault: Box<dyn Fn() -> Option<Box<EngineError>>>,
}

/// A rival's name and how it plays, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Portrayal {
    /// The name that its weights give it.
    pub name: String,
    /// How it plays.
    pub portrait: String,
}

/// A game with its players.
pub trait Kit: Spoken {
    /// A player by name, or a level where people choose among levels. `Display` writes the name; `{:#}` writes
    /// every setting, and both can be read again.
    type Spec: Copy
        + PartialEq
        + fmt::Debug
        + fmt::Display
        + FromStr<Err = SpecError>
        + Send
        + Sync
        + 'static;

    /// What is known of a person from measured games.
    type Evidence: PersonEvidence;

    /// Which game it is.
    const KIND: GameKind;
    /// What command lines and files call it.
    const KEY: &'static str;
    /// Its name.
    const NAME: &'static str;
    /// What a side scores: discs, squares.
    const POINTS: &'static str;
    /// Random plies that the games of a match begin with.
    const OPENING_PLIES: u32;
    /// Random plies that are not judged when a player is measured.
    const UNJUDGED_PLIES: u32;
    /// What a file of openings may look like, for one in which there is none.
    const OPENINGS_LOOK_LIKE: &'static str;
    /// The point difference for the first player when empty squares count for the winner, where there is such a
    /// rule.
    const EMPTIES_TO_WINNER: Option<fn(&Played<Self>) -> i32>;

    /// Whether rivals are offered to a person while it is still being tested how level they are.
    const OFFERS_UNTESTED: bool;

    /// The player of this name, as matches and engines name it: a level is the player behind it.
    ///
    /// # Errors
    /// When there is no such player, or it has no such setting.
    fn player_named(name: &str) -> Result<Self::Spec, SpecError>;

    /// The same, named by the person at the command line: if it is another program, that may be started.
    fn named_by_person(spec: Self::Spec) -> Self::Spec;

    /// Whether it is another program.
    fn is_engine(spec: &Self::Spec) -> bool;

    /// Whether it is an individual that was bred.
    fn is_rival(spec: &Self::Spec) -> bool;

    /// What an individual that was bred is called; `None` of any other player.
    fn name_of(spec: &Self::Spec) -> Option<String>;

    /// Whether it is an agent, which holds a D.
    fn is_agent(spec: &Self::Spec) -> bool;

    /// The even point of a player, the D of the agent that is as strong, where that was measured or lies between two
    /// that were.
    fn even_point(spec: &Self::Spec) -> Option<f64>;

    /// That of who is level with `against` while this holds `d`.
    fn even_with(against: &Self::Spec, d: f64) -> Option<f64>;

    /// The player that goes by `spec`.
    ///
    /// # Errors
    /// When it is an agent that waits for a target, or a program that only a file has named.
    fn build(spec: &Self::Spec) -> Result<Box<dyn Player<Self>>, BuildError>;

    /// Why `mv` is not legal here, in words; empty when it is.
    fn why_refused(&self, mv: Self::Move) -> String;

    /// The same position with the other side to move, where the rules allow such a position on the way.
    fn turned(&self) -> Option<Self>;

    /// The built-in set of balanced openings; empty where there is none.
    fn balanced() -> Vec<GameLine<Self>>;

    /// The games of a file of openings.
    ///
    /// # Errors
    /// When it cannot be read.
    fn read_openings(path: &Path) -> anyhow::Result<Openings<Self>>;

    /// The position that a game began from, unless it is the usual one, and its moves, as files have them.
    fn write_game(line: &GameLine<Self>) -> (Option<String>, String);

    /// A game on one line: its start, where that is not the usual one, and its moves.
    ///
    /// # Errors
    /// When it is no game.
    fn read_game(text: &str) -> anyhow::Result<GameLine<Self>>;

    /// The settings of a breeding that are not given.
    fn default_evolution() -> evolve::Settings;

    /// `given` with individuals that see enough to be even with an agent of this even point, as far as the game has
    /// such.
    fn toward(given: &evolve::Settings, _even: f64) -> evolve::Settings {
        given.clone()
    }

    /// The features that a breeding with `settings` has to do with, in the order of its weight vectors.
    fn features(settings: &evolve::Settings) -> Vec<&'static str>;

    /// The individual with these weights, as a name. Missing weights are 0.
    fn individual(settings: &ArenaSettings, weights: &[i32]) -> Self::Spec;

    /// The same as a player; where it has a choice, the candidates of its [`Choice`](koteki_engine::player::Choice) are its
    /// equally good moves.
    fn individual_player(settings: &ArenaSettings, weights: &[i32]) -> Box<dyn Player<Self>>;

    /// Whom individuals meet when the opponent is `spec`.
    ///
    /// # Errors
    /// Those of [`build`](Self::build); an open target is no error here.
    fn opposition(spec: &Self::Spec) -> Result<Opposition<Self>, BuildError>;

    /// Players who err as people do and are as strong as `spec` at each D that it holds; `None` where such are not known.
    fn people(spec: &Self::Spec) -> Option<Holding<Self>> {
        let _ = spec;
        None
    }

    /// The positions in which individuals are compared; in each there is a choice.
    fn compared_in() -> &'static [Self];

    /// A number for each move, by which choices are compared.
    fn move_number(mv: Self::Move) -> u16;

    /// A rival's name and how it plays, from games on `jobs` threads (0 for as many as there are cores); `None` when
    /// `cancel` was raised first or the game has no portraits.
    fn portray(spec: &Self::Spec, jobs: usize, cancel: &Cancel) -> Option<Portrayal>;

    /// The judge that goes by `name`.
    ///
    /// # Errors
    /// When there is no such player, or it cannot judge.
    fn judge(name: &str) -> anyhow::Result<Judge<Self>>;

    /// The way in which this machine plays the game, for records.
    fn engine() -> String;
}
