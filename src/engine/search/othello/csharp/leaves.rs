//! The last two placements of the search: where its time goes, and where the order matters least.

use super::batch::{After, Batch};
use super::{Bounds, Node, Run, count};
use crate::eval::othello::Weights;
use crate::search::budget::CancelledError;
use crate::search::isa::{Isa, LANES, Lanes as _, Task};
use crate::search::othello::boards;
use crate::search::othello::children::Queue;
use koteki_games::othello::bits::CORNERS;

/// A node below the root, one placement before the last. Its rank would be the same in any order, but the draws
/// have to be those of the nodes that the original looks at: all until a placement exceeds the upper bound.
///
/// So each is looked at in the order of the scan, though only until it is known not to exceed the bound. When none
/// does, the most promising are looked at further, until one has an exact rank that the others cannot reach.
pub struct BeforeLeaves<'r, 'a> {
    pub run: &'r mut Run<'a>,
    pub node: Node,
    pub bounds: Bounds,
}

impl Task for BeforeLeaves<'_, '_> {
    type Output = Result<i32, CancelledError>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Result<i32, CancelledError> {
        let Self {
            run,
            node,
            bounds: (lower, upper),
        } = self;
        let order = run.begin()?;
        let mut rest = order.turn(node.placements);
        let mut best = i32::MIN;
        run.open.clear();
        while rest != 0 {
            let children = isa.enter(Batch {
                node,
                order: &order,
                rest: &mut rest,
                wants_safe: run.wants_safe,
            });
            for lane in 0..children.count.min(LANES) {
                let rank = match children.after(isa, lane) {
                    After::Over(rank) => rank,
                    After::Again(child) => {
                        run.begin()?;
                        let rank = run.leaves(isa, child, child.placements, upper);
                        run.forced(rank)
                    }
                    After::Reply(child) => {
                        run.begin()?;
                        let mut leaves = Leaves::new(child, child.placements);
                        // A leaf of −`upper` or more shows that the placement does not exceed the bound.
                        leaves.evaluate(isa, run, -upper - 1);
                        if leaves.is_open() && -leaves.best > lower {
                            run.open.push(leaves);
                            continue;
                        }
                        lower.max(-leaves.best)
                    }
                };
                if rank > upper {
                    return Ok(upper);
                }
                best = best.max(rank);
            }
        }
        while let Some(index) = (0..run.open.len()).min_by_key(|&index| run.open[index].best) {
            let mut leaves = run.open.swap_remove(index);
            if -leaves.best <= best {
                break;
            }
            leaves.evaluate(isa, run, -best.max(lower));
            best = best.max(lower).max(-leaves.best);
        }
        Ok(best)
    }
}

/// The leaves after some placements of a node, evaluated some at a time. In any order: they tighten no bounds, and
/// what is played there is not asked.
pub struct Leaves {
    node: Node,
    /// The placements not yet made.
    queue: Queue,
    /// The greatest rank so far.
    pub best: i32,
}

impl Leaves {
    /// None of them evaluated.
    #[inline(always)]
    pub const fn new(node: Node, scanned: u64) -> Self {
        Self {
            node,
            // Corners first: they are the likeliest to exceed the bound.
            queue: Queue::new(scanned, CORNERS),
            best: i32::MIN,
        }
    }

    /// Whether there are more.
    #[inline(always)]
    const fn is_open(&self) -> bool {
        !self.queue.is_empty()
    }

    /// Evaluates them until one exceeds `bound`, or all.
    #[inline(always)]
    pub fn evaluate<I: Isa>(&mut self, isa: I, run: &Run<'_>, bound: i32) {
        isa.enter(Evaluate {
            leaves: self,
            weights: run.weights,
            wants_safe: run.wants_safe,
            bound,
        });
    }
}

/// [`Leaves::evaluate`].
struct Evaluate<'r> {
    leaves: &'r mut Leaves,
    weights: &'r Weights,
    wants_safe: bool,
    bound: i32,
}

impl Task for Evaluate<'_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let Self {
            leaves,
            weights,
            wants_safe,
            bound,
        } = self;
        let Weights {
            mobility,
            frontier,
            stability,
            forfeit,
            discs,
            ..
        } = *weights;
        let node = leaves.node;
        let number = |number: i32| isa.splat(i64::from(number).cast_unsigned());
        let none = isa.splat(0);
        // What is the same after every placement; each disc flipped counts twice.
        let difference = count(node.own) - count(node.opp) + 1;
        let before = number(mobility * count(node.placements) + discs * difference);
        let (node_own, node_opp) = (isa.splat(node.own), isa.splat(node.opp));
        while leaves.best <= bound && !leaves.queue.is_empty() {
            let (placed, _) = leaves.queue.take(isa);
            let flips = I::Lanes::flips(isa, placed, node_own, node_opp);
            let (own, opp) = (node_own | flips | placed, node_opp & !flips);
            let touching = boards::neighbours(isa, !(own | opp));
            let mut ranks = before
                .plus(flips.excess(none, number(2 * discs)))
                .plus((opp & touching).excess(own & touching, number(frontier)));
            let stuck = if mobility == 0 {
                boards::without_moves(isa, opp, own)
            } else {
                let replies = boards::moves(isa, opp, own);
                ranks = ranks.minus(replies.excess(none, number(mobility)));
                replies.where_zero()
            };
            if wants_safe {
                let safe = boards::stable(isa, node.safe, own, opp);
                if !safe.all_zero() {
                    ranks = ranks.plus((own & safe).excess(opp & safe, number(stability)));
                }
            }
            if !stuck.all_zero() {
                // All bits set is −1.
                ranks = ranks.minus(stuck.times(number(forfeit)));
                let over = stuck & boards::without_moves(isa, own, opp);
                if !over.all_zero() {
                    ranks = boards::decide(isa, ranks, over, own, opp);
                }
            }
            leaves.best = leaves.best.max(ranks.greatest());
        }
    }
}
