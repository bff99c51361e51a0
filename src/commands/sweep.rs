//! `koteki sweep`: the same run for many seeds and settings; `koteki merge`: shards of it together.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, bail};
use serde::{Deserialize, Serialize};

use crate::commands::evolve::Shown;
use crate::commands::interrupts::Interrupts;
use crate::commands::progress::Progress;
use crate::commands::unread::Unread;
use crate::commands::words::{no_target, with_left};
use crate::commands::{cost, evolve};
use crate::config::{Config, Paths};
use crate::ranks;
use koteki_engine::search::budget::{Cancel, CancelledError};
use koteki_games::othello::Position;
use koteki_games::words::harmless::{Harmless, harmless};
use koteki_record::regular::make_folder;
use koteki_record::replace::{beside, replace_own};
use koteki_record::run::{LIVE_FILE, PAUSE_FILE, RUN_FILE, STOP_FILE, read_seconds};
use koteki_rivals::evolve::snapshot::Snapshot;
use koteki_rivals::roster::PlayerSpec;
use koteki_rivals::roster::arena::KitArena;
use koteki_rivals::roster::kit::{GameKind, Kit as _};
use koteki_session::watch::plan::Plan;
use koteki_session::watch::sweep::{
    Job, MEASURES, Pace, Results, SWEEP_FILE, Sweep, check_run, outcome, read_seeds, read_set,
};
use koteki_session::watch::words;
use koteki_workers::{Pieces, Workers};

/// A line of the table: the settings that vary, the number of runs, and of each measure the mean and
/// the ends of its interval.
pub type Row = (Vec<String>, usize, Vec<(f64, Option<(f64, f64)>)>);

/// Runs evolve for many seeds and settings and gives the mean of each figure with its interval.
///
/// Every run is kept in a directory of its own; the same command again goes on where it was stopped.
/// Standard output gets the table, standard error how far the runs are.
///
/// The table has a row for each combination: the settings, how many runs, and the mean over these of what each came to, with
/// its 95 % interval (Student's). Of the population after the last cycle: mean_f_wr and mean_win_rate (each individual in its
/// latest evaluation), mean_f_sim, and spread, the mean distance of two individuals in log10 weights. Of all individuals once
/// the test is over: level, how many have a win rate near enough to one half (setting near); rivals, how many of those named
/// are certified, or how many are named where nothing is certified; and games, those of the whole run.
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
    let is_follower = ranks::is_follower();
    if is_follower && args.dry_run {
        return Ok(ExitCode::SUCCESS);
    }
    let set: Result<Vec<_>, _> = args.set.iter().map(|text| read_set(text)).collect();
    let set = set?;
    // Other programs may be started: it is the person who names them.
    for opponents in set.iter().filter(|varied| varied.key == "opponent") {
        for name in opponents.values.iter().filter_map(toml::Value::as_str) {
            let _ = name.parse().map(PlayerSpec::named_by_person);
        }
    }
    let seeds = read_seeds(&args.seeds)?;
    let asked = || {
        let config = Config::load(&Paths::from_environment(), args.config.as_deref())?;
        anyhow::Ok(Sweep::new(&seeds, set, config.evolution))
    };
    let sweep = match ranks::all() {
        Some(ranks) => toml::from_str(&ranks.share(|| anyhow::Ok(toml::to_string(&asked()?)?))?)?,
        None => asked()?,
    };
    let (part, parts) = shard(args.shard.as_deref())?;
    let all = sweep.jobs()?;
    let jobs: Vec<&Job> = all
        .iter()
        .enumerate()
        .filter(|(index, _)| index % parts == part)
        .map(|(_, job)| job)
        .collect();
    let interrupts = Interrupts::listen()?;
    // Standard output is for the table alone.
    let errors = &mut Unread::new(std::io::stderr());
    if is_follower {
        play(args, &jobs, &interrupts, errors)?;
        return Ok(ExitCode::SUCCESS);
    }
    let has_target = sweep.set.iter().any(|varied| varied.key == "target");
    // What every run's opponent is called is found out before the first of them is played.
    let mut known = None;
    for job in &jobs {
        if known != Some(job.combination) {
            let arena =
                KitArena::<Position>::of(&job.settings).with_context(|| job.name.clone())?;
            if has_target && !arena.holds_target() {
                bail!(no_target("--set target", &job.settings.opponent));
            }
            known = Some(job.combination);
        }
    }
    let out = &mut Harmless::json_or_words(args.json, std::io::stdout().lock());
    if args.dry_run {
        return dry_run(args, &sweep, &jobs, out);
    }
    prepare(&args.out, &sweep, &all)?;
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

