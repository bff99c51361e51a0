//! The game-specific parts of `koteki evolve`: the players, rivals' names, which game can be viewed.

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::bail;

use super::{Args, Portrayed, Setup, Shown, command_line, resumable, run};
use crate::commands::interrupts::Interrupts;
use crate::commands::progress::Progress;
use crate::commands::words;
use crate::config::{Config, Paths};
use crate::ranks;
use koteki_engine::search::budget::Cancel;
use koteki_games::Side;
use koteki_record::game::OTHELLO;
use koteki_rivals::evolve::run::{Run, State};
use koteki_rivals::evolve::settings::Settings;
use koteki_rivals::evolve::worker::{self, Options};
use koteki_rivals::roster::arena::KitArena;
use koteki_rivals::roster::kit::{GameKind, Kit, Portrayal, with_kit};
use koteki_rivals::roster::showcase::{Showcase, ShownGame};
use koteki_session::watch::live;
use koteki_workers::Ranks;

/// Breeds rivals of the game that is asked for.
///
/// # Errors
/// As [`run`], and when the settings name no opponent.
pub fn run_game(args: &Args) -> anyhow::Result<ExitCode> {
    if let Some(ranks) = ranks::all().filter(|ranks| !ranks.is_first()) {
        return follow(args, ranks);
    }
    // A run goes on at its own game.
    let kind = match &args.resume {
        Some(directory) => GameKind::of_run(&resumable(directory)?.settings),
        None => args.game,
    };
    with_kit!(kind, K => run_kit::<K>(args))
}

/// A run as the first of several ranks sends it to the others: its settings, as in its record, and its state.
pub(super) fn written(run: &Run) -> anyhow::Result<(String, String)> {
    let settings = toml::to_string(run.settings())?;
    Ok((settings, serde_json::to_string(run.state())?))
}

/// Plays games of the run that the first rank drives.
fn follow(args: &Args, ranks: Arc<Ranks>) -> anyhow::Result<ExitCode> {
    // Signals are for the first rank to obey.
    let _interrupts = Interrupts::listen()?;
    if args.dry_run {
        return Ok(ExitCode::SUCCESS);
    }
    let (settings, state) = ranks.take::<(String, String)>();
    let (settings, state) = (toml::from_str(&settings)?, serde_json::from_str(&state)?);
    with_kit!(GameKind::of_run(&settings), K => follow_kit::<K>(args, ranks, settings, state))
}

fn follow_kit<K: Kit>(
    args: &Args,
    ranks: Arc<Ranks>,
    settings: Settings,
    state: State,
) -> anyhow::Result<ExitCode> {
    if let Some(opponent) = &args.opponent {
        let _ = K::player_named(opponent).map(K::named_by_person);
    }
    let arena = KitArena::<K>::of(&settings)?;
    let features = K::features(&settings);
    let run = Run::resume(settings, &features, state)?;
    let jobs = args.jobs.map(usize::from);
    let workers = Options::default().workers(jobs, Some(Arc::clone(&ranks)))?;
    worker::follow(&workers, &ranks, &arena, run)?;
    Ok(ExitCode::SUCCESS)
}

/// Settings from the run to go on with, else from the configuration, which has those of Othello.
fn run_kit<K: Kit>(args: &Args) -> anyhow::Result<ExitCode> {
    let mut settings = match &args.resume {
        // A run goes on by its own settings, whatever one's own are now.
        Some(directory) if args.config.is_none() => resumable(directory)?.settings,
        _ if K::KIND == GameKind::Othello => {
            Config::load(&Paths::from_environment(), args.config.as_deref())?.evolution
        }
        _ if args.config.is_some() => bail!(words::othello_only("--config")),
        _ => K::default_evolution(),
    };
    if let Some(opponent) = &args.opponent {
        settings.opponent.clone_from(opponent);
        // Another program may be started: it is the person who names it.
        let spec = K::player_named(opponent).map(K::named_by_person);
        if let Some(even) = spec.ok().and_then(|it| K::even_point(&it)) {
            settings = K::toward(&settings, even);
        }
    }
    let shown = if Progress::is_possible(&std::io::stdout()) {
        Shown::InPlace
    } else {
        Shown::Lines
    };
    run_settings::<K>(
        args,
        settings,
        shown,
        &Interrupts::listen()?,
        &mut std::io::stdout().lock(),
    )
}

/// Breeds with these settings, with lines to `out`; of a run among others there are no portraits of the rivals.
///
/// # Errors
/// As [`run`], and when the settings name no opponent.
pub fn run_settings<K: Kit>(
    args: &Args,
    settings: Settings,
    progress: Shown<'_>,
    interrupts: &Interrupts,
    out: &mut dyn Write,
) -> anyhow::Result<ExitCode> {
    let arena = KitArena::<K>::of(&settings)?;
    if args.target.is_some() && !arena.holds_target() {
        bail!(words::no_target("--target", &settings.opponent));
    }
    let arena = Arc::new(Showcase::<K>::new(arena));
    let (namer, stage) = (Arc::clone(&arena), Arc::clone(&arena));
    let opponent = settings.opponent.clone();
    let features = K::features(&settings);
    let threads = args.jobs.map_or(0, usize::from);
    let setup = Setup {
        arena,
        name: &|weights| namer.arena().individual(weights).to_string(),
        portrait: &|weights| {
            let player = namer.arena().individual(weights);
            let cancel = Cancel::new();
            let Portrayal { name, portrait } = (!matches!(progress, Shown::Among(_)))
                .then(|| K::portray(&player, threads, &cancel))
                .flatten()?;
            Some(Portrayed {
                name,
                player: player.to_string(),
                portrait,
            })
        },
        features: &features,
        settings,
        engine: K::engine(),
        command_line: command_line(),
        shown: progress,
        // Those who watch a run can be shown games of Othello.
        game: &|| {
            let game = (K::KIND == GameKind::Othello).then(|| stage.take());
            Some(shown(&stage, &opponent, game.flatten()?))
        },
    };
    run(args, setup, interrupts, out)
}

/// A game as it is shown to those who watch the run.
fn shown<K: Kit>(stage: &Showcase<K>, opponent: &str, game: ShownGame<K>) -> live::Game {
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
        transcript: K::write_game(&game.line).1,
        opening: game.line.opening(),
    }
}
