//! Alpha-beta, written once for all levels.
//!
//! Four kinds of node: the root; interior nodes, which order their moves; nodes one ply above the
//! leaves, which evaluate their children some at a time; and the root of a two-ply search of all
//! moves, which has no bounds to cut with and so fills whole batches with its grandchildren.
//!
//! Values are for the side to move (negamax; the evaluation is antisymmetric), bounds are fail-soft.

use super::level::{BATCH, Batch, Level, Task, Terms, final_value};
use crate::eval::othello::Weights;
use crate::game::othello::bits::CORNERS;
use crate::game::othello::{Move, Position, Square, stable_discs};
use crate::search::budget::{Cancel, Cancelled};
use crate::search::root::{RootMove, RootValues};

/// More moves than any position has (the most known to be reachable is 33).
const MOVES: usize = 64;

/// Beyond every value, and safe to negate.
const INFINITE: i32 = i32::MAX;

/// Positions evaluated between two looks at the cancel flag: well under a millisecond.
const POLL: i64 = 2048;

/// Two boards, from the side to move.
#[derive(Clone, Copy, Default)]
struct Board {
    own: u64,
    opp: u64,
}

impl Board {
    /// After the side to move plays `square`; seen by its opponent, whose turn it is.
    #[inline(always)]
    fn after<L: Level>(self, level: L, square: u32) -> Self {
        let flips = level.flips(square, self.own, self.opp);
        Self {
            own: self.opp & !flips,
            opp: self.own | flips | 1 << square,
        }
    }

    /// The same discs seen by the other side.
    #[inline(always)]
    const fn passed(self) -> Self {
        Self {
            own: self.opp,
            opp: self.own,
        }
    }

    #[inline(always)]
    fn moves<L: Level>(self, level: L) -> u64 {
        level.moves(self.own, self.opp)
    }
}

/// The squares of a set, lowest first.
struct Squares(u64);

impl Iterator for Squares {
    type Item = u32;

    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        if self.0 == 0 {
            return None;
        }
        let square = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(square)
    }
}

/// A position after a move, with what was found out to put the moves in order.
#[derive(Clone, Copy, Default)]
struct Child {
    board: Board,
    moves: u64,
    square: u32,
    /// Lower is tried earlier.
    rank: i32,
}

/// What all nodes of one search share.
struct Run<'a> {
    terms: Terms,
    cancel: &'a Cancel,
    /// Positions evaluated.
    nodes: u64,
    until_poll: i64,
    /// By depth left: the square that refuted a sibling last (64 for none).
    killers: [u8; 64],
}

impl Run<'_> {
    #[inline(always)]
    fn count(&mut self, evaluated: usize) -> Result<(), Cancelled> {
        self.nodes += evaluated as u64;
        self.until_poll -= evaluated as i64;
        if self.until_poll < 0 {
            self.until_poll = POLL;
            self.cancel.check()?;
        }
        Ok(())
    }

    /// The value of `board`, whose moves are `moves`, `depth` ≥ 1 plies above the leaves.
    #[inline(always)]
    fn value<L: Level>(
        &mut self,
        level: L,
        board: Board,
        moves: u64,
        depth: u32,
        (alpha, beta): (i32, i32),
    ) -> Result<i32, Cancelled> {
        if moves != 0 {
            if depth == 1 {
                return self.leaves(level, board, moves, (alpha, beta));
            }
            let node = Interior {
                run: self,
                board,
                moves,
                depth,
                window: (alpha, beta),
            };
            return level.enter(node);
        }
        let passed = board.passed();
        let replies = passed.moves(level);
        if replies == 0 {
            self.count(1)?;
            return Ok(final_value(board.own, board.opp));
        }
        let value = if depth == 1 {
            self.leaves(level, passed, replies, (-beta, -alpha))
        } else {
            level.enter(Interior {
                run: self,
                board: passed,
                moves: replies,
                depth,
                window: (-beta, -alpha),
            })
        };
        value.map(|value| -value)
    }

    /// The value of a position one ply above the leaves.
    #[inline(always)]
    fn leaves<L: Level>(
        &mut self,
        level: L,
        board: Board,
        moves: u64,
        (_, beta): (i32, i32),
    ) -> Result<i32, Cancelled> {
        let mut best = -INFINITE;
        // Corners first: they are the likeliest to refute.
        for mut rest in [moves & CORNERS, moves & !CORNERS] {
            while rest != 0 {
                let mut batch = Batch::default();
                let mut filled = 0;
                while filled < L::LANES && rest != 0 {
                    let after = board.after(level, rest.trailing_zeros());
                    rest &= rest - 1;
                    batch.set(filled, after.opp, after.own);
                    filled += 1;
                }
                self.count(filled)?;
                let values = level.values(&self.terms, &batch);
                for value in values.into_iter().take(filled) {
                    best = best.max(value);
                }
                if best >= beta {
                    return Ok(best);
                }
            }
        }
        Ok(best)
    }
}

