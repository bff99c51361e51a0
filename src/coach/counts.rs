//! The features of a position for each side by itself: what a person can count on a board.

use crate::eval::othello::{CENTRE, COUNT, EDGES, danger, diagonal_pairs};
use crate::game::Side;
use crate::game::othello::{Position, bits, stable_discs};

/// Both sides' numbers of one position, in the order of
/// [`FEATURES`](crate::eval::othello::FEATURES): first those of the side that is asked for, then its
/// opponent's.
///
/// A feature is the first less the second, but for those of which fewer are better (see
/// [`feature`](Self::feature)): frontier discs, and a forced pass, which is 1 for the side that has to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts(pub [[i32; 2]; COUNT]);

/// Index of mobility among the features; likewise the others.
pub const MOBILITY: usize = 0;
/// Frontier discs.
pub const FRONTIER: usize = 1;
/// Stable discs.
pub const STABILITY: usize = 2;
/// A forced pass.
pub const FORFEIT: usize = 3;
/// Discs.
pub const DISCS: usize = 4;

impl Counts {
    /// The feature of this index, as the evaluation has it: more is better.
    pub const fn feature(&self, index: usize) -> i32 {
        let [own, other] = self.0[index];
        match index {
            FRONTIER | FORFEIT => other - own,
            _ => own - other,
        }
    }
}

/// Counts `position` from the view of `side`.
pub fn counts(position: &Position, side: Side) -> Counts {
    let (own, opp) = (position.discs(side), position.discs(side.other()));
    let empty = !(own | opp);
    let (own_moves, opp_moves) = (bits::moves(own, opp), bits::moves(opp, own));
    let pair = |mask: u64| [own & mask, opp & mask].map(|board| board.count_ones() as i32);
    Counts([
        [own_moves, opp_moves].map(|moves| moves.count_ones() as i32),
        pair(bits::neighbours(empty)),
        pair(stable_discs(own, opp)),
        [
            i32::from(own_moves == 0 && opp_moves != 0),
            i32::from(opp_moves == 0 && own_moves != 0),
        ],
        pair(u64::MAX),
        pair(EDGES),
        pair(bits::CORNERS),
        pair(danger(empty)),
        pair(CENTRE),
        [own, opp].map(diagonal_pairs),
    ])
}
