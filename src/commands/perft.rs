//! `koteki perft`: counts the move sequences of Othello, the check of the rules against the published
//! table.

use std::io::{self, Write};
use std::time::Instant;

use anyhow::Context as _;

use super::path::parse as parse_path;
use crate::game::Game as _;
use crate::game::othello::notation::read_board;
use crate::game::othello::perft::PassCounts;
use crate::game::othello::{Position, obf};
use crate::search::othello::Path;
use crate::search::othello::perft::perft;
use crate::text::bench as text;

/// Count the games of each length from the start of Othello, or from another position
///
/// One line a length: the length and the number of games. Time and speed go to standard error.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// Longest length to count, in plies
    #[arg(value_parser = clap::value_parser!(u32).range(1..=60))]
    pub depth: u32,

    /// Whether a forced pass uses up a ply
    #[arg(long, value_enum, default_value_t = Passes::Ply)]
    pub passes: Passes,

    /// Count from here: 64 squares from a1 and the side to move, or a line of an OBF file
    #[arg(long, value_name = "BOARD", value_parser = read_position, allow_hyphen_values = true)]
    pub position: Option<Position>,

    /// Threads; as many as there are cores when left out. Does not change the counts
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,

    /// The processor's instructions to use: portable, avx2 or avx512; the fastest when left out
    #[arg(long, value_name = "PATH", value_parser = parse_path)]
    pub path: Option<Path>,
}

/// Which of the two published tables is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Passes {
    /// A forced pass is a ply
    Ply,
    /// A forced pass is not a ply
    None,
}

/// A board, or a line of an OBF file.
fn read_position(text: &str) -> Result<Position, String> {
    if text.contains([';', '%']) {
        return match obf::read_line(text) {
            Ok(Some(problem)) => Ok(problem.position),
            Ok(None) => Err(text::NO_POSITION.to_owned()),
            Err(error) => Err(error.to_string()),
        };
    }
    match read_board(text) {
        Ok(read) => Ok(read.position),
        Err(error) => Err(error.to_string()),
    }
}

/// Prints one line a depth, as it is counted, to standard output: depth and number of sequences; how
/// long each took to standard error.
///
/// # Errors
/// When the system gives no threads, or an output cannot be written.
pub fn run(args: &Args) -> anyhow::Result<()> {
    write_counts(args, &mut io::stdout().lock(), &mut io::stderr())
}

/// Writes the same lines to `out` and `times`.
///
/// # Errors
/// As [`run`].
pub fn write_counts(
    args: &Args,
    out: &mut impl Write,
    times: &mut impl Write,
) -> anyhow::Result<()> {
    let passes = match args.passes {
        Passes::Ply => PassCounts::Ply,
        Passes::None => PassCounts::NoPly,
    };
    let start = args.position.unwrap_or_else(Position::start);
    let path = args.path.unwrap_or_default();
    let jobs = args.jobs.map_or(0, usize::from);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(jobs)
        .build()
        .with_context(|| text::no_threads(jobs))?;
    for depth in 1..=args.depth {
        let begun = Instant::now();
        let count = pool.install(|| perft(&start, depth, passes, path));
        let seconds = begun.elapsed().as_secs_f64();
        writeln!(out, "{depth:>2} {count}")?;
        out.flush()?;
        let threads = pool.current_num_threads();
        let time = text::perft(depth, count, seconds, path.name(), threads);
        writeln!(times, "{time}")?;
    }
    Ok(())
}
