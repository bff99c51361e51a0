//! The log of every command: a file and never the screen, which belongs to whoever draws on it.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use tracing::level_filters::LevelFilter;
use tracing_appender::non_blocking::WorkerGuard;

use crate::config::LogLevel;

/// A log longer than this is put aside at the start, in place of the one put aside before.
const MAX_BYTES: u64 = 4 << 20;

/// The log can't be written. Nothing depends on it: say so once and go on.
#[derive(Debug, thiserror::Error)]
#[error("cannot write the log {}: {error}; going on without one", file.display())]
pub struct LogError {
    /// Which file.
    pub file: PathBuf,
    /// What the system said.
    pub error: io::Error,
}

const fn filter(level: LogLevel) -> LevelFilter {
    match level {
        LogLevel::Off => LevelFilter::OFF,
        LogLevel::Error => LevelFilter::ERROR,
        LogLevel::Warn => LevelFilter::WARN,
        LogLevel::Info => LevelFilter::INFO,
        LogLevel::Debug => LevelFilter::DEBUG,
        LogLevel::Trace => LevelFilter::TRACE,
    }
}

/// Begins to log to `file`, and goes on until the guard is dropped; lines are written by a thread of
/// their own, so nobody waits for a disk. No guard when `level` is off, and when the process logs
/// already.
///
/// # Errors
/// When the file or its folder can't be made.
pub fn start(level: LogLevel, file: &Path) -> Result<Option<WorkerGuard>, LogError> {
    if level == LogLevel::Off {
        return Ok(None);
    }
    let open = || {
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        if fs::metadata(file).is_ok_and(|metadata| metadata.len() > MAX_BYTES) {
            fs::rename(file, file.with_extension("log.old"))?;
        }
        OpenOptions::new().create(true).append(true).open(file)
    };
    let opened = open().map_err(|error| LogError {
        file: file.to_owned(),
        error,
    })?;
    let (writer, guard) = tracing_appender::non_blocking(opened);
    let begun = tracing_subscriber::fmt()
        .with_max_level(filter(level))
        .with_writer(writer)
        .with_ansi(false)
        .try_init()
        .is_ok();
    Ok(begun.then_some(guard))
}
