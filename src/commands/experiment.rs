//! `koteki experiment`: the papers' tables again.

use std::fs::{self, File};
use std::io::{self, IsTerminal as _, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};

use crate::commands::interrupts::Interrupts;
use crate::ranks;
use koteki_engine::search::budget::Cancel;
use koteki_games::words::harmless::Harmless;
use koteki_games::words::suggestion::suggestion;
use koteki_papers::keep::Head;
use koteki_papers::registry::{ALL, DRAWN, KEPT};
use koteki_papers::sum::Sum;
use koteki_papers::{Experiment, ExperimentError, Progress, Report, Scale, Setup, find, show};
use koteki_record::keep::Keep;
use koteki_record::replace::place;

/// Time between two progress lines.
const BETWEEN_LINES: Duration = Duration::from_millis(500);

/// The same where they are not written over one another, but go into the log of a job.
const BETWEEN_WHOLE_LINES: Duration = Duration::from_secs(30);

/// Plays what a table or figure of a paper was made from, and puts the paper's figures beside ours.
///
/// Each figure comes with a 95 % interval and a verdict: equal within a margin, undecided, or different. The same seed gives
/// the same report, whatever the number of threads.
///
/// As CSV a comparison has the columns label, paper (its figure, with paper_low and paper_high its 95 % interval where that is
/// known), ours, low, high (its 95 % interval), one_run_low, one_run_high (that of one run of ours, where there are several),
/// from (what the interval comes from), wins, losses and draws there (paper_) and here, p (of the test of the two), margin (of
/// what counts as equal), verdict, and role: counts, fitted where a reading was chosen by it, apart where
/// it says nothing about the paper. Other tables have the columns of the text.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The experiment, as in ueda-6.3
    pub name: Option<String>,
    /// List the experiments and what they cost
    #[arg(long, conflicts_with_all = ["name", "seed", "keep", "json", "csv", "table", "svg", "out"])]
    pub list: bool,
    /// Run every experiment that has no report in DIR yet, each with its own seed, and write the reports there (NAME.txt
    /// and NAME.json); unfinished work is kept where it can be
    #[arg(long, value_name = "DIR", conflicts_with_all = ["name", "list", "seed", "keep", "json", "csv", "table", "svg", "out"])]
    pub all: Option<PathBuf>,
    /// Summarise the reports in DIR (NAME.json); with --svg draw all rates
    #[arg(long, value_name = "DIR", conflicts_with_all = ["name", "list", "all", "seed", "keep", "json", "csv", "table", "out"])]
    pub sum: Option<PathBuf>,
    /// How much is played: small (seconds) or paper (the paper's numbers of games)
    #[arg(long, value_name = "SCALE", default_value_t = Scale::Small)]
    pub scale: Scale,
    /// Seed for everything random; that of the kept report when left out
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// Threads; as many as there are cores when left out. Does not change the report
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Keep progress in FILE and resume from it, so that nothing is lost when the experiment is stopped or killed
    /// (meet-a-player, sitting, osaki-a, osaki-2, -3, -5 to -7, level-holding). Does not change the report
    #[arg(long, value_name = "FILE")]
    pub keep: Option<PathBuf>,
    /// Print one JSON object instead of tables
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
    /// Print the tables as CSV
    #[arg(long)]
    pub csv: bool,
    /// Print only the table with this key, as CSV
    #[arg(long, value_name = "KEY", conflicts_with = "json")]
    pub table: Option<String>,
    /// Draw the heat map of the experiment into this new file (osaki-a, weights-grid); - is standard output, where
    /// the tables are then left out
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Write to a new file instead of standard output (-)
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

impl Args {
    fn setup(&self, experiment: &Experiment) -> Setup {
        Setup {
            scale: self.scale,
            seed: self.seed.unwrap_or(experiment.seed),
            jobs: self.jobs.map_or(0, usize::from),
        }
    }
}

/// Does the experiment and prints its report. A signal stops it without one; the exit code is then
/// [`Interrupts::code`].
///
/// # Errors
/// A name that no experiment has, a file that exists or can't be written, no threads.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if ranks::is_follower() {
        return follow(args, &Interrupts::listen()?);
    }
    let is_data = args.json || args.csv || args.table.is_some() || args.svg.is_some();
    let out = &mut Harmless::data_or_words(is_data, io::stdout());
    run_with(args, &Interrupts::listen()?, out)
}

