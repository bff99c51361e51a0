//! The players of Blokus Duo by name: `random`, `biggest`, `mc:playouts=100`, `uct:playouts=1000,c=0.7`;
//! and those of a [`Level`].

use std::fmt;
use std::str::FromStr;

use super::blokus_level::Level;
use super::error::{Problem, SpecError};
use crate::game::blokus::Position;
use crate::player::Player;
use crate::player::biggest::Biggest;
use crate::player::monte_carlo::MonteCarlo;
use crate::player::random::Random;
use crate::player::uct::MostVisited;
use crate::search::uct::{Effort, Uct};
use crate::text::blokus as text;
use crate::text::suggestion::suggestion;

/// The names.
pub const NAMES: &[&str] = &["random", "biggest", "mc", "uct"];

/// The most games by lot that a name may ask for.
const MAX_PLAYOUTS: u32 = 10_000_000;
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
            _ => return None,
        })
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Biggest => "biggest",
            Self::MonteCarlo { .. } => "mc",
            Self::Uct { .. } => "uct",
        }
    }

    const fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Random | Self::Biggest => &[],
            Self::MonteCarlo { .. } => &["playouts"],
            Self::Uct { .. } => &["playouts", "c"],
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
        }
    }
}

impl FromStr for BlokusSpec {
    type Err = SpecError;

    fn from_str(spec: &str) -> Result<Self, SpecError> {
        if let Some(level) = Level::named(spec) {
            return Ok(level.player());
        }
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
            given.push(known);
            player
                .set(known, value)
                .map_err(|problem| fault(at + key.len() + 1, problem))?;
            at += setting.len() + 1;
        }
        Ok(player)
    }
}
