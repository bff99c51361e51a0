//! A player's name as a value.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::error::{Problem, SpecError};
use crate::eval::othello::Weights;
use crate::player::agent::{TO_THE_END, Ties};
use crate::player::csharp::Level;
use crate::text::suggestion::suggestion;

/// The deepest look-ahead a name may ask for, in plies.
pub const MAX_DEPTH: u32 = 12;
/// The most empty squares from which a name may ask for a search to the end: some seconds a move.
pub const MAX_EXHAUSTIVE: u32 = 20;
/// The largest D a name may ask for.
const MAX_TARGET: f64 = 100_000.0;

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
];

/// A player of the roster with all its settings.
///
/// [`Display`](fmt::Display) writes the shortest name that reads back as the same player; `{:#}`
/// writes every setting, for records that must outlive a change of defaults. In files it is a string.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum PlayerSpec {
    /// `random`: any legal move.
    Random,
    /// `beginner`, `intermediate`, `advanced`, `expert`: "Reversi in C#".
    Level(LevelSpec),
    /// `tester`: the judge of §5.1, all moves exactly searched.
    Tester(SearchSpec),
    /// `agent`: holds a mean loss D (§5.4).
    Agent(AgentSpec),
    /// `individual`: an evolved rival.
    Individual(SearchSpec),
}

/// A level of "Reversi in C#".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelSpec {
    /// Which.
    pub level: Level,
    /// Placements it looks ahead; its own number by default.
    pub depth: u32,
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
}

impl SearchSpec {
    /// The tester of §5.1: depth 5, 35/10/5/50, the end from 9 empty squares (Expert's number; the
    /// thesis has the tester's weights from Expert).
    pub const TESTER: Self = Self {
        depth: 5,
        weights: Weights::TESTER,
        exhaustive: 9,
    };

    /// Whether its losses up to ply 40 are in the unit of the preset tester's, whatever it does in the
    /// last [`MAX_EXHAUSTIVE`] squares: a game has that many left at ply 40, or more after passes.
    #[must_use]
    pub fn measures_as_the_preset(&self) -> bool {
        *self
            == Self {
                exhaustive: self.exhaustive,
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
        },
        exhaustive: 0,
    };
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
}

const WHY_TARGET: &str = "a number from 0 on, or target for the D of the breeding";

/// What can be wrong with one setting.
enum Fault {
    /// There is none of this name.
    Unknown,
    /// Its value cannot be this; what it takes.
    Value(&'static str, String),
}

fn whole<T: FromStr + PartialOrd + fmt::Display>(
    key: &'static str,
    value: &str,
    min: T,
    max: T,
) -> Result<T, Fault> {
    match value.parse::<T>() {
        Ok(number) if min <= number && number <= max => Ok(number),
        _ => Err(Fault::Value(
            key,
            format!("a whole number from {min} to {max}"),
        )),
    }
}

impl SearchSpec {
    fn set(&mut self, key: &str, value: &str) -> Result<&'static str, Fault> {
        let mut weight = |key, slot: fn(&mut Weights) -> &mut i32| {
            *slot(&mut self.weights) = whole(key, value, -Weights::MAX, Weights::MAX)?;
            Ok(key)
        };
        match key {
            "depth" => {
                self.depth = whole("depth", value, 1, MAX_DEPTH)?;
                Ok("depth")
            }
            "exhaustive" => {
                self.exhaustive = whole("exhaustive", value, 0, MAX_EXHAUSTIVE)?;
                Ok("exhaustive")
            }
            "frontier" => weight("frontier", |weights| &mut weights.frontier),
            "mobility" => weight("mobility", |weights| &mut weights.mobility),
            "stability" => weight("stability", |weights| &mut weights.stability),
            "forfeit" => weight("forfeit", |weights| &mut weights.forfeit),
            "discs" => weight("discs", |weights| &mut weights.discs),
            _ => Err(Fault::Unknown),
        }
    }

    fn get(&self, key: &str) -> String {
        match key {
            "depth" => self.depth.to_string(),
            "exhaustive" => self.exhaustive.to_string(),
            "frontier" => self.weights.frontier.to_string(),
            "mobility" => self.weights.mobility.to_string(),
            "stability" => self.weights.stability.to_string(),
            "forfeit" => self.weights.forfeit.to_string(),
            "discs" => self.weights.discs.to_string(),
            _ => String::new(),
        }
    }
}

