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

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::json;
use toml::{Table, Value};

use crate::evolve::rivals::is_near_level;
use crate::evolve::tally::Tally;
use crate::evolve::{BEHAVIOUR, Settings};
use crate::measure::stats::{CONFIDENCE, Interval, Moments};
use crate::record::run::{Error, Event, read_events, read_header};

/// Name of the file that says which runs there are.
pub const SWEEP_FILE: &str = "sweep.toml";

/// What is measured of a run: at the end of its last cycle, and after the retest.
pub const MEASURES: [&str; 7] = [
    "mean_f_wr",
    "mean_f_sim",
    "mean_win_rate",
    "spread",
    "level",
    "rivals",
    "games",
];

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
    /// A setting that cannot be read.
    #[error("--set {0}: write a setting of [evolution] and its values, as in beta=0.01,0.001")]
    Set(String),
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
    #[error("{path}: {why}")]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// Two sweeps that are not shards of one.
    #[error("{0} and {1} are not shards of one sweep: their {SWEEP_FILE} differ")]
    Differ(PathBuf, PathBuf),
    /// A run that is not over.
    #[error(
        "{missing} of {all} runs are not over (the first is {first}): run the sweep again, it goes on"
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

/// Most runs of a sweep.
const MOST: usize = 100_000;

/// Reads "1..20", "3", "1..5,8".
///
/// # Errors
/// When it is nothing of the kind, or more than a sweep may have.
pub fn read_seeds(text: &str) -> Result<Vec<u64>, SweepError> {
    let wrong = || SweepError::Seeds(text.to_owned());
    let mut seeds = Vec::new();
    for part in text.split(',') {
        let (first, last) = match part.split_once("..") {
            Some((first, last)) => (first, last.trim_start_matches('=')),
            None => (part, part),
        };
        let [first, last]: [u64; 2] = match (first.trim().parse(), last.trim().parse()) {
            (Ok(first), Ok(last)) => [first, last],
            _ => return Err(wrong()),
        };
        let count = last.checked_sub(first).ok_or_else(wrong)?;
        if usize::try_from(count).map_or(true, |count| count + seeds.len() >= MOST) {
            return Err(wrong());
        }
        seeds.extend(first..=last);
    }
    let mut sorted = seeds.clone();
    sorted.sort_unstable();
    sorted.dedup();
    if sorted.len() == seeds.len() {
        Ok(seeds)
    } else {
        Err(wrong())
    }
}

/// Reads "beta=0.01,0.001". Values are TOML; a word needs no quotes.
///
/// # Errors
/// When it is nothing of the kind.
pub fn read_set(text: &str) -> Result<Varied, SweepError> {
    let wrong = || SweepError::Set(text.to_owned());
    let (key, values) = text.split_once('=').ok_or_else(wrong)?;
    let key = key.trim().trim_start_matches("evolution.").to_owned();
    // A comma within brackets belongs to a value.
    let mut parts = vec![String::new()];
    let mut depth = 0_i32;
    for letter in values.chars() {
        depth += match letter {
            '[' => 1,
            ']' => -1,
            _ => 0,
        };
        match (letter, parts.last_mut()) {
            (',', _) if depth == 0 => parts.push(String::new()),
            (_, Some(part)) => part.push(letter),
            _ => {}
        }
    }
    let values: Option<Vec<Value>> = parts
        .iter()
        .map(|part| {
            let part = part.trim();
            let parsed = format!("value = {part}").parse::<Table>();
            match parsed.ok().and_then(|mut table| table.remove("value")) {
                Some(value) => Some(value),
                None if part.is_empty() => None,
                None => Some(Value::String(part.to_owned())),
            }
        })
        .collect();
    match values {
        Some(values) if !key.is_empty() => Ok(Varied { key, values }),
        _ => Err(wrong()),
    }
}

impl Sweep {
    /// A sweep over `seeds` and every combination of `set`.
    #[must_use]
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
    /// When there is none.
    pub fn read(directory: &Path) -> Result<Self, SweepError> {
        let path = directory.join(SWEEP_FILE);
        let text = std::fs::read_to_string(&path)
            .map_err(|_| SweepError::NotASweep(directory.to_owned()))?;
        toml::from_str(&text).map_err(|error| SweepError::Unreadable {
            path,
            why: error.message().to_owned(),
        })
    }

    /// The values of each combination, the last setting changing fastest.
    #[must_use]
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
    /// The first setting that does not take its value.
    pub fn jobs(&self) -> Result<Vec<Job>, SweepError> {
        let mut jobs = Vec::new();
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
                jobs.push(Job {
                    name: file_name(&format!("{name}seed={seed}")),
                    combination,
                    seed,
                    settings: settings.clone(),
                });
            }
        }
        Ok(jobs)
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

