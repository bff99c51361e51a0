//! A player's name as a value.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::engine::{COMMANDS, EngineSpec, divided};
use super::error::{Problem, SpecError};
use super::papers::{HoldingSpec, WeightsSpec};
use super::settings::{Fault, QUIET, WHY_TARGET};
use crate::eval::bp_fs_cn::MAX_WEIGHT;
use crate::eval::othello::Weights;
use crate::player::agent::readjust::Readjust;
use crate::player::agent::{TO_THE_END, Ties};
use crate::player::csharp::Level;
use crate::search::budget::Budget;
use crate::search::uct::Effort;
use crate::words::suggestion::suggestion;

/// The names of the roster.
pub const NAMES: &[&str] = &[
    "random",
    "beginner",
    "intermediate",
    "advanced",
    "expert",
    "tester",
    "agent",
    "individual",
    "kbest",
    "uct",
    "uct+",
    "discs",
    "discs+corners",
    "mobility",
    "mobility+corners",
    "nakamichi",
    "tsukamoto",
    "weights",
    "engine",
];

/// A player of the roster with all its settings.
///
/// [`Display`](fmt::Display) writes the shortest name that reads back as the same player; `{:#}`
/// writes every setting (weights of style only where they are not 0), for records that must outlive a
/// change of defaults. In files it is a string.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum PlayerSpec {
    /// `random`: any legal move.
    Random,
    /// `random:natural=true`: any legal move that is [natural](crate::player::natural).
    NaturalRandom,
    /// `beginner`, `intermediate`, `advanced`, `expert`: "Reversi in C#".
    Level(LevelSpec),
    /// `tester`: the judge of §5.1, all moves exactly searched; with settings of its own a stronger one.
    Tester(TesterSpec),
    /// `agent`: holds a mean loss D (§5.4).
    Agent(AgentSpec),
    /// `individual`: an evolved rival.
    Individual(SearchSpec),
    /// `kbest`: the tester weakened by noise (§5.3).
    KBest(KBestSpec),
    /// `uct`, `uct+`: games by lot, without and with an evaluation.
    Uct(UctSpec),
    /// `discs`, `discs+corners`, `mobility`, `mobility+corners`, `nakamichi`, `tsukamoto`: the players of
    /// Tsukamoto's paper, four that do their best and two that hold themselves level.
    Holding(HoldingSpec),
    /// `weights`: square values, stable discs and legal moves, weighed against each other.
    Weights(WeightsSpec),
    /// `engine`: another program, behind a protocol.
    Engine(EngineSpec),
}

/// A level of "Reversi in C#".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelSpec {
    /// Which.
    pub level: Level,
    /// Placements it looks ahead; its own number by default.
    pub depth: u32,
    /// Whether it keeps to [natural moves](crate::player::natural).
    pub natural: bool,
}

/// A k-best.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KBestSpec {
    /// Moves it considers, at least 1.
    pub k: u32,
    /// Standard deviation of the noise, in units of its evaluation; 0 or more.
    pub sigma: f64,
    /// How it judges moves; [`SearchSpec::AGENT`] by default.
    pub search: SearchSpec,
}

/// A UCT or UCT+.
///
/// With [`Effort::Time`] it does not play the same again; its name says so by its `time=`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UctSpec {
    /// Whether it is UCT+.
    pub plus: bool,
    /// What it may spend on a move.
    pub effort: Effort,
    /// *c*, the weight of exploration.
    pub exploration: f64,
    /// *b*, the weight of the evaluation; of UCT+ only.
    pub bias: f64,
    /// The value that makes a move 0.73 good; of UCT+ only.
    pub scale: f64,
    /// The evaluation; of UCT+ only.
    pub weights: Weights,
    /// Whether it keeps to [natural moves](crate::player::natural).
    pub natural: bool,
}

impl UctSpec {
    /// 1000 playouts; the tester's evaluation in UCT+. At 6400 playouts c 0.7 had a D of 33.8, 0.4 one of
    /// 34.4, and 1.4 (about the √2 of UCB1) one of 40.3 (25 games against itself, seed 1001). With bias 10
    /// UCT+ won 67 % of 100 games against UCT, both at 400 playouts (57 to 76 %), with bias 1 half of them.
    const fn preset(plus: bool) -> Self {
        Self {
            plus,
            effort: Effort::Playouts(1000),
            exploration: 0.7,
            bias: 10.0,
            scale: 50.0,
            weights: Weights::TESTER,
            natural: false,
        }
    }
}