impl AgentSpec {
    fn set(&mut self, key: &str, value: &str) -> Result<&'static str, Fault> {
        match key {
            "d" => {
                self.target = if value == "target" {
                    Target::Open
                } else {
                    match value.parse::<f64>() {
                        Ok(d) if (0.0..=MAX_TARGET).contains(&d) => Target::Fixed(d),
                        _ => return Err(Fault::Value("d", WHY_TARGET.to_owned())),
                    }
                };
                Ok("d")
            }
            "until" => {
                self.until = whole("until", value, 0, TO_THE_END)?;
                Ok("until")
            }
            "ties" => {
                self.ties = match value {
                    "random" => Ties::Random,
                    "first" => Ties::First,
                    _ => return Err(Fault::Value("ties", "random or first".to_owned())),
                };
                Ok("ties")
            }
            _ => self.search.set(key, value),
        }
    }

    fn get(&self, key: &str) -> String {
        match key {
            "d" => match self.target {
                Target::Fixed(d) => d.to_string(),
                Target::Open => "target".to_owned(),
            },
            "until" => self.until.to_string(),
            "ties" => match self.ties {
                Ties::Random => "random".to_owned(),
                Ties::First => "first".to_owned(),
            },
            _ => self.search.get(key),
        }
    }
}

impl PlayerSpec {
    /// The player called `name` with its default settings; settings that have none are to be filled in.
    fn preset(name: &str) -> Option<Self> {
        let level = |level: Level| {
            let depth = level.look_ahead();
            Some(Self::Level(LevelSpec { level, depth }))
        };
        match name {
            "random" => Some(Self::Random),
            "beginner" => level(Level::Beginner),
            "intermediate" => level(Level::Intermediate),
            "advanced" => level(Level::Advanced),
            "expert" => level(Level::Expert),
            "tester" => Some(Self::Tester(SearchSpec::TESTER)),
            "agent" => Some(Self::Agent(AgentSpec {
                target: Target::Open,
                search: SearchSpec::AGENT,
                until: TO_THE_END,
                ties: Ties::default(),
            })),
            "individual" => Some(Self::Individual(SearchSpec::INDIVIDUAL)),
            _ => None,
        }
    }

    /// Its name without settings: one of [`NAMES`].
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Level(spec) => spec.level.name(),
            Self::Tester(_) => "tester",
            Self::Agent(_) => "agent",
            Self::Individual(_) => "individual",
        }
    }

    /// The keys of its settings, in the order they are written.
    #[must_use]
    pub const fn keys(&self) -> &'static [&'static str] {
        match self {
            Self::Random => &[],
            Self::Level(_) => &["depth"],
            Self::Tester(_) => &[
                "depth",
                "frontier",
                "mobility",
                "stability",
                "forfeit",
                "discs",
                "exhaustive",
            ],
            Self::Agent(_) => &[
                "d",
                "depth",
                "frontier",
                "mobility",
                "stability",
                "forfeit",
                "discs",
                "exhaustive",
                "until",
                "ties",
            ],
            Self::Individual(_) => &[
                "frontier",
                "mobility",
                "stability",
                "depth",
                "discs",
                "forfeit",
                "exhaustive",
            ],
        }
    }

    /// The keys that have no default and so must be given and are always written.
    const fn required(&self) -> &'static [&'static str] {
        match self {
            Self::Random | Self::Level(_) | Self::Tester(_) => &[],
            Self::Agent(_) => &["d"],
            Self::Individual(_) => &["frontier", "mobility", "stability"],
        }
    }

    fn set(&mut self, key: &str, value: &str) -> Result<&'static str, Fault> {
        match self {
            Self::Random => Err(Fault::Unknown),
            Self::Level(spec) if key == "depth" => {
                spec.depth = whole("depth", value, 1, MAX_DEPTH)?;
                Ok("depth")
            }
            Self::Level(_) => Err(Fault::Unknown),
            Self::Tester(spec) | Self::Individual(spec) => spec.set(key, value),
            Self::Agent(spec) => spec.set(key, value),
        }
    }

    fn get(&self, key: &str) -> String {
        match self {
            Self::Random => String::new(),
            Self::Level(spec) => spec.depth.to_string(),
            Self::Tester(spec) | Self::Individual(spec) => spec.get(key),
            Self::Agent(spec) => spec.get(key),
        }
    }

    /// Whether it waits for the D of the breeding: `agent:d=target`.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        matches!(
            self,
            Self::Agent(AgentSpec {
                target: Target::Open,
                ..
            })
        )
    }

    /// The same player holding `d` (0 or more) if it waits for one; otherwise unchanged.
    #[must_use]
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
            other => other,
        }
    }
}

/// The shortest name; with `#` every setting.
impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let preset = Self::preset(self.name());
        let mut text = self.name().to_owned();
        let mut separator = ':';
        for &key in self.keys() {
            let value = self.get(key);
            let is_default = preset.is_some_and(|preset| preset.get(key) == value);
            if f.alternate() || !is_default || self.required().contains(&key) {
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
        let mut given: Vec<&'static str> = Vec::new();
        if let Some((mut offset, settings)) = settings {
            for setting in settings.split(',') {
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
                if given.contains(&key) {
                    return Err(error(at, Problem::Twice { key }));
                }
                given.push(key);
                offset += setting.len() + 1;
            }
        }
        match spec.required().iter().find(|key| !given.contains(key)) {
            None => Ok(spec),
            Some(&key) => {
                let expected = if key == "d" {
                    format!("the mean loss to hold, {WHY_TARGET}")
                } else {
                    format!("its weight, a whole number up to {}", Weights::MAX)
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
