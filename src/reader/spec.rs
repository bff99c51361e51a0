//! Every reader by name: `strong`, `paper:key=opp3`, `markov2`, `cycle:GCP`.
//!
//! A name, and after a colon settings with commas between them; `constant` and `cycle` take their hands
//! first. Hands are letters of either alphabet: R and G are rock, P is paper, S and C are scissors. A
//! name says everything there is to know about a reader but its seed.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::classic::{
    Beginner as BeginnerMind, Constant, Cycle as CycleMind, Exact, Frequency, HistoryMatch, Lot,
    WinStay,
};
use super::meta::Meta;
use super::paper::Paper;
use super::settings::{Invalid, Settings, Ties, Weights, real, whole};
use super::strong::Strong;
use super::{Reader, Seated};
use crate::game::janken::{Hand, Letters};
use crate::words::suggestion::suggestion;

/// All names.
pub const NAMES: [&str; 14] = [
    "random",
    "beginner",
    "paper",
    "strong",
    "argmax",
    "constant",
    "cycle",
    "frequency",
    "markov1",
    "markov2",
    "markov3",
    "wsls",
    "match",
    "meta",
];

/// Longest pattern of `cycle`.
pub const LONGEST_CYCLE: usize = 100;

/// The levels that a person is offered, weakest first.
pub const LEVELS: [&str; 4] = ["beginner", "random", "paper", "strong"];

/// Hands over and over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// The pattern; never empty.
    pattern: Vec<Hand>,
    /// Another pattern and the number of rounds before it.
    then: Option<(Vec<Hand>, usize)>,
}

impl Cycle {
    /// The hand of this round, 0 for the first.
    pub fn hand(&self, round: usize) -> Hand {
        let (pattern, round) = match &self.then {
            Some((pattern, at)) if round >= *at => (pattern, round - at),
            _ => (&self.pattern, round),
        };
        let place = round.checked_rem(pattern.len()).unwrap_or(0);
        pattern.get(place).copied().unwrap_or(Hand::Rock)
    }
}

/// A weak player with a person's habit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Beginner {
    /// The share of rounds in which it follows its habit, 0 to 1.
    pub habit: f64,
}

/// The strong reader's settings.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StrongSpec {
    /// Strategies in each of its populations.
    pub population: usize,
    /// Generations of each after every round.
    pub generations: usize,
    /// Points by which the layer of rotations must have scored more to be played.
    pub margin: f64,
}

impl Default for StrongSpec {
    fn default() -> Self {
        Self {
            population: 50,
            generations: 3,
            margin: 10.0,
        }
    }
}

impl StrongSpec {
    /// Checks every range.
    ///
    /// # Errors
    /// The first setting outside its range.
    pub fn validate(&self) -> Result<(), Invalid> {
        whole("population", self.population, 2, 1000)?;
        whole("generations", self.generations, 0, 100)?;
        real("margin", self.margin, 0.0, 1_000_000.0)
    }
}

/// A reader's name as a value.
#[derive(Clone, Debug, PartialEq)]
pub enum ReaderSpec {
    /// Every hand by lot.
    Random,
    /// Win-stay, lose-shift in a share of the rounds.
    Beginner(Beginner),
    /// Yamashita 2009.
    Paper(Settings),
    /// Two layers of bred readers.
    Strong(StrongSpec),
    /// The exact optimum of what the paper breeds for.
    Argmax(Settings),
    /// Always the same hand.
    Constant(Hand),
    /// A pattern over and over.
    Cycle(Cycle),
    /// Beats the most frequent hand.
    Frequency,
    /// Beats the hand that most often followed the opponent's last ones: 1 to 3 of them.
    Markov(u8),
    /// Win-stay, lose-shift.
    WinStay,
    /// The longest match of both hands.
    Match,
    /// The rotating meta-player.
    Meta,
}

/// A name that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("player \"{spec}\": {problem}")]
pub struct SpecError {
    /// The name as it was given.
    pub spec: String,
    /// What is wrong and what is allowed.
    pub problem: String,
}

