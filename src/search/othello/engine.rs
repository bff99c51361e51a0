//! Alpha-beta, written once for all levels.
//!
//! Four kinds of node: the root; interior nodes, which order their moves; nodes one ply above the
//! leaves, which evaluate their children some at a time; and the root of a two-ply search of all
//! moves, which has no bounds to cut with and so fills whole batches with its grandchildren.
//!
//! Values are for the side to move (negamax; the evaluation is antisymmetric), bounds are fail-soft.

use std::cell::RefCell;

use super::boards::{self, Terms, final_value};
use super::level::{LANES, Lanes, Level, Task};
use super::path::Path;
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

/// Moves waiting to be played some at a time.
struct Queue {
    /// To be taken before the others.
    first: u64,
    rest: u64,
}

impl Queue {
    #[inline(always)]
    const fn new(moves: u64, first: u64) -> Self {
        Self {
            first: moves & first,
            rest: moves & !first,
        }
    }

    #[inline(always)]
    const fn is_empty(&self) -> bool {
        self.first | self.rest == 0
    }

    /// The next move's bit; 0 when there is none.
    #[inline(always)]
    fn next(&mut self) -> u64 {
        let from_first = self.first != 0;
        let from = if from_first { self.first } else { self.rest };
        let bit = from & from.wrapping_neg();
        self.first &= !bit;
        self.rest &= !bit;
        bit
    }

    /// The next moves, one a lane, and how many there were; lanes left over repeat the first.
    #[inline(always)]
    fn take<L: Level>(&mut self, level: L) -> (L::Lanes, usize) {
        let mut bits = [0; LANES];
        let mut count = 0;
        for bit in bits.iter_mut().take(L::Lanes::COUNT) {
            *bit = self.next();
            count += usize::from(*bit != 0);
        }
        let first = bits[0];
        (
            level.load(&bits.map(|bit| if bit == 0 { first } else { bit })),
            count,
        )
    }
}

/// The positions after each of the moves of a node, and the order in which to look at them.
struct Children {
    /// Discs of the side to move there: of the opponent of the side that moved.
    own: [u64; MOVES],
    opp: [u64; MOVES],
    moves: [u64; MOVES],
    /// The square of the move, as a bit.
    placed: [u64; MOVES],
    /// Lower is tried earlier. The index of the child is in the low byte, so all are different.
    rank: [i32; MOVES],
    count: usize,
}

impl Children {
    const fn new() -> Self {
        Self {
            own: [0; MOVES],
            opp: [0; MOVES],
            moves: [0; MOVES],
            placed: [0; MOVES],
            rank: [0; MOVES],
            count: 0,
        }
    }

    /// Plays all `moves` of `board`, `first` first and the others in canonical order, and ranks them:
    /// `first`, then the fewer replies the earlier.
    #[inline(always)]
    #[allow(clippy::cast_possible_wrap, clippy::cast_possible_truncation)]
    fn fill<L: Level>(&mut self, level: L, board: Board, moves: u64, first: u64) {
        let (own, opp) = (level.splat(board.own), level.splat(board.opp));
        let mut queue = Queue::new(moves, first);
        self.count = 0;
        while !queue.is_empty() {
            let (placed, count) = queue.take(level);
            let flips = L::Lanes::flips(level, placed, own, opp);
            let (child_own, child_opp) = (opp & !flips, own | flips | placed);
            let replies = boards::moves(level, child_own, child_opp).store();
            let (child_own, child_opp) = (child_own.store(), child_opp.store());
            let placed = placed.store();
            for lane in 0..L::Lanes::COUNT {
                let index = (self.count + lane) % MOVES;
                self.own[index] = child_own[lane];
                self.opp[index] = child_opp[lane];
                self.moves[index] = replies[lane];
                self.placed[index] = placed[lane];
                let order = replies[lane].count_ones() as i32;
                self.rank[index] = order << 8 | index as i32;
            }
            self.count += count;
        }
        if moves & first != 0 {
            self.rank[0] = -1 << 8;
        }
    }

    /// Takes out the child of lowest rank: the square played as a bit, the board, and its moves.
    #[inline(always)]
    #[allow(clippy::cast_sign_loss)]
    fn take(&mut self) -> Option<(u64, Board, u64)> {
        let mut best = i32::MAX;
        for &rank in self.rank.iter().take(self.count) {
            best = best.min(rank);
        }
        if best == i32::MAX {
            return None;
        }
        let index = (best & 0xff) as usize % MOVES;
        self.rank[index] = i32::MAX;
        let board = Board {
            own: self.own[index],
            opp: self.opp[index],
        };
        Some((self.placed[index], board, self.moves[index]))
    }
}

/// What all nodes of one search share.
struct Run<'a> {
    terms: Terms,
    cancel: &'a Cancel,
    /// Positions evaluated.
    nodes: u64,
    until_poll: i64,
    /// By depth left: the square, as a bit, that refuted a sibling last.
    killers: [u64; 64],
}

/// Lower and upper bound: what the side to move has already, and what its opponent will not exceed.
type Window = (i32, i32);

