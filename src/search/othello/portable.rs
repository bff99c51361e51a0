//! The level of no special instructions: plain integer code for any processor.

use super::level::{BATCH, Batch, Level, Task, Terms, final_value};
use crate::game::othello::{bits, stable_discs_from};

/// Plain integer code; always there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Portable;

impl Level for Portable {
    const LANES: usize = 1;

    #[inline(always)]
    fn enter<T: Task>(self, task: T) -> T::Output {
        // A function of its own, so that recursion through `enter` has something to call.
        #[inline(never)]
        fn inner<T: Task>(task: T) -> T::Output {
            task.run(Portable)
        }
        inner(task)
    }

    #[inline(always)]
    fn moves(self, own: u64, opp: u64) -> u64 {
        bits::moves(own, opp)
    }

    #[inline(always)]
    fn flips(self, square: u32, own: u64, opp: u64) -> u64 {
        bits::flips(1 << square, own, opp)
    }

    #[inline(always)]
    fn values(self, terms: &Terms, batch: &Batch) -> [i32; BATCH] {
        [value(terms, batch.own.0[0], batch.opp.0[0]), 0, 0, 0]
    }
}

/// The value of one board, for the side called own.
#[inline(always)]
#[allow(clippy::cast_possible_wrap)]
fn value(terms: &Terms, own: u64, opp: u64) -> i32 {
    let own_moves = bits::moves(own, opp);
    let opp_moves = bits::moves(opp, own);
    if own_moves | opp_moves == 0 {
        return final_value(own, opp);
    }
    let touching = bits::neighbours(!(own | opp));
    let stable = stable_discs_from(terms.settled, own, opp);
    let difference = |plus: u64, minus: u64| plus.count_ones() as i32 - minus.count_ones() as i32;
    let weights = &terms.weights;
    weights.mobility * difference(own_moves, opp_moves)
        + weights.frontier * difference(opp & touching, own & touching)
        + weights.stability * difference(own & stable, opp & stable)
        + weights.forfeit * (i32::from(opp_moves == 0) - i32::from(own_moves == 0))
        + weights.discs * difference(own, opp)
}