/// A node that has at least two plies below it, and a move.
struct Interior<'r, 'a> {
    run: &'r mut Run<'a>,
    board: Board,
    moves: u64,
    depth: u32,
    window: (i32, i32),
}

impl Task for Interior<'_, '_> {
    type Output = Result<i32, Cancelled>;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Result<i32, Cancelled> {
        let Self {
            run,
            board,
            moves,
            depth,
            window: (mut alpha, beta),
        } = self;
        let slot = depth as usize % 64;
        let mut children = [Child::default(); MOVES];
        let killer = u32::from(run.killers[slot]);
        let children = order(level, board, moves, killer, &mut children);
        let mut best = -INFINITE;
        for next in 0..children.len() {
            let child = take_best(children, next);
            let value = -run.value(level, child.board, child.moves, depth - 1, (-beta, -alpha))?;
            best = best.max(value);
            alpha = alpha.max(best);
            if alpha >= beta {
                run.killers[slot] = child.square as u8;
                break;
            }
        }
        Ok(best)
    }
}

/// Plays all `moves` and ranks them: the killer, then the fewer replies the earlier.
#[inline(always)]
#[allow(clippy::cast_possible_wrap)]
fn order<L: Level>(
    level: L,
    board: Board,
    moves: u64,
    killer: u32,
    children: &mut [Child; MOVES],
) -> &mut [Child] {
    let mut count = 0;
    for square in Squares(moves) {
        let after = board.after(level, square);
        let replies = after.moves(level);
        let rank = replies.count_ones() as i32 - 64 * i32::from(square == killer);
        children[count % MOVES] = Child {
            board: after,
            moves: replies,
            square,
            rank,
        };
        count += 1;
    }
    &mut children[..count]
}

/// Brings the child of lowest rank among those from `next` on to `next`.
#[inline(always)]
fn take_best(children: &mut [Child], next: usize) -> Child {
    let mut best = next;
    for other in next + 1..children.len() {
        if children[other].rank < children[best].rank {
            best = other;
        }
    }
    children.swap(next, best);
    children[next]
}

/// A whole search.
pub struct Question<'a> {
    /// The evaluation.
    pub weights: &'a Weights,
    /// The root.
    pub position: &'a Position,
    /// In plies; 0 is taken as 1.
    pub depth: u32,
    /// Whether every move is wanted exact, or the best ones only.
    pub all: bool,
    /// Stops it.
    pub cancel: &'a Cancel,
}

impl Task for Question<'_> {
    type Output = Result<RootValues<Position>, Cancelled>;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Self::Output {
        self.cancel.check()?;
        let board = Board {
            own: self.position.own(),
            opp: self.position.opp(),
        };
        let mut run = Run {
            terms: Terms::new(self.weights, stable_discs(board.own, board.opp)),
            cancel: self.cancel,
            nodes: 0,
            until_poll: POLL,
            killers: [64; 64],
        };
        // No line is longer than the squares left, so a greater depth changes nothing.
        let empties = self.position.empties().count_ones();
        let depth = self.depth.min(empties).max(1);
        let moves = board.moves(level);
        let moves = if moves == 0 {
            pass(level, &mut run, board, depth)?
        } else if depth == 1 {
            one_ply(level, &mut run, board, moves)?
        } else if depth == 2 && self.all {
            two_plies(level, &mut run, board, moves)?
        } else {
            deeper(level, &mut run, board, moves, depth, self.all)?
        };
        Ok(RootValues {
            moves,
            depth: self.depth,
            nodes: run.nodes,
        })
    }
}

/// The answer when the root has no placement: a pass, or nothing when the game is over.
#[inline(always)]
fn pass<L: Level>(
    level: L,
    run: &mut Run<'_>,
    board: Board,
    depth: u32,
) -> Result<Vec<RootMove<Position>>, Cancelled> {
    let passed = board.passed();
    let replies = passed.moves(level);
    if replies == 0 {
        return Ok(Vec::new());
    }
    let value = -run.value(level, passed, replies, depth, (-INFINITE, INFINITE))?;
    Ok(vec![RootMove {
        mv: Move::Pass,
        value,
    }])
}

