//! The `koteki` program: reads the command line and hands over.

mod cli;

use std::fmt::Display;
use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::{CommandFactory as _, Parser as _};

use cli::{Cli, Command};
use koteki::commands;
use koteki::config::{Config, ConfigError, Paths};
use koteki::plain::is_broken_pipe;
use koteki_games::words::harmless::Harmless;

fn main() -> ExitCode {
    let errors = &mut Harmless::words(io::stderr());
    let done = match Cli::try_parse() {
        Ok(cli) => run(cli),
        Err(error) if error.use_stderr() => {
            let _ = write!(errors, "{}", error.render());
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(1));
        }
        Err(asked) => print(&asked.render()),
    };
    match done {
        Ok(code) => code,
        // A reader that has had enough is no fault.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // Nothing is left to be done when even this cannot be written.
            let _ = writeln!(errors, "koteki: {error:#}");
            if let Some(excerpt) = error.downcast_ref().and_then(ConfigError::excerpt) {
                let _ = writeln!(errors, "{excerpt}");
            }
            ExitCode::FAILURE
        }
    }
}

/// Prints the help or the version.
fn print(asked: &impl Display) -> anyhow::Result<ExitCode> {
    let mut out = io::stdout();
    write!(out, "{asked}")?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn run(cli: Cli) -> anyhow::Result<ExitCode> {
    if cli.allow_engines {
        koteki_rivals::roster::trust_files();
    }
    Config::name_own_engines(&Paths::from_environment());
    // Not locked: the screen is written to from more than one thread when it has to be left at once.
    let out = &mut io::stdout();
    match cli.command {
        None => return commands::play::run(&cli.play),
        Some(Command::Play(args)) => return commands::play::run(&args),
        Some(Command::Evolve(args)) => return commands::evolve::run_game(&args),
        Some(Command::Watch(args)) => return commands::watch::run(&args),
        Some(Command::Replay(args)) => return commands::replay::run(&args),
        Some(Command::Export(args)) => commands::export::run(&args)?,
        Some(Command::Experiment(args)) => return commands::experiment::run(&args),
        Some(Command::Sweep(args)) => return commands::sweep::run(&args),
        Some(Command::Study(args)) => return commands::study::run(&args),
        Some(Command::Blind(args)) => return commands::study::run_blind(&args),
        Some(Command::Merge(args)) => commands::sweep::merge(&args)?,
        Some(Command::Analyse(args)) => return commands::analyse::run(&args),
        Some(Command::Convert(args)) => return commands::convert::run(&args),
        Some(Command::Stats(args)) => return commands::stats::run(&args),
        Some(Command::Solve(args)) => return commands::solve::run(&args),
        Some(Command::Learn(args)) => return commands::learn::run(&args),
        Some(Command::Janken(args)) => return commands::janken::run(&args),
        Some(Command::Blokus(args)) => {
            return commands::person::run::<koteki_games::blokus::Position>(&args);
        }
        Some(Command::Match(args)) => return commands::match_::run(&args),
        Some(Command::Measure(args)) => commands::measure::run(&args)?,
        Some(Command::Portrait(args)) => commands::portrait::run(&args)?,
        Some(Command::Profile(args)) => return commands::profile::run(&args),
        Some(Command::Perft(args)) => commands::perft::run(&args)?,
        Some(Command::Engine(args)) => commands::engine::run(&args)?,
        Some(Command::Bench(args)) => commands::bench::run(&args)?,
        Some(Command::Completions(args)) => commands::completions::run(&args, Cli::command(), out)?,
        Some(Command::Man(args)) => commands::man::run(&args, Cli::command(), out)?,
    }
    Ok(ExitCode::SUCCESS)
}
