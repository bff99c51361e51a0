//! `koteki learn othello`: an evaluation learned from games.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use serde::Serialize;

use super::lines;
use super::rounds::{Fit, Sitting, begin, keep, sit};
use crate::commands::interrupts::Interrupts;
use crate::ranks;
use koteki_engine::eval::othello::learned::Learned;
use koteki_games::words::day::day;
use koteki_record::keep::Keep;
use koteki_record::now;
use koteki_record::replace::replace;
use koteki_rivals::learn::examples::Label;
use koteki_rivals::learn::fit::FitSettings;
use koteki_rivals::learn::games::GameSettings;
use koteki_rivals::learn::rounds::Plan;
use koteki_rivals::learn::{Lesson, Settings, learn_othello};

/// Learns an evaluation of Othello: plays games, fits what the squares are worth to how they ended,
/// plays with what was learned, and so on.
///
/// Settings and seed give the same weights, whatever the number of threads and however often it was interrupted: what was
/// played is kept beside the weights as FILE.part, and --resume goes on from there. The defaults take some minutes. What `eval=learned` means is fixed when the program is built: it is the file
/// src/engine/eval/othello/learned/weights.bin of its source.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The file to write the weights to; the record goes beside it, as .toml
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Resume what was begun for this --out, with the same settings
    #[arg(long)]
    pub resume: bool,
    /// Seed for everything random
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Games of each round
    #[arg(long, value_name = "N", default_value_t = 30_000, value_parser = clap::value_parser!(u64).range(100..=10_000_000))]
    pub games: u64,
    /// Rounds; in the first the thesis' tester plays, in each later one what was learned before
    #[arg(long, value_name = "R", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub rounds: u32,
    /// The number of latest rounds whose games are learned from
    #[arg(long, value_name = "R", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub memory: u32,
    /// Plies that players look ahead
    #[arg(long, value_name = "n", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=8))]
    pub depth: u32,
    /// Games begin with 1 to this many plies drawn at random
    #[arg(long, value_name = "n", default_value_t = 24, value_parser = clap::value_parser!(u32).range(1..=40))]
    pub random_plies: u32,
    /// Chance that a later move is drawn at random
    #[arg(long, value_name = "P", default_value_t = 0.01)]
    pub surprise: f64,
    /// Empty squares from which games are played out exactly
    #[arg(long, value_name = "n", default_value_t = 12, value_parser = clap::value_parser!(u32).range(0..=18))]
    pub exact: u32,
    /// Discs per logit of the winning rate that a score stands for; 0 for the bare outcome
    #[arg(long, value_name = "discs", default_value_t = 10.0)]
    pub score_scale: f32,
    /// How often the fit looks at every position
    #[arg(long, value_name = "n", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub epochs: u32,
    /// The largest step of a weight in the fit, in logits
    #[arg(long, value_name = "x", default_value_t = 0.05)]
    pub rate: f32,
    /// How strongly weights are pulled toward 0: as by so many sightings at 0
    #[arg(long, value_name = "x", default_value_t = 30.0)]
    pub shrink: f32,
    /// Contents seen less often than this stay at 0
    #[arg(long, value_name = "n", default_value_t = 10)]
    pub seen: u32,
    /// Threads; as many as there are cores when left out. Does not change the result
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
}

impl Args {
    const fn settings(&self) -> Settings {
        Settings {
            seed: self.seed,
            plan: Plan {
                games: self.games,
                rounds: self.rounds,
                memory: self.memory as usize,
            },
            play: GameSettings {
                depth: self.depth,
                random_plies: self.random_plies,
                surprise: self.surprise,
                exact: self.exact,
            },
            fit: FitSettings {
                epochs: self.epochs,
                rate: self.rate,
                shrink: self.shrink,
                seen: self.seen,
            },
            label: Label::of_scale(self.score_scale),
        }
    }

