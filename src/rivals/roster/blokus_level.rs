//! Opponents in Blokus Duo for people: levels by name, the lowest far below any search.
//!
//! Each against the next (`koteki match --game blokus novice easy --games 100 --seed 2`, openings of two plies):
//! novice wins 0.085 (95 % interval 0.042 to 0.165) of its games with easy, easy 0.080 (0.041 to 0.149) with
//! medium, medium 0.140 (0.091 to 0.210) with hard, hard 0.175 (0.127 to 0.236) (200 games, seed 52) with strong, strong
//! 0.147 (0.108 to 0.198) (200, seed 53) with expert, expert 0.133 (0.076 to 0.223) (60, seed 53) with master.

use std::fmt;
use std::str::FromStr;

use super::blokus::BlokusSpec;
use super::blokus_weights::BlokusWeights;
use koteki_engine::player::Player;
use koteki_engine::wire::error::EngineError;
use koteki_games::blokus::Position;
use koteki_games::spec::{Spec as _, SpecError};

/// A named level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// Any legal move.
    Novice,
    /// Any of the largest pieces.
    Easy,
    /// UCT with few playouts.
    Medium,
    /// TOQN at a glance, as strong as UCT with four times as many, in a tenth of its time.
    Hard,
    /// TOQN with better weights, which looks where it is most promising, for less than a millisecond.
    Strong,
    /// The same with thirty times as many positions.
    Expert,
    /// The same for about a second.
    Master,
}

impl Level {
    /// All of them, the weakest first.
    pub const ALL: [Self; 7] = [
        Self::Novice,
        Self::Easy,
        Self::Medium,
        Self::Hard,
        Self::Strong,
        Self::Expert,
        Self::Master,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Novice => "novice",
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Strong => "strong",
            Self::Expert => "expert",
            Self::Master => "master",
        }
    }

    /// The level of that name, in either case.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|level| level.name().eq_ignore_ascii_case(name))
    }

    /// Who plays at this level.
    pub const fn player(self) -> BlokusSpec {
        match self {
            Self::Novice => BlokusSpec::Random,
            Self::Easy => BlokusSpec::Biggest,
            Self::Medium => BlokusSpec::uct(1_000),
            Self::Hard => BlokusSpec::toqn(BlokusWeights::Best, 1_450, false),
            Self::Strong => BlokusSpec::toqn(BlokusWeights::SelfPlay, 1_000, true),
            Self::Expert => BlokusSpec::toqn(BlokusWeights::SelfPlay, 30_000, true),
            Self::Master => BlokusSpec::toqn(BlokusWeights::SelfPlay, 4_000_000, true),
        }
    }
}

/// Who plays against a person: a level, or any player of the roster.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Opponent {
    /// A level.
    Level(Level),
    /// A player by name.
    Player(BlokusSpec),
}

impl Opponent {
    /// The levels, the weakest first.
    pub(super) const LEVELS: [Self; 7] = [
        Self::Level(Level::Novice),
        Self::Level(Level::Easy),
        Self::Level(Level::Medium),
        Self::Level(Level::Hard),
        Self::Level(Level::Strong),
        Self::Level(Level::Expert),
        Self::Level(Level::Master),
    ];

    /// The player that it is, by name.
    pub const fn player(self) -> BlokusSpec {
        match self {
            Self::Level(level) => level.player(),
            Self::Player(player) => player,
        }
    }

    /// What is said of it beside its name.
    pub fn about(self) -> &'static str {
        match self {
            Self::Level(level) => BlokusSpec::named(level.name()).map_or("", |it| it.about),
            Self::Player(_) => "a player by name",
        }
    }

    /// The same, named by the person: if it is another program, that may be started.
    pub fn named_by_person(self) -> Self {
        match self {
            Self::Player(player) => Self::Player(player.named_by_person()),
            level @ Self::Level(_) => level,
        }
    }

    /// Whether it can play: see [`BlokusSpec::may_start`].
    ///
    /// # Errors
    /// When it cannot.
    pub fn may_start(&self) -> Result<(), Box<EngineError>> {
        match self {
            Self::Player(player) => player.may_start(),
            Self::Level(_) => Ok(()),
        }
    }

    /// The player that it is.
    pub fn build(self) -> Box<dyn Player<Position>> {
        self.player().build()
    }
}

/// A level's name, or the player's with every setting.
impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(level) => f.pad(level.name()),
            Self::Player(player) => f.pad(&player.to_string()),
        }
    }
}

impl FromStr for Opponent {
    type Err = SpecError;

    fn from_str(name: &str) -> Result<Self, SpecError> {
        match Level::named(name.trim()) {
            Some(level) => Ok(Self::Level(level)),
            None => name.parse().map(Self::Player),
        }
    }
}
