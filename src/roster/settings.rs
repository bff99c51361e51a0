//! The settings of each player: their keys, what they may be, how they are read and written.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::engine::EngineSpec;
use super::error::Problem;
use super::papers::WeightsSpec;
use super::spec::{
    AgentSpec, Evaluation, KBestSpec, NO_LIMIT, PlayerSpec, SearchSpec, Target, TesterSpec, UctSpec,
};
use crate::eval::DECIDED;
use crate::eval::othello::{COUNT, Weights};
use crate::player::agent::readjust::{Mode, Readjust, Sight, Whose};
use crate::player::agent::{TO_THE_END, Ties};
use crate::search::budget::Budget;
use crate::search::uct::Effort;

/// The deepest look-ahead a name may ask for, in plies.
pub const MAX_DEPTH: u32 = 12;
/// The most empty squares from which a name may ask for a search to the end.
pub const MAX_EXHAUSTIVE: u32 = 20;
/// The largest D a name may ask for.
const MAX_TARGET: f64 = 100_000.0;
/// The longest a name may ask to think about a move.
const MAX_TIME: Duration = Duration::from_secs(600);
/// The most positions a name may ask to evaluate for a move.
const MAX_NODES: u64 = 100_000_000_000;
/// The most games by lot that a name may ask for a move.
const MAX_PLAYOUTS: u32 = 100_000_000;
/// The greatest number of moves that a k-best may be asked to consider.
const MAX_K: u32 = 64;
/// The greatest noise, width or step, and weight of exploration or evaluation.
const MAX_NUMBER: f64 = 1_000_000.0;

/// The keys of the thesis' features.
const CORE: [&str; 5] = ["frontier", "mobility", "stability", "forfeit", "discs"];

/// The keys of the features of style.
pub(super) const STYLE: [&str; 5] = ["edges", "corners", "danger", "centre", "diagonals"];

/// The keys that are written only where they say something: what was not there from the beginning.
pub(super) const QUIET: [&str; 7] = join(&[&STYLE, &["natural", "vary"]]);

/// The keys that need a readjustment.
const READJUSTING: [&str; 6] = ["turn", "sees", "side", "above", "below", "step"];

pub(super) const WHY_TARGET: &str = "a number from 0 on, or target for the D of the breeding";

/// Several lists of keys as one.
const fn join<const ALL: usize>(parts: &[&[&'static str]]) -> [&'static str; ALL] {
    let mut all = [""; ALL];
    let (mut count, mut part) = (0, 0);
    while part < parts.len() {
        let mut at = 0;
        while at < parts[part].len() {
            all[count] = parts[part][at];
            (count, at) = (count + 1, at + 1);
        }
        part += 1;
    }
    assert!(count == ALL);
    all
}

/// The keys of a tester, in the order they are written; likewise the others.
const TESTER: [&str; 16] = join(&[
    &["eval", "depth", "time", "nodes"],
    &CORE,
    &["exhaustive"],
    &STYLE,
    &["natural"],
]);
const AGENT: [&str; 24] = join(&[
    &["d", "depth"],
    &CORE,
    &["exhaustive", "until", "ties"],
    &STYLE,
    &["vary", "readjust"],
    &READJUSTING,
    &["natural"],
]);
const INDIVIDUAL: [&str; 13] = join(&[
    &["frontier", "mobility", "stability"],
    &["depth", "discs", "forfeit", "exhaustive"],
    &STYLE,
    &["natural"],
]);
const K_BEST: [&str; 15] = join(&[
    &["k", "sigma", "depth"],
    &CORE,
    &["exhaustive"],
    &STYLE,
    &["natural"],
]);
const UCT: [&str; 4] = ["playouts", "time", "c", "natural"];
const UCT_PLUS: [&str; 16] = join(&[
    &["playouts", "time", "c", "bias", "scale"],
    &CORE,
    &STYLE,
    &["natural"],
]);

/// Where the weight of each feature is.
type Slot = fn(&mut Weights) -> &mut i32;

const WEIGHTS: [(&str, Slot); COUNT] = [
    ("frontier", |weights| &mut weights.frontier),
    ("mobility", |weights| &mut weights.mobility),
    ("stability", |weights| &mut weights.stability),
    ("forfeit", |weights| &mut weights.forfeit),
    ("discs", |weights| &mut weights.discs),
    ("edges", |weights| &mut weights.edges),
    ("corners", |weights| &mut weights.corners),
    ("danger", |weights| &mut weights.danger),
    ("centre", |weights| &mut weights.centre),
    ("diagonals", |weights| &mut weights.diagonals),
];

fn is_weight(key: &str) -> bool {
    WEIGHTS.iter().any(|(name, _)| *name == key)
}

/// What can be wrong with one setting.
pub(super) enum Fault {
    /// There is none of this name.
    Unknown,
    /// Its value cannot be this; what it takes.
    Value(&'static str, String),
}

pub(super) fn whole<T: FromStr + PartialOrd + fmt::Display>(
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

/// A number from `min` to `max`, decimals allowed.
fn real(key: &'static str, value: &str, min: f64, max: f64) -> Result<f64, Fault> {
    match value.parse::<f64>() {
        Ok(number) if (min..=max).contains(&number) => Ok(number),
        _ => Err(Fault::Value(key, format!("a number from {min} to {max}"))),
    }
}

pub(super) fn set_natural(slot: &mut bool, value: &str) -> Result<&'static str, Fault> {
    *slot = match value {
        "true" => true,
        "false" => false,
        _ => return Err(Fault::Value("natural", "true or false".to_owned())),
    };
    Ok("natural")
}

/// What a time may be.
pub(super) const TIMES: &str = "a time from 1ms to 600s, as in 200ms or 1.5s";

fn set_time(value: &str) -> Result<Duration, Fault> {
    read_time(value).ok_or_else(|| Fault::Value("time", TIMES.to_owned()))
}

/// A setting that is one of a few words.
pub(super) struct Words<T: 'static>(
    pub(super) &'static str,
    pub(super) &'static [(&'static str, T)],
);

