//! Alpha-beta below the root, written once for all levels.
//!
//! Three kinds of node: interior ones, which order their moves; those one ply above the leaves, which
//! evaluate their children some at a time; and the last plies of a search to the end of the game,
//! which evaluate nothing.
//!
//! Values are for the side to move (negamax; the evaluation is antisymmetric), bounds are fail-soft.

use super::boards::{self, Terms, final_value};
use super::children::{Board, Children, Queue};
use crate::search::budget::{Cancel, CancelledError};
use crate::search::isa::{Isa, Lanes, Task};
use koteki_games::othello::bits::{self, CORNERS};

/// Beyond every value, and safe to negate.
pub const INFINITE: i32 = i32::MAX;

/// Positions evaluated between two looks at the cancel flag: well under a millisecond.
const POLL: i64 = 2048;

/// With this many empty squares or fewer a search to the end does not order moves any more.
const LAST: u32 = 4;

/// What all nodes of one search share.
pub struct Run<'a> {
    /// The evaluation.
    pub terms: Terms,
    /// Stops it.
    pub cancel: &'a Cancel,
    /// Positions evaluated.
    pub nodes: u64,
    until_poll: i64,
    /// Whether the leaves are ends of games: the depth left is the number of empty squares everywhere.
    to_the_end: bool,
    /// By depth left: the square, as a bit, that refuted a sibling last.
    killers: [u64; 64],
}

/// Lower and upper bound: what the side to move has already, and what its opponent will not exceed.
pub type Window = (i32, i32);

impl<'a> Run<'a> {
    /// A search that has done nothing yet; `to_the_end` when its leaves are ends of games.
    pub const fn new(terms: Terms, cancel: &'a Cancel, to_the_end: bool) -> Self {
        Self {
            terms,
            cancel,
            nodes: 0,
            until_poll: POLL,
            to_the_end,
            killers: [0; 64],
        }
    }

    /// Says whether the leaves are ends of games from now on.
    pub const fn ends_games(&mut self, to_the_end: bool) {
        self.to_the_end = to_the_end;
    }

    /// Counts positions evaluated, and looks at the cancel flag from time to time.
    #[inline(always)]
    pub fn count(&mut self, evaluated: usize) -> Result<(), CancelledError> {
        self.nodes += evaluated as u64;
        self.until_poll -= evaluated as i64;
        if self.until_poll < 0 {
            self.until_poll = POLL;
            self.cancel.check()?;
        }
        Ok(())
    }

    /// What to order the moves of a node by that is `depth` plies above the leaves: the evaluation
    /// pays where much lies below, but says little about an end of the game.
    #[inline(always)]
    pub fn ordering(&self, depth: u32) -> Option<&Terms> {
        (depth >= 3 && !self.to_the_end).then_some(&self.terms)
    }

    /// The value of `board`, whose moves are `moves`, `depth` ≥ 1 plies above the leaves.
    #[inline(always)]
    pub fn value<I: Isa>(
        &mut self,
        isa: I,
        scratch: &mut [Children],
        (board, moves): (Board, u64),
        depth: u32,
        window: Window,
    ) -> Result<i32, CancelledError> {
        if moves != 0 {
            return self.with_moves(isa, scratch, (board, moves), depth, window);
        }
        let passed = board.passed();
        let replies = passed.moves(isa);
        if replies == 0 {
            self.count(1)?;
            return Ok(final_value(board.own, board.opp));
        }
        let window = (-window.1, -window.0);
        let value = self.with_moves(isa, scratch, (passed, replies), depth, window)?;
        Ok(-value)
    }

