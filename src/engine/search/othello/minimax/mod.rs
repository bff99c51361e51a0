//! Othello searched for evaluations that belong to the side at the root, those of
//! [`crate::eval::othello::tsukamoto`]: V, −|V| and θ − |V − θ|.
//!
//! The others don't serve: [`othello`](super) and [`deepening`](super::deepening) search in negamax form
//! with evaluations that are antisymmetric and know nothing of who is at the root; [`mod@reference`](crate::search::reference)
//! does, but has no order of moves, no table and a scale of its own for ended games.
//!
//! The value of a move is plain minimax: the side at the root takes the greatest value, the other side the
//! smallest, at the leaves stands the evaluation for the side at the root, at ended games its value of
//! them. A converted evaluation is just another evaluation here: the search believes that the other side
//! works against it.
//!
//! As in [`deepening`](super::deepening): moves in the order that a search two plies less deep has found, null windows,
//! a table, and the leaves evaluated several boards at a time. What is known of a board depends on who is
//! at the root, so the table's key tells the two apart.

mod node;
mod root;

use std::cell::RefCell;

use super::children::{Board, Children};
use crate::eval::othello::tsukamoto::Leaves;
use crate::search::budget::{Cancel, CancelledError};
use crate::search::isa::Path;
use crate::search::othello::bounds::Table;
use crate::search::root::RootValues;
use koteki_games::othello::{Move, Position};
use node::Run;

/// Which moves are to be judged exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The best moves, all of them; the others are left with an upper bound below the best.
    Best,
    /// The moves whose value is nearest to this one, all of them; the others are left with a bound that is
    /// farther.
    Near(i32),
    /// Every move.
    Every,
}

/// A search of one position.
#[derive(Clone, Copy, Debug)]
pub struct MinimaxSearch {
    /// The evaluation, for the side to move at the root.
    pub leaves: Leaves,
    /// In plies, at least 1; a pass costs none.
    pub depth: u32,
    /// Which moves.
    pub wanted: Wanted,
    /// The instructions used. Changes the speed and nothing else.
    pub path: Path,
}

struct Memory {
    table: Table,
    children: Vec<Children>,
}

impl MinimaxSearch {
    /// A search on the fastest path this processor has.
    pub fn new(leaves: Leaves, depth: u32, wanted: Wanted) -> Self {
        Self {
            leaves,
            depth,
            wanted,
            path: Path::best(),
        }
    }

    /// The values of the `moves`, legal ones of `position`, in the order given.
    ///
    /// # Errors
    /// When `cancel` is raised first.
    pub fn values(
        &self,
        position: &Position,
        moves: &[Move],
        cancel: &Cancel,
    ) -> Result<RootValues<Position>, CancelledError> {
        thread_local! {
            static MEMORY: RefCell<Memory> = const {
                RefCell::new(Memory { table: Table::new(), children: Vec::new() })
            };
        }
        cancel.check()?;
        let board = Board {
            own: position.own(),
            opp: position.opp(),
        };
        // No line is longer than the squares left.
        let depth = self.depth.min(position.empties().count_ones()).max(1);
        MEMORY.with_borrow_mut(|memory| {
            memory.table.begin((2 * depth).clamp(10, 20));
            if memory.children.len() < depth as usize {
                memory.children.resize_with(depth as usize, Children::new);
            }
            let run = Run::new(self.leaves, &memory.table, cancel);
            self.path.enter(root::RootNode {
                run,
                scratch: &mut memory.children[..],
                board,
                moves,
                depth,
                asked: self.depth,
                wanted: self.wanted,
            })
        })
    }
}
