//! What an experiment is given to work with.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::Serialize;
use serde::de::DeserializeOwned;

use koteki_engine::player::PlayerError;
use koteki_engine::search::budget::{Cancel, CancelledError};
use koteki_engine::wire::error::EngineError;
use koteki_record::keep::{Keep, KeepError};
use koteki_rivals::evolve::SettingsError;
use koteki_rivals::evolve::run::StepError;
use koteki_rivals::measure::contest::ContestError;
use koteki_rivals::roster::{BuildError, SpecError};
use koteki_workers::{Pieces, Ranks, Workers};

/// How much an experiment plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// Seconds: enough to see that everything works, not to see what the paper saw.
    Small,
    /// The paper's numbers of games, positions and runs, or more.
    Paper,
}

impl Scale {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Small, Self::Paper];
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Small => "small",
            Self::Paper => "paper",
        })
    }
}

/// The words that [`Scale`] is read from.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no scale \"{0}\"; scales: small, paper")]
pub struct ScaleError(String);

impl FromStr for Scale {
    type Err = ScaleError;

    fn from_str(text: &str) -> Result<Self, ScaleError> {
        match text {
            "small" => Ok(Self::Small),
            "paper" => Ok(Self::Paper),
            other => Err(ScaleError(other.to_owned())),
        }
    }
}

