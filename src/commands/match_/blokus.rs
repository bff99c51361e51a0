//! `koteki match --game blokus A B`: games of Blokus Duo.

use std::io::Write;

use anyhow::bail;
use serde_json::json;

use super::{Args, GAMES};
use crate::measure::contest::{Method, Settings, Tally, contest, plain_difference};
use crate::roster::blokus::BlokusSpec;
use crate::search::budget::Cancel;
use crate::text::{blokus as blokus_text, contest as text};

/// Plies of each opening, when none are asked for: the first move of each side, as in Osaki et al. 2009.
const OPENING_PLIES: u32 = 2;

/// Runs the match and writes the result to `out`.
///
/// # Errors
/// A player's name that cannot be read, an option that only Othello has, no threads, an output that is gone.
pub fn write_report(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    if args.empties_to_winner {
        bail!(blokus_text::othello_only("--empties-to-winner"));
    }
    let (a, b): (BlokusSpec, BlokusSpec) = (args.a.parse()?, args.b.parse()?);
    if let Some(open) = [a, b].into_iter().find(|it| it.is_open()) {
        bail!(blokus_text::no_target(&open.to_string()));
    }
    let (player_a, player_b) = (a.build(), b.build());
    let settings = Settings {
        games: args.games.unwrap_or(GAMES),
        seed: args.seed,
        opening_plies: args.opening_plies.unwrap_or(OPENING_PLIES),
        jobs: args.jobs.map_or(0, usize::from),
    };
    let cancel = Cancel::new();
    let differences = contest(&*player_a, &*player_b, &settings, &cancel, |game| {
        plain_difference(&game)
    })?;
    let tally = Tally::of(&differences);
    let win_rate = tally.win_rate().unwrap_or_default();
    let mean_difference = tally.mean_difference().unwrap_or_default();
    let (interval, method) = tally.interval();
    let (wins, losses, draws) = (tally.wins, tally.losses, tally.draws);
    let (name_a, name_b) = (a.to_string(), b.to_string());
    if args.json {
        let report = json!({
            "game": "blokus",
            "a": name_a,
            "b": name_b,
            "games": tally.games(),
            "wins": wins,
            "losses": losses,
            "draws": draws,
            "win_rate": win_rate,
            "interval": [interval.low, interval.high],
            "interval_method": method,
            "mean_difference": mean_difference,
            "pairs": tally.pair_counts(),
            "seed": settings.seed,
            "opening_plies": settings.opening_plies,
        });
        writeln!(out, "{report}")?;
        return Ok(());
    }
    let command = format!(
        "koteki match --game blokus {name_a} {name_b} --games {} --seed {} --opening-plies {}",
        settings.games, settings.seed, settings.opening_plies,
    );
    let (low, high) = (interval.low, interval.high);
    let lines = [
        text::heading(&name_a, &name_b, settings.games, settings.opening_plies),
        text::score(&name_a, wins, losses, draws),
        text::rate(win_rate, low, high, method == Method::Pairs),
        blokus_text::difference(mean_difference),
        text::pairs(tally.pair_counts()),
        text::again(&command),
    ];
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(())
}
