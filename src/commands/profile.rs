//! `koteki profile [NAME]`: a person's strength from game to game, results, typical mistakes.

mod games;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::bail;
use serde_json::{Value, json};

use super::progress::Progress;
use crate::commands::choice::{GAMES, one_of};
use crate::config::{Config, Paths};
use koteki_engine::search::budget::Cancel;
use koteki_games::Side;
use koteki_games::othello::Position;
use koteki_games::words::day::day;
use koteki_games::words::harmless::Harmless;
use koteki_rivals::coach::{Kind, Phase};
use koteki_rivals::measure::equal::RUNGS;
use koteki_rivals::measure::foretold::{Foretold, Reliability};
use koteki_rivals::measure::levels::BarMarks;
use koteki_rivals::measure::stats::Interval;
use koteki_rivals::roster::SearchSpec;
use koteki_rivals::roster::kit::{GameKind, with_kit};
use koteki_session::Standing;
use koteki_session::history::{
    GameFigures, History, Opponent, Results, Tally, Walk, standing_words, trend,
};
use koteki_session::standing::look;
use koteki_tui::{reliability, words};

/// Tells how strong a person is: the estimate from game to game, the results, typical mistakes.
///
/// Reads the measured games that are kept and goes through them with the preset tester, about a tenth of
/// a second each. The key s shows the same in the program.
///
/// With --json one object: name, standing (d, low, high, games, about: in words, people: the rating of tournament players
/// who play like that, low, high, or null; null before the first), foretold (of each game with a known opponent expected:
/// the chance to win, score, and ended in seconds since 1970 or null), predictions (how that came out: games, brier, log, the
/// scores of always one half, and bands: from, to, games, the mean expected, score, low, high; null where nothing was
/// foretold), equal (d, low, high: of the agent that looks depth plies ahead; beyond: whether even that one, the strongest, is too weak; null
/// where it is not known), games (id, ended in seconds since 1970, opponent, side, score 1, 0.5
/// or 0, discs: the final difference, own_d: the mean loss in that game, d, low, high: the estimate after
/// it), results (opponent, games, won, drawn, lost, score, low, high, mean discs), mistakes (kind, then the
/// count in each phase).
///
/// At Blokus Duo it tells what was counted when each game ended: D, here the mean loss in thousandths of
/// the learned v, and the agent that should be even. There --json has standing (d, low, high, games: those
/// that it is of, the latest; even: D of that agent), games (as above, squares for discs, placements that
/// count) and results (as above).
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// Whose profile; the player of the settings when left out
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    /// The game
    #[arg(long, value_name = "GAME", value_parser = one_of(&GAMES), default_value = "othello")]
    pub game: GameKind,
    /// Settings file, on top of the built-in settings and your own file
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// The folder of games
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Print one JSON object instead of lines
    #[arg(long)]
    pub json: bool,
}

/// Prints it.
///
/// # Errors
/// When there is no game of that name, or the system does not let them be read.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let paths = Paths::from_environment();
    let config = Config::load(&paths, args.config.as_deref())?;
    let name = args
        .name
        .clone()
        .unwrap_or_else(|| config.game.name.clone());
    let Some(data) = config.data_folder(&paths, args.data.as_deref()) else {
        bail!(words::NOT_KEPT);
    };
    with_kit!(
        args.game,
        Othello => othello(&data, &name, config.tester()?, args.json)?,
        K => games::run::<K>(&data, &name, args.json)?
    );
    Ok(ExitCode::SUCCESS)
}

