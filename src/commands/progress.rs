//! A line that is written over itself while something goes on, beneath lines that stay.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use crate::ranks;
use koteki_games::words::harmless::harmless;
use ratatui::crossterm::terminal;

/// The least time between two versions of the line.
const PACE: Duration = Duration::from_millis(250);

/// The line. Off where there is no terminal that could take it back: then only whole lines are written.
#[derive(Debug, Default)]
pub struct Progress {
    on: bool,
    shown: bool,
    last: Option<Instant>,
}

impl Progress {
    /// A line that is shown only when `on`.
    pub fn new(on: bool) -> Self {
        Self {
            on,
            ..Self::default()
        }
    }

    /// Whether `stream` is a terminal on which a line can be taken back.
    pub fn is_possible(stream: &impl IsTerminal) -> bool {
        let term = std::env::var("TERM").unwrap_or_default();
        // Open MPI gives its processes a terminal that is none.
        !ranks::is_job() && stream.is_terminal() && !matches!(term.as_str(), "" | "dumb")
    }

    /// Shows what `line` says, unless it was shown a moment ago.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn show(&mut self, out: &mut dyn Write, line: impl FnOnce() -> String) -> io::Result<()> {
        if !self.on || self.last.is_some_and(|last| last.elapsed() < PACE) {
            return Ok(());
        }
        // A line that reached the edge would be broken in two, and only one of them taken back.
        let room = terminal::size().map_or(80, |(columns, _)| usize::from(columns).max(2)) - 1;
        let line: String = harmless(&line()).chars().take(room).collect();
        write!(out, "\r\x1b[K{line}")?;
        out.flush()?;
        self.shown = true;
        self.last = Some(Instant::now());
        Ok(())
    }

    /// Takes the line back: something that stays is about to be written.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn clear(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.shown {
            write!(out, "\r\x1b[K")?;
            self.shown = false;
        }
        self.last = None;
        Ok(())
    }
}
