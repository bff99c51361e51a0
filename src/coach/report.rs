//! A review as lines to read, and as JSON.
//!
//! The JSON is documented where it is asked for: in the help of `koteki analyse`.

use serde_json::{Map, Value, json};

use super::mistake::{Kind, Mistake, Phase, Threshold};
use super::review::{Review, SideReview, Summary};
use super::scale::Scale;
use super::words::line_words;
use crate::eval::othello::FEATURES;
use crate::game::othello::notation::{Passes, write_board, write_transcript};
use crate::game::othello::{Move, Position};
use crate::game::{Game as _, Side};
use crate::measure::level::{Estimate, describe};
use crate::record::formats::{At, Game};
use crate::text::coach as words;

/// Plies on a line of the curve.
const ROW: usize = 10;
/// Moves that a comparison with known players takes.
const ENOUGH: usize = 10;
/// Players that are listed by name.
const LISTED: usize = 10;

/// "about Intermediate", where the tester counts as the preset one does; else nothing.
fn about(side: &SideReview, preset: bool) -> String {
    let losses = side.sheet.losses();
    // A handful of moves is like anybody's.
    let enough = preset && losses.len() >= ENOUGH;
    let estimate = Estimate::of(&losses).filter(|_| enough);
    estimate.map_or_else(String::new, |estimate| describe(&estimate))
}

/// The lines of a game: its `number` among the games, where it stands, what was found. `preset` says
/// whether the tester's points are those that players were measured in.
pub fn game_lines(
    number: u64,
    at: At,
    game: &Game,
    review: &Review,
    threshold: Threshold,
    preset: bool,
) -> Vec<String> {
    let who = match &game.names {
        [Some(black), Some(white)] => Some((black.as_str(), white.as_str())),
        _ => None,
    };
    let mut lines = vec![words::game(number, at.line, at.offset, who)];
    let placements = game.line.moves().iter().filter(|&&mv| mv != Move::Pass);
    let outcome = review.outcome.map(|outcome| (outcome.black, outcome.white));
    let opened = match &review.opening {
        Some((opening, ply)) => words::opened(opening.name, *ply),
        None => words::NO_OPENING.to_owned(),
    };
    lines.push(format!(
        "  {}; {opened}",
        words::ended(outcome, placements.count())
    ));
    let values: Vec<String> = review.values.iter().map(|&it| words::value(it)).collect();
    // Hundredths of a disc have a digit more.
    let width = values.iter().map(|value| value.len() + 1).max();
    let width = width.unwrap_or(0).max(5);
    for (row, values) in values.chunks(ROW).enumerate() {
        let first = row * ROW;
        let values: Vec<String> = values
            .iter()
            .map(|value| format!("{value:>width$}"))
            .collect();
        let last = first + values.len() - 1;
        lines.push(words::values(first, last, &values.join("")));
    }
    for (index, side) in review.sides.iter().enumerate() {
        let summary = &side.summary;
        lines.push(words::figures(
            index,
            summary.d(),
            summary.thesis.map(|figures| figures.loss.mean),
            summary.open.map(|figures| figures.mean_rank),
            summary.open.map_or(0, |figures| figures.loss.count),
            &about(side, preset),
        ));
    }
    if review.mistakes.is_empty() {
        lines.push(words::no_mistakes(threshold.points));
    }
    for side in Side::BOTH {
        let rows = review.tally(side).into_iter().enumerate();
        let kinds: Vec<String> = rows
            .filter(|(_, row)| row.iter().any(|&count| count > 0))
            .map(|(kind, row)| words::kind_in_phases(kind, row))
            .collect();
        if !kinds.is_empty() {
            lines.push(words::mistakes_of(side.index(), &kinds));
        }
    }
    for (&index, mistake) in &review.mistakes {
        let Some(ply) = review.plies[index] else {
            continue;
        };
        let mv = ply.mv.to_string();
        let (loss, why) = (mistake.loss.words(), mistake.why(ply.side));
        let side = ply.side.index();
        lines.push(words::mistake(index + 1, side, &mv, &loss, &why));
        lines.push(words::instead(
            &ply.best.to_string(),
            &line_words(&mistake.best_line),
            &line_words(&mistake.line),
        ));
    }
    lines
}

