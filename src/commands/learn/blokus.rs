//! `koteki learn blokus`: the winning rate of Osaki et al. (2009), learned from random games.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use serde::Serialize;

use super::othello::{check_out, write};
use super::{check_part, goes_on, lines, part_of, remove_part, show, workers};
use crate::commands::interrupts::Interrupts;
use crate::config::{Config, Paths};
use crate::ranks;
use koteki_engine::eval::blokus::{Evaluation, Weights};
use koteki_engine::search::budget::{Cancel, CancelledError};
use koteki_games::random::derive_seed;
use koteki_games::words::day::day;
use koteki_games::words::numbers::grouped;
use koteki_record::now;
use koteki_rivals::learn::blokus::exam::{Exam, Marks};
use koteki_rivals::learn::blokus::record::Judged;
use koteki_rivals::learn::blokus::{Learning, Settings};
use koteki_workers::{Ranks, Workers};

/// Learns at which rate the side to move wins a position of Blokus Duo, or shows what was learned.
///
/// Settings and seed give the same weights, whatever the number of threads and however often the
/// learning was interrupted: what is not finished is kept beside the weights as FILE.part, and --resume
/// goes on from there. The weights serve as toqn:weights=FILE.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// Settings file, on top of the built-in settings and your own file (section learning)
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// The file to write the weights to; the record goes beside it, as .toml
    #[arg(long, value_name = "FILE", required_unless_present_any = ["show", "csv", "svg", "kind"])]
    pub out: Option<PathBuf>,
    /// Resume what was begun for this --out, with the same settings
    #[arg(long)]
    pub resume: bool,
    /// Seed for everything random
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Games, in place of the settings'
    #[arg(long, value_name = "N")]
    pub games: Option<u64>,
    /// Random games from each position, in place of the settings'
    #[arg(long, value_name = "M")]
    pub playouts: Option<u32>,
    /// Chance of a random move, in place of the settings'
    #[arg(long, value_name = "P")]
    pub epsilon: Option<f64>,
    /// Positions of each ply that the result is tried on, with 1000 random games from each
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u16).range(1..=10_000))]
    pub exam: u16,
    /// Threads; as many as there are cores when left out. Does not change the result
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Show the weights of FILE (or "paper", "tester", "best" or "self-play", which are built in) instead
    #[arg(long, value_name = "FILE", conflicts_with_all = ["out", "resume", "config", "games", "playouts", "epsilon"])]
    pub show: Option<PathBuf>,
    /// With --show: of the squares, those of this kind
    #[arg(long, value_name = "KIND", value_enum, default_value_t = show::FeatureKind::Score, requires = "show", conflicts_with = "csv")]
    pub kind: show::FeatureKind,
    /// With --show: all weights as CSV
    #[arg(long, requires = "show")]
    pub csv: bool,
    /// With --show: a heat map of the squares of that kind, as SVG
    #[arg(long, requires = "show", conflicts_with = "csv")]
    pub svg: bool,
}

/// Random games from each position of the exam.
const EXAM_PLAYOUTS: u32 = 1000;
/// The coordinate of the exam's seed.
const EXAM: u64 = 2;

/// Time between two lines of progress.
const LINES: Duration = Duration::from_secs(2);
/// Time between two checkpoints.
const CHECKPOINTS: Duration = Duration::from_secs(5);

/// The record beside the weights.
#[derive(Debug, Serialize)]
struct Record<'a> {
    command: String,
    program: &'a str,
    date: String,
    /// Of this sitting.
    seconds: f64,
    threads: usize,
    /// Games that an earlier sitting had learned from.
    resumed_from: u64,
    seed: u64,
    games: u64,
    positions: u64,
    exam: Examined,
    settings: &'a Settings,
}

/// What the exam says.
#[derive(Debug, Serialize)]
struct Examined {
    positions: usize,
    playouts: u32,
    error: f64,
    accuracy: f64,
}

/// Learns, or shows weights.
///
/// # Errors
/// Settings out of range, a file that cannot be read or written, no threads.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let interrupts = Interrupts::listen()?;
    if let Some(ranks) = ranks::all().filter(|ranks| !ranks.is_first()) {
        return follow(args, &ranks, &interrupts);
    }
    write_report(args, &interrupts, &mut lines())
}

