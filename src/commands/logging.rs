//! The log of every command: a file and never the screen, which belongs to whoever draws on it.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use tracing::level_filters::LevelFilter;

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

/// Begins to log to `file`, unless `level` is off or the process logs already.
///
/// # Errors
/// When the file or its folder can't be made.
pub fn start(level: LogLevel, file: &Path) -> Result<(), LogError> {
    if level == LogLevel::Off {
        return Ok(());
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
    let _ = tracing_subscriber::fmt()
        .with_max_level(filter(level))
        .with_writer(Mutex::new(opened))
        .with_ansi(false)
        // They would go to the screen.
        .log_internal_errors(false)
        .try_init();
    Ok(())
}