/// The last lines: all games together.
pub fn summary_lines(summary: &Summary, tester: &str, scale: Scale) -> Vec<String> {
    let mut lines = vec![words::total(
        summary.games,
        summary.unreadable,
        summary.mistakes(),
        tester,
        scale.is_discs(),
    )];
    if summary.mistakes() > 0 {
        lines.push(words::tally_head());
    }
    for (index, row) in summary.tally.iter().enumerate() {
        if row.iter().any(|&count| count > 0) {
            lines.push(words::tally(index, *row));
        }
    }
    let mut players: Vec<_> = summary.players.iter().collect();
    // Stable: of equally many games by name.
    players.sort_by_key(|(_, total)| std::cmp::Reverse(total.games));
    for (name, total) in players.iter().take(LISTED) {
        lines.push(words::player(name, total.games, total.d(), total.mistakes));
    }
    if players.len() > LISTED {
        lines.push(words::more_players(players.len() - LISTED));
    }
    lines
}

fn tally_json<N: Into<u64> + Copy>(tally: &[[N; 3]]) -> Value {
    let rows = Kind::ALL.iter().zip(tally).filter_map(|(kind, row)| {
        let row = row.map(Into::into);
        let any = row.iter().any(|&count: &u64| count > 0);
        let phases = Phase::ALL.iter().zip(row);
        let phases: Map<String, Value> = phases
            .map(|(phase, count)| (key(phase), count.into()))
            .collect();
        any.then(|| (key(kind), Value::Object(phases)))
    });
    Value::Object(rows.collect())
}

/// The word that a value of an enum without fields is written with.
fn key(of: &impl serde::Serialize) -> String {
    match serde_json::to_value(of) {
        Ok(Value::String(key)) => key,
        _ => String::new(),
    }
}

fn mistake_json(index: usize, review: &Review, mistake: &Mistake) -> Value {
    let Some(ply) = review.plies[index] else {
        return Value::Null;
    };
    // A mistake holds nothing that JSON cannot write.
    let mut value = serde_json::to_value(mistake).unwrap_or_default();
    value["ply"] = (index + 1).into();
    value["side"] = ply.side.name().into();
    value["move"] = ply.mv.to_string().into();
    value["best"] = ply.best.to_string().into();
    value["value"] = ply.value.into();
    value["best_value"] = ply.best_value.into();
    value["why"] = mistake.why(ply.side).into();
    if let Some(shares) = mistake.shares {
        let shares = FEATURES.iter().zip(shares).filter(|(_, share)| *share != 0);
        let shares = shares.map(|(feature, share)| (feature.name.to_owned(), share.into()));
        value["shares"] = Value::Object(shares.collect());
    }
    value
}

/// A game as JSON.
pub fn game_json(
    number: u64,
    at: At,
    game: &Game,
    review: &Review,
    tester: &str,
    preset: bool,
) -> Value {
    let [black, white] = &game.names;
    let side = |side: Side| {
        let it = &review.sides[side.index()];
        let about = about(it, preset);
        json!({
            "d": it.summary.d(),
            "d_thesis": it.summary.thesis.map(|figures| figures.loss.mean),
            "moves": it.summary.open.map_or(0, |figures| figures.loss.count),
            "mean_rank": it.summary.open.map(|figures| figures.mean_rank),
            "about": (!about.is_empty()).then_some(about),
            "mistakes": tally_json(&review.tally(side)),
        })
    };
    let mistakes: Vec<Value> = review
        .mistakes
        .iter()
        .map(|(&index, mistake)| mistake_json(index, review, mistake))
        .collect();
    let losses: Vec<Value> = review
        .plies
        .iter()
        .map(|ply| ply.map_or(Value::Null, |ply| (ply.best_value - ply.value).into()))
        .collect();
    let start = &game.line.positions()[0];
    json!({
        "game": number,
        "line": at.line,
        "byte": at.offset,
        "black": black,
        "white": white,
        "start": (*start != Position::start()).then(|| write_board(start)),
        "transcript": write_transcript(game.line.moves(), Passes::Written),
        "result": review.outcome.map(|it| json!({ "black": it.black, "white": it.white })),
        "opening": review.opening.map(|(opening, ply)| json!({ "name": opening.name, "ply": ply })),
        "tester": tester,
        "values": review.values,
        "losses": losses,
        "sides": { "black": side(Side::Black), "white": side(Side::White) },
        "mistakes": mistakes,
    })
}

/// All games together as JSON.
pub fn summary_json(summary: &Summary, tester: &str, threshold: Threshold) -> Value {
    let players: Map<String, Value> = summary
        .players
        .iter()
        .map(|(name, total)| {
            let value = json!({
                "games": total.games,
                "d": total.d(),
                "moves": total.moves,
                "mistakes": total.mistakes,
            });
            (name.clone(), value)
        })
        .collect();
    json!({
        "summary": {
            "games": summary.games,
            "unreadable": summary.unreadable,
            "mistakes": tally_json(&summary.tally),
            "players": players,
            "tester": tester,
            "threshold": threshold,
        }
    })
}
