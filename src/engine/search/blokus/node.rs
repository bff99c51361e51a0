//! The tree below the root.

use std::time::Instant;

use super::table::{Bounds, INFINITE, Table, key};
use crate::eval::{Evaluator, decided_value};
use crate::search::budget::{Cancel, StopError};
use koteki_games::blokus::{Piece, Placement, Position};
use koteki_games::{Game as _, Side};

/// Positions evaluated between two looks at the clock and the cancel flag.
const POLL: u64 = 256;

/// A placement with what it is tried by: the greatest first.
#[derive(Clone, Copy)]
pub struct OrderedPlacement {
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
    /// Whether a position was evaluated whose game goes on: deeper would find more.
    pub open: bool,
    /// Lists of moves not in use.
    pub buffers: Vec<Vec<OrderedPlacement>>,
    /// The placements of each side that refuted last, by plies above the leaves.
    pub killers: Vec<[Refuters; 2]>,
}

/// The last two placements that refuted, the last one first.
pub type Refuters = [Option<Placement>; 2];

/// The search of one position under way.
struct Search {
    /// Plies above the leaves.
    depth: u32,
    alpha: i32,
    beta: i32,
    best: i32,
    placement: Option<Placement>,
}

impl Search {
    /// Whether the question is answered.
    const fn is_refuted(&self) -> bool {
        self.best >= self.beta
    }
}

/// Whether neither side can place anything any more.
pub fn is_over(position: &Position) -> bool {
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
    ) -> Result<i32, StopError> {
        if depth == 0 {
            self.leaf(position)
        } else {
            self.inner(position, depth, alpha, beta)
        }
    }

    fn leaf(&mut self, position: &Position) -> Result<i32, StopError> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL) || self.nodes >= self.limit {
            self.cancel.check()?;
            let late = |until: Instant| Instant::now() >= until;
            if self.nodes >= self.limit || self.until.is_some_and(late) {
                return Err(StopError::Budget);
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
    ) -> Result<i32, StopError> {
        if !position.can_place(position.side_to_move().other()) {
            self.nodes += 1;
            return Ok(ended(position));
        }
        let mut passed = *position;
        passed.pass();
        Ok(-self.value(&passed, depth, -beta, -alpha)?)
    }

    fn inner(
        &mut self,
        position: &Position,
        depth: u32,
        mut alpha: i32,
        mut beta: i32,
    ) -> Result<i32, StopError> {
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
        let mut search = Search {
            depth,
            alpha,
            beta,
            best: -INFINITE,
            placement: None,
        };
        let hopeful = self.hopeful(position, &search, found.and_then(|known| known.best));
        for placement in hopeful.into_iter().flatten() {
            self.look(position, placement, &mut search)?;
            if search.is_refuted() {
                break;
            }
        }
        if !search.is_refuted() && !self.look_at_others(position, &hopeful, &mut search)? {
            return self.without_moves(position, depth, alpha, beta);
        }
        let Search {
            best, placement, ..
        } = search;
        if best >= beta {
            let [last, before] = self.killers_of(position, depth);
            if *last != placement {
                *before = *last;
                *last = placement;
            }
        }
        let mut now = Bounds {
            lower: if best > alpha { best } else { -INFINITE },
            upper: if best < beta { best } else { INFINITE },
            // No game has so many plies.
            depth: depth.min(255) as u8,
            best: placement,
        };
        if let Some(known) = known {
            now.lower = now.lower.max(known.lower);
            now.upper = now.upper.min(known.upper);
        }
        self.table.store(key, now);
        Ok(best)
    }

    fn killers_of(&mut self, position: &Position, depth: u32) -> &mut Refuters {
        let depth = depth as usize;
        if self.killers.len() <= depth {
            self.killers.resize(depth + 1, [[None; 2]; 2]);
        }
        &mut self.killers[depth][position.side_to_move().index()]
    }

    /// What is looked at before anything is listed, for one refutation is enough: the placement that was best
    /// a ply less deep, and, where there is one thing to refute, those that refuted sisters.
    fn hopeful(
        &mut self,
        position: &Position,
        search: &Search,
        first: Option<Placement>,
    ) -> [Option<Placement>; 3] {
        let [last, before] = *self.killers_of(position, search.depth);
        let alone = search.depth == 1 || search.beta - search.alpha <= 1;
        let mut hopeful = [first, last.filter(|_| alone), before.filter(|_| alone)];
        for index in 0..hopeful.len() {
            let (earlier, now) = hopeful.split_at_mut(index);
            now[0] = now[0].filter(|&placement| {
                !earlier.contains(&Some(placement)) && position.may_place(placement)
            });
        }
        hopeful
    }

    /// Looks at a placement as far as the window asks.
    fn look(
        &mut self,
        position: &Position,
        placement: Placement,
        search: &mut Search,
    ) -> Result<(), StopError> {
        let child = after(position, placement);
        let depth = search.depth - 1;
        let first = search.placement.is_none();
        let mut value = -INFINITE;
        // A leaf has one value in any window.
        if !first && depth > 0 {
            value = -self.value(&child, depth, -search.alpha - 1, -search.alpha)?;
        }
        if first || depth == 0 || search.alpha < value && value < search.beta {
            value = -self.value(&child, depth, -search.beta, -search.alpha)?;
        }
        if value > search.best {
            search.best = value;
            search.placement = Some(placement);
            search.alpha = search.alpha.max(value);
        }
        Ok(())
    }

    /// Looks at all placements but those looked at already, the most promising first; `false` when there
    /// are none at all.
    fn look_at_others(
        &mut self,
        position: &Position,
        done: &[Option<Placement>; 3],
        search: &mut Search,
    ) -> Result<bool, StopError> {
        let mut moves = self.buffers.pop().unwrap_or_default();
        moves.clear();
        list(position, |placement| {
            moves.push(OrderedPlacement {
                order: 0,
                placement,
            });
        });
        let any = !moves.is_empty();
        moves.retain(|tried| !done.contains(&Some(tried.placement)));
        if search.depth > 1 {
            let open = self.open;
            for tried in &mut moves {
                tried.order = -self.leaf(&after(position, tried.placement))?;
            }
            self.open = open;
        }
        // The placement decides between equals, so that the order is one; later numbers have larger pieces.
        moves.sort_unstable_by_key(|tried| std::cmp::Reverse((tried.order, tried.placement)));
        for tried in &moves {
            self.look(position, tried.placement, search)?;
            if search.is_refuted() {
                break;
            }
        }
        self.buffers.push(moves);
        Ok(any)
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
