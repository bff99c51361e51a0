//! The root: one iteration after another, each a ply deeper, until the depth or the budget is reached.

use std::cell::RefCell;
use std::time::Instant;

use super::bottom::{Bottom, Node, Plain};
use super::node::{Meter, Tree};
use super::{Analysis, Wanted};
use crate::eval::is_decided;
use crate::eval::othello::Weights;
use crate::eval::othello::learned::Learned;
use crate::search::budget::{Budget, Cancel, CancelledError, StopError};
use crate::search::isa::{Isa, Path, Task};
use crate::search::othello::boards::Terms;
use crate::search::othello::bounds::Table;
use crate::search::othello::children::{Board, Children};
use crate::search::othello::engine::{INFINITE, Run, Window};
use crate::search::root::{RootMove, RootValues, in_canonical_order};
use koteki_games::Game as _;
use koteki_games::othello::{Move, Position, stable_discs};

/// What a thread keeps between searches.
struct Memory {
    table: Table,
    children: Vec<Children>,
}

/// All that is asked of a search but the evaluation.
pub struct Question<'a> {
    /// The root.
    pub position: &'a Position,
    /// In plies; 0 is taken as 1.
    pub depth: u32,
    /// Which moves.
    pub wanted: Wanted,
    /// Whether the line of best play is wanted too.
    pub with_line: bool,
    /// When to stop before that depth.
    pub budget: Budget,
    /// See [`Deepening::selective`](super::Deepening::selective).
    pub selective: bool,
    /// Stops it.
    pub cancel: &'a Cancel,
}

impl Question<'_> {
    /// The answer with the features of `eval::othello`: the fast engine has ways to evaluate several boards at
    /// once.
    pub(super) fn with_weights(
        &self,
        weights: &Weights,
        path: Path,
    ) -> Result<Analysis, CancelledError> {
        self.ask(
            |settled| Run::new(Terms::new(weights, settled), self.cancel, false),
            |rooted| path.enter_for(weights, rooted),
        )
    }

    /// The answer with the learned evaluation.
    pub(super) fn with_learned(
        &self,
        learned: &Learned,
        path: Path,
    ) -> Result<Analysis, CancelledError> {
        self.ask(
            |settled| Plain::new(learned, settled, self.cancel),
            |rooted| path.enter(rooted),
        )
    }

    /// The answer, with what `bottom` makes of the discs that are stable in the first position, as `enter`
    /// enters it.
    fn ask<B: Bottom>(
        &self,
        bottom: impl FnOnce(u64) -> B,
        enter: impl FnOnce(RootNode<'_, B>) -> Result<Analysis, CancelledError>,
    ) -> Result<Analysis, CancelledError> {
        thread_local! {
            static MEMORY: RefCell<Memory> = const {
                RefCell::new(Memory { table: Table::new(), children: Vec::new() })
            };
        }
        self.cancel.check()?;
        // No line is longer than the squares left, so a greater depth changes nothing.
        let empties = self.position.empties().count_ones();
        let depth = self.depth.min(empties).max(1);
        MEMORY.with_borrow_mut(|memory| {
            memory.table.begin(self.table_bits(depth));
            if memory.children.len() < depth as usize {
                memory.children.resize_with(depth as usize, Children::new);
            }
            let settled = stable_discs(self.position.own(), self.position.opp());
            enter(RootNode {
                question: self,
                tree: self.tree(&memory.table, bottom(settled)),
                scratch: &mut memory.children[..],
                depth,
            })
        })
    }

    fn tree<'a, B: Bottom>(&'a self, table: &'a Table, bottom: B) -> Tree<'a, B> {
        let (nodes, time) = match self.budget {
            Budget::Unlimited => (u64::MAX, None),
            Budget::Nodes(nodes) => (nodes, None),
            Budget::Time(time) => (u64::MAX, Some(time)),
        };
        let now = Instant::now();
        let cancel = self.cancel;
        Tree {
            table,
            below: B::BELOW,
            bottom,
            selective: false,
            meter: Meter {
                cancel,
                nodes,
                until: time.and_then(|time| now.checked_add(time)),
                half: time.and_then(|time| now.checked_add(time / 2)),
            },
        }
    }

    /// The table's size, as a power of two of buckets.
    fn table_bits(&self, depth: u32) -> u32 {
        let by_depth = 2 * depth;
        let by_budget = match self.budget {
            Budget::Unlimited => u32::MAX,
            // A bucket for some thirty positions evaluated; some ten million of them a second.
            Budget::Nodes(nodes) => (nodes / 32).max(1).ilog2(),
            Budget::Time(time) => (time.as_micros() as u64 / 3).max(1).ilog2(),
        };
        by_depth.min(by_budget).clamp(10, 20)
    }
}