/// Has a part in the experiments that the first of several ranks does.
fn follow(args: &Args, interrupts: &Interrupts) -> anyhow::Result<ExitCode> {
    let names: Vec<String> = match (&args.name, ranks::all()) {
        (Some(name), _) => vec![name.clone()],
        (None, Some(ranks)) if args.all.is_some() => ranks.take(),
        _ => Vec::new(),
    };
    for name in names {
        let experiment = find(&name)?;
        match watched(experiment, &args.setup(experiment), None, interrupts) {
            Err(ExperimentError::Cancelled) => break,
            done => done?,
        };
    }
    Ok(ExitCode::SUCCESS)
}

/// The same, with the interrupts and the output given.
///
/// # Errors
/// As [`run`].
pub fn run_with(
    args: &Args,
    interrupts: &Interrupts,
    out: &mut dyn Write,
) -> anyhow::Result<ExitCode> {
    if args.list {
        for experiment in ALL {
            let [small, paper] = Scale::ALL.map(|scale| experiment.cost(scale));
            let (name, about) = (experiment.name, experiment.about);
            let line = format!(
                "{name}\n    {about}\n    {}; small: about {}, paper: about {} of one core",
                experiment.source,
                duration(small),
                duration(paper)
            );
            writeln!(out, "{line}")?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(folder) = &args.sum {
        return sum(folder, args.svg.as_deref(), out);
    }
    if let Some(folder) = &args.all {
        return all(folder, args, interrupts, out);
    }
    let Some(name) = &args.name else {
        bail!(
            "which experiment? koteki experiment --list shows them, koteki experiment NAME \
             does one"
        );
    };
    let experiment = find(name)?;
    // Found out before the hours of work, not after them.
    if args.svg.is_some() && !DRAWN.contains(&experiment.name) {
        bail!(
            "{} has no heat map: --svg goes with {}",
            experiment.name,
            DRAWN.join(", ")
        );
    }
    if args.keep.is_some() && !KEPT.contains(&experiment.name) {
        bail!(
            "{} keeps nothing: --keep goes with {}",
            experiment.name,
            KEPT.join(", ")
        );
    }
    let in_file = |path: &Option<PathBuf>| {
        let path = path.as_deref().filter(|path| *path != Path::new("-"));
        path.map(Pending::create).transpose()
    };
    let file = in_file(&args.out)?;
    let figure = in_file(&args.svg)?;
    let drawn_only = args.svg.is_some() && figure.is_none();
    let setup = args.setup(experiment);
    let keep = args.keep.as_deref();
    let keep = keep.map(|path| Keep::open(path, &Head::new(experiment.name, &setup)));
    let keep = keep.transpose()?;
    let report = match watched(experiment, &setup, keep.as_ref(), interrupts) {
        Ok(report) => report,
        Err(ExperimentError::Cancelled) => {
            let kept = keep.map(|it| it.path().display().to_string());
            let line = stopped(experiment.name, kept.as_deref());
            writeln!(Harmless::words(io::stderr()), "{line}")?;
            return Ok(ExitCode::from(interrupts.code()));
        }
        Err(failure) => return Err(failure.into()),
    };
    let (shown, fault) = written(args, &report)?;
    match file {
        None if drawn_only => {}
        None => {
            out.write_all(shown.as_bytes())?;
            out.flush()?;
        }
        Some(file) => {
            let path = file.finish(&shown)?;
            let errors = &mut Harmless::words(io::stderr());
            let messages: &mut dyn Write = if drawn_only { errors } else { out };
            writeln!(messages, "written: {}", path.display())?;
        }
    }
    let drawn = args.svg.as_ref().and_then(|_| show::svg(&report));
    if let (true, Some(drawn)) = (drawn_only, &drawn) {
        out.write_all(drawn.as_bytes())?;
        out.flush()?;
    }
    if let (Some(figure), Some(drawn)) = (figure, &drawn) {
        let path = figure.finish(drawn)?;
        // Standard output may be a table for another program.
        writeln!(Harmless::words(io::stderr()), "written: {}", path.display())?;
    }
    if let Some(fault) = fault {
        bail!(fault);
    }
    Ok(ExitCode::SUCCESS)
}

/// Does every experiment that has no report in `folder` yet.
fn all(
    folder: &Path,
    args: &Args,
    interrupts: &Interrupts,
    out: &mut dyn Write,
) -> anyhow::Result<ExitCode> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let file = |name: &str, kind: &str| folder.join(format!("{name}.{kind}"));
    let left: Vec<&Experiment> = ALL
        .iter()
        .filter(|it| !file(it.name, "json").exists())
        .collect();
    let seconds = left.iter().map(|it| it.cost(args.scale)).sum();
    writeln!(
        out,
        "{} experiments, about {} of one core",
        left.len(),
        duration(seconds)
    )?;
    if let Some(ranks) = ranks::all() {
        ranks.give(&left.iter().map(|it| it.name).collect::<Vec<_>>());
    }
    for experiment in left {
        let name = experiment.name;
        let setup = args.setup(experiment);
        let kept = KEPT.contains(&name).then(|| file(name, "part"));
        let keep = kept
            .as_ref()
            .map(|path| Keep::open(path, &Head::new(name, &setup)));
        let report = match watched(experiment, &setup, keep.transpose()?.as_ref(), interrupts) {
            Ok(report) => report,
            Err(ExperimentError::Cancelled) => {
                let kept = kept.map(|it| it.display().to_string());
                let line = stopped(name, kept.as_deref());
                writeln!(Harmless::words(io::stderr()), "{line}")?;
                return Ok(ExitCode::from(interrupts.code()));
            }
            Err(failure) => return Err(failure.into()),
        };
        Pending::create(&file(name, "txt"))?.finish(&show::text(&report))?;
        // Last: it says that the experiment is done.
        let path = Pending::create(&file(name, "json"))?.finish(&show::json(&report)?)?;
        if let Some(kept) = kept {
            fs::remove_file(&kept).with_context(|| format!("cannot remove {}", kept.display()))?;
        }
        writeln!(out, "written: {}", path.display())?;
    }
    sum(folder, None, out)
}

/// What the reports of a folder say together.
fn sum(folder: &Path, svg: Option<&Path>, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let sum = Sum::of(folder)?;
    match svg {
        Some(path) if path == Path::new("-") => out.write_all(sum.svg().as_bytes())?,
        Some(path) => {
            let path = Pending::create(path)?.finish(&sum.svg())?;
            writeln!(out, "{}written: {}", sum.text(), path.display())?;
        }
        None => out.write_all(sum.text().as_bytes())?,
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The report as the arguments want it. With a table that it has not: all tables, and what is to be
/// said of that, because the work must not be lost for a slip of the pen.
fn written(args: &Args, report: &Report) -> anyhow::Result<(String, Option<String>)> {
    if let Some(key) = &args.table {
        let known = report.tables.iter().find(|table| table.key == *key);
        let Some(table) = known else {
            let keys: Vec<&str> = report.tables.iter().map(|it| it.key.as_str()).collect();
            let nearest = suggestion(key, keys.iter().copied());
            return Ok((show::csv(report), Some(no_table(key, nearest, &keys))));
        };
        return Ok((show::csv_table(table), None));
    }
    let shown = if args.json {
        show::json(report)?
    } else if args.csv {
        show::csv(report)
    } else {
        show::text(report)
    };
    Ok((shown, None))
}

/// Runs the experiment while another thread looks for interrupts and shows how far it is: one line
/// on standard error that is written over itself when that is a terminal, and now and then one of several ranks'.
fn watched(
    experiment: &Experiment,
    setup: &Setup,
    keep: Option<&Keep>,
    interrupts: &Interrupts,
) -> Result<Report, ExperimentError> {
    let (progress, cancel) = (Progress::default(), Cancel::new());
    let begun = Instant::now();
    let ranks = ranks::all();
    let mut in_lines = ranks.as_ref().filter(|it| it.is_first()).map(|_| begun);
    let mut shown = (ranks.is_none() && io::stderr().is_terminal()).then_some(begun);
    let look = || {
        if let Some(at) = &mut in_lines
            && at.elapsed() >= BETWEEN_WHOLE_LINES
        {
            let elapsed = begun.elapsed().as_secs_f64();
            let line = progress_line(experiment.name, progress.share(), elapsed);
            let _ = writeln!(io::stderr(), "{line}");
            *at = Instant::now();
        }
        if let Some(at) = shown
            && at.elapsed() >= BETWEEN_LINES
        {
            let elapsed = begun.elapsed().as_secs_f64();
            let line = progress_line(experiment.name, progress.share(), elapsed);
            // Over the last line, and what is left of a longer one erased. A terminal that is gone is no
            // reason to stop.
            let _ = write!(io::stderr(), "\r{line}\x1b[K");
            shown = Some(Instant::now());
        }
    };
    let report = interrupts.watch(&cancel, look, || {
        experiment.run_keeping(setup, ranks.clone(), &progress, &cancel, keep)
    });
    if shown.is_some_and(|at| at != begun) {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
    report
}

/// A file that does not exist yet: written beside its place and put there when it is whole.
struct Pending {
    path: PathBuf,
    part: PathBuf,
    file: File,
    finished: bool,
}

impl Pending {
    fn create(path: &Path) -> anyhow::Result<Self> {
        if path.exists() {
            bail!(
                "{} exists: name a new file, nothing is overwritten",
                path.display()
            );
        }
        let path = place(path);
        // Of its own for each process: two that write the same report do not meet before it is whole.
        let mut part = path.as_os_str().to_owned();
        part.push(format!(".{}.part", std::process::id()));
        let part = PathBuf::from(part);
        let file =
            File::create(&part).with_context(|| format!("cannot write {}", part.display()))?;
        Ok(Self {
            path,
            part,
            file,
            finished: false,
        })
    }

    fn finish(mut self, content: &str) -> anyhow::Result<PathBuf> {
        let context = || format!("cannot write {}", self.path.display());
        self.file
            .write_all(content.as_bytes())
            .and_then(|()| self.file.sync_all())
            .with_context(context)?;
        // A link, unlike a rename, does not replace what someone else has put there meanwhile.
        fs::hard_link(&self.part, &self.path)
            .or_else(|error| match error.kind() {
                io::ErrorKind::AlreadyExists => Err(error),
                // Someone has tidied the part away: the report is still here.
                io::ErrorKind::NotFound => {
                    File::create_new(&self.path)?.write_all(content.as_bytes())
                }
                // File systems without links.
                _ => fs::rename(&self.part, &self.path),
            })
            .with_context(|| {
                self.finished = true;
                format!(
                    "cannot put the report at {}; it is whole in {}",
                    self.path.display(),
                    self.part.display()
                )
            })?;
        Ok(self.path.clone())
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        if !self.finished {
            // Nothing is lost with it: it is empty, or the report is in its place.
            let _ = fs::remove_file(&self.part);
        }
    }
}

fn duration(seconds: f64) -> String {
    let whole = seconds.max(0.0).round() as u64;
    match whole {
        0..120 => format!("{whole} s"),
        120..7200 => format!("{} min", (whole + 30) / 60),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}

/// The line that shows how far it is; `None` while that is not known.
fn progress_line(name: &str, share: Option<f64>, elapsed: f64) -> String {
    match share {
        Some(share) if share > 0.0 => {
            let left = elapsed * (1.0 - share) / share;
            format!(
                "{name}: {:.0} %, {} so far, about {} left",
                100.0 * share,
                duration(elapsed),
                duration(left)
            )
        }
        _ => format!("{name}: {} so far", duration(elapsed)),
    }
}

fn stopped(name: &str, kept: Option<&str>) -> String {
    let kept = kept.map_or_else(String::new, |file| {
        format!("; what is done is in {file}: the same command continues from there")
    });
    format!("{name} was stopped: there is no report, because half of one would mislead{kept}")
}

fn no_table(key: &str, suggestion: Option<&str>, keys: &[&str]) -> String {
    let hint = suggestion.map_or_else(String::new, |key| format!(", did you mean \"{key}\"?"));
    format!(
        "the report has no table \"{key}\"{hint}, so all of them were written: {}",
        keys.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_whose_part_was_tidied_away_is_not_lost() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("report.txt");
        let pending = Pending::create(&file).unwrap();
        fs::remove_file(&pending.part).unwrap();
        pending.finish("hours of work\n").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "hours of work\n");
    }

    #[test]
    fn what_somebody_put_there_meanwhile_stays() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("report.txt");
        let pending = Pending::create(&file).unwrap();
        fs::write(&file, "another's\n").unwrap();
        let part = pending.part.clone();
        assert!(pending.finish("ours\n").is_err());
        assert_eq!(fs::read_to_string(&file).unwrap(), "another's\n");
        assert_eq!(fs::read_to_string(&part).unwrap(), "ours\n");
    }
}
