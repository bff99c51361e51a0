//! The last plies of a search: no table, no memory beyond killers, nothing that costs more than a few
//! evaluations.

use crate::eval::BoardEvaluator;
use crate::eval::othello::Weights;
use crate::search::budget::{Cancel, CancelledError};
use crate::search::isa::{Isa, LANES, Lanes, Task};
use crate::search::othello::boards::{self, Terms, final_value};
use crate::search::othello::children::{Board, Children, Queue};
use crate::search::othello::engine::{INFINITE, Run, Window};
use koteki_games::othello::bits::CORNERS;

/// A position and the squares its side to move may play.
pub type Node = (Board, u64);

/// A search of few plies.
pub trait Bottom {
    /// From this many plies on the nodes of the upper tree are worth their price.
    const BELOW: u32;

    /// Up to this many plies a search of one depth is sooner done than several.
    const SHALLOW: u32;

    /// The value of a position at `depth` plies, 0 for its static value. One of `scratch` is needed
    /// for each ply.
    fn value<I: Isa>(
        &mut self,
        isa: I,
        scratch: &mut [Children],
        node: Node,
        depth: u32,
        window: Window,
    ) -> Result<i32, CancelledError>;

    /// Plays all moves of a node that is `depth` plies above the leaves, and puts them in an order
    /// that costs little; `first`, as a bit, before the others.
    fn fill<I: Isa>(&mut self, isa: I, children: &mut Children, node: Node, depth: u32, first: u64);

    /// Says whether the leaves are ends of games from now on.
    fn ends_games(&mut self, to_the_end: bool);

    /// Positions evaluated.
    fn nodes(&self) -> u64;
}

/// `Bottom::SHALLOW` with the five features.
pub const SHALLOW: u32 = 6;

/// What moves are ordered by when the evaluation itself costs several times as much: several boards at
/// a time, and near enough to any sensible evaluation of Othello.
const ORDER: Weights = Weights::TESTER;

/// With the five features: the fast engine.
impl Bottom for Run<'_> {
    const BELOW: u32 = 3;

    const SHALLOW: u32 = SHALLOW;

    #[inline(always)]
    fn value<I: Isa>(
        &mut self,
        isa: I,
        scratch: &mut [Children],
        node: Node,
        depth: u32,
        window: Window,
    ) -> Result<i32, CancelledError> {
        if depth == 0 {
            self.count(1)?;
            let (own, opp) = (isa.splat(node.0.own), isa.splat(node.0.opp));
            return Ok(boards::values(isa, &self.terms, own, opp).greatest());
        }
        Run::value(self, isa, scratch, node, depth, window)
    }

    #[inline(always)]
    fn fill<I: Isa>(
        &mut self,
        isa: I,
        children: &mut Children,
        node: Node,
        depth: u32,
        first: u64,
    ) {
        children.fill(isa, node, first, self.ordering(depth));
    }

    fn ends_games(&mut self, to_the_end: bool) {
        Run::ends_games(self, to_the_end);
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

/// With any evaluation.
pub struct Plain<'a, E> {
    evaluator: &'a E,
    /// Those of [`ORDER`].
    order: Terms,
    cancel: &'a Cancel,
    nodes: u64,
    /// Whether the leaves are ends of games.
    to_the_end: bool,
    /// By depth left: the square, as a bit, that refuted a sibling last.
    killers: [u64; 64],
}

impl<'a, E: BoardEvaluator> Plain<'a, E> {
    /// A search that has done nothing yet, from a position in which the discs in `settled` are stable.
    pub fn new(evaluator: &'a E, settled: u64, cancel: &'a Cancel) -> Self {
        Self {
            evaluator,
            order: Terms::new(&ORDER, settled),
            cancel,
            nodes: 0,
            to_the_end: false,
            killers: [0; 64],
        }
    }

    /// Counts positions evaluated, and looks at the cancel flag.
    #[inline(always)]
    fn count(&mut self, evaluated: usize) -> Result<(), CancelledError> {
        self.nodes += evaluated as u64;
        self.cancel.check()
    }

