//! `koteki sweep`: the same run for many seeds and settings; `koteki merge`: shards of it together.

use std::cell::RefCell;
use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};

use crate::commands::evolve::Shown;
use crate::commands::interrupts::Interrupts;
use crate::commands::progress::Progress;
use crate::commands::unread::Unread;
use crate::commands::words::with_left;
use crate::commands::{cost, evolve};
use crate::config::{Config, Paths};
use koteki_games::othello::Position;
use koteki_games::words::harmless::{Harmless, harmless};
use koteki_record::regular::make_folder;
use koteki_record::replace::{beside, replace_own};
use koteki_record::run::{RUN_FILE, read_seconds};
use koteki_rivals::evolve::snapshot::Snapshot;
use koteki_rivals::roster::PlayerSpec;
use koteki_rivals::roster::arena::KitArena;
use koteki_rivals::roster::kit::{GameKind, Kit as _};
use koteki_session::watch::plan::Plan;
use koteki_session::watch::sweep::{
    Job, MEASURES, Pace, Results, SWEEP_FILE, Sweep, check_run, outcome, read_seeds, read_set,
};
use koteki_session::watch::words;

/// A line of the table: the settings that vary, the number of runs, and of each measure the mean and
/// the ends of its interval.
pub type Row = (Vec<String>, usize, Vec<(f64, Option<(f64, f64)>)>);

/// Runs evolve for many seeds and settings and gives the mean of each figure with its interval.
///
/// Every run is kept in a directory of its own; the same command again goes on where it was stopped.
/// Standard output gets the table, standard error how far the runs are.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// Seeds: 1..20, or 3, or 1..5,8
    #[arg(long, value_name = "SEEDS")]
    pub seeds: String,
    /// A setting of the section evolution and its values, as in beta=0.01,0.001; more than one: every combination
    #[arg(long, value_name = "KEY=VALUES")]
    pub set: Vec<String>,
    /// Settings file, on top of the built-in settings and your own file
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Directory for the runs
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Only the i-th of n parts of the runs, as in 2/10, for array jobs; koteki merge puts them together
    #[arg(long, value_name = "i/n")]
    pub shard: Option<String>,
    /// Threads; as many as there are cores when left out. Does not change the result
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Print the table as one JSON object
    #[arg(long, conflicts_with = "dry_run")]
    pub json: bool,
    /// Say what the runs that are not over will cost, and exit
    #[arg(long)]
    pub dry_run: bool,
}

/// Puts the shards of a sweep together: the same table as that of the whole.
#[derive(Clone, Debug, clap::Args)]
pub struct MergeArgs {
    /// The directories of all shards
    #[arg(value_name = "DIR", required = true)]
    pub directories: Vec<PathBuf>,
    /// Print the table as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Runs the sweep.
///
/// # Errors
/// A setting that cannot be, a directory that holds something else, what stops a run.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let config = Config::load(&Paths::from_environment(), args.config.as_deref())?;
    let set: Result<Vec<_>, _> = args.set.iter().map(|text| read_set(text)).collect();
    let set = set?;
    // Other programs may be started: it is the person who names them.
    for opponents in set.iter().filter(|varied| varied.key == "opponent") {
        for name in opponents.values.iter().filter_map(toml::Value::as_str) {
            let _ = name.parse().map(PlayerSpec::named_by_person);
        }
    }
    let sweep = Sweep::new(&read_seeds(&args.seeds)?, set, config.evolution);
    let (part, parts) = shard(args.shard.as_deref())?;
    let all = sweep.jobs()?;
    let jobs: Vec<&Job> = all
        .iter()
        .enumerate()
        .filter(|(index, _)| index % parts == part)
        .map(|(_, job)| job)
        .collect();
    // What every run's opponent is called is found out before the first of them is played.
    let mut known = None;
    for job in &jobs {
        if known != Some(job.combination) {
            KitArena::<Position>::of(&job.settings).with_context(|| job.name.clone())?;
            known = Some(job.combination);
        }
    }
    let out = &mut Harmless::json_or_words(args.json, std::io::stdout().lock());
    if args.dry_run {
        return dry_run(args, &sweep, &jobs, out);
    }
    prepare(&args.out, &sweep, &all)?;
    let interrupts = Interrupts::listen()?;
    // Standard output is for the table alone.
    let errors = &mut Unread::new(std::io::stderr());
    if !play(args, &jobs, &interrupts, errors)? {
        return Ok(ExitCode::from(interrupts.code()));
    }
    if parts > 1 {
        let name = args.out.display().to_string();
        writeln!(
            errors,
            "the runs of this shard are over: koteki merge puts {} and the other shards together",
            harmless(&name)
        )?;
        return Ok(ExitCode::SUCCESS);
    }
    let results = Results::read(std::slice::from_ref(&args.out))?;
    print(&results, args.json, out)?;
    Ok(ExitCode::SUCCESS)
}

