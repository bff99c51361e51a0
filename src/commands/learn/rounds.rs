//! Learning in rounds: how it is run, what is said of it, and what a record holds of a fit.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::othello::write;
use super::{check_part, goes_on, part_of, remove_part, workers};
use crate::commands::interrupts::Interrupts;
use koteki_engine::search::budget::Cancel;
use koteki_games::words::numbers::grouped;
use koteki_record::keep::{self, Keep};
use koteki_rivals::learn::fit::Quality;
use koteki_rivals::learn::rounds::{LessonError, Plan, Progress};
use koteki_workers::Workers;

/// Which lesson games are kept of.
#[derive(PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    /// The command, which says all settings, and of a lesson that begins from weights the start of their SHA-256.
    lesson: String,
    /// Another version may play otherwise.
    program: String,
}

impl keep::Head for Head {
    const OPENING: &'static str = "{\"lesson\":";
    const WHO: &'static str = "a lesson";

    fn words(&self) -> String {
        format!("{} ({})", self.lesson, self.program)
    }
}

/// Opens or begins the file of the games of this lesson, whose weights go to `out`.
///
/// # Errors
/// When there is one and not to `resume`, or none though it is to, or the file is another's.
pub fn begin(out: &Path, resume: bool, lesson: String) -> anyhow::Result<Keep> {
    let part = part_of(out);
    check_part(&part, resume)?;
    let head = Head {
        lesson,
        program: concat!("koteki ", env!("CARGO_PKG_VERSION")).to_owned(),
    };
    Ok(Keep::open(&part, &head)?)
}

/// What was learned, and at what cost.
pub struct Sitting<L> {
    pub lesson: L,
    pub seconds: f64,
    pub threads: usize,
}

/// Has `teach` learn on `jobs` threads of each rank, with lines to `out` of how far it is; `None` after an interrupt.
///
/// # Errors
/// No threads, a line that cannot be written.
pub fn sit<L>(
    plan: Plan,
    jobs: Option<u16>,
    interrupts: &Interrupts,
    keep: Option<&Keep>,
    out: &mut impl Write,
    teach: impl FnOnce(&Workers, &Cancel, &mut Report<'_>) -> Result<L, LessonError>,
) -> anyhow::Result<Option<Sitting<L>>> {
    let begun = Instant::now();
    let workers = workers(jobs)?;
    let cancel = Cancel::new();
    let mut lines = Lines {
        out,
        plan,
        begun,
        cancel: &cancel,
        failed: None,
    };
    let mut report = |progress: Progress<'_>| lines.say(progress);
    let lesson = interrupts.watch(&cancel, || {}, || teach(&workers, &cancel, &mut report));
    if let Some(error) = lines.failed {
        return Err(error.into());
    }
    let lesson = match lesson {
        Err(LessonError::Keep(error)) => return Err(error.into()),
        Err(LessonError::Cancelled(_)) => None,
        Ok(_) if interrupts.is_raised() => None,
        Ok(lesson) => Some(lesson),
    };
    if let Some(keep) = keep.filter(|_| lesson.is_none()) {
        writeln!(out, "stopped, what was played is {}", goes_on(keep.path()))?;
    }
    Ok(lesson.map(|lesson| Sitting {
        lesson,
        seconds: begun.elapsed().as_secs_f64().round(),
        threads: workers.threads(),
    }))
}

/// Writes the weights and their record, each with its place, and to `out` what they are worth beside something else; games
/// that were kept until then are removed.
///
/// # Errors
/// When one of them cannot be written.
pub fn keep(
    (weights, bytes): (&Path, &[u8]),
    (place, record): (&Path, &impl Serialize),
    qualities: [(&str, &Quality); 2],
    out: &mut impl Write,
) -> anyhow::Result<ExitCode> {
    write(weights, bytes)?;
    let text = super::RECORD_HEAD.to_owned() + &toml::to_string(record)?;
    write(place, text.as_bytes())?;
    remove_part(&part_of(weights))?;
    for (who, quality) in qualities {
        writeln!(out, "{}", quality_line(who, quality))?;
    }
    let (weights, place) = (weights.display().to_string(), place.display().to_string());
    writeln!(out, "{}", super::written(&weights, bytes.len(), &place))?;
    Ok(ExitCode::SUCCESS)
}

/// Hears how far the learning has come.
pub type Report<'a> = dyn FnMut(Progress<'_>) + 'a;

/// Writes how far the learning is, a line at a time.
struct Lines<'a, W> {
    out: &'a mut W,
    plan: Plan,
    begun: Instant,
    /// Raised when a line cannot be written.
    cancel: &'a Cancel,
    /// Why it could not.
    failed: Option<io::Error>,
}

impl<W: Write> Lines<'_, W> {
    /// Writes the next line.
    fn say(&mut self, progress: Progress<'_>) {
        let seconds = self.begun.elapsed().as_secs_f64();
        let Plan {
            games: of, rounds, ..
        } = self.plan;
        let line = match progress {
            Progress::Played {
                round,
                games,
                positions,
            } => format!(
                "round {round} of {rounds}: {} of {} games, {} positions, {seconds:.0} s",
                grouped(games),
                grouped(of),
                grouped(positions)
            ),
            Progress::Fitting { round, positions } => format!(
                "round {round} of {rounds}: fitting {} positions, {seconds:.0} s",
                grouped(positions)
            ),
            Progress::Fitted(quality) => quality_line("learned", quality),
        };
        let written = writeln!(self.out, "{line}");
        if let Err(error) = written.and_then(|()| self.out.flush()) {
            self.failed = Some(error);
            self.cancel.cancel();
        }
    }
}

/// What a fit is worth, in a line.
pub fn quality_line(who: &str, quality: &Quality) -> String {
    format!(
        "{who}: log loss {:.4}, rms {:.4}, winner right {:.1} %, calibration off by {:.1} % \
         ({} positions of games not learned from)",
        quality.log_loss,
        quality.rms,
        100.0 * quality.accuracy,
        100.0 * quality.calibration_error(),
        grouped(quality.count as u64)
    )
}

/// What a record says of a fit.
#[derive(Debug, Serialize)]
pub struct Fit {
    positions: usize,
    log_loss: f64,
    rms: f64,
    winner_right: f64,
    calibration_error: f64,
    /// By tenths of the rate foretold: positions, mean foretold, mean that came.
    calibration: Vec<(usize, f64, f64)>,
}

impl From<&Quality> for Fit {
    fn from(quality: &Quality) -> Self {
        let round = |x: f64| (x * 1e5).round() / 1e5;
        Self {
            positions: quality.count,
            log_loss: round(quality.log_loss),
            rms: round(quality.rms),
            winner_right: round(quality.accuracy),
            calibration_error: round(quality.calibration_error()),
            calibration: quality
                .calibration
                .iter()
                .map(|&(n, p, r)| (n, round(p), round(r)))
                .collect(),
        }
    }
}
