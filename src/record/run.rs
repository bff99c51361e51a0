//! The directory of an evolution run.
//!
//! | file | what |
//! |---|---|
//! | `run.toml` | format, settings, seed and where the run came from |
//! | `events.jsonl` | one line per cycle, command and choice of rivals; the last holds the whole archive. No times: two runs of the same seed are equal byte for byte |
//! | `timing.jsonl` | when, and how fast |
//!
//! Each line is appended, flushed and put on the disk before the run goes on. A line torn by a crash
//! is skipped and reported by the reader; everything before it counts.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// Version of the files' format.
pub const FORMAT: u32 = 1;

/// Name of the file with settings, seed and provenance.
pub const RUN_FILE: &str = "run.toml";
/// Name of the file with the events.
pub const EVENTS_FILE: &str = "events.jsonl";
/// Name of the file with the times.
pub const TIMING_FILE: &str = "timing.jsonl";

/// Why a run's directory could not be written or read.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There are files already.
    #[error("{0} is not empty: name a new directory, nothing there is overwritten")]
    NotEmpty(PathBuf),
    /// Another program is writing there.
    #[error("{0} is being written by another program: name another directory")]
    Locked(PathBuf),
    /// The system refused.
    #[error("{path}: {error}")]
    Io {
        /// The file or directory.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// A value that the format cannot hold.
    #[error("{path}: {reason}")]
    Encode {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
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

impl Error {
    fn io(path: &Path, error: io::Error) -> Self {
        let path = path.to_owned();
        Self::Io { path, error }
    }

    fn encode(path: &Path, reason: &impl ToString) -> Self {
        Self::Encode {
            path: path.to_owned(),
            reason: reason.to_string(),
        }
    }
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
        /// The population after the retest.
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
    /// Fitness of the win rate at its latest evaluation; null before it.
    pub f_wr: Option<f64>,
    /// Fitness of the similarity.
    pub f_sim: Option<f64>,
    /// The whole fitness.
    pub fitness: Option<f64>,
}

/// One line of `timing.jsonl`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Timing {
    /// Steps since the run began.
    pub step: u64,
    /// Games since the run began.
    pub games: u64,
    /// Seconds since the program began this run.
    pub seconds: f64,
}

/// A run's directory, open for writing and locked against other writers.
#[derive(Debug)]
pub struct Writer {
    events: Lines,
    timing: Lines,
}

impl Writer {
    /// Makes the directory (and those above it) and writes `run.toml`.
    ///
    /// # Errors
    /// When there is something in the directory already, or the system refuses.
    pub fn create<S: Serialize>(directory: &Path, header: &Header<S>) -> Result<Self, Error> {
        fs::create_dir_all(directory).map_err(|error| Error::io(directory, error))?;
        let mut entries = fs::read_dir(directory).map_err(|error| Error::io(directory, error))?;
        if entries.next().is_some() {
            return Err(Error::NotEmpty(directory.to_owned()));
        }
        let events = Lines::create(directory.join(EVENTS_FILE))?;
        let path = directory.join(RUN_FILE);
        let text = toml::to_string(header).map_err(|error| Error::encode(&path, &error))?;
        let mut file = create_new(&path)?;
        file.write_all(text.as_bytes())
            .and_then(|()| file.sync_all())
            .map_err(|error| Error::io(&path, error))?;
        let timing = Lines::create(directory.join(TIMING_FILE))?;
        // The names of the new files, too, are to survive a crash; not every system lets a
        // directory be opened.
        if let Ok(directory) = File::open(directory) {
            let _ = directory.sync_all();
        }
        Ok(Self { events, timing })
    }

    /// Appends an event and puts it on the disk.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn event(&mut self, event: &Event) -> Result<(), Error> {
        self.events.append(event)
    }

    /// Appends a time.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn timing(&mut self, timing: &Timing) -> Result<(), Error> {
        self.timing.append(timing)
    }
}

/// A file of one JSON value a line.
#[derive(Debug)]
struct Lines {
    path: PathBuf,
    file: File,
}

impl Lines {
    fn create(path: PathBuf) -> Result<Self, Error> {
        let file = create_new(&path)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(Error::Locked(path)),
            // A file system without locks (some network ones) is written all the same.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        Ok(Self { path, file })
    }

    fn append(&mut self, value: &impl Serialize) -> Result<(), Error> {
        let mut line =
            serde_json::to_vec(value).map_err(|error| Error::encode(&self.path, &error))?;
        line.push(b'\n');
        self.file
            .write_all(&line)
            .and_then(|()| self.file.sync_data())
            .map_err(|error| Error::io(&self.path, error))
    }
}

fn create_new(path: &Path) -> Result<File, Error> {
    OpenOptions::new()
        .append(true)
        .create_new(true)
        .open(path)
        .map_err(|error| Error::io(path, error))
}

/// The events of a run, and the lines that could not be read.
#[derive(Clone, Debug, PartialEq)]
pub struct Events {
    /// The good lines.
    pub events: Vec<Event>,
    /// The others.
    pub faults: Vec<Fault>,
}

/// A line that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Its number, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

/// Reads the events of the run in `directory`; a torn or foreign line is reported and skipped.
///
/// # Errors
/// When the file cannot be read, or was written by a newer version.
pub fn read_events(directory: &Path) -> Result<Events, Error> {
    let path = directory.join(EVENTS_FILE);
    let bytes = fs::read(&path).map_err(|error| Error::io(&path, error))?;
    let mut read = Events {
        events: Vec::new(),
        faults: Vec::new(),
    };
    for (index, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        match serde_json::from_slice(line) {
            Ok(Event::Start { format, .. }) if format > FORMAT => {
                let found = format;
                return Err(Error::Format { path, found });
            }
            Ok(event) => read.events.push(event),
            Err(error) => read.faults.push(Fault {
                line: index + 1,
                reason: error.to_string(),
            }),
        }
    }
    Ok(read)
}

/// Reads `run.toml` of the run in `directory`.
///
/// # Errors
/// When the file cannot be read or does not hold a run's header.
pub fn read_header<S: for<'de> Deserialize<'de>>(directory: &Path) -> Result<Header<S>, Error> {
    let path = directory.join(RUN_FILE);
    let text = fs::read_to_string(&path).map_err(|error| Error::io(&path, error))?;
    toml::from_str(&text).map_err(|error| Error::encode(&path, &error))
}
