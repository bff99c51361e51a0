//! What the runs of a sweep came to, one by one and together.

use std::path::{Path, PathBuf};

use serde_json::json;
use toml::Table;

use super::{Job, Sweep, SweepError, written};
use crate::watch::recorded::tally;
use koteki_record::run::{Error, Event, Verdict, differ, read_events, read_header};
use koteki_rivals::evolve::Settings;
use koteki_rivals::evolve::rivals::is_near_level;
use koteki_rivals::measure::stats::{CONFIDENCE, Interval, Moments};

/// What is measured of a run: at the end of its last cycle, and after the retest. `level` counts the
/// individuals whose win rate is near one half, `rivals` the chosen ones; where rivals are certified
/// only those that are, not those named without certainty.
pub const MEASURES: [&str; 7] = [
    "mean_f_wr",
    "mean_f_sim",
    "mean_win_rate",
    "spread",
    "level",
    "rivals",
    "games",
];

/// Those of them that lie between 0 and 1; none of the others is below 0.
const SHARES: [&str; 2] = ["mean_f_wr", "mean_win_rate"];

/// Whether the directory of `job`, `path`, holds its run and no other.
///
/// # Errors
/// In what it differs; when its header cannot be read.
pub fn check_run(path: &Path, job: &Job) -> Result<(), SweepError> {
    let header = read_header::<Settings>(path)?;
    let another = |difference: String| SweepError::AnotherRun {
        path: path.to_owned(),
        difference,
    };
    if header.seed != job.seed.to_string() {
        return Err(another(format!("its seed is {}", header.seed)));
    }
    if header.settings == job.settings {
        return Ok(());
    }
    let tables =
        [&header.settings, &job.settings].map(|it| Table::try_from(it).unwrap_or_default());
    let [before, now] = &tables;
    let first = differ::settings(before, now).into_iter().next();
    Err(another(
        first.unwrap_or_else(|| "its settings are others".to_owned()),
    ))
}

/// What a run came to, in the order of [`MEASURES`]; `None` when it is not over.
///
/// # Errors
/// When its record cannot be read.
pub fn outcome(directory: &Path) -> Result<Option<[f64; MEASURES.len()]>, SweepError> {
    let near = read_header::<Settings>(directory)?.settings.near;
    let read = match read_events(directory) {
        // A run that was ended in its first moment.
        Err(Error::Io(refused)) if refused.error.kind() == std::io::ErrorKind::NotFound => {
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
        tally(it)
            .win_rate()
            .is_some_and(|rate| is_near_level(rate, near))
    });
    // Some are named without certainty, so that there is an opponent.
    let rivals = rivals.iter().filter(|&&id| {
        let rival = individuals.iter().find(|it| it.id == id);
        rival
            .and_then(|it| it.verdict)
            .is_none_or(|verdict| verdict == Verdict::Certified)
    });
    Ok(Some([
        point.mean_f_wr,
        point.mean_f_sim,
        point.mean_win_rate,
        point.spread,
        level.count() as f64,
        rivals.count() as f64,
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
            let found = found.map(|path| check_run(&path, job).and_then(|()| outcome(&path)));
            match found.transpose()?.flatten() {
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
                        let top = if SHARES.contains(&MEASURES[index]) {
                            1.0
                        } else {
                            f64::INFINITY
                        };
                        // Student's interval knows of no limits.
                        let interval = moments.cautious_interval(CONFIDENCE).map(|it| Interval {
                            low: it.low.max(0.0),
                            high: it.high.min(top),
                        });
                        Some((moments.mean, interval))
                    })
                    .collect(),
            })
            .collect();
        Ok(Self { sweep, rows })
    }

    /// The JSON document; see the [module](super).
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
