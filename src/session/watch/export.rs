//! The record of a run as tables and as one JSON document.
//!
//! # JSON
//!
//! One object; numbers are JSON numbers, what is not known is null:
//!
//! | key | what |
//! |---|---|
//! | `schema` | `"koteki-run/1"`; a change of meaning changes it |
//! | `seed` | the run's seed, as text (it may be beyond 2^53) |
//! | `program`, `behaviour`, `engine` | where the run came from |
//! | `features` | names of all features, in the order of every `weights` |
//! | `genes` | names of those that are bred |
//! | `moments` | the cycles in order, then the choice of rivals: objects as below |
//! | `complete` | whether the run came to rest; null while it has no end |
//!
//! A moment has `kind` (`"cycle"` or `"rivals"`), `cycle` (since the run began), `step`, `games` (since
//! the run began), `target` (the mean loss D that the opponent held), `curves` (see below), `rivals`
//! (ids of A, B, C in order; empty in a cycle), `mismatches` (objects with `pair`, the ids of two rivals,
//! or twice the same one for its floor, what its ties alone bring about; `rate`, the share of the game's
//! fixed positions in which they play differently; `interval`, its 95 % interval; empty when none was
//! certified) and `individuals`: objects with `id`, `weights`, `games`, `wins`, `draws` (against the
//! present target; after the retest of it alone), `win_rate` (wins plus half the draws, over the games),
//! `interval` (95 %, Jeffreys), `f_wr`, `f_sim`, `fitness` (at the latest evaluation; Ueda 2012, eqs.
//! 6.5-6.7) and `verdict` (of the sequential test: `"open"`, `"certified"`, `"too strong"`, `"too weak"`
//! or `"undecided"`; null where rivals are not certified).
//!
//! `curves` has `best_f_wr`, `mean_f_wr`, `mean_f_sim`, `mean_win_rate`, `spread` (mean distance of two
//! individuals in log10 weights) and the quartiles over individuals `f_wr_quartiles` and
//! `win_rate_quartiles` (two numbers each). The columns of the CSV files have the same names.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::recorded::tally;
use super::words;
use koteki_record::regular::make_folder;
use koteki_record::replace::replace_own;
use koteki_record::run::{Error, read_events, read_header};
use koteki_record::run::{Event, Header, Individual, Mismatch, Point, Verdict};
use koteki_record::{AtPath as _, PathError};
use koteki_rivals::evolve::Settings;
use koteki_rivals::measure::stats::quartiles;

/// Which files are wanted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted {
    /// individuals.csv, curves.csv and, when rivals were certified, mismatches.csv.
    pub csv: bool,
    /// run.json.
    pub json: bool,
    /// scatter.svg and curves.svg.
    pub svg: bool,
}

/// What was written.
#[derive(Clone, Debug)]
pub struct Written {
    /// The files.
    pub files: Vec<PathBuf>,
    /// Lines of the record that could not be read.
    pub faults: usize,
}

