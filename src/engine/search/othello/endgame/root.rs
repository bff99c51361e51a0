//! The root of a solve: which moves are best, and the line of best play.

use std::cell::RefCell;

use super::brothers::Idle;
use super::children::Children;
use super::last::{NONE, Tally};
use super::node::{ORDER_PLIES, ORDERED, Run, node_of};
use super::table::Table;
use super::{Goal, Options, Solved, Wanted};
use crate::eval::othello::learned::Learned;
use crate::search::budget::{Cancel, CancelledError};
use crate::search::isa::{Isa, Task};
use crate::search::othello::children::{Board, Children as OrderChildren};
use crate::search::othello::deepening::Plain;
use crate::search::root::{RootMove, in_canonical_order};
use koteki_games::Game as _;
use koteki_games::othello::{Move, Position, Square, stable_discs};

/// How many plies further the root's moves are searched for their order than those of other nodes.
const ROOT_PLIES: u32 = 3;

/// What a thread keeps between solves.
struct Memory {
    table: Table,
    children: Vec<Children>,
    order: Vec<OrderChildren>,
}

/// A whole solve.
pub struct Solve<'a> {
    /// The root.
    pub position: &'a Position,
    /// What is asked.
    pub options: &'a Options,
    /// Stops it.
    pub cancel: &'a Cancel,
    /// Threads that may help.
    pub idle: &'a Idle,
}

impl Solve<'_> {
    /// The answer.
    pub fn run(self) -> Result<Solved, CancelledError> {
        thread_local! {
            static MEMORY: RefCell<Memory> = const {
                RefCell::new(Memory { table: Table::new(), children: Vec::new(), order: Vec::new() })
            };
        }
        self.cancel.check()?;
        let empties = self.position.empties().count_ones();
        MEMORY.with_borrow_mut(|memory| {
            memory.table.begin(table_bits(empties));
            if memory.children.len() < empties as usize {
                memory.children.resize_with(empties as usize, Children::new);
            }
            memory.order.resize_with(ORDER_PLIES, OrderChildren::new);
            let settled = stable_discs(self.position.own(), self.position.opp());
            self.options.path.enter(RootNode {
                solve: &self,
                run: Run {
                    table: &memory.table,
                    cancel: self.cancel.clone(),
                    idle: self.idle,
                    tally: Tally::new(self.options.empties),
                    order: (empties >= ORDERED)
                        .then(|| Plain::new(Learned::embedded(), settled, self.cancel)),
                    order_scratch: &mut memory.order,
                },
                scratch: &mut memory.children,
            })
        })
    }
}

/// The table's size for a root with so many empty squares, as a power of two of buckets: 64 KB up to
/// 13 and twice as much for every further square, at most 64 MB. A larger one would save few nodes,
/// and cost more in cache misses.
fn table_bits(empties: u32) -> u32 {
    empties.saturating_sub(3).clamp(10, 20)
}

/// The first node.
struct RootNode<'s, 'a> {
    solve: &'s Solve<'s>,
    run: Run<'a>,
    scratch: &'a mut [Children],
}

/// A position as the search sees it.
const fn board_of(position: &Position) -> Board {
    Board {
        own: position.own(),
        opp: position.opp(),
    }
}

impl Task for RootNode<'_, '_> {
    type Output = Result<Solved, CancelledError>;

