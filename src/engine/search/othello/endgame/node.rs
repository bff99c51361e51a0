//! The tree between the root and the last few squares.
//!
//! Two kinds of node. [`Null`] asks whether the score is more than `alpha` and is where nearly all
//! of the work is done; [`Pv`] has a window wider than that, and a best line. Values are for the side
//! to move, bounds fail-soft.

use super::brothers::{Brothers, Idle};
use super::children::{Child, Children};
use super::last::{NONE, Tally, last};
use super::small::{SMALL, small};
use super::table::{Bounds, Table};
use crate::eval::othello::learned::{self, Learned};
use crate::search::budget::{Cancel, CancelledError};
use crate::search::isa::{Isa, Task};
use crate::search::othello::children::{Board, Children as OrderChildren};
use crate::search::othello::deepening::{AtOnce, Bottom as _, Plain};
use crate::search::othello::engine::INFINITE;
use crate::search::othello::table::Fact as _;
use koteki_games::othello::stable_discs;

/// From this many empty squares on the table is asked about all children before the first is searched.
const CHILDREN_IN_TABLE: u32 = 10;

/// From this many on the learned evaluation orders the moves.
pub const ORDERED: u32 = 11;

/// How deep that search goes at most.
pub const ORDER_PLIES: usize = 8;

/// From this many on, threads without work may help with a node's moves.
const SHARED: u32 = 14;

/// What all nodes of one thread share in a solve.
pub struct Run<'a> {
    /// What is proved already.
    pub table: &'a Table,
    /// Stops it.
    pub cancel: Cancel,
    /// Threads that may help.
    pub idle: &'a Idle,
    /// Counts positions, the ordering searches left out.
    pub tally: Tally,
    /// The search that orders moves from [`ORDERED`] empty squares on; small endings do without, and the learned
    /// evaluation is not even read.
    pub order: Option<Plain<'a>>,
    /// Its memory: [`ORDER_PLIES`] of them.
    pub order_scratch: &'a mut [OrderChildren],
}

/// A position and the squares its side to move may play.
pub type Node = (Board, u64);

