//! `koteki watch DIR`: a run that is seen from outside, on a screen or in plain lines.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use crate::commands::evolve::resumable;
use crate::commands::interrupts::Interrupts;
use crate::commands::looks::Looks;
use crate::commands::runs::{self, table};
use crate::commands::words;
use crate::config::{Config, Paths};
use koteki_games::words::harmless::Harmless;
use koteki_record::run::{Error, Event, SWEEP_FILE, read_state};
use koteki_rivals::evolve::Settings;
use koteki_rivals::evolve::run::State as RunState;
use koteki_session::watch::follow::{Follower, State, Within};
use koteki_session::watch::recorded::{Certainty, series};
use koteki_session::watch::runs::Runs;
use koteki_session::watch::words as watch_words;
use koteki_tui as tui;

/// How often the directory is looked into.
const POLL: Duration = Duration::from_millis(250);

/// Shows a run of koteki evolve while it goes on, or one that is over.
///
/// Any number of people may watch, also over a network file system: nothing is written unless a key asks the run to
/// wait or to stop, or for an export. Without a terminal its lines are printed as they come, until the run ends; of
/// several runs the list, once.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The directory of a run; several, or a sweep, are shown as curves over one another. Without any the runs
    /// beneath this folder are listed, as by koteki runs
    #[arg(value_name = "DIR")]
    pub directories: Vec<PathBuf>,
    /// Plain lines instead of a screen
    #[arg(long)]
    pub plain: bool,
    /// Settings file, on top of the built-in settings and your own file
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// How the screen looks
    #[command(flatten)]
    pub looks: Looks,
}

/// Watches.
///
/// # Errors
/// When there is no run, it vanishes, or the output is gone.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if args.directories.is_empty() {
        return runs::run(&runs::Args {
            folder: PathBuf::from("."),
            plain: args.plain,
            json: false,
            csv: false,
            config: args.config.clone(),
            looks: args.looks,
        });
    }
    let on_screen = !args.plain && tui::is_possible();
    let settings = || -> anyhow::Result<tui::Settings> {
        let mut config = Config::load(&Paths::from_environment(), args.config.as_deref())?;
        args.looks.put(&mut config.screen);
        Ok(config.screen)
    };
    let directory = match &args.directories[..] {
        [directory] if !directory.join(SWEEP_FILE).exists() => directory,
        directories => {
            // What is no run, nor a sweep, is said before anything is shown.
            for directory in directories
                .iter()
                .filter(|it| !it.join(SWEEP_FILE).exists())
            {
                Follower::open(directory)?;
            }
            let mut runs = Runs::new(directories);
            if on_screen {
                return Ok(tui::runs::run(&settings()?, runs, true)?.code().into());
            }
            let all = runs.look()?;
            let sweeps = runs.sweeps(&all);
            let out = &mut Harmless::words(std::io::stdout().lock());
            if all.is_empty() {
                writeln!(out, "{}", tui::runs::no_runs(&runs.named()))?;
            } else {
                write!(out, "{}", table(&all, &sweeps))?;
            }
            return Ok(ExitCode::SUCCESS);
        }
    };
    let follower = Follower::open(directory)?;
    if on_screen {
        let exit = tui::watch::watch(&settings()?, follower, directory)?;
        return Ok(exit.code().into());
    }
    let interrupts = Interrupts::listen()?;
    lines(
        follower,
        directory,
        &interrupts,
        &mut Harmless::words(std::io::stdout().lock()),
    )
}