/// The first node.
struct RootNode<'a, B> {
    question: &'a Question<'a>,
    tree: Tree<'a, B>,
    scratch: &'a mut [Children],
    /// Between 1 and the number of empty squares.
    depth: u32,
}

/// A root move on its way through the iterations.
#[derive(Clone, Copy)]
struct Entry {
    mv: Move,
    /// The position after it.
    node: Node,
    /// The value at the depth searched last.
    last: Option<i32>,
    /// What it is expected to be at the next: values of odd and of even depths differ by a tempo, so
    /// the value at the last depth of the same kind.
    guess: Option<i32>,
    value: i32,
}

// Compiled once, not for every bottom and set of instructions.
fn best_first(entries: &mut [Entry]) {
    entries.sort_by_key(|entry| std::cmp::Reverse(entry.value));
}

impl<B: Bottom> Task for RootNode<'_, B> {
    type Output = Result<Analysis, CancelledError>;

    #[inline(always)]
    fn run<I: Isa>(mut self, isa: I) -> Self::Output {
        let mut entries = self.entries(isa);
        let mut analysis = Analysis {
            values: RootValues {
                moves: Vec::new(),
                depth: self.question.depth,
                nodes: 0,
            },
            line: Vec::new(),
        };
        if entries.is_empty() {
            return Ok(analysis);
        }
        let limit = self.tree.meter.nodes;
        let until = self.tree.meter.until.take();
        // The first iteration is free.
        self.tree.meter.nodes = u64::MAX;
        let (first, step) = self.iterations();
        for depth in (first..=self.depth).step_by(step) {
            match self.iterate(isa, &mut entries, depth) {
                Ok(()) => {}
                Err(StopError::Cancelled) => return Err(CancelledError),
                Err(StopError::Budget) => break,
            }
            analysis.values.moves = entries
                .iter()
                .map(|entry| RootMove {
                    mv: entry.mv,
                    value: entry.value,
                })
                .collect();
            in_canonical_order(&mut analysis.values.moves);
            // Deeper than the squares left is as deep as can be.
            analysis.values.depth = if depth == self.depth {
                self.question.depth
            } else {
                depth
            };
            for entry in &mut entries {
                let same_parity = if step == 1 { entry.last } else { None };
                entry.guess = same_parity.or(Some(entry.value));
                entry.last = Some(entry.value);
            }
            best_first(&mut entries);
            self.tree.meter.nodes = limit;
            self.tree.meter.until = until;
            if !self.tree.meter.allows_another(self.tree.bottom.nodes()) {
                break;
            }
        }
        analysis.values.nodes = self.tree.bottom.nodes();
        if self.question.with_line {
            // However long the line takes, it is a part of the answer.
            self.tree.meter.nodes = u64::MAX;
            self.tree.meter.until = None;
            analysis.line = self.line(isa, &analysis.values)?;
        }
        Ok(analysis)
    }
}

