//! The tree below the root.

use std::time::Instant;

use super::table::{INFINITE, Known, Table, key};
use crate::eval::{Evaluator, decided_value};
use crate::game::blokus::{Piece, Placement, Position};
use crate::game::{Game as _, Side};
use crate::search::budget::Cancel;

/// Positions evaluated between two looks at the clock and the cancel flag.
const POLL: u64 = 256;

/// Why a search ends before it has an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It was told to.
    Cancelled,
    /// It has used up what it had.
    Budget,
}

/// A placement with what it is tried by: the greatest first.
#[derive(Clone, Copy)]
pub struct Tried {
    order: i32,
    placement: Placement,
}

/// A search under way.
pub struct Tree<'a, E> {
    /// The evaluation.
    pub evaluator: &'a E,
    /// Raised to end it.
    pub cancel: &'a Cancel,
    /// What has been found out.
    pub table: &'a mut Table,
    /// Positions evaluated.
    pub nodes: u64,
    /// Of so many at most.
    pub limit: u64,
    /// Until when at most.
    pub until: Option<Instant>,
    /// Whether a position was evaluated whose game goes on: deeper would tell more.
    pub open: bool,
    /// Lists of moves not in use.
    pub buffers: Vec<Vec<Tried>>,
    /// The placements of each side that refuted last, one ply above the leaves.
    pub killers: [[Option<Placement>; 2]; 2],
}

/// Whether neither side can place anything any more.
fn is_over(position: &Position) -> bool {
    // The monomino fits on every anchor.
    let surely_goes_on = |side: Side| {
        position.left(side).contains(Piece::MONOMINO) && !position.anchors(side).is_empty()
    };
    !Side::BOTH.into_iter().any(surely_goes_on) && position.is_over()
}

/// The value of a finished game for the side to move.
pub fn ended(position: &Position) -> i32 {
    decided_value(position.count().difference(position.side_to_move()))
}

impl<E: Evaluator<Position>> Tree<'_, E> {
    /// The value of a position `depth` plies above the leaves for the side to move, exact between
    /// `alpha` and `beta` and a bound beyond.
    pub fn value(
        &mut self,
        position: &Position,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stop> {
        match depth {
            0 => self.leaf(position),
            1 => self.above_leaves(position, alpha, beta),
            _ => self.inner(position, depth, alpha, beta),
        }
    }

    fn leaf(&mut self, position: &Position) -> Result<i32, Stop> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL) || self.nodes >= self.limit {
            if self.cancel.is_cancelled() {
                return Err(Stop::Cancelled);
            }
            let late = |until: Instant| Instant::now() >= until;
            if self.nodes >= self.limit || self.until.is_some_and(late) {
                return Err(Stop::Budget);
            }
        }
        if is_over(position) {
            return Ok(ended(position));
        }
        self.open = true;
        Ok(self.evaluator.evaluate(position, position.side_to_move()))
    }

    /// Without placements the side passes, which costs no depth, or the game is over.
    fn without_moves(
        &mut self,
        position: &Position,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stop> {
        if !position.can_place(position.side_to_move().other()) {
            self.nodes += 1;
            return Ok(ended(position));
        }
        let mut passed = *position;
        passed.pass();
        Ok(-self.value(&passed, depth, -beta, -alpha)?)
    }

    fn above_leaves(
        &mut self,
        position: &Position,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, Stop> {
        let side = position.side_to_move().index();
        let mut best = -INFINITE;
        let killers = self.killers[side];
        for placement in killers.into_iter().flatten() {
            if position.may_place(placement) {
                best = best.max(-self.leaf(&after(position, placement))?);
                if best >= beta {
                    return Ok(best);
                }
                alpha = alpha.max(best);
            }
        }
        let mut moves = self.buffers.pop().unwrap_or_default();
        moves.clear();
        list(position, |placement| {
            moves.push(Tried {
                order: 0,
                placement,
            });
        });
        if moves.is_empty() {
            self.buffers.push(moves);
            return self.without_moves(position, 1, alpha, beta);
        }
        // Later numbers have larger pieces.
        moves.sort_unstable_by_key(|tried| std::cmp::Reverse(tried.placement));
        for tried in &moves {
            if killers.contains(&Some(tried.placement)) {
                continue;
            }
            best = best.max(-self.leaf(&after(position, tried.placement))?);
            if best >= beta {
                if self.killers[side][0] != Some(tried.placement) {
                    self.killers[side][1] = self.killers[side][0];
                    self.killers[side][0] = Some(tried.placement);
                }
                break;
            }
            alpha = alpha.max(best);
        }
        self.buffers.push(moves);
        Ok(best)
    }

    fn inner(
        &mut self,
        position: &Position,
        depth: u32,
        mut alpha: i32,
        mut beta: i32,
    ) -> Result<i32, Stop> {
        let key = key(position);
        let found = self.table.probe(key);
        let known = found.filter(|known| u32::from(known.depth) == depth);
        if let Some(known) = known {
            if known.lower >= beta || known.lower == known.upper {
                return Ok(known.lower);
            }
            if known.upper <= alpha {
                return Ok(known.upper);
            }
            alpha = alpha.max(known.lower);
            beta = beta.min(known.upper);
        }
        let first = found.and_then(|known| known.best);
        let mut moves = self.buffers.pop().unwrap_or_default();
        moves.clear();
        list(position, |placement| {
            moves.push(Tried {
                order: 0,
                placement,
            });
        });
        if moves.is_empty() {
            self.buffers.push(moves);
            return self.without_moves(position, depth, alpha, beta);
        }
        let open = self.open;
        for tried in &mut moves {
            tried.order = if Some(tried.placement) == first {
                INFINITE
            } else {
                -self.leaf(&after(position, tried.placement))?
            };
        }
        self.open = open;
        // The placement decides between equals, so that the order is one.
        moves.sort_unstable_by_key(|tried| std::cmp::Reverse((tried.order, tried.placement)));
        let (mut best, mut best_placement) = (-INFINITE, None);
        let lowest = alpha;
        for (index, tried) in moves.iter().enumerate() {
            let child = after(position, tried.placement);
            let mut value = -INFINITE;
            if index > 0 {
                value = -self.value(&child, depth - 1, -alpha - 1, -alpha)?;
            }
            if index == 0 || alpha < value && value < beta {
                value = -self.value(&child, depth - 1, -beta, -alpha)?;
            }
            if value > best {
                (best, best_placement) = (value, Some(tried.placement));
                alpha = alpha.max(value);
                if alpha >= beta {
                    break;
                }
            }
        }
        self.buffers.push(moves);
        let mut now = Known {
            lower: if best > lowest { best } else { -INFINITE },
            upper: if best < beta { best } else { INFINITE },
            #[allow(clippy::cast_possible_truncation)] // No game has so many plies.
            depth: depth.min(255) as u8,
            best: best_placement,
        };
        if let Some(known) = known {
            now.lower = now.lower.max(known.lower);
            now.upper = now.upper.min(known.upper);
        }
        self.table.store(key, now);
        Ok(best)
    }
}

fn list(position: &Position, mut visit: impl FnMut(Placement)) {
    position.ways(position.side_to_move(), |square, ways| {
        ways.for_each(square, &mut visit);
        true
    });
}

fn after(position: &Position, placement: Placement) -> Position {
    let mut child = *position;
    child.place(placement);
    child
}
