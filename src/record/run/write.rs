//! The one writer of a run's directory.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{
    CHECKPOINT_FILES, EVENTS_FILE, Error, Event, FORMAT, Header, LIVE_FILE, RUN_FILE, STOP_FILE,
    TIMING_FILE, Timing, differ, read,
};
use crate::record::regular::check_own;
use crate::record::replace::{beside, replace_own, replace_unsynced};

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
    /// `run.toml` as the run was begun with; empty in checkpoints of the first version.
    #[serde(default)]
    run: String,
    state: S,
}

/// The state from which the run in `directory` would be gone on with. Reads only.
///
/// # Errors
/// As [`Writer::resume`], but for other programs that write there.
pub fn read_state<S: DeserializeOwned>(directory: &Path) -> Result<Option<S>, Error> {
    let run = read::read_run_file(directory)?;
    let length = match fs::metadata(directory.join(EVENTS_FILE)) {
        // A run that was ended in its first moment.
        Err(error) if error.kind() == io::ErrorKind::NotFound => 0,
        found => {
            let path = directory.join(EVENTS_FILE);
            found.map_err(|error| Error::io(&path, error))?.len()
        }
    };
    let (newest, _) = newest::<S>(directory, &run, length)?;
    Ok(newest.map(|checkpoint| checkpoint.state))
}

/// The newest whole checkpoint of a run whose `run.toml` reads `run` and whose `events.jsonl` has
/// `events` bytes, and the name of a damaged one.
fn newest<S: DeserializeOwned>(
    directory: &Path,
    run: &str,
    events: u64,
) -> Result<(Option<Checkpoint<S>>, Option<&'static str>), Error> {
    let mut newest: Option<Checkpoint<S>> = None;
    let mut damaged = None;
    // What is there but may not be read is not missing.
    let mut is_there = false;
    let mut is_beyond = false;
    for name in CHECKPOINT_FILES {
        is_there |= directory.join(name).exists();
        let path = directory.join(name);
        let Ok(bytes) = check_own(&path).and_then(|()| fs::read(&path)) else {
            continue;
        };
        let whole = serde_json::from_slice::<Checkpoint<S>>(&bytes)
            .ok()
            .filter(|checkpoint| checkpoint.format <= FORMAT);
        // Lines are on the disk before the checkpoint that counts them.
        is_beyond |= whole.as_ref().is_some_and(|it| it.events > events);
        let whole = whole.filter(|checkpoint| checkpoint.events <= events);
        match whole {
            None => damaged = Some(name),
            Some(checkpoint) => {
                if newest
                    .as_ref()
                    .is_none_or(|it| it.number < checkpoint.number)
                {
                    newest = Some(checkpoint);
                }
            }
        }
    }
    if let Some(checkpoint) = &newest
        && !checkpoint.run.is_empty()
        && let Some(difference) = differ::texts(&checkpoint.run, run).into_iter().next()
    {
        return Err(Error::Differs {
            path: directory.to_owned(),
            difference: format!(
                "its {RUN_FILE} was changed after it began: {difference}; change it back"
            ),
        });
    }
    if newest.is_none() && is_beyond {
        return Err(Error::Shorter(directory.to_owned()));
    }
    if newest.is_none() && events > 0 && read::has_cycle(directory)? {
        let why = if is_there {
            Error::Damaged
        } else {
            Error::Missing
        };
        return Err(why(directory.to_owned()));
    }
    Ok((newest, damaged))
}

/// A run's directory, open for writing and locked against other writers.
#[derive(Debug)]
pub struct Writer {
    directory: PathBuf,
    /// The text of `run.toml`.
    run: String,
    events: Lines,
    timing: Lines,
    /// Checkpoints written so far.
    checkpoints: u64,
}

/// What an earlier run left to go on from.
#[derive(Debug)]
pub struct Resumed<S> {
    /// The state of the newest whole checkpoint; `None` when the run was ended before the first one,
    /// so that nothing is lost by beginning anew.
    pub state: Option<S>,
    /// The name of a checkpoint that is damaged, when there is one: the other was taken.
    pub damaged: Option<&'static str>,
}

