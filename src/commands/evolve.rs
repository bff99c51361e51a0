//! `koteki evolve`: the evolution without a screen, one line a cycle, a table at the end.

mod dry_run;
mod game;
mod open;

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};

use crate::commands::choice::{GAMES, one_of};
use crate::commands::cost;
use crate::commands::interrupts::{Interrupts, POLL};
use crate::commands::progress::Progress;
use crate::commands::unread::Unread;
use crate::commands::words;
use crate::plain::words as plain_words;
use crate::ranks;
use koteki_games::words::harmless::Harmless;
use koteki_record::replace::replace_own;
use koteki_record::run::{self as record, Header, Provenance, Timing, Writer, last_seconds};
use koteki_rivals::evolve::run::{Boundary, Census, Member, Run, State};
use koteki_rivals::evolve::settings::Settings;
use koteki_rivals::evolve::snapshot::{Phase, Snapshot};
use koteki_rivals::evolve::verdict::Verdict;
use koteki_rivals::evolve::worker::{Breeder, Event, Options};
use koteki_rivals::evolve::{Arena, BEHAVIOUR};
use koteki_rivals::roster::kit::GameKind;
use koteki_session::watch::live::{self, Live};
use koteki_session::watch::recorded::{Certainty, written};
use koteki_session::watch::words as watch_words;

pub use game::{run_game, run_settings};
pub use open::resumable;
use open::{DEFAULT_SEED, Opened, PROGRAM, open};

#[derive(Clone, Debug)]
pub struct Row {
    /// Letter index of a rival.
    pub rival: Option<usize>,
    /// The individual's number.
    pub id: u64,
    /// The bred weights.
    pub weights: Vec<i32>,
    /// Games it is judged by.
    pub games: u32,
    /// Its win rate and 95 % interval; `None` without games.
    pub win_rate: Option<(f64, f64, f64)>,
    /// Its fitness; `None` when it was never drawn.
    pub fitness: Option<f64>,
    /// What the sequential test says of it; `None` where there is none.
    pub verdict: Option<Verdict>,
}

/// How long the file that asks the run to stop may go unnoticed.
const LOOK: Duration = Duration::from_millis(200);

/// Breeds rivals without a screen: one line a cycle, a table of the individuals at the end.
///
/// Settings and seed give the same run every time, whatever the number of threads. Ctrl-C, SIGTERM or
/// a file called stop in the run's directory end it at a safe point, from which --resume goes on. As long as there is
/// a file called pause in it the run waits.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The game
    #[arg(long, value_name = "GAME", value_parser = one_of(&GAMES), default_value = "othello")]
    pub game: GameKind,
    /// Settings file (Othello only), on top of the built-in settings and your own file
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Seed for everything random; 1 when left out
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// Directory for the record of the run; must be new or empty. Without it nothing is kept
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Resume the run in DIR with its own settings; any that are given here have to be the same
    #[arg(long, value_name = "DIR", conflicts_with = "out")]
    pub resume: Option<PathBuf>,
    /// Threads; as many as there are cores when left out. Does not change the result
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Cycles to breed, in place of the settings'
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub cycles: Option<u32>,
    /// Parts of the population that breed at the same time, in place of the settings': more games at once, for many cores. Breeds
    /// otherwise than one part does
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=500))]
    pub islands: Option<u16>,
    /// The mean loss D that the opponent holds, in place of the settings'
    #[arg(long, value_name = "D", value_parser = loss)]
    pub target: Option<f64>,
    /// The player that the individuals meet, in place of the settings': agent:d=target holds the target,
    /// others play as they always do, as in engine:cmd="pentobi-gtp --game duo"
    #[arg(long, value_name = "PLAYER")]
    pub opponent: Option<String>,
    /// Say what the run, or with --resume the rest of it, will cost, and exit
    #[arg(long)]
    pub dry_run: bool,
}

/// Any number: the settings say which are allowed.
fn loss(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
    number.ok_or_else(|| "not a number".to_owned())
}

/// Exit code of a run whose result no one will see: that of a program which a closed pipe has ended.
const UNHEARD: u8 = 128 + 13;

impl Args {
    /// The directory of the run, new or old.
    fn directory(&self) -> Option<&Path> {
        self.resume.as_deref().or(self.out.as_deref())
    }
}