/// Depth and evaluation of a player that searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchSpec {
    /// Plies it looks ahead.
    pub depth: u32,
    /// Its evaluation.
    pub weights: Weights,
    /// Empty squares from which it searches to the end; 0 for never.
    pub exhaustive: u32,
    /// Whether a player with this search keeps to [natural moves](crate::player::natural). Values stay
    /// what they are.
    pub natural: bool,
}

impl SearchSpec {
    /// The tester of §5.1: depth 5, 35/10/5/50, the end from 9 empty squares (Expert's number; the
    /// thesis has the tester's weights from Expert).
    pub const TESTER: Self = Self {
        depth: 5,
        weights: Weights::TESTER,
        exhaustive: 9,
        natural: false,
    };

    /// Whether its losses up to ply 40 are in the unit of the preset tester's, whatever it does in the
    /// last [`MAX_EXHAUSTIVE`](super::MAX_EXHAUSTIVE) squares: a game has that many left at ply 40, or
    /// more after passes.
    pub fn measures_as_the_preset(&self) -> bool {
        *self
            == Self {
                exhaustive: self.exhaustive,
                natural: self.natural,
                ..Self::TESTER
            }
    }

    /// The agent of §5.4: the tester, but with no search to the end of the game. It holds the strength
    /// of players who see as far as their look-ahead; perfect endings would make it stronger than they.
    pub const AGENT: Self = Self {
        exhaustive: 0,
        ..Self::TESTER
    };

    /// An individual of chapter 6 before its genes are known: depth 3, discs 100, no forfeit term.
    pub const INDIVIDUAL: Self = Self {
        depth: 3,
        weights: Weights {
            mobility: 0,
            frontier: 0,
            stability: 0,
            forfeit: 0,
            discs: 100,
            ..Weights::NONE
        },
        exhaustive: 0,
        natural: false,
    };
}

/// What a tester takes a position to be worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Evaluation {
    /// `thesis`: the weights of [`TesterSpec::search`], by default those of the thesis.
    #[default]
    Thesis,
    /// `learned`: [`eval::learned`](crate::eval::learned), built into the program: what `koteki learn`
    /// writes counts from the next build with it on. Values are in hundredths of a disc, another unit
    /// than the thesis'. The search's weights count for nothing.
    Learned,
}

/// A tester.
///
/// With [`Budget::Time`] it does not play the same again: what it sees depends on the machine and on what
/// else runs there. Its name says so by its `time=`. With [`Budget::Nodes`] it does on one processor path
/// (`--path`), not from path to path, which count their nodes differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TesterSpec {
    /// Its evaluation.
    pub eval: Evaluation,
    /// Depth, weights and endings. The depth is [`NO_LIMIT`] when there is a budget instead.
    pub search: SearchSpec,
    /// What it may spend on a move.
    pub budget: Budget,
}

/// The depth of a tester that only its budget stops: as many plies as a game has.
pub const NO_LIMIT: u32 = 60;

impl TesterSpec {
    /// The tester of §5.1.
    pub const THESIS: Self = Self {
        eval: Evaluation::Thesis,
        search: SearchSpec::TESTER,
        budget: Budget::Unlimited,
    };

    /// How it judges, when that is by five weights at a fixed depth, which is what levels and hints
    /// are made of.
    pub fn plain(&self) -> Option<SearchSpec> {
        (self.eval == Evaluation::Thesis && self.budget == Budget::Unlimited).then_some(self.search)
    }

    /// As [`SearchSpec::measures_as_the_preset`]; never with another evaluation or a budget.
    pub fn measures_as_the_preset(&self) -> bool {
        self.plain()
            .is_some_and(|search| search.measures_as_the_preset())
    }
}

/// The tester of five weights at a fixed depth.
impl From<SearchSpec> for TesterSpec {
    fn from(search: SearchSpec) -> Self {
        Self {
            search,
            ..Self::THESIS
        }
    }
}

/// The mean loss that an agent holds, in units of the agent's own evaluation at its own depth: a D
/// that the preset tester measured means something else to an agent with other weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Target {
    /// This D, 0 or more.
    Fixed(f64),
    /// `target`: whatever D the breeding is at; see [`PlayerSpec::with_target`].
    Open,
}

/// An agent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AgentSpec {
    /// What it holds.
    pub target: Target,
    /// How it judges moves; [`SearchSpec::AGENT`] by default.
    pub search: SearchSpec,
    /// Last ply at which it holds D; it plays its best afterwards. To the end by default.
    pub until: usize,
    /// What it does about moves that bring it equally near.
    pub ties: Ties,
    /// How far beside the target the sum of its losses may be for the sake of other games; 0 by default.
    pub vary: f64,
    /// How its target changes as the game goes; not at all by default.
    pub readjust: Readjust,
}