impl Writer {
    /// Makes the directory (and those above it) and writes `run.toml`.
    ///
    /// # Errors
    /// When there is something in the directory already, or the system refuses.
    pub fn create<S: Serialize>(directory: &Path, header: &Header<S>) -> Result<Self, Error> {
        let entries = fs::create_dir_all(directory)
            .and_then(|()| fs::read_dir(directory))
            .map_err(|error| Error::Directory {
                path: directory.to_owned(),
                error,
            })?;
        // A program that was ended in its first moment leaves half a header: nothing of value.
        let path = directory.join(RUN_FILE);
        let half = beside(&path);
        if entries.filter_map(Result::ok).any(|it| it.path() != half) {
            return Err(Error::NotEmpty(directory.to_owned()));
        }
        let run = toml::to_string(header).map_err(|error| Error::encode(&path, &error))?;
        // Whole or not at all: from the moment it is there the run can be gone on with.
        replace_own(&path, run.as_bytes()).map_err(|error| Error::io(&path, error))?;
        let events = Lines::open(directory.join(EVENTS_FILE))?;
        let timing = Lines::open(directory.join(TIMING_FILE))?;
        // The names of the new files, too, are to survive a crash; not every system lets a
        // directory be opened.
        if let Ok(directory) = File::open(directory) {
            let _ = directory.sync_all();
        }
        Ok(Self {
            directory: directory.to_owned(),
            run,
            events,
            timing,
            checkpoints: 0,
        })
    }

    /// Opens the directory of an earlier run to go on with it: its state, and the files cut to where
    /// they were with that state. A request to stop that is still there is taken back.
    ///
    /// # Errors
    /// When another program is writing there, `run.toml` has been changed, both checkpoints of a run
    /// that had got somewhere are damaged, or the system refuses.
    pub fn resume<S: DeserializeOwned>(directory: &Path) -> Result<(Self, Resumed<S>), Error> {
        let run = read::read_run_file(directory)?;
        let mut events = Lines::open(directory.join(EVENTS_FILE))?;
        let mut timing = Lines::open(directory.join(TIMING_FILE))?;
        let (newest, damaged) = newest::<S>(directory, &run, events.length)?;
        let (events_length, timing_length, checkpoints, state) = match newest {
            Some(it) => (it.events, it.timing, it.number + 1, Some(it.state)),
            None => (0, 0, 0, None),
        };
        events.cut(events_length)?;
        // Times are no part of the run: what there is of them is kept.
        let length = timing_length.min(timing.length);
        timing.cut(length)?;
        let writer = Self {
            directory: directory.to_owned(),
            run,
            events,
            timing,
            checkpoints,
        };
        writer.stopped();
        Ok((writer, Resumed { state, damaged }))
    }

    /// Whether somebody has asked the run to stop by making the file `stop`.
    pub fn is_told_to_stop(&self) -> bool {
        self.directory.join(STOP_FILE).exists()
    }

    /// Takes the file `stop` away: what it asked for has been done.
    pub fn stopped(&self) {
        // Should this fail, the next resume tries again.
        let _ = fs::remove_file(self.directory.join(STOP_FILE));
    }

    /// Replaces `live.json`: a reader finds either the old contents whole or the new ones. The disk is not
    /// waited for: it is worth nothing after a crash; a failure is no fault of the run's.
    pub fn publish(&self, bytes: &[u8]) {
        let _ = replace_unsynced(&self.directory.join(LIVE_FILE), bytes);
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
            run: self.run.clone(),
            state,
        };
        let bytes =
            serde_json::to_vec(&checkpoint).map_err(|error| Error::encode(&path, &error))?;
        check_own(&path)
            .and_then(|()| File::create(&path))
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
    /// Opens the file, which need not be there yet.
    fn open(path: PathBuf) -> Result<Self, Error> {
        let file = check_own(&path)
            .and_then(|()| OpenOptions::new().append(true).create(true).open(&path))
            .map_err(|error| Error::io(&path, error))?;
        Self::locked(path, file)
    }

    fn locked(path: PathBuf, mut file: File) -> Result<Self, Error> {
        match patiently(&file) {
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
        if let Err(error) = self
            .file
            .write_all(&line)
            .and_then(|()| self.file.sync_data())
        {
            // On a full disk part of the line may have been written; what was whole stays.
            let _ = self.file.set_len(self.length);
            return Err(Error::io(&self.path, error));
        }
        self.length += line.len() as u64;
        Ok(())
    }
}

/// Takes the lock. A program that was killed a moment ago may not have let go of it yet.
fn patiently(file: &File) -> Result<(), TryLockError> {
    for _ in 0..10 {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(20)),
            other => return other,
        }
    }
    file.try_lock()
}