/// What is to be bred, and who plays.
pub struct Setup<'a> {
    /// The settings of the breeding.
    pub settings: Settings,
    /// The features of the evaluation, in the order of its weight vector.
    pub features: &'a [&'a str],
    /// Plays the games.
    pub arena: Arc<dyn Arena>,
    /// What a player of these weights is called, in the language of players.
    pub name: &'a dyn Fn(&[i32]) -> String,
    /// A rival's name and how it plays, if the game has that.
    pub portrait: &'a dyn Fn(&[i32]) -> Option<Portrayed>,
    /// The processor path, for the record.
    pub engine: String,
    /// The command line, for the record.
    pub command_line: Vec<String>,
    /// How far it is said to be while it goes on.
    pub shown: Shown<'a>,
    /// A game that was played since the last time, for those who watch the run.
    pub game: &'a dyn Fn() -> Option<live::Game>,
}

/// How it is said how far a run is.
#[derive(Clone, Copy)]
pub enum Shown<'a> {
    /// By a line a cycle.
    Lines,
    /// By a line that is written over itself, too.
    InPlace,
    /// By whoever has it run among others.
    Among(&'a dyn Fn(&Snapshot)),
}

/// The command line, for the record: what is no text in it, such as the name of a file, as far as it is.
fn command_line() -> Vec<String> {
    let words = std::env::args_os();
    words.map(|it| it.to_string_lossy().into_owned()).collect()
}

/// What is kept and said of a rival's play.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Portrayed {
    /// The name that its weights give it.
    pub name: String,
    /// The player, in the language of players.
    pub player: String,
    /// How it plays, in words.
    pub portrait: String,
}

/// Name of the file with the rivals' portraits: one JSON object a line, A first.
pub const PORTRAITS_FILE: &str = "portraits.jsonl";

