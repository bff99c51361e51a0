//! `koteki evolve --game blokus`: who plays, and what a rival is called.

use std::process::ExitCode;
use std::sync::Arc;

use anyhow::bail;

use super::{Args, Setup, command_line, resumable, run};
use crate::commands::interrupts::Interrupts;
use crate::commands::progress::Progress;
use crate::evolve::Settings;
use crate::roster::blokus_arena::{BlokusArena, default_settings, features};
use crate::text::blokus as text;

/// Whether a run is one of this game: by the features that its weights are of.
pub(super) fn is_run(settings: &Settings) -> bool {
    let mut named = settings.genes.keys().chain(settings.fixed.keys());
    named.all(|name| features().contains(&name.as_str()))
}

/// Breeds with the program's own settings, or those of the run to go on with.
pub(super) fn run_blokus(args: &Args) -> anyhow::Result<ExitCode> {
    if args.config.is_some() {
        bail!(text::othello_only("--config"));
    }
    let mut settings = match &args.resume {
        Some(directory) => resumable(directory)?.settings,
        None => default_settings(),
    };
    args.name_opponent(&mut settings);
    let arena = Arc::new(BlokusArena::new(&settings)?);
    let namer = Arc::clone(&arena);
    let setup = Setup {
        arena,
        name: &|weights| namer.individual(weights).to_string(),
        portrait: &|_| None,
        features: &features(),
        settings,
        // Nothing of this game is done in more than one way.
        engine: "portable".to_owned(),
        command_line: command_line(),
        in_place: Progress::is_possible(&std::io::stdout()),
        game: &|| None,
    };
    let interrupts = Interrupts::listen()?;
    run(args, setup, &interrupts, &mut std::io::stdout().lock())
}