/// Has a part in what the first of several ranks learns.
fn follow(args: &Args, ranks: &Ranks, interrupts: &Interrupts) -> anyhow::Result<ExitCode> {
    if args.show.is_none() {
        let mut learning: Learning = ranks.take();
        let (workers, cancel) = (workers(args.jobs)?, Cancel::new());
        let work = || {
            while !learning.is_done() {
                learning.step(&workers, &cancel)?;
            }
            examine(args, &learning, &workers, &cancel)
        };
        // Told to stop, the first one keeps what there is.
        let _ = interrupts.watch(&cancel, || {}, work);
    }
    Ok(ExitCode::SUCCESS)
}

/// The same, with lines to `out`; an interrupt leaves a checkpoint and ends it with [`Interrupts::code`].
///
/// # Errors
/// As [`run`].
pub fn write_report(
    args: &Args,
    interrupts: &Interrupts,
    out: &mut impl Write,
) -> anyhow::Result<ExitCode> {
    if let Some(file) = &args.show {
        let weights = read_weights(file)?;
        let dress = match (args.csv, args.svg) {
            (true, _) => show::Dress::Csv,
            (_, true) => show::Dress::Svg,
            _ => show::Dress::Text,
        };
        show::write(&weights, args.kind, dress, out)?;
        return Ok(ExitCode::SUCCESS);
    }
    let Some(path) = &args.out else {
        bail!("--out FILE: name the file to write the weights to");
    };
    let record = check_out(path, |bytes| Weights::from_bytes(bytes).is_ok())?;
    let settings = settings(args)?;
    let part = part_of(path);
    let mut learning = begin(args, settings, &part)?;
    if let Some(ranks) = ranks::all() {
        ranks.give(&learning);
    }
    let from = learning.games();
    let start = Instant::now();
    let (workers, cancel) = (workers(args.jobs)?, Cancel::new());
    let done = interrupts.watch(
        &cancel,
        || {},
        || learn(&mut learning, &part, &workers, &cancel, out),
    );
    done?;
    if !learning.is_done() || interrupts.is_raised() {
        save(&learning, &part)?;
        let games = grouped(learning.games());
        writeln!(out, "stopped after {games} games, {}", goes_on(&part))?;
        return Ok(ExitCode::from(interrupts.code()));
    }
    let weights = learning.weights();
    let examined = interrupts.watch(
        &cancel,
        || {},
        || examine(args, &learning, &workers, &cancel),
    );
    let Ok(examined) = examined else {
        save(&learning, &part)?;
        let games = grouped(learning.games());
        writeln!(out, "stopped after {games} games, {}", goes_on(&part))?;
        return Ok(ExitCode::from(interrupts.code()));
    };
    let marks = Marks::of(&Evaluation::new(weights.clone()), &examined);
    let bytes = weights.to_bytes();
    write(path, &bytes)?;
    let round = |x: f64| (x * 1e5).round() / 1e5;
    let details = Record {
        command: command(args, &learning),
        program: concat!("koteki ", env!("CARGO_PKG_VERSION")),
        date: day(now().as_secs()),
        seconds: start.elapsed().as_secs_f64().round(),
        threads: workers.threads(),
        resumed_from: from,
        seed: args.seed,
        games: learning.games(),
        positions: learning.positions(),
        exam: Examined {
            positions: examined.len(),
            playouts: EXAM_PLAYOUTS,
            error: round(marks.error()),
            accuracy: round(marks.accuracy()),
        },
        settings: learning.settings(),
    };
    let text = super::RECORD_HEAD.to_owned() + &toml::to_string(&details)?;
    write(&record, text.as_bytes())?;
    remove_part(&part)?;
    let line = format!(
        "mean error {:.4}, right side of 0.5 {:.1} % ({} positions at random, {EXAM_PLAYOUTS} \
         random games from each)",
        marks.error(),
        100.0 * marks.accuracy(),
        grouped(examined.len() as u64)
    );
    writeln!(out, "{line}")?;
    let (weights, record) = (path.display().to_string(), record.display().to_string());
    writeln!(out, "{}", super::written(&weights, bytes.len(), &record))?;
    Ok(ExitCode::SUCCESS)
}

