//! The players of Blokus Duo by name: `random`, `biggest`, `mc:playouts=100`, `uct:playouts=1000,c=0.7`,
//! `toqn:nodes=77000`; those by which strength is measured and met, as at Othello: `tester`,
//! `agent:d=5000`, `kbest:k=12,sigma=1000`, `rival:score=1000,corners=300`; and those of a [`Level`].

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::Weighing;
use super::blokus_level::Level;
use super::engine::{COMMANDS, EngineSpec, divided};
use super::error::{Problem, SpecError};
use super::settings::{Fault, TIMES, read_time, write_time};
use crate::eval::blokus::Evaluation;
use crate::eval::blokus::linear::rate;
use crate::eval::blokus::style::{STYLE, STYLE_COUNT, STYLE_MAX, styled};
use crate::game::blokus::Position;
use crate::player::Player;
use crate::player::agent::{self, Agent, TO_THE_END, Ties};
use crate::player::best::{BestMove, Knowledge};
use crate::player::biggest::Biggest;
use crate::player::k_best::{self, KBest};
use crate::player::monte_carlo::MonteCarlo;
use crate::player::random::Random;
use crate::player::toqn::Toqn;
use crate::player::uct::MostVisited;
use crate::search::blokus::BlokusSearch;
use crate::search::budget::Budget;
use crate::search::uct::{Effort, Uct};
use crate::wire::fault;
use crate::words::suggestion::suggestion;

/// The names.
pub const NAMES: &[&str] = &[
    "random", "biggest", "mc", "uct", "toqn", "tester", "agent", "kbest", "rival", "engine",
];
/// The names and those of the levels, for who has mistaken one.
const ASKED: &[&str] = &[
    "random", "biggest", "mc", "uct", "toqn", "tester", "agent", "kbest", "rival", "novice",
    "easy", "medium", "hard", "strong", "engine",
];

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
    /// `tester`: the best move by the learned winning rate, every move's value exact.
    Tester {
        /// Plies it looks ahead.
        depth: u32,
    },
    /// `agent`: gives away D a move on average, in the tester's eyes.
    Agent {
        /// D, in units of the evaluation; `None` where the breeding gives it.
        target: Option<f64>,
        /// Plies it looks ahead.
        depth: u32,
        /// How far from D · T the sum of its losses may be when several moves will do; 0 for the nearest.
        vary: f64,
    },
    /// `kbest`: the best of k moves under noise, in the tester's eyes.
    KBest {
        /// k.
        k: u32,
        /// σ, in units of the evaluation.
        sigma: f64,
        /// Plies it looks ahead.
        depth: u32,
    },
    /// `rival`: the best move by four weights of its own.
    Rival {
        /// In the order of [`STYLE`].
        weights: [i32; STYLE_COUNT],
        /// Plies it looks ahead.
        depth: u32,
    },
    /// `toqn`: looks ahead with a learned winning rate, as in Osaki et al. 2009; 77,000 nodes a move, the
    /// paper's second, unless it says otherwise.
    Toqn {
        /// What it counts.
        weights: Weighing,
        /// How far it looks. With [`Budget::Time`] it does not play the same again.
        budget: Budget,
    },
    /// `engine`: another program, behind GTP with the commands of Pentobi's.
    Engine(EngineSpec),
}

/// Most plies that a name may ask for: the third takes minutes already.
const MAX_DEPTH: u32 = 3;
/// The greatest D and the greatest σ.
const MAX_LOSS: f64 = 1_000_000.0;
/// The greatest k: no position has more moves.
const MAX_K: u32 = 2_000;

impl BlokusSpec {
    /// The rate of wins, between 0 and 1, that a value of this player stands for; `None` where its values
    /// stand for none or it has none.
    pub fn rate(&self) -> Option<fn(i32) -> f64> {
        match self {
            Self::MonteCarlo { .. } | Self::Uct { .. } => Some(|value| f64::from(value) / 1000.0),
            Self::Tester { .. } | Self::Agent { .. } | Self::KBest { .. } | Self::Toqn { .. } => {
                Some(rate)
            }
            Self::Random | Self::Biggest | Self::Rival { .. } | Self::Engine(_) => None,
        }
    }

    /// The rival with these weights in the order of [`STYLE`]; missing ones are 0.
    pub fn rival(weights: &[i32], depth: u32) -> Self {
        let mut all = [0; STYLE_COUNT];
        for (slot, &weight) in all.iter_mut().zip(weights) {
            *slot = weight.clamp(-STYLE_MAX, STYLE_MAX);
        }
        Self::Rival {
            weights: all,
            depth: depth.clamp(1, MAX_DEPTH),
        }
    }

