//! A review as lines to read, and as JSON.
//!
//! The JSON is documented where it is asked for: in the help of `koteki analyse`.

use serde_json::{Map, Value, json};

use super::mistake::{Kind, Mistake, Phase, Threshold};
use super::review::{Review, SideReview, Summary};
use super::scale::Scale;
use super::words::line_words;
use crate::coach::words;
use crate::measure::level::{Estimate, describe};
use koteki_engine::eval::othello::FEATURES;
use koteki_games::othello::notation::{Passes, write_board, write_transcript};
use koteki_games::othello::{Move, Position};
use koteki_games::words::harmless::harmless;
use koteki_games::words::numbers::{grouped, number};
use koteki_games::words::sides::side_name;
use koteki_games::{Game as _, Side};
use koteki_record::formats::{Game, Location};

/// Plies on a line of the curve.
const ROW: usize = 10;
/// Moves that a comparison with known players takes.
const ENOUGH: usize = 10;
/// Players that are listed by name.
const LISTED: usize = 10;

/// "about Intermediate", where the tester counts as the preset one does; else nothing.
fn about(side: &SideReview, preset: bool) -> String {
    let losses = side.sheet.losses();
    // A handful of moves is like anyone's.
    let enough = preset && losses.len() >= ENOUGH;
    let estimate = Estimate::of(&losses).filter(|_| enough);
    estimate.map_or_else(String::new, |estimate| describe(&estimate))
}

/// The lines of a game: its `number` among the games, where it stands, what was found. `preset` says
/// whether the tester's points are those that players were measured in.
pub fn game_lines(
    number: u64,
    at: Location,
    game: &Game,
    review: &Review,
    threshold: Threshold,
    preset: bool,
) -> Vec<String> {
    let who = match &game.names {
        [Some(black), Some(white)] => Some((black.as_str(), white.as_str())),
        _ => None,
    };
    let mut lines = vec![heading(number, at.line, at.offset, who)];
    let placements = game.line.moves().iter().filter(|&&mv| mv != Move::Pass);
    let outcome = review.outcome.map(|outcome| (outcome.black, outcome.white));
    let opened = match &review.opening {
        Some((opening, ply)) => words::opened(opening.name, *ply),
        None => "opening without a name".to_owned(),
    };
    lines.push(format!(
        "  {}; {opened}",
        words::ended(outcome, placements.count())
    ));
    let values: Vec<String> = review.values.iter().map(|&it| value(it)).collect();
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
        lines.push(format!(
            "  value for Black after ply {first:>2}-{last:<2}{}",
            values.join("")
        ));
    }
    for (index, side) in review.sides.iter().enumerate() {
        let summary = &side.summary;
        lines.push(figures(
            index,
            summary.d(),
            summary.thesis.map(|figures| figures.loss.mean),
            summary.open.map(|figures| figures.mean_rank),
            summary.open.map_or(0, |figures| figures.loss.count),
            &about(side, preset),
        ));
    }
    if review.mistakes.is_empty() {
        lines.push(format!(
            "  no mistake of {} points or more",
            threshold.points
        ));
    }
    for side in Side::BOTH {
        let rows = review.tally(side).into_iter().enumerate();
        let kinds: Vec<String> = rows
            .filter(|(_, row)| row.iter().any(|&count| count > 0))
            .map(|(kind, row)| kind_in_phases(kind, row))
            .collect();
        if !kinds.is_empty() {
            lines.push(format!(
                "  {}'s mistakes: {}",
                side_name(side.index()),
                kinds.join("; ")
            ));
        }
    }
    for (&index, mistake) in &review.mistakes {
        let Some(ply) = review.plies[index] else {
            continue;
        };
        let mv = ply.mv.to_string();
        let (loss, why) = (mistake.loss.words(), mistake.why(ply.side));
        let side = ply.side.index();
        lines.push(format!(
            "  {:>2} {} {mv} loses {loss}: {why}",
            index + 1,
            side_name(side)
        ));
        lines.push(format!(
            "     best {}: {}; played: {}",
            ply.best,
            line_words(&mistake.best_line),
            line_words(&mistake.line)
        ));
    }
    lines
}