/// Plays the runs that are not over, with lines to `out`; whether that was the end of them.
fn play(
    args: &Args,
    jobs: &[&Job],
    interrupts: &Interrupts,
    out: &mut impl Write,
) -> anyhow::Result<bool> {
    let mut open = Vec::new();
    for (index, &job) in jobs.iter().enumerate() {
        let directory = args.out.join(&job.name);
        let begun = directory.join(RUN_FILE).exists();
        if begun {
            check_run(&directory, job)?;
            if outcome(&directory)?.is_some() {
                continue;
            }
        }
        open.push((index + 1, job, directory, begun));
    }
    let progress = RefCell::new(Progress::new(Progress::is_possible(&std::io::stderr())));
    let out = RefCell::new(out);
    let mut pace = Pace::default();
    for (place, (number, job, directory, begun)) in open.iter().enumerate() {
        let after: Vec<&Job> = open[place + 1..].iter().map(|(_, job, ..)| *job).collect();
        let of = format!("{number}/{} {}", jobs.len(), job.name);
        let show = |now: &Snapshot| {
            let line = || far(&of, now, pace.left(&after, now.progress.as_ref()));
            // A line that cannot be written is no fault of the run's.
            let _ = progress.borrow_mut().show(*out.borrow_mut(), line);
        };
        let (resume, fresh) = if *begun {
            (Some(directory), None)
        } else {
            (None, Some(directory))
        };
        let arguments = evolve::Args {
            game: GameKind::Othello,
            config: None,
            seed: Some(job.seed),
            out: fresh.cloned(),
            resume: resume.cloned(),
            jobs: args.jobs,
            cycles: None,
            target: None,
            opponent: None,
            dry_run: false,
        };
        // The lines of each run would drown those of the sweep; its record has them.
        let mut lines = Vec::new();
        let settings = job.settings.clone();
        let before = read_seconds(directory);
        let code = evolve::run_settings::<Position>(
            &arguments,
            settings,
            Shown::Among(&show),
            interrupts,
            &mut lines,
        )
        .with_context(|| job.name.clone())?;
        let mut out = out.borrow_mut();
        progress.borrow_mut().clear(*out)?;
        if code != ExitCode::SUCCESS {
            writeln!(out, "stopped: run the same command to continue")?;
            return Ok(false);
        }
        // Without the time in which it waited.
        let seconds = read_seconds(directory) - before;
        if !begun {
            pace.add(job, seconds);
        }
        let line = format!("{of}: {}", words::duration(seconds));
        let left = pace.left(&after, None).filter(|_| !after.is_empty());
        writeln!(out, "{}", with_left(line, left))?;
    }
    Ok(true)
}

/// How far a run is, and the sweep with it.
fn far(of: &str, now: &Snapshot, all: Option<f64>) -> String {
    let line = format!("{of}: {}", evolve::doing(now));
    let line = with_left(line, now.progress.and_then(|it| it.seconds));
    match all {
        Some(all) => format!("{line} (all runs: {})", words::duration(all)),
        None => line,
    }
}

/// Prints the table of all shards.
///
/// # Errors
/// When they are not of one sweep, or a run is missing or not over.
pub fn merge(args: &MergeArgs) -> anyhow::Result<()> {
    let results = Results::read(&args.directories)?;
    let out = &mut Harmless::json_or_words(args.json, std::io::stdout().lock());
    print(&results, args.json, out)
}

fn print(results: &Results, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    if json {
        writeln!(out, "{}", results.json())?;
        return Ok(());
    }
    let set = &results.sweep.set;
    let keys: Vec<&str> = set.iter().map(|varied| varied.key.as_str()).collect();
    let rows: Vec<Row> = results
        .rows
        .iter()
        .map(|row| {
            let measures = row.measures.iter();
            let measures = measures.map(|(mean, it)| (*mean, it.map(|it| (it.low, it.high))));
            (row.values.clone(), row.runs, measures.collect())
        })
        .collect();
    write!(out, "{}", table(&keys, &MEASURES, &rows))?;
    Ok(())
}

/// Which part of how many, from 0.
fn shard(text: Option<&str>) -> anyhow::Result<(usize, usize)> {
    let Some(text) = text else { return Ok((0, 1)) };
    let read = text.split_once('/').and_then(|(part, parts)| {
        let (part, parts): (usize, usize) = (part.parse().ok()?, parts.parse().ok()?);
        (1..=parts).contains(&part).then_some((part - 1, parts))
    });
    match read {
        Some(shard) => Ok(shard),
        None => bail!("--shard {text}: write i/n, the i-th of n parts, as in 2/10"),
    }
}

