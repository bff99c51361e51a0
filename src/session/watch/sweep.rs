//! Many runs: one for each seed and each combination of settings, and what they say together.
//!
//! A sweep has a directory: `sweep.toml` says which runs there are, and each is a run's directory of
//! its own beside it. A shard of a sweep is a directory of the same kind with a part of the runs; the
//! table of all shards together is that of the whole, because both are made from the records alone.
//!
//! # JSON
//!
//! One object: `schema` (`"koteki-sweep/1"`), `seeds`, and `rows`, one for each combination in order:
//! objects with `set` (the settings that were varied, by name), `runs` (how many) and `measures`: for
//! each of [`MEASURES`] an object with `mean` over the runs and `interval`, its 95 % interval
//! (Student's; null with a single run).

mod pace;
mod read;
mod results;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use toml::{Table, Value};

use koteki_record::AtPath as _;
use koteki_record::regular::check_own;
use koteki_record::run::Error;
use koteki_rivals::evolve::{BEHAVIOUR, Settings};

pub use koteki_record::run::SWEEP_FILE;
pub use pace::Pace;
pub use read::{read_seeds, read_set};
pub use results::{MEASURES, Results, Row, check_run, outcome};

/// Most runs of a sweep.
pub const MOST: usize = 100_000;

/// Which runs there are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sweep {
    /// Version of what the program does: runs of different ones don't go into one table.
    pub behaviour: u32,
    /// Seeds as text: TOML has no whole numbers beyond 2^63.
    pub seeds: Vec<String>,
    /// The settings that are varied, each with its values.
    pub set: Vec<Varied>,
    /// All other settings.
    pub settings: Settings,
}

/// A setting that is varied.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Varied {
    /// Its name, dotted from the settings of the breeding: "beta", "retest.cap".
    pub key: String,
    /// Its values.
    pub values: Vec<Value>,
}

/// One run of a sweep.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    /// The name of its directory.
    pub name: String,
    /// Number of its combination of settings.
    pub combination: usize,
    /// Its seed.
    pub seed: u64,
    /// Its settings.
    pub settings: Settings,
}

/// Why there is no sweep, or no table of one.
#[derive(Debug, thiserror::Error)]
pub enum SweepError {
    /// Seeds that cannot be read.
    #[error("--seeds {0}: write 1..20, or 3, or 1..5,8")]
    Seeds(String),
    /// The same seed more than once.
    #[error("--seeds {0}: seed {1} is there twice")]
    SeedTwice(String, u64),
    /// More runs than a sweep may have.
    #[error("{0}: that is more than {MOST} runs, the most that a sweep has; split it into several")]
    TooMany(String),
    /// A setting that cannot be read.
    #[error(
        "--set {0}: write a setting of [evolution] and its values, as in beta=0.01,0.001; a value with a \
         comma in quotes"
    )]
    Set(String),
    /// A setting that is varied more than once, or within another.
    #[error("--set {0}: another --set is of {1} already; give all its values in one")]
    KeyTwice(String, String),
    /// The same value more than once.
    #[error("--set {0}={1}: the value is there twice")]
    ValueTwice(String, String),
    /// Two runs whose directories would have one name.
    #[error(
        "two runs would be called {0}: sweep the values that give them that name one at a time"
    )]
    NameTwice(String),
    /// A setting with a value that it does not take.
    #[error("--set {key}={value}: {why}")]
    Value {
        /// The setting.
        key: String,
        /// The value.
        value: String,
        /// What is wrong.
        why: String,
    },
    /// There is no sweep.
    #[error("{0} is not the directory of a sweep: there is no {SWEEP_FILE} in it")]
    NotASweep(PathBuf),
    /// Its file cannot be read.
    #[error(
        "{path}: {why}; remove it and run the sweep again: the other runs are kept and continued"
    )]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// A run's directory that holds another run.
    #[error("{path} holds another run than the sweep's: {difference}; name another directory")]
    AnotherRun {
        /// Which.
        path: PathBuf,
        /// In what it differs.
        difference: String,
    },
    /// Two sweeps that are not shards of one.
    #[error("{0} and {1} are not shards of one sweep: their {SWEEP_FILE} differ")]
    Differ(PathBuf, PathBuf),
    /// A run that is not over.
    #[error(
        "{missing} of {all} runs are missing or not over (the first is {first}): name the folders of all shards, or run the sweep \
         again and it will continue"
    )]
    Incomplete {
        /// How many.
        missing: usize,
        /// Of how many.
        all: usize,
        /// The name of the first.
        first: String,
    },
    /// A record that cannot be read.
    #[error(transparent)]
    Record(#[from] Error),
}