/// What a run came to, in the order of [`MEASURES`]; `None` when it is not over.
///
/// # Errors
/// When its record cannot be read.
pub fn outcome(directory: &Path) -> Result<Option<[f64; MEASURES.len()]>, SweepError> {
    let near = read_header::<Settings>(directory)?.settings.near;
    let read = match read_events(directory) {
        // A run that was ended in its first moment.
        Err(Error::Io { error, .. }) if error.kind() == std::io::ErrorKind::NotFound => {
            return Ok(None);
        }
        read => read?,
    };
    let is_over = matches!(read.events.last(), Some(Event::End { complete: true, .. }));
    let point = read.events.iter().rev().find_map(|event| match event {
        Event::Cycle { point, .. } => *point,
        _ => None,
    });
    let end = read.events.iter().rev().find_map(|event| match event {
        Event::Rivals {
            rivals,
            individuals,
            games,
            ..
        } => Some((rivals, individuals, *games)),
        _ => None,
    });
    let (true, Some(point), Some((rivals, individuals, games))) = (is_over, point, end) else {
        return Ok(None);
    };
    let level = individuals.iter().filter(|it| {
        let tally = Tally {
            games: it.games,
            wins: it.wins,
            draws: it.draws,
        };
        tally
            .win_rate()
            .is_some_and(|rate| is_near_level(rate, near))
    });
    Ok(Some([
        point.mean_f_wr,
        point.mean_f_sim,
        point.mean_win_rate,
        point.spread,
        level.count() as f64,
        rivals.len() as f64,
        games as f64,
    ]))
}

/// What the runs of one combination say together.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The values that were set, as written.
    pub values: Vec<String>,
    /// How many runs.
    pub runs: usize,
    /// Mean and 95 % interval of each of [`MEASURES`]; no interval of a single run.
    pub measures: Vec<(f64, Option<Interval>)>,
}

/// The table of a sweep.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// The sweep.
    pub sweep: Sweep,
    /// One row a combination.
    pub rows: Vec<Row>,
}

impl Results {
    /// Reads the runs of a sweep from its directory, or from those of its shards.
    ///
    /// # Errors
    /// When they are not of one sweep, or a run is missing or not over.
    pub fn read(directories: &[PathBuf]) -> Result<Self, SweepError> {
        let Some((first, others)) = directories.split_first() else {
            return Err(SweepError::NotASweep(PathBuf::new()));
        };
        let sweep = Sweep::read(first)?;
        for other in others {
            if Sweep::read(other)? != sweep {
                return Err(SweepError::Differ(first.clone(), other.clone()));
            }
        }
        let jobs = sweep.jobs()?;
        let mut values: Vec<Vec<[f64; MEASURES.len()]>> =
            vec![Vec::new(); sweep.combinations().len()];
        let mut missing: Vec<&str> = Vec::new();
        for job in &jobs {
            let found = directories
                .iter()
                .map(|directory| directory.join(&job.name))
                .find(|path| path.is_dir());
            match found.map(|path| outcome(&path)).transpose()?.flatten() {
                Some(outcome) => values[job.combination].push(outcome),
                None => missing.push(&job.name),
            }
        }
        if let Some(first) = missing.first() {
            return Err(SweepError::Incomplete {
                missing: missing.len(),
                all: jobs.len(),
                first: (*first).to_owned(),
            });
        }
        let rows = sweep
            .combinations()
            .iter()
            .zip(&values)
            .map(|(set, runs)| Row {
                values: set.iter().map(|value| written(value)).collect(),
                runs: runs.len(),
                measures: (0..MEASURES.len())
                    .filter_map(|index| {
                        let of: Vec<f64> = runs.iter().map(|run| run[index]).collect();
                        let moments = Moments::of(&of)?;
                        Some((moments.mean, moments.mean_interval(CONFIDENCE)))
                    })
                    .collect(),
            })
            .collect();
        Ok(Self { sweep, rows })
    }

    /// The JSON document; see the [module](self).
    #[must_use]
    pub fn json(&self) -> serde_json::Value {
        let rows: Vec<serde_json::Value> = self
            .rows
            .iter()
            .map(|row| {
                let keys = self.sweep.set.iter().map(|varied| varied.key.clone());
                let set: serde_json::Map<String, serde_json::Value> =
                    keys.zip(row.values.iter().map(|it| json!(it))).collect();
                let measures: serde_json::Map<String, serde_json::Value> = MEASURES
                    .iter()
                    .zip(&row.measures)
                    .map(|(&name, (mean, interval))| {
                        let interval = interval.map(|it| [it.low, it.high]);
                        let value = json!({ "mean": mean, "interval": interval });
                        (name.to_owned(), value)
                    })
                    .collect();
                json!({ "set": set, "runs": row.runs, "measures": measures })
            })
            .collect();
        json!({ "schema": "koteki-sweep/1", "seeds": self.sweep.seeds, "rows": rows })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_and_settings_as_they_are_typed() {
        assert_eq!(read_seeds("1..4,9").unwrap(), [1, 2, 3, 4, 9]);
        for wrong in ["", "4..1", "1..", "x", "1,1", "1..999999999999"] {
            assert!(read_seeds(wrong).is_err(), "{wrong}");
        }
        let set = read_set("evolution.genes.frontier.limits=[1, 9],[1, 99]").unwrap();
        assert_eq!(
            (set.key.as_str(), set.values.len()),
            ("genes.frontier.limits", 2)
        );
        assert!(read_set("beta").is_err() && read_set("beta=1,").is_err());
    }

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
        let text = toml::to_string(&sweep).unwrap();
        assert_eq!(toml::from_str::<Sweep>(&text).unwrap(), sweep);
    }
}
