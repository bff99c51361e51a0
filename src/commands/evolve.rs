//! `koteki evolve`: the evolution without a screen, one line a cycle, a table at the end.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};

use crate::commands::interrupts::Interrupts;
use crate::config::{Config, Paths};
use crate::evolve::rivals::WANTED;
use crate::evolve::run::{Boundary, Census, Member, Run, State};
use crate::evolve::settings::Settings;
use crate::evolve::verdict::Verdict;
use crate::evolve::worker::{Breeder, Event, Options};
use crate::evolve::{Arena, BEHAVIOUR};
use crate::record::run::{self as record, Header, Provenance, Timing, Writer};
use crate::search::othello::Path;
use crate::session::breeding;
use crate::text::evolve as text;

/// How long an interrupt may go unnoticed.
const POLL: Duration = Duration::from_millis(50);

/// Breeds rivals without a screen: one line a cycle, a table of the individuals at the end.
///
/// Settings and seed give the same run every time, whatever the number of threads.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// Settings file, on top of the built-in settings and your own file
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Seed of everything random
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Directory for the record of the run; must be new or empty. Without it nothing is kept
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Go on with the run in DIR, which has to have the same seed and settings
    #[arg(long, requires = "out")]
    pub resume: bool,
    /// Threads; as many as there are cores when left out. Does not change the result
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Cycles to breed, in place of the settings'
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub cycles: Option<u32>,
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
    /// The processor path, for the record.
    pub engine: String,
    /// The command line, for the record.
    pub command_line: Vec<String>,
}

/// Breeds until the run comes to rest or is interrupted, writing lines to `out`. An interrupt drops
/// the step in hand, keeps what is complete and gives exit code 130.
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
    let header = Header {
        format: record::FORMAT,
        seed: args.seed.to_string(),
        provenance: Provenance {
            program: concat!("koteki ", env!("CARGO_PKG_VERSION")).to_owned(),
            behaviour: BEHAVIOUR,
            engine: setup.engine,
            command_line: setup.command_line,
        },
        settings,
    };
    let (run, writer) = open(args, header, setup.features)?;
    let genes = run.settings().genes.keys().cloned().collect();
    let mut session = Session {
        writer,
        out,
        begun: Instant::now(),
        games_before: run.state().games,
        genes,
        features: setup.features.iter().map(|&name| name.to_owned()).collect(),
        name: setup.name,
    };
    if !args.resume {
        session.keep(&record::Event::Start {
            format: record::FORMAT,
            seed: args.seed,
            features: session.features.clone(),
        })?;
        session.checkpoint(run.state())?;
    }
    let options = Options {
        jobs: args
            .jobs
            .and_then(|jobs| NonZeroUsize::new(jobs.into()))
            .or_else(|| thread::available_parallelism().ok()),
        lowered: true,
        census: true,
    };
    let resting = run.is_resting();
    let (sender, receiver) = mpsc::channel();
    let on_event = Box::new(move |event| {
        // Nobody listens any more only when the run is being stopped.
        let _ = sender.send(event);
    });
    let breeder = Breeder::start(run, setup.arena, options, on_event)
        .context("cannot start the threads of the evolution")?;

    // A run that is resumed at rest has nothing more to tell.
    let mut rested = resting;
    while !rested && !interrupts.is_raised() {
        match receiver.recv_timeout(POLL) {
            Ok(event) => rested = session.told(event)?,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    let run = breeder.stop();
    for event in receiver.try_iter() {
        rested |= session.told(event)?;
    }
    let Some(run) = run else {
        bail!(text::failed("no reason given"));
    };
    let complete = rested && run.is_resting();
    session.end(&run, complete, args.out.as_ref())?;
    Ok(if complete {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(130)
    })
}

/// A new run and its directory, or those of the run to go on with.
fn open(
    args: &Args,
    header: Header<Settings>,
    features: &[&str],
) -> anyhow::Result<(Run, Option<Writer>)> {
    match &args.out {
        Some(directory) if args.resume => {
            if let Some(differs) = differs(&record::read_header(directory)?, &header)? {
                bail!(text::not_resumed(
                    &directory.display().to_string(),
                    &differs
                ));
            }
            let (writer, state) = Writer::resume::<State>(directory)?;
            let run = Run::resume(header.settings, features, state)?;
            Ok((run, Some(writer)))
        }
        out => {
            // Wrong settings are found out before a directory is made.
            let run = Run::new(header.settings.clone(), features, args.seed)?;
            let writer = match out {
                Some(directory) => Some(Writer::create(directory, &header)?),
                None => None,
            };
            Ok((run, writer))
        }
    }
}

/// The first thing in which the kept run differs from the one asked for: the behaviour before the
/// settings, since another version may know other settings.
fn differs(
    kept: &Header<toml::Table>,
    asked: &Header<Settings>,
) -> anyhow::Result<Option<text::Differs>> {
    let behaviours = [&kept.provenance, &asked.provenance].map(|it| it.behaviour);
    if behaviours[0] != behaviours[1] {
        let programs = [&kept.provenance, &asked.provenance].map(|it| it.program.clone());
        return Ok(Some(text::Differs::Behaviour(programs, behaviours)));
    }
    if kept.seed != asked.seed {
        let seeds = [&kept.seed, &asked.seed].map(Clone::clone);
        return Ok(Some(text::Differs::Seed(seeds)));
    }
    let settings = toml::Table::try_from(&asked.settings)?;
    Ok(differing("", &kept.settings, &settings))
}

/// The first key, dotted, whose values differ.
fn differing(path: &str, kept: &toml::Table, asked: &toml::Table) -> Option<text::Differs> {
    kept.keys().chain(asked.keys()).find_map(|key| {
        let dotted = if path.is_empty() {
            key.clone()
        } else {
            format!("{path}.{key}")
        };
        match (kept.get(key), asked.get(key)) {
            (Some(toml::Value::Table(kept)), Some(toml::Value::Table(asked))) => {
                differing(&dotted, kept, asked)
            }
            (kept, asked) if kept == asked => None,
            values => {
                let written = |value: Option<&toml::Value>| {
                    value.map_or_else(String::new, ToString::to_string)
                };
                let values = [written(values.0), written(values.1)];
                Some(text::Differs::Setting(dotted, values))
            }
        }
    })
}

/// Where the lines and the records go.
struct Session<'a> {
    writer: Option<Writer>,
    out: &'a mut dyn Write,
    begun: Instant,
    /// Games of the run before this sitting.
    games_before: u64,
    genes: Vec<String>,
    features: Vec<String>,
    name: &'a dyn Fn(&[i32]) -> String,
}

