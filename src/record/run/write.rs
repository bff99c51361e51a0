//! The one writer of a run's directory.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{
    CHECKPOINT_FILES, EVENTS_FILE, Error, Event, FORMAT, Header, LIVE_FILE, PAUSE_FILE, RUN_FILE,
    STOP_FILE, TIMING_FILE, Timing, differ, read,
};
use crate::AtPath as _;
use crate::append::AppendFile;
use crate::regular::{check_own, make_folder};
use crate::replace::{beside, replace_own, replace_unsynced, sync_folder};

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
            found.at(&path)?.len()
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

/// Asks the run in `directory` to stop at the next safe point.
///
/// # Errors
/// When the system refuses.
pub fn ask_to_stop(directory: &Path) -> io::Result<()> {
    make(&directory.join(STOP_FILE))
}

/// Asks the run in `directory` to wait, or to go on.
///
/// # Errors
/// When the system refuses.
pub fn ask_to_pause(directory: &Path, pause: bool) -> io::Result<()> {
    let path = directory.join(PAUSE_FILE);
    if pause {
        return make(&path);
    }
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

/// Makes an empty file; one that is there is left as it is, be it a link.
fn make(path: &Path) -> io::Result<()> {
    match File::options().write(true).create_new(true).open(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        made => made.map(drop),
    }
}

/// A run's directory, open for writing and locked against other writers.
#[derive(Debug)]
pub struct Writer {
    directory: PathBuf,
    /// The text of `run.toml`.
    run: String,
    events: AppendFile,
    timing: AppendFile,
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
        let entries = make_folder(directory)
            .map_err(|refused| refused.error)
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
        let run = toml::to_string(header)
            .map_err(io::Error::other)
            .at(&path)?;
        // Whole or not at all: from the moment it is there the run can be gone on with.
        replace_own(&path, run.as_bytes()).at(&path)?;
        let events = lines(directory.join(EVENTS_FILE))?;
        let timing = lines(directory.join(TIMING_FILE))?;
        // The names of the new files, too, are to survive a crash.
        sync_folder(&path);
        Ok(Self {
            directory: directory.to_owned(),
            run,
            events,
            timing,
            checkpoints: 0,
        })
    }

    /// Opens the directory of an earlier run to go on with it: its state, and the files cut to where
    /// they were with that state. A request to stop or to wait that is still there is taken back.
    ///
    /// # Errors
    /// When another program is writing there, `run.toml` has been changed, both checkpoints of a run
    /// that had got somewhere are damaged, or the system refuses.
    pub fn resume<S: DeserializeOwned>(directory: &Path) -> Result<(Self, Resumed<S>), Error> {
        let run = read::read_run_file(directory)?;
        let mut events = lines(directory.join(EVENTS_FILE))?;
        let mut timing = lines(directory.join(TIMING_FILE))?;
        let (newest, damaged) = newest::<S>(directory, &run, events.length())?;
        let (events_length, timing_length, checkpoints, state) = match newest {
            Some(it) => (it.events, it.timing, it.number + 1, Some(it.state)),
            None => (0, 0, 0, None),
        };
        events.cut(events_length)?;
        // Times are no part of the run: what there is of them is kept.
        let length = timing_length.min(timing.length());
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

    /// Whether the run has been asked to stop, by making the file `stop`.
    pub fn is_told_to_stop(&self) -> bool {
        self.directory.join(STOP_FILE).exists()
    }

    /// Whether the run has been asked to wait, by making the file `pause`.
    pub fn is_told_to_pause(&self) -> bool {
        self.directory.join(PAUSE_FILE).exists()
    }

    /// Takes the files `stop` and `pause` away: what they asked for has been done.
    pub fn stopped(&self) {
        // Should this fail, the next resume tries again.
        for name in [STOP_FILE, PAUSE_FILE] {
            let _ = fs::remove_file(self.directory.join(name));
        }
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
            events: self.events.length(),
            timing: self.timing.length(),
            run: self.run.clone(),
            state,
        };
        let bytes = serde_json::to_vec(&checkpoint).at(&path)?;
        check_own(&path)
            .and_then(|()| File::create(&path))
            .and_then(|mut file| {
                file.write_all(&bytes)?;
                file.sync_all()
            })
            .at(&path)?;
        self.checkpoints += 1;
        Ok(())
    }

    /// Appends an event and puts it on the disk.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn event(&mut self, event: &Event) -> Result<(), Error> {
        append(&mut self.events, event)
    }

    /// Appends a time.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn timing(&mut self, timing: &Timing) -> Result<(), Error> {
        append(&mut self.timing, timing)
    }
}

/// Opens a file of one JSON value a line, which need not be there yet.
fn lines(path: PathBuf) -> Result<AppendFile, Error> {
    AppendFile::open(&path, check_own)?.ok_or(Error::Locked(path))
}

fn append(lines: &mut AppendFile, value: &impl Serialize) -> Result<(), Error> {
    lines.append_json(value)?;
    Ok(lines.sync()?)
}
