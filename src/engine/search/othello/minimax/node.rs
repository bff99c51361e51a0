//! Below the root: negascout with a table, and the last ply several boards at a time.
//!
//! Values are for the side to move, which is the side at the root or not (`mine`); bounds are fail-soft.

use crate::eval::othello::tsukamoto::{CORNER, Count, Leaves, View};
use crate::search::budget::{Cancel, CancelledError};
use crate::search::isa::{Isa, LANES, Lanes, Task};
use crate::search::othello::boards;
use crate::search::othello::bounds::{Bounds, Table};
use crate::search::othello::children::{Board, Children, Queue};
use crate::search::othello::engine::{INFINITE, Window};
use koteki_games::othello::bits::CORNERS;

/// Positions evaluated between two looks at the cancel flag.
const POLL: i64 = 2048;

/// From this many plies on the table is asked, and questions are null windows.
const UPPER: u32 = 3;

/// From this many plies on moves are ordered by the evaluation, not by the number of replies.
const RANKED: u32 = 4;

/// A position and the squares its side to move may play.
pub type Node = (Board, u64);

/// What all nodes of one search share.
pub struct Run<'a> {
    leaves: Leaves,
    /// Whether a leaf has the value of its side to move, and not that of the side at the root.
    of_mover: bool,
    /// What no value for the side at the root exceeds.
    most: i32,
    table: &'a Table,
    cancel: &'a Cancel,
    /// Positions evaluated.
    pub nodes: u64,
    until_poll: i64,
    /// By depth left: the square, as a bit, that refuted a sibling last.
    killers: [u64; 64],
}

impl<'a> Run<'a> {
    /// A search that has done nothing yet.
    pub fn new(leaves: Leaves, table: &'a Table, cancel: &'a Cancel) -> Self {
        Self {
            leaves,
            of_mover: leaves.view() == View::Mover,
            most: leaves.most(),
            table,
            cancel,
            nodes: 0,
            until_poll: POLL,
            killers: [0; 64],
        }
    }

    #[inline(always)]
    fn count(&mut self, evaluated: usize) -> Result<(), CancelledError> {
        self.nodes += evaluated as u64;
        self.until_poll -= evaluated as i64;
        if self.until_poll < 0 {
            self.until_poll = POLL;
            self.cancel.check()?;
        }
        Ok(())
    }

    /// The value of an ended game for its side to move.
    #[inline(always)]
    fn over(&self, board: Board, mine: bool) -> i32 {
        if mine || self.of_mover {
            self.leaves.over(board.own, board.opp, mine)
        } else {
            -self.leaves.over(board.opp, board.own, true)
        }
    }

    /// The value of a position with `mine` side to move, at `depth` plies.
    #[inline(always)]
    pub fn value<I: Isa>(
        &mut self,
        isa: I,
        scratch: &mut [Children],
        (board, moves): Node,
        (depth, mine): (u32, bool),
        window: Window,
    ) -> Result<i32, CancelledError> {
        if depth == 0 {
            self.count(1)?;
            return Ok(self.leaf(isa, (board, moves), mine));
        }
        if moves != 0 {
            return self.with_moves(isa, scratch, (board, moves), (depth, mine), window);
        }
        let passed = board.passed();
        let replies = passed.moves(isa);
        if replies == 0 {
            self.count(1)?;
            return Ok(self.over(board, mine));
        }
        let window = (-window.1, -window.0);
        let value = self.with_moves(isa, scratch, (passed, replies), (depth, !mine), window)?;
        Ok(-value)
    }

    #[inline(always)]
    fn with_moves<I: Isa>(
        &mut self,
        isa: I,
        scratch: &mut [Children],
        node: Node,
        (depth, mine): (u32, bool),
        window: Window,
    ) -> Result<i32, CancelledError> {
        match scratch.split_first_mut() {
            Some((children, scratch)) if depth > 1 => isa.enter(Interior {
                run: self,
                children,
                scratch,
                node,
                depth,
                mine,
                window,
            }),
            _ => isa.enter(Last {
                run: self,
                node,
                mine,
                beta: window.1,
            }),
        }
    }

    /// The static value of a board for its side to move.
    #[inline(always)]
    fn leaf<I: Isa>(&self, isa: I, (board, moves): Node, mine: bool) -> i32 {
        if moves == 0 && board.passed().moves(isa) == 0 {
            return self.over(board, mine);
        }
        let value = |own, opp, mine| {
            let value = self.leaves.basic.value(own, opp);
            self.leaves.running(value, own, opp, mine)
        };
        if mine || self.of_mover {
            value(board.own, board.opp, mine)
        } else {
            -value(board.opp, board.own, true)
        }
    }

    /// The value of a move for the side that makes it; of one that is not the `first` only whether it is
    /// better than `alpha` has to be right.
    #[inline(always)]
    fn sibling<I: Isa>(
        &mut self,
        isa: I,
        scratch: &mut [Children],
        (node, depth, mine): (Node, u32, bool),
        (alpha, beta): Window,
        first: bool,
    ) -> Result<i32, CancelledError> {
        let null = alpha > -INFINITE && i64::from(beta) - i64::from(alpha) <= 1;
        let below = (depth, mine);
        if first || null || depth < UPPER {
            return Ok(-self.value(isa, scratch, node, below, (-beta, -alpha))?);
        }
        let value = -self.value(isa, scratch, node, below, (-alpha - 1, -alpha))?;
        if value <= alpha || value >= beta {
            return Ok(value);
        }
        Ok(-self.value(isa, scratch, node, below, (-beta, -value + 1))?)
    }
}

