//! `koteki sweep`: the same run for many seeds and settings; `koteki merge`: shards of it together.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};

use crate::commands::interrupts::Interrupts;
use crate::commands::progress::Progress;
use crate::commands::{cost, evolve};
use crate::config::{Config, Paths};
use crate::session::breeding;
use crate::text::sweep as text;
use crate::text::watch as words;
use crate::watch::plan::Plan;
use crate::watch::sweep::{
    Job, MEASURES, Results, SWEEP_FILE, Sweep, outcome, read_seeds, read_set,
};

/// Runs evolve for many seeds and settings and gives the mean of each figure with its interval.
///
/// Every run is kept in a directory of its own; the same command again goes on where it was stopped.
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
    #[arg(long)]
    pub json: bool,
    /// Say what the runs will cost, and end
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
    let sweep = Sweep::new(&read_seeds(&args.seeds)?, set?, config.evolution);
    let (part, parts) = shard(args.shard.as_deref())?;
    let all = sweep.jobs()?;
    let jobs: Vec<&Job> = all
        .iter()
        .enumerate()
        .filter(|(index, _)| index % parts == part)
        .map(|(_, job)| job)
        .collect();
    let out = &mut std::io::stdout().lock();
    if args.dry_run {
        return dry_run(args, &jobs, out);
    }
    prepare(&args.out, &sweep)?;
    let interrupts = Interrupts::listen()?;
    let mut progress = Progress::new(Progress::is_possible());
    for (index, job) in jobs.iter().enumerate() {
        let directory = args.out.join(&job.name);
        let begun = directory.join("run.toml").exists();
        if begun && outcome(&directory)?.is_some() {
            continue;
        }
        progress.clear(out)?;
        progress.show(out, || text::progress(index + 1, jobs.len(), &job.name))?;
        let (resume, fresh) = if begun {
            (Some(directory), None)
        } else {
            (None, Some(directory))
        };
        let arguments = evolve::Args {
            config: None,
            seed: Some(job.seed),
            out: fresh,
            resume,
            jobs: args.jobs,
            cycles: None,
            dry_run: false,
        };
        // The lines of each run would drown those of the sweep; its record has them.
        let mut lines = Vec::new();
        let settings = job.settings.clone();
        let code =
            evolve::run_settings(&arguments, settings, false, false, &interrupts, &mut lines)
                .with_context(|| job.name.clone())?;
        progress.clear(out)?;
        if code != ExitCode::SUCCESS {
            writeln!(out, "{}", text::STOPPED)?;
            return Ok(code);
        }
        writeln!(out, "{}", text::run_over(index + 1, jobs.len(), &job.name))?;
        out.flush()?;
    }
    if parts > 1 {
        let name = args.out.display().to_string();
        writeln!(out, "{}", text::shard_over(&name))?;
        return Ok(ExitCode::SUCCESS);
    }
    print(
        &Results::read(std::slice::from_ref(&args.out))?,
        args.json,
        out,
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Prints the table of all shards.
///
/// # Errors
/// When they are not of one sweep, or a run is missing or not over.
pub fn merge(args: &MergeArgs) -> anyhow::Result<()> {
    let results = Results::read(&args.directories)?;
    print(&results, args.json, &mut std::io::stdout().lock())
}

fn print(results: &Results, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    if json {
        writeln!(out, "{}", results.json())?;
        return Ok(());
    }
    let set = &results.sweep.set;
    let keys: Vec<&str> = set.iter().map(|varied| varied.key.as_str()).collect();
    let rows: Vec<text::Row> = results
        .rows
        .iter()
        .map(|row| {
            let measures = row.measures.iter();
            let measures = measures.map(|(mean, it)| (*mean, it.map(|it| (it.low, it.high))));
            (row.values.clone(), row.runs, measures.collect())
        })
        .collect();
    write!(out, "{}", text::table(&keys, &MEASURES, &rows))?;
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
        None => bail!(text::bad_shard(text)),
    }
}

/// Makes the directory, or sees that it holds this very sweep.
fn prepare(directory: &Path, sweep: &Sweep) -> anyhow::Result<()> {
    let name = directory.display().to_string();
    fs::create_dir_all(directory).with_context(|| name.clone())?;
    let path = directory.join(SWEEP_FILE);
    if path.exists() {
        if Sweep::read(directory)? != *sweep {
            bail!(text::another(&name));
        }
        return Ok(());
    }
    if fs::read_dir(directory)
        .with_context(|| name.clone())?
        .next()
        .is_some()
    {
        bail!(text::not_empty(&name));
    }
    fs::write(&path, toml::to_string(sweep)?).with_context(|| path.display().to_string())
}

fn dry_run(args: &Args, jobs: &[&Job], out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let threads = cost::threads(args.jobs).map_or(1, usize::from);
    let games: u64 = jobs.iter().map(|job| Plan::of(&job.settings).least()).sum();
    let Some(first) = jobs.first() else {
        return Ok(ExitCode::SUCCESS);
    };
    let arena = breeding::arena(&first.settings)?;
    let features = breeding::features_of(&first.settings);
    let speed = cost::games_per_second(&first.settings, &features, &arena, threads, first.seed)?;
    let time = words::duration(games as f64 / speed);
    write!(
        out,
        "{}",
        text::cost(jobs.len(), games, speed, threads, &time)
    )?;
    Ok(ExitCode::SUCCESS)
}