impl Run<'_> {
    #[inline(always)]
    #[allow(clippy::cast_possible_wrap)]
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
        scratch: &mut [Children],
        (board, moves): (Board, u64),
        depth: u32,
        window: Window,
    ) -> Result<i32, Cancelled> {
        if moves != 0 {
            return self.with_moves(level, scratch, (board, moves), depth, window);
        }
        let passed = board.passed();
        let replies = passed.moves(level);
        if replies == 0 {
            self.count(1)?;
            return Ok(final_value(board.own, board.opp));
        }
        let window = (-window.1, -window.0);
        let value = self.with_moves(level, scratch, (passed, replies), depth, window)?;
        Ok(-value)
    }

    /// The same when there are moves.
    #[inline(always)]
    fn with_moves<L: Level>(
        &mut self,
        level: L,
        scratch: &mut [Children],
        position: (Board, u64),
        depth: u32,
        window: Window,
    ) -> Result<i32, Cancelled> {
        match scratch.split_first_mut() {
            Some((children, scratch)) if depth > 1 => level.enter(Interior {
                run: self,
                children,
                scratch,
                position,
                depth,
                window,
            }),
            _ => level.enter(Leaves {
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
    type Output = Result<i32, Cancelled>;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Result<i32, Cancelled> {
        let Self {
            run,
            position: (board, moves),
            beta,
        } = self;
        let (own, opp) = (level.splat(board.own), level.splat(board.opp));
        let mut best = -INFINITE;
        // Corners first: they are the likeliest to refute.
        let mut queue = Queue::new(moves, CORNERS);
        while !queue.is_empty() {
            let (placed, count) = queue.take(level);
            run.count(count)?;
            let flips = L::Lanes::flips(level, placed, own, opp);
            let values = boards::values(level, &run.terms, own | flips | placed, opp & !flips);
            best = best.max(values.greatest());
            if best >= beta {
                break;
            }
        }
        Ok(best)
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
    type Output = Result<i32, Cancelled>;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Result<i32, Cancelled> {
        let Self {
            run,
            children,
            scratch,
            position: (board, moves),
            depth,
            window: (mut alpha, beta),
        } = self;
        let slot = depth as usize % run.killers.len();
        children.fill(level, board, moves, run.killers[slot]);
        let mut best = -INFINITE;
        while let Some((placed, board, moves)) = children.take() {
            let below = (-beta, -alpha);
            let value = -run.value(level, scratch, (board, moves), depth - 1, below)?;
            best = best.max(value);
            alpha = alpha.max(best);
            if alpha >= beta {
                run.killers[slot] = placed;
                break;
            }
        }
        Ok(best)
    }
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

impl Question<'_> {
    /// The answer, found on `path`.
    pub fn ask(self, path: Path) -> Result<RootValues<Position>, Cancelled> {
        thread_local! {
            // One a ply of the deepest search so far: kept, because clearing them takes longer than
            // a shallow search.
            static SCRATCH: RefCell<Vec<Children>> = const { RefCell::new(Vec::new()) };
        }
        // No line is longer than the squares left, so a greater depth changes nothing.
        let empties = self.position.empties().count_ones();
        let depth = self.depth.min(empties).max(1);
        SCRATCH.with_borrow_mut(|scratch| {
            if scratch.len() < depth as usize {
                scratch.resize_with(depth as usize, Children::new);
            }
            path.enter(Root {
                question: self,
                scratch,
                depth,
            })
        })
    }
}

/// The first node of a search.
struct Root<'a> {
    question: Question<'a>,
    scratch: &'a mut [Children],
    /// Between 1 and the number of empty squares.
    depth: u32,
}

impl Task for Root<'_> {
    type Output = Result<RootValues<Position>, Cancelled>;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Self::Output {
        let Self {
            question,
            scratch,
            depth,
        } = self;
        question.cancel.check()?;
        let board = Board {
            own: question.position.own(),
            opp: question.position.opp(),
        };
        let mut run = Run {
            terms: Terms::new(question.weights, stable_discs(board.own, board.opp)),
            cancel: question.cancel,
            nodes: 0,
            until_poll: POLL,
            killers: [0; 64],
        };
        let moves = board.moves(level);
        let mut root = placements(moves);
        if moves == 0 {
            let position = (board.passed(), board.passed().moves(level));
            if position.1 != 0 {
                let window = (-INFINITE, INFINITE);
                let value = -run.with_moves(level, scratch, position, depth, window)?;
                let mv = Move::Pass;
                root.push(RootMove { mv, value });
            }
        } else if depth == 1 {
            one_ply(level, &mut run, (board, moves), &mut root)?;
        } else if let Some((children, scratch)) = scratch.split_first_mut() {
            children.fill(level, board, moves, 0);
            if depth == 2 && question.all {
                two_plies(level, &mut run, children, scratch, &mut root)?;
            } else {
                let all = question.all;
                deeper(
                    level, &mut run, children, scratch, depth, all, moves, &mut root,
                )?;
            }
        }
        Ok(RootValues {
            moves: root,
            depth: question.depth,
            nodes: run.nodes,
        })
    }
}

/// The root's placements in canonical order, values to be filled in.
#[allow(clippy::cast_possible_truncation)]
fn placements(mut moves: u64) -> Vec<RootMove<Position>> {
    let mut root = Vec::with_capacity(moves.count_ones().max(1) as usize);
    while let Some(square) = Square::lowest(moves) {
        root.push(RootMove {
            mv: Move::Place(square),
            value: INFINITE,
        });
        moves &= moves - 1;
    }
    root
}

/// All moves at one ply.
#[inline(always)]
fn one_ply<L: Level>(
    level: L,
    run: &mut Run<'_>,
    (board, moves): (Board, u64),
    root: &mut [RootMove<Position>],
) -> Result<(), Cancelled> {
    let (own, opp) = (level.splat(board.own), level.splat(board.opp));
    let mut queue = Queue::new(moves, 0);
    for entries in root.chunks_mut(L::Lanes::COUNT) {
        let (placed, count) = queue.take(level);
        run.count(count)?;
        let flips = L::Lanes::flips(level, placed, own, opp);
        let values = boards::values(level, &run.terms, own | flips | placed, opp & !flips);
        for (entry, value) in entries.iter_mut().zip(values.store()) {
            entry.value = low(value);
        }
    }
    Ok(())
}

/// The signed number in the low 32 bits.
#[inline(always)]
#[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap)]
const fn low(bits: u64) -> i32 {
    bits as i32
}

/// All moves exact at two plies: nothing can be cut, so the grandchildren of different moves share
/// lanes, and no lane is empty.
#[inline(always)]
fn two_plies<L: Level>(
    level: L,
    run: &mut Run<'_>,
    children: &Children,
    scratch: &mut [Children],
    root: &mut [RootMove<Position>],
) -> Result<(), Cancelled> {
    // Whose move it is, of the positions before the last ply.
    let (mut own, mut opp, mut placed) = ([0; LANES], [0; LANES], [0; LANES]);
    let mut owners = [0; LANES];
    let mut filled = 0;
    for index in 0..children.count.min(MOVES) {
        let board = Board {
            own: children.own[index],
            opp: children.opp[index],
        };
        let mut replies = children.moves[index];
        if replies == 0 {
            let window = (-INFINITE, INFINITE);
            let value = -run.value(level, scratch, (board, 0), 1, window)?;
            if let Some(entry) = root.get_mut(index) {
                entry.value = value;
            }
        }
        while replies != 0 {
            own[filled] = board.own;
            opp[filled] = board.opp;
            placed[filled] = replies & replies.wrapping_neg();
            owners[filled] = index;
            replies &= replies - 1;
            filled += 1;
            if filled == L::Lanes::COUNT {
                let lanes = (&own, &opp, &placed);
                lower(level, run, lanes, &owners[..filled], root)?;
                filled = 0;
            }
        }
    }
    lower(level, run, (&own, &opp, &placed), &owners[..filled], root)
}

/// Evaluates positions two plies below the root, given as the boards one ply below and the reply,
/// and lets each lower the value of the root move it belongs to.
#[inline(always)]
fn lower<L: Level>(
    level: L,
    run: &mut Run<'_>,
    (own, opp, placed): (&[u64; LANES], &[u64; LANES], &[u64; LANES]),
    owners: &[usize],
    root: &mut [RootMove<Position>],
) -> Result<(), Cancelled> {
    run.count(owners.len())?;
    let (own, opp, placed) = (level.load(own), level.load(opp), level.load(placed));
    let flips = L::Lanes::flips(level, placed, own, opp);
    // For the side to move at the root.
    let values = boards::values(level, &run.terms, opp & !flips, own | flips | placed);
    for (&owner, value) in owners.iter().zip(values.store()) {
        if let Some(entry) = root.get_mut(owner) {
            entry.value = entry.value.min(low(value));
        }
    }
    Ok(())
}

/// The root of a search of several plies.
#[inline(always)]
#[allow(clippy::too_many_arguments)]
fn deeper<L: Level>(
    level: L,
    run: &mut Run<'_>,
    children: &mut Children,
    scratch: &mut [Children],
    depth: u32,
    all: bool,
    moves: u64,
    root: &mut [RootMove<Position>],
) -> Result<(), Cancelled> {
    let mut best = -INFINITE;
    while let Some((placed, board, replies)) = children.take() {
        run.cancel.check()?;
        // One below the best: a move that is as good is exact too, a worse one only known as worse.
        let alpha = if all || best == -INFINITE {
            -INFINITE
        } else {
            best - 1
        };
        let window = (-INFINITE, -alpha);
        let value = -run.value(level, scratch, (board, replies), depth - 1, window)?;
        best = best.max(value);
        let index = (moves & placed.wrapping_sub(1)).count_ones() as usize;
        if let Some(entry) = root.get_mut(index) {
            entry.value = value;
        }
    }
    Ok(())
}