impl Run<'_> {
    /// How many plies the moves of a node with `empties` empty squares are searched for their order
    /// after they are made.
    pub const fn order_plies(empties: u32) -> u32 {
        empties.saturating_sub(13) / 2
    }

    /// Ranks the `children` of `board` by a search where that pays.
    #[inline(always)]
    pub fn rank<I: Isa>(
        &mut self,
        isa: I,
        children: &mut Children,
        board: Board,
    ) -> Result<(), CancelledError> {
        let empties = (!(board.own | board.opp)).count_ones();
        if empties >= ORDERED {
            self.search_order(isa, children, board, Self::order_plies(empties))?;
        }
        Ok(())
    }

    /// Ranks the `children` of `board` by a search of `plies` plies.
    #[inline(always)]
    pub fn search_order<I: Isa>(
        &mut self,
        isa: I,
        children: &mut Children,
        board: Board,
        plies: u32,
    ) -> Result<(), CancelledError> {
        let Some(order) = &mut self.order else {
            return Ok(());
        };
        if plies == 0 {
            return isa.enter(Rank {
                learned: order.learned,
                children,
                board,
            });
        }
        let plies = plies.min(ORDER_PLIES as u32);
        let open = (-INFINITE, INFINITE);
        let scratch = &mut *self.order_scratch;
        children.rank(|child, rank| {
            let node = (child.board, child.replies);
            Ok(ranked(order.value(isa, scratch, node, plies, open)?, rank))
        })
    }

    /// Whether the score of a position is more than `alpha`: a bound of it on the side of the answer.
    #[inline(always)]
    pub fn null<I: Isa>(
        &mut self,
        isa: I,
        scratch: &mut [Children],
        (board, moves): Node,
        alpha: i32,
    ) -> Result<i32, CancelledError> {
        let empties = (!(board.own | board.opp)).count_ones();
        if empties <= SMALL {
            return Ok(small(isa, &mut self.tally, (board, moves), alpha));
        }
        if moves != 0 {
            return self.null_with_moves(isa, scratch, (board, moves), alpha);
        }
        let passed = board.passed();
        let replies = passed.moves(isa);
        self.tally.nodes += 1;
        if replies == 0 {
            return Ok(self.tally.final_score(board));
        }
        Ok(-self.null_with_moves(isa, scratch, (passed, replies), -alpha - 1)?)
    }

    #[inline(always)]
    fn null_with_moves<I: Isa>(
        &mut self,
        isa: I,
        scratch: &mut [Children],
        node: Node,
        alpha: i32,
    ) -> Result<i32, CancelledError> {
        match scratch.split_first_mut() {
            Some((children, scratch)) => isa.enter(Null {
                run: self,
                children,
                scratch,
                node,
                alpha,
            }),
            // There is one for every empty square of the root.
            None => Ok(last(isa, &mut self.tally, node.0, alpha)),
        }
    }

    /// The score of a position in the window `alpha`…`beta`.
    #[inline(always)]
    pub fn pv<I: Isa>(
        &mut self,
        isa: I,
        scratch: &mut [Children],
        (board, moves): Node,
        (alpha, beta): (i32, i32),
    ) -> Result<i32, CancelledError> {
        let empties = (!(board.own | board.opp)).count_ones();
        if empties <= SMALL {
            return self.narrow(isa, scratch, (board, moves), (alpha, beta));
        }
        if moves != 0 {
            return self.pv_with_moves(isa, scratch, (board, moves), (alpha, beta));
        }
        let passed = board.passed();
        let replies = passed.moves(isa);
        self.tally.nodes += 1;
        if replies == 0 {
            return Ok(self.tally.final_score(board));
        }
        Ok(-self.pv_with_moves(isa, scratch, (passed, replies), (-beta, -alpha))?)
    }

    #[inline(always)]
    fn pv_with_moves<I: Isa>(
        &mut self,
        isa: I,
        scratch: &mut [Children],
        node: Node,
        window: (i32, i32),
    ) -> Result<i32, CancelledError> {
        match scratch.split_first_mut() {
            Some((children, scratch)) => isa.enter(Pv {
                run: self,
                children,
                scratch,
                node,
                window,
            }),
            None => self.narrow(isa, scratch, node, window),
        }
    }

    /// The same by null windows alone.
    #[inline(always)]
    fn narrow<I: Isa>(
        &mut self,
        isa: I,
        scratch: &mut [Children],
        node: Node,
        (mut alpha, beta): (i32, i32),
    ) -> Result<i32, CancelledError> {
        loop {
            let value = self.null(isa, scratch, node, alpha)?;
            // Not more than `alpha`, which from the second time on is what it is at least.
            if value <= alpha || value >= beta {
                return Ok(value);
            }
            alpha = value;
        }
    }
}

/// How much half a reply weighs against the evaluation's value: a disc.
const ORDER_RANK: i32 = learned::UNIT;

/// The rank of a move after which the opponent's position is worth `value`, and which had this rank by its replies.
#[inline(always)]
fn ranked(value: i32, rank: i32) -> i32 {
    // Decided games are far away from all others; only the order counts.
    value.clamp(-100_000, 100_000) + rank * ORDER_RANK
}

/// The moves of a node to be ranked by what they are worth at once.
struct Rank<'r> {
    learned: &'r Learned,
    children: &'r mut Children,
    board: Board,
}

impl Task for Rank<'_> {
    type Output = Result<(), CancelledError>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Self::Output {
        let values = AtOnce::new(self.learned, self.board);
        self.children.rank(|child, rank| {
            let node = (child.board, child.replies);
            Ok(ranked(
                -values.after(isa, node, 1 << (child.square % 64)),
                rank,
            ))
        })
    }
}

/// The most the side to move can score when the opponent's stable discs stay.
#[inline(always)]
pub fn stable_bound(board: Board) -> i32 {
    let theirs = stable_discs(board.own, board.opp) & board.opp;
    64 - 2 * theirs.count_ones() as i32
}

/// Whether looking for stable discs may end a node: the opponent must have clearly more discs than
/// the bound takes.
#[inline(always)]
pub const fn stability_may_do(board: Board, alpha: i32) -> bool {
    64 - 2 * board.opp.count_ones() as i32 + STABLE_MARGIN <= alpha
}

/// Twice the number of discs by which the opponent's must exceed the stable ones that are needed.
const STABLE_MARGIN: i32 = 8;

/// A node with a move and a null window.
struct Null<'r, 'a> {
    run: &'r mut Run<'a>,
    children: &'r mut Children,
    /// For the nodes below.
    scratch: &'r mut [Children],
    node: Node,
    alpha: i32,
}

