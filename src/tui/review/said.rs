//! What a review shows of one move.

use crate::panes::coach::CoachState;
use crate::view::{CursorInfo, GameView, Loss, Remark, TracePoint, TraceState};
use crate::words;
use crate::words::{value, worth};
use koteki_engine::search::root::{RootMove, RootValues};
use koteki_games::othello::{Move, Position, Square};
use koteki_games::words::sides::side_name;
use koteki_games::{Game as _, GameLine, Side};
use koteki_rivals::coach::words as coach_words;
use koteki_rivals::coach::{Ply, Review, Scale, line_words};

/// What each of the moves gives away, by its square.
pub(crate) fn on_squares(
    choices: &RootValues<Position>,
    to_the_end: bool,
    scale: Scale,
) -> Vec<(Square, Loss)> {
    let Some(best) = choices.best() else {
        return Vec::new();
    };
    let moves = choices.moves.iter().filter_map(|&RootMove { mv, value }| {
        let loss = Loss {
            best,
            value,
            to_the_end,
            scale,
        };
        Some((mv.square()?, loss))
    });
    moves.collect()
}

fn loss(ply: &Ply, scale: Scale) -> Loss {
    Loss {
        best: ply.best_value,
        value: ply.value,
        to_the_end: ply.to_the_end,
        scale,
    }
}

/// Puts the curve, the losses and the best move into `view`; `at` moves were made before the position
/// that is shown.
pub(super) fn values(
    view: &mut GameView,
    review: &Review,
    line: &GameLine<Position>,
    viewer: Side,
    at: usize,
) {
    let losses: Vec<Option<Loss>> = review
        .plies
        .iter()
        .map(|ply| ply.as_ref().map(|ply| loss(ply, review.scale)))
        .collect();
    let points = review.values.iter().enumerate().map(|(ply, &value)| {
        // Both sides' losses: a review is about the game.
        let lost = ply.checked_sub(1).and_then(|before| losses[before]);
        TracePoint {
            ply,
            value: value * viewer.sign(),
            loss: lost.filter(Loss::is_some),
        }
    });
    let here = review.plies.get(at).copied().flatten();
    view.trace = TraceState {
        viewer,
        points: points.collect(),
        review: (at < line.ply()).then_some(at),
        remark: here.map(|ply| Remark {
            mv: ply.mv,
            loss: loss(&ply, review.scale),
            rank: ply.rank,
            of: ply.choices,
            best: ply.best,
        }),
        mean_loss: [0, 1].map(|side| review.sides[side].summary.d()),
        cursor: CursorInfo::Nothing,
        by: review.scale.is_discs().then(|| "the judge".to_owned()),
        ..TraceState::default()
    };
    view.losses = losses;
    let choices = review.choices.get(at).and_then(Option::as_ref);
    let to_the_end = here.is_some_and(|ply| ply.to_the_end);
    view.values = choices.map_or_else(Vec::new, |choices| {
        on_squares(choices, to_the_end, review.scale)
    });
    view.hint = here
        .filter(|ply| ply.value < ply.best_value)
        .and_then(|ply| ply.best.square());
}

/// What the coach says of the move that was played after `at` moves; `review` is `None` while the game is
/// gone through, `own` the person's side.
pub(super) fn coach(
    review: Option<&Review>,
    line: &GameLine<Position>,
    at: usize,
    own: Option<Side>,
) -> CoachState {
    let Some(review) = review else {
        return CoachState {
            head: super::LOOKING.to_owned(),
            ..CoachState::default()
        };
    };
    let mistakes = review.mistakes.iter().filter_map(|(&index, mistake)| {
        let ply = review.plies[index]?;
        Some(listed(
            index + 1,
            ply.side.index(),
            &ply.mv.to_string(),
            &mistake.loss.words(),
            mistake.kind as usize,
        ))
    });
    let before = review.mistakes.range(..at).count();
    let of = |side: Side| {
        let sides = review.mistakes.keys().filter_map(|&at| review.plies[at]);
        sides.filter(|ply| ply.side == side).count()
    };
    let mut state = CoachState {
        mistakes: mistakes.collect(),
        own: own.map(of),
        at: before.min(review.mistakes.len().saturating_sub(1)),
        ..CoachState::default()
    };
    let [black, white] = [0, 1].map(|side| review.sides[side].summary.d());
    let whole = both(black, white);
    let Some(&mv) = line.moves().get(at) else {
        let outcome = review.outcome.map(|it| (it.black, it.white));
        let placements = line.moves().iter().filter(|&&mv| mv != Move::Pass);
        state.head = coach_words::ended(outcome, placements.count());
        state.said = opening(review).into_iter().chain([whole]).collect();
        return state;
    };
    let side = line.positions()[at].side_to_move();
    let name = mv.to_string();
    let head = |loss: Option<&str>| words::head(at + 1, side.index(), &name, loss);
    let Some(ply) = review.plies[at] else {
        state.head = head(None);
        let what = if mv == Move::Pass {
            "no move: a forced pass"
        } else {
            "drawn at random, not chosen"
        };
        state.said.push(what.to_owned());
        return state;
    };
    let worth = worth(ply.value, review.scale.is_discs());
    let rank = format!("rank {} of {}, {worth}", ply.rank, ply.choices);
    if let Some(mistake) = review.mistakes.get(&at) {
        state.mistake = true;
        state.head = head(Some(&mistake.loss.words()));
        let best = (ply.best.to_string(), value(ply.best_value));
        state.said = vec![
            mistake.why(side),
            format!(
                "best {} ({}): {}",
                best.0,
                best.1,
                line_words(&mistake.best_line)
            ),
            format!(
                "played, with the best that can follow: {}",
                line_words(&mistake.line)
            ),
            rank,
        ];
    } else if ply.value < ply.best_value {
        let lost = loss(&ply, review.scale).words();
        state.head = format!("{}: {lost}", head(None));
        let better = format!("best {} ({})", ply.best, value(ply.best_value));
        state.said = vec![better, rank];
    } else {
        state.head = head(None);
        let what = if ply.choices < 2 {
            "the only move"
        } else {
            "as good as any move"
        };
        state.said = vec![what.to_owned(), rank];
    }
    if at < OPENING {
        state.said.extend(opening(review));
    }
    state
}

/// What stands there when the judge cannot go on.
pub(super) fn failed(why: &str) -> CoachState {
    CoachState {
        head: "The judge has failed, so this game has no values.".to_owned(),
        said: vec![why.to_owned()],
        mistake: true,
        ..CoachState::default()
    }
}

/// Moves beside which the name of the opening stands.
const OPENING: usize = 20;

fn opening(review: &Review) -> Option<String> {
    let (opening, ply) = review.opening?;
    Some(coach_words::opened(opening.name, ply))
}

fn listed(ply: usize, index: usize, mv: &str, loss: &str, kind: usize) -> String {
    let kind = coach_words::KINDS.get(kind).copied().unwrap_or_default();
    format!("{ply:>2} {} {mv} {kind}, {loss}", side_name(index))
}

fn both(black: Option<f64>, white: Option<f64>) -> String {
    let d = |d: Option<f64>| d.map_or_else(|| "-".to_owned(), |d| format!("{d:.1}"));
    format!(
        "D: Black {}, White {} (lower is stronger)",
        d(black),
        d(white)
    )
}
