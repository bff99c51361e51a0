//! The directory of an evolution run.
//!
//! | file | what |
//! |---|---|
//! | `run.toml` | format, settings, seed and where the run came from |
//! | `events.jsonl` | one line per cycle, command and choice of rivals; the last holds the whole archive. No times: two runs of the same seed are equal byte for byte |
//! | `timing.jsonl` | when, and how fast |
//! | `checkpoint.a`, `.b` | the state to go on from, written in turn; each knows how long the other files were, and a resume cuts them there |
//! | `live.json` | what the run does at the moment, for those who watch it; replaced a few times a second, no part of the record |
//! | `stop` | made to ask the run to stop at the next safe point; gone when it has |
//! | `pause` | made to ask the run to wait; it goes on when the file is gone |
//!
//! Each line is appended, flushed and put on the disk before the run goes on. A line torn by a crash
//! is skipped and reported by the reader; everything before it counts. While one checkpoint is being
//! written the other is whole.
//!
//! | module | what |
//! |---|---|
//! | `write` | the one writer: making the directory, appending, checkpoints, going on |
//! | `read` | any number of readers, of runs that are over and of those that are being written |
//! | [`differ`] | in what two headers differ, by name |

pub mod differ;
mod read;
mod write;

use std::io;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::PathError;

pub use read::{
    BadLine, Events, News, Tail, is_over, last_seconds, read_events, read_header, read_seconds,
};
pub use write::{Resumed, Writer, ask_to_pause, ask_to_stop, read_state};

/// Version of the files' format.
pub const FORMAT: u32 = 1;

/// Name of the file with settings, seed and provenance.
pub const RUN_FILE: &str = "run.toml";
/// Name of the file that makes a folder of runs a sweep.
pub const SWEEP_FILE: &str = "sweep.toml";
/// Name of the file with the events.
pub const EVENTS_FILE: &str = "events.jsonl";
/// Name of the file with the times.
pub const TIMING_FILE: &str = "timing.jsonl";

/// Name of the file with what the run does at the moment.
pub const LIVE_FILE: &str = "live.json";
/// Name of the file that asks the run to stop.
pub const STOP_FILE: &str = "stop";
/// Name of the file that asks the run to wait as long as it is there.
pub const PAUSE_FILE: &str = "pause";

/// Names of the checkpoints.
pub const CHECKPOINT_FILES: [&str; 2] = ["checkpoint.a", "checkpoint.b"];

/// Why a run's directory could not be written or read.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There are files already.
    #[error("{0} is not empty: name a new directory, nothing there is overwritten")]
    NotEmpty(PathBuf),
    /// Another program is writing there.
    #[error(
        "{0} is being written by another program: wait for it, stop it first, or name another directory"
    )]
    Locked(PathBuf),
    /// The directory can't be made, or looked into.
    #[error("cannot make the directory {path}: {error}; name another one")]
    Directory {
        /// Which.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// The system refused, or the format cannot hold a value.
    #[error(transparent)]
    Io(#[from] PathError),
    /// There is no checkpoint, but work that a new beginning would throw away.
    #[error(
        "{0}: its checkpoints ({a} and {b}) are missing, so the run cannot be resumed; it can be \
         watched, replayed and exported. Begin it anew in another directory: the same settings and seed give the \
         same events", a = CHECKPOINT_FILES[0], b = CHECKPOINT_FILES[1]
    )]
    Missing(PathBuf),
    /// The events are fewer than a checkpoint counts: they were lost or cut off.
    #[error(
        "{0}: events.jsonl is shorter than the checkpoints say; nothing was changed. Put the whole file back, or \
         start the run again in another directory: the same settings and seed give the same events"
    )]
    Shorter(PathBuf),
    /// Both checkpoints are damaged, and there is work that a new beginning would throw away.
    #[error(
        "{0}: both checkpoints are damaged; events.jsonl is whole as far as it goes and is kept. \
         Start the run again in another directory: the same settings and seed give the same events"
    )]
    Damaged(PathBuf),
    /// There is no run.
    #[error("{path} is not the directory of a run: {why}")]
    NotARun {
        /// Which.
        path: PathBuf,
        /// What is missing.
        why: &'static str,
    },
    /// Another version of the program made it, or `run.toml` is not what the run was begun with.
    #[error("cannot resume {path}: {difference}")]
    Differs {
        /// The run's directory.
        path: PathBuf,
        /// What differs, and how to mend it.
        difference: String,
    },
    /// The file was written by a newer version.
    #[error("{path}: format {found}, this program reads up to {FORMAT}: use a newer version")]
    Format {
        /// The file.
        path: PathBuf,
        /// The version it has.
        found: u32,
    },
}

/// The content of `run.toml`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header<S> {
    /// [`FORMAT`].
    pub format: u32,
    /// The run's seed. As text, because TOML has no whole numbers beyond 2^63.
    pub seed: String,
    /// Where the run came from.
    pub provenance: Provenance,
    /// All settings.
    pub settings: S,
}