    /// The same when there are moves.
    #[inline(always)]
    pub fn with_moves<I: Isa>(
        &mut self,
        isa: I,
        scratch: &mut [Children],
        position: (Board, u64),
        depth: u32,
        window: Window,
    ) -> Result<i32, CancelledError> {
        if self.to_the_end && depth <= LAST {
            return isa.enter(Ending {
                run: self,
                board: position.0,
                window,
                passed: false,
            });
        }
        match scratch.split_first_mut() {
            Some((children, scratch)) if depth > 1 => isa.enter(Interior {
                run: self,
                children,
                scratch,
                position,
                depth,
                window,
            }),
            _ => isa.enter(Leaves {
                run: self,
                position,
                beta: window.1,
            }),
        }
    }
}

/// A node one ply above the leaves, with a move.
struct Leaves<'r, 'a> {
    run: &'r mut Run<'a>,
    position: (Board, u64),
    beta: i32,
}

impl Task for Leaves<'_, '_> {
    type Output = Result<i32, CancelledError>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Result<i32, CancelledError> {
        let Self {
            run,
            position: (board, moves),
            beta,
        } = self;
        let (own, opp) = (isa.splat(board.own), isa.splat(board.opp));
        let mut best = -INFINITE;
        // Corners first: they are the likeliest to refute.
        let mut queue = Queue::new(moves, CORNERS);
        while !queue.is_empty() {
            let (placed, count) = queue.take(isa);
            run.count(count)?;
            let flips = I::Lanes::flips(isa, placed, own, opp);
            let values = boards::values(isa, &run.terms, own | flips | placed, opp & !flips);
            best = best.max(values.greatest());
            if best >= beta {
                break;
            }
        }
        Ok(best)
    }
}

/// A node near the end of the game in a search that goes to the end.
struct Ending<'r, 'a> {
    run: &'r mut Run<'a>,
    board: Board,
    window: Window,
    /// Whether the opponent has just passed.
    passed: bool,
}

impl Task for Ending<'_, '_> {
    type Output = Result<i32, CancelledError>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Result<i32, CancelledError> {
        let Self {
            run,
            board: Board { own, opp },
            window: (mut alpha, beta),
            passed,
        } = self;
        let empties = !(own | opp);
        let mut best = -INFINITE;
        let mut rest = empties;
        while rest != 0 {
            let placed = rest & rest.wrapping_neg();
            rest ^= placed;
            let flips = bits::flips(placed, own, opp);
            if flips == 0 {
                continue;
            }
            let board = Board {
                own: opp & !flips,
                opp: own | flips | placed,
            };
            let value = if empties == placed {
                run.count(1)?;
                final_value(board.opp, board.own)
            } else {
                -isa.enter(Ending {
                    run,
                    board,
                    window: (-beta, -alpha),
                    passed: false,
                })?
            };
            best = best.max(value);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        if best > -INFINITE {
            return Ok(best);
        }
        if passed {
            run.count(1)?;
            return Ok(final_value(own, opp));
        }
        let value = isa.enter(Ending {
            run,
            board: Board { own: opp, opp: own },
            window: (-beta, -alpha),
            passed: true,
        })?;
        Ok(-value)
    }
}

/// A node that has at least two plies below it, and a move.
struct Interior<'r, 'a> {
    run: &'r mut Run<'a>,
    children: &'r mut Children,
    /// For the nodes below.
    scratch: &'r mut [Children],
    position: (Board, u64),
    depth: u32,
    window: Window,
}

impl Task for Interior<'_, '_> {
    type Output = Result<i32, CancelledError>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Result<i32, CancelledError> {
        let Self {
            run,
            children,
            scratch,
            position,
            depth,
            window: (mut alpha, beta),
        } = self;
        let slot = depth as usize % run.killers.len();
        children.fill(isa, position, run.killers[slot], run.ordering(depth));
        let mut best = -INFINITE;
        while let Some((index, child)) = children.take() {
            let value = -run.value(isa, scratch, child, depth - 1, (-beta, -alpha))?;
            best = best.max(value);
            alpha = alpha.max(best);
            if alpha >= beta {
                run.killers[slot] = children.placed(index);
                break;
            }
        }
        Ok(best)
    }
}