impl<T: Copy + PartialEq> Words<T> {
    pub(super) fn read(&self, value: &str) -> Result<T, Fault> {
        let found = self.1.iter().find(|(word, _)| *word == value);
        found.map(|&(_, meaning)| meaning).ok_or_else(|| {
            let words: Vec<&str> = self.1.iter().map(|(word, _)| *word).collect();
            Fault::Value(self.0, format!("one of {}", words.join(", ")))
        })
    }

    pub(super) fn write(&self, meaning: T) -> String {
        let found = self.1.iter().find(|(_, other)| *other == meaning);
        found.map_or("", |(word, _)| word).to_owned()
    }
}

const MODES: Words<Mode> = Words(
    "readjust",
    &[
        ("never", Mode::Never),
        ("each", Mode::Each),
        ("once", Mode::Once),
        ("sum", Mode::Sum),
    ],
);
const SIGHTS: Words<Sight> = Words(
    "sees",
    &[("searched", Sight::Searched), ("static", Sight::Static)],
);
const SIDES: Words<Whose> = Words("side", &[("own", Whose::Own), ("other", Whose::Other)]);

impl SearchSpec {
    fn set(&mut self, key: &str, value: &str) -> Result<&'static str, Fault> {
        if let Some(&(key, slot)) = WEIGHTS.iter().find(|(name, _)| *name == key) {
            *slot(&mut self.weights) = whole(key, value, -Weights::MAX, Weights::MAX)?;
            return Ok(key);
        }
        match key {
            "depth" => {
                self.depth = whole("depth", value, 1, MAX_DEPTH)?;
                Ok("depth")
            }
            "exhaustive" => {
                self.exhaustive = whole("exhaustive", value, 0, MAX_EXHAUSTIVE)?;
                Ok("exhaustive")
            }
            "natural" => set_natural(&mut self.natural, value),
            _ => Err(Fault::Unknown),
        }
    }

    fn get(mut self, key: &str) -> String {
        if let Some((_, slot)) = WEIGHTS.iter().find(|(name, _)| *name == key) {
            return slot(&mut self.weights).to_string();
        }
        match key {
            "depth" => self.depth.to_string(),
            "exhaustive" => self.exhaustive.to_string(),
            _ => String::new(),
        }
    }
}