/// Where a run came from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    /// Name and version of the program.
    pub program: String,
    /// Version of what the program does: equal ones give equal archives.
    pub behaviour: u32,
    /// The processor path the games were searched on.
    pub engine: String,
    /// The command line.
    pub command_line: Vec<String>,
}

/// One line of `events.jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// The first line.
    Start {
        /// [`FORMAT`].
        format: u32,
        /// The run's seed.
        seed: u64,
        /// The features, in the order of every weight vector.
        features: Vec<String>,
    },
    /// A cycle of breeding is complete.
    Cycle {
        /// Cycles since the run began.
        cycle: u64,
        /// Steps since the run began.
        step: u64,
        /// Games since the run began.
        games: u64,
        /// The mean loss D the opponent held.
        target: f64,
        /// The population in a few numbers; missing in files of the first version.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        point: Option<Point>,
        /// The population.
        individuals: Vec<Individual>,
    },
    /// A change of target.
    Command {
        /// The first step taken under it.
        step: u64,
        /// The mean loss D the opponent holds from then on.
        target: f64,
    },
    /// The run has come to rest with these rivals, A first.
    Rivals {
        /// Steps since the run began.
        step: u64,
        /// Games since the run began.
        games: u64,
        /// The mean loss D the opponent held.
        target: f64,
        /// Ids in the order A, B, C.
        rivals: Vec<u64>,
        /// How often they play differently, and each one's floor; empty when none was certified.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        mismatches: Vec<Mismatch>,
        /// The population after the retest, and who was certified before and bred away.
        individuals: Vec<Individual>,
    },
    /// The last line: the whole state of the run.
    End {
        /// Whether the run had come to rest.
        complete: bool,
        /// Everything that is needed to go on.
        archive: serde_json::Value,
    },
}

/// The population at the end of a cycle in a few numbers: one point of each curve.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// Highest f_wr in the population, each individual at its latest evaluation; those never drawn
    /// don't count.
    pub best_f_wr: f64,
    /// Mean f_wr.
    pub mean_f_wr: f64,
    /// Mean f_sim within the population as it is now.
    pub mean_f_sim: f64,
    /// Mean win rate against the opponent, at the latest evaluations; 0…1.
    pub mean_win_rate: f64,
    /// First and third quartile of those win rates.
    pub win_rate_quartiles: (f64, f64),
    /// Mean distance between two individuals in log10 weights.
    pub spread: f64,
}

/// How often two rivals play differently, in an [`Event`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mismatch {
    /// Ids of the two; twice the same one for its floor, what its ties alone bring about.
    pub pair: [u64; 2],
    /// The share of the game's fixed positions.
    pub rate: f64,
    /// Its 95 % interval.
    pub interval: [f64; 2],
}

/// An individual in an [`Event`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Individual {
    /// Its number, in order of birth.
    pub id: u64,
    /// The whole weight vector.
    pub weights: Vec<i32>,
    /// Games that speak for its strength.
    pub games: u32,
    /// Of them won.
    pub wins: u32,
    /// Of them drawn.
    pub draws: u32,
    /// 95 % interval of the win rate.
    #[serde(default)]
    pub interval: [f64; 2],
    /// What the sequential test says of it; missing where there is none.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "known"
    )]
    pub verdict: Option<Verdict>,
    /// Fitness of the win rate at its latest evaluation; null before it.
    pub f_wr: Option<f64>,
    /// Fitness of the similarity.
    pub f_sim: Option<f64>,
    /// The whole fitness.
    pub fitness: Option<f64>,
}

/// A verdict of a later version counts as none here: that is no reason to lose the whole cycle.
fn known<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Verdict>, D::Error> {
    let word = Option::<String>::deserialize(from)?;
    Ok(word.and_then(|word| Verdict::of(&word)))
}

/// What the sequential test says of an individual.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "&'static str")]
pub enum Verdict {
    /// Not enough games.
    Open,
    /// Level for certain.
    Certified,
    /// Wins too often.
    Strong,
    /// Loses too often.
    Weak,
    /// In doubt after all its games.
    Undecided,
}

impl Verdict {
    /// Its word in a record: that of the format, which stays when what is said to people changes.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Certified => "certified",
            Self::Strong => "too strong",
            Self::Weak => "too weak",
            Self::Undecided => "undecided",
        }
    }

    /// The verdict of this word; `None` when there is none.
    pub fn of(word: &str) -> Option<Self> {
        let all = [
            Self::Open,
            Self::Certified,
            Self::Strong,
            Self::Weak,
            Self::Undecided,
        ];
        all.into_iter().find(|verdict| verdict.word() == word)
    }
}

impl From<Verdict> for &'static str {
    fn from(verdict: Verdict) -> Self {
        verdict.word()
    }
}

/// One line of `timing.jsonl`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Timing {
    /// Steps since the run began.
    pub step: u64,
    /// Games since the run began.
    pub games: u64,
    /// Seconds that it has been bred for, earlier sittings included and waiting left out. In files of older versions
    /// each sitting begins anew.
    pub seconds: f64,
}
