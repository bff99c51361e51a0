//! `koteki perft`: counts the move sequences of Othello, the check of the rules against the published
//! table.

use std::io::{self, Write};

use crate::game::Game as _;
use crate::game::othello::Position;
use crate::game::othello::perft::{PassCounts, perft};

/// Count the games of each length from the start of Othello
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Args {
    /// Longest length to count, in plies
    #[arg(value_parser = clap::value_parser!(u32).range(1..=60))]
    pub depth: u32,

    /// Whether a forced pass uses up a ply
    #[arg(long, value_enum, default_value_t = Passes::Ply)]
    pub passes: Passes,
}

/// Which of the two published tables is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Passes {
    /// A forced pass is a ply
    Ply,
    /// A forced pass is not a ply
    None,
}

/// Prints one line a depth, as it is counted, to standard output: depth and number of sequences.
///
/// # Errors
/// When standard output cannot be written.
pub fn run(args: &Args) -> anyhow::Result<()> {
    Ok(write_counts(args, &mut io::stdout().lock())?)
}

/// Writes the same lines to `out`.
///
/// # Errors
/// When `out` cannot be written.
pub fn write_counts(args: &Args, out: &mut impl Write) -> io::Result<()> {
    let passes = match args.passes {
        Passes::Ply => PassCounts::Ply,
        Passes::None => PassCounts::NoPly,
    };
    let start = Position::start();
    for depth in 1..=args.depth {
        writeln!(out, "{depth:>2} {}", perft(&start, depth, passes))?;
        out.flush()?;
    }
    Ok(())
}
