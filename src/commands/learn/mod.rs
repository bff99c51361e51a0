//! `koteki learn GAME`: an evaluation learned from games.

pub mod blokus;
pub mod human;
pub mod othello;
mod rounds;
pub mod self_play;
pub mod show;

use std::io::{self, Write};
use std::process::ExitCode;

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