fn hint(given: &str, valid: &[&'static str]) -> String {
    suggestion(given, valid.iter().copied())
        .map_or_else(String::new, |near| format!(", did you mean \"{near}\"?"))
}

fn pattern(text: &str) -> Option<Vec<Hand>> {
    let hands: Option<Vec<Hand>> = text.chars().map(Hand::from_any_letter).collect();
    hands.filter(|hands| (1..=LONGEST_CYCLE).contains(&hands.len()))
}

const PATTERN: &str = "letters G C P or R S P, 1 to 100 of them";

fn number<N: FromStr>(key: &str, value: &str, what: &str) -> Result<N, String> {
    value
        .parse()
        .map_err(|_| format!("{key} cannot be \"{value}\": it takes {what}"))
}

fn word<T: Copy>(key: &str, value: &str, all: &[(&'static str, T)]) -> Result<T, String> {
    let names: Vec<&'static str> = all.iter().map(|(name, _)| *name).collect();
    all.iter()
        .find(|(name, _)| *name == value)
        .map(|&(_, it)| it)
        .ok_or_else(|| {
            let hint = hint(value, &names);
            format!(
                "{key} cannot be \"{value}\"{hint}: it takes {}",
                names.join(", ")
            )
        })
}

const WHOLE: &str = "a whole number";
const NUMBER: &str = "a number";

fn set_breeding(settings: &mut Settings, key: &str, value: &str) -> Result<(), String> {
    match key {
        "key" => settings.key = value.parse().map_err(|error| format!("{error}"))?,
        "population" => settings.population = number(key, value, WHOLE)?,
        "generations" => settings.generations = number(key, value, WHOLE)?,
        "elite" => settings.elite = number(key, value, WHOLE)?,
        "tournament" => settings.tournament = number(key, value, WHOLE)?,
        "crossover" => settings.crossover = number(key, value, NUMBER)?,
        "mutation" => settings.mutation = number(key, value, NUMBER)?,
        "random" => settings.random_rounds = number(key, value, WHOLE)?,
        "weights" => {
            settings.weights = word(key, value, &Weights::ALL.map(|it| (it.name(), it)))?;
        }
        "keep" => settings.keep = word(key, value, &[("yes", true), ("no", false)])?,
        "ties" => {
            let all = [Ties::First, Ties::Lot].map(|it| (it.name(), it));
            settings.ties = word(key, value, &all)?;
        }
        _ => return Err(String::new()),
    }
    Ok(())
}

fn breeding(settings: &Settings) -> [String; 11] {
    let Settings {
        key,
        population,
        generations,
        elite,
        tournament,
        crossover,
        mutation,
        random_rounds,
        weights,
        keep,
        ties,
    } = settings;
    [
        key.to_string(),
        population.to_string(),
        generations.to_string(),
        elite.to_string(),
        tournament.to_string(),
        crossover.to_string(),
        mutation.to_string(),
        random_rounds.to_string(),
        weights.name().to_owned(),
        if *keep { "yes" } else { "no" }.to_owned(),
        ties.name().to_owned(),
    ]
}

const BREEDING: [&str; 11] = [
    "key",
    "population",
    "generations",
    "elite",
    "tournament",
    "crossover",
    "mutation",
    "random",
    "weights",
    "keep",
    "ties",
];

impl ReaderSpec {
    fn preset(name: &str) -> Option<Self> {
        let cycle = |text| {
            Some(Self::Cycle(Cycle {
                pattern: pattern(text)?,
                then: None,
            }))
        };
        Some(match name {
            "random" => Self::Random,
            "beginner" => Self::Beginner(Beginner { habit: 0.6 }),
            "paper" => Self::Paper(Settings::default()),
            "strong" => Self::Strong(StrongSpec::default()),
            "argmax" => Self::Argmax(Settings::default()),
            "constant" => Self::Constant(Hand::Rock),
            "cycle" => return cycle("GCP"),
            "frequency" => Self::Frequency,
            "markov1" => Self::Markov(1),
            "markov2" => Self::Markov(2),
            "markov3" => Self::Markov(3),
            "wsls" => Self::WinStay,
            "match" => Self::Match,
            "meta" => Self::Meta,
            _ => return None,
        })
    }

    /// Its name without settings: one of [`NAMES`].
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Beginner(_) => "beginner",
            Self::Paper(_) => "paper",
            Self::Strong(_) => "strong",
            Self::Argmax(_) => "argmax",
            Self::Constant(_) => "constant",
            Self::Cycle(_) => "cycle",
            Self::Frequency => "frequency",
            Self::Markov(1) => "markov1",
            Self::Markov(2) => "markov2",
            Self::Markov(_) => "markov3",
            Self::WinStay => "wsls",
            Self::Match => "match",
            Self::Meta => "meta",
        }
    }

    /// The settings it has, beside hands that come first.
    const fn keys(&self) -> &'static [&'static str] {
        match self {
            Self::Beginner(_) => &["habit"],
            Self::Paper(_) => &BREEDING,
            Self::Strong(_) => &["population", "generations", "margin"],
            Self::Argmax(_) => &["key", "random", "weights"],
            Self::Cycle(_) => &["then", "at"],
            _ => &[],
        }
    }

    /// Sets a setting; the error is empty when it has no such setting.
    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        if !self.keys().contains(&key) {
            return Err(String::new());
        }
        match self {
            Self::Beginner(spec) => spec.habit = number(key, value, "a number within 0…1")?,
            Self::Paper(settings) | Self::Argmax(settings) => set_breeding(settings, key, value)?,
            Self::Strong(spec) => match key {
                "population" => spec.population = number(key, value, WHOLE)?,
                "generations" => spec.generations = number(key, value, WHOLE)?,
                _ => spec.margin = number(key, value, NUMBER)?,
            },
            Self::Cycle(Cycle { then, .. }) => {
                let (hands, at) = then.get_or_insert((Vec::new(), 0));
                if key == "at" {
                    *at = number(key, value, "a whole number of rounds")?;
                } else {
                    *hands = pattern(value).ok_or_else(|| {
                        format!("{key} cannot be \"{value}\": it takes {PATTERN}")
                    })?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Takes the hands that come first; `false` when it has none to take.
    fn set_hands(&mut self, text: &str) -> Result<bool, String> {
        match self {
            Self::Constant(hand) => {
                let read = Hand::read(text, Letters::English)
                    .or_else(|| Hand::read(text, Letters::Japanese));
                *hand = read.ok_or_else(|| {
                    format!("constant cannot play \"{text}\": it takes R, P or S (or G, C, P)")
                })?;
            }
            Self::Cycle(cycle) => {
                cycle.pattern = pattern(text)
                    .ok_or_else(|| format!("cycle cannot play \"{text}\": it takes {PATTERN}"))?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn validate(&self) -> Result<(), String> {
        let checked = match self {
            Self::Beginner(spec) => real("habit", spec.habit, 0.0, 1.0),
            Self::Paper(settings) | Self::Argmax(settings) => settings.validate(),
            Self::Strong(spec) => spec.validate(),
            Self::Cycle(Cycle {
                then: Some((hands, at)),
                ..
            }) if hands.is_empty() || *at == 0 => {
                return Err("cycle takes then=… and at=… together, as in \
                            cycle:GPCP,then=CGPPC,at=100"
                    .to_owned());
            }
            _ => Ok(()),
        };
        checked.map_err(|fault| fault.to_string())
    }

    /// The reader of this name, with this seed for everything random.
    pub fn build(&self, seed: u64) -> Box<dyn Reader> {
        match self.clone() {
            Self::Random => Box::new(Seated::new(Lot, seed)),
            Self::Beginner(spec) => Box::new(Seated::new(BeginnerMind(spec), seed)),
            Self::Paper(settings) => Box::new(Seated::new(Paper::new(settings), seed)),
            Self::Strong(spec) => Box::new(Seated::new(Strong::new(spec), seed)),
            Self::Argmax(settings) => {
                Box::new(Seated::new(Exact::new(self.to_string(), settings), seed))
            }
            Self::Constant(hand) => Box::new(Seated::new(Constant(hand), seed)),
            Self::Cycle(cycle) => Box::new(Seated::new(CycleMind(cycle), seed)),
            Self::Frequency => Box::new(Seated::new(Frequency::default(), seed)),
            Self::Markov(order) => Box::new(Seated::new(Exact::markov(order), seed)),
            Self::WinStay => Box::new(Seated::new(WinStay, seed)),
            Self::Match => Box::new(Seated::new(HistoryMatch::new(), seed)),
            Self::Meta => Box::new(Seated::new(Meta::new(), seed)),
        }
    }

    /// Its settings with their values; hands that come first have no key.
    fn values(&self) -> Vec<(&'static str, String)> {
        let write = |hands: &[Hand]| -> String {
            let letters = hands.iter().map(|hand| hand.letter(Letters::Japanese));
            letters.collect()
        };
        match self {
            Self::Beginner(spec) => vec![("habit", spec.habit.to_string())],
            Self::Paper(settings) | Self::Argmax(settings) => BREEDING
                .into_iter()
                .zip(breeding(settings))
                .filter(|(key, _)| self.keys().contains(key))
                .collect(),
            Self::Strong(spec) => vec![
                ("population", spec.population.to_string()),
                ("generations", spec.generations.to_string()),
                ("margin", spec.margin.to_string()),
            ],
            Self::Constant(hand) => vec![("", hand.letter(Letters::English).to_string())],
            Self::Cycle(Cycle { pattern, then }) => {
                let mut values = vec![("", write(pattern))];
                if let Some((hands, at)) = then {
                    values.push(("then", write(hands)));
                    values.push(("at", at.to_string()));
                }
                values
            }
            _ => Vec::new(),
        }
    }
}

/// The shortest name.
impl fmt::Display for ReaderSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let defaults = Self::preset(self.kind()).map_or_else(Vec::new, |preset| preset.values());
        let mut text = self.kind().to_owned();
        let mut separator = ':';
        for (key, value) in self.values() {
            let is_default = defaults.iter().any(|it| it.0 == key && it.1 == value);
            if is_default && !key.is_empty() {
                continue;
            }
            text.push(separator);
            if !key.is_empty() {
                text.push_str(key);
                text.push('=');
            }
            text.push_str(&value);
            separator = ',';
        }
        f.pad(&text)
    }
}

impl FromStr for ReaderSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let error = |problem| SpecError {
            spec: text.to_owned(),
            problem,
        };
        let (name, settings) = match text.split_once(':') {
            Some((name, settings)) => (name, Some(settings)),
            None => (text, None),
        };
        let name = name.trim().to_ascii_lowercase();
        let mut spec = Self::preset(&name).ok_or_else(|| {
            let (hint, all) = (hint(&name, &NAMES), NAMES.join(", "));
            error(format!(
                "there is no janken player \"{name}\"{hint}; players: {all}"
            ))
        })?;
        let kind = spec.kind();
        let allowed = || match Self::preset(kind).map(|preset| preset.keys()) {
            Some(keys) if !keys.is_empty() => format!("settings: {}", keys.join(", ")),
            _ => "it has no settings".to_owned(),
        };
        let mut given: Vec<String> = Vec::new();
        for (place, part) in settings.iter().flat_map(|it| it.split(',')).enumerate() {
            let Some((key, value)) = part.split_once('=') else {
                if place == 0 && spec.set_hands(part.trim()).map_err(error)? {
                    continue;
                }
                let part = part.trim();
                return Err(error(format!(
                    "\"{part}\" is not of the form key=value; {}",
                    allowed()
                )));
            };
            let (key, value) = (key.trim().to_ascii_lowercase(), value.trim());
            spec.set(&key, value).map_err(|problem| {
                if problem.is_empty() {
                    let hint = hint(&key, spec.keys());
                    error(format!(
                        "{kind} has no setting \"{key}\"{hint}; {}",
                        allowed()
                    ))
                } else {
                    error(problem)
                }
            })?;
            if given.contains(&key) {
                return Err(error(format!("{key} is given twice")));
            }
            given.push(key);
        }
        spec.validate().map_err(error)?;
        Ok(spec)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written() {
        for text in [
            "random",
            "paper",
            "paper:key=opp3",
            "paper:key=outcome1+shift1,population=20,weights=square,keep=no",
            "strong:margin=5",
            "markov2",
            "constant:P",
            "cycle:GPPCP",
            "cycle:GPCP,then=CGPPC,at=100",
            "beginner:habit=0.5",
            "argmax:key=opp2+own1,random=0",
        ] {
            let spec: ReaderSpec = text.parse().unwrap();
            assert_eq!(spec.to_string(), text);
            assert_eq!(spec.build(1).name(), text);
        }
        for name in NAMES {
            let spec: ReaderSpec = name.parse().unwrap();
            assert_eq!(spec.kind(), name);
            let written: ReaderSpec = spec.to_string().parse().unwrap();
            assert_eq!(written, spec);
        }
        let rsp: ReaderSpec = "cycle:rsp".parse().unwrap();
        assert_eq!(rsp.to_string(), "cycle:GCP");
    }

    #[test]
    fn faults_name_what_is_allowed() {
        for (text, expected) in [
            ("papper", "did you mean \"paper\"?"),
            ("paper:keys=opp3", "did you mean \"key\"?"),
            ("paper:key=opp9", "write opp1+own2"),
            ("paper:population=1", "within 2…1000"),
            ("paper:elite=50", "within 0…49"),
            ("paper:weights=cubic", "flat, linear, square"),
            ("paper:opp3", "not of the form key=value"),
            ("markov2:order=3", "it has no settings"),
            ("cycle:GXP", "letters G C P or R S P"),
            ("cycle:", "letters G C P or R S P"),
            ("cycle:GCP,at=4", "then=… and at=… together"),
            ("constant:lizard", "R, P or S"),
            ("strong:margin=1,margin=2", "given twice"),
            ("strong:margin=NaN", "within 0…"),
            ("", "players: random"),
        ] {
            let error = text.parse::<ReaderSpec>().unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
            assert!(!error.contains('\n'));
        }
    }
}
