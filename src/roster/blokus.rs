//! The players of Blokus Duo by name: `random`, `biggest`, `mc:playouts=100`, `uct:playouts=1000,c=0.7`,
//! `toqn:nodes=77000`.

use std::fmt;
use std::str::FromStr;

use super::Weighing;
use super::error::{Problem, SpecError};
use super::settings::{TIMES, read_time, write_time};
use crate::game::blokus::Position;
use crate::player::Player;
use crate::player::biggest::Biggest;
use crate::player::monte_carlo::MonteCarlo;
use crate::player::random::Random;
use crate::player::toqn::Toqn;
use crate::player::uct::MostVisited;
use crate::search::budget::Budget;
use crate::search::uct::{Effort, Uct};
use crate::text::blokus as text;
use crate::text::suggestion::suggestion;

/// The names.
pub const NAMES: &[&str] = &["random", "biggest", "mc", "uct", "toqn"];

/// The most games by lot that a name may ask for.
const MAX_PLAYOUTS: u32 = 10_000_000;
/// The most positions that a name may ask for.
const MAX_NODES: u64 = 1_000_000_000_000;
/// What TOQN looks at in the second that it has in the paper.
const NODES: u64 = 77_000;
/// The greatest weight of exploration.
const MAX_EXPLORATION: f64 = 1_000_000.0;

/// A player of Blokus Duo with all its settings. [`Display`](fmt::Display) writes every one of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BlokusSpec {
    /// `random`: any legal move.
    Random,
    /// `biggest`: any of the largest pieces.
    Biggest,
    /// `mc`: the Monte Carlo player of Osaki et al. 2009; 100 playouts a move unless it says otherwise.
    MonteCarlo {
        /// Games by lot after every move.
        playouts: u32,
    },
    /// `uct`: games by lot where they tell most; 1000 unless it says otherwise.
    Uct {
        /// Games by lot before a move.
        playouts: u32,
        /// *c*, the weight of exploration.
        exploration: f64,
    },
    /// `toqn`: looks ahead with a learned winning rate, as in Osaki et al. 2009; 77,000 nodes a move, the
    /// paper's second, unless it says otherwise.
    Toqn {
        /// What it counts.
        weights: Weighing,
        /// How far it looks. With [`Budget::Time`] it does not play the same again.
        budget: Budget,
    },
}

impl BlokusSpec {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "random" => Self::Random,
            "biggest" => Self::Biggest,
            "mc" => Self::MonteCarlo { playouts: 100 },
            "uct" => Self::Uct {
                playouts: 1000,
                exploration: 0.7,
            },
            "toqn" => Self::Toqn {
                weights: Weighing::Paper,
                budget: Budget::Nodes(NODES),
            },
            _ => return None,
        })
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Biggest => "biggest",
            Self::MonteCarlo { .. } => "mc",
            Self::Uct { .. } => "uct",
            Self::Toqn { .. } => "toqn",
        }
    }

    const fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Random | Self::Biggest => &[],
            Self::MonteCarlo { .. } => &["playouts"],
            Self::Uct { .. } => &["playouts", "c"],
            Self::Toqn { .. } => &["weights", "nodes", "time"],
        }
    }

    /// Gives the setting `key`, which is one of [`keys`](Self::keys), a value.
    fn set(&mut self, key: &'static str, value: &str) -> Result<(), Problem> {
        let refused = |expected| Problem::Value {
            key,
            value: value.to_owned(),
            expected,
        };
        match (self, key) {
            (Self::MonteCarlo { playouts } | Self::Uct { playouts, .. }, "playouts") => {
                *playouts = value
                    .parse()
                    .ok()
                    .filter(|number| (1..=MAX_PLAYOUTS).contains(number))
                    .ok_or_else(|| refused(text::playouts(MAX_PLAYOUTS)))?;
            }
            (Self::Uct { exploration, .. }, "c") => {
                *exploration = value
                    .parse()
                    .ok()
                    .filter(|number| (0.0..=MAX_EXPLORATION).contains(number))
                    .ok_or_else(|| refused(text::EXPLORATION.to_owned()))?;
            }
            (Self::Toqn { weights, .. }, "weights") => {
                *weights = Weighing::named(value).map_err(|why| refused(text::weights(&why)))?;
            }
            (Self::Toqn { budget, .. }, "nodes") => {
                let nodes = value.parse().ok();
                let nodes = nodes.filter(|nodes| (1..=MAX_NODES).contains(nodes));
                *budget = Budget::Nodes(nodes.ok_or_else(|| refused(text::nodes(MAX_NODES)))?);
            }
            (Self::Toqn { budget, .. }, "time") => {
                let time = read_time(value).ok_or_else(|| refused(TIMES.to_owned()))?;
                *budget = Budget::Time(time);
            }
            _ => {}
        }
        Ok(())
    }

    /// The player that goes by this name.
    #[must_use]
    pub fn build(self) -> Box<dyn Player<Position>> {
        match self {
            Self::Random => Box::new(Random),
            Self::Biggest => Box::new(Biggest),
            Self::MonteCarlo { playouts } => Box::new(MonteCarlo { playouts }),
            Self::Uct {
                playouts,
                exploration,
            } => Box::new(MostVisited::new(Uct {
                effort: Effort::Playouts(playouts),
                exploration,
                prior: None,
            })),
            Self::Toqn { weights, budget } => Box::new(Toqn::new(weights.evaluation(), budget)),
        }
    }
}

