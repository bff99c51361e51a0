//! What the paper has no features for: which ground one side reaches and the other does not, each square once
//! however often it is reached, and which pieces a side has yet to place.

use super::{Ground, Kind, Reading, SQUARES, Set, Sight, folded, planes};
use koteki_games::Side;
use koteki_games::blokus::{Piece, Position, Squares};

/// Areas of a side: what it alone comes near to, what it alone reaches, and what both reach.
pub const AREAS: usize = 3;
/// All features of a side: each area by square, then each summed over the board, then each piece that is left.
pub const MORE: usize = AREAS * SQUARES + AREAS + Piece::COUNT;

/// Where a side's territory is, each square once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach<S> {
    /// At most two steps away from where the next piece may begin.
    near: S,
    /// All of it.
    far: S,
}

impl<S: Set> Reach<S> {
    /// That of nothing.
    pub(super) const fn new(nothing: S) -> Self {
        Self {
            near: nothing,
            far: nothing,
        }
    }

    /// Takes in squares that have a kind.
    #[inline(always)]
    pub(super) fn take(&mut self, kind: Kind, squares: S) {
        match kind {
            Kind::Territory(0 | 1 | 4) => {
                self.near = self.near | squares;
                self.far = self.far | squares;
            }
            Kind::Territory(_) => self.far = self.far | squares,
            Kind::Dead | Kind::Score => {}
        }
    }

    /// Both parts changed in the same way.
    #[inline(always)]
    #[cfg(target_arch = "x86_64")]
    pub(super) fn map(self, change: impl Fn(S) -> S) -> Self {
        Self {
            near: change(self.near),
            far: change(self.far),
        }
    }

    /// The areas of the side against the other's reach.
    #[inline(always)]
    pub(super) fn areas(self, other: Self) -> [S; AREAS] {
        [
            self.near & !other.near,
            self.far & !other.far,
            self.far & other.far,
        ]
    }
}

/// The areas of `side`.
pub(super) fn areas(position: &Position, side: Side, reading: Reading) -> [Squares; AREAS] {
    let [own, other] = [side, side.other()].map(|side| {
        let mut reach = Reach::new(Squares::EMPTY);
        planes(Ground::of(position, side), reading, |kind, squares| {
            reach.take(kind, squares);
        });
        reach
    });
    own.areas(other)
}

/// The features of `side`, which need not be to move.
pub fn more(position: &Position, side: Side, reading: Reading) -> [u16; MORE] {
    let mut counts = [0; MORE];
    let turned = side == Side::White && reading.sight == Sight::OwnStart;
    let areas = areas(position, side, reading);
    for (area, squares) in areas.into_iter().enumerate() {
        for square in squares.iter() {
            let square = if turned { square.turned() } else { square };
            counts[area * SQUARES + folded(square)] += 1;
            counts[AREAS * SQUARES + area] += 1;
        }
    }
    for piece in position.left(side).iter() {
        counts[AREAS * (SQUARES + 1) + piece.index()] = 1;
    }
    counts
}
