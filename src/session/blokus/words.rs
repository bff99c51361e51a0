//! What the rules say, in words for a person.

use super::Refusal;
use super::standing::Strength;
use crate::game::Side;
use crate::game::blokus::{Piece, Square, WhyIllegal};
use crate::text::blokus_screen as text;

/// Why a placement is not legal.
pub fn why(why: WhyIllegal) -> String {
    match why {
        WhyIllegal::GameOver => text::WHY_OVER.to_owned(),
        WhyIllegal::HasToPass(_) => text::WHY_PASS.to_owned(),
        WhyIllegal::MayNotPass(_) => text::WHY_NO_PASS.to_owned(),
        WhyIllegal::Used(_, piece) => text::why_used(piece.name()),
        WhyIllegal::Taken(square) => text::why_taken(&name(square)),
        WhyIllegal::TouchesEdge(_, square) => text::why_edge(&name(square)),
        WhyIllegal::MissesStart(_, square) => text::why_start(&name(square)),
        WhyIllegal::TouchesNoCorner(_) => text::WHY_CORNER.to_owned(),
    }
}

/// Why a move is not taken.
pub fn refusal(refusal: Refusal) -> String {
    match refusal {
        Refusal::NotYours => text::NOT_YOURS.to_owned(),
        Refusal::Illegal(reason) => why(reason),
    }
}

/// A square as a person reads it, as in `F6`.
fn name(square: Square) -> String {
    square.to_string().to_ascii_uppercase()
}

/// What a pass of `side` is announced as; `you` when it is the person's, and there is one person only.
pub fn passed(side: Side, you: bool, first: bool, left: u32) -> String {
    if you {
        text::you_pass(first, left)
    } else {
        text::it_passes(side.index(), first, left)
    }
}

/// The names of pieces in a row.
pub fn names(pieces: impl Iterator<Item = Piece>) -> String {
    let names: Vec<&str> = pieces.map(Piece::name).collect();
    names.join(" ")
}

/// What a measured game came to.
pub fn measured(strength: &Strength) -> String {
    let interval = strength.interval.map(|it| (it.low, it.high));
    let mut said = vec![text::measured(strength.d, interval, strength.games)];
    if strength.unknown > 0 {
        said.push(text::unknown(strength.unknown, strength.games));
    }
    let place = place(strength);
    said.push(if strength.is_beyond() {
        text::beyond(
            &place,
            strength.is_surely_beyond(),
            strength.nearest().name(),
        )
    } else {
        let weakest = (strength.target < strength.even).then_some(strength.target);
        text::equal(&place, weakest)
    });
    said.join(" ")
}

/// Where the person is on the scale of agents.
pub fn place(strength: &Strength) -> String {
    let interval = strength.even_interval;
    text::place(strength.even, (interval.low, interval.high))
}