/// The positions that what was learned is tried on.
fn examine(
    args: &Args,
    learning: &Learning,
    workers: &Workers,
    cancel: &Cancel,
) -> Result<Vec<Judged>, CancelledError> {
    let exam = Exam {
        per_ply: args.exam.into(),
        playouts: EXAM_PLAYOUTS,
        draws: learning.settings().draws,
        player: None,
    };
    exam.positions(derive_seed(args.seed, &[EXAM]), workers, cancel)
}

/// The settings in force.
fn settings(args: &Args) -> anyhow::Result<Settings> {
    let config = Config::load(&Paths::from_environment(), args.config.as_deref())?;
    let mut settings = config.learning;
    settings.games = args.games.unwrap_or(settings.games);
    settings.playouts = args.playouts.unwrap_or(settings.playouts);
    settings.epsilon = args.epsilon.unwrap_or(settings.epsilon);
    if let Err(fault) = settings.validate() {
        bail!(
            "learning.{} = {} is not allowed: {}",
            fault.key,
            fault.value,
            fault.allowed
        );
    }
    Ok(settings)
}

/// The command that gives the same weights with the settings of the record.
fn command(args: &Args, learning: &Learning) -> String {
    let settings = learning.settings();
    let config = args.config.as_ref();
    let config = config.map_or_else(String::new, |file| format!(" --config {}", file.display()));
    format!(
        "koteki learn blokus{config} --seed {} --games {} --playouts {} --epsilon {} --exam {} --out FILE",
        args.seed, settings.games, settings.playouts, settings.epsilon, args.exam
    )
}

/// A new learning, or the one to go on with.
fn begin(args: &Args, settings: Settings, part: &Path) -> anyhow::Result<Learning> {
    check_part(part, args.resume)?;
    if !args.resume {
        return Ok(Learning::new(settings, args.seed));
    }
    let shown = part.display().to_string();
    let bytes = fs::read(part).with_context(|| shown.clone())?;
    let learning: Learning =
        serde_json::from_slice(&bytes).with_context(|| no_checkpoint(&shown))?;
    anyhow::ensure!(learning.is_whole(), no_checkpoint(&shown));
    let same = learning.settings() == &settings && learning.seed() == args.seed;
    anyhow::ensure!(
        same,
        "{shown}: this was begun with other settings or another seed; give the same"
    );
    Ok(learning)
}

fn save(learning: &Learning, part: &Path) -> anyhow::Result<()> {
    write(part, &serde_json::to_vec(learning)?)
}

/// Learns until it is done or cancelled, saying how far it is, with a checkpoint now and then.
fn learn(
    learning: &mut Learning,
    part: &Path,
    workers: &Workers,
    cancel: &Cancel,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let start = Instant::now();
    // Kept at once, so that a disk that refuses says so before the hours of work.
    let (mut reported, mut saved) = (start, None::<Instant>);
    while !learning.is_done() {
        if learning.step(workers, cancel).is_err() {
            return Ok(());
        }
        let over = learning.is_done();
        if over || reported.elapsed() >= LINES {
            let (games, of) = (learning.games(), learning.settings().games);
            let seconds = start.elapsed().as_secs_f64();
            writeln!(
                out,
                "{} of {} games, {} positions, {seconds:.0} s",
                grouped(games),
                grouped(of),
                grouped(learning.positions())
            )?;
            out.flush()?;
            reported = Instant::now();
        }
        if saved.is_none_or(|then| then.elapsed() >= CHECKPOINTS) {
            save(learning, part)?;
            saved = Some(Instant::now());
        }
    }
    Ok(())
}

fn read_weights(file: &Path) -> anyhow::Result<Weights> {
    for (name, evaluation) in [
        ("paper", Evaluation::paper()),
        ("tester", Evaluation::tester()),
        ("best", Evaluation::best()),
        ("self-play", Evaluation::self_play()),
    ] {
        if file == Path::new(name) {
            return Ok(evaluation.weights().clone());
        }
    }
    let shown = || file.display().to_string();
    let bytes = fs::read(file).with_context(shown)?;
    Weights::from_bytes(&bytes).with_context(shown)
}

fn no_checkpoint(part: &str) -> String {
    format!("{part}: this is no checkpoint of learn blokus; remove it and begin without --resume")
}