impl Sweep {
    /// A sweep over `seeds` and every combination of `set`.
    pub fn new(seeds: &[u64], set: Vec<Varied>, settings: Settings) -> Self {
        Self {
            behaviour: BEHAVIOUR,
            seeds: seeds.iter().map(ToString::to_string).collect(),
            set,
            settings,
        }
    }

    /// The sweep in `directory`.
    ///
    /// # Errors
    /// When there is no sweep there that can be read.
    pub fn read(directory: &Path) -> Result<Self, SweepError> {
        let path = directory.join(SWEEP_FILE);
        let text = match check_own(&path).and_then(|()| std::fs::read_to_string(&path)) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Err(SweepError::NotASweep(directory.to_owned()));
            }
            text => text.at(&path).map_err(Error::from)?,
        };
        let unreadable = |why: &str| SweepError::Unreadable {
            path: path.clone(),
            why: why.to_owned(),
        };
        if text.trim().is_empty() {
            return Err(unreadable("the file is empty"));
        }
        toml::from_str(&text).map_err(|error| unreadable(error.message().trim_end()))
    }

    /// The values of each combination, the last setting changing fastest.
    pub fn combinations(&self) -> Vec<Vec<&Value>> {
        self.set.iter().fold(vec![Vec::new()], |all, varied| {
            all.iter()
                .flat_map(|before| {
                    varied.values.iter().map(move |value| {
                        let mut combination = before.clone();
                        combination.push(value);
                        combination
                    })
                })
                .collect()
        })
    }

    /// Every run: combination by combination, seed by seed.
    ///
    /// # Errors
    /// The first setting that does not take its value, or is there twice; more runs than a sweep has.
    pub fn jobs(&self) -> Result<Vec<Job>, SweepError> {
        self.check()?;
        let mut jobs = Vec::new();
        let mut names = HashSet::new();
        for (combination, values) in self.combinations().into_iter().enumerate() {
            let mut settings = self.settings.clone();
            let mut name = String::new();
            for (varied, &value) in self.set.iter().zip(&values) {
                settings = with(&settings, &varied.key, value)?;
                name.push_str(&format!("{}={},", varied.key, written(value)));
            }
            settings.validate().map_err(|fault| SweepError::Value {
                key: fault.key.clone(),
                value: fault.value.clone(),
                why: fault.allowed,
            })?;
            for seed in &self.seeds {
                let seed = seed
                    .parse()
                    .map_err(|_| SweepError::Seeds(seed.to_owned()))?;
                let name = file_name(&format!("{name}seed={seed}"));
                if !names.insert(name.clone()) {
                    return Err(SweepError::NameTwice(name));
                }
                jobs.push(Job {
                    name,
                    combination,
                    seed,
                    settings: settings.clone(),
                });
            }
        }
        Ok(jobs)
    }

    /// Whether every combination is another one, and there are not too many of them.
    fn check(&self) -> Result<(), SweepError> {
        let mut counts = self.set.iter().map(|varied| varied.values.len());
        let runs = counts.try_fold(self.seeds.len(), usize::checked_mul);
        if runs.is_none_or(|runs| runs > MOST) {
            let set = self.set.iter().map(|it| format!("--set {}", it.key));
            let all: Vec<String> = std::iter::once("--seeds".to_owned()).chain(set).collect();
            return Err(SweepError::TooMany(all.join(" ")));
        }
        for (index, varied) in self.set.iter().enumerate() {
            let key = &varied.key;
            let within = |other: &str| {
                let rest = key.strip_prefix(other);
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            };
            let overlaps = |other: &str| {
                within(other)
                    || other
                        .strip_prefix(key.as_str())
                        .is_some_and(|rest| rest.starts_with('.'))
            };
            if let Some(other) = self.set[..index].iter().find(|it| overlaps(&it.key)) {
                return Err(SweepError::KeyTwice(key.clone(), other.key.clone()));
            }
            // Compared by the settings that they lead to: 0.1 and 0.10 are one value.
            let mut known: Vec<Settings> = Vec::new();
            for value in &varied.values {
                let settings = with(&self.settings, key, value)?;
                if known.contains(&settings) {
                    return Err(SweepError::ValueTwice(key.clone(), written(value)));
                }
                known.push(settings);
            }
        }
        Ok(())
    }
}

