//! Why a placement gives away what it does, in words.
//!
//! The learned winning rate is a sum over the squares that both sides have of each kind, so what a placement gives away
//! against the best one is the sum of what each kind has in it, and the kinds that have most are the reasons.

use koteki_engine::eval::blokus::{Evaluation, Ground, Kind, Reading, planes};
use koteki_games::blokus::{Move, Position, Squares};
use koteki_games::words::numbers::number;
use koteki_games::{Game as _, Side};

/// Reasons that a sentence names.
const NAMED: usize = 3;
/// A reason that makes up less than one part in so many of the loss is not worth a word.
const PARTS: i32 = 5;

/// What squares are to a side.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Its own.
    Score,
    /// Where its next piece may begin.
    Corners,
    /// Within reach of those.
    Territory,
    /// Those that it has made unusable for itself.
    Dead,
}

impl Part {
    const ALL: [Self; 4] = [Self::Score, Self::Corners, Self::Territory, Self::Dead];

    const fn of(kind: Kind) -> Self {
        match kind {
            Kind::Score => Self::Score,
            Kind::Territory(0) => Self::Corners,
            Kind::Territory(_) => Self::Territory,
            Kind::Dead => Self::Dead,
        }
    }

    /// How many squares `side` has of it, each counted once; of its own those of its last placement alone, which was
    /// made in `before`.
    fn count(self, position: &Position, before: &Position, side: Side, reading: Reading) -> u32 {
        if self == Self::Score {
            return position.squares(side).len() - before.squares(side).len();
        }
        let mut squares = Squares::EMPTY;
        planes(Ground::of(position, side), reading, |kind, of_kind| {
            if Self::of(kind) == self {
                squares |= of_kind;
            }
        });
        squares.len()
    }

    /// What the placement leaves of it and what the best one would have, said of the placement against the side that
    /// places. `None` where its number is no reason.
    fn counted(self, is_own: bool, other: Side, count: u32, best: u32) -> Option<String> {
        let is_less = match (self, is_own) {
            (Self::Score | Self::Corners | Self::Territory, true) | (Self::Dead, false) => true,
            (Self::Dead, true) | (_, false) => false,
        };
        let speaks = if is_less { count < best } else { count > best };
        let squares = number(count.into(), "square", "squares");
        let corners = number(count.into(), "corner", "corners");
        let said = match (self, is_own) {
            (Self::Score, true) => format!("covers {squares}"),
            (Self::Corners, true) => format!("leaves you {corners} to go on from"),
            (Self::Territory, true) => format!("leaves {squares} within your reach"),
            (Self::Dead, true) => format!("leaves {squares} useless to you"),
            (Self::Corners, false) => format!("leaves {other} {corners} to go on from"),
            (Self::Territory, false) => format!("leaves {squares} within {other}'s reach"),
            (Self::Score | Self::Dead, false) => return None,
        };
        speaks.then(|| format!("{said} instead of {best}"))
    }

    /// The same where it is the places of the squares that count, and not their number.
    fn placed(self, is_own: bool, other: Side) -> Option<String> {
        Some(match (self, is_own) {
            (Self::Score, true) => "covers squares that matter less".to_owned(),
            (Self::Corners, true) => "leaves your corners in worse places".to_owned(),
            (Self::Territory, true) => "leads to ground that is worth less".to_owned(),
            (Self::Dead, true) => "leaves better squares useless to you".to_owned(),
            (Self::Corners, false) => format!("leaves {other} corners in better places"),
            (Self::Territory, false) => format!("leaves {other} ground that is worth more"),
            (Self::Score | Self::Dead, false) => return None,
        })
    }
}

/// What each part of either side, the mover's first, has in what `played` gives away against `best`, both placements
/// of `position`; they sum to it.
fn shares(eyes: &Evaluation, position: &Position, played: Move, best: Move) -> [[i32; 4]; 2] {
    let [played, best] = [played, best].map(|mv| {
        let mut after = *position;
        after.play(mv);
        // As the other side has them, which is then to move.
        let [other, own] = eyes.shares(&after);
        [own, other]
    });
    let mut shares = [[0; 4]; 2];
    for (side, shares) in shares.iter_mut().enumerate() {
        for kind in Kind::ALL {
            let index = kind.index();
            shares[Part::of(kind) as usize] += played[side][index] - best[side][index];
        }
    }
    shares
}

/// Why `played` gives away something against `best`, both placements of `position`, said of the placement; what has most
/// in it first.
pub(super) fn why(eyes: &Evaluation, position: &Position, played: Move, best: Move) -> Vec<String> {
    let shares = shares(eyes, position, played, best);
    let loss: i32 = shares.as_flattened().iter().sum();
    let parts = Part::ALL
        .into_iter()
        .flat_map(|part| [(part, 0), (part, 1)]);
    let of = |(part, side): (Part, usize)| shares[side][part as usize];
    let mut parts: Vec<(Part, usize)> = parts.filter(|&it| of(it) > 0).collect();
    parts.retain(|&it| PARTS * of(it) >= loss);
    // Stable: of equal shares the first part.
    parts.sort_by_key(|&it| -of(it));
    let mover = position.side_to_move();
    let reading = eyes.weights().form().reading;
    let count = |mv: Move, part: Part, side: Side| {
        let mut after = *position;
        after.play(mv);
        part.count(&after, position, side, reading)
    };
    let said = parts.into_iter().filter_map(|(part, side)| {
        let (is_own, other) = (side == 0, mover.other());
        let whose = if is_own { mover } else { other };
        let [played, best] = [played, best].map(|mv| count(mv, part, whose));
        let counted = part.counted(is_own, other, played, best);
        counted.or_else(|| part.placed(is_own, other))
    });
    said.take(NAMED).collect()
}