impl fmt::Display for BlokusSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match self {
            Self::Random | Self::Biggest => Ok(()),
            Self::MonteCarlo { playouts } => write!(f, ":playouts={playouts}"),
            Self::Uct {
                playouts,
                exploration,
            } => write!(f, ":playouts={playouts},c={exploration}"),
            Self::Toqn { weights, budget } => {
                if *weights != Weighing::Paper {
                    write!(f, ":weights={weights}")?;
                }
                let sign = if *weights == Weighing::Paper {
                    ':'
                } else {
                    ','
                };
                match budget {
                    Budget::Nodes(nodes) => write!(f, "{sign}nodes={nodes}"),
                    Budget::Time(time) => write!(f, "{sign}time={}", write_time(*time)),
                    Budget::Unlimited => Ok(()),
                }
            }
        }
    }
}

impl FromStr for BlokusSpec {
    type Err = SpecError;

    fn from_str(spec: &str) -> Result<Self, SpecError> {
        let fault = |at: usize, problem| SpecError {
            spec: spec.to_owned(),
            column: spec[..at].chars().count() + 1,
            problem,
        };
        let (name, settings) = match spec.split_once(':') {
            Some((name, settings)) => (name, Some(settings)),
            None => (spec, None),
        };
        let mut player = Self::named(name).ok_or_else(|| {
            let problem = Problem::Name {
                name: name.to_owned(),
                suggestion: suggestion(name, NAMES.iter().copied()),
                valid: NAMES,
            };
            fault(0, problem)
        })?;
        let valid = player.keys();
        let mut given: Vec<&'static str> = Vec::new();
        let mut at = name.len() + 1;
        for setting in settings
            .into_iter()
            .flat_map(|settings| settings.split(','))
        {
            let (key, value) = setting.split_once('=').ok_or_else(|| {
                let text = setting.to_owned();
                fault(at, Problem::Form { text, valid })
            })?;
            let known = valid.iter().copied().find(|&known| known == key);
            let known = known.ok_or_else(|| {
                let problem = Problem::Key {
                    player: player.name(),
                    key: key.to_owned(),
                    suggestion: suggestion(key, valid.iter().copied()),
                    valid,
                };
                fault(at, problem)
            })?;
            if given.contains(&known) {
                return Err(fault(at, Problem::Twice { key: known }));
            }
            let other = match known {
                "nodes" => "time",
                "time" => "nodes",
                _ => "",
            };
            if given.contains(&other) {
                let (key, other) = ("nodes", "time");
                return Err(fault(at, Problem::Conflict { key, other }));
            }
            given.push(known);
            player
                .set(known, value)
                .map_err(|problem| fault(at + key.len() + 1, problem))?;
            at += setting.len() + 1;
        }
        Ok(player)
    }
}
