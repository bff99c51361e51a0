//! `koteki measure --game GAME --recorded FILE…`: what the players of recorded games give away.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::Args;
use koteki_engine::search::budget::Cancel;
use koteki_games::Side;
use koteki_record::files::main_line;
use koteki_rivals::measure::loss::LossSheet;
use koteki_rivals::measure::stats::{CONFIDENCE, Interval};
use koteki_rivals::roster::kit::Judge;
use koteki_rivals::roster::kit::person::PersonKit;

/// A game with what each side gave away.
struct JudgedGame {
    file: String,
    names: [String; 2],
    sheets: [LossSheet; 2],
    points: [i32; 2],
    over: bool,
}

fn judged<K: PersonKit>(path: &Path, by: &Judge<K>) -> anyhow::Result<JudgedGame> {
    let (record, line) = main_line::<K>(path)?;
    let name = |side: Side| {
        let tag = ["PB", "PW"][side.index()];
        let named = K::info(&record, tag).filter(|name| !name.trim().is_empty());
        named.unwrap_or(side.name()).to_owned()
    };
    let sheet = |side| LossSheet::of_line(&line, side, &*by.search, by.depth, &Cancel::new());
    Ok(JudgedGame {
        file: path.display().to_string(),
        names: Side::BOTH.map(name),
        sheets: [sheet(Side::Black)?, sheet(Side::White)?],
        points: line.position().points(),
        over: line.position().outcome().is_some(),
    })
}

/// The mean loss of a sheet with its 95 % interval.
fn d(sheet: &LossSheet) -> Option<(f64, Option<Interval>)> {
    let loss = sheet.summary().open?.loss;
    Some((loss.mean, loss.mean_interval(CONFIDENCE)))
}

fn words<K: PersonKit>(sheet: &LossSheet) -> String {
    let Some((mean, interval)) = d(sheet) else {
        return "no D, nothing chosen".to_owned();
    };
    let interval = interval.map_or_else(String::new, |it| {
        format!(" ({:.0} to {:.0})", it.low.max(0.0), it.high)
    });
    format!(
        "D {mean:.0}{interval} over {} {}s",
        sheet.losses().len(),
        K::MOVE
    )
}

fn to_json<K: PersonKit>(name: &str, sheet: &LossSheet) -> Value {
    let found = d(sheet);
    let interval = found.and_then(|it| it.1);
    json!({
        "player": name,
        "d": found.map(|it| it.0),
        "low": interval.map(|it| it.low.max(0.0)),
        "high": interval.map(|it| it.high),
        format!("{}s", K::MOVE): sheet.losses().len(),
    })
}

/// Judges the games in `files` and writes what each side of each and every player gave away.
///
/// # Errors
/// A judge that is no tester, a file that is no game, an output that is gone.
pub(super) fn write_report<K: PersonKit>(
    args: &Args,
    files: &[PathBuf],
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let judge = args.judge::<K>()?;
    let games: anyhow::Result<Vec<JudgedGame>> =
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
        let sides = |game: &JudgedGame| -> Vec<Value> {
            let sides = game.names.iter().zip(&game.sheets);
            sides
                .map(|(name, sheet)| to_json::<K>(name, sheet))
                .collect()
        };
        let games: Vec<Value> = games
            .iter()
            .map(|game| {
                json!({
                    "file": game.file,
                    "sides": sides(game),
                    K::POINTS: game.points,
                    "over": game.over,
                })
            })
            .collect();
        let players: Vec<Value> = players
            .iter()
            .map(|(name, (sides, sheet))| {
                let mut player = to_json::<K>(name, sheet);
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
        let [black, white] = game.points;
        let end = if game.over { "" } else { ", not over" };
        writeln!(out, "{}: {black} to {white} {}{end}", game.file, K::POINTS)?;
        for side in Side::BOTH {
            let (name, sheet) = (&game.names[side.index()], &game.sheets[side.index()]);
            writeln!(
                out,
                "  {} ({name}): {}",
                ["Black", "White"][side.index()],
                words::<K>(sheet)
            )?;
        }
    }
    if games.len() > 1 {
        for (name, (sides, sheet)) in &players {
            writeln!(out, "{name}, {sides} games: {}", words::<K>(sheet))?;
        }
    }
    Ok(())
}
