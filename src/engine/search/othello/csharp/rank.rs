//! The ranks of leaves, some at a time.

use super::batch::Boards;
use crate::eval::othello::Weights;
use crate::search::isa::{Isa, Lanes as _};
use crate::search::othello::boards;

/// What they are made of.
#[derive(Clone, Copy)]
pub struct Ranking<'a> {
    pub weights: &'a Weights,
    /// Discs safe in every position of the search; `None` when no leaf asks for any.
    pub settled: Option<u64>,
}

/// A weight, or another number, in every lane.
#[inline(always)]
fn number<I: Isa>(isa: I, number: i32) -> I::Lanes {
    isa.splat(i64::from(number).cast_unsigned())
}

impl Ranking<'_> {
    /// What is the same after every placement on these boards, each disc flipped counting twice.
    #[inline(always)]
    pub fn before<I: Isa>(self, isa: I, node: &Boards<I::Lanes>) -> I::Lanes {
        let Weights {
            mobility, discs, ..
        } = *self.weights;
        number(isa, discs)
            .plus(node.own.excess(node.opp, number(isa, discs)))
            .plus(node.replies.excess(isa.splat(0), number(isa, mobility)))
    }

    /// The ranks of the leaves after these placements.
    #[inline(always)]
    pub fn ranks<I: Isa>(
        self,
        isa: I,
        node: &Boards<I::Lanes>,
        before: I::Lanes,
        placed: I::Lanes,
    ) -> I::Lanes {
        let Weights {
            mobility,
            frontier,
            stability,
            forfeit,
            discs,
            ..
        } = *self.weights;
        let none = isa.splat(0);
        let flips = I::Lanes::flips(isa, placed, node.own, node.opp);
        let (own, opp) = (node.own | flips | placed, node.opp & !flips);
        let touching = boards::neighbours(isa, !(own | opp));
        let mut ranks = before
            .plus(flips.excess(none, number(isa, 2 * discs)))
            .plus((opp & touching).excess(own & touching, number(isa, frontier)));
        let stuck = if mobility == 0 {
            boards::without_moves(isa, opp, own)
        } else {
            let replies = boards::moves(isa, opp, own);
            ranks = ranks.minus(replies.excess(none, number(isa, mobility)));
            replies.where_zero()
        };
        if let Some(settled) = self.settled {
            let safe = boards::stable(isa, isa.splat(settled), own, opp);
            if !safe.all_zero() {
                ranks = ranks.plus((own & safe).excess(opp & safe, number(isa, stability)));
            }
        }
        if !stuck.all_zero() {
            // All bits set is −1.
            ranks = ranks.minus(stuck.times(number(isa, forfeit)));
            let over = stuck & boards::without_moves(isa, own, opp);
            if !over.all_zero() {
                ranks = boards::decide(isa, ranks, over, own, opp);
            }
        }
        ranks
    }
}
