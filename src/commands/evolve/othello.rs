//! `koteki evolve` for Othello: who plays, what a rival is called, which game can be looked at.

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;

use super::{Args, Portrayed, Setup, command_line, resumable, run};
use crate::commands::interrupts::Interrupts;
use crate::commands::progress::Progress;
use crate::config::{Config, Paths};
use crate::evolve::settings::Settings;
use crate::game::Side;
use crate::game::othello::notation::{Passes, write_transcript};
use crate::record::game::OTHELLO;
use crate::roster::PlayerSpec;
use crate::roster::portrait::name_of;
use crate::roster::showcase::{Showcase, ShownGame};
use crate::search::budget::Cancel;
use crate::search::othello::Path as ProcessorPath;
use crate::session::breeding;
use crate::session::portraits::draw;
use crate::watch::live;

/// `koteki evolve` for Othello: settings from the configuration or from the run to go on with, the
/// roster's opponent, as many threads as asked for.
///
/// # Errors
/// As [`run`], and when the settings name no opponent.
pub fn run_othello(args: &Args) -> anyhow::Result<ExitCode> {
    let mut settings = match (&args.resume, &args.config) {
        // A run goes on by its own settings, whatever one's own are now.
        (Some(directory), None) => resumable(directory)?.settings,
        _ => Config::load(&Paths::from_environment(), args.config.as_deref())?.evolution,
    };
    args.name_opponent(&mut settings);
    run_settings(
        args,
        settings,
        true,
        Progress::is_possible(&std::io::stdout()),
        &Interrupts::listen()?,
        &mut std::io::stdout().lock(),
    )
}

/// The same with these settings, with `portraits` of the rivals at the end or without, and with lines
/// to `out`, of which one may be written over when `in_place`.
///
/// # Errors
/// As [`run`], and when the settings name no opponent.
pub fn run_settings(
    args: &Args,
    settings: Settings,
    portraits: bool,
    in_place: bool,
    interrupts: &Interrupts,
    out: &mut dyn Write,
) -> anyhow::Result<ExitCode> {
    let arena = Arc::new(Showcase::new(breeding::arena(&settings)?));
    let (namer, stage) = (Arc::clone(&arena), Arc::clone(&arena));
    let opponent = settings.opponent.clone();
    let features = breeding::features_of(&settings);
    let threads = args.jobs.map_or(0, usize::from);
    let setup = Setup {
        arena,
        name: &|weights| namer.arena().individual(weights).to_string(),
        portrait: &|weights| {
            let player = namer.arena().individual(weights);
            let (true, PlayerSpec::Individual(search)) = (portraits, &player) else {
                return None;
            };
            Some(Portrayed {
                name: name_of(&search.weights),
                portrait: draw(&player, threads, &Cancel::new())?,
                player: player.to_string(),
            })
        },
        features: &features,
        settings,
        engine: ProcessorPath::best().to_string(),
        command_line: command_line(),
        in_place,
        game: &|| Some(told(&stage, &opponent, stage.take()?)),
    };
    run(args, setup, interrupts, out)
}

/// A game as those who watch the run are told of it.
fn told(stage: &Showcase, opponent: &str, game: ShownGame) -> live::Game {
    let individual = stage.arena().individual(&game.weights).to_string();
    let opponent = opponent.replace("target", &format!("{:.2}", game.target));
    let [black, white] = match game.side {
        Side::Black => [individual, opponent],
        Side::White => [opponent, individual],
    };
    live::Game {
        game: OTHELLO.to_owned(),
        black,
        white,
        weights: game.weights,
        side: game.side.index(),
        transcript: write_transcript(game.line.moves(), Passes::Written),
        opening: game.line.opening(),
    }
}