/// Whether the directory holds this very sweep.
fn is_there(directory: &Path, sweep: &Sweep) -> anyhow::Result<bool> {
    if !directory.join(SWEEP_FILE).exists() {
        return Ok(false);
    }
    if Sweep::read(directory)? == *sweep {
        Ok(true)
    } else {
        bail!(
            "{} holds another sweep (see its sweep.toml): name another directory",
            directory.display()
        )
    }
}

/// Makes the directory, or sees that it holds this very sweep. Runs that lie there without the file
/// that lists them are the sweep's if they have the names of its runs; each is looked at later.
fn prepare(directory: &Path, sweep: &Sweep, jobs: &[Job]) -> anyhow::Result<()> {
    let name = directory.display().to_string();
    make_folder(directory)?;
    if is_there(directory, sweep)? {
        return Ok(());
    }
    let path = directory.join(SWEEP_FILE);
    let names: HashSet<&OsStr> = jobs.iter().map(|job| job.name.as_ref()).collect();
    for entry in fs::read_dir(directory).with_context(|| name.clone())? {
        let entry = entry.with_context(|| name.clone())?;
        // A program that was killed in its first moment leaves half a file: nothing of value.
        if entry.path() != beside(&path) && !names.contains(entry.file_name().as_os_str()) {
            bail!("{name} is not empty and holds no sweep: name a new directory");
        }
    }
    let whole = toml::to_string(sweep)?;
    replace_own(&path, whole.as_bytes()).with_context(|| path.display().to_string())
}

/// Says what the runs that are not over will cost.
fn dry_run(
    args: &Args,
    sweep: &Sweep,
    jobs: &[&Job],
    out: &mut impl Write,
) -> anyhow::Result<ExitCode> {
    let threads = cost::threads(args.jobs).map_or(1, usize::from);
    // Sees that the directory, if there is one, may be gone on with.
    is_there(&args.out, sweep)?;
    let mut left = Vec::new();
    for &job in jobs {
        let directory = args.out.join(&job.name);
        let plan = Plan::of(&job.settings);
        if !directory.join(RUN_FILE).exists() {
            left.push((job, plan.whole()));
            continue;
        }
        check_run(&directory, job)?;
        if outcome(&directory)?.is_none()
            && let Some(rest) = plan.rest_in(&directory)?
        {
            left.push((job, rest));
        }
    }
    let Some((first, _)) = left.first() else {
        writeln!(
            out,
            "every run of the sweep is over: nothing is left to be played"
        )?;
        return Ok(ExitCode::SUCCESS);
    };
    let games: u64 = left.iter().map(|(_, rest)| rest.games()).sum();
    let arena = KitArena::<Position>::of(&first.settings)?;
    let features = Position::features(&first.settings);
    let speed = cost::games_per_second(&first.settings, &features, &arena, threads, first.seed)?;
    let time = words::duration(games as f64 / speed);
    let runs = if left.len() == jobs.len() {
        format!("{} runs", left.len())
    } else {
        format!("{} of {} runs are left", left.len(), jobs.len())
    };
    writeln!(
        out,
        "{runs}, at least {games} games\n\
         {speed:.0} games/s with {threads} threads, measured just now on the first of them: about {time}"
    )?;
    Ok(ExitCode::SUCCESS)
}

fn number(value: f64) -> String {
    match value.abs() {
        1000.0.. => format!("{value:.0}"),
        10.0.. => format!("{value:.2}"),
        _ => format!("{value:.4}"),
    }
}

/// The table: the settings that vary, the number of runs, and for each measure its mean with the 95 %
/// interval.
fn table(keys: &[&str], measures: &[&str], rows: &[Row]) -> String {
    use std::fmt::Write as _;

    let mut lines: Vec<Vec<String>> = Vec::new();
    let head = keys.iter().chain(&["runs"]).chain(measures);
    lines.push(head.map(|&it| it.to_owned()).collect());
    for (values, runs, of) in rows {
        let mut line = values.clone();
        line.push(runs.to_string());
        line.extend(of.iter().map(|(mean, interval)| match interval {
            Some((low, high)) => {
                format!("{} ({} to {})", number(*mean), number(*low), number(*high))
            }
            None => number(*mean),
        }));
        lines.push(line);
    }
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            let cells = lines.iter().filter_map(|line| line.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        })
        .collect();
    let mut text = String::new();
    for line in lines {
        let mut row = String::new();
        for (cell, width) in line.iter().zip(&widths) {
            let _ = write!(row, "{cell:<width$}  ");
        }
        let _ = writeln!(text, "{}", row.trim_end());
    }
    text.push_str("means over the runs with their 95 % intervals (Student's)\n");
    text
}
