//! `koteki learn blokus-self-play`: an evaluation of Blokus Duo, learned from games against oneself.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use serde::Serialize;
use sha2::{Digest as _, Sha256};

use super::lines;
use super::othello::check_out;
use super::rounds::{Fit, Sitting, begin, keep, sit};
use crate::commands::interrupts::Interrupts;
use crate::commands::words::quoted;
use crate::ranks;
use koteki_engine::eval::blokus::Weights;
use koteki_games::words::day::day;
use koteki_record::keep::Keep;
use koteki_record::now;
use koteki_rivals::learn::blokus::self_play::{GameSettings, Lesson, Settings, learn};
use koteki_rivals::learn::examples::Label;
use koteki_rivals::learn::fit::FitSettings;
use koteki_rivals::learn::rounds::Plan;
use koteki_rivals::roster::BlokusWeights;

/// Learns what a position of Blokus Duo is worth from games against oneself: plays games, fits the terms of Osaki et al.
/// (2009) to how they ended and to what a search says of their positions and of others beside them, plays with what was
/// learned, and so on.
///
/// Settings and seed give the same weights, whatever the number of threads and however often it was interrupted: what was
/// played is kept beside the weights as FILE.part, and --resume goes on from there. The weights serve as toqn:weights=FILE.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The file to write the weights to; the record goes beside it, as .toml
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Resume what was begun for this --out, with the same settings
    #[arg(long)]
    pub resume: bool,
    /// Seed of everything random
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Games of each round
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(100..=10_000_000))]
    pub games: u64,
    /// Rounds; in the first the weights of --from play, in each later one what was learned before
    #[arg(long, value_name = "R", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub rounds: u32,
    /// Weights that play and teach in the first round, as in toqn:weights=WEIGHTS: best, self-play, a file …
    #[arg(long, value_name = "WEIGHTS", default_value_t = BlokusWeights::Best)]
    pub from: BlokusWeights,
    /// How many of the latest rounds have their games learned from
    #[arg(long, value_name = "R", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub memory: u32,
    /// Positions looked at before a move
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub nodes: u64,
    /// Positions looked at to say what a position is worth, which takes most of the time; with 0 only how games ended is
    /// learned from, in a small part of the time
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(..=1_000_000_000))]
    pub teacher_nodes: u64,
    /// Games begin with 0 to this many plies drawn at random
    #[arg(long, value_name = "n", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub random_plies: u32,
    /// Chance that a later move is drawn from those that are nearly the best a ply ahead
    #[arg(long, value_name = "P", default_value_t = 0.125)]
    pub surprise: f64,
    /// Squares a logit of the rate that a score is taken for; 0 for the bare outcome
    #[arg(long, value_name = "squares", default_value_t = 6.0)]
    pub score_scale: f32,
    /// How often the fit looks at every position
    #[arg(long, value_name = "n", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub epochs: u32,
    /// Threads; as many as there are cores when left out. Does not change the result
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
}

/// The first plies of the phases after the first.
const PHASES: [u8; 5] = [6, 10, 14, 18, 22];

impl Args {
    fn settings(&self) -> Settings {
        Settings {
            seed: self.seed,
            plan: Plan {
                games: self.games,
                rounds: self.rounds,
                memory: self.memory as usize,
            },
            from: self.from.evaluation(),
            play: GameSettings {
                nodes: self.nodes,
                random_plies: self.random_plies,
                surprise: self.surprise,
                teacher_nodes: self.teacher_nodes,
            },
            phases: PHASES.to_vec(),
            fit: FitSettings {
                epochs: self.epochs,
                rate: 0.15,
                shrink: 1.0,
                seen: 10,
            },
            label: Label::of_scale(self.score_scale),
        }
    }

    fn check(&self) -> anyhow::Result<()> {
        anyhow::ensure!(
            self.score_scale.is_finite() && self.score_scale >= 0.0,
            "--score-scale is a number of 0 or more, not {}",
            self.score_scale
        );
        anyhow::ensure!(
            (0.0..=1.0).contains(&self.surprise),
            "--surprise is a chance: 0 to 1, not {}",
            self.surprise
        );
        Ok(())
    }

