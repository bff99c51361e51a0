//! Perft without a list of moves: the last ply is counted, not played.

use super::{Move, Position};
use crate::Game as _;

/// [`Game::perft`](crate::Game::perft).
pub(super) fn sequences(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if depth == 1 {
        let count = position.count_placements();
        return if count > 0 {
            u64::from(count)
        } else {
            u64::from(position.must_pass())
        };
    }
    let mut total = 0;
    let mut none = true;
    position.ways(position.side_to_move(), |square, ways| {
        none = false;
        ways.for_each(square, |placement| {
            let mut child = *position;
            child.place(placement);
            total += sequences(&child, depth - 1);
        });
        true
    });
    if none && position.must_pass() {
        let mut child = *position;
        child.play(Move::Pass);
        total = sequences(&child, depth - 1);
    }
    total
}