    /// The command that gives the same weights.
    fn command(&self) -> String {
        format!(
            "koteki learn othello --seed {} --games {} --rounds {} --memory {} --depth {} --random-plies {} \
             --surprise {} --exact {} --score-scale {} --epochs {} --rate {} --shrink {} --seen {} --out FILE",
            self.seed,
            self.games,
            self.rounds,
            self.memory,
            self.depth,
            self.random_plies,
            self.surprise,
            self.exact,
            self.score_scale,
            self.epochs,
            self.rate,
            self.shrink,
            self.seen,
        )
    }

    fn check(&self) -> anyhow::Result<()> {
        let chance = (0.0..=1.0).contains(&self.surprise);
        anyhow::ensure!(
            chance,
            "--surprise is a chance: 0 to 1, not {}",
            self.surprise
        );
        for (name, value) in [
            ("score-scale", self.score_scale),
            ("rate", self.rate),
            ("shrink", self.shrink),
        ] {
            let good = value.is_finite() && value >= 0.0;
            anyhow::ensure!(good, "--{name} is a number of 0 or more, not {value}");
        }
        Ok(())
    }
}

/// The record beside the weights.
#[derive(Debug, Serialize)]
struct Record {
    command: String,
    program: String,
    date: String,
    /// Games that earlier starts of the command had played, if any; the seconds are the last one's.
    resumed_from: Option<usize>,
    seconds: f64,
    threads: usize,
    games: u64,
    positions: u64,
    /// On games not learned from.
    learned: Fit,
    five_features: Fit,
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
    let record = check_out(&args.out, |bytes| Learned::from_bytes(bytes).is_ok())?;
    let kept = begin(&args.out, args.resume, args.command())?;
    let Some(sitting) = learned(args, interrupts, Some(&kept), out)? else {
        return Ok(ExitCode::from(interrupts.code()));
    };
    let lesson = &sitting.lesson;
    let qualities = [
        ("learned", &lesson.quality),
        ("five features", &lesson.five),
    ];
    let weights = (&*args.out, &*lesson.learned.to_bytes());
    keep(
        weights,
        (&record, &record_of(args, &sitting, kept.count())),
        qualities,
        out,
    )
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
        |workers, cancel, report| learn_othello(&settings, workers, cancel, keep, report),
    )
}

/// The place of the record of weights at `out`, where both may be written: said before the work, not
/// after it.
pub(super) fn check_out(
    out: &Path,
    are_weights: impl Fn(&[u8]) -> bool,
) -> anyhow::Result<PathBuf> {
    let record = record_path(out);
    anyhow::ensure!(
        record != out,
        "--out {}: .toml is for the record; name another file",
        out.display()
    );
    if let Some(parent) = out.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        anyhow::ensure!(
            parent.is_dir(),
            "--out {}: there is no directory {}; make it first",
            out.display(),
            parent.display()
        );
    }
    anyhow::ensure!(
        !out.exists() || out.is_file() && fs::read(out).is_ok_and(|it| are_weights(&it)),
        "--out {}: what is there is not a file of weights; name another file",
        out.display()
    );
    anyhow::ensure!(
        !is_strange(&record),
        "--out {}: its record would replace {}, which is not a record; name another file",
        out.display(),
        record.display()
    );
    Ok(record)
}

fn record_path(weights: &Path) -> PathBuf {
    weights.with_extension("toml")
}

/// Whether there is something that this command has not written.
fn is_strange(record: &Path) -> bool {
    record.exists()
        && !(record.is_file()
            && fs::read_to_string(record).is_ok_and(|text| text.starts_with(super::RECORD_HEAD)))
}

pub(super) fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    replace(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

fn record_of(args: &Args, sitting: &Sitting<Lesson>, kept: usize) -> Record {
    let lesson = &sitting.lesson;
    Record {
        command: args.command(),
        program: concat!("koteki ", env!("CARGO_PKG_VERSION")).to_owned(),
        date: day(now().as_secs()),
        resumed_from: Some(kept).filter(|&games| games > 0),
        seconds: sitting.seconds,
        threads: sitting.threads,
        games: lesson.games,
        positions: lesson.positions,
        learned: Fit::from(&lesson.quality),
        five_features: Fit::from(&lesson.five),
    }
}
