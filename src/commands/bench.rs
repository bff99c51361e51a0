//! `koteki bench`: a fixed piece of work. What comes out is a fingerprint of what the engine answers,
//! the same on every path, for any number of threads and on any machine; how long it takes says how
//! fast this machine is.

use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use anyhow::Context as _;
use rayon::prelude::*;

use super::path::parse as parse_path;
use crate::commands::words;
use koteki_engine::eval::othello::Weights;
use koteki_engine::player::agent::{Agent, Settings, TO_THE_END, Ties};
use koteki_engine::player::best::{BestMove, Knowledge};
use koteki_engine::player::{Choice, Context, Player, PlayerError};
use koteki_engine::search::budget::{Cancel, CancelledError};
use koteki_engine::search::isa::Path;
use koteki_engine::search::othello::OthelloSearch;
use koteki_engine::search::othello::deepening::{self, Deepening};
use koteki_engine::search::othello::endgame::{self, Options, Wanted};
use koteki_engine::search::othello::perft::perft;
use koteki_engine::search::root::{RootMove, Search as _};
use koteki_games::othello::perft::PassCounts;
use koteki_games::othello::{Move, Position};
use koteki_games::{Game as _, GameLine};
use koteki_rivals::measure::contest::{play_out, random_opening};

/// Runs a fixed benchmark and prints its counts and time.
///
/// Prints a line a part - its name, the nodes, a digest of the answers - and one fingerprint of all of
/// them. The digests and the fingerprint are the same on every path, for any number of threads and on
/// any machine, until the engine answers differently; the nodes too, but for paths that look at several
/// boards at a time, which look at more. Times go to standard error.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Args {
    /// Threads; as many as there are cores when left out. Does not change the result
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// The processor's instructions to use: portable, avx2 or avx512; the fastest when left out
    #[arg(long, value_name = "PATH", value_parser = parse_path)]
    pub path: Option<Path>,
}

/// What a piece of a part came to.
#[derive(Clone, Debug, Default)]
struct Answer {
    /// Positions looked at, or sequences counted.
    nodes: u64,
    /// Values, moves, scores: whatever was asked for.
    said: Vec<i64>,
}

/// A part of the work.
struct Part {
    name: &'static str,
    /// What is counted by the second.
    unit: &'static str,
    /// Its pieces.
    pieces: u64,
    /// Does one piece on a path.
    work: fn(u64, Path) -> Result<Answer, CancelledError>,
    /// Whether the pieces are counted by the second, and not the nodes.
    by_piece: bool,
}

const PARTS: [Part; 7] = [
    Part {
        name: "perft-9",
        unit: "leaves",
        pieces: 2,
        work: count,
        by_piece: false,
    },
    Part {
        name: "midgame-5-all",
        unit: "nodes",
        pieces: 24,
        work: |piece, path| midgame(piece, 5, true, path),
        by_piece: false,
    },
    Part {
        name: "midgame-5-best",
        unit: "nodes",
        pieces: 24,
        work: |piece, path| midgame(piece, 5, false, path),
        by_piece: false,
    },
    Part {
        name: "midgame-8-best",
        unit: "nodes",
        pieces: 8,
        work: |piece, path| midgame(piece, 8, false, path),
        by_piece: false,
    },
    Part {
        name: "deepening-8-all",
        unit: "nodes",
        pieces: 8,
        work: deepening_search,
        by_piece: false,
    },
    Part {
        name: "ending-14",
        unit: "nodes",
        pieces: 12,
        work: ending,
        by_piece: false,
    },
    Part {
        name: "breeding",
        unit: "games",
        pieces: 64,
        work: breeding_game,
        by_piece: true,
    },
];

/// Plies played at random before a midgame position, from this number on.
const MIDGAME_PLIES: u64 = 12;
/// Plies played at random before an ending.
const ENDING_PLIES: u32 = 46;

/// Does the work; prints to standard output and standard error.
///
/// # Errors
/// When the system gives no threads, or an output cannot be written.
pub fn run(args: &Args) -> anyhow::Result<()> {
    write_report(args, &mut io::stdout().lock(), &mut io::stderr())
}

/// Does the work: results go to `out`, times to `times`.
///
/// # Errors
/// As [`run`].
pub fn write_report(
    args: &Args,
    out: &mut impl Write,
    times: &mut impl Write,
) -> anyhow::Result<()> {
    let path = args.path.unwrap_or_default();
    let jobs = args.jobs.map_or(0, usize::from);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(jobs)
        .build()
        .with_context(|| words::no_threads(jobs))?;
    writeln!(
        times,
        "path {}, {}",
        path.name(),
        words::threads_of(pool.current_num_threads())
    )?;
    let mut fingerprint = Digest::new();
    let mut total = 0;
    for part in &PARTS {
        let begun = Instant::now();
        let answers: Result<Vec<Answer>, CancelledError> = pool.install(|| {
            let pieces = (0..part.pieces).into_par_iter();
            pieces.map(|piece| (part.work)(piece, path)).collect()
        });
        let answers = answers?;
        let seconds = begun.elapsed().as_secs_f64();
        let nodes = answers.iter().map(|answer| answer.nodes).sum::<u64>();
        let mut digest = Digest::new();
        for &number in answers.iter().flat_map(|answer| &answer.said) {
            digest.add(number);
            fingerprint.add(number);
        }
        total += nodes;
        writeln!(
            out,
            "{:<15} {nodes:>12} nodes  {:016x}",
            part.name, digest.0
        )?;
        out.flush()?;
        let counted = if part.by_piece { part.pieces } else { nodes };
        let time = bench_time(part.name, seconds, counted, part.unit);
        writeln!(times, "{time}")?;
    }
    writeln!(
        out,
        "{:<15} {total:>12} nodes  {:016x}",
        "fingerprint", fingerprint.0
    )?;
    Ok(())
}