impl Task for Null<'_, '_> {
    type Output = Result<i32, CancelledError>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Self::Output {
        let Self {
            run,
            children,
            scratch,
            node: (board, moves),
            alpha,
        } = self;
        run.tally.nodes += 1;
        let empties = (!(board.own | board.opp)).count_ones();
        if stability_may_do(board, alpha) {
            let bound = stable_bound(board);
            if bound <= alpha {
                return Ok(bound);
            }
        }
        run.cancel.check()?;
        let mut known = run.table.probe(board).unwrap_or(Bounds::NOTHING);
        if i32::from(known.lower) > alpha {
            return Ok(known.lower.into());
        }
        if i32::from(known.upper) <= alpha {
            return Ok(known.upper.into());
        }
        let children_in_table = empties >= CHILDREN_IN_TABLE;
        children.fill(isa, board, moves, children_in_table.then_some(run.table));
        if children_in_table {
            for child in children.iter() {
                let Some(other) = run.table.probe(child.board) else {
                    continue;
                };
                let bound = -i32::from(other.upper);
                if bound > alpha {
                    return Ok(bound);
                }
            }
        }
        run.rank(isa, children, board)?;
        children.put_first(known.square);
        let mut best = NONE;
        while let Some(child) = children.next() {
            let value = -run.null(isa, scratch, node_of(&child), -alpha - 1)?;
            if value > best {
                best = value;
                known.square = child.square;
                if best > alpha {
                    break;
                }
            }
            if empties >= SHARED && children.len() > 1 && run.idle.take() {
                let brothers = Brothers::new(children, alpha, (best, known.square));
                (best, known.square) = brothers.search(isa, run, scratch)?;
                break;
            }
        }
        if best > alpha {
            known.lower = known.lower.max(score(best));
        } else {
            known.upper = known.upper.min(score(best));
        }
        run.table.store(board, known);
        Ok(best)
    }
}

/// A score fits a byte.
#[inline(always)]
const fn score(value: i32) -> i8 {
    value as i8
}

/// The node after a move.
#[inline(always)]
pub const fn node_of(child: &Child) -> Node {
    (child.board, child.replies)
}

/// A node with a move and a window.
struct Pv<'r, 'a> {
    run: &'r mut Run<'a>,
    children: &'r mut Children,
    scratch: &'r mut [Children],
    node: Node,
    window: (i32, i32),
}

impl Task for Pv<'_, '_> {
    type Output = Result<i32, CancelledError>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Self::Output {
        let Self {
            run,
            children,
            scratch,
            node: (board, moves),
            window: (mut alpha, mut beta),
        } = self;
        run.tally.nodes += 1;
        run.cancel.check()?;
        let mut known = run.table.probe(board).unwrap_or(Bounds::NOTHING);
        let (lower, upper) = (i32::from(known.lower), i32::from(known.upper));
        if lower >= beta || lower == upper {
            return Ok(lower);
        }
        if upper <= alpha {
            return Ok(upper);
        }
        beta = beta.min(upper);
        let floor = alpha;
        children.fill(isa, board, moves, None);
        run.rank(isa, children, board)?;
        children.put_first(known.square);
        let mut best = NONE;
        while let Some(child) = children.next() {
            let node = node_of(&child);
            let value = run.sibling(isa, scratch, node, (alpha, beta), best == NONE)?;
            if value > best {
                best = value;
                known.square = child.square;
                alpha = alpha.max(best);
                if best >= beta {
                    break;
                }
            }
        }
        if best > floor {
            known.lower = known.lower.max(score(best));
        }
        if best < beta {
            known.upper = known.upper.min(score(best));
        }
        run.table.store(board, known);
        Ok(best)
    }
}

impl Run<'_> {
    /// The value of a move for the side that makes it: the first move of a node in the whole window,
    /// every other one only if it is better than the best so far.
    #[inline(always)]
    pub fn sibling<I: Isa>(
        &mut self,
        isa: I,
        scratch: &mut [Children],
        node: Node,
        (alpha, beta): (i32, i32),
        first: bool,
    ) -> Result<i32, CancelledError> {
        if first {
            return Ok(-self.pv(isa, scratch, node, (-beta, -alpha))?);
        }
        let value = -self.null(isa, scratch, node, -alpha - 1)?;
        if value <= alpha || value >= beta {
            return Ok(value);
        }
        Ok(-self.pv(isa, scratch, node, (-beta, -value + 1))?)
    }
}