/// The last lines: all games together.
pub fn summary_lines(summary: &Summary, tester: &str, scale: Scale) -> Vec<String> {
    let mut lines = vec![total(
        summary.games,
        summary.unreadable,
        summary.mistakes(),
        tester,
        scale.is_discs(),
    )];
    if summary.mistakes() > 0 {
        lines.push(tally_head());
    }
    for (index, row) in summary.tally.iter().enumerate() {
        if row.iter().any(|&count| count > 0) {
            lines.push(tally(index, *row));
        }
    }
    let mut players: Vec<_> = summary.players.iter().collect();
    // Stable: of equally many games by name.
    players.sort_by_key(|(_, total)| std::cmp::Reverse(total.games));
    for (name, total) in players.iter().take(LISTED) {
        lines.push(player(name, total.games, total.d(), total.mistakes));
    }
    if players.len() > LISTED {
        lines.push(format!(
            "  and {} more players",
            grouped((players.len() - LISTED) as u64)
        ));
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
    at: Location,
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

/// What is to be known of a judge's points that are hundredths of a disc.
fn unit(is_discs: bool) -> &'static str {
    if is_discs {
        " (100 points are a disc)"
    } else {
        ""
    }
}

fn heading(number: u64, line: Option<usize>, byte: u64, names: Option<(&str, &str)>) -> String {
    let who = names.map_or_else(String::new, |(black, white)| {
        let (black, white) = (harmless(black), harmless(white));
        format!(": {black} (Black) against {white} (White)")
    });
    format!("game {number}, {}{who}", words::place_in_file(line, byte))
}

fn value(points: i32) -> String {
    match points.saturating_abs() {
        10_000_000.. => {
            let discs = points.saturating_abs() - 10_000_000;
            format!("{}{discs}d", if points > 0 { '+' } else { '-' })
        }
        0 => "0".to_owned(),
        _ => format!("{points:+}"),
    }
}

fn figures(
    index: usize,
    d: Option<f64>,
    thesis: Option<f64>,
    rank: Option<f64>,
    moves: usize,
    about: &str,
) -> String {
    let side = side_name(index);
    let (Some(d), Some(thesis), Some(rank)) = (d, thesis, rank) else {
        return format!("  {side}: too few open moves for D");
    };
    let about = if about.is_empty() {
        String::new()
    } else {
        format!("; {about}")
    };
    let thesis = if (thesis - d).abs() < 0.05 {
        String::new()
    } else {
        format!(" (with decided positions, as the thesis counts, {thesis:.1})")
    };
    format!(
        "  {side}: D {d:.1}{thesis} over {moves} moves up to ply 40, mean rank {rank:.1}{about}"
    )
}

/// A kind of mistake and how often it was made in each phase: "corner given 2 (1 middle, 1 ending)".
fn kind_in_phases(kind: usize, counts: [u32; 3]) -> String {
    let all: u32 = counts.iter().sum();
    let kind = words::KINDS.get(kind).copied().unwrap_or_default();
    let phases: Vec<String> = words::PHASES
        .iter()
        .zip(counts)
        .filter(|(_, count)| *count > 0)
        .map(|(phase, count)| format!("{count} {phase}"))
        .collect();
    format!("{kind} {all} ({})", phases.join(", "))
}

/// The head of the last lines; `is_discs` says whether points are hundredths of a disc.
fn total(games: u64, unreadable: u64, mistakes: u64, tester: &str, is_discs: bool) -> String {
    let mut text = format!(
        "{}, judged by {tester}{}: {}",
        number(games.into(), "game", "games"),
        unit(is_discs),
        number(mistakes.into(), "mistake", "mistakes")
    );
    if unreadable > 0 {
        text += &format!("; {} could not be read", grouped(unreadable));
    }
    text
}

fn tally_head() -> String {
    let [opening, middle, ending] = words::PHASES;
    format!("  {:<18}{opening:>9}{middle:>9}{ending:>9}", "")
}

fn tally(kind: usize, counts: [u64; 3]) -> String {
    let [opening, middle, ending] = counts;
    let kind = words::KINDS.get(kind).copied().unwrap_or_default();
    format!("  {kind:<18}{opening:>9}{middle:>9}{ending:>9}")
}

fn player(name: &str, games: u64, d: Option<f64>, mistakes: u64) -> String {
    let d = d.map_or_else(|| "-".to_owned(), |d| format!("{d:.1}"));
    format!(
        "  {}: {}, D {d}, {}",
        harmless(name),
        number(games.into(), "game", "games"),
        number(mistakes.into(), "mistake", "mistakes")
    )
}
