//! A person's profile at Blokus Duo.

use std::io::Write;
use std::path::Path;

use anyhow::bail;
use serde_json::{Value, json};

use super::results_to_json;
use koteki_games::blokus::Position;
use koteki_games::words::day::day;
use koteki_games::words::harmless::Harmless;
use koteki_record::measured::MeasuredGame;
use koteki_rivals::measure::stats::Moments;
use koteki_rivals::roster::kit::person::Games;
use koteki_session::history::{Opponent, Results, results};
use koteki_session::person::words::{self, place};
use koteki_session::standing::look;
use koteki_tui::words as tui_words;

/// Prints what is kept of `name` in the folder `data`.
///
/// # Errors
/// When what is kept cannot be read, there is no game of that name, or the output is gone.
pub fn run(data: &Path, name: &str, as_json: bool) -> anyhow::Result<()> {
    let (known, trouble) = look::<Position>(data, name);
    if let Some(trouble) = trouble {
        bail!(trouble);
    }
    if known.games().is_empty() {
        bail!(
            "no measured game of Blokus Duo of {name:?} is kept in {}: one counts when it is \
             played to its end on the screen, with rivals bred and without hints or moves \
             taken back; koteki profile NAME takes the name of a profile",
            data.display()
        );
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
fn by_opponent(known: &Games<Position>) -> Vec<Results> {
    let games = known.games().iter();
    results(games.map(|game| (Opponent::at_blokus(&game.opponent), game.difference)))
}

fn lines(name: &str, known: &Games<Position>) -> Vec<String> {
    let mut lines = vec![format!("Strength of {name} at Blokus Duo")];
    if let Some(it) = known.strength() {
        let interval = it.interval.map(|it| (it.low, it.high));
        lines.push(strength_at_blokus(it.d, interval, it.games));
        let beyond = it
            .is_beyond::<Position>()
            .then(|| it.is_surely_beyond::<Position>());
        let nearest = it.nearest::<Position>().to_string();
        lines.push(even_at_blokus(&place(&it), beyond, &nearest));
        if it.unknown > 0 {
            lines.push(words::unknown(it.unknown, it.games));
        }
    }
    lines.push(tui_words::games(known.games().len(), 0));
    lines.extend([
        String::new(),
        format!(
            "{:<12}{:<20}{:<6}{:>5}{:>8}",
            "ended", "opponent", "side", "by", "its D"
        ),
    ]);
    lines.extend(known.games().iter().map(|game| {
        let opponent = Opponent::at_blokus(&game.opponent).words();
        let side = usize::from(!game.black);
        game_at_blokus(
            &day(game.ended),
            &opponent,
            side,
            game.difference,
            own_d(game),
        )
    }));
    lines.extend([String::new(), tui_words::results_head("by")]);
    lines.extend(by_opponent(known).iter().map(Results::words));
    lines
}

fn to_json(name: &str, known: &Games<Position>) -> Value {
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
            "stronger_than_any_rival": it.is_beyond::<Position>(),
            "nearest_level": it.nearest::<Position>().to_string(),
            "results_not_counted": it.unknown,
        })),
        "games": games.collect::<Vec<_>>(),
        "results": results_to_json(&by_opponent(known), "squares"),
    })
}

fn strength_at_blokus(d: f64, interval: Option<(f64, f64)>, games: u32) -> String {
    let interval = interval.map_or_else(String::new, |(low, high)| {
        format!(" ({low:.0} to {high:.0})")
    });
    let games = if games == 1 {
        "1 game".to_owned()
    } else {
        format!("the latest {games} games")
    };
    format!("D {d:.0}{interval} a placement, lower is stronger: by {games}")
}

/// What is believed there of a person at this place of the scale: an agent that is an equal, or that the
/// person is stronger than all rivals, and what level is nearest.
fn even_at_blokus(place: &str, beyond: Option<bool>, nearest: &str) -> String {
    match beyond {
        None => format!(
            "your equal, by that and the results: an agent of {place}; the nearest level is {nearest}"
        ),
        Some(surely) => {
            let seemingly = if surely { "" } else { "it seems, " };
            format!(
                "{seemingly}stronger than any rival that can be bred, by that and the results: {place}; the nearest \
                 level is {nearest}"
            )
        }
    }
}

/// A game there. The date is that of its end, the difference one of squares.
fn game_at_blokus(
    date: &str,
    opponent: &str,
    side: usize,
    difference: i32,
    loss: Option<f64>,
) -> String {
    let side = if side == 0 { "Black" } else { "White" };
    let loss = loss.map_or_else(|| "-".to_owned(), |loss| format!("{loss:.0}"));
    let opponent: String = opponent.chars().take(19).collect();
    format!("{date}  {opponent:<20}{side:<6}{difference:>+5}{loss:>8}")
}
