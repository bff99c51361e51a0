//! The root: one iteration after another, each two plies deeper.

use super::Wanted;
use super::node::{Node, Run};
use crate::search::budget::CancelledError;
use crate::search::isa::{Isa, Task};
use crate::search::othello::children::{Board, Children};
use crate::search::othello::engine::{INFINITE, Window};
use crate::search::root::{RootMove, RootValues};
use koteki_games::othello::{Move, Position, bits};

/// The first node.
pub struct RootNode<'a> {
    /// The search.
    pub run: Run<'a>,
    /// One for each ply.
    pub scratch: &'a mut [Children],
    /// The root.
    pub board: Board,
    /// Moves of the root.
    pub moves: &'a [Move],
    /// Between 1 and the number of empty squares.
    pub depth: u32,
    /// The depth asked for.
    pub asked: u32,
    /// Which moves.
    pub wanted: Wanted,
}

struct Entry {
    index: usize,
    mv: Move,
    node: Node,
    value: i32,
}

// Compiled once, not for every set of instructions.
fn sort(entries: &mut [Entry], wanted: Wanted) {
    match wanted {
        Wanted::Best | Wanted::Every => entries.sort_by_key(|entry| (-entry.value, entry.index)),
        Wanted::Near(theta) => {
            entries.sort_by_key(|entry| ((entry.value - theta).abs(), entry.index));
        }
    }
}

impl Task for RootNode<'_> {
    type Output = Result<RootValues<Position>, CancelledError>;

    #[inline(always)]
    fn run<I: Isa>(mut self, isa: I) -> Self::Output {
        let mut entries: Vec<Entry> = self
            .moves
            .iter()
            .enumerate()
            .map(|(index, &mv)| {
                let board = after(self.board, mv);
                let node = (board, board.moves(isa));
                let value = 0;
                Entry {
                    index,
                    mv,
                    node,
                    value,
                }
            })
            .collect();
        // Values of odd and of even depths differ by a tempo, so two plies less teach most about the order.
        let first = 2 - self.depth % 2;
        for depth in (first..=self.depth).step_by(2) {
            self.iterate(isa, &mut entries, depth)?;
            sort(&mut entries, self.wanted);
        }
        entries.sort_by_key(|entry| entry.index);
        Ok(RootValues {
            moves: entries
                .iter()
                .map(|entry| RootMove {
                    mv: entry.mv,
                    value: entry.value,
                })
                .collect(),
            depth: self.asked,
            nodes: self.run.nodes,
        })
    }
}

impl RootNode<'_> {
    #[inline(always)]
    fn iterate<I: Isa>(
        &mut self,
        isa: I,
        entries: &mut [Entry],
        depth: u32,
    ) -> Result<(), CancelledError> {
        let mut best = -INFINITE;
        let mut distance = INFINITE;
        for entry in entries {
            let node = entry.node;
            let left = depth - u32::from(entry.mv != Move::Pass);
            entry.value = match self.wanted {
                Wanted::Every => self.after(isa, node, left, OPEN)?,
                Wanted::Best if best == -INFINITE => self.after(isa, node, left, OPEN)?,
                Wanted::Best => {
                    // A move that is as good is exact too, a worse one only known as worse.
                    let value = self.after(isa, node, left, (best - 1, best))?;
                    if value < best {
                        value
                    } else {
                        self.after(isa, node, left, (best - 1, INFINITE))?
                    }
                }
                Wanted::Near(_) if distance == INFINITE => self.after(isa, node, left, OPEN)?,
                Wanted::Near(theta) => {
                    let window = (theta - distance - 1, theta + distance + 1);
                    self.after(isa, node, left, window)?
                }
            };
            best = best.max(entry.value);
            if let Wanted::Near(theta) = self.wanted {
                distance = distance.min((entry.value - theta).abs());
            }
        }
        Ok(())
    }

    /// The value of a move for the side at the root.
    #[inline(always)]
    fn after<I: Isa>(
        &mut self,
        isa: I,
        node: Node,
        left: u32,
        (alpha, beta): Window,
    ) -> Result<i32, CancelledError> {
        let window = (-beta, -alpha);
        Ok(-self
            .run
            .value(isa, self.scratch, node, (left, false), window)?)
    }
}

/// No bounds.
const OPEN: Window = (-INFINITE, INFINITE);

fn after(board: Board, mv: Move) -> Board {
    match mv {
        Move::Pass => board.passed(),
        Move::Place(square) => {
            let flips = bits::flips(square.bit(), board.own, board.opp);
            Board {
                own: board.opp & !flips,
                opp: board.own | flips | square.bit(),
            }
        }
    }
}
