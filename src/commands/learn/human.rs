//! `koteki learn human`: how people choose, learned from the games of tournaments.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context as _;
use serde::Serialize;

use super::lines;
use super::othello::{check_out, write};
use crate::commands::games::Inputs;
use crate::commands::interrupts::Interrupts;
use crate::commands::progress::Progress;
use crate::commands::unread::BestEffort;
use koteki_engine::player::human::policy::Policy;
use koteki_engine::search::budget::{Cancel, CancelledError};
use koteki_games::words::day::day;
use koteki_games::words::numbers::grouped;
use koteki_record::formats::Game;
use koteki_record::now;
use koteki_rivals::people::base::{Base, Played};
use koteki_rivals::people::lesson::{Lesson, Settings};

/// Learns how people of each strength choose their moves, from the base of tournament games (WTHOR).
///
/// Players are rated by their results first, year by year. The policy is fitted to games up to a year and examined on
/// later ones: how often it foretells the move that was played, and how well a few games tell the rating of people who
/// were first seen afterwards. Files and seed give the same policy, whatever the number of threads. What human:rating=R
/// plays is fixed when the program is built: it is the file src/engine/player/human/policy.bin of its source.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The files of games and the table of players: WTH_*.wtb WTH.JOU
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// The file to write the policy to; the record goes beside it, as .toml
    #[arg(long, value_name = "FILE", required_unless_present = "examine")]
    pub out: Option<PathBuf>,
    /// Examine the policy of FILE (or "built-in") instead of learning one
    #[arg(long, value_name = "FILE", conflicts_with = "out")]
    pub examine: Option<PathBuf>,
    /// Seed for everything random
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// The last year to learn from
    #[arg(long, value_name = "YEAR", default_value_t = 2015)]
    pub until: u16,
    /// Games to learn from
    #[arg(long, value_name = "N", default_value_t = 60_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub games: u32,
    /// Later games to examine it on
    #[arg(long, value_name = "N", default_value_t = 5_000)]
    pub exam: usize,
    /// How often the fit looks at every choice
    #[arg(long, value_name = "n", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub epochs: u32,
    /// Threads; as many as there are cores when left out. Does not change the result
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
}

/// The record beside the policy.
#[derive(Debug, Serialize)]
struct Record {
    command: String,
    program: &'static str,
    date: String,
    seconds: f64,
    threads: usize,
    report: Vec<String>,
}

