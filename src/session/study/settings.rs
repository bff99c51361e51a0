//! What a study is made with: the same for everybody in it.

use serde::{Deserialize, Serialize};

use super::protocol::PAIRS;
use crate::evolve::rivals::WANTED;
use crate::evolve::{self, Invalid};
use crate::roster::{PlayerSpec, SearchSpec};

/// What kind of experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The experiment with people (Ueda 2012, ch. 7): games that measure, six pairs, questionnaires.
    Guided,
    /// The blind test (§6.4.6): six pairs, and of each pair whether it was one player or two.
    Blind,
}

/// What the agent is told to hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
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
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// What kind of experiment.
    pub kind: Kind,
    /// Games that measure the person; 0 (nobody is measured)…20.
    pub warmups: usize,
    /// The opponent in them, in the language of players.
    pub opponent: String,
    /// What the agent is told to hold after them.
    pub measure: Measure,
    /// Who measures, in the language of players.
    pub tester: String,
    /// Three players to be compared, in the language of players; empty when they are bred.
    pub rivals: Vec<String>,
    /// The breeding.
    pub evolution: evolve::Settings,
}

impl Settings {
    /// The experiment with people: three games against Beginner, the breeding of ch. 7.
    #[must_use]
    pub fn guided() -> Self {
        Self {
            kind: Kind::Guided,
            warmups: 3,
            opponent: "beginner".to_owned(),
            measure: Measure::Model,
            tester: format!("{:#}", PlayerSpec::Tester(SearchSpec::TESTER.into())),
            rivals: Vec::new(),
            evolution: breeding(),
        }
    }

    /// The blind test: nobody is measured, so the target comes from outside.
    #[must_use]
    pub fn blind() -> Self {
        Self {
            kind: Kind::Blind,
            warmups: 0,
            ..Self::guided()
        }
    }

    /// Games in all.
    #[must_use]
    pub const fn games(&self) -> usize {
        self.warmups + 2 * PAIRS
    }

    /// The tester that measures.
    #[must_use]
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
    pub fn validate(&self) -> Result<(), Invalid> {
        let invalid = |key: &str, value: String, allowed: String| Invalid {
            key: key.to_owned(),
            value,
            allowed,
        };
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
        self.evolution.validate().map_err(|fault| Invalid {
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