    /// Whether its target is left to the breeding.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Agent { target: None, .. })
    }

    /// The same with D for an open target.
    pub const fn holding(self, d: f64) -> Self {
        match self {
            Self::Agent {
                target: None,
                depth,
                vary,
            } => Self::Agent {
                target: Some(d),
                depth,
                vary,
            },
            other => other,
        }
    }

    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "random" => Self::Random,
            "biggest" => Self::Biggest,
            "mc" => Self::MonteCarlo { playouts: 100 },
            "uct" => Self::Uct {
                playouts: 1000,
                exploration: 0.7,
            },
            "tester" => Self::Tester { depth: 1 },
            "agent" => Self::Agent {
                target: None,
                depth: 1,
                vary: 0.0,
            },
            "kbest" => Self::KBest {
                k: 12,
                sigma: 0.0,
                depth: 1,
            },
            "rival" => Self::rival(&[], 1),
            "toqn" => Self::Toqn {
                weights: Weighing::Paper,
                budget: Budget::Nodes(NODES),
            },
            "engine" => Self::Engine(EngineSpec::PRESET),
            _ => return None,
        })
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Biggest => "biggest",
            Self::MonteCarlo { .. } => "mc",
            Self::Uct { .. } => "uct",
            Self::Tester { .. } => "tester",
            Self::Agent { .. } => "agent",
            Self::KBest { .. } => "kbest",
            Self::Rival { .. } => "rival",
            Self::Toqn { .. } => "toqn",
            Self::Engine(_) => "engine",
        }
    }

    const fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Random | Self::Biggest => &[],
            Self::MonteCarlo { .. } => &["playouts"],
            Self::Uct { .. } => &["playouts", "c"],
            Self::Tester { .. } => &["depth"],
            Self::Agent { .. } => &["d", "depth", "vary"],
            Self::KBest { .. } => &["k", "sigma", "depth"],
            Self::Rival { .. } => &["score", "corners", "territory", "dead", "depth"],
            Self::Toqn { .. } => &["weights", "nodes", "time"],
            Self::Engine(_) => EngineSpec::GTP_KEYS,
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
                    .ok_or_else(|| refused(format!("a whole number from 1 to {MAX_PLAYOUTS}")))?;
            }
            (Self::Uct { exploration, .. }, "c") => {
                *exploration = value
                    .parse()
                    .ok()
                    .filter(|number| (0.0..=MAX_EXPLORATION).contains(number))
                    .ok_or_else(|| refused("a number from 0 to 1000000".to_owned()))?;
            }
            (
                Self::Tester { depth }
                | Self::Agent { depth, .. }
                | Self::KBest { depth, .. }
                | Self::Rival { depth, .. },
                "depth",
            ) => {
                *depth = whole(value, 1, MAX_DEPTH)
                    .ok_or_else(|| refused(format!("a number of plies from 1 to {MAX_DEPTH}")))?
            }
            (Self::Agent { target, .. }, "d") => {
                *target = if value == TARGET {
                    None
                } else {
                    let read = real(value, MAX_LOSS);
                    Some(read.ok_or_else(|| refused(target_text(MAX_LOSS)))?)
                };
            }
            (Self::Agent { vary: loss, .. }, "vary")
            | (Self::KBest { sigma: loss, .. }, "sigma") => {
                *loss = real(value, MAX_LOSS)
                    .ok_or_else(|| refused(format!("a number from 0 to {MAX_LOSS}")))?;
            }
            (Self::KBest { k, .. }, "k") => {
                *k = whole(value, 1, MAX_K)
                    .ok_or_else(|| refused(format!("a whole number from 1 to {MAX_K}")))?;
            }
            (Self::Rival { weights, .. }, name) => {
                let at = STYLE.iter().position(|feature| feature.name == name);
                let number = value.parse::<i32>().ok();
                let number = number.filter(|it| (-STYLE_MAX..=STYLE_MAX).contains(it));
                if let Some(slot) = at.and_then(|at| weights.get_mut(at)) {
                    *slot = number.ok_or_else(|| {
                        refused(format!("a whole number from -{STYLE_MAX} to {STYLE_MAX}"))
                    })?;
                }
            }
            (Self::Toqn { weights, .. }, "weights") => {
                *weights = Weighing::named(value).map_err(|why| {
                    refused(format!(
                        "paper, best, or a file that koteki learn blokus has written ({why})"
                    ))
                })?;
            }
            (Self::Toqn { budget, .. }, "nodes") => {
                let nodes = value.parse().ok();
                let nodes = nodes.filter(|nodes| (1..=MAX_NODES).contains(nodes));
                *budget = Budget::Nodes(
                    nodes
                        .ok_or_else(|| refused(format!("a whole number from 1 to {MAX_NODES}")))?,
                );
            }
            (Self::Toqn { budget, .. }, "time") => {
                let time = read_time(value).ok_or_else(|| refused(TIMES.to_owned()))?;
                *budget = Budget::Time(time);
            }
            (Self::Engine(spec), _) => {
                if let Err(Fault::Value(_, expected)) = spec.set(key, value) {
                    return Err(refused(expected));
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The same, named by the person: if it is another program, that may be started.
    pub fn named_by_person(self) -> Self {
        match self {
            Self::Engine(engine) => Self::Engine(engine.named_by_person()),
            other => other,
        }
    }

    /// Whether it can play: another program only when somebody else than a file has named it.
    ///
    /// # Errors
    /// When it cannot.
    pub fn may_start(&self) -> Result<(), Box<fault::Fault>> {
        match self {
            Self::Engine(engine) => engine.may_start(),
            _ => Ok(()),
        }
    }

    /// The player that goes by this name.
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
            Self::Tester { depth } => Box::new(BestMove::new(eyes(), depth, Knowledge::Every)),
            Self::Agent {
                target,
                depth,
                vary,
            } => {
                let settings = agent::Settings {
                    // Who asks for nothing gets the strongest.
                    target: target.unwrap_or(0.0),
                    depth,
                    until: TO_THE_END,
                    ties: Ties::Random,
                };
                Box::new(Agent::new(eyes(), settings).varying(vary))
            }
            Self::KBest { k, sigma, depth } => {
                let settings = k_best::Settings {
                    depth,
                    k: k as usize,
                    sigma,
                };
                Box::new(KBest::new(eyes(), settings))
            }
            Self::Rival { weights, depth } => {
                let search = BlokusSearch(styled(&weights));
                Box::new(BestMove::new(search, depth, Knowledge::Best))
            }
            Self::Toqn { weights, budget } => Box::new(Toqn::new(weights.evaluation(), budget)),
            Self::Engine(spec) => Box::new(spec.by_gtp::<Position>()),
        }
    }
}