/// Prints the lines of the run as they come, until it ends.
///
/// # Errors
/// When the directory vanishes, or the output is gone.
pub fn lines(
    mut follower: Follower,
    directory: &Path,
    interrupts: &Interrupts,
    out: &mut dyn Write,
) -> anyhow::Result<ExitCode> {
    let settings = follower.header().settings.clone();
    let seed = follower.header().seed.clone();
    writeln!(out, "{}: seed {seed}", directory.display())?;
    let mut silent = false;
    loop {
        let mut said = Vec::new();
        let faults = follower.faults();
        if let Err(error) = follower.poll(|event, at| said.extend(lines_of(event, at, &settings))) {
            return match &error {
                Error::Io { .. } if !directory.exists() => Err(gone(directory)),
                _ => Err(error.into()),
            };
        }
        if let Some(line) = said.pop() {
            said.push(words::with_left(line, follower.seconds_left()));
        }
        for line in said {
            writeln!(out, "{line}")?;
        }
        if follower.faults() > faults {
            writeln!(out, "{}", watch_words::unreadable(follower.faults()))?;
        }
        out.flush()?;
        match follower.state() {
            State::Ended { complete } => {
                if !complete {
                    writeln!(out, "{}", go_on(directory))?;
                }
                return Ok(ExitCode::SUCCESS);
            }
            State::Silent if !silent => {
                silent = true;
                if follower.is_torn() {
                    writeln!(out, "{}", watch_words::TORN)?;
                }
                writeln!(
                    out,
                    "the run gives no sign of life, as one that was stopped or killed; {}",
                    go_on(directory)
                )?;
                out.flush()?;
            }
            State::Running => silent = false,
            State::Silent => {}
        }
        if interrupts.is_raised() {
            return Ok(ExitCode::from(interrupts.code()));
        }
        thread::sleep(POLL);
    }
}

/// How a run that does not go on is resumed, or why it cannot be.
fn go_on(directory: &Path) -> String {
    let state = resumable(directory).and_then(|_| Ok(read_state::<RunState>(directory)?));
    match state {
        Ok(_) => words::go_on(&directory.display().to_string()),
        Err(why) => format!("it cannot be resumed: {why}"),
    }
}

/// Prints the lines of the run so far.
///
/// # Errors
/// When there is no run, nothing of it is complete, or the output is gone.
pub fn once(directory: &Path, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let mut follower = Follower::open(directory)?;
    let settings = follower.header().settings.clone();
    let mut said = Vec::new();
    follower.poll(|event, at| said.extend(lines_of(event, at, &settings)))?;
    for line in said {
        writeln!(out, "{line}")?;
    }
    for line in faults(&follower) {
        writeln!(out, "{line}")?;
    }
    if follower.moments().is_empty() {
        anyhow::bail!(watch_words::no_moments(&directory.display().to_string()));
    }
    Ok(ExitCode::SUCCESS)
}

/// What of the record cannot be read.
pub fn faults(follower: &Follower) -> Vec<String> {
    let mut lines = Vec::new();
    if follower.faults() > 0 {
        lines.push(watch_words::unreadable(follower.faults()));
    }
    if follower.is_torn() {
        lines.push(watch_words::TORN.to_owned());
    }
    lines
}

/// The error when a directory is no longer there.
pub fn gone(directory: &Path) -> anyhow::Error {
    anyhow::anyhow!(watch_words::gone(&directory.display().to_string()))
}

/// What is said of an event: the lines of the run itself.
fn lines_of(event: &Event, at: Within, settings: &Settings) -> Vec<String> {
    match event {
        Event::Start { .. } => Vec::new(),
        Event::Cycle { games, point, .. } => vec![match point {
            Some(point) => words::cycle(
                at.cycle,
                at.cycles,
                *games,
                point.best_f_wr,
                point.mean_f_wr,
                point.mean_f_sim,
                point.mean_win_rate,
                point.spread,
            ),
            None => format!("cycle {}/{}: games {}", at.cycle, at.cycles, *games),
        }],
        Event::Command { step, target } => vec![words::command(*step, *target)],
        Event::Rivals {
            games,
            rivals,
            mismatches,
            individuals,
            ..
        } => match Certainty::recorded(individuals, rivals, mismatches) {
            Some(certainty) => {
                let rounds = series(at.cycle.into(), settings.cycles);
                let mut lines = vec![words::certified(*games, &certainty.verdicts, rounds)];
                lines.extend(certainty.lines(settings));
                lines
            }
            None => vec![words::retested(*games, rivals.len())],
        },
        Event::End { complete, .. } => vec![watch_words::ended(*complete).to_owned()],
    }
}