    #[inline(always)]
    fn run<I: Isa>(mut self, isa: I) -> Self::Output {
        let Options { goal, wanted, .. } = *self.solve.options;
        let position = self.solve.position;
        let board = board_of(position);
        let moves = board.moves(isa);
        if moves == 0 && board.passed().moves(isa) == 0 {
            return Ok(Solved {
                score: goal.of(self.run.tally.final_score(board)),
                best: Vec::new(),
                moves: Vec::new(),
                line: Vec::new(),
                nodes: 1,
            });
        }
        let mut root = if moves == 0 {
            let node = (board.passed(), board.passed().moves(isa));
            let value = -self.run.pv(isa, self.scratch, node, goal.window())?;
            vec![RootMove {
                mv: Move::Pass,
                value: goal.of(value),
            }]
        } else {
            self.placements(isa, (board, moves), goal, wanted)?
        };
        in_canonical_order(&mut root);
        let score = root.iter().map(|entry| entry.value).max().unwrap_or(NONE);
        let mut best: Vec<Move> = root
            .iter()
            .filter(|entry| entry.value == score)
            .map(|entry| entry.mv)
            .collect();
        let line = match best.first() {
            Some(&first) if self.solve.options.line => self.line(isa, first, score)?,
            _ => Vec::new(),
        };
        if wanted == Wanted::One {
            best.truncate(1);
        }
        Ok(Solved {
            score,
            best,
            moves: if wanted == Wanted::All {
                root
            } else {
                Vec::new()
            },
            line,
            nodes: self.run.tally.nodes,
        })
    }
}

impl RootNode<'_, '_> {
    /// The root's moves with their values; those that are not asked for are left out, or have a value
    /// below the best.
    #[inline(always)]
    fn placements<I: Isa>(
        &mut self,
        isa: I,
        (board, moves): (Board, u64),
        goal: Goal,
        wanted: Wanted,
    ) -> Result<Vec<RootMove<Position>>, CancelledError> {
        let empties = (!(board.own | board.opp)).count_ones();
        let mut root = Vec::with_capacity(moves.count_ones() as usize);
        let Some((children, scratch)) = self.scratch.split_first_mut() else {
            return Ok(root);
        };
        children.fill(isa, board, moves, None);
        if empties >= ORDERED {
            let plies = Run::order_plies(empties) + ROOT_PLIES;
            self.run.search_order(isa, children, board, plies)?;
        }
        let (floor, beta) = goal.window();
        let mut best = NONE;
        while let Some(child) = children.next() {
            let alpha = match wanted {
                Wanted::All => floor,
                _ if best == NONE => floor,
                // As good is wanted exactly, worse only as worse.
                Wanted::Ties => floor.max(best.min(beta) - 1),
                Wanted::One => floor.max(best),
            };
            let window = (alpha, beta);
            let first = best == NONE || wanted == Wanted::All;
            let value = goal.of(self
                .run
                .sibling(isa, scratch, node_of(&child), window, first)?);
            if let Some(square) = Square::from_index(child.square)
                && (value > best || wanted != Wanted::One)
            {
                root.push(RootMove {
                    mv: Move::Place(square),
                    value,
                });
            }
            best = best.max(value);
            if wanted == Wanted::One && best >= beta {
                break;
            }
        }
        Ok(root)
    }

    /// The line of best play that begins with `first`, from a root worth `score`.
    #[inline(always)]
    fn line<I: Isa>(
        &mut self,
        isa: I,
        first: Move,
        score: i32,
    ) -> Result<Vec<Move>, CancelledError> {
        let goal = self.solve.options.goal;
        let mut position = *self.solve.position;
        let (mut line, mut mv, mut score) = (Vec::new(), first, score);
        loop {
            line.push(mv);
            position.play(mv);
            score = -score;
            let board = board_of(&position);
            let moves = board.moves(isa);
            let Some((children, scratch)) = self.scratch.split_first_mut() else {
                return Ok(line);
            };
            if moves == 0 {
                if board.passed().moves(isa) == 0 {
                    return Ok(line);
                }
                mv = Move::Pass;
                continue;
            }
            children.fill(isa, board, moves, None);
            // Not the table's move first: what it knows may differ from run to run.
            self.run.rank(isa, children, board)?;
            // The first move that is worth the score.
            let wanted = goal.at_least(score);
            let mut found = None;
            while let Some(child) = children.next() {
                found = Square::from_index(child.square);
                if children.iter().next().is_none() {
                    // The last one must be.
                    break;
                }
                let value = -self.run.null(isa, scratch, node_of(&child), -wanted)?;
                if value >= wanted {
                    break;
                }
            }
            match found {
                Some(square) => mv = Move::Place(square),
                None => return Ok(line),
            }
        }
    }
}
