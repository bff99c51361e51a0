//! The last two placements of the search: where its time goes, and where the order matters least.

use super::batch::{After, Batch, Boards, Played};
use super::rank::Ranking;
use super::{Bounds, Node, Run};
use crate::search::budget::CancelledError;
use crate::search::isa::{Isa, LANES, Lanes as _, Task};
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
        let ranking = run.ranking;
        let order = run.begin()?;
        let mut rest = order.turn(node.placements);
        let mut best = i32::MIN;
        // Replies that showed of one placement that it does not exceed the bound: they may of the next, too.
        let mut refuting = 0;
        run.open.clear();
        while rest != 0 {
            let children = isa.enter(Reply {
                batch: Batch {
                    node,
                    order: &order,
                    rest: &mut rest,
                },
                ranking,
                refuting,
            });
            for lane in 0..children.played.count.min(LANES) {
                let rank = match children.played.after(isa, lane) {
                    After::Over(rank) => rank,
                    After::Again(child) => {
                        run.begin()?;
                        let rank = run.leaves(isa, child, child.placements, upper);
                        run.forced(rank)
                    }
                    After::Reply(child) => {
                        run.begin()?;
                        let reply = children.replies[lane];
                        // Ranks are from the view of the side that replies.
                        let rank = children.ranks[lane] as i32;
                        if rank >= -upper {
                            refuting |= reply;
                        }
                        let rest = child.placements & !reply;
                        let mut leaves = Leaves::new(child, rest, CORNERS | refuting, rank);
                        leaves.evaluate(isa, ranking, -upper - 1);
                        let rank = lower.max(-leaves.best);
                        if leaves.is_open() && rank > lower {
                            run.open.push(leaves);
                            continue;
                        }
                        rank
                    }
                };
                if rank > upper {
                    return Ok(upper);
                }
                best = best.max(rank);
            }
        }
        while let Some(leaves) = run.open.iter_mut().min_by_key(|leaves| leaves.best)
            && -leaves.best > best
        {
            leaves.evaluate(isa, ranking, -best.max(lower));
            best = best.max(lower).max(-leaves.best);
            // Looked at to the end, or of no use any more.
            leaves.best = i32::MAX;
        }
        Ok(best)
    }
}

/// A [`Batch`], and of each placement one reply: for most that is enough to know that it does not exceed the bound.
struct Reply<'r> {
    batch: Batch<'r>,
    ranking: Ranking<'r>,
    /// Replies to be preferred.
    refuting: u64,
}

/// What comes of a [`Reply`].
struct Replied {
    played: Played,
    /// The replies made.
    replies: [u64; LANES],
    /// Their ranks, in the low 32 bits.
    ranks: [u64; LANES],
}

impl Task for Reply<'_> {
    type Output = Replied;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Replied {
        let Self {
            batch,
            ranking,
            refuting,
        } = self;
        let (played, after) = batch.play(isa);
        let placements = after.replies;
        let best = placements & isa.splat(refuting);
        let good = best | placements & isa.splat(CORNERS) & best.where_zero();
        let some = good | placements & good.where_zero();
        let reply = some & isa.splat(0).minus(some);
        let node = Boards {
            own: after.opp,
            opp: after.own,
            replies: placements,
        };
        let ranks = ranking.ranks(isa, &node, ranking.before(isa, &node), reply);
        Replied {
            played,
            replies: reply.store(),
            ranks: ranks.store(),
        }
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
    /// Those after the `placements`, some `first`, with the greatest rank of other leaves of the node.
    #[inline(always)]
    pub const fn new(node: Node, placements: u64, first: u64, best: i32) -> Self {
        Self {
            node,
            queue: Queue::new(placements, first),
            best,
        }
    }

    /// Whether there are more.
    #[inline(always)]
    const fn is_open(&self) -> bool {
        !self.queue.is_empty()
    }

    /// Evaluates them until one exceeds `bound`, or all.
    #[inline(always)]
    pub fn evaluate<I: Isa>(&mut self, isa: I, ranking: Ranking<'_>, bound: i32) {
        if self.best <= bound && self.is_open() {
            isa.enter(Evaluate {
                leaves: self,
                ranking,
                bound,
            });
        }
    }
}

/// [`Leaves::evaluate`].
struct Evaluate<'r> {
    leaves: &'r mut Leaves,
    ranking: Ranking<'r>,
    bound: i32,
}

impl Task for Evaluate<'_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let Self {
            leaves,
            ranking,
            bound,
        } = self;
        let node = Boards {
            own: isa.splat(leaves.node.own),
            opp: isa.splat(leaves.node.opp),
            replies: isa.splat(leaves.node.placements),
        };
        let before = ranking.before(isa, &node);
        while leaves.best <= bound && leaves.is_open() {
            let (placed, _) = leaves.queue.take(isa);
            let ranks = ranking.ranks(isa, &node, before, placed);
            leaves.best = leaves.best.max(ranks.greatest());
        }
    }
}
