//! The command line.

use clap::Parser;
use koteki::commands;

/// Board-game rivals measured against you and bred to be exactly your strength.
///
/// Without a command: a game of Othello in the terminal while rivals evolve behind it. Without a
/// terminal (a pipe, TERM=dumb) the same goes on in plain lines.
#[derive(Debug, Parser)]
#[command(
    name = "koteki",
    version,
    about,
    args_conflicts_with_subcommands = true
)]
pub struct Cli {
    /// How to play.
    #[command(flatten)]
    pub play: commands::play::Args,
}
