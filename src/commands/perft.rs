//! `koteki perft`: counts the move sequences of Othello or Blokus Duo, the check of the rules against the
//! published tables.

use std::io::{self, Write};
use std::time::Instant;

use anyhow::{Context as _, anyhow, bail};

use super::path::parse as parse_path;
use crate::commands::choice::{GAMES, one_of};
use crate::commands::words;
use koteki_engine::search::isa::Path;
use koteki_engine::search::othello::perft::perft;
use koteki_games::Game as _;
use koteki_games::othello::notation::read_board;
use koteki_games::othello::perft::PassCounts;
use koteki_games::othello::{Position, obf};
use koteki_games::words::harmless::Harmless;
use koteki_rivals::roster::kit::person::PersonKit;
use koteki_rivals::roster::kit::{GameKind, Kit as _, with_kit};

/// Count the games of each length from the start of a game, or from another position
///
/// One line a length: the length and the number of games. Time and speed go to standard error.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The game
    #[arg(long, value_name = "GAME", value_parser = one_of(&GAMES), default_value = "othello")]
    pub game: GameKind,

    /// The depth to count to, in plies
    #[arg(value_parser = clap::value_parser!(u32).range(1..=60))]
    pub depth: u32,

    /// Whether a forced pass uses up a ply (Othello only)
    #[arg(long, value_enum, default_value_t = Passes::Ply)]
    pub passes: Passes,

    /// Count from here. Othello: 64 squares from a1 and the side to move, or a line of an OBF file. Blokus
    /// Duo: the moves that lead there, as codes or lists of squares, or the text of a .blksgf file
    #[arg(long, value_name = "BOARD", allow_hyphen_values = true)]
    pub position: Option<String>,

    /// Threads; as many as there are cores when left out. Does not change the counts
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,

    /// The processor's instructions to use: portable, avx2 or avx512; the fastest when left out (Othello
    /// only)
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
            Ok(None) => Err("there is no position in this line".to_owned()),
            Err(error) => Err(error.to_string()),
        };
    }
    match read_board(text) {
        Ok(read) => Ok(read.position),
        Err(error) => Err(error.to_string()),
    }
}

/// The moves that lead to a position, or a file.
fn after_moves<K: PersonKit>(text: &str) -> anyhow::Result<K> {
    let line = if text.trim_start().starts_with('(') {
        let record = K::read_record(text).map_err(anyhow::Error::from_boxed)?;
        K::main_line(&record).map_err(anyhow::Error::from_boxed)?
    } else {
        K::read_game(text)?
    };
    Ok(line.position().clone())
}

/// A way to count the sequences of a depth.
type Count = Box<dyn Fn(u32) -> u64 + Sync>;

/// How to count what is asked for, and the name of the path it goes.
fn counter(args: &Args) -> anyhow::Result<(Count, &'static str)> {
    let text = args.position.as_deref();
    let othello = || {
        let passes = match args.passes {
            Passes::Ply => PassCounts::Ply,
            Passes::None => PassCounts::NoPly,
        };
        let start = text.map_or_else(|| Ok(Position::start()), read_position);
        let start = start.map_err(|error| anyhow!("--position: {error}"))?;
        let path = args.path.unwrap_or_default();
        let count: Count = Box::new(move |depth| perft(&start, depth, passes, path));
        Ok((count, path.name()))
    };
    with_kit!(args.game, Othello => othello(), K => {
        if args.path.is_some() {
            bail!(words::othello_only("--path"));
        }
        if args.passes == Passes::None {
            bail!(words::othello_only("--passes none"));
        }
        let start = text.map_or_else(|| Ok(K::start()), after_moves::<K>);
        let start = start.context("--position")?;
        let count = move |depth| koteki_games::perft(&start, depth);
        Ok((Box::new(count), K::NAME))
    })
}

/// Prints one line a depth, as it is counted, to standard output: depth and number of sequences; how
/// long each took to standard error.
///
/// # Errors
/// When the position cannot be read or an option is not of the game, the system gives no threads, or an
/// output cannot be written.
pub fn run(args: &Args) -> anyhow::Result<()> {
    write_counts(
        args,
        &mut Harmless::words(io::stdout().lock()),
        &mut Harmless::words(io::stderr()),
    )
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
    let (counted, path) = counter(args)?;
    let jobs = args.jobs.map_or(0, usize::from);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(jobs)
        .build()
        .with_context(|| words::no_threads(jobs))?;
    for depth in 1..=args.depth {
        let begun = Instant::now();
        let count = pool.install(|| counted(depth));
        let seconds = begun.elapsed().as_secs_f64();
        writeln!(out, "{depth:>2} {count}")?;
        out.flush()?;
        let threads = words::threads_of(pool.current_num_threads());
        let rate = words::rate(count, seconds);
        writeln!(
            times,
            "depth {depth}: {seconds:.3} s, {rate} leaves/s ({path}, {threads})"
        )?;
    }
    Ok(())
}
