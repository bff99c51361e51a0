//! `koteki learn GAME`: an evaluation learned from games.

pub mod blokus;
pub mod human;
pub mod othello;
mod rounds;
pub mod self_play;
pub mod show;

use std::ffi::OsString;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;

use crate::commands::unread::Unread;
use crate::ranks;
use koteki_games::words::harmless::Harmless;
use koteki_games::words::numbers::grouped;
use koteki_workers::Workers;

const RECORD_HEAD: &str = "# How the evaluation in the file of the same name was learned.\n\n";

/// Learns an evaluation from games that the program plays against itself.
///
/// Settings and seed give the same weights, whatever the number of threads.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// What to learn.
    #[command(subcommand)]
    pub game: Game,
}

impl Args {
    /// Whether several processes can divide its work.
    pub const fn divides(&self) -> bool {
        !matches!(self.game, Game::Human(_))
    }
}

/// A game that can be learned.
#[derive(Clone, Debug, clap::Subcommand)]
pub enum Game {
    /// Learn what the squares of Othello are worth
    Othello(othello::Args),
    /// Learn the winning rate of Blokus Duo, or look at what was learned
    Blokus(blokus::Args),
    /// Learn Blokus Duo from games against oneself, which makes a stronger player
    BlokusSelfPlay(self_play::Args),
    /// Learn how people choose their moves, from games of tournaments
    Human(human::Args),
}

/// Learns, and writes the weights and their record.
///
/// # Errors
/// Settings out of range, a file that cannot be read or written, no threads.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.game {
        Game::Othello(args) => othello::run(args),
        Game::Blokus(args) => blokus::run(args),
        Game::BlokusSelfPlay(args) => self_play::run(args),
        Game::Human(args) => human::run(args),
    }
}

/// Those who play and fit.
fn workers(jobs: Option<u16>) -> anyhow::Result<Workers> {
    let jobs = jobs.map(usize::from);
    Ok(Workers::new(jobs, "learning", || {}, ranks::all())?)
}

/// Where what is not finished is kept.
fn part_of(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(OsString::from(".part"));
    name.into()
}

/// Whether there is something to `resume`, or nothing, as it should be.
fn check_part(part: &Path, resume: bool) -> anyhow::Result<()> {
    let shown = part.display();
    anyhow::ensure!(
        resume || !part.exists(),
        "{shown}: this was begun and not finished; continue with --resume, or remove the file"
    );
    anyhow::ensure!(
        part.exists() || !resume,
        "{shown}: there is nothing to resume; start without --resume"
    );
    Ok(())
}

/// Removes what is finished.
fn remove_part(part: &Path) -> anyhow::Result<()> {
    match fs::remove_file(part) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            let part = part.display();
            Err(error).with_context(|| format!("cannot remove {part}, which is no longer of use"))
        }
        _ => Ok(()),
    }
}

/// What is said of it when the learning stops before its end.
fn goes_on(part: &Path) -> String {
    format!(
        "kept in {}; the same command with --resume continues",
        part.display()
    )
}

/// Where lines go. What is learned goes into a file, whoever reads how far that is.
fn lines() -> impl Write {
    Harmless::words(Unread::new(io::stdout()))
}

fn written(weights: &str, bytes: usize, record: &str) -> String {
    format!(
        "{weights}: {} bytes; how it came to be: {record}",
        grouped(bytes as u64)
    )
}