/// What is asked of an experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// How much is played.
    pub scale: Scale,
    /// Seed of everything random.
    pub seed: u64,
    /// Threads; 0 for as many as the machine has cores, or one on each of several ranks. Does not change the report.
    pub jobs: usize,
}

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum ExperimentError {
    /// It was told to stop.
    #[error("the experiment was stopped")]
    Cancelled,
    /// Settings of a breeding that are out of range.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// An invalid name of a player.
    #[error(transparent)]
    Name(#[from] SpecError),
    /// A name that does not make a player.
    #[error(transparent)]
    Player(#[from] BuildError),
    /// A player that is another program failed.
    #[error(transparent)]
    Engine(Box<EngineError>),
    /// Games that were played wrongly.
    #[error(transparent)]
    Step(StepError),
    /// The system gives no threads.
    #[error("cannot start the threads of the experiment: {0}")]
    Threads(String),
    /// What is done cannot be kept.
    #[error(transparent)]
    Keep(#[from] KeepError),
    /// What the experiment needs did not come about, in words.
    #[error("{0}")]
    Other(String),
}

impl From<CancelledError> for ExperimentError {
    fn from(_: CancelledError) -> Self {
        Self::Cancelled
    }
}

impl From<PlayerError> for ExperimentError {
    fn from(why: PlayerError) -> Self {
        match why {
            PlayerError::Cancelled(_) => Self::Cancelled,
            PlayerError::Engine(fault) => Self::Engine(fault),
        }
    }
}

impl From<StepError> for ExperimentError {
    fn from(error: StepError) -> Self {
        match error {
            StepError::NoMove(why) => why.into(),
            other => Self::Step(other),
        }
    }
}

impl From<ContestError> for ExperimentError {
    fn from(error: ContestError) -> Self {
        match error {
            ContestError::Cancelled(_) => Self::Cancelled,
            ContestError::Engine(fault) => Self::Engine(fault),
            other @ ContestError::Threads { .. } => Self::Threads(other.to_string()),
        }
    }
}

/// How far an experiment has come; read by whoever shows it, from another thread.
#[derive(Debug, Default)]
pub struct Progress {
    planned: AtomicU64,
    done: AtomicU64,
}

impl Progress {
    /// The share done, 0 to 1; `None` while nothing is planned.
    pub fn share(&self) -> Option<f64> {
        let planned = self.planned.load(Ordering::Relaxed);
        let done = self.done.load(Ordering::Relaxed);
        (planned > 0).then(|| (done as f64 / planned as f64).min(1.0))
    }
}

/// Where an experiment works: its setup, those who do the work, and two lines to the outside.
pub struct Lab<'a> {
    setup: Setup,
    workers: Workers,
    progress: &'a Progress,
    cancel: &'a Cancel,
    keep: Option<&'a Keep>,
}

impl<'a> Lab<'a> {
    /// A lab with threads of its own, which shares its work with the `ranks`, where there are any. All of them have
    /// such a lab.
    ///
    /// # Errors
    /// When the system gives no threads.
    pub fn new(
        setup: Setup,
        ranks: Option<Arc<Ranks>>,
        progress: &'a Progress,
        cancel: &'a Cancel,
    ) -> Result<Self, ExperimentError> {
        let jobs = Some(setup.jobs).filter(|&jobs| jobs > 0);
        let workers = Workers::new(jobs, "experiment", || {}, ranks)
            .map_err(|error| ExperimentError::Threads(error.to_string()))?;
        Ok(Self {
            setup,
            workers,
            progress,
            cancel,
            keep: None,
        })
    }

    /// The same lab, which keeps what is done; on the first of the ranks alone.
    pub const fn keeping(mut self, keep: Option<&'a Keep>) -> Self {
        self.keep = keep;
        self
    }

    /// The scale asked for.
    pub const fn scale(&self) -> Scale {
        self.setup.scale
    }

    /// One of two values, by the scale.
    pub fn pick<T>(&self, small: T, paper: T) -> T {
        match self.setup.scale {
            Scale::Small => small,
            Scale::Paper => paper,
        }
    }

    /// Seed of everything random; derive from it with the coordinates of what it is for.
    pub const fn seed(&self) -> u64 {
        self.setup.seed
    }

    /// The flag that stops the experiment, for searches and games.
    pub const fn cancel(&self) -> &Cancel {
        self.cancel
    }

    /// Those who do the work.
    pub const fn workers(&self) -> &Workers {
        &self.workers
    }

    /// Announces work, in any unit that takes about the same time throughout (games, mostly).
    /// All of it before the first of it is done, or the time left is a guess too low.
    pub fn plan(&self, units: u64) {
        self.progress.planned.fetch_add(units, Ordering::Relaxed);
    }

    /// Reports work that is done, in the unit of [`plan`](Self::plan).
    pub fn done(&self, units: u64) {
        self.progress.done.fetch_add(units, Ordering::Relaxed);
    }

    /// As [`each`](Self::each), where what is done is kept; `what` tells these pieces from others of the
    /// experiment. A piece that has been done before is not done again: it counts as its `units` of the plan.
    ///
    /// # Errors
    /// As [`each`](Self::each), and when a result cannot be kept or what is kept is invalid.
    pub fn each_kept<T: Send + Serialize + DeserializeOwned>(
        &self,
        what: &[u64],
        count: usize,
        units: impl Fn(usize) -> u64 + Sync,
        work: impl Fn(usize) -> Result<T, ExperimentError> + Sync,
    ) -> Result<Vec<T>, ExperimentError> {
        let piece = |index: usize| [what, &[index as u64]].concat();
        let known = |index| {
            let result = self.keep.map(|keep| keep.get(&piece(index)));
            let result = result.transpose()?.flatten();
            if result.is_some() {
                self.done(units(index));
            }
            Ok(result)
        };
        let keep = |index, result: &T| {
            let kept = self.keep.map(|keep| keep.put(&piece(index), result));
            Ok(kept.transpose().map(drop)?)
        };
        self.workers
            .each_kept(self.pieces(count), known, work, keep)
    }

    /// Does `work` for 0 … `count` − 1, results in order. May be called within `work`.
    ///
    /// # Errors
    /// Those of `work`, and [`ExperimentError::Cancelled`] when the experiment is told to stop: the pieces
    /// not yet begun are then left.
    pub fn each<T: Send + Serialize + DeserializeOwned>(
        &self,
        count: usize,
        work: impl Fn(usize) -> Result<T, ExperimentError> + Sync,
    ) -> Result<Vec<T>, ExperimentError> {
        self.workers.each(self.pieces(count), work)
    }

    const fn pieces(&self, count: usize) -> Pieces<'_> {
        Pieces {
            count,
            cancel: self.cancel,
            counter: Some(&self.progress.done),
        }
    }
}
