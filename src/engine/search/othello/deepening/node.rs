//! The tree above the last plies: negascout with a table.
//!
//! Values are for the side to move, bounds are fail-soft.

use std::time::Instant;

use super::bottom::{Bottom, Node};
use super::selection::{self, Guess};
use crate::search::budget::{Cancel, CancelledError, StopError};
use crate::search::isa::{Isa, Task};
use crate::search::othello::boards::final_value;
use crate::search::othello::bounds::{Bounds, Table};
use crate::search::othello::children::Children;
use crate::search::othello::engine::{INFINITE, Window};

/// What may still be spent.
pub struct Meter<'a> {
    /// Stops the search.
    pub cancel: &'a Cancel,
    /// Positions that may be evaluated.
    pub nodes: u64,
    /// When to stop.
    pub until: Option<Instant>,
    /// When half of the time is over.
    pub half: Option<Instant>,
}

impl Meter<'_> {
    /// Whether the search may go on after so many positions.
    #[inline(always)]
    pub fn check(&self, nodes: u64) -> Result<(), StopError> {
        self.cancel.check()?;
        let late = || self.until.is_some_and(|until| Instant::now() >= until);
        if nodes >= self.nodes || late() {
            return Err(StopError::Budget);
        }
        Ok(())
    }

    /// Whether a further iteration is worth beginning: each takes at least as long as all before it, so
    /// with more than half spent it would not come to an end.
    pub fn allows_another(&self, nodes: u64) -> bool {
        nodes <= self.nodes / 2 && self.half.is_none_or(|half| Instant::now() <= half)
    }
}

/// What all nodes of one search share.
pub struct Tree<'a, B> {
    /// What has been found out.
    pub table: &'a Table,
    /// The last plies.
    pub bottom: B,
    /// How many plies are left to it.
    pub below: u32,
    /// Whether what is known well enough from fewer plies is cut off.
    pub selective: bool,
    /// What may still be spent.
    pub meter: Meter<'a>,
}

impl<B: Bottom> Tree<'_, B> {
    /// The value of a position at `depth` ≥ 1 plies. Entered, not inlined: `sibling` asks for it three times.
    #[inline(always)]
    pub fn value<I: Isa>(
        &mut self,
        isa: I,
        scratch: &mut [Children],
        node: Node,
        depth: u32,
        window: Window,
    ) -> Result<i32, StopError> {
        isa.enter(Value {
            tree: self,
            scratch,
            node,
            depth,
            window,
        })
    }

    /// The value of a position at `depth` plies, left to the bottom.
    #[inline(always)]
    pub fn bottom_value<I: Isa>(
        &mut self,
        isa: I,
        scratch: &mut [Children],
        node: Node,
        depth: u32,
        window: Window,
    ) -> Result<i32, StopError> {
        Ok(isa.enter(Below {
            bottom: &mut self.bottom,
            scratch,
            node,
            depth,
            window,
        })?)
    }

    #[inline(always)]
    fn with_moves<I: Isa>(
        &mut self,
        isa: I,
        scratch: &mut [Children],
        node: Node,
        depth: u32,
        window: Window,
    ) -> Result<i32, StopError> {
        match scratch.split_first_mut() {
            Some((children, scratch)) => isa.enter(Interior {
                tree: self,
                children,
                scratch,
                node,
                depth,
                window,
            }),
            // There is one for every ply.
            None => self.bottom_value(isa, scratch, node, 1, window),
        }
    }

    /// The value of a move for the side that makes it: the `first` move of a node in the whole window,
    /// every other one only if it is better than `alpha`. `depth` is that of the position after it.
    #[inline(always)]
    pub fn sibling<I: Isa>(
        &mut self,
        isa: I,
        scratch: &mut [Children],
        (node, depth): (Node, u32),
        (alpha, beta): Window,
        first: bool,
    ) -> Result<i32, StopError> {
        let null = alpha > -INFINITE && i64::from(beta) - i64::from(alpha) <= 1;
        if first || null || depth < self.below {
            return Ok(-self.value(isa, scratch, node, depth, (-beta, -alpha))?);
        }
        let value = -self.value(isa, scratch, node, depth, (-alpha - 1, -alpha))?;
        if value <= alpha || value >= beta {
            return Ok(value);
        }
        Ok(-self.value(isa, scratch, node, depth, (-beta, -value + 1))?)
    }
}

