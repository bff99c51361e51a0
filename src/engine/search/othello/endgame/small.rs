//! Nodes with some squares more than the last: too few for the table to pay, enough for an order.
//!
//! The order is that of [`Children`](super::children::Children), in registers rather than in memory.

use super::last::{FEW, NONE, Tally, last, odd_quadrants};
use super::node::{stability_may_do, stable_bound};
use crate::search::isa::{Isa, LANES, Lanes, Task};
use crate::search::othello::boards;
use crate::search::othello::children::Board;
use koteki_games::othello::bits::CORNERS;

/// With this many empty squares or fewer [`small`] takes over.
pub const SMALL: u32 = 8;

/// Room for [`SMALL`] moves in whole lanes.
const MOVES: usize = 8;

/// From this many empty squares on stable discs are looked for.
const STABLE: u32 = 6;

/// A node with a move, and more empty squares than [`FEW`], at most [`SMALL`].
struct Small<'r> {
    tally: &'r mut Tally,
    board: Board,
    /// The squares its side to move may play.
    moves: u64,
    /// The question is whether the score is more than this.
    alpha: i32,
}

impl Task for Small<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> i32 {
        let Self {
            tally,
            board,
            moves,
            alpha,
        } = self;
        tally.nodes += 1;
        let empties = !(board.own | board.opp);
        if empties.count_ones() >= STABLE && stability_may_do(board, alpha) {
            let bound = stable_bound(board);
            if bound <= alpha {
                return bound;
            }
        }
        let odd = odd_quadrants(empties);
        let (mut own, mut opp) = ([0; MOVES], [0; MOVES]);
        let mut ranks = [i32::MAX; MOVES];
        let (mut rest, mut count) = (moves, 0);
        while rest != 0 {
            let square = rest.trailing_zeros();
            let bit = rest & rest.wrapping_neg();
            rest ^= bit;
            let flips = isa.flips(square, board.own, board.opp);
            let index = count % MOVES;
            own[index] = board.opp & !flips;
            opp[index] = board.own | flips | bit;
            // The index is in the low three bits.
            ranks[index] = index as i32 - 8 * i32::from(bit & odd != 0);
            count += 1;
        }
        let mut replies = [0; MOVES];
        for start in (0..MOVES).step_by(I::Lanes::COUNT) {
            if start >= count {
                break;
            }
            let lanes = start..start + I::Lanes::COUNT;
            let load = |boards: &[u64; MOVES]| {
                let mut words = [0; LANES];
                words[..I::Lanes::COUNT].copy_from_slice(&boards[lanes.clone()]);
                isa.load(&words)
            };
            let found = boards::moves(isa, load(&own), load(&opp)).store();
            replies[lanes].copy_from_slice(&found[..I::Lanes::COUNT]);
        }
        for (rank, replies) in ranks.iter_mut().zip(&replies).take(count) {
            let mobility = replies.count_ones() + (replies & CORNERS).count_ones();
            *rank += 16 * mobility as i32;
        }
        let mut best = NONE;
        for _ in 0..count {
            let least = ranks.iter().copied().fold(i32::MAX, i32::min);
            let index = least as usize % MOVES;
            ranks[index] = i32::MAX;
            let child = Board {
                own: own[index],
                opp: opp[index],
            };
            let value = -small(isa, tally, (child, replies[index]), -alpha - 1);
            best = best.max(value);
            if best > alpha {
                break;
            }
        }
        best
    }
}

/// Whether the score of a position with at most [`SMALL`] empty squares is more than `alpha`.
#[inline(always)]
pub fn small<I: Isa>(isa: I, tally: &mut Tally, (board, moves): (Board, u64), alpha: i32) -> i32 {
    let empties = (!(board.own | board.opp)).count_ones();
    if empties <= FEW {
        return last(isa, tally, board, alpha);
    }
    if moves != 0 {
        return isa.enter(Small {
            tally,
            board,
            moves,
            alpha,
        });
    }
    let board = board.passed();
    let moves = board.moves(isa);
    tally.nodes += 1;
    if moves == 0 {
        return -tally.final_score(board);
    }
    -isa.enter(Small {
        tally,
        board,
        moves,
        alpha: -alpha - 1,
    })
}
