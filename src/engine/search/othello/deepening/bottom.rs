//! The last plies of a search: no table, no memory beyond killers, nothing that costs more than a few
//! evaluations.

use crate::eval::othello::Weights;
use crate::eval::othello::learned::{Contents, Counts, Learned};
use crate::search::budget::{Cancel, CancelledError};
use crate::search::isa::{Isa, LANES, Lanes, Task};
use crate::search::othello::boards::{self, Terms, final_value};
use crate::search::othello::children::{Board, Children, Queue};
use crate::search::othello::engine::{INFINITE, Run, Window};
use koteki_games::othello::bits::{self, CORNERS};

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

/// With the learned evaluation.
#[derive(Clone)]
pub struct Plain<'a> {
    /// The evaluation.
    pub learned: &'a Learned,
    /// Those of [`ORDER`].
    order: Terms,
    cancel: &'a Cancel,
    nodes: u64,
    /// Whether the leaves are ends of games.
    to_the_end: bool,
    /// By depth left: the square, as a bit, that refuted a sibling last.
    killers: [u64; 64],
}

impl<'a> Plain<'a> {
    /// A search that has done nothing yet, from a position in which the discs in `settled` are stable.
    pub fn new(learned: &'a Learned, settled: u64, cancel: &'a Cancel) -> Self {
        Self {
            learned,
            order: Terms::new(&ORDER, settled),
            cancel,
            nodes: 0,
            to_the_end: false,
            killers: [0; 64],
        }
    }

    /// The same, stopped by another flag.
    pub fn stopped_by<'b>(self, cancel: &'b Cancel) -> Plain<'b>
    where
        'a: 'b,
    {
        Plain { cancel, ..self }
    }

    /// Counts positions evaluated, and looks at the cancel flag.
    #[inline(always)]
    fn count(&mut self, evaluated: usize) -> Result<(), CancelledError> {
        self.nodes += evaluated as u64;
        self.cancel.check()
    }

    /// The value of a node without looking further.
    #[inline(always)]
    fn leaf<I: Isa>(&self, isa: I, node: Node) -> i32 {
        let Board { own, opp } = node.0;
        -waiting(isa, self.learned, node, || Contents::new(opp, own))
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

impl Bottom for Plain<'_> {
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
        // The evaluation itself pays where much lies below.
        let rank = depth > 2 && !self.to_the_end;
        children.fill(isa, node, first, if rank { None } else { self.ordering() });
        if rank {
            isa.enter(Rank {
                learned: self.learned,
                children,
                board: node.0,
            });
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

/// The boards after some moves of a node, as the side that moved sees them.
struct After {
    /// The squares that were played, as bits.
    placed: [u64; LANES],
    own: [u64; LANES],
    opp: [u64; LANES],
    flips: [u64; LANES],
    /// The squares it could play if it were on move.
    moves: [u64; LANES],
    /// Those that the side on move may play.
    replies: [u64; LANES],
    /// Squares beside an empty one.
    touching: [u64; LANES],
}

impl After {
    #[inline(always)]
    fn new<I: Isa>(isa: I, board: Board, placed: I::Lanes) -> Self {
        let (own, opp) = (isa.splat(board.own), isa.splat(board.opp));
        let flips = I::Lanes::flips(isa, placed, own, opp);
        let (own, opp) = (own | flips | placed, opp & !flips);
        Self {
            placed: placed.store(),
            own: own.store(),
            opp: opp.store(),
            flips: flips.store(),
            moves: boards::moves(isa, own, opp).store(),
            replies: boards::moves(isa, opp, own).store(),
            touching: boards::neighbours(isa, !(own | opp)).store(),
        }
    }

    /// The value of one of them for the side that moved, before whose move the patterns held `before`.
    #[inline(always)]
    fn value(&self, learned: &Learned, before: Contents, lane: usize) -> i32 {
        let discs = [self.own[lane], self.opp[lane]];
        let moves = [self.moves[lane], self.replies[lane]];
        let contents = || before.after(self.placed[lane], self.flips[lane]);
        value(learned, discs, moves, self.touching[lane], contents)
    }
}

/// A node one ply above the leaves, with a move.
struct Leaves<'r, 'a> {
    run: &'r mut Plain<'a>,
    node: Node,
    beta: i32,
}

impl Task for Leaves<'_, '_> {
    type Output = Result<i32, CancelledError>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Result<i32, CancelledError> {
        let Self {
            run,
            node: (board, moves),
            beta,
        } = self;
        let before = Contents::new(board.own, board.opp);
        let mut best = -INFINITE;
        // Corners first: they are the likeliest to refute. Any better order costs more here than it
        // saves.
        let mut queue = Queue::new(moves, CORNERS);
        while !queue.is_empty() {
            let (placed, count) = queue.take(isa);
            let after = After::new(isa, board, placed);
            for lane in 0..count.min(LANES) {
                run.count(1)?;
                best = best.max(after.value(run.learned, before, lane));
                if best >= beta {
                    return Ok(best);
                }
            }
        }
        Ok(best)
    }
}

/// The moves of a node to be ranked by what they are worth at once.
struct Rank<'r> {
    learned: &'r Learned,
    children: &'r mut Children,
    board: Board,
}

impl Task for Rank<'_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let Self {
            learned,
            children,
            board,
        } = self;
        let values = AtOnce::new(learned, board);
        children.rank(|child, placed| -values.after(isa, child, placed));
    }
}

/// What the moves of a node are worth at once.
pub struct AtOnce<'a> {
    learned: &'a Learned,
    board: Board,
    before: Contents,
}

impl<'a> AtOnce<'a> {
    /// Of `board`.
    #[inline(always)]
    pub fn new(learned: &'a Learned, board: Board) -> Self {
        Self {
            learned,
            board,
            before: Contents::new(board.own, board.opp),
        }
    }

    /// The value, for the side that moves, of the board to which placing a disc on one square leads.
    #[inline(always)]
    pub fn after<I: Isa>(&self, isa: I, child: Node, placed: u64) -> i32 {
        waiting(isa, self.learned, child, || {
            self.before.after(placed, child.0.opp & self.board.opp)
        })
    }
}

/// The value of a board for the side that waits there, as which it sees what the patterns hold.
#[inline(always)]
fn waiting<I: Isa>(
    isa: I,
    learned: &Learned,
    (board, replies): Node,
    contents: impl FnOnce() -> Contents,
) -> i32 {
    let (own, opp) = (board.opp, board.own);
    let moves = [isa.moves(own, opp), replies];
    let touching = bits::neighbours(!(own | opp));
    value(learned, [own, opp], moves, touching, contents)
}

/// The value of a board for the first of two sides: the discs and the moves of each, the squares beside an empty one,
/// and what the patterns hold.
#[inline(always)]
fn value(
    learned: &Learned,
    [own, opp]: [u64; 2],
    moves: [u64; 2],
    touching: u64,
    contents: impl FnOnce() -> Contents,
) -> i32 {
    if moves == [0, 0] {
        return final_value(own, opp);
    }
    let frontier = [own & touching, opp & touching];
    learned.value_of(
        (own | opp).count_ones(),
        &contents(),
        Counts { moves, frontier },
    )
}

/// A node that has at least two plies below it, and a move.
struct Interior<'r, 'a> {
    run: &'r mut Plain<'a>,
    children: &'r mut Children,
    /// For the nodes below.
    scratch: &'r mut [Children],
    node: Node,
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