/// The square as a bit; none for 64.
#[inline(always)]
pub const fn bit(square: u8) -> u64 {
    if square < 64 { 1 << square } else { 0 }
}

/// The number of the one square set; 64 for none.
#[inline(always)]
pub const fn square(bit: u64) -> u8 {
    bit.trailing_zeros() as u8
}

/// A question for the value of a position.
struct Value<'r, 'a, B> {
    tree: &'r mut Tree<'a, B>,
    scratch: &'r mut [Children],
    node: Node,
    depth: u32,
    window: Window,
}

impl<B: Bottom> Task for Value<'_, '_, B> {
    type Output = Result<i32, StopError>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Self::Output {
        let Self {
            tree,
            scratch,
            node: (board, moves),
            depth,
            window,
        } = self;
        if depth <= tree.below {
            return tree.bottom_value(isa, scratch, (board, moves), depth, window);
        }
        if moves != 0 {
            return tree.with_moves(isa, scratch, (board, moves), depth, window);
        }
        let passed = board.passed();
        let replies = passed.moves(isa);
        if replies == 0 {
            return Ok(final_value(board.own, board.opp));
        }
        let window = (-window.1, -window.0);
        Ok(-tree.with_moves(isa, scratch, (passed, replies), depth, window)?)
    }
}

/// A question that the bottom answers.
struct Below<'r, B> {
    bottom: &'r mut B,
    scratch: &'r mut [Children],
    node: Node,
    depth: u32,
    window: Window,
}

impl<B: Bottom> Task for Below<'_, B> {
    type Output = Result<i32, CancelledError>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Self::Output {
        let Self {
            bottom,
            scratch,
            node,
            depth,
            window,
        } = self;
        bottom.value(isa, scratch, node, depth, window)
    }
}

/// A node with a move, more than a few plies above the leaves.
struct Interior<'r, 'a, B> {
    tree: &'r mut Tree<'a, B>,
    children: &'r mut Children,
    /// For the nodes below.
    scratch: &'r mut [Children],
    node: Node,
    depth: u32,
    window: Window,
}

impl<B: Bottom> Task for Interior<'_, '_, B> {
    type Output = Result<i32, StopError>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Self::Output {
        let Self {
            tree,
            children,
            scratch,
            node,
            depth,
            window: (mut alpha, beta),
        } = self;
        tree.meter.check(tree.bottom.nodes())?;
        let mut known = Bounds::nothing(depth, 64);
        if let Some(found) = tree.table.probe(node.0) {
            known.square = found.square;
            if found.depth == known.depth {
                if found.lower >= beta || found.lower == found.upper {
                    return Ok(found.lower);
                }
                if found.upper <= alpha {
                    return Ok(found.upper);
                }
                known = found;
            }
        }
        let is_null = i64::from(beta) - i64::from(alpha) <= 1;
        if tree.selective && is_null {
            let empties = (!(node.0.own | node.0.opp)).count_ones();
            if let Some(Guess { plies, margin }) = selection::guess(depth, empties) {
                // Only on the side where it seems to lie.
                let seen = tree.bottom_value(isa, scratch, node, 0, (alpha, beta))?;
                if seen >= beta {
                    let high = beta.saturating_add(margin);
                    if tree.value(isa, scratch, node, plies, (high - 1, high))? >= high {
                        return Ok(beta);
                    }
                } else {
                    let low = alpha.saturating_sub(margin);
                    if tree.value(isa, scratch, node, plies, (low, low + 1))? <= low {
                        return Ok(alpha);
                    }
                }
            }
        }
        let floor = alpha;
        tree.bottom
            .fill(isa, children, node, depth, bit(known.square));
        let mut best = -INFINITE;
        let mut first = true;
        while let Some((index, child)) = children.take() {
            let window = (alpha, beta);
            let value = tree.sibling(isa, scratch, (child, depth - 1), window, first)?;
            first = false;
            if value > best {
                best = value;
                known.square = square(children.placed(index));
                alpha = alpha.max(best);
                if alpha >= beta {
                    break;
                }
            }
        }
        if best > floor {
            known.lower = known.lower.max(best);
        }
        if best < beta {
            known.upper = known.upper.min(best);
        }
        tree.table.store(node.0, known);
        Ok(best)
    }
}
