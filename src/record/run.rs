//! The directory of an evolution run.
//!
//! | file | what |
//! |---|---|
//! | `run.toml` | format, settings, seed and where the run came from |
//! | `events.jsonl` | one line per cycle, command and choice of rivals; the last holds the whole archive. No times: two runs of the same seed are equal byte for byte |
//! | `timing.jsonl` | when, and how fast |
//! | `checkpoint.a`, `.b` | the state to go on from, written in turn; each knows how long the other files were, and a resume cuts them there |
//!
//! Each line is appended, flushed and put on the disk before the run goes on. A line torn by a crash
//! is skipped and reported by the reader; everything before it counts. While one checkpoint is being
//! written the other is whole.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek as _, Write};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Version of the files' format.
pub const FORMAT: u32 = 1;

/// Name of the file with settings, seed and provenance.
pub const RUN_FILE: &str = "run.toml";
/// Name of the file with the events.
pub const EVENTS_FILE: &str = "events.jsonl";
/// Name of the file with the times.
pub const TIMING_FILE: &str = "timing.jsonl";

/// Names of the checkpoints.
pub const CHECKPOINT_FILES: [&str; 2] = ["checkpoint.a", "checkpoint.b"];

/// Why a run's directory could not be written or read.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There are files already.
    #[error("{0} is not empty: name a new directory, nothing there is overwritten")]
    NotEmpty(PathBuf),
    /// Another program is writing there.
    #[error("{0} is being written by another program: name another directory")]
    Locked(PathBuf),
    /// The directory can't be made, or looked into.
    #[error("cannot make the directory {path}: {error}; name another one")]
    Directory {
        /// Which.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
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
    /// Nothing to go on from.
    #[error("{0} holds no whole checkpoint to go on from: begin a new run")]
    NoCheckpoint(PathBuf),
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
        /// How often they play differently, and each one's floor; empty when nobody was certified.
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
    /// What the sequential test says of it, in a word; missing where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<String>,
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

/// A state to go on from.
#[derive(Debug, Serialize, Deserialize)]
struct Checkpoint<S> {
    format: u32,
    /// Its number among the run's checkpoints.
    number: u64,
    /// Bytes that `events.jsonl` had.
    events: u64,
    /// Bytes that `timing.jsonl` had.
    timing: u64,
    state: S,
}

/// A run's directory, open for writing and locked against other writers.
#[derive(Debug)]
pub struct Writer {
    directory: PathBuf,
    events: Lines,
    timing: Lines,
    /// Checkpoints written so far.
    checkpoints: u64,
}

impl Writer {
    /// Makes the directory (and those above it) and writes `run.toml`.
    ///
    /// # Errors
    /// When there is something in the directory already, or the system refuses.
    pub fn create<S: Serialize>(directory: &Path, header: &Header<S>) -> Result<Self, Error> {
        let mut entries = fs::create_dir_all(directory)
            .and_then(|()| fs::read_dir(directory))
            .map_err(|error| Error::Directory {
                path: directory.to_owned(),
                error,
            })?;
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
        Ok(Self {
            directory: directory.to_owned(),
            events,
            timing,
            checkpoints: 0,
        })
    }

    /// Opens the directory of an earlier run to go on with it: its state, and the files cut to where
    /// they were with that state.
    ///
    /// # Errors
    /// When another program is writing there, there is no whole checkpoint, or the system refuses.
    pub fn resume<S: DeserializeOwned>(directory: &Path) -> Result<(Self, S), Error> {
        let mut events = Lines::open(directory.join(EVENTS_FILE))?;
        let mut timing = Lines::open(directory.join(TIMING_FILE))?;
        let newest = CHECKPOINT_FILES
            .iter()
            .filter_map(|name| fs::read(directory.join(name)).ok())
            .filter_map(|bytes| serde_json::from_slice::<Checkpoint<S>>(&bytes).ok())
            .filter(|checkpoint| checkpoint.format <= FORMAT)
            // Lines are on the disk before the checkpoint that counts them.
            .filter(|checkpoint| checkpoint.events <= events.length)
            .max_by_key(|checkpoint| checkpoint.number);
        let Some(checkpoint) = newest else {
            return Err(Error::NoCheckpoint(directory.to_owned()));
        };
        events.cut(checkpoint.events)?;
        // Times are no part of the run: what there is of them is kept.
        let length = checkpoint.timing.min(timing.length);
        timing.cut(length)?;
        let writer = Self {
            directory: directory.to_owned(),
            events,
            timing,
            checkpoints: checkpoint.number + 1,
        };
        Ok((writer, checkpoint.state))
    }

    /// Keeps a state to go on from, together with the lines written so far.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn checkpoint(&mut self, state: &impl Serialize) -> Result<(), Error> {
        let turn = usize::from(!self.checkpoints.is_multiple_of(2));
        let path = self.directory.join(CHECKPOINT_FILES[turn]);
        let checkpoint = Checkpoint {
            format: FORMAT,
            number: self.checkpoints,
            events: self.events.length,
            timing: self.timing.length,
            state,
        };
        let bytes =
            serde_json::to_vec(&checkpoint).map_err(|error| Error::encode(&path, &error))?;
        File::create(&path)
            .and_then(|mut file| {
                file.write_all(&bytes)?;
                file.sync_all()
            })
            .map_err(|error| Error::io(&path, error))?;
        self.checkpoints += 1;
        Ok(())
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

/// A file of one JSON value a line, locked.
#[derive(Debug)]
struct Lines {
    path: PathBuf,
    file: File,
    /// Bytes in it.
    length: u64,
}

impl Lines {
    fn create(path: PathBuf) -> Result<Self, Error> {
        let file = create_new(&path)?;
        Self::locked(path, file)
    }

    fn open(path: PathBuf) -> Result<Self, Error> {
        let file = OpenOptions::new()
            .append(true)
            .open(&path)
            .map_err(|error| Error::io(&path, error))?;
        Self::locked(path, file)
    }

    fn locked(path: PathBuf, mut file: File) -> Result<Self, Error> {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(Error::Locked(path)),
            // A file system without locks (some network ones) is written all the same.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        match file.seek(io::SeekFrom::End(0)) {
            Ok(length) => Ok(Self { path, file, length }),
            Err(error) => Err(Error::Io { path, error }),
        }
    }

    fn cut(&mut self, length: u64) -> Result<(), Error> {
        self.file
            .set_len(length)
            .and_then(|()| self.file.sync_all())
            .map_err(|error| Error::io(&self.path, error))?;
        self.length = length;
        Ok(())
    }

    fn append(&mut self, value: &impl Serialize) -> Result<(), Error> {
        let mut line =
            serde_json::to_vec(value).map_err(|error| Error::encode(&self.path, &error))?;
        line.push(b'\n');
        self.file
            .write_all(&line)
            .and_then(|()| self.file.sync_data())
            .map_err(|error| Error::io(&self.path, error))?;
        self.length += line.len() as u64;
        Ok(())
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

/// Reads `run.toml` of the run in `directory`. With `toml::Table` for the settings it reads those of
/// any version of the program.
///
/// # Errors
/// When the file cannot be read or does not hold a run's header.
pub fn read_header<S: for<'de> Deserialize<'de>>(directory: &Path) -> Result<Header<S>, Error> {
    let path = directory.join(RUN_FILE);
    let text = fs::read_to_string(&path).map_err(|error| Error::io(&path, error))?;
    toml::from_str(&text).map_err(|error| Error::encode(&path, &error))
}