    /// Whether what it begins from stays as it is.
    fn check_from(&self) -> anyhow::Result<()> {
        if let BlokusWeights::File(_) = self.from {
            let from = fs::canonicalize(self.from.to_string());
            anyhow::ensure!(
                !from.is_ok_and(|from| fs::canonicalize(&self.out).is_ok_and(|out| out == from)),
                "--out {}: the lesson begins from these weights; name another file",
                self.out.display()
            );
        }
        Ok(())
    }

    /// The SHA-256 of what `from` names, which may be something else another time.
    fn sha256_of_from(&self) -> String {
        format!(
            "{:x}",
            Sha256::digest(self.from.evaluation().weights().to_bytes())
        )
    }

    /// The command that gives the same weights.
    fn command(&self) -> String {
        format!(
            "koteki learn blokus-self-play --seed {} --from {} --games {} --rounds {} --memory {} --nodes {} --teacher-nodes {} \
             --random-plies {} --surprise {} --score-scale {} --epochs {} --out FILE",
            self.seed,
            quoted(&self.from.to_string()),
            self.games,
            self.rounds,
            self.memory,
            self.nodes,
            self.teacher_nodes,
            self.random_plies,
            self.surprise,
            self.score_scale,
            self.epochs,
        )
    }
}

/// The record beside the weights.
#[derive(Debug, Serialize)]
struct Record {
    command: String,
    /// Of the weights that it began with, as `sha256sum` says it of their file.
    from_sha256: String,
    program: &'static str,
    date: String,
    /// Games that earlier starts of the command had played, if any; the seconds are the last one's.
    resumed_from: Option<usize>,
    seconds: f64,
    threads: usize,
    games: u64,
    positions: u64,
    /// On games not learned from.
    learned: Fit,
    best: Fit,
}

/// Learns, and writes the weights and their record.
///
/// # Errors
/// Settings out of range, a file that cannot be written, no threads.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let interrupts = Interrupts::listen()?;
    if ranks::is_follower() {
        args.check()?;
        learned(args, &interrupts, None, &mut io::sink())?;
        return Ok(ExitCode::SUCCESS);
    }
    write_report(args, &interrupts, &mut lines())
}

/// The same, with lines to `out`; an interrupt ends it with [`Interrupts::code`] and writes nothing.
///
/// # Errors
/// As [`run`].
pub fn write_report(
    args: &Args,
    interrupts: &Interrupts,
    out: &mut impl Write,
) -> anyhow::Result<ExitCode> {
    args.check()?;
    let record = check_out(&args.out, |bytes| Weights::from_bytes(bytes).is_ok())?;
    args.check_from()?;
    let lesson = format!("{}, from {:.16}", args.command(), args.sha256_of_from());
    let kept = begin(&args.out, args.resume, lesson)?;
    let Some(Sitting {
        lesson,
        seconds,
        threads,
    }) = learned(args, interrupts, Some(&kept), out)?
    else {
        return Ok(ExitCode::from(interrupts.code()));
    };
    let details = Record {
        command: args.command(),
        from_sha256: args.sha256_of_from(),
        program: concat!("koteki ", env!("CARGO_PKG_VERSION")),
        date: day(now().as_secs()),
        resumed_from: Some(kept.count()).filter(|&games| games > 0),
        seconds,
        threads,
        games: lesson.games,
        positions: lesson.positions,
        learned: Fit::from(&lesson.quality),
        best: Fit::from(&lesson.best),
    };
    let qualities = [("learned", &lesson.quality), ("best", &lesson.best)];
    let weights = (&*args.out, &*lesson.weights.to_bytes());
    keep(weights, (&record, &details), qualities, out)
}

/// What is learned; `None` after an interrupt.
fn learned(
    args: &Args,
    interrupts: &Interrupts,
    keep: Option<&Keep>,
    out: &mut impl Write,
) -> anyhow::Result<Option<Sitting<Lesson>>> {
    let settings = args.settings();
    sit(
        settings.plan,
        args.jobs,
        interrupts,
        keep,
        out,
        |workers, cancel, report| learn(&settings, workers, cancel, keep, report),
    )
}