/// `settings` with another value of one.
fn with(settings: &Settings, key: &str, value: &Value) -> Result<Settings, SweepError> {
    let fault = |why: String| SweepError::Value {
        key: key.to_owned(),
        value: written(value),
        why,
    };
    let mut whole = Table::try_from(settings).map_err(|error| fault(error.to_string()))?;
    let mut place = &mut whole;
    let mut parts: Vec<&str> = key.split('.').collect();
    let last = parts.pop().unwrap_or_default();
    for part in parts {
        place = place
            .get_mut(part)
            .and_then(Value::as_table_mut)
            .ok_or_else(|| fault("there is no such setting in [evolution]".to_owned()))?;
    }
    // Of the tables whose keys are free an entry may be new.
    let free = key.starts_with("fixed.");
    if !free && !place.contains_key(last) {
        return Err(fault("there is no such setting in [evolution]".to_owned()));
    }
    place.insert(last.to_owned(), value.clone());
    whole
        .try_into()
        .map_err(|error: toml::de::Error| fault(error.message().to_owned()))
}

/// A value without the quotes of a word.
fn written(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

/// A name that every file system takes.
fn file_name(name: &str) -> String {
    name.chars()
        .map(|letter| match letter {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '.' | '-' | '=' | ',' | '_' => letter,
            _ => '_',
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_combination_once_with_its_own_settings() {
        let set = ["beta=0.1,inf", "rounding=down"].map(|it| read_set(it).unwrap());
        let sweep = Sweep::new(&[7, 8], set.to_vec(), Settings::ueda_ch6());
        let jobs = sweep.jobs().unwrap();
        let names: Vec<&str> = jobs.iter().map(|job| job.name.as_str()).collect();
        assert_eq!(
            names,
            [
                "beta=0.1,rounding=down,seed=7",
                "beta=0.1,rounding=down,seed=8",
                "beta=inf,rounding=down,seed=7",
                "beta=inf,rounding=down,seed=8",
            ]
        );
        assert!(jobs[3].settings.beta.is_infinite() && jobs[3].combination == 1);
        for wrong in ["gamma=1", "beta=many", "games=7", "retest.first=x"] {
            let sweep = Sweep::new(&[1], vec![read_set(wrong).unwrap()], Settings::default());
            assert!(sweep.jobs().is_err(), "{wrong}");
        }
        let jobs = |set: &[&str]| {
            let set = set.iter().map(|it| read_set(it).unwrap()).collect();
            Sweep::new(&[1, 2], set, Settings::default()).jobs()
        };
        for (set, line) in [
            (&["beta=0.1", "beta=0.2"][..], "another --set is of beta"),
            (
                &["retest.cap=500", "evolution.retest.cap=600"],
                "another --set is of retest.cap",
            ),
            // A part of what another one sets whole.
            (
                &["retest.cap=500", "retest={}"],
                "another --set is of retest.cap",
            ),
            (&["beta=0.1,0.5,0.10"], "the value is there twice"),
            // A whole number and the same one as a real number.
            (&["beta=1,1.0"], "the value is there twice"),
        ] {
            let error = jobs(set).unwrap_err().to_string();
            assert!(error.contains(line), "{error}");
        }
        // 2 seeds × 300 × 300 combinations.
        let many = |key: &str, from: u32| {
            let values: Vec<String> = (from..from + 300).map(|it| it.to_string()).collect();
            format!("{key}={}", values.join(","))
        };
        let error = jobs(&[&many("cycles", 1), &many("population", 2)]).unwrap_err();
        assert!(matches!(error, SweepError::TooMany(_)), "{error}");
        let text = toml::to_string(&sweep).unwrap();
        assert_eq!(toml::from_str::<Sweep>(&text).unwrap(), sweep);
    }
}