/// The key under which a board is kept: the boards of a position never overlap, those of a key do where the
/// side at the root is not on move.
#[inline(always)]
const fn key(board: Board, mine: bool) -> Board {
    if mine {
        board
    } else {
        Board {
            own: board.own,
            opp: board.own | board.opp,
        }
    }
}

/// A node with at least two plies below it, and a move.
struct Interior<'r, 'a> {
    run: &'r mut Run<'a>,
    children: &'r mut Children,
    /// For the nodes below.
    scratch: &'r mut [Children],
    node: Node,
    depth: u32,
    mine: bool,
    window: Window,
}

impl Task for Interior<'_, '_> {
    type Output = Result<i32, CancelledError>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Self::Output {
        let Self {
            run,
            children,
            scratch,
            node,
            depth,
            mine,
            window: (mut alpha, mut beta),
        } = self;
        // Beyond what any value can be there is nothing to find out.
        if mine {
            if alpha >= run.most {
                return Ok(run.most);
            }
            beta = beta.min(run.most);
        } else if beta <= -run.most {
            return Ok(-run.most);
        }
        let slot = depth as usize % run.killers.len();
        let upper = depth >= UPPER;
        let key = key(node.0, mine);
        let mut known = Bounds::nothing(depth, 64);
        let mut first_square = run.killers[slot];
        if upper && let Some(found) = run.table.probe(key) {
            if found.square < 64 {
                first_square = 1 << found.square;
                known.square = found.square;
            }
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
        let floor = alpha;
        children.fill(isa, node, first_square, None);
        if depth >= RANKED {
            let current = &*run;
            children.rank(|child, _| {
                let replies = child.1.count_ones().cast_signed();
                2 * current.leaf(isa, child, !mine) + replies
            });
            children.put_first(first_square);
        }
        let mut best = -INFINITE;
        let mut first = true;
        while let Some((index, child)) = children.take() {
            let value = run.sibling(
                isa,
                scratch,
                (child, depth - 1, !mine),
                (alpha, beta),
                first,
            )?;
            first = false;
            if value > best {
                best = value;
                known.square = children.placed(index).trailing_zeros() as u8;
                alpha = alpha.max(best);
                if alpha >= beta {
                    run.killers[slot] = children.placed(index);
                    break;
                }
            }
        }
        if upper {
            if best > floor {
                known.lower = known.lower.max(best);
            }
            if best < beta {
                known.upper = known.upper.min(best);
            }
            run.table.store(key, known);
        }
        Ok(best)
    }
}

/// A node one ply above the leaves, with a move.
struct Last<'r, 'a> {
    run: &'r mut Run<'a>,
    node: Node,
    mine: bool,
    beta: i32,
}

impl Task for Last<'_, '_> {
    type Output = Result<i32, CancelledError>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Self::Output {
        let Self {
            run,
            node: (board, moves),
            mine,
            beta,
        } = self;
        let leaves = run.leaves;
        let (own, opp) = (isa.splat(board.own), isa.splat(board.opp));
        let corner = isa.splat(CORNER.cast_unsigned().into());
        let (none, one) = (isa.splat(0), isa.splat(1));
        let mut best = -INFINITE;
        let mut queue = Queue::new(moves, CORNERS);
        while !queue.is_empty() {
            let (placed, count) = queue.take(isa);
            run.count(count)?;
            let flips = I::Lanes::flips(isa, placed, own, opp);
            let (moved, waiting) = (own | flips | placed, opp & !flips);
            // Whose value it is: of the side that has just moved, or of the other.
            let of_moved = mine && !run.of_mover;
            let (me, other) = if of_moved {
                (moved, waiting)
            } else {
                (waiting, moved)
            };
            let is_mine = of_moved || !mine;
            let choices = boards::moves(isa, me, other);
            let mut values = match leaves.basic.count {
                Count::Discs => me.excess(none, one),
                Count::Mobility => choices.excess(none, one),
            };
            if leaves.basic.corners {
                let corners = isa.splat(CORNERS);
                values = values.plus((me & corners).excess(other & corners, corner));
            }
            let stuck = !choices.where_zero();
            let ended = if (!stuck).all_zero() {
                [0; LANES]
            } else {
                let over = choices.where_zero() & boards::moves(isa, other, me).where_zero();
                over.store()
            };
            let (values, me, other) = (values.store(), me.store(), other.store());
            for lane in 0..I::Lanes::COUNT {
                let (me, other) = (me[lane], other[lane]);
                let value = if ended[lane] == 0 {
                    leaves.running(values[lane] as i32, me, other, is_mine)
                } else {
                    leaves.over(me, other, is_mine)
                };
                best = best.max(if of_moved { value } else { -value });
            }
            if best >= beta {
                break;
            }
        }
        Ok(best)
    }
}