/// A digest of numbers: FNV-1a over their bytes (Fowler, Noll, Vo 1991).
struct Digest(u64);

impl Digest {
    const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, number: i64) {
        for byte in number.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

/// A move as a number.
fn number(mv: Move) -> i64 {
    mv.square().map_or(-1, |square| i64::from(square.index()))
}

/// Move sequences of nine plies, once with a pass as a ply and once without.
// One signature for all parts.
fn count(piece: u64, path: Path) -> Result<Answer, CancelledError> {
    let passes = if piece == 0 {
        PassCounts::Ply
    } else {
        PassCounts::NoPly
    };
    let nodes = perft(&Position::start(), 9, passes, path);
    Ok(Answer {
        nodes,
        said: vec![nodes.cast_signed()],
    })
}

/// A position after 12 to 35 plies at random.
fn midgame_position(piece: u64) -> Position {
    let plies = u32::try_from(MIDGAME_PLIES + piece % 24).unwrap_or_default();
    *random_opening(plies, piece).position()
}

/// The tester's search of a midgame position.
fn midgame(piece: u64, depth: u32, all: bool, path: Path) -> Result<Answer, CancelledError> {
    let position = midgame_position(piece);
    let search = OthelloSearch::new(Weights::TESTER).path(path);
    let cancel = Cancel::new();
    if all {
        let values = search.root_values(&position, depth, &cancel)?;
        return Ok(Answer {
            nodes: values.nodes,
            said: said(&values.moves),
        });
    }
    let mut values = search.best_moves(&position, depth, &cancel)?;
    // What is known of the others depends on how many boards are looked at together.
    let best = values.best();
    values.moves.retain(|root| Some(root.value) == best);
    Ok(Answer {
        nodes: values.nodes,
        said: said(&values.moves),
    })
}

/// Every move of a midgame position eight plies deep, by the search that goes deeper and deeper.
fn deepening_search(piece: u64, path: Path) -> Result<Answer, CancelledError> {
    let search = Deepening::new(Weights::TESTER).path(path);
    let cancel = Cancel::new();
    let analysis = search.analyse(
        &midgame_position(piece),
        8,
        deepening::Wanted::Every,
        &cancel,
    )?;
    let mut said = said(&analysis.values.moves);
    said.extend(analysis.line.into_iter().map(number));
    Ok(Answer {
        nodes: analysis.values.nodes,
        said,
    })
}

/// Moves and values as numbers.
fn said(moves: &[RootMove<Position>]) -> Vec<i64> {
    let pairs = moves
        .iter()
        .map(|root| [number(root.mv), i64::from(root.value)]);
    pairs.flatten().collect()
}

/// The exact score of every move of a position after 46 plies at random.
fn ending(piece: u64, path: Path) -> Result<Answer, CancelledError> {
    let position = *random_opening::<Position>(ENDING_PLIES, piece).position();
    let options = Options {
        wanted: Wanted::All,
        path,
        ..Options::default()
    };
    let solved = endgame::solve(&position, &options, &Cancel::new())?;
    let mut said = said(&solved.moves);
    said.push(i64::from(solved.score));
    Ok(Answer {
        nodes: solved.nodes,
        said,
    })
}

/// A game of chapter 6: a rival at depth 3 against the agent, exact at depth 2, that holds 25.
fn breeding_game(piece: u64, path: Path) -> Result<Answer, CancelledError> {
    const RIVAL: Weights = Weights {
        mobility: 1_200,
        frontier: 900,
        stability: 5_000,
        forfeit: 3_500,
        discs: 100,
        ..Weights::NONE
    };
    let rival = Counting::new(BestMove::new(
        OthelloSearch::new(RIVAL).path(path),
        3,
        Knowledge::Best,
    ));
    let agent = Counting::new(Agent::new(
        OthelloSearch::new(Weights::TESTER).path(path),
        Settings {
            target: 25.0,
            depth: 2,
            until: TO_THE_END,
            ties: Ties::Random,
        },
    ));
    let line = random_opening(8, piece / 2);
    let cancel = Cancel::new();
    let line = if piece.is_multiple_of(2) {
        play_out(line, &rival, &agent, piece, &cancel)
    } else {
        play_out(line, &agent, &rival, piece, &cancel)
    };
    // Neither is another program, so there is no other reason.
    let line = line.map_err(|_| CancelledError)?;
    Ok(Answer {
        nodes: rival.nodes() + agent.nodes(),
        said: line.moves().iter().copied().map(number).collect(),
    })
}

/// A player whose nodes are counted.
struct Counting<P> {
    player: P,
    nodes: AtomicU64,
}

impl<P> Counting<P> {
    const fn new(player: P) -> Self {
        Self {
            player,
            nodes: AtomicU64::new(0),
        }
    }

    fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }
}

impl<P: Player<Position>> Player<Position> for Counting<P> {
    fn choose(
        &self,
        line: &GameLine<Position>,
        allowed: &[Move],
        context: &mut Context<'_>,
    ) -> Result<Choice<Position>, PlayerError> {
        let choice = self.player.choose(line, allowed, context)?;
        self.nodes.fetch_add(choice.nodes, Ordering::Relaxed);
        Ok(choice)
    }
}

fn bench_time(name: &str, seconds: f64, counted: u64, unit: &str) -> String {
    let rate = words::rate(counted, seconds);
    format!("{name:<15} {seconds:>8.3} s  {rate} {unit}/s")
}
