//! Perft: the number of move sequences of a given length, the usual proof of a move generator.

use rayon::prelude::*;

use super::{Move, Position};
use crate::Game as _;

/// The number of move sequences of exactly `depth` plies from `position`; a forced pass is a ply, a game
/// that ends sooner counts for nothing. Depth 0 is 1. Uses the threads of the pool it is called in.
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth < 2 {
        return sequences(position, depth);
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
        .par_iter()
        .map(|&mv| {
            let mut child = *position;
            child.play(mv);
            sequences(&child, depth - 1)
        })
        .sum()
}

fn sequences(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if depth == 1 {
        // The last ply is counted, not played.
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
