//! `koteki measure PLAYER`: what a player gives away in games against itself.

use std::io::Write;

use anyhow::{Context as _, bail};
use serde_json::json;

use crate::measure::contest::Settings;
use crate::measure::level::{Estimate, describe};
use crate::measure::loss::Figures;
use crate::measure::self_play::measure;
use crate::measure::stats::CONFIDENCE;
use crate::roster::{PlayerSpec, build_othello};
use crate::search::budget::Cancel;
use crate::text::contest as text;

/// Measures a player: its mean loss D, as the tester judges it in games against itself.
///
/// One side of each game is judged up to ply 40: Black in the first game, White in the second, and so
/// on. Lower is stronger.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The player, as in intermediate or tester:depth=4
    pub player: String,
    /// Games to play
    #[arg(long, value_name = "N", default_value_t = 25, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub games: u32,
    /// Seed of everything random
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Threads; as many as there are cores when left out. Does not change the result
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Plies of each game drawn by lot and not judged
    #[arg(long, value_name = "n", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=39))]
    pub opening_plies: u32,
    /// The judge: a tester of the roster
    #[arg(long, value_name = "PLAYER", default_value = "tester")]
    pub tester: String,
    /// Print one JSON object instead of lines
    #[arg(long)]
    pub json: bool,
}

/// Runs the measurement and prints the result to standard output.
///
/// # Errors
/// A name that cannot be read or a judge that is no tester, no threads, an output that is gone.
pub fn run(args: &Args) -> anyhow::Result<()> {
    write_report(args, &mut std::io::stdout().lock())
}

/// Runs the measurement and writes the result to `out`.
///
/// # Errors
/// As [`run`].
pub fn write_report(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let spec: PlayerSpec = args.player.parse()?;
    let judge: PlayerSpec = args.tester.parse()?;
    let PlayerSpec::Tester(tester) = judge else {
        bail!("--tester {judge}: only a tester can judge, as in tester:depth=4");
    };
    let player = build_othello(&spec).with_context(|| spec.to_string())?;
    let settings = Settings {
        games: args.games,
        seed: args.seed,
        opening_plies: args.opening_plies,
        jobs: args.jobs.map_or(0, usize::from),
    };
    let cancel = Cancel::new();
    let measured = measure(
        &*player,
        &*tester.search(),
        tester.search.depth,
        &settings,
        &cancel,
    )?;
    let summary = measured.summary;
    // The ladder was measured with the preset tester: other testers' losses have another unit.
    let level = summary
        .open
        .filter(|_| tester.measures_as_the_preset())
        .map(|open| {
            describe(&Estimate {
                d: open.loss.mean,
                moves: open.loss.count,
                interval: measured.game_d.and_then(|d| d.mean_interval(CONFIDENCE)),
            })
        });
    if args.json {
        let report = json!({
            "player": format!("{spec:#}"),
            "tester": format!("{judge:#}"),
            "games": measured.games,
            "d": summary.d(),
            "sd": summary.open.map(|open| open.loss.sd),
            "mean_rank": summary.open.map(|open| open.mean_rank),
            "level": level,
            "summary": summary,
            "game_d": measured.game_d,
            "game_rank": measured.game_rank,
            "seed": args.seed,
            "opening_plies": args.opening_plies,
        });
        writeln!(out, "{report}")?;
        return Ok(());
    }
    writeln!(
        out,
        "{}",
        text::measured(
            &spec.to_string(),
            &judge.to_string(),
            measured.games,
            summary.moves
        )
    )?;
    let figures = |figures: Option<Figures>, label: &str| {
        figures.map(|Figures { loss, mean_rank }| {
            text::losses(label, loss.mean, loss.sd, mean_rank, loss.count)
        })
    };
    let rows = [
        figures(summary.open, text::OPEN_MOVES),
        figures(summary.thesis, text::ALL_MOVES),
        figures(summary.chosen, text::CHOSEN_MOVES),
    ];
    for row in rows.into_iter().flatten() {
        writeln!(out, "{row}")?;
    }
    writeln!(out, "{}", text::left_out(summary.forced, summary.decided))?;
    if let (Some(d), Some(rank)) = (measured.game_d, measured.game_rank) {
        writeln!(out, "{}", text::by_game(d.mean, d.sd, rank.mean, rank.sd))?;
    }
    if let Some(level) = level {
        writeln!(out, "{}", text::level(&level))?;
    }
    let tester = match args.tester.as_str() {
        "tester" => String::new(),
        tester => format!(" --tester {tester}"),
    };
    let command = format!(
        "koteki measure {spec} --games {} --seed {} --opening-plies {}{tester}",
        args.games, args.seed, args.opening_plies
    );
    writeln!(out, "{}", text::again(&command))?;
    Ok(())
}