fn othello(data: &Path, name: &str, tester: SearchSpec, as_json: bool) -> anyhow::Result<()> {
    let history = History::read(data, name)?;
    let (known, warning) = look::<Position>(data, name);
    let standing = Standing::of(&known);
    let nothing = history.games.is_empty() && history.others == 0 && history.unreadable == 0;
    if nothing && standing.is_none() {
        // A profile that cannot be read is why there is nothing.
        let unknown = || {
            format!(
                "no game of {name:?} is kept in {}; koteki profile NAME takes the name of a \
                 profile",
                data.display()
            )
        };
        bail!(warning.unwrap_or_else(unknown));
    }
    if let Some(warning) = warning {
        writeln!(Harmless::words(std::io::stderr()), "koteki: {warning}")?;
    }
    let mut walk = Walk::new(tester);
    let cancel = Cancel::new();
    let mut errors = std::io::stderr();
    let mut progress = Progress::new(Progress::is_possible(&errors));
    let mut seen = Vec::new();
    for (index, game) in history.games.iter().enumerate() {
        let all = history.games.len();
        progress.show(&mut errors, || words::going_through(index, all))?;
        seen.push(walk.step(game, &cancel)?);
    }
    progress.clear(&mut errors)?;
    let mut out = Harmless::json_or_words(as_json, std::io::stdout().lock());
    if as_json {
        let json = to_json(name, standing.as_ref(), &history, &seen);
        writeln!(out, "{json}")?;
    } else {
        for line in lines(name, standing.as_ref(), &history, &seen) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

fn tally(seen: &[GameFigures]) -> Tally {
    let mut tally = Tally::default();
    seen.iter().for_each(|seen| tally.add(&seen.tally));
    tally
}

fn lines(
    name: &str,
    standing: Option<&Standing>,
    history: &History,
    seen: &[GameFigures],
) -> Vec<String> {
    let mut lines = vec![words::title(name)];
    if let Some(standing) = standing {
        lines.extend(standing_words(standing, " to ", 60, BarMarks::ASCII));
        if let Some(it) = standing.reliability() {
            lines.push(String::new());
            lines.extend(reliability::lines(&it));
            lines.push(String::new());
        }
    }
    lines.push(words::games(history.games.len(), history.others));
    if history.unreadable > 0 {
        lines.push(words::unreadable(history.unreadable));
    }
    if history.games.is_empty() {
        return lines;
    }
    lines.extend([
        String::new(),
        format!(
            "{:<12}{:<20}{:<6}{:>5}{:>8}  estimate (95 %)",
            "ended", "opponent", "side", "discs", "your D"
        ),
    ]);
    for (game, seen) in history.games.iter().zip(seen) {
        let loss = seen
            .loss
            .map_or_else(|| "-".to_owned(), |loss| format!("{loss:.1}"));
        let estimate = seen.strength.map_or_else(
            || "-".to_owned(),
            |it| {
                let Interval { low, high } = it.interval;
                format!("{:.1} ({low:.1} to {high:.1})", it.d)
            },
        );
        let difference = game.outcome.difference(game.side);
        let row = game_row(game.ended, &game.opponent, game.side, difference, &loss);
        lines.push(format!("{row}  {estimate}"));
    }
    lines.extend([String::new(), words::results_head("discs")]);
    lines.extend(history.results().iter().map(Results::words));
    lines.push(String::new());
    lines.extend(tally(seen).words(seen.len()));
    let tallies: Vec<Tally> = seen.iter().map(|seen| seen.tally).collect();
    lines.extend(trend(&tallies));
    lines
}

/// Results by opponent; `what` the mean difference is called.
fn results_to_json(results: &[Results], what: &str) -> Vec<Value> {
    let results = results.iter().map(|it| {
        let (score, interval) = it.score();
        let [won, drawn, lost] = it.games;
        json!({
            "opponent": it.opponent.words(),
            "games": it.count(),
            "won": won,
            "drawn": drawn,
            "lost": lost,
            "score": score,
            "low": interval.low,
            "high": interval.high,
            what: it.mean_difference(),
        })
    });
    results.collect()
}

fn to_json(
    name: &str,
    standing: Option<&Standing>,
    history: &History,
    seen: &[GameFigures],
) -> Value {
    let games = history.games.iter().zip(seen).map(|(game, seen)| {
        let strength = seen.strength;
        let difference = game.outcome.difference(game.side);
        json!({
            "id": game.id,
            "ended": game.ended,
            "opponent": game.opponent.words(),
            "side": match game.side {
                Side::Black => "black",
                Side::White => "white",
            },
            "score": game.outcome.score(game.side),
            "discs": difference,
            "own_d": seen.loss,
            "d": strength.map(|it| it.d),
            "low": strength.map(|it| it.interval.low),
            "high": strength.map(|it| it.interval.high),
        })
    });
    let tally = tally(seen);
    let mistakes = Kind::ALL.iter().zip(tally.0).map(|(kind, row)| {
        let phases = Phase::ALL.iter().zip(row);
        let mut value = json!({ "kind": kind });
        for (phase, count) in phases {
            if let Ok(Value::String(phase)) = serde_json::to_value(phase) {
                value[phase] = count.into();
            }
        }
        value
    });
    json!({
        "name": name,
        "standing": standing.map(|it| json!({
            "d": it.strength.d,
            "low": it.strength.interval.low,
            "high": it.strength.interval.high,
            "games": it.games,
            "about": it.rank.about(),
            "people": it.people.map(|it| json!({
                "rating": it.rating,
                "low": it.interval.low,
                "high": it.interval.high,
            })),
        })),
        "foretold": standing.map_or_else(Vec::new, |it| foretold_to_json(&it.foretold)),
        "predictions": standing.and_then(Standing::reliability).map(|it| predictions_to_json(&it)),
        "equal": standing.map(|it| it.equal).and_then(|it| Some((it, it.rung(&RUNGS)?))).map(|(it, rung)| json!({
            "d": rung.held(it.d),
            "low": rung.held(it.interval.low),
            "high": rung.held(it.interval.high),
            "depth": rung.depth,
            "beyond": it.is_beyond(),
        })),
        "games": games.collect::<Vec<_>>(),
        "results": results_to_json(&history.results(), "discs"),
        "mistakes": mistakes.collect::<Vec<_>>(),
    })
}

/// What was foretold of each game, and what came.
fn foretold_to_json(foretold: &[Foretold]) -> Vec<Value> {
    let value = |it: &Foretold| {
        json!({
            "expected": it.expected,
            "score": it.score,
            "ended": (it.ended > 0).then_some(it.ended),
        })
    };
    foretold.iter().map(value).collect()
}

/// How what was foretold came out.
fn predictions_to_json(it: &Reliability) -> Value {
    let bands = it.bands.iter().map(|it| {
        json!({
            "from": it.from,
            "to": it.to,
            "games": it.games,
            "expected": it.expected,
            "score": it.score,
            "low": it.interval.low,
            "high": it.interval.high,
        })
    });
    json!({
        "games": it.games,
        "brier": it.scores.brier,
        "log": it.scores.log,
        "brier_of_one_half": it.always_half.brier,
        "log_of_one_half": it.always_half.log,
        "bands": bands.collect::<Vec<_>>(),
    })
}

/// A row of the table of games; `ended` in seconds since 1970.
fn game_row(ended: u64, opponent: &Opponent, side: Side, difference: i32, loss: &str) -> String {
    let opponent: String = opponent.words().chars().take(19).collect();
    format!(
        "{}  {opponent:<20}{side:<6}{difference:>+5}{loss:>8}",
        day(ended)
    )
}
