//! A person's profile at a game of which each one has a file.

use std::io::Write;
use std::path::Path;

use anyhow::bail;
use serde_json::{Value, json};

use super::{foretold_to_json, game_row, predictions_to_json, results_to_json};
use koteki_games::Side;
use koteki_games::words::harmless::Harmless;
use koteki_record::measured::MeasuredGame;
use koteki_rivals::measure::foretold::Reliability;
use koteki_rivals::measure::stats::Moments;
use koteki_rivals::roster::kit::person::{Games, PersonEvidence as _, PersonKit, Strength};
use koteki_session::history::{Opponent, Results, results};
use koteki_session::person::words::{self, equal, place};
use koteki_session::standing::look;
use koteki_tui::{reliability, words as tui_words};

/// Prints what is kept of `name` in the folder `data`.
///
/// # Errors
/// When what is kept cannot be read, there is no game of that name, or the output is gone.
pub(super) fn run<K: PersonKit>(data: &Path, name: &str, as_json: bool) -> anyhow::Result<()> {
    let (known, trouble) = look::<K>(data, name);
    if let Some(trouble) = trouble {
        bail!(trouble);
    }
    if known.games().is_empty() {
        bail!(
            "no measured game of {} of {name:?} is kept in {}: one counts when it is \
             played to its end on the screen, with rivals bred and without hints or moves \
             taken back; koteki profile NAME takes the name of a profile",
            K::NAME,
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
fn by_opponent<K: PersonKit>(known: &Games<K>) -> Vec<Results> {
    let games = known.games().iter();
    results(games.map(|game| (Opponent::of::<K>(&game.opponent), game.difference)))
}

fn lines<K: PersonKit>(name: &str, known: &Games<K>) -> Vec<String> {
    let mut lines = vec![format!("Strength of {name} at {}", K::NAME)];
    if let Some(it) = known.strength() {
        lines.extend([strength::<K>(&it), even::<K>(&it)]);
        if it.unknown > 0 {
            lines.push(words::unknown(it.unknown, it.games));
        }
    }
    if let Some(it) = Reliability::of(&known.foretold()) {
        lines.push(String::new());
        lines.extend(reliability::lines(&it));
        lines.push(String::new());
    }
    lines.push(tui_words::games(known.games().len(), 0));
    lines.extend([
        String::new(),
        format!(
            "{:<12}{:<20}{:<6}{:>5}{:>8}",
            "ended", "opponent", "side", "by", "your D"
        ),
    ]);
    lines.extend(known.games().iter().map(|game| {
        let side = if game.black { Side::Black } else { Side::White };
        let opponent = Opponent::of::<K>(&game.opponent);
        let loss = own_d(game).map_or_else(|| "-".to_owned(), |loss| format!("{loss:.0}"));
        game_row(game.ended, &opponent, side, game.difference, &loss)
    }));
    lines.extend([String::new(), tui_words::results_head("by")]);
    lines.extend(by_opponent(known).iter().map(Results::words));
    lines
}

fn to_json<K: PersonKit>(name: &str, known: &Games<K>) -> Value {
    let games = known.games().iter().map(|game| {
        json!({
            "id": game.id,
            "ended": game.ended,
            "opponent": game.opponent,
            "side": if game.black { "black" } else { "white" },
            "score": game.score(),
            K::POINTS: game.difference,
            "own_d": own_d(game),
            format!("{}s", K::MOVE): game.losses.len(),
        })
    });
    let foretold = known.foretold();
    json!({
        "name": name,
        "foretold": foretold_to_json(&foretold),
        "predictions": Reliability::of(&foretold).map(|it| predictions_to_json(&it)),
        "standing": known.strength().map(|it| json!({
            "d": it.d,
            "low": it.interval.map(|it| it.low),
            "high": it.interval.map(|it| it.high),
            "games": it.games,
            "even": it.even,
            "even_low": it.even_interval.low,
            "even_high": it.even_interval.high,
            "stronger_than_any_rival": it.is_beyond::<K>(),
            "nearest_level": it.nearest::<K>().to_string(),
            "results_not_counted": it.unknown,
        })),
        "games": games.collect::<Vec<_>>(),
        "results": results_to_json(&by_opponent(known), K::POINTS),
    })
}

/// The mean loss of the latest games.
fn strength<K: PersonKit>(it: &Strength) -> String {
    let interval = it.interval.map_or_else(String::new, |it| {
        format!(" ({:.0} to {:.0})", it.low, it.high)
    });
    let games = if it.games == 1 {
        "1 game".to_owned()
    } else {
        format!("the latest {} games", it.games)
    };
    format!(
        "D {:.0}{interval} a {}, lower is stronger: by {games}",
        it.d,
        K::MOVE
    )
}

/// The agent that is an equal, or that the person is stronger than all rivals, and what level is nearest.
fn even<K: PersonKit>(it: &Strength) -> String {
    let (place, nearest) = (place(it), it.nearest::<K>());
    if !it.is_beyond::<K>() {
        return format!(
            "your equal, by that and the results: {}; the nearest level is {nearest}",
            equal::<K>(it)
        );
    }
    let seemingly = if it.is_surely_beyond::<K>() {
        ""
    } else {
        "it seems, "
    };
    format!(
        "{seemingly}stronger than any rival that can be bred, by that and the results: {place}; the nearest level is \
         {nearest}"
    )
}