impl<B: Bottom> RootNode<'_, B> {
    /// The root's moves in canonical order.
    fn entries<I: Isa>(&self, isa: I) -> Vec<Entry> {
        let mut legal = Vec::new();
        self.question.position.legal_moves(&mut legal);
        legal
            .into_iter()
            .map(|mv| Entry {
                mv,
                node: node_after(isa, self.question.position, mv),
                last: None,
                guess: None,
                value: -INFINITE,
            })
            .collect()
    }

    /// The first depth to be searched, and how many plies further each other one goes.
    fn iterations(&mut self) -> (u32, usize) {
        match self.question.budget {
            // So few plies are the bottom's business altogether.
            Budget::Unlimited if self.depth <= B::SHALLOW => {
                self.tree.below = self.depth;
                (self.depth, 1)
            }
            // Values of odd and of even depths differ by a tempo, so two plies less teach more about
            // the order of moves than one less, and cost less.
            Budget::Unlimited => (first_of(self.depth, B::SHALLOW), 2),
            Budget::Nodes(_) | Budget::Time(_) => (1, 1),
        }
    }

    /// Every move of `entries` at `depth` plies.
    #[inline(always)]
    fn iterate<I: Isa>(
        &mut self,
        isa: I,
        entries: &mut [Entry],
        depth: u32,
    ) -> Result<(), StopError> {
        let empties = self.question.position.empties().count_ones();
        self.tree.bottom.ends_games(depth == empties);
        // An evaluation says little about an end of the game.
        self.tree.selective = self.question.selective && depth < empties;
        let margin = margin(entries);
        let mut best = -INFINITE;
        for entry in entries.iter_mut() {
            self.tree.meter.check(self.tree.bottom.nodes())?;
            let left = depth - u32::from(entry.mv != Move::Pass);
            entry.value = if best == -INFINITE || self.question.wanted == Wanted::Every {
                self.exact(isa, entry, left, margin)?
            } else {
                // One below the best: a move that is as good is exact too, a worse one only known as
                // worse.
                self.after(isa, entry.node, left, (best - 1, INFINITE), false)?
            };
            best = best.max(entry.value);
        }
        Ok(())
    }

    /// The value for the side at the root of a move that leads to `node`, `left` plies above the
    /// leaves.
    #[inline(always)]
    fn after<I: Isa>(
        &mut self,
        isa: I,
        node: Node,
        left: u32,
        window: Window,
        open: bool,
    ) -> Result<i32, StopError> {
        let scratch = &mut *self.scratch;
        if left == 0 {
            return Ok(-self.tree.bottom_value(isa, scratch, node, 0, OPEN)?);
        }
        self.tree.sibling(isa, scratch, (node, left), window, open)
    }

    /// The exact value of a move: in a window around what is expected, which is widened on the side
    /// where the value turns out to lie beyond.
    #[inline(always)]
    fn exact<I: Isa>(
        &mut self,
        isa: I,
        entry: &Entry,
        left: u32,
        mut margin: i32,
    ) -> Result<i32, StopError> {
        let (mut alpha, mut beta) = match entry.guess {
            Some(value) => (value.saturating_sub(margin), value.saturating_add(margin)),
            None => OPEN,
        };
        loop {
            alpha = alpha.max(-INFINITE);
            let value = self.after(isa, entry.node, left, (alpha, beta), true)?;
            if alpha < value && value < beta || left == 0 {
                return Ok(value);
            }
            margin = margin.saturating_mul(4);
            (alpha, beta) = if self.tree.selective {
                // What is cut off depends on the window, so that two of them may contradict each other.
                OPEN
            } else if value <= alpha {
                (value.saturating_sub(margin), value.saturating_add(1))
            } else {
                (value.saturating_sub(1), value.saturating_add(margin))
            };
        }
    }

    /// The line of best play to the depth of `values`.
    #[inline(always)]
    fn line<I: Isa>(
        &mut self,
        isa: I,
        values: &RootValues<Position>,
    ) -> Result<Vec<Move>, CancelledError> {
        let mut position = *self.question.position;
        let empties = position.empties().count_ones();
        let mut left = values.depth.min(empties).max(1);
        self.tree.bottom.ends_games(left == empties);
        let (mut line, mut legal) = (Vec::new(), Vec::new());
        let (Some(mut value), Some(&first)) = (values.best(), values.best_moves().first()) else {
            return Ok(line);
        };
        let mut mv = first;
        loop {
            line.push(mv);
            position.play(mv);
            value = -value;
            left -= u32::from(mv != Move::Pass);
            position.legal_moves(&mut legal);
            if left == 0 {
                return Ok(line);
            }
            // The first move that is worth it.
            let mut next = None;
            for &mv in &legal {
                next = Some(mv);
                let node = node_after(isa, &position, mv);
                let below = left - u32::from(mv != Move::Pass);
                // The last one must be.
                if Some(&mv) == legal.last() {
                    break;
                }
                match self.after(isa, node, below, (value - 1, value), false) {
                    Ok(found) if found >= value => break,
                    Ok(_) | Err(StopError::Budget) => {}
                    Err(StopError::Cancelled) => return Err(CancelledError),
                }
            }
            match next {
                Some(next) => mv = next,
                None => return Ok(line),
            }
        }
    }
}

/// The greatest depth of the same kind, odd or even, up to `shallow`.
const fn first_of(depth: u32, shallow: u32) -> u32 {
    shallow - (depth ^ shallow) % 2
}

/// No bounds.
const OPEN: Window = (-INFINITE, INFINITE);

/// The position after `mv`.
#[inline(always)]
fn node_after<I: Isa>(isa: I, position: &Position, mv: Move) -> Node {
    let mut child = *position;
    child.play(mv);
    let board = Board {
        own: child.own(),
        opp: child.opp(),
    };
    (board, board.moves(isa))
}

/// How far from the value of two plies ago a value is expected to lie. Evaluations have units of
/// their own, so it is taken from how far the moves of this very position lie apart.
fn margin(entries: &[Entry]) -> i32 {
    let values = entries.iter().filter_map(|entry| entry.last);
    let decided = |value: &i32| is_decided(*value);
    let (mut low, mut high) = (i32::MAX, i32::MIN);
    for value in values.filter(|value| !decided(value)) {
        (low, high) = (low.min(value), high.max(value));
    }
    high.saturating_sub(low).max(0) / 4 + 1
}