impl Session<'_> {
    fn keep(&mut self, event: &record::Event) -> anyhow::Result<()> {
        if let Some(writer) = &mut self.writer {
            writer.event(event)?;
        }
        Ok(())
    }

    fn checkpoint(&mut self, state: &State) -> anyhow::Result<()> {
        if let Some(writer) = &mut self.writer {
            writer.checkpoint(state)?;
        }
        Ok(())
    }

    /// Records and prints an event; says whether the run has come to rest.
    fn told(&mut self, event: Event) -> anyhow::Result<bool> {
        match event {
            Event::Snapshot => Ok(false),
            Event::Panicked(reason) => bail!(text::failed(&reason)),
            Event::Retargeted(command) => {
                self.keep(&record::Event::Command {
                    step: command.step,
                    target: command.target,
                })?;
                writeln!(self.out, "{}", text::command(command.step, command.target))?;
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
            let line = match verdicts(census) {
                Some(verdicts) => text::certified(census.games, &verdicts, census.round + 1),
                None => text::retested(census.games, rivals.len()),
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
            let line = text::cycle(
                census.cycle,
                census.cycles,
                census.games,
                point.best_f_wr,
                point.mean_f_wr,
                point.mean_f_sim,
                point.mean_win_rate,
                point.spread,
            );
            let event = record::Event::Cycle {
                cycle: census.total_cycles,
                step: census.step,
                games: census.games,
                target: census.target,
                individuals,
            };
            (event, line)
        };
        self.keep(&event)?;
        if let Some(writer) = &mut self.writer {
            writer.timing(&Timing {
                step: census.step,
                games: census.games,
                seconds: self.begun.elapsed().as_secs_f64(),
            })?;
        }
        writeln!(self.out, "{line}")?;
        self.out.flush()?;
        Ok(())
    }

    /// How surely the rivals are level and how differently they play; and if that is less than was
    /// asked, why.
    fn certainty(&mut self, run: &Run, census: &Census) -> anyhow::Result<()> {
        let Some(verdicts) = verdicts(census) else {
            return Ok(());
        };
        for it in &census.differences {
            let rate = it.mismatch;
            let line = text::mismatch(it.a, it.b, rate.rate, rate.low, rate.high);
            writeln!(self.out, "{line}")?;
        }
        let rivals = census.members.iter().filter(|it| it.rival.is_some());
        let (sure, others): (Vec<_>, Vec<_>) =
            rivals.partition(|it| it.verdict == Some(Verdict::Certified));
        let test = &run.settings().retest;
        let pairs = census.differences.iter().filter(|it| it.a != it.b);
        let smallest = pairs.map(|it| it.mismatch.rate).reduce(f64::min);
        if sure.len() < WANTED {
            let line = text::too_few(sure.len(), others.len(), &verdicts, test.cap);
            writeln!(self.out, "{line}")?;
        } else if let Some(smallest) = smallest.filter(|&it| it < test.mismatch) {
            writeln!(self.out, "{}", text::too_alike(smallest, test.mismatch))?;
        }
        Ok(())
    }

    /// The last line of the record, and the table.
    fn end(
        &mut self,
        run: &Run,
        complete: bool,
        directory: Option<&PathBuf>,
    ) -> anyhow::Result<()> {
        self.checkpoint(run.state())?;
        let archive = serde_json::to_value(run.state())?;
        self.keep(&record::Event::End { complete, archive })?;
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
        let rows: Vec<text::Row> = members
            .iter()
            .map(|member| {
                let tally = member.tally();
                let (low, high) = tally.interval();
                text::Row {
                    rival: member.rival,
                    id: member.id,
                    weights: bred.iter().map(|&index| member.weights[index]).collect(),
                    games: tally.games,
                    win_rate: tally.win_rate().map(|rate| (rate, low, high)),
                    fitness: member.latest.map(|latest| latest.fitness),
                    said: member.verdict.map(said),
                }
            })
            .collect();
        write!(self.out, "{}", text::table(&headings, &rows))?;
        for member in &members {
            if let Some(rival) = member.rival {
                let name = (self.name)(&member.weights);
                writeln!(self.out, "{}", text::rival(rival, &name))?;
            }
        }
        if complete {
            self.certainty(run, &census)?;
        }
        let seconds = self.begun.elapsed().as_secs_f64();
        let directory = directory.map(|directory| directory.display().to_string());
        let line = text::ended(
            complete,
            census.games,
            census.games - self.games_before,
            seconds,
            directory.as_deref(),
        );
        writeln!(self.out, "{line}")?;
        self.out.flush()?;
        Ok(())
    }
}

/// How many individuals got each verdict; `None` where there is no test.
fn verdicts(census: &Census) -> Option<text::Verdicts> {
    let mut verdicts = text::Verdicts::default();
    for member in &census.members {
        match member.verdict? {
            Verdict::Open => {}
            Verdict::Certified => verdicts.certified += 1,
            Verdict::Strong => verdicts.strong += 1,
            Verdict::Weak => verdicts.weak += 1,
            Verdict::Undecided => verdicts.undecided += 1,
        }
    }
    Some(verdicts)
}

const fn said(verdict: Verdict) -> text::Said {
    match verdict {
        Verdict::Open => text::Said::Open,
        Verdict::Certified => text::Said::Certified,
        Verdict::Strong => text::Said::Strong,
        Verdict::Weak => text::Said::Weak,
        Verdict::Undecided => text::Said::Undecided,
    }
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
        verdict: member
            .verdict
            .map(|verdict| text::verdict(Some(said(verdict))).to_owned()),
        f_wr: member.latest.map(|latest| latest.f_wr),
        f_sim: member.latest.map(|latest| latest.f_sim),
        fitness: member.latest.map(|latest| latest.fitness),
    }
}

/// `koteki evolve` for Othello: settings from the configuration, the roster's opponent, as many
/// threads as asked for.
///
/// # Errors
/// As [`run`], and when the settings name no opponent.
pub fn run_othello(args: &Args) -> anyhow::Result<ExitCode> {
    let config = Config::load(&Paths::from_environment(), args.config.as_deref())?;
    let arena = Arc::new(breeding::arena(&config.evolution)?);
    let namer = Arc::clone(&arena);
    let setup = Setup {
        arena,
        name: &|weights| namer.individual(weights).to_string(),
        features: &breeding::features_of(&config.evolution),
        settings: config.evolution,
        engine: Path::best().to_string(),
        command_line: std::env::args().collect(),
    };
    run(
        args,
        setup,
        &Interrupts::listen()?,
        &mut std::io::stdout().lock(),
    )
}