/// Breeds until the run comes to rest or is told to stop, writing lines to `out`. Then the step in
/// hand is dropped (it is taken again when the run is gone on with), what is complete is kept, and the
/// exit code is [`Interrupts::code`]. A run that is kept goes on when its lines are no longer read; one
/// that is not ends then, as a program does whose output is closed.
///
/// # Errors
/// Settings out of range, a directory that is not empty, a disk that refuses, a game that failed.
pub fn run(
    args: &Args,
    setup: Setup<'_>,
    interrupts: &Interrupts,
    out: &mut dyn Write,
) -> anyhow::Result<ExitCode> {
    let mut settings = setup.settings;
    if let Some(cycles) = args.cycles {
        settings.cycles = cycles;
    }
    if let Some(islands) = args.islands {
        settings.islands = islands.into();
    }
    if let Some(target) = args.target {
        settings.target = target;
    }
    let header = Header {
        format: record::FORMAT,
        seed: args.seed.unwrap_or(DEFAULT_SEED).to_string(),
        provenance: Provenance {
            program: PROGRAM.to_owned(),
            behaviour: BEHAVIOUR,
            engine: setup.engine,
            command_line: setup.command_line,
        },
        settings,
    };
    if args.dry_run {
        return dry_run::dry_run(args, setup.features, &*setup.arena, &header, out);
    }
    // A run among others is one rank's own.
    let ranks = ranks::all().filter(|_| !matches!(setup.shown, Shown::Among(_)));
    let Opened {
        run,
        writer,
        is_new,
        line,
    } = open(args, header, setup.features)?;
    if let Some(ranks) = &ranks {
        ranks.give(&game::written(&run)?);
    }
    let mut out = Harmless::words(Unread::new(out));
    if let Some(line) = line {
        writeln!(out, "{line}")?;
    }
    if !matches!(setup.shown, Shown::Among(_)) {
        writeln!(out, "{}", words::CYCLE_FIGURES)?;
    }
    let genes = run.settings().genes.keys().cloned().collect();
    let mut session = Session {
        writer,
        out,
        begun: Instant::now(),
        worked: Duration::ZERO,
        seconds_before: args.directory().map_or(0.0, last_seconds),
        games_before: run.state().games,
        genes,
        features: setup.features.iter().map(|&name| name.to_owned()).collect(),
        name: setup.name,
        directory: args.directory().map(Path::to_owned),
        progress: Progress::new(matches!(setup.shown, Shown::InPlace)),
        shown_by: setup.shown,
        left: None,
        due: None,
        game: setup.game,
        shown: None,
        beat: 0,
        published: None,
        step_published: None,
        looked: Instant::now(),
        is_paused: false,
        waits: false,
        portrait: setup.portrait,
    };
    if is_new {
        session.keep(&record::Event::Start {
            format: record::FORMAT,
            seed: run.state().seed,
            features: session.features.clone(),
        })?;
        session.checkpoint(run.state())?;
    }
    let options = Options {
        lowered: true,
        census: true,
        ..Options::default()
    };
    let jobs = match &ranks {
        Some(_) => args.jobs.map(usize::from),
        None => cost::threads(args.jobs).map(NonZeroUsize::get),
    };
    let resting = run.is_resting();
    let (sender, receiver) = mpsc::channel();
    let on_event = Box::new(move |event| {
        // There is no listener any more only when the run is being stopped.
        let _ = sender.send(event);
    });
    let workers = options.workers(jobs, ranks);
    let breeder = workers
        .and_then(|workers| Breeder::start_with(workers, run, setup.arena, options, on_event))
        .context("cannot start the threads of the evolution")?;

    // A run that is resumed at rest has nothing more to report.
    let mut rested = resting;
    while !rested && !interrupts.is_raised() && !session.is_told_to_stop() && !session.is_unheard()
    {
        if session.is_paused != session.waits {
            session.wait(session.is_paused);
            if session.waits {
                breeder.pause();
            } else {
                breeder.resume();
            }
        }
        match receiver.recv_timeout(POLL) {
            Ok(Event::Snapshot) => session.seen(&breeder.take())?,
            Ok(event) => {
                session.left = left(&breeder.latest());
                rested = session.report(event)?;
            }
            Err(RecvTimeoutError::Timeout) => session.seen(&breeder.latest())?,
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    let run = breeder.stop();
    for event in receiver.try_iter() {
        rested |= session.report(event)?;
    }
    let Some(run) = run else {
        bail!(failed("no reason given"));
    };
    let complete = rested && run.is_resting();
    session.end(&run, complete)?;
    Ok(match (complete, session.is_unheard()) {
        (true, _) => ExitCode::SUCCESS,
        (false, true) => ExitCode::from(UNHEARD),
        (false, false) => ExitCode::from(interrupts.code()),
    })
}

/// Where the lines and the records go.
struct Session<'a, 'o> {
    writer: Option<Writer>,
    out: Harmless<Unread<&'o mut dyn Write>>,
    /// When this sitting began, or went on after it had waited last; and how long was bred before that.
    begun: Instant,
    worked: Duration,
    /// Seconds in the record before this sitting.
    seconds_before: f64,
    /// Games of the run before this sitting.
    games_before: u64,
    genes: Vec<String>,
    features: Vec<String>,
    name: &'a dyn Fn(&[i32]) -> String,
    /// Where the record is.
    directory: Option<PathBuf>,
    progress: Progress,
    shown_by: Shown<'a>,
    /// Seconds until it comes to rest.
    left: Option<f64>,
    /// Cycles that were due at the last one; `None` before the first.
    due: Option<u32>,
    game: &'a dyn Fn() -> Option<live::Game>,
    /// The latest game that was shown.
    shown: Option<live::Game>,
    /// Number of the last version of `live.json`, and when it was written.
    beat: u64,
    published: Option<Instant>,
    step_published: Option<(u64, bool)>,
    /// When the files that ask to stop and to wait were last looked for.
    looked: Instant,
    /// Whether it has been asked to wait, and whether it does.
    is_paused: bool,
    waits: bool,
    portrait: &'a dyn Fn(&[i32]) -> Option<Portrayed>,
}

impl Session<'_, '_> {
    fn keep(&mut self, event: &record::Event) -> anyhow::Result<()> {
        let kept = self.writer.as_mut().map(|writer| writer.event(event));
        self.kept(kept)
    }

    fn checkpoint(&mut self, state: &State) -> anyhow::Result<()> {
        let kept = self.writer.as_mut().map(|writer| writer.checkpoint(state));
        self.kept(kept)
    }

    /// A disk that is full ends the run with what it has.
    fn kept(&self, kept: Option<Result<(), record::Error>>) -> anyhow::Result<()> {
        let directory = self.shown_directory().unwrap_or_default();
        kept.unwrap_or(Ok(())).with_context(|| {
            format!(
                "the run stops here; what was kept before is whole, and when there is room \
                 again koteki evolve --resume {} continues from it",
                words::quoted(&directory)
            )
        })
    }

    /// The directory, as it is written on a command line.
    fn shown_directory(&self) -> Option<String> {
        Some(self.directory.as_ref()?.display().to_string())
    }

    /// From now on it waits, or goes on: the time in between counts for nothing.
    fn wait(&mut self, waits: bool) {
        self.worked = self.worked();
        self.begun = Instant::now();
        self.waits = waits;
    }

    /// How long this sitting has bred.
    fn worked(&self) -> Duration {
        if self.waits {
            self.worked
        } else {
            self.worked + self.begun.elapsed()
        }
    }

    /// Whether the file has been made that asks the run to stop. Looked for now and then only, as is the one that asks
    /// it to wait.
    fn is_told_to_stop(&mut self) -> bool {
        if self.looked.elapsed() < LOOK {
            return false;
        }
        self.looked = Instant::now();
        self.is_paused = self.writer.as_ref().is_some_and(Writer::is_told_to_pause);
        self.writer.as_ref().is_some_and(Writer::is_told_to_stop)
    }

    /// Whether no one will ever see the run: it is not kept, and whoever read its lines is gone.
    fn is_unheard(&mut self) -> bool {
        self.writer.is_none() && self.out.inner().is_gone()
    }

    /// Shows how far the run is, to whoever sits here and to those who watch it.
    fn seen(&mut self, snapshot: &Snapshot) -> anyhow::Result<()> {
        let line = || words::with_left(doing(snapshot), left(snapshot));
        self.progress.show(self.out.inner(), line)?;
        if let Shown::Among(show) = self.shown_by {
            show(snapshot);
        }
        let known = (snapshot.step, snapshot.paused);
        let wait = if self.step_published == Some(known) {
            live::HEARTBEAT
        } else {
            live::PACE
        };
        if self.published.is_none_or(|last| last.elapsed() >= wait) {
            self.publish(snapshot, false);
        }
        Ok(())
    }

    fn publish(&mut self, snapshot: &Snapshot, ended: bool) {
        let Some(writer) = &self.writer else { return };
        self.beat += 1;
        let mut live = Live::of(snapshot, self.beat);
        live.ended = ended;
        self.shown = (self.game)().or_else(|| self.shown.take());
        live.game.clone_from(&self.shown);
        if let Ok(bytes) = serde_json::to_vec(&live) {
            writer.publish(&bytes);
        }
        self.published = Some(Instant::now());
        self.step_published = Some((snapshot.step, snapshot.paused));
    }

    /// Records and prints an event; says whether the run has come to rest.
    fn report(&mut self, event: Event) -> anyhow::Result<bool> {
        match event {
            Event::Snapshot => Ok(false),
            Event::Panicked(reason) => bail!(failed(&reason)),
            Event::Retargeted(command) => {
                self.keep(&record::Event::Command {
                    step: command.step,
                    target: command.target,
                })?;
                self.progress.clear(self.out.inner())?;
                writeln!(self.out, "{}", words::command(command.step, command.target))?;
                Ok(false)
            }
            Event::Census(boundary, it) => {
                let (census, state) = *it;
                self.counted(boundary, &census)?;
                self.checkpoint(&state)?;
                Ok(boundary == Boundary::Rest)
            }
        }
    }

    fn counted(&mut self, boundary: Boundary, census: &Census) -> anyhow::Result<()> {
        let individuals = census.members.iter().map(recorded).collect();
        let rivals = census.rivals();
        let (event, line) = if boundary == Boundary::Rest {
            let line = match certainty(census) {
                Some(it) => words::certified(census.games, &it.verdicts, census.round + 1),
                None => words::retested(census.games, rivals.len()),
            };
            let mismatches = census
                .differences
                .iter()
                .map(|it| record::Mismatch {
                    pair: [rivals[it.a], rivals[it.b]],
                    rate: it.mismatch.rate,
                    interval: [it.mismatch.low, it.mismatch.high],
                })
                .collect();
            let event = record::Event::Rivals {
                step: census.step,
                games: census.games,
                target: census.target,
                rivals,
                mismatches,
                individuals,
            };
            (event, line)
        } else {
            let point = &census.point;
            let line = words::cycle(
                census.cycle,
                census.cycles,
                census.games,
                point.best_f_wr,
                point.mean_f_wr,
                point.mean_f_sim,
                point.mean_win_rate,
                point.spread,
            );
            let line = words::with_left(line, self.left);
            let before = self.due.replace(census.cycles).unwrap_or(census.cycles);
            let line = match census.cycles.checked_sub(before) {
                None | Some(0) => line,
                Some(more) => format!("too few rivals were certified: {more} more cycles\n{line}"),
            };
            let event = record::Event::Cycle {
                cycle: census.total_cycles,
                step: census.step,
                games: census.games,
                target: census.target,
                point: Some(record::Point {
                    best_f_wr: point.best_f_wr,
                    mean_f_wr: point.mean_f_wr,
                    mean_f_sim: point.mean_f_sim,
                    mean_win_rate: point.mean_win_rate,
                    win_rate_quartiles: point.win_rate_quartiles,
                    spread: point.spread,
                }),
                individuals,
            };
            (event, line)
        };
        self.keep(&event)?;
        let timing = Timing {
            step: census.step,
            games: census.games,
            seconds: self.seconds_before + self.worked().as_secs_f64(),
        };
        let kept = self.writer.as_mut().map(|writer| writer.timing(&timing));
        self.kept(kept)?;
        self.progress.clear(self.out.inner())?;
        writeln!(self.out, "{line}")?;
        self.out.flush()?;
        Ok(())
    }

    /// The rivals' names and portraits.
    fn portray(&mut self, members: &[&Member]) -> anyhow::Result<()> {
        let mut kept = String::new();
        for member in members {
            let (Some(rival), Some(it)) = (member.rival, (self.portrait)(&member.weights)) else {
                continue;
            };
            let letter = watch_words::RIVALS.get(rival).copied().unwrap_or('?');
            let line = plain_words::line(letter, &it.name, Some(&it.portrait));
            writeln!(self.out, "{line}")?;
            kept.push_str(&serde_json::to_string(&it)?);
            kept.push('\n');
        }
        if let Some(directory) = self.directory.as_deref().filter(|_| !kept.is_empty()) {
            let path = directory.join(PORTRAITS_FILE);
            replace_own(&path, kept.as_bytes()).with_context(|| path.display().to_string())?;
        }
        Ok(())
    }

    /// The last line of the record, and the table.
    fn end(&mut self, run: &Run, complete: bool) -> anyhow::Result<()> {
        self.checkpoint(run.state())?;
        let archive = serde_json::to_value(run.state())?;
        self.keep(&record::Event::End { complete, archive })?;
        self.publish(&run.snapshot(false, 0.0), true);
        if let Some(writer) = &self.writer {
            writer.stopped();
        }
        self.progress.clear(self.out.inner())?;
        let census = run.census();
        // The genes in the order of the weight vector.
        let bred: Vec<usize> = (0..self.features.len())
            .filter(|&index| self.genes.contains(&self.features[index]))
            .collect();
        let headings: Vec<&str> = bred
            .iter()
            .map(|&index| self.features[index].as_str())
            .collect();
        let mut members: Vec<&Member> = census.members.iter().collect();
        members.sort_by_key(|member| (member.rival.is_none(), member.rival, member.id));
        let rows: Vec<Row> = members
            .iter()
            .map(|member| {
                let tally = member.tally();
                let (low, high) = tally.interval();
                Row {
                    rival: member.rival,
                    id: member.id,
                    weights: bred.iter().map(|&index| member.weights[index]).collect(),
                    games: tally.games,
                    win_rate: tally.win_rate().map(|rate| (rate, low, high)),
                    fitness: member.latest.map(|latest| latest.fitness),
                    verdict: member.verdict,
                }
            })
            .collect();
        write!(self.out, "{}", table(&headings, &rows, complete))?;
        for member in &members {
            if let Some(rival) = member.rival {
                let name = (self.name)(&member.weights);
                writeln!(self.out, "{} = {name}", watch_words::letter(Some(rival)))?;
            }
        }
        if complete {
            self.portray(&members)?;
            let certainty = certainty(&census).map(|it| it.lines(run.settings()));
            for line in certainty.unwrap_or_default() {
                writeln!(self.out, "{line}")?;
            }
        }
        let seconds = self.worked().as_secs_f64();
        let line = ended(
            complete,
            census.games,
            census.games - self.games_before,
            seconds,
            self.shown_directory().as_deref(),
        );
        writeln!(self.out, "{line}")?;
        if let Some(directory) = self.shown_directory().filter(|_| !complete) {
            writeln!(self.out, "{}", words::go_on(&directory))?;
        }
        self.out.flush()?;
        Ok(())
    }
}

/// Seconds until the run comes to rest, where that is known.
fn left(snapshot: &Snapshot) -> Option<f64> {
    snapshot.progress.and_then(|it| it.seconds)
}

/// How certain it is that the rivals are level; `None` where there is no test.
fn certainty(census: &Census) -> Option<Certainty> {
    let everybody = census.members.iter().map(|it| (it.verdict, it.rival));
    Certainty::of(everybody, census.differences.clone())
}

fn recorded(member: &Member) -> record::Individual {
    let tally = member.tally();
    let (low, high) = tally.interval();
    // Rounded: the record must not hang on the last bits of a platform's quantiles.
    let interval = [low, high].map(|limit| libm::round(limit * 1e6) / 1e6);
    record::Individual {
        id: member.id,
        weights: member.weights.clone(),
        games: tally.games,
        wins: tally.wins,
        draws: tally.draws,
        interval,
        verdict: member.verdict.map(written),
        f_wr: member.latest.map(|latest| latest.f_wr),
        f_sim: member.latest.map(|latest| latest.f_sim),
        fitness: member.latest.map(|latest| latest.fitness),
    }
}

/// What the sequential test says of an individual, in one word for the table.
const fn verdict(verdict: Option<Verdict>) -> &'static str {
    match verdict {
        None => "",
        Some(Verdict::Open) => "open",
        Some(Verdict::Certified) => "certified",
        Some(Verdict::Strong) => "too strong",
        Some(Verdict::Weak) => "too weak",
        Some(Verdict::Undecided) => "undecided",
    }
}

/// The line at the end; `complete` unless the run was stopped before it came to rest. `games` of the
/// whole run, `played` of them in these `seconds`.
fn ended(complete: bool, games: u64, played: u64, seconds: f64, directory: Option<&str>) -> String {
    use std::fmt::Write as _;

    let rate = if seconds > 0.0 {
        played as f64 / seconds
    } else {
        0.0
    };
    let mut line = format!("games {games}: {played} in {seconds:.1} s ({rate:.0} games/s)");
    if !complete {
        line.push_str(", stopped before the end");
    }
    if let Some(directory) = directory {
        let _ = write!(line, ", kept in {directory}: koteki watch shows it");
    }
    line
}

fn failed(reason: &str) -> String {
    format!("a game failed, the evolution is over: {reason}")
}

/// The individuals, a line each; once they are `tested` games and win rate are those of the test alone.
fn table(genes: &[&str], rows: &[Row], tested: bool) -> String {
    use std::fmt::Write as _;

    let mut text = String::from("   individual");
    for gene in genes {
        let _ = write!(text, " {gene:>width$}", width = gene.len().max(5));
    }
    let rate = if tested {
        "win rate (test, 95 %)"
    } else {
        "win rate (95 %)"
    };
    let _ = writeln!(text, "  games  {rate:<22}  fitness (breeding)");
    for row in rows {
        let letter = watch_words::letter(row.rival);
        let _ = write!(text, "{letter}  {:>10}", row.id);
        for (gene, weight) in genes.iter().zip(&row.weights) {
            let _ = write!(text, " {weight:>width$}", width = gene.len().max(5));
        }
        let rate = row.win_rate.map_or_else(
            || "-".to_owned(),
            |(rate, low, high)| format!("{rate:.3} ({low:.3} to {high:.3})"),
        );
        let fitness = row
            .fitness
            .map_or_else(|| "-".to_owned(), |fitness| format!("{fitness:.4}"));
        let verdict = verdict(row.verdict);
        let line = format!("  {:>5}  {rate:<22}  {fitness:>18}  {verdict}", row.games);
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// What a run does, how many games it has, and how fast.
pub fn doing(now: &Snapshot) -> String {
    use std::fmt::Write as _;

    let mut line = match now.phase {
        _ if now.paused => "paused".to_owned(),
        Phase::Breeding => {
            let cycle = (now.cycle + 1).min(now.cycles);
            format!("in cycle {cycle} of {}", now.cycles)
        }
        Phase::Retesting => "test".to_owned(),
        Phase::Resting => "over".to_owned(),
    };
    let _ = write!(line, ", {} games", now.games);
    if now.games_per_second > 0.0 {
        let _ = write!(line, ", {:.0} games/s", now.games_per_second);
    }
    line
}