/// What testers, agents and k-best judge moves by: the winning rate that the paper's setting learns.
pub fn eyes() -> BlokusSearch<Arc<Evaluation>> {
    BlokusSearch(Arc::clone(Evaluation::paper()))
}

/// How a name leaves the target to the breeding.
const TARGET: &str = "target";

fn whole(text: &str, least: u32, most: u32) -> Option<u32> {
    let number = text.parse().ok()?;
    (least..=most).contains(&number).then_some(number)
}

fn real(text: &str, most: f64) -> Option<f64> {
    let number = text.parse().ok()?;
    (0.0..=most).contains(&number).then_some(number)
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
            Self::Tester { depth } => write!(f, ":depth={depth}"),
            Self::Agent {
                target,
                depth,
                vary,
            } => {
                match target {
                    Some(d) => write!(f, ":d={d},depth={depth}")?,
                    None => write!(f, ":d={TARGET},depth={depth}")?,
                }
                if *vary > 0.0 {
                    write!(f, ",vary={vary}")?;
                }
                Ok(())
            }
            Self::KBest { k, sigma, depth } => write!(f, ":k={k},sigma={sigma},depth={depth}"),
            Self::Rival { weights, depth } => {
                f.write_str(":")?;
                for (feature, weight) in STYLE.iter().zip(weights) {
                    write!(f, "{}={weight},", feature.name)?;
                }
                write!(f, "depth={depth}")
            }
            Self::Engine(spec) => {
                write!(f, ":cmd={},wait={}", spec.get("cmd"), spec.get("wait"))
            }
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
                suggestion: suggestion(name, ASKED.iter().copied()),
                valid: ASKED,
            };
            fault(0, problem)
        })?;
        let valid = player.keys();
        let mut given: Vec<&'static str> = Vec::new();
        let mut at = name.len() + 1;
        for setting in settings.into_iter().flat_map(divided) {
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
        if player.is_open() && !given.contains(&"d") {
            let problem = Problem::Missing {
                player: "agent",
                key: "d",
                expected: target_text(MAX_LOSS),
            };
            return Err(fault(name.len(), problem));
        }
        if matches!(player, Self::Engine(_)) && !given.contains(&"cmd") {
            let problem = Problem::Missing {
                player: "engine",
                key: "cmd",
                expected: COMMANDS.to_owned(),
            };
            return Err(fault(name.len(), problem));
        }
        Ok(player)
    }
}

fn target_text(most: f64) -> String {
    format!("a mean loss from 0 to {most}, or target where the breeding gives it")
}
