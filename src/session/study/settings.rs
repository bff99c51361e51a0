//! What a study is made with: the same for everybody in it.

use serde::{Deserialize, Serialize};

use super::protocol::PAIRS;
use super::rounds::{self, Opponents, ROUNDS};
use koteki_rivals::evolve::rivals::WANTED;
use koteki_rivals::evolve::{self, SettingsError};
use koteki_rivals::roster::{PlayerSpec, SearchSpec};

/// What kind of experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The experiment with people (Ueda 2012, ch. 7): games that measure, six pairs, questionnaires.
    Guided,
    /// The blind test (§6.4.6): six pairs, and of each pair whether it was one player or two.
    Blind,
    /// Tsukamoto's experiment with people: four games each against three opponents; see [`rounds`].
    Tsukamoto,
}

/// What the agent is to hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// The estimate of all games by the choice model, turned into the agent's unit by the ladder: as
    /// in a sitting.
    #[default]
    Model,
    /// The plain mean loss over all games, as the agent itself sees them: the thesis' D, measured at
    /// the agent's depth.
    Seen,
}

/// The settings of a study.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "Written", try_from = "Written")]
pub struct Settings {
    /// What kind of experiment.
    pub kind: Kind,
    /// Games that measure the person; 0 (the person is not measured)…20.
    pub warmups: usize,
    /// The opponent in them, in the language of players.
    pub opponent: String,
    /// What the agent is to hold after them.
    pub measure: Measure,
    /// Who measures, in the language of players.
    pub tester: String,
    /// Three players to be compared, in the language of players; empty when they are bred.
    pub rivals: Vec<String>,
    /// The breeding.
    pub evolution: evolve::Settings,
    /// The opponents of [`Kind::Tsukamoto`], to which nothing of the above belongs; `None` in the others.
    pub opponents: Option<Opponents>,
}

/// The settings in a file: those that belong to the kind of study.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    kind: Kind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    warmups: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    opponent: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    measure: Option<Measure>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tester: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rivals: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    evolution: Option<evolve::Settings>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    opponents: Option<Opponents>,
}

impl From<Settings> for Written {
    fn from(settings: Settings) -> Self {
        let belongs = settings.kind != Kind::Tsukamoto;
        Self {
            kind: settings.kind,
            warmups: belongs.then_some(settings.warmups),
            opponent: belongs.then_some(settings.opponent),
            measure: belongs.then_some(settings.measure),
            tester: belongs.then_some(settings.tester),
            rivals: belongs.then_some(settings.rivals),
            evolution: belongs.then_some(settings.evolution),
            opponents: settings.opponents,
        }
    }
}