    /// The value of a board on which its side to move has `moves`.
    #[inline(always)]
    fn leaf<I: Isa>(&self, isa: I, (board, moves): Node) -> i32 {
        if moves == 0 && board.passed().moves(isa) == 0 {
            return final_value(board.own, board.opp);
        }
        self.evaluator.value(board.own, board.opp)
    }

    #[inline(always)]
    fn with_moves<I: Isa>(
        &mut self,
        isa: I,
        scratch: &mut [Children],
        node: Node,
        depth: u32,
        window: Window,
    ) -> Result<i32, CancelledError> {
        match scratch.split_first_mut() {
            Some((children, scratch)) if depth > 1 => isa.enter(Interior {
                run: self,
                children,
                scratch,
                node,
                depth,
                window,
            }),
            _ => isa.enter(Leaves {
                run: self,
                node,
                beta: window.1,
            }),
        }
    }

    /// What to order moves by: an evaluation says little about an end of the game.
    #[inline(always)]
    fn ordering(&self) -> Option<&Terms> {
        (!self.to_the_end).then_some(&self.order)
    }
}

impl<E: BoardEvaluator> Bottom for Plain<'_, E> {
    const BELOW: u32 = 2;

    const SHALLOW: u32 = 3;

    #[inline(always)]
    fn value<I: Isa>(
        &mut self,
        isa: I,
        scratch: &mut [Children],
        (board, moves): Node,
        depth: u32,
        window: Window,
    ) -> Result<i32, CancelledError> {
        if depth == 0 {
            self.count(1)?;
            return Ok(self.leaf(isa, (board, moves)));
        }
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
        Ok(-self.with_moves(isa, scratch, (passed, replies), depth, window)?)
    }

    #[inline(always)]
    fn fill<I: Isa>(
        &mut self,
        isa: I,
        children: &mut Children,
        node: Node,
        depth: u32,
        first: u64,
    ) {
        children.fill(isa, node, first, self.ordering());
        // The evaluation itself pays where much lies below.
        if depth > 3 && !self.to_the_end {
            let evaluator = self.evaluator;
            children.rank(|(board, _)| evaluator.value(board.own, board.opp));
            children.put_first(first);
        }
    }

    fn ends_games(&mut self, to_the_end: bool) {
        self.to_the_end = to_the_end;
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

/// A node one ply above the leaves, with a move.
struct Leaves<'r, 'a, E> {
    run: &'r mut Plain<'a, E>,
    node: Node,
    beta: i32,
}

impl<E: BoardEvaluator> Task for Leaves<'_, '_, E> {
    type Output = Result<i32, CancelledError>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Result<i32, CancelledError> {
        let Self {
            run,
            node: (board, moves),
            beta,
        } = self;
        let (own, opp) = (isa.splat(board.own), isa.splat(board.opp));
        let mut best = -INFINITE;
        // Corners first: they are the likeliest to refute. Any better order costs more here than it
        // saves.
        let mut queue = Queue::new(moves, CORNERS);
        while !queue.is_empty() {
            let (placed, count) = queue.take(isa);
            let flips = I::Lanes::flips(isa, placed, own, opp);
            let (own, opp) = (opp & !flips, own | flips | placed);
            let replies = boards::moves(isa, own, opp).store();
            let (own, opp) = (own.store(), opp.store());
            for lane in 0..count.min(LANES) {
                let child = Board {
                    own: own[lane],
                    opp: opp[lane],
                };
                run.count(1)?;
                best = best.max(-run.leaf(isa, (child, replies[lane])));
                if best >= beta {
                    return Ok(best);
                }
            }
        }
        Ok(best)
    }
}

/// A node that has at least two plies below it, and a move.
struct Interior<'r, 'a, E> {
    run: &'r mut Plain<'a, E>,
    children: &'r mut Children,
    /// For the nodes below.
    scratch: &'r mut [Children],
    node: Node,
    depth: u32,
    window: Window,
}

impl<E: BoardEvaluator> Task for Interior<'_, '_, E> {
    type Output = Result<i32, CancelledError>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Result<i32, CancelledError> {
        let Self {
            run,
            children,
            scratch,
            node,
            depth,
            window: (mut alpha, beta),
        } = self;
        let slot = depth as usize % run.killers.len();
        let killer = run.killers[slot];
        children.fill(isa, node, killer, run.ordering());
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