/// The root's placements in canonical order, values to be filled in.
fn placements(moves: u64) -> Vec<RootMove<Position>> {
    let mut root = Vec::with_capacity(moves.count_ones() as usize);
    root.extend(Squares(moves).filter_map(|square| {
        Some(RootMove {
            mv: Move::Place(Square::from_index(square as u8)?),
            value: -INFINITE,
        })
    }));
    root
}

#[inline(always)]
fn one_ply<L: Level>(
    level: L,
    run: &mut Run<'_>,
    board: Board,
    moves: u64,
) -> Result<Vec<RootMove<Position>>, Cancelled> {
    let mut root = placements(moves);
    let mut squares = Squares(moves);
    for chunk in root.chunks_mut(L::LANES) {
        let mut batch = Batch::default();
        for (lane, square) in squares.by_ref().take(chunk.len()).enumerate() {
            let after = board.after(level, square);
            batch.set(lane, after.opp, after.own);
        }
        run.count(chunk.len())?;
        let values = level.values(&run.terms, &batch);
        for (entry, value) in chunk.iter_mut().zip(values) {
            entry.value = value;
        }
    }
    Ok(root)
}

/// All moves exact at two plies: nothing can be cut, so all grandchildren go through full batches.
#[inline(always)]
fn two_plies<L: Level>(
    level: L,
    run: &mut Run<'_>,
    board: Board,
    moves: u64,
) -> Result<Vec<RootMove<Position>>, Cancelled> {
    let mut root = placements(moves);
    let mut batch = Batch::default();
    // The root move each lane belongs to.
    let mut owners = [0; BATCH];
    let mut filled = 0;
    for entry in &mut root {
        entry.value = INFINITE;
    }
    for (index, square) in Squares(moves).enumerate() {
        let child = board.after(level, square);
        let replies = child.moves(level);
        if replies == 0 {
            root[index].value = -run.value(level, child, 0, 1, (-INFINITE, INFINITE))?;
            continue;
        }
        for reply in Squares(replies) {
            let after = child.after(level, reply);
            batch.set(filled, after.own, after.opp);
            owners[filled % BATCH] = index;
            filled += 1;
            if filled == L::LANES {
                settle(level, run, &batch, &owners[..filled], &mut root)?;
                filled = 0;
            }
        }
    }
    settle(level, run, &batch, &owners[..filled], &mut root)?;
    Ok(root)
}

/// Evaluates a batch of positions two plies below the root and lets each lower its root move.
#[inline(always)]
fn settle<L: Level>(
    level: L,
    run: &mut Run<'_>,
    batch: &Batch,
    owners: &[usize],
    root: &mut [RootMove<Position>],
) -> Result<(), Cancelled> {
    if owners.is_empty() {
        return Ok(());
    }
    run.count(owners.len())?;
    let values = level.values(&run.terms, batch);
    for (&owner, value) in owners.iter().zip(values) {
        if let Some(entry) = root.get_mut(owner) {
            entry.value = entry.value.min(value);
        }
    }
    Ok(())
}

/// The root of a search of several plies.
#[inline(always)]
fn deeper<L: Level>(
    level: L,
    run: &mut Run<'_>,
    board: Board,
    moves: u64,
    depth: u32,
    all: bool,
) -> Result<Vec<RootMove<Position>>, Cancelled> {
    let mut root = placements(moves);
    let mut children = [Child::default(); MOVES];
    let children = order(level, board, moves, 64, &mut children);
    let mut best = -INFINITE;
    for next in 0..children.len() {
        run.cancel.check()?;
        let child = take_best(children, next);
        // One below the best: a move that is as good is exact too, a worse one only known as worse.
        let alpha = if all || next == 0 {
            -INFINITE
        } else {
            best - 1
        };
        let value = -run.value(
            level,
            child.board,
            child.moves,
            depth - 1,
            (-INFINITE, -alpha),
        )?;
        best = best.max(value);
        let place = (moves & ((1 << child.square) - 1)).count_ones() as usize;
        if let Some(entry) = root.get_mut(place) {
            entry.value = value;
        }
    }
    Ok(root)
}