/// What is missing in a file, or belongs to another kind of study.
#[derive(Debug, thiserror::Error)]
enum FieldError {
    #[error("missing field `{0}`")]
    Missing(&'static str),
    #[error("`{0}` does not belong to this kind of study")]
    Foreign(&'static str),
}

impl TryFrom<Written> for Settings {
    type Error = FieldError;

    fn try_from(it: Written) -> Result<Self, FieldError> {
        if it.kind == Kind::Tsukamoto {
            for (key, is_there) in [
                ("warmups", it.warmups.is_some()),
                ("opponent", it.opponent.is_some()),
                ("measure", it.measure.is_some()),
                ("tester", it.tester.is_some()),
                ("rivals", it.rivals.is_some()),
                ("evolution", it.evolution.is_some()),
            ] {
                if is_there {
                    return Err(FieldError::Foreign(key));
                }
            }
            return Ok(Self {
                opponents: Some(it.opponents.ok_or(FieldError::Missing("opponents"))?),
                ..Self::tsukamoto()
            });
        }
        if it.opponents.is_some() {
            return Err(FieldError::Foreign("opponents"));
        }
        Ok(Self {
            kind: it.kind,
            warmups: it.warmups.ok_or(FieldError::Missing("warmups"))?,
            opponent: it.opponent.ok_or(FieldError::Missing("opponent"))?,
            measure: it.measure.ok_or(FieldError::Missing("measure"))?,
            tester: it.tester.ok_or(FieldError::Missing("tester"))?,
            rivals: it.rivals.ok_or(FieldError::Missing("rivals"))?,
            evolution: it.evolution.ok_or(FieldError::Missing("evolution"))?,
            opponents: None,
        })
    }
}

impl Settings {
    /// The experiment with people: three games against Beginner, the breeding of ch. 7.
    pub fn guided() -> Self {
        Self {
            kind: Kind::Guided,
            warmups: 3,
            opponent: "beginner".to_owned(),
            measure: Measure::Model,
            tester: format!("{:#}", PlayerSpec::Tester(SearchSpec::TESTER.into())),
            rivals: Vec::new(),
            evolution: breeding(),
            opponents: None,
        }
    }

    /// The blind test: the person is not measured, so the target comes from outside.
    pub fn blind() -> Self {
        Self {
            kind: Kind::Blind,
            warmups: 0,
            ..Self::guided()
        }
    }

    /// Tsukamoto's experiment with people, against the opponents of the paper.
    pub fn tsukamoto() -> Self {
        Self {
            kind: Kind::Tsukamoto,
            warmups: 0,
            opponents: Some(Opponents::of_the_paper()),
            ..Self::guided()
        }
    }

    /// Games in all.
    pub const fn games(&self) -> usize {
        match self.kind {
            Kind::Tsukamoto => ROUNDS * rounds::GAMES,
            Kind::Guided | Kind::Blind => self.warmups + 2 * PAIRS,
        }
    }

    /// The tester that measures.
    pub fn tester(&self) -> SearchSpec {
        match self.tester.parse() {
            Ok(PlayerSpec::Tester(spec)) => spec.plain().unwrap_or(SearchSpec::TESTER),
            _ => SearchSpec::TESTER,
        }
    }

    /// Checks every setting.
    ///
    /// # Errors
    /// The first one that is not allowed.
    pub fn validate(&self) -> Result<(), SettingsError> {
        let invalid = |key: &str, value: String, allowed: String| SettingsError {
            key: key.to_owned(),
            value,
            allowed,
        };
        if let Some(opponents) = &self.opponents {
            return opponents.validate();
        }
        if self.warmups > 20 {
            let allowed = "a whole number within 0…20".to_owned();
            return Err(invalid("warmups", self.warmups.to_string(), allowed));
        }
        let names = [("opponent", &self.opponent), ("tester", &self.tester)];
        for (key, name) in names
            .into_iter()
            .chain(self.rivals.iter().map(|name| ("rivals", name)))
        {
            let problem = match name.parse::<PlayerSpec>() {
                Ok(spec) if spec.is_open() => "a player that has its strength".to_owned(),
                Ok(_) => continue,
                Err(error) => error.problem.to_string(),
            };
            return Err(invalid(key, format!("{name:?}"), problem));
        }
        if !self.rivals.is_empty() && self.rivals.len() != WANTED {
            let allowed = format!("{WANTED} players, or none: then they are bred");
            return Err(invalid("rivals", format!("{:?}", self.rivals), allowed));
        }
        for (index, name) in self.rivals.iter().enumerate() {
            let same = |other: &String| other.parse::<PlayerSpec>().ok() == name.parse().ok();
            if self.rivals[..index].iter().any(same) {
                let allowed = "three players that differ: two of them are the same".to_owned();
                return Err(invalid("rivals", format!("{:?}", self.rivals), allowed));
            }
        }
        self.evolution.validate().map_err(|fault| SettingsError {
            key: format!("evolution.{}", fault.key),
            ..fault
        })
    }
}

/// The breeding of ch. 7. A person cannot be sent home because a run found fewer than three rivals near
/// level, as the thesis' could: another series of cycles follows then, at most three.
fn breeding() -> evolve::Settings {
    let mut settings = evolve::Settings::ueda_ch7();
    settings.retest.rounds = 3;
    settings
}