/// Learns, and writes the policy and its record.
///
/// # Errors
/// Files that cannot be read or written, no threads.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let out = &mut lines();
    let interrupts = Interrupts::listen()?;
    let is_policy = |bytes: &[u8]| Policy::from_bytes(bytes).is_ok();
    let record = args
        .out
        .as_deref()
        .map(|out| check_out(out, is_policy))
        .transpose()?;
    let given = args.examine.as_deref().map(read_policy).transpose()?;
    let start = Instant::now();
    let base = read(args, &interrupts)?;
    let has = |later: bool| base.games.iter().any(|it| (it.year > args.until) == later);
    anyhow::ensure!(
        has(true),
        "none of the {} games is later than --until {}, to be examined on",
        grouped(base.games.len() as u64),
        args.until
    );
    anyhow::ensure!(
        args.examine.is_some() || has(false),
        "all of the games are later than --until {}, so there is none to learn from",
        args.until
    );
    writeln!(
        out,
        "{} games of {} players",
        grouped(base.games.len() as u64),
        grouped(base.names.len() as u64)
    )?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.jobs.map_or(0, usize::from))
        .build()?;
    let settings = Settings {
        seed: args.seed,
        until: args.until,
        games: args.games as usize,
        exam: args.exam,
        epochs: args.epochs,
    };
    let cancel = Cancel::new();
    let mut report = Vec::new();
    let mut failed = None;
    let mut write_line = |shown: String, line: String| {
        let said = writeln!(out, "{shown}").and_then(|()| out.flush());
        report.push(line);
        if let Err(error) = said {
            failed = Some(error);
            cancel.cancel();
        }
    };
    let learned = interrupts.watch(
        &cancel,
        || {},
        || {
            pool.install(|| {
                let lesson = Lesson::new(&base, settings);
                let policy = match given {
                    Some(policy) => policy,
                    None => lesson.learn(&cancel, &mut |line| {
                        let seconds = start.elapsed().as_secs_f64();
                        write_line(format!("{seconds:>5.0} s  {line}"), line);
                    })?,
                };
                lesson.examine(&policy, &cancel, |table| {
                    let lines = table.lines().into_iter();
                    lines.for_each(|line| write_line(line.clone(), line));
                })?;
                Ok::<_, CancelledError>(policy)
            })
        },
    );
    if let Some(error) = failed {
        return Err(error.into());
    }
    let policy = match learned {
        Ok(policy) if !interrupts.is_raised() => policy,
        _ => return Ok(ExitCode::from(interrupts.code())),
    };
    let (Some(path), Some(record)) = (&args.out, record) else {
        return Ok(ExitCode::SUCCESS);
    };
    let bytes = policy.to_bytes();
    write(path, &bytes)?;
    let details = Record {
        command: format!(
            "koteki learn human WTH_*.wtb WTH.JOU --seed {} --until {} --games {} --exam {} --epochs {} --out FILE",
            args.seed, args.until, args.games, args.exam, args.epochs
        ),
        program: concat!("koteki ", env!("CARGO_PKG_VERSION")),
        date: day(now().as_secs()),
        seconds: start.elapsed().as_secs_f64().round(),
        threads: pool.current_num_threads(),
        report,
    };
    let text = super::RECORD_HEAD.to_owned() + &toml::to_string_pretty(&details)?;
    write(&record, text.as_bytes())?;
    let (policy, record) = (path.display().to_string(), record.display().to_string());
    writeln!(out, "{}", super::written(&policy, bytes.len(), &record))?;
    Ok(ExitCode::SUCCESS)
}

/// The policy in a file, or the one that is built in.
fn read_policy(path: &Path) -> anyhow::Result<Policy> {
    if path.as_os_str() == BUILT_IN {
        return Ok(Policy::embedded().clone());
    }
    let name = || path.display().to_string();
    let bytes = fs::read(path).with_context(name)?;
    Policy::from_bytes(&bytes).with_context(name)
}

/// What --examine calls the policy of the program.
const BUILT_IN: &str = "built-in";

/// The games whose players, year and result are known.
fn read(args: &Args, interrupts: &Interrupts) -> anyhow::Result<Base> {
    let mut inputs = Inputs::open(&args.files)?;
    inputs.end_on(interrupts);
    let mut progress = Progress::new(Progress::is_possible(&io::stderr()));
    let errors = &mut BestEffort(io::stderr());
    let mut numbers: HashMap<String, u32> = HashMap::new();
    let mut base = Base::default();
    while let Some((_, game)) = inputs.next(&mut progress, errors)? {
        let Game {
            line,
            names: [Some(black), Some(white)],
            about,
        } = game
        else {
            continue;
        };
        let difference = about.result.and_then(|claim| claim.difference());
        let (Some(year), Some(difference)) = (about.year(), difference) else {
            continue;
        };
        if [&black, &white]
            .iter()
            .any(|name| name.starts_with(UNKNOWN))
        {
            continue;
        }
        let players = [black, white].map(|name| {
            let next = numbers.len() as u32;
            *numbers.entry(name).or_insert_with_key(|name| {
                base.names.push(name.clone());
                next
            })
        });
        let score = if difference > 0.0 {
            1.0
        } else if difference < 0.0 {
            0.0
        } else {
            0.5
        };
        base.games.push(Played {
            line,
            players,
            year,
            score,
        });
    }
    progress.clear(errors)?;
    anyhow::ensure!(
        !base.games.is_empty(),
        "no game names its players, its year and its result: give WTH_*.wtb and WTH.JOU"
    );
    Ok(base)
}

/// What the base calls players who are not known.
const UNKNOWN: &str = "???";