impl TesterSpec {
    fn set(&mut self, key: &str, value: &str) -> Result<&'static str, Fault> {
        match key {
            "eval" => {
                self.eval = match value {
                    "thesis" => Evaluation::Thesis,
                    "learned" => Evaluation::Learned,
                    _ => return Err(Fault::Value("eval", "thesis or learned".to_owned())),
                };
                Ok("eval")
            }
            "time" => {
                self.budget = Budget::Time(set_time(value)?);
                Ok("time")
            }
            "nodes" => {
                self.budget = Budget::Nodes(whole("nodes", value, 1, MAX_NODES)?);
                Ok("nodes")
            }
            _ => self.search.set(key, value),
        }
    }

    fn get(&self, key: &str) -> String {
        match (key, self.budget) {
            ("eval", _) => match self.eval {
                Evaluation::Thesis => "thesis".to_owned(),
                Evaluation::Learned => "learned".to_owned(),
            },
            ("time", Budget::Time(time)) => write_time(time),
            ("nodes", Budget::Nodes(nodes)) => nodes.to_string(),
            ("depth", Budget::Time(_) | Budget::Nodes(_)) if self.search.depth == NO_LIMIT => {
                String::new()
            }
            _ if self.eval == Evaluation::Learned && is_weight(key) => String::new(),
            _ => self.search.get(key),
        }
    }

    /// Fills in what hangs on which settings were given; the setting that does not go with the others.
    fn settle(&mut self, has: impl Fn(&str) -> bool) -> Option<(&'static str, Problem)> {
        if has("time") && has("nodes") {
            return Some(conflict("nodes", "time"));
        }
        if self.eval == Evaluation::Learned
            && let Some((key, _)) = WEIGHTS.iter().find(|(key, _)| has(key))
        {
            return Some(conflict(key, "eval=learned"));
        }
        if self.budget != Budget::Unlimited && !has("depth") {
            self.search.depth = NO_LIMIT;
        }
        None
    }
}

/// Whole milliseconds, from `200ms` or `1.5s`.
pub(super) fn read_time(text: &str) -> Option<Duration> {
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 0.001),
        None => (text.strip_suffix('s')?, 1.0),
    };
    let seconds = number.trim().parse::<f64>().ok()? * unit;
    let time = Duration::try_from_secs_f64(seconds).ok()?;
    let whole = Duration::from_millis(u64::try_from(time.as_millis()).ok()?);
    // Rounded, since 0.29 s is a little less than 290 ms in binary.
    let whole =
        whole + Duration::from_millis(u64::from(time - whole >= Duration::from_micros(500)));
    (Duration::from_millis(1)..=MAX_TIME)
        .contains(&whole)
        .then_some(whole)
}

/// The inverse of [`read_time`].
pub(super) fn write_time(time: Duration) -> String {
    if time.subsec_millis() == 0 {
        format!("{}s", time.as_secs())
    } else {
        format!("{}ms", time.as_millis())
    }
}

/// Two settings that exclude one another, and which of them is to be shown.
pub(super) const fn conflict(key: &'static str, other: &'static str) -> (&'static str, Problem) {
    (key, Problem::Conflict { key, other })
}

impl Target {
    pub(super) fn read(value: &str) -> Result<Self, Fault> {
        if value == "target" {
            return Ok(Self::Open);
        }
        match value.parse::<f64>() {
            Ok(d) if (0.0..=MAX_TARGET).contains(&d) => Ok(Self::Fixed(d)),
            _ => Err(Fault::Value("d", WHY_TARGET.to_owned())),
        }
    }

    pub(super) fn write(self) -> String {
        match self {
            Self::Fixed(d) => d.to_string(),
            Self::Open => "target".to_owned(),
        }
    }
}

impl AgentSpec {
    fn set(&mut self, key: &str, value: &str) -> Result<&'static str, Fault> {
        match key {
            "d" => {
                self.target = Target::read(value)?;
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
            "vary" => {
                self.vary = real("vary", value, 0.0, MAX_NUMBER)?;
                Ok("vary")
            }
            "readjust" => {
                self.readjust.mode = MODES.read(value)?;
                Ok("readjust")
            }
            "turn" => {
                self.readjust.turn = whole("turn", value, 1, 60)?;
                Ok("turn")
            }
            "sees" => {
                self.readjust.sight = SIGHTS.read(value)?;
                Ok("sees")
            }
            "side" => {
                self.readjust.whose = SIDES.read(value)?;
                Ok("side")
            }
            "above" => {
                self.readjust.above = whole("above", value, 1 - DECIDED, DECIDED - 1)?;
                Ok("above")
            }
            "below" => {
                self.readjust.below = whole("below", value, 1 - DECIDED, DECIDED - 1)?;
                Ok("below")
            }
            "step" => {
                self.readjust.step = real("step", value, 0.0, MAX_NUMBER)?;
                Ok("step")
            }
            _ => self.search.set(key, value),
        }
    }

