//! The table that is drawn over itself on a terminal while a match goes on.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use ratatui::crossterm::terminal;
use unicode_width::UnicodeWidthChar as _;

use super::report::Report;
use koteki_games::words::harmless::harmless;

/// The least time between two versions.
const PACE: Duration = Duration::from_millis(500);

/// The table on standard error. Off where there is no terminal that could take it back.
#[derive(Debug)]
pub(super) struct Live {
    on: bool,
    /// Lines that are shown.
    lines: usize,
    begun: Instant,
    last: Option<Instant>,
    /// Games that were there before this sitting.
    before: u32,
}

impl Live {
    /// A table that is shown only when `on`; `before` games were played earlier.
    pub(super) fn new(on: bool, before: u32) -> Self {
        Self {
            on,
            lines: 0,
            begun: Instant::now(),
            last: None,
            before,
        }
    }

    /// Shows the report, unless it was shown a moment ago.
    pub(super) fn show(&mut self, report: impl FnOnce() -> Report) {
        if !self.on || self.last.is_some_and(|last| last.elapsed() < PACE) {
            return;
        }
        let (columns, rows) = terminal::size().unwrap_or((80, 24));
        let report = report();
        let seconds = self.begun.elapsed().as_secs_f64();
        let played = report.games().saturating_sub(self.before);
        let speed = f64::from(played) / seconds.max(0.001);
        let mut lines = vec![going(
            report.games(),
            report.most(),
            speed,
            report.is_sequential(),
        )];
        lines.extend(report.live_lines());
        // A line that reached the edge, or a table taller than the screen, could not be taken back.
        lines.truncate(usize::from(rows.max(3)) - 2);
        let mut drawn = self.taken_back();
        for line in &lines {
            drawn.push_str("\x1b[K");
            drawn.push_str(&fitting(&harmless(line), usize::from(columns.max(2)) - 1));
            drawn.push('\n');
        }
        drawn.push_str("\x1b[J");
        self.lines = lines.len();
        self.last = Some(Instant::now());
        // There may be no one to see it.
        let mut errors = io::stderr();
        let _ = errors
            .write_all(drawn.as_bytes())
            .and_then(|()| errors.flush());
    }

    /// What leads back to the table's first line.
    fn taken_back(&self) -> String {
        match self.lines {
            0 => String::new(),
            lines => format!("\r\x1b[{lines}A"),
        }
    }

    /// Takes the table back: what stays is about to be written.
    pub(super) fn clear(&mut self) {
        if self.lines > 0 {
            let mut errors = io::stderr();
            let _ = write!(errors, "{}\x1b[J", self.taken_back()).and_then(|()| errors.flush());
            self.lines = 0;
        }
    }
}

/// As much of a line as fits.
fn fitting(line: &str, columns: usize) -> String {
    let mut left = columns;
    line.chars()
        .take_while(|char| {
            let width = char.width().unwrap_or(0);
            let fits = width <= left;
            left = left.saturating_sub(width);
            fits
        })
        .collect()
}

fn going(games: u32, most: u64, speed: f64, sequential: bool) -> String {
    let speed_words = if speed >= 10.0 {
        format!("{speed:.0} a second")
    } else {
        format!("{speed:.2} a second")
    };
    if sequential {
        return format!("{games} games, {most} at most, {speed_words}");
    }
    let left = (most as f64 - f64::from(games)) / speed;
    let left = if speed > 0.0 && left.is_finite() {
        format!(", {} left", duration(left))
    } else {
        String::new()
    };
    format!("{games} of {most} games, {speed_words}{left}")
}

fn duration(seconds: f64) -> String {
    let seconds = seconds.max(0.0) as u64;
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{}:{:02} min", seconds / 60, seconds % 60),
        _ => format!("{}:{:02} h", seconds / 3600, seconds % 3600 / 60),
    }
}
