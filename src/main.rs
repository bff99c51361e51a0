//! The `koteki` program: reads the command line and hands over.

mod cli;

use std::io::Write as _;
use std::process::ExitCode;

use clap::Parser as _;

use koteki::commands;

fn main() -> ExitCode {
    let cli = cli::Cli::parse();
    let done = commands::play::run(&cli.play);
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Nothing is left to be done when even this cannot be written.
            let _ = writeln!(std::io::stderr(), "koteki: {error:#}");
            ExitCode::FAILURE
        }
    }
}
