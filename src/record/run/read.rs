//! Readers of a run's directory: of one that is over, and of one that is being written. They write
//! nothing and take no lock, so that they never stand in the way of the run.

use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::{EVENTS_FILE, Error, Event, FORMAT, Header, RUN_FILE, SWEEP_FILE, TIMING_FILE, Timing};
use crate::AtPath as _;
use crate::regular::check_own;

/// The events of a run, and the lines that could not be read.
#[derive(Clone, Debug, PartialEq)]
pub struct Events {
    /// The good lines.
    pub events: Vec<Event>,
    /// The others.
    pub faults: Vec<BadLine>,
}

/// A line that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadLine {
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
    let bytes = check_own(&path).and_then(|()| fs::read(&path)).at(&path)?;
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
            Err(error) => read.faults.push(BadLine {
                line: index + 1,
                reason: error.to_string(),
            }),
        }
    }
    Ok(read)
}

/// Whether the run in `directory` has come to its end: the last of its events says so.
///
/// # Errors
/// When they cannot be read, or were written by a newer version.
pub fn is_over(directory: &Path) -> Result<bool, Error> {
    if !directory.join(EVENTS_FILE).exists() {
        return Ok(false);
    }
    let read = read_events(directory)?;
    Ok(matches!(
        read.events.last(),
        Some(Event::End { complete: true, .. })
    ))
}

/// For how many seconds the run in `directory` has been bred, in all sittings up to its last line; 0 where that
/// is not known.
pub fn read_seconds(directory: &Path) -> f64 {
    // Of older versions each sitting begins anew.
    let times = times(directory).into_iter();
    let (sum, last) = times.fold((0.0, 0.0), |(sum, last), seconds| match seconds < last {
        true => (sum + last, seconds),
        false => (sum, seconds),
    });
    sum + last
}

/// What the last line of the run's times says: those that follow go on from there.
pub fn last_seconds(directory: &Path) -> f64 {
    times(directory).last().copied().unwrap_or(0.0)
}

fn times(directory: &Path) -> Vec<f64> {
    let path = directory.join(TIMING_FILE);
    let text = check_own(&path).and_then(|()| fs::read_to_string(&path));
    let text = text.unwrap_or_default();
    let lines = text.lines();
    lines
        .filter_map(|line| serde_json::from_str::<Timing>(line).ok())
        .map(|it| it.seconds)
        .collect()
}

/// Reads `run.toml` of the run in `directory`. With `toml::Table` for the settings it reads those of
/// any version of the program.
///
/// # Errors
/// When there is none, or it is not a run's header.
pub fn read_header<S: for<'de> Deserialize<'de>>(directory: &Path) -> Result<Header<S>, Error> {
    let text = read_run_file(directory)?;
    let header = toml::from_str(&text).map_err(|error: toml::de::Error| {
        let before = error.span().and_then(|span| text.get(..span.start));
        let line = before.map_or(1, |before| before.matches('\n').count() + 1);
        io::Error::other(format!("line {line}: {}", error.message().trim_end()))
    });
    Ok(header.at(&directory.join(RUN_FILE))?)
}

/// The text of `run.toml`.
pub(super) fn read_run_file(directory: &Path) -> Result<String, Error> {
    let not = |why| Error::NotARun {
        path: directory.to_owned(),
        why,
    };
    match fs::metadata(directory) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(not("there is nothing of that name"));
        }
        Ok(found) if !found.is_dir() => return Err(not("it is a file")),
        _ => {}
    }
    let path = directory.join(RUN_FILE);
    let read = check_own(&path).and_then(|()| fs::read_to_string(&path));
    read.at(&path).map_err(|refused| match refused.error.kind() {
        io::ErrorKind::NotFound if directory.join(SWEEP_FILE).exists() => not(
            "it is a sweep: name one of the runs in it (koteki merge prints the table of them all)",
        ),
        io::ErrorKind::NotFound => not("there is no run.toml in it"),
        _ => refused.into(),
    })
}

/// Whether a cycle of the run in `directory` is complete.
pub(super) fn has_cycle(directory: &Path) -> Result<bool, Error> {
    let read = read_events(directory)?;
    let is_cycle = |event: &Event| matches!(event, Event::Cycle { .. });
    // A line that cannot be read may be one; a torn first line is not one.
    let may_be = read.faults.iter().any(|fault| fault.line > 1);
    Ok(may_be || read.events.iter().any(is_cycle))
}