impl AgentSpec {
    /// The agent of the thesis (Ueda 2012, §5.4).
    pub const THESIS: Self = Self {
        target: Target::Open,
        search: SearchSpec::AGENT,
        until: TO_THE_END,
        ties: Ties::Random,
        vary: 0.0,
        readjust: Readjust::THESIS,
    };
}

impl PlayerSpec {
    /// The player called `name` with its default settings; settings that have none are to be filled in.
    fn preset(name: &str) -> Option<Self> {
        let level = |level: Level| {
            let depth = level.look_ahead();
            Some(Self::Level(LevelSpec {
                level,
                depth,
                natural: false,
            }))
        };
        match name {
            "random" => Some(Self::Random),
            "beginner" => level(Level::Beginner),
            "intermediate" => level(Level::Intermediate),
            "advanced" => level(Level::Advanced),
            "expert" => level(Level::Expert),
            "tester" => Some(Self::Tester(TesterSpec::THESIS)),
            "agent" => Some(Self::Agent(AgentSpec::THESIS)),
            "individual" => Some(Self::Individual(SearchSpec::INDIVIDUAL)),
            "kbest" => Some(Self::KBest(KBestSpec {
                k: 1,
                sigma: 0.0,
                search: SearchSpec::AGENT,
            })),
            "uct" | "uct+" => Some(Self::Uct(UctSpec::preset(name == "uct+"))),
            "weights" => Some(Self::Weights(WeightsSpec::PRESET)),
            "engine" => Some(Self::Engine(EngineSpec::PRESET)),
            _ => HoldingSpec::preset(name).map(Self::Holding),
        }
    }

    /// The player of its name with every setting that is not needed left at its default, as far as
    /// defaults do not hang on other settings.
    fn defaults(&self) -> Option<Self> {
        let mut preset = Self::preset(self.name());
        if let (Self::Tester(spec), Some(Self::Tester(preset))) = (self, &mut preset)
            && spec.budget != Budget::Unlimited
        {
            preset.search.depth = NO_LIMIT;
        }
        if let (Self::Agent(spec), Some(Self::Agent(preset))) = (self, &mut preset) {
            preset.readjust.mode = spec.readjust.mode;
        }
        preset
    }

    /// Its name without settings: one of [`NAMES`].
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Random | Self::NaturalRandom => "random",
            Self::Level(spec) => spec.level.name(),
            Self::Tester(_) => "tester",
            Self::Agent(_) => "agent",
            Self::Individual(_) => "individual",
            Self::KBest(_) => "kbest",
            Self::Uct(spec) => {
                if spec.plus {
                    "uct+"
                } else {
                    "uct"
                }
            }
            Self::Holding(spec) => spec.name(),
            Self::Weights(_) => "weights",
            Self::Engine(_) => "engine",
        }
    }

    /// Whether it keeps to [natural moves](crate::player::natural).
    pub const fn is_natural(&self) -> bool {
        match self {
            Self::Random => false,
            Self::NaturalRandom => true,
            Self::Level(spec) => spec.natural,
            Self::Tester(spec) => spec.search.natural,
            Self::Agent(spec) => spec.search.natural,
            Self::Individual(spec) => spec.natural,
            Self::KBest(spec) => spec.search.natural,
            Self::Uct(spec) => spec.natural,
            Self::Holding(spec) => spec.natural,
            Self::Weights(spec) => spec.natural,
            Self::Engine(_) => false,
        }
    }

    /// The same, named by the person: if it is another program, that may be started.
    pub fn named_by_person(self) -> Self {
        match self {
            Self::Engine(engine) => Self::Engine(engine.named_by_person()),
            other => other,
        }
    }

    /// Whether it waits for the D of the breeding: `agent:d=target`.
    pub const fn is_open(&self) -> bool {
        matches!(
            self,
            Self::Agent(AgentSpec {
                target: Target::Open,
                ..
            }) | Self::Engine(EngineSpec {
                holds: Some(Target::Open),
                ..
            })
        )
    }

    /// The same player holding `d` (0 or more) if it waits for one; otherwise unchanged.
    pub fn with_target(self, d: f64) -> Self {
        match self {
            Self::Agent(
                spec @ AgentSpec {
                    target: Target::Open,
                    ..
                },
            ) => Self::Agent(AgentSpec {
                target: Target::Fixed(d),
                ..spec
            }),
            Self::Engine(
                spec @ EngineSpec {
                    holds: Some(Target::Open),
                    ..
                },
            ) => Self::Engine(EngineSpec {
                holds: Some(Target::Fixed(d)),
                ..spec
            }),
            other => other,
        }
    }
}

