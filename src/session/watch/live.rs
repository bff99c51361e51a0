//! What a run reports of itself a few times a second: the content of `live.json`.
//!
//! The file is replaced as a whole. While the run lives its `beat` goes up at least every
//! [`HEARTBEAT`]; when it no longer does the run was stopped or killed. Nothing is kept here: the
//! record of the run is `events.jsonl`.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use koteki_record::regular::check_own;
use koteki_record::run::LIVE_FILE;
use koteki_rivals::evolve::progress::Progress;
use koteki_rivals::evolve::run::Difference;
use koteki_rivals::evolve::snapshot::{CurvePoint, Dot, Gene, Phase, Snapshot};

/// Version of the format.
pub const FORMAT: u32 = 1;

/// The longest time between two beats of a run that lives.
pub const HEARTBEAT: Duration = Duration::from_secs(2);

/// The least time between two versions of the file.
pub const PACE: Duration = Duration::from_millis(500);

/// A run at one moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Live {
    /// [`FORMAT`].
    pub format: u32,
    /// Goes up with every version of the file.
    pub beat: u64,
    /// The run has ended: come to rest, or stopped.
    pub ended: bool,
    /// It has been asked to wait.
    #[serde(default)]
    pub paused: bool,
    /// What it is doing.
    pub phase: Phase,
    /// Cycles completed toward the present target.
    pub cycle: u32,
    /// Cycles the present target gets.
    pub cycles: u32,
    /// Steps since the run began.
    pub step: u64,
    /// Games since the run began.
    pub games: u64,
    /// Games a second over the last moments; 0 when idle.
    pub games_per_second: f64,
    /// Seconds until it comes to rest, about; null when not known.
    pub seconds_left: Option<f64>,
    /// Games toward the present target, those still to come among them.
    #[serde(default)]
    pub progress: Option<Progress>,
    /// The mean loss D the opponent holds.
    pub target: f64,
    /// The axes of weight space.
    pub genes: Vec<Gene>,
    /// The population, then the children of the latest step that were not kept.
    pub individuals: Vec<Dot>,
    /// How often the rivals play differently; empty before they are certified.
    #[serde(default)]
    pub differences: Vec<Difference>,
    /// A game that was just played; null before the first.
    pub game: Option<Game>,
}

/// A game of the run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Game {
    /// The game, as records call it: "othello".
    pub game: String,
    /// Who has Black, in the language of players.
    pub black: String,
    /// Who has White.
    pub white: String,
    /// The whole weight vector of the individual.
    pub weights: Vec<i32>,
    /// 0 when the individual has Black, 1 when it has White.
    pub side: usize,
    /// The moves in the game's transcript notation, passes included.
    pub transcript: String,
    /// How many of the first moves were drawn at random.
    pub opening: usize,
}

impl Live {
    /// What `snapshot` shows.
    pub fn of(snapshot: &Snapshot, beat: u64) -> Self {
        Self {
            format: FORMAT,
            beat,
            ended: false,
            paused: snapshot.paused,
            phase: snapshot.phase,
            cycle: snapshot.cycle,
            cycles: snapshot.cycles,
            step: snapshot.step,
            games: snapshot.games,
            games_per_second: snapshot.games_per_second,
            seconds_left: snapshot.progress.and_then(|it| it.seconds),
            progress: snapshot.progress,
            target: snapshot.target,
            genes: snapshot.genes.to_vec(),
            individuals: snapshot.individuals.clone(),
            differences: snapshot.differences.to_vec(),
            game: None,
        }
    }

    /// The same as the panes take it, with the curves from the record.
    pub fn snapshot(&self, curves: Arc<[CurvePoint]>) -> Snapshot {
        Snapshot {
            phase: self.phase,
            paused: self.paused,
            cycle: self.cycle,
            cycles: self.cycles,
            step: self.step,
            games: self.games,
            games_per_second: self.games_per_second,
            progress: self.progress,
            target: self.target,
            genes: self.genes.as_slice().into(),
            individuals: self.individuals.clone(),
            differences: self.differences.as_slice().into(),
            curves,
        }
    }
}

/// Reads `live.json` of the run in `directory`; `None` when there is no such file, or none that this version
/// understands.
///
/// # Errors
/// When the system refuses for another reason than that there is no such file.
pub fn read(directory: &Path) -> io::Result<Option<Live>> {
    let path = directory.join(LIVE_FILE);
    match check_own(&path).and_then(|()| fs::read(&path)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
        Ok(bytes) => Ok(serde_json::from_slice::<Live>(&bytes)
            .ok()
            .filter(|live| live.format == FORMAT)),
    }
}

/// How long ago `live.json` was written, by the clock of this machine.
pub fn age(directory: &Path) -> Option<Duration> {
    let written = fs::metadata(directory.join(LIVE_FILE))
        .ok()?
        .modified()
        .ok()?;
    written.elapsed().ok()
}