/// The lines of a file that another program is writing, as they come.
///
/// A last line without its end is left until the rest of it has come, however long that takes. When
/// the file gets shorter than what was read (the run was gone on with from an earlier checkpoint) it
/// is read from the beginning.
#[derive(Debug)]
pub struct Tail {
    path: PathBuf,
    /// Bytes read as whole lines.
    read: u64,
    /// Lines read.
    lines: usize,
    /// The end of what was read, to find out whether it is still the same file.
    last: Vec<u8>,
}

/// What a [`Tail`] found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct News {
    /// Whether what was read before no longer holds: the events begin anew.
    pub restarted: bool,
    /// The events that have come, each with the place of its line in the file, in bytes.
    pub events: Vec<(u64, Event)>,
    /// Lines that could not be read.
    pub faults: Vec<BadLine>,
    /// Whether the last line has no end: it is being written, or its program was killed in it.
    pub torn: bool,
}

/// Bytes remembered of what was read last.
const REMEMBERED: usize = 64;
/// Most bytes read at once, unless one line is longer.
const CHUNK: u64 = 4 << 20;

impl Tail {
    /// The events of the run in `directory`, from the first one.
    pub fn new(directory: &Path) -> Self {
        Self {
            path: directory.join(EVENTS_FILE),
            read: 0,
            lines: 0,
            last: Vec::new(),
        }
    }

    /// What has come since the last time. When there is very much of it, only a part: ask again until
    /// nothing comes.
    ///
    /// # Errors
    /// When the file cannot be read, or was written by a newer version.
    pub fn poll(&mut self) -> Result<News, Error> {
        let mut news = News::default();
        let mut file = check_own(&self.path)
            .and_then(|()| File::open(&self.path))
            .at(&self.path)?;
        let length = file.metadata().at(&self.path)?.len();
        if !self.is_the_same(&mut file, length).at(&self.path)? {
            news.restarted = true;
            (self.read, self.lines) = (0, 0);
            self.last.clear();
        }
        if length == self.read {
            return Ok(news);
        }
        let mut bytes = Vec::new();
        let mut limit = CHUNK;
        loop {
            file.seek(SeekFrom::Start(self.read)).at(&self.path)?;
            bytes.clear();
            (&mut file)
                .take(limit)
                .read_to_end(&mut bytes)
                .at(&self.path)?;
            // A line longer than a chunk: the last one holds the whole archive.
            if bytes.contains(&b'\n') || (bytes.len() as u64) < limit {
                break;
            }
            limit *= 4;
        }
        let whole = bytes.iter().rposition(|&byte| byte == b'\n');
        let whole = whole.map_or(0, |end| end + 1);
        news.torn = bytes.len() > whole && self.read + (bytes.len() as u64) == length;
        if whole == 0 {
            return Ok(news);
        }
        bytes.truncate(whole);
        let mut at = self.read;
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.lines += 1;
            if !line.iter().all(u8::is_ascii_whitespace) {
                match serde_json::from_slice(line) {
                    Ok(Event::Start { format, .. }) if format > FORMAT => {
                        let path = self.path.clone();
                        let found = format;
                        return Err(Error::Format { path, found });
                    }
                    Ok(event) => news.events.push((at, event)),
                    Err(error) => news.faults.push(BadLine {
                        line: self.lines,
                        reason: error.to_string(),
                    }),
                }
            }
            at += line.len() as u64;
        }
        self.read = at;
        self.last = bytes[bytes.len().saturating_sub(REMEMBERED)..].to_vec();
        Ok(news)
    }

    /// Whether the file still begins with what was read.
    fn is_the_same(&self, file: &mut File, length: u64) -> io::Result<bool> {
        if length < self.read {
            return Ok(false);
        }
        let mut found = vec![0; self.last.len()];
        file.seek(SeekFrom::Start(self.read - self.last.len() as u64))?;
        file.read_exact(&mut found)?;
        Ok(found == self.last)
    }

    /// The event whose line begins at byte `at`.
    ///
    /// # Errors
    /// When the file cannot be read, or there is none.
    pub fn event_at(&self, at: u64) -> Result<Event, Error> {
        use std::io::{BufRead as _, BufReader};
        let mut file = check_own(&self.path)
            .and_then(|()| File::open(&self.path))
            .at(&self.path)?;
        file.seek(SeekFrom::Start(at)).at(&self.path)?;
        let mut line = Vec::new();
        BufReader::new(file)
            .read_until(b'\n', &mut line)
            .at(&self.path)?;
        Ok(serde_json::from_slice(&line).at(&self.path)?)
    }
}
