//! `koteki measure PLAYER`: what a player gives away in games against itself.

mod recorded;

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context as _, anyhow, bail};
use serde_json::json;

use crate::commands::choice::{GAMES, one_of};
use crate::commands::words;
use koteki_engine::search::budget::Cancel;
use koteki_games::words::harmless::Harmless;
use koteki_rivals::measure::contest::Settings;
use koteki_rivals::measure::level::Estimate;
use koteki_rivals::measure::loss::Figures;
use koteki_rivals::measure::self_play::measure;
use koteki_rivals::measure::stats::CONFIDENCE;
use koteki_rivals::roster::SpecError;
use koteki_rivals::roster::kit::{GameKind, Judge, Kit, with_kit};

/// Measures a player: its mean loss D, as the tester judges it in games against itself.
///
/// One side of each game is judged up to ply 40: Black in the first game, White in the second, and so
/// on. Lower is stronger. With --recorded both sides of recorded games are judged instead.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The player, as in intermediate or tester:depth=4; at Blokus Duo as in uct:playouts=400
    #[arg(required_unless_present = "recorded")]
    pub player: Option<String>,
    /// Judge the main lines of these .blksgf files instead (Blokus Duo only)
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["player", "games", "seed", "jobs", "opening_plies"])]
    pub recorded: Vec<PathBuf>,
    /// The game
    #[arg(long, value_name = "GAME", value_parser = one_of(&GAMES), default_value = "othello")]
    pub game: GameKind,
    /// Games to play
    #[arg(long, value_name = "N", default_value_t = 25, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub games: u32,
    /// Seed for everything random
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Threads; as many as there are cores when left out. Does not change the result
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Plies of each game drawn at random and not judged [default: 0, at Blokus Duo 2]
    #[arg(long, value_name = "n", value_parser = clap::value_parser!(u32).range(0..=39))]
    pub opening_plies: Option<u32>,
    /// The judge: a tester of the roster, or an engine that gives values in discs, as in
    /// engine:cmd="edax -nboard",protocol=nboard,depth=8 (D is then in hundredths of a disc)
    #[arg(long, value_name = "PLAYER", default_value = "tester")]
    pub tester: String,
    /// Print one JSON object instead of lines
    #[arg(long)]
    pub json: bool,
}

impl Args {
    /// Who is measured; the command line asks for one unless games are judged.
    fn player(&self) -> &str {
        self.player.as_deref().unwrap_or_default()
    }

    fn settings(&self, opening_plies: u32) -> Settings {
        Settings {
            games: self.games,
            seed: self.seed,
            opening_plies: self.opening_plies.unwrap_or(opening_plies),
            jobs: self.jobs.map_or(0, usize::from),
        }
    }

    fn judge<K: Kit>(&self) -> anyhow::Result<Judge<K>> {
        let named = || format!("--tester {}", self.tester);
        K::judge(&self.tester).map_err(|error| match error.downcast::<SpecError>() {
            Ok(error) => error.into(),
            Err(error) => anyhow!("{}: {error}", named()),
        })
    }
}

/// Runs the measurement and prints the result to standard output.
///
/// # Errors
/// A name that cannot be read or a judge that is no tester, no threads, an output that is gone.
pub fn run(args: &Args) -> anyhow::Result<()> {
    write_report(
        args,
        &mut Harmless::json_or_words(args.json, std::io::stdout().lock()),
    )
}

/// Runs the measurement and writes the result to `out`.
///
/// # Errors
/// As [`run`].
pub fn write_report(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    if !args.recorded.is_empty() {
        return with_kit!(
            args.game,
            Othello => bail!(
                "--recorded goes with --game blokus; koteki analyse and koteki stats judge recorded games of Othello"
            ),
            K => recorded::write_report::<K>(args, &args.recorded, out)
        );
    }
    with_kit!(args.game, K => report::<K>(args, out))
}

fn report<K: Kit>(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let spec = K::named_by_person(K::player_named(args.player())?);
    let judge = args.judge::<K>()?;
    let player = K::build(&spec).with_context(|| spec.to_string())?;
    let settings = args.settings(K::UNJUDGED_PLIES);
    let found = measure(
        &*player,
        &*judge.search,
        judge.depth,
        &settings,
        &Cancel::new(),
    );
    if let Some(fault) = (judge.fault)() {
        return Err(fault.into());
    }
    let measured = found?;
    let level = measured.summary.open.zip(judge.describe);
    let level = level.map(|(open, describe)| {
        describe(&Estimate {
            d: open.loss.mean,
            moves: open.loss.count,
            interval: measured
                .game_d
                .and_then(|d| d.cautious_interval(CONFIDENCE)),
        })
    });
    let summary = measured.summary;
    let opening_plies = settings.opening_plies;
    if args.json {
        let report = json!({
            "player": format!("{spec:#}"),
            "tester": judge.full,
            "games": measured.games,
            "d": summary.d(),
            "sd": summary.open.map(|open| open.loss.sd),
            "mean_rank": summary.open.map(|open| open.mean_rank),
            "level": level,
            "summary": summary,
            "game_d": measured.game_d,
            "game_rank": measured.game_rank,
            "seed": args.seed,
            "opening_plies": opening_plies,
        });
        writeln!(out, "{report}")?;
        return Ok(());
    }
    writeln!(
        out,
        "{spec} against itself, judged by {}: {} games, {} moves up to ply 40",
        judge.name, measured.games, summary.moves
    )?;
    let figures = |figures: Option<Figures>, label: &str| {
        figures.map(|Figures { loss, mean_rank }| {
            format!(
                "{label}: D {:.2}, sd {:.2}, mean rank {mean_rank:.2} ({} moves)",
                loss.mean, loss.sd, loss.count
            )
        })
    };
    let rows = [
        figures(summary.open, "without decided positions"),
        figures(summary.thesis, "all moves, as the thesis counts"),
        figures(summary.chosen, "without decided positions and forced moves"),
    ];
    for row in rows.into_iter().flatten() {
        writeln!(out, "{row}")?;
    }
    writeln!(
        out,
        "forced moves {}, moves in decided positions {}",
        summary.forced, summary.decided
    )?;
    if let (Some(d), Some(rank)) = (measured.game_d, measured.game_rank) {
        writeln!(
            out,
            "game by game: D {:.2} ± {:.2}, mean rank {:.2} ± {:.2} (sd)",
            d.mean, d.sd, rank.mean, rank.sd
        )?;
    }
    if let Some(level) = level {
        writeln!(out, "strength: {level}; lower D is stronger")?;
    }
    let tester = match args.tester.as_str() {
        "tester" => String::new(),
        tester => format!(" --tester {tester}"),
    };
    let game = if K::KIND == GameKind::default() {
        String::new()
    } else {
        format!(" --game {}", K::KEY)
    };
    let command = format!(
        "koteki measure{game} {spec} --games {} --seed {} --opening-plies {opening_plies}{tester}",
        args.games, args.seed
    );
    writeln!(out, "{}", words::again(&command))?;
    Ok(())
}