    fn get(&self, key: &str) -> String {
        match key {
            "d" => self.target.write(),
            "until" => self.until.to_string(),
            "ties" => match self.ties {
                Ties::Random => "random".to_owned(),
                Ties::First => "first".to_owned(),
            },
            "vary" => self.vary.to_string(),
            key if self.readjust.mode == Mode::Never
                && (key == "readjust" || READJUSTING.contains(&key)) =>
            {
                String::new()
            }
            "readjust" => MODES.write(self.readjust.mode),
            "turn" => self.readjust.turn.to_string(),
            "sees" => SIGHTS.write(self.readjust.sight),
            "side" => SIDES.write(self.readjust.whose),
            "above" => self.readjust.above.to_string(),
            "below" => self.readjust.below.to_string(),
            "step" => self.readjust.step.to_string(),
            _ => self.search.get(key),
        }
    }

    /// Settings that are given and say nothing beside others.
    fn settle(&self, has: impl Fn(&str) -> bool) -> Option<(&'static str, Problem)> {
        if self.readjust.mode == Mode::Never
            && let Some(&key) = READJUSTING.iter().find(|key| has(key))
        {
            let problem = if has("readjust") {
                Problem::Conflict {
                    key,
                    other: "readjust=never",
                }
            } else {
                Problem::Missing {
                    player: "agent",
                    key: "readjust",
                    expected: format!("each, once or sum; {key} says nothing without it"),
                }
            };
            return Some((key, problem));
        }
        let Readjust { above, below, .. } = self.readjust;
        if above <= below {
            let key = if has("above") { "above" } else { "below" };
            let problem = Problem::Value {
                key,
                value: self.get(key),
                expected: format!(
                    "above must be more than below, and they are {above} and {below}"
                ),
            };
            return Some((key, problem));
        }
        (self.vary > 0.0 && self.ties == Ties::First).then(|| conflict("ties", "vary"))
    }
}

impl KBestSpec {
    fn set(&mut self, key: &str, value: &str) -> Result<&'static str, Fault> {
        match key {
            "k" => {
                self.k = whole("k", value, 1, MAX_K)?;
                Ok("k")
            }
            "sigma" => {
                self.sigma = real("sigma", value, 0.0, MAX_NUMBER)?;
                Ok("sigma")
            }
            _ => self.search.set(key, value),
        }
    }

    fn get(&self, key: &str) -> String {
        match key {
            "k" => self.k.to_string(),
            "sigma" => self.sigma.to_string(),
            _ => self.search.get(key),
        }
    }
}

impl UctSpec {
    fn set(&mut self, key: &str, value: &str) -> Result<&'static str, Fault> {
        if self.plus
            && let Some(&(key, slot)) = WEIGHTS.iter().find(|(name, _)| *name == key)
        {
            *slot(&mut self.weights) = whole(key, value, -Weights::MAX, Weights::MAX)?;
            return Ok(key);
        }
        match key {
            "playouts" => {
                self.effort = Effort::Playouts(whole("playouts", value, 1, MAX_PLAYOUTS)?);
                Ok("playouts")
            }
            "time" => {
                self.effort = Effort::Time(set_time(value)?);
                Ok("time")
            }
            "c" => {
                self.exploration = real("c", value, 0.0, MAX_NUMBER)?;
                Ok("c")
            }
            "bias" if self.plus => {
                self.bias = real("bias", value, 0.0, MAX_NUMBER)?;
                Ok("bias")
            }
            "scale" if self.plus => {
                self.scale = real("scale", value, 0.001, MAX_NUMBER)?;
                Ok("scale")
            }
            "natural" => set_natural(&mut self.natural, value),
            _ => Err(Fault::Unknown),
        }
    }

    fn get(&self, key: &str) -> String {
        if let Some((_, slot)) = WEIGHTS.iter().find(|(name, _)| *name == key) {
            let mut weights = self.weights;
            return slot(&mut weights).to_string();
        }
        match (key, self.effort) {
            ("playouts", Effort::Playouts(playouts)) => playouts.to_string(),
            ("time", Effort::Time(time)) => write_time(time),
            ("c", _) => self.exploration.to_string(),
            ("bias", _) => self.bias.to_string(),
            ("scale", _) => self.scale.to_string(),
            _ => String::new(),
        }
    }
}

