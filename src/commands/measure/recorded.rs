//! `koteki measure --game blokus --recorded FILE…`: what the players of recorded games give away.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::bail;
use serde_json::{Value, json};

use super::Args;
use koteki_engine::search::budget::Cancel;
use koteki_games::Side;
use koteki_games::blokus::Position;
use koteki_record::files::main_line;
use koteki_rivals::measure::loss::LossSheet;
use koteki_rivals::measure::stats::{CONFIDENCE, Interval};
use koteki_rivals::roster::kit::{GameKind, Judge};

/// A game with what each side gave away.
struct Judged {
    file: String,
    names: [String; 2],
    sheets: [LossSheet; 2],
    squares: [i32; 2],
    over: bool,
}

fn judged(path: &Path, by: &Judge<Position>) -> anyhow::Result<Judged> {
    let (record, line) = main_line::<Position>(path)?;
    let name = |side: Side| {
        let tag = ["PB", "PW"][side.index()];
        let named = record.info(tag).filter(|name| !name.trim().is_empty());
        named.unwrap_or(side.name()).to_owned()
    };
    let sheet = |side| LossSheet::of_line(&line, side, &*by.search, by.depth, &Cancel::new());
    let count = line.position().count();
    Ok(Judged {
        file: path.display().to_string(),
        names: Side::BOTH.map(name),
        sheets: [sheet(Side::Black)?, sheet(Side::White)?],
        squares: [count.black, count.white],
        over: line.position().is_over(),
    })
}

/// The mean loss of a sheet with its 95 % interval.
fn d(sheet: &LossSheet) -> Option<(f64, Option<Interval>)> {
    let loss = sheet.summary().open?.loss;
    Some((loss.mean, loss.mean_interval(CONFIDENCE)))
}

fn words(sheet: &LossSheet) -> String {
    let Some((mean, interval)) = d(sheet) else {
        return "no D, nothing chosen".to_owned();
    };
    let interval = interval.map_or_else(String::new, |it| {
        format!(" ({:.0} to {:.0})", it.low.max(0.0), it.high)
    });
    format!(
        "D {mean:.0}{interval} over {} placements",
        sheet.losses().len()
    )
}

fn to_json(name: &str, sheet: &LossSheet) -> Value {
    let found = d(sheet);
    let interval = found.and_then(|it| it.1);
    json!({
        "player": name,
        "d": found.map(|it| it.0),
        "low": interval.map(|it| it.low.max(0.0)),
        "high": interval.map(|it| it.high),
        "placements": sheet.losses().len(),
    })
}

/// Judges the games in `files` and writes what each side of each and every player gave away.
///
/// # Errors
/// Another game than Blokus Duo, a judge that is no tester, a file that is no game, an output that is gone.
pub(super) fn write_report(
    args: &Args,
    files: &[PathBuf],
    out: &mut impl Write,
) -> anyhow::Result<()> {
    if args.game != GameKind::Blokus {
        bail!(
            "--recorded goes with --game blokus; koteki analyse and koteki stats judge recorded games of Othello"
        );
    }
    let judge = args.judge()?;
    let games: anyhow::Result<Vec<Judged>> =
        files.iter().map(|path| judged(path, &judge)).collect();
    let games = games?;
    let mut players: BTreeMap<&str, (u32, LossSheet)> = BTreeMap::new();
    for game in &games {
        for (name, sheet) in game.names.iter().zip(&game.sheets) {
            let (sides, all) = players.entry(name).or_default();
            *sides += 1;
            all.append(sheet);
        }
    }
    if args.json {
        let sides = |game: &Judged| -> Vec<Value> {
            let sides = game.names.iter().zip(&game.sheets);
            sides.map(|(name, sheet)| to_json(name, sheet)).collect()
        };
        let games: Vec<Value> = games
            .iter()
            .map(|game| {
                json!({
                    "file": game.file,
                    "sides": sides(game),
                    "squares": game.squares,
                    "over": game.over,
                })
            })
            .collect();
        let players: Vec<Value> = players
            .iter()
            .map(|(name, (sides, sheet))| {
                let mut player = to_json(name, sheet);
                player["games"] = json!(sides);
                player
            })
            .collect();
        writeln!(
            out,
            "{}",
            json!({"games": games, "players": players, "tester_depth": judge.depth})
        )?;
        return Ok(());
    }
    for game in &games {
        let [black, white] = game.squares;
        let end = if game.over { "" } else { ", not over" };
        writeln!(out, "{}: {black} to {white} squares{end}", game.file)?;
        for side in Side::BOTH {
            let (name, sheet) = (&game.names[side.index()], &game.sheets[side.index()]);
            writeln!(
                out,
                "  {} ({name}): {}",
                ["Black", "White"][side.index()],
                words(sheet)
            )?;
        }
    }
    if games.len() > 1 {
        for (name, (sides, sheet)) in &players {
            writeln!(out, "{name}, {sides} games: {}", words(sheet))?;
        }
    }
    Ok(())
}