/// A run that is not over.
#[derive(Serialize, Deserialize)]
struct Open {
    /// Its number among the jobs.
    number: usize,
    is_begun: bool,
    /// Its record, for another rank to go on with.
    files: Files,
}

/// The files of a run by their names.
type Files = Vec<(OsString, Vec<u8>)>;

/// A run that is over: how long it took, and its files where another rank has played it.
#[derive(Serialize, Deserialize)]
struct Done {
    seconds: f64,
    files: Files,
}

/// How far the sweep is.
struct Far<'a, W> {
    out: &'a mut W,
    progress: Progress,
    pace: Pace,
    /// Which of the open runs are not over.
    left: Vec<usize>,
}

/// Plays the runs that are not over, with lines to `out`; whether that was the end of them.
fn play(
    args: &Args,
    jobs: &[&Job],
    interrupts: &Interrupts,
    out: &mut (impl Write + Send),
) -> anyhow::Result<bool> {
    let ranks = ranks::all();
    let open = match &ranks {
        Some(ranks) => ranks.share(|| open(args, jobs, true))?,
        None => open(args, jobs, false)?,
    };
    let is_first = !ranks::is_follower();
    let at_once = ranks.as_ref().map_or(1, |ranks| ranks.size());
    let threads = args.jobs.or(ranks.as_ref().map(|_| 1));
    let job = |place: usize| jobs[open[place].number];
    let of = |place: usize| {
        let number = open[place].number + 1;
        format!("{number}/{} {}", jobs.len(), job(place).name)
    };
    let far = Mutex::new(Far {
        out,
        progress: Progress::new(Progress::is_possible(&std::io::stderr())),
        pace: Pace::default(),
        left: (0..open.len()).collect(),
    });
    let far = || far.lock().unwrap_or_else(PoisonError::into_inner);
    let cancel = Cancel::new();
    let breed = |place: usize| -> anyhow::Result<Done> {
        let (
            job,
            of,
            Open {
                is_begun, files, ..
            },
        ) = (job(place), of(place), &open[place]);
        let scratch = (!is_first)
            .then(|| Scratch::new(place, files))
            .transpose()?;
        let own = args.out.join(&job.name);
        let directory = scratch.as_ref().map_or(&own, |scratch| &scratch.0);
        let show = |now: &Snapshot| {
            if cancel.is_cancelled() {
                interrupts.raise();
            }
            let Far {
                out,
                progress,
                pace,
                left,
            } = &mut *far();
            let after: Vec<&Job> = left
                .iter()
                .filter(|&&it| it != place)
                .map(|&it| jobs[open[it].number])
                .collect();
            let line = || how_far(&of, now, pace.left(&after, now.progress.as_ref()));
            // A line that cannot be written is no fault of the run's.
            let _ = progress.show(*out, line);
        };
        let arguments = evolve::Args {
            game: GameKind::Othello,
            config: None,
            seed: Some(job.seed),
            out: (!is_begun).then(|| directory.clone()),
            resume: is_begun.then(|| directory.clone()),
            jobs: threads,
            cycles: None,
            islands: None,
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
        if code != ExitCode::SUCCESS {
            cancel.cancel();
            return Err(CancelledError.into());
        }
        // Without the time in which it waited.
        let seconds = read_seconds(directory) - before;
        let files = scratch.map_or(Ok(Files::new()), |scratch| files_in(&scratch.0))?;
        Ok(Done { seconds, files })
    };
    let keep = |place: usize, done: &Done| -> anyhow::Result<()> {
        if !done.files.is_empty() {
            put(&args.out.join(&job(place).name), &done.files)?;
        }
        let far = &mut *far();
        far.progress.clear(far.out)?;
        far.left.retain(|&it| it != place);
        if !open[place].is_begun {
            far.pace.add(job(place), done.seconds);
        }
        let after: Vec<&Job> = far.left.iter().map(|&it| job(it)).collect();
        let line = format!("{}: {}", of(place), words::duration(done.seconds));
        let left = far.pace.left(&after, None).filter(|_| !after.is_empty());
        let left = left.map(|seconds| seconds / at_once as f64);
        writeln!(far.out, "{}", with_left(line, left))?;
        Ok(())
    };
    // A run at a time, on each rank.
    let workers = Workers::new(Some(1), "sweep", || {}, ranks)?;
    let pieces = Pieces::new(open.len(), &cancel);
    let over = interrupts.watch(&cancel, || {}, || workers.hand_in(pieces, breed, keep));
    match over {
        Err(error) if error.is::<CancelledError>() => {
            if is_first {
                let far = &mut *far();
                far.progress.clear(far.out)?;
                writeln!(far.out, "stopped: run the same command to continue")?;
            }
            Ok(false)
        }
        over => over.map(|()| true),
    }
}

/// The runs that are not over, with the records of those that were begun if other ranks may go on with them.
fn open(args: &Args, jobs: &[&Job], is_to_move: bool) -> anyhow::Result<Vec<Open>> {
    let mut open = Vec::new();
    for (number, &job) in jobs.iter().enumerate() {
        let directory = args.out.join(&job.name);
        let is_begun = directory.join(RUN_FILE).exists();
        if is_begun {
            check_run(&directory, job)?;
            if outcome(&directory)?.is_some() {
                continue;
            }
        }
        let files = match is_begun && is_to_move {
            true => files_in(&directory)?,
            false => Files::new(),
        };
        open.push(Open {
            number,
            is_begun,
            files,
        });
    }
    Ok(open)
}

/// A folder for a run until its files are with the rank that keeps them.
struct Scratch(PathBuf);

impl Scratch {
    /// A folder with these files.
    fn new(place: usize, files: &Files) -> anyhow::Result<Self> {
        let name = format!("koteki-{}-{place}", std::process::id());
        let scratch = Self(std::env::temp_dir().join(name));
        put(&scratch.0, files)?;
        Ok(scratch)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What stays behind of it the system removes with its other temporary files.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The files of a run, without those that ask something of it or show it as it goes on.
fn files_in(folder: &Path) -> anyhow::Result<Files> {
    let mut files = Files::new();
    let context = || folder.display().to_string();
    for entry in fs::read_dir(folder).with_context(context)? {
        let entry = entry.with_context(context)?;
        let name = entry.file_name();
        let is_kept = ![STOP_FILE, PAUSE_FILE, LIVE_FILE]
            .map(OsStr::new)
            .contains(&&*name);
        if is_kept && entry.path().is_file() {
            files.push((name, fs::read(entry.path()).with_context(context)?));
        }
    }
    Ok(files)
}

/// Puts a folder with these files in its place, whole, instead of what is there.
fn put(folder: &Path, files: &Files) -> anyhow::Result<()> {
    let part = beside(folder);
    let put = || -> io::Result<()> {
        for old in [&*part, folder] {
            if old.exists() {
                fs::remove_dir_all(old)?;
            }
        }
        fs::create_dir_all(&part)?;
        for (name, bytes) in files {
            let mut file = File::create_new(part.join(name))?;
            file.write_all(bytes)?;
            file.sync_all()?;
        }
        fs::rename(&part, folder)
    };
    put().with_context(|| folder.display().to_string())
}

/// How far a run is, and the sweep with it.
fn how_far(of: &str, now: &Snapshot, all: Option<f64>) -> String {
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