impl PlayerSpec {
    /// The keys of its settings, in the order they are written.
    pub const fn keys(&self) -> &'static [&'static str] {
        match self {
            Self::Random | Self::NaturalRandom => &["natural"],
            Self::Level(_) => &["depth", "natural"],
            Self::Tester(_) => &TESTER,
            Self::Agent(_) => &AGENT,
            Self::Individual(_) => &INDIVIDUAL,
            Self::KBest(_) => &K_BEST,
            Self::Uct(spec) => {
                if spec.plus {
                    &UCT_PLUS
                } else {
                    &UCT
                }
            }
            Self::Holding(spec) => spec.keys(),
            Self::Weights(_) => WeightsSpec::KEYS,
            Self::Engine(_) => EngineSpec::KEYS,
        }
    }

    /// The keys that have no default and so must be given and are always written.
    pub(super) const fn required(&self) -> &'static [&'static str] {
        match self {
            Self::Random
            | Self::NaturalRandom
            | Self::Level(_)
            | Self::Tester(_)
            | Self::Uct(_)
            | Self::Holding(_) => &[],
            Self::Weights(_) => WeightsSpec::REQUIRED,
            Self::Engine(_) => EngineSpec::REQUIRED,
            Self::Agent(_) => &["d"],
            Self::Individual(_) => &["frontier", "mobility", "stability"],
            Self::KBest(_) => &["k", "sigma"],
        }
    }

    pub(super) fn set(&mut self, key: &str, value: &str) -> Result<&'static str, Fault> {
        match self {
            Self::Random | Self::NaturalRandom if key == "natural" => {
                let mut natural = false;
                set_natural(&mut natural, value)?;
                *self = if natural {
                    Self::NaturalRandom
                } else {
                    Self::Random
                };
                Ok("natural")
            }
            Self::Random | Self::NaturalRandom => Err(Fault::Unknown),
            Self::Level(spec) => match key {
                "depth" => {
                    spec.depth = whole("depth", value, 1, MAX_DEPTH)?;
                    Ok("depth")
                }
                "natural" => set_natural(&mut spec.natural, value),
                _ => Err(Fault::Unknown),
            },
            Self::Tester(spec) => spec.set(key, value),
            Self::Individual(spec) => spec.set(key, value),
            Self::Agent(spec) => spec.set(key, value),
            Self::KBest(spec) => spec.set(key, value),
            Self::Uct(spec) => spec.set(key, value),
            Self::Holding(spec) => spec.set(key, value),
            Self::Weights(spec) => spec.set(key, value),
            Self::Engine(spec) => spec.set(key, value),
        }
    }

    pub(super) fn get(&self, key: &str) -> String {
        match self {
            Self::Engine(spec) => spec.get(key),
            _ if key == "natural" => self.is_natural().to_string(),
            Self::Random | Self::NaturalRandom => String::new(),
            Self::Level(spec) => spec.depth.to_string(),
            Self::Tester(spec) => spec.get(key),
            Self::Individual(spec) => spec.get(key),
            Self::Agent(spec) => spec.get(key),
            Self::KBest(spec) => spec.get(key),
            Self::Uct(spec) => spec.get(key),
            Self::Holding(spec) => spec.get(key),
            Self::Weights(spec) => spec.get(key),
        }
    }

    /// Fills in what hangs on which settings were given; the setting that does not go with the others.
    pub(super) fn settle(&mut self, has: impl Fn(&str) -> bool) -> Option<(&'static str, Problem)> {
        match self {
            Self::Tester(spec) => spec.settle(has),
            Self::Agent(spec) => spec.settle(has),
            Self::Holding(spec) => spec.settle(has),
            Self::Engine(spec) => spec.settle(has),
            Self::Uct(_) => (has("time") && has("playouts")).then(|| conflict("playouts", "time")),
            _ => None,
        }
    }
}