/// Why nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The record cannot be read.
    #[error(transparent)]
    Record(#[from] Error),
    /// There is nothing in it.
    #[error("{}", words::no_moments(.0))]
    Nothing(String),
    /// The folder leads elsewhere.
    #[error("{0} is a symbolic link: name the folder for the files with --out")]
    Link(String),
    /// The system refused.
    #[error(transparent)]
    Io(#[from] PathError),
}

/// Writes the files of the run in `directory` that are wanted into the folder `named`, which must be new or empty, else
/// into the folder export in it, where files of the same names are replaced.
///
/// # Errors
/// When there is no run, nothing of it is recorded, or the files cannot be written.
pub fn write(
    directory: &Path,
    named: Option<&Path>,
    wanted: Wanted,
) -> Result<Written, ExportError> {
    let nothing = || ExportError::Nothing(directory.display().to_string());
    let header = read_header::<Settings>(directory)?;
    let read = match read_events(directory) {
        // A run that was ended in its first moment.
        Err(Error::Io(refused)) if refused.error.kind() == ErrorKind::NotFound => {
            return Err(nothing());
        }
        read => read?,
    };
    let record = Record::new(header, read.events);
    if record.moments.is_empty() {
        return Err(nothing());
    }
    let mut texts = Vec::new();
    if wanted.csv {
        texts.push(("individuals.csv", record.individuals_csv()));
        texts.push(("curves.csv", record.curves_csv()));
        texts.push(("mismatches.csv", record.mismatches_csv()));
    }
    if wanted.json {
        texts.push(("run.json", format!("{}\n", record.json())));
    }
    if wanted.svg {
        texts.push(("scatter.svg", record.scatter_svg()));
        texts.push(("curves.svg", record.curves_svg()));
    }
    let folder = folder_of(directory, named)?;
    // Within the run the files are those of the run; elsewhere they may be anybody's.
    if named.is_some() && folder.read_dir().at(&folder)?.next().is_some() {
        return Err(Error::NotEmpty(folder).into());
    }
    let mut files = Vec::new();
    for (name, text) in texts.into_iter().filter(|(_, text)| !text.is_empty()) {
        let path = folder.join(name);
        replace_own(&path, text.as_bytes()).at(&path)?;
        files.push(path);
    }
    Ok(Written {
        files,
        faults: read.faults.len(),
    })
}

/// The folder that the export of a run or a study in `directory` goes to: `named`, else one within, which
/// is made. The directory may have come from elsewhere: a link in it is not followed.
///
/// # Errors
/// When it is a link, or cannot be made.
pub fn folder_of(directory: &Path, named: Option<&Path>) -> Result<PathBuf, ExportError> {
    let folder = named.map_or_else(|| directory.join("export"), Path::to_owned);
    if named.is_none() && folder.is_symlink() {
        return Err(ExportError::Link(folder.display().to_string()));
    }
    make_folder(&folder)?;
    Ok(folder)
}

/// The record of a run, read whole.
#[derive(Clone, Debug)]
pub struct Record {
    /// Settings, seed and where it came from.
    pub header: Header<Settings>,
    /// Names of the features, in the order of every weight vector.
    pub features: Vec<String>,
    /// Cycles, then the choice of rivals.
    pub moments: Vec<Moment>,
    /// Whether the run came to rest; `None` without an end.
    pub complete: Option<bool>,
}

/// The population at one moment.
#[derive(Clone, Debug)]
pub struct Moment {
    /// Whether it is the choice of the rivals.
    pub is_choice: bool,
    /// Cycles since the run began.
    pub cycle: u64,
    /// Steps since the run began.
    pub step: u64,
    /// Games since the run began.
    pub games: u64,
    /// The mean loss D that the opponent held.
    pub target: f64,
    /// Its point of the curves.
    pub point: Option<Point>,
    /// Ids of A, B, C.
    pub rivals: Vec<u64>,
    /// How often they play differently, and each one's floor.
    pub mismatches: Vec<Mismatch>,
    /// The population.
    pub individuals: Vec<Individual>,
}

impl Record {
    /// Puts the events of a run together.
    pub fn new(header: Header<Settings>, events: Vec<Event>) -> Self {
        let mut record = Self {
            header,
            features: Vec::new(),
            moments: Vec::new(),
            complete: None,
        };
        let mut last = 0;
        for event in events {
            match event {
                Event::Start { features, .. } => record.features = features,
                Event::Cycle {
                    cycle,
                    step,
                    games,
                    target,
                    point,
                    individuals,
                } => {
                    last = cycle;
                    record.moments.push(Moment {
                        is_choice: false,
                        cycle,
                        step,
                        games,
                        target,
                        point,
                        rivals: Vec::new(),
                        mismatches: Vec::new(),
                        individuals,
                    });
                }
                Event::Rivals {
                    step,
                    games,
                    target,
                    rivals,
                    mismatches,
                    individuals,
                } => record.moments.push(Moment {
                    is_choice: true,
                    cycle: last,
                    step,
                    games,
                    target,
                    point: None,
                    rivals,
                    mismatches,
                    individuals,
                }),
                Event::Command { .. } => {}
                Event::End { complete, .. } => record.complete = Some(complete),
            }
        }
        record
    }

    /// Names of the bred features with their places, in the order of the weight vector.
    pub(super) fn genes(&self) -> Vec<(usize, &str)> {
        self.features
            .iter()
            .enumerate()
            .filter(|(_, name)| self.header.settings.genes.contains_key(*name))
            .map(|(place, name)| (place, name.as_str()))
            .collect()
    }

    /// The JSON document; see the [module](self).
    pub fn json(&self) -> Value {
        let provenance = &self.header.provenance;
        let genes: Vec<&str> = self.genes().into_iter().map(|(_, name)| name).collect();
        let moments: Vec<Value> = self.moments.iter().map(Moment::json).collect();
        json!({
            "schema": "koteki-run/1",
            "seed": self.header.seed,
            "program": provenance.program,
            "behaviour": provenance.behaviour,
            "engine": provenance.engine,
            "features": self.features,
            "genes": genes,
            "moments": moments,
            "complete": self.complete,
        })
    }

    /// One line an individual and moment.
    pub fn individuals_csv(&self) -> String {
        let mut csv = format!(
            "kind,cycle,step,games_of_run,target,id,rival,{},games,wins,draws,win_rate,low,high,f_wr,f_sim,fitness,verdict\n",
            self.features.join(",")
        );
        for moment in &self.moments {
            for it in &moment.individuals {
                let (rate, low, high) = strength(it);
                let letter = moment.rivals.iter().position(|&id| id == it.id);
                let weights: Vec<String> = it.weights.iter().map(ToString::to_string).collect();
                csv.push_str(&format!(
                    "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n",
                    moment.kind(),
                    moment.cycle,
                    moment.step,
                    moment.games,
                    moment.target,
                    it.id,
                    letter.map_or_else(String::new, letter_of),
                    weights.join(","),
                    it.games,
                    it.wins,
                    it.draws,
                    cell(rate),
                    cell(low),
                    cell(high),
                    cell(it.f_wr),
                    cell(it.f_sim),
                    cell(it.fitness),
                    it.verdict.map_or("", Verdict::word),
                ));
            }
        }
        csv
    }

    /// One line a pair of rivals and one for each rival's floor, at each choice of rivals; empty when
    /// none was certified.
    pub fn mismatches_csv(&self) -> String {
        let mut csv = String::new();
        for moment in &self.moments {
            for it in &moment.mismatches {
                if csv.is_empty() {
                    csv.push_str("cycle,step,target,a,b,rate,low,high\n");
                }
                let ([a, b], [low, high]) = (it.pair, it.interval);
                csv.push_str(&format!(
                    "{},{},{},{a},{b},{},{low},{high}\n",
                    moment.cycle, moment.step, moment.target, it.rate,
                ));
            }
        }
        csv
    }

    /// One line a cycle.
    pub fn curves_csv(&self) -> String {
        let mut csv = String::from(
            "cycle,step,games,target,best_f_wr,mean_f_wr,f_wr_q1,f_wr_q3,mean_f_sim,mean_win_rate,win_rate_q1,win_rate_q3,spread\n",
        );
        for moment in self.moments.iter().filter(|it| !it.is_choice) {
            let point = moment.point;
            let f_wr = moment.f_wr_quartiles();
            let rate = moment.win_rate_quartiles();
            csv.push_str(&format!(
                "{},{},{},{},{},{},{},{},{},{},{},{},{}\n",
                moment.cycle,
                moment.step,
                moment.games,
                moment.target,
                cell(point.map(|it| it.best_f_wr)),
                cell(point.map(|it| it.mean_f_wr)),
                cell(f_wr.map(|it| it.0)),
                cell(f_wr.map(|it| it.1)),
                cell(point.map(|it| it.mean_f_sim)),
                cell(point.map(|it| it.mean_win_rate)),
                cell(rate.map(|it| it.0)),
                cell(rate.map(|it| it.1)),
                cell(point.map(|it| it.spread)),
            ));
        }
        csv
    }
}

impl Moment {
    const fn kind(&self) -> &'static str {
        if self.is_choice { "rivals" } else { "cycle" }
    }

    /// Quartiles of f_wr over the individuals that were ever drawn.
    pub fn f_wr_quartiles(&self) -> Option<(f64, f64)> {
        quartiles(self.individuals.iter().filter_map(|it| it.f_wr).collect())
    }

    /// Quartiles of the win rate over the individuals, at their latest evaluation; in a record without
    /// them those of all games against the present target.
    pub fn win_rate_quartiles(&self) -> Option<(f64, f64)> {
        if let Some(point) = self.point {
            return Some(point.win_rate_quartiles);
        }
        quartiles(
            self.individuals
                .iter()
                .filter_map(|it| strength(it).0)
                .collect(),
        )
    }

    fn json(&self) -> Value {
        let individuals: Vec<Value> = self
            .individuals
            .iter()
            .map(|it| {
                let (rate, low, high) = strength(it);
                json!({
                    "id": it.id,
                    "weights": it.weights,
                    "games": it.games,
                    "wins": it.wins,
                    "draws": it.draws,
                    "win_rate": rate,
                    "interval": [low, high],
                    "f_wr": it.f_wr,
                    "f_sim": it.f_sim,
                    "fitness": it.fitness,
                    "verdict": it.verdict,
                })
            })
            .collect();
        let curves = self.point.map(|point| {
            json!({
                "best_f_wr": point.best_f_wr,
                "mean_f_wr": point.mean_f_wr,
                "f_wr_quartiles": self.f_wr_quartiles(),
                "mean_f_sim": point.mean_f_sim,
                "mean_win_rate": point.mean_win_rate,
                "win_rate_quartiles": self.win_rate_quartiles(),
                "spread": point.spread,
            })
        });
        json!({
            "kind": self.kind(),
            "cycle": self.cycle,
            "step": self.step,
            "games": self.games,
            "target": self.target,
            "curves": curves,
            "rivals": self.rivals,
            "mismatches": self.mismatches,
            "individuals": individuals,
        })
    }
}

/// Win rate and the ends of its 95 % interval; nothing without games.
pub(super) fn strength(individual: &Individual) -> (Option<f64>, Option<f64>, Option<f64>) {
    let tally = tally(individual);
    let Some(rate) = tally.win_rate() else {
        return (None, None, None);
    };
    let (low, high) = tally.interval();
    (Some(rate), Some(low), Some(high))
}

/// The letter of a rival, 0 for A.
pub(super) fn letter_of(index: usize) -> String {
    char::from_u32(u32::from(b'A') + u32::try_from(index).unwrap_or(0))
        .map_or_else(String::new, String::from)
}

/// A cell of a table; empty for what is not known.
fn cell(value: Option<f64>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}