/// The shortest name; with `#` every setting but features of style that count nothing.
impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let preset = self.defaults();
        let mut text = self.name().to_owned();
        let mut separator = ':';
        for &key in self.keys() {
            let value = self.get(key);
            if value.is_empty() {
                continue;
            }
            let is_default = preset.is_some_and(|preset| preset.get(key) == value);
            // The features of style are written where they count: a name without them is as it was
            // before there were any. So it is with the rules for natural moves.
            let always = f.alternate() && !QUIET.contains(&key);
            // Written unless there is none, and then its value is empty.
            let is_mode = key == "readjust";
            if always || !is_default || is_mode || self.required().contains(&key) {
                text.push(separator);
                text.push_str(key);
                text.push('=');
                text.push_str(&value);
                separator = ',';
            }
        }
        if f.alternate() {
            f.write_str(&text)
        } else {
            f.pad(&text)
        }
    }
}

impl FromStr for PlayerSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let error = |offset: usize, problem| SpecError {
            spec: text.to_owned(),
            column: text[..offset].chars().count() + 1,
            problem,
        };
        let (head, settings) = match text.split_once(':') {
            Some((head, settings)) => (head, Some((head.len() + 1, settings))),
            None => (text, None),
        };
        let name = head.trim().to_ascii_lowercase();
        let start = head.len() - head.trim_start().len();
        let mut spec = Self::preset(&name).ok_or_else(|| {
            let suggestion = suggestion(&name, NAMES.iter().copied());
            let name = head.trim().to_owned();
            let valid = NAMES;
            error(
                start,
                Problem::Name {
                    name,
                    suggestion,
                    valid,
                },
            )
        })?;
        let (player, valid) = (spec.name(), spec.keys());
        let mut given: Vec<(&'static str, usize)> = Vec::new();
        if let Some((mut offset, settings)) = settings {
            for setting in divided(settings) {
                let at = offset + setting.len() - setting.trim_start().len();
                let Some((key, value)) = setting.split_once('=') else {
                    let text = setting.trim().to_owned();
                    return Err(error(at, Problem::Form { text, valid }));
                };
                let value_at = offset + key.len() + 1 + value.len() - value.trim_start().len();
                let (key, value) = (key.trim().to_ascii_lowercase(), value.trim());
                let key = spec.set(&key, value).map_err(|fault| match fault {
                    Fault::Unknown => error(
                        at,
                        Problem::Key {
                            player,
                            suggestion: suggestion(&key, valid.iter().copied()),
                            key,
                            valid,
                        },
                    ),
                    Fault::Value(key, expected) => error(
                        value_at,
                        Problem::Value {
                            key,
                            value: value.to_owned(),
                            expected,
                        },
                    ),
                })?;
                if given.iter().any(|&(other, _)| other == key) {
                    return Err(error(at, Problem::Twice { key }));
                }
                given.push((key, at));
                offset += setting.len() + 1;
            }
        }
        let has = |key: &str| given.iter().any(|&(other, _)| other == key);
        if let Some((key, problem)) = spec.settle(has) {
            let at = given.iter().find(|&&(given, _)| given == key);
            let at = at.map_or(start, |&(_, at)| at);
            return Err(error(at, problem));
        }
        match spec.required().iter().find(|key| !has(key)) {
            None => Ok(spec),
            Some(&key) => {
                let expected = match key {
                    "d" => format!("the mean loss to hold, {WHY_TARGET}"),
                    "k" => "how many of the best moves it considers".to_owned(),
                    "sigma" => "the standard deviation of its noise".to_owned(),
                    "cmd" => COMMANDS.to_owned(),
                    "bp" | "fs" | "cn" => {
                        format!("its weight, a whole number from 0 to {MAX_WEIGHT}")
                    }
                    _ => format!("its weight, a whole number up to {}", Weights::MAX),
                };
                let problem = Problem::Missing {
                    player,
                    key,
                    expected,
                };
                Err(error(text.trim_end().len(), problem))
            }
        }
    }
}

impl TryFrom<String> for PlayerSpec {
    type Error = SpecError;

    fn try_from(text: String) -> Result<Self, SpecError> {
        text.parse()
    }
}

impl From<PlayerSpec> for String {
    fn from(spec: PlayerSpec) -> Self {
        spec.to_string()
    }
}
