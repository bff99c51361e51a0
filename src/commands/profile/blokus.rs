//! A person's profile at Blokus Duo.

use std::io::Write;
use std::path::Path;

use anyhow::bail;
use serde_json::{Value, json};

use super::results_to_json;
use crate::measure::stats::Moments;
use crate::record::blokus_profile::MeasuredGame;
use crate::session::blokus::standing::{Known, look};
use crate::session::blokus::words::place;
use crate::session::history::{Opponent, Results, results};
use crate::text::blokus_screen as screen;
use crate::text::day::day;
use crate::text::harmless::Harmless;
use crate::text::profile as words;

/// Prints what is kept of `name` in the folder `data`.
///
/// # Errors
/// When what is kept cannot be read, there is no game of that name, or the output is gone.
pub fn run(data: &Path, name: &str, as_json: bool) -> anyhow::Result<()> {
    let (known, trouble) = look(data, name);
    if let Some(trouble) = trouble {
        bail!(trouble);
    }
    if known.games().is_empty() {
        bail!(words::nobody_at_blokus(name, &data.display().to_string()));
    }
    let mut out = Harmless::json_or_words(as_json, std::io::stdout().lock());
    if as_json {
        writeln!(out, "{}", to_json(name, &known))?;
        return Ok(());
    }
    for line in lines(name, &known) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// The mean loss in a game.
fn own_d(game: &MeasuredGame) -> Option<f64> {
    let losses: Vec<f64> = game.losses.iter().copied().map(f64::from).collect();
    Moments::of(&losses).map(|it| it.mean)
}

/// How the games ended, by opponent.
fn by_opponent(known: &Known) -> Vec<Results> {
    let games = known.games().iter();
    results(games.map(|game| (Opponent::at_blokus(&game.opponent), game.difference)))
}

fn lines(name: &str, known: &Known) -> Vec<String> {
    let mut lines = vec![words::title_at_blokus(name)];
    if let Some(it) = known.strength() {
        let interval = it.interval.map(|it| (it.low, it.high));
        lines.push(words::strength_at_blokus(it.d, interval, it.games));
        let beyond = it.is_beyond().then(|| it.is_surely_beyond());
        let nearest = it.nearest().name();
        lines.push(words::even_at_blokus(&place(&it), beyond, nearest));
        if it.unknown > 0 {
            lines.push(screen::unknown(it.unknown, it.games));
        }
    }
    lines.push(words::games(known.games().len(), 0));
    lines.extend([String::new(), words::games_head_at_blokus()]);
    lines.extend(known.games().iter().map(|game| {
        let opponent = Opponent::at_blokus(&game.opponent).words();
        let side = usize::from(!game.black);
        words::game_at_blokus(
            &day(game.ended),
            &opponent,
            side,
            game.difference,
            own_d(game),
        )
    }));
    lines.extend([String::new(), words::results_head("by")]);
    lines.extend(by_opponent(known).iter().map(Results::words));
    lines
}

fn to_json(name: &str, known: &Known) -> Value {
    let games = known.games().iter().map(|game| {
        json!({
            "id": game.id,
            "ended": game.ended,
            "opponent": game.opponent,
            "side": if game.black { "black" } else { "white" },
            "score": game.score(),
            "squares": game.difference,
            "own_d": own_d(game),
            "placements": game.losses.len(),
        })
    });
    json!({
        "name": name,
        "standing": known.strength().map(|it| json!({
            "d": it.d,
            "low": it.interval.map(|it| it.low),
            "high": it.interval.map(|it| it.high),
            "games": it.games,
            "even": it.even,
            "even_low": it.even_interval.low,
            "even_high": it.even_interval.high,
            "stronger_than_any_rival": it.is_beyond(),
            "nearest_level": it.nearest().name(),
            "results_not_counted": it.unknown,
        })),
        "games": games.collect::<Vec<_>>(),
        "results": results_to_json(&by_opponent(known), "squares"),
    })
}
