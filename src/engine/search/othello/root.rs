//! The root: every move exact, or the best ones only.

use std::cell::RefCell;

use super::boards::{self, Terms};
use super::children::{Board, Children, Queue};
use super::engine::{INFINITE, Run, Window};
use crate::eval::othello::Weights;
use crate::search::budget::{Cancel, CancelledError};
use crate::search::isa::{Isa, LANES, Lanes, Path, Task};
use crate::search::root::{RootMove, RootValues};
use koteki_games::othello::{Move, Position, Square, stable_discs};

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
    pub fn ask(self, path: Path) -> Result<RootValues<Position>, CancelledError> {
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
            let weights = self.weights;
            let root = Root {
                question: self,
                scratch,
                depth,
            };
            path.enter_for(weights, root)
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
    type Output = Result<RootValues<Position>, CancelledError>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Self::Output {
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
        let terms = Terms::new(question.weights, stable_discs(board.own, board.opp));
        let to_the_end = depth == question.position.empties().count_ones();
        let mut run = Run::new(terms, question.cancel, to_the_end);
        let moves = board.moves(isa);
        let mut root = placements(moves);
        if moves == 0 {
            let position = (board.passed(), board.passed().moves(isa));
            if position.1 != 0 {
                let value = -run.with_moves(isa, scratch, position, depth, OPEN)?;
                let mv = Move::Pass;
                root.push(RootMove { mv, value });
            }
        } else if depth == 1 {
            one_ply(isa, &mut run, (board, moves), &mut root)?;
        } else if let Some((children, scratch)) = scratch.split_first_mut() {
            children.fill(isa, (board, moves), 0, run.ordering(depth));
            if depth == 2 && question.all {
                two_plies(isa, &mut run, children, scratch, &mut root)?;
            } else {
                let below = Below {
                    children,
                    scratch,
                    depth: depth - 1,
                };
                deeper(isa, &mut run, below, question.all, &mut root)?;
            }
        }
        Ok(RootValues {
            moves: root,
            depth: question.depth,
            nodes: run.nodes,
        })
    }
}

/// No bounds.
const OPEN: Window = (-INFINITE, INFINITE);

/// The root's placements in canonical order, values to be filled in.
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
fn one_ply<I: Isa>(
    isa: I,
    run: &mut Run<'_>,
    (board, moves): (Board, u64),
    root: &mut [RootMove<Position>],
) -> Result<(), CancelledError> {
    let (own, opp) = (isa.splat(board.own), isa.splat(board.opp));
    let mut queue = Queue::new(moves, 0);
    for entries in root.chunks_mut(I::Lanes::COUNT) {
        let (placed, count) = queue.take(isa);
        run.count(count)?;
        let flips = I::Lanes::flips(isa, placed, own, opp);
        let values = boards::values(isa, &run.terms, own | flips | placed, opp & !flips);
        for (entry, value) in entries.iter_mut().zip(values.store()) {
            entry.value = low(value);
        }
    }
    Ok(())
}

/// The signed number in the low 32 bits.
#[inline(always)]
const fn low(bits: u64) -> i32 {
    bits as i32
}

/// All moves exact at two plies: nothing can be cut, so the grandchildren of different moves share
/// lanes, and no lane is empty.
#[inline(always)]
fn two_plies<I: Isa>(
    isa: I,
    run: &mut Run<'_>,
    children: &Children,
    scratch: &mut [Children],
    root: &mut [RootMove<Position>],
) -> Result<(), CancelledError> {
    let mut replies = Replies::default();
    for (index, (board, mut moves)) in children.iter().enumerate() {
        if moves == 0
            && let Some(entry) = root.get_mut(index)
        {
            entry.value = -run.value(isa, scratch, (board, moves), 1, OPEN)?;
        }
        while moves != 0 {
            let placed = moves & moves.wrapping_neg();
            moves ^= placed;
            let lane = replies.count % LANES;
            replies.own[lane] = board.own;
            replies.opp[lane] = board.opp;
            replies.placed[lane] = placed;
            replies.root[lane] = index;
            replies.count += 1;
            if replies.count == I::Lanes::COUNT {
                replies.settle(isa, run, root)?;
            }
        }
    }
    replies.settle(isa, run, root)
}

/// Replies to different root moves, waiting to be played and evaluated together.
#[derive(Default)]
struct Replies {
    /// The boards before the reply, from the side that replies.
    own: [u64; LANES],
    opp: [u64; LANES],
    /// The square of the reply, as a bit.
    placed: [u64; LANES],
    /// The index of the root move.
    root: [usize; LANES],
    count: usize,
}

impl Replies {
    /// Lets each reply lower the value of its root move, and forgets it.
    #[inline(always)]
    fn settle<I: Isa>(
        &mut self,
        isa: I,
        run: &mut Run<'_>,
        root: &mut [RootMove<Position>],
    ) -> Result<(), CancelledError> {
        if self.count == 0 {
            return Ok(());
        }
        run.count(self.count)?;
        let own = isa.load(&self.own);
        let opp = isa.load(&self.opp);
        let placed = isa.load(&self.placed);
        let flips = I::Lanes::flips(isa, placed, own, opp);
        // For the side to move at the root.
        let values = boards::values(isa, &run.terms, opp & !flips, own | flips | placed);
        for (&index, value) in self.root.iter().zip(values.store()).take(self.count) {
            if let Some(entry) = root.get_mut(index) {
                entry.value = entry.value.min(low(value));
            }
        }
        self.count = 0;
        Ok(())
    }
}

/// What lies below the root.
struct Below<'a> {
    children: &'a mut Children,
    scratch: &'a mut [Children],
    /// Plies left below the children.
    depth: u32,
}

/// The root of a search of several plies.
#[inline(always)]
fn deeper<I: Isa>(
    isa: I,
    run: &mut Run<'_>,
    below: Below<'_>,
    all: bool,
    root: &mut [RootMove<Position>],
) -> Result<(), CancelledError> {
    let Below {
        children,
        scratch,
        depth,
    } = below;
    let mut best = -INFINITE;
    while let Some((index, child)) = children.take() {
        run.cancel.check()?;
        // One below the best: a move that is as good is exact too, a worse one only known as worse.
        let alpha = if all || best == -INFINITE {
            -INFINITE
        } else {
            best - 1
        };
        let value = -run.value(isa, scratch, child, depth, (-INFINITE, -alpha))?;
        best = best.max(value);
        if let Some(entry) = root.get_mut(index) {
            entry.value = value;
        }
    }
    Ok(())
}
