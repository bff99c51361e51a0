//! The `koteki` program: reads the command line and hands over.

mod cli;

use std::fmt::Display;
use std::io::{self, Write as _};
use std::process::ExitCode;

use cli::{Cli, Command};
use koteki::commands;
use koteki::config::{Config, ConfigError, Paths};
use koteki::plain::is_broken_pipe;
use koteki::ranks;
use koteki_games::words::harmless::Harmless;

fn main() -> ExitCode {
    // What there is to say the first of several processes says.
    let is_follower = ranks::is_follower();
    let errors = &mut Harmless::words(io::stderr());
    let done = match Cli::read() {
        Ok(cli) => run(&cli),
        Err(error) if error.use_stderr() => {
            if !is_follower {
                let _ = write!(errors, "{}", error.render());
            }
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(1));
        }
        Err(_) if is_follower => Ok(ExitCode::SUCCESS),
        Err(asked) => print(&asked.render()),
    };
    match done {
        Ok(code) => {
            ranks::leave();
            code
        }
        // A reader that has had enough is no fault.
        Err(error) if is_broken_pipe(&error) => {
            ranks::leave();
            ExitCode::SUCCESS
        }
        Err(error) => {
            if !is_follower {
                // Nothing is left to be done when even this cannot be written.
                let _ = writeln!(errors, "koteki: {error:#}");
                if let Some(excerpt) = error.downcast_ref().and_then(ConfigError::excerpt) {
                    let _ = writeln!(errors, "{excerpt}");
                }
            }
            ranks::fail(&error);
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

fn run(cli: &Cli) -> anyhow::Result<ExitCode> {
    if cli.allow_engines {
        koteki_rivals::roster::trust_files();
    }
    Config::name_own_engines(&Paths::from_environment());
    if let Some(divides) = cli.command.as_ref().map_or(Some(false), Command::divides) {
        ranks::meet(divides)?;
    };
    match &cli.command {
        None => commands::play::run(&cli.play),
        Some(command) => command.run(),
    }
}
