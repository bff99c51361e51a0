//! The root: iterations, windows, budgets.

use std::cell::RefCell;
use std::time::Instant;

use super::node::Tree;
use super::table::{INFINITE, Table};
use crate::eval::Evaluator;
use crate::search::budget::{Budget, Cancel, CancelledError, StopError};
use crate::search::root::{RootMove, RootValues, Search};
use koteki_games::Game as _;
use koteki_games::blokus::{Move, Piece, Position};

/// The search with an evaluation.
///
/// The evaluation is asked for the side to move at each leaf, so it need not be antisymmetric.
#[derive(Clone, Debug)]
pub struct BlokusSearch<E>(pub E);

/// What a search within a budget has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The move to play; `None` when there is none.
    pub best: Option<Move>,
    /// The moves with their values at the greatest depth searched to the end; only the best value is
    /// exact, the others are upper bounds.
    pub values: RootValues<Position>,
    /// Whether the game was searched to its end.
    pub exact: bool,
}

/// Which values are to be exact.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// That of one best move.
    One,
    /// Those of all best moves.
    Best,
    /// All.
    Every,
}

/// A root move on its way through the iterations.
#[derive(Clone, Copy)]
struct Entry {
    mv: Move,
    child: Position,
    value: i32,
}

/// No game has more placements.
const LONGEST: u32 = 2 * Piece::COUNT as u32;

impl<E: Evaluator<Position>> BlokusSearch<E> {
    /// The best of `allowed`, legal moves of `position`, as far as the budget lets it be found. At least
    /// one ply is searched, whatever the budget is.
    ///
    /// # Errors
    /// When `cancel` is raised first.
    pub fn analyse(
        &self,
        position: &Position,
        allowed: &[Move],
        budget: Budget,
        cancel: &Cancel,
    ) -> Result<Analysis, CancelledError> {
        self.search(position, allowed, LONGEST, budget, Wanted::One, cancel)
    }

    fn values(
        &self,
        position: &Position,
        depth: u32,
        wanted: Wanted,
        cancel: &Cancel,
    ) -> Result<RootValues<Position>, CancelledError> {
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        let found = self.search(position, &legal, depth, Budget::Unlimited, wanted, cancel)?;
        Ok(RootValues {
            depth,
            ..found.values
        })
    }

    fn search(
        &self,
        position: &Position,
        allowed: &[Move],
        depth: u32,
        budget: Budget,
        wanted: Wanted,
        cancel: &Cancel,
    ) -> Result<Analysis, CancelledError> {
        thread_local! {
            static TABLE: RefCell<Table> = const { RefCell::new(Table::new()) };
        }
        cancel.check()?;
        let depth = depth.clamp(1, LONGEST);
        TABLE.with_borrow_mut(|table| {
            table.begin(table_bits(depth, budget));
            let mut tree = Tree {
                evaluator: &self.0,
                cancel,
                table,
                nodes: 0,
                limit: u64::MAX,
                until: None,
                open: false,
                buffers: Vec::new(),
                killers: Vec::new(),
            };
            deepen(&mut tree, position, allowed, depth, budget, wanted)
        })
    }
}

/// The table's size, as a power of two of places.
fn table_bits(depth: u32, budget: Budget) -> u32 {
    let by_depth = 5 * depth;
    let by_budget = match budget {
        Budget::Unlimited => u32::MAX,
        // A place for a few positions evaluated; some millions of them a second.
        Budget::Nodes(nodes) => (nodes / 8).max(1).ilog2(),
        Budget::Time(time) => (time.as_micros() as u64 / 3).max(1).ilog2(),
    };
    by_depth.min(by_budget).clamp(10, 20)
}

fn deepen<E: Evaluator<Position>>(
    tree: &mut Tree<'_, E>,
    position: &Position,
    allowed: &[Move],
    greatest: u32,
    budget: Budget,
    wanted: Wanted,
) -> Result<Analysis, CancelledError> {
    let mut entries: Vec<Entry> = allowed
        .iter()
        .map(|&mv| {
            let mut child = *position;
            child.play(mv);
            Entry {
                mv,
                child,
                value: 0,
            }
        })
        .collect();
    let mut analysis = Analysis {
        best: entries.first().map(|entry| entry.mv),
        values: RootValues {
            moves: Vec::new(),
            depth: greatest,
            nodes: 0,
        },
        exact: entries.is_empty(),
    };
    let now = Instant::now();
    for depth in 1..=greatest {
        if entries.is_empty() {
            break;
        }
        tree.open = false;
        let mut done = 0;
        let stopped = iterate(tree, &mut entries, depth, wanted, &mut done);
        match stopped {
            Err(StopError::Cancelled) => return Err(CancelledError),
            Err(StopError::Budget) => {
                // The first is the best of the depth before; whatever beats it is better.
                if let Some(best) = first_best(&entries[..done]) {
                    analysis.best = Some(best);
                }
                break;
            }
            Ok(()) => {}
        }
        analysis.best = first_best(&entries);
        analysis.values.depth = depth;
        analysis.values.moves = entries
            .iter()
            .map(|entry| RootMove {
                mv: entry.mv,
                value: entry.value,
            })
            .collect();
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.value));
        if !tree.open {
            // Deeper than the game is as deep as can be.
            analysis.exact = true;
            analysis.values.depth = greatest;
            break;
        }
        // The first ply is free.
        match budget {
            Budget::Unlimited => {}
            Budget::Nodes(nodes) => tree.limit = nodes,
            Budget::Time(time) => tree.until = now.checked_add(time),
        }
        let alone = entries.len() == 1 && budget != Budget::Unlimited;
        if alone || tree.nodes >= tree.limit {
            break;
        }
    }
    // In the order that the moves were given in.
    let place = |mv: Move| allowed.iter().position(|&other| other == mv);
    let mut places: Vec<(Option<usize>, RootMove<Position>)> = analysis
        .values
        .moves
        .iter()
        .map(|&root| (place(root.mv), root))
        .collect();
    places.sort_by_key(|&(place, _)| place);
    analysis.values.moves = places.into_iter().map(|(_, root)| root).collect();
    analysis.values.nodes = tree.nodes;
    Ok(analysis)
}

/// The first entry of the greatest value.
fn first_best(entries: &[Entry]) -> Option<Move> {
    let mut best: Option<&Entry> = None;
    for entry in entries {
        if best.is_none_or(|best| entry.value > best.value) {
            best = Some(entry);
        }
    }
    best.map(|entry| entry.mv)
}

/// Every move of `entries` at `depth` plies; `done` counts those that have a value of that depth.
fn iterate<E: Evaluator<Position>>(
    tree: &mut Tree<'_, E>,
    entries: &mut [Entry],
    depth: u32,
    wanted: Wanted,
    done: &mut usize,
) -> Result<(), StopError> {
    let mut best = -INFINITE;
    for entry in entries {
        let left = depth - u32::from(entry.mv != Move::Pass);
        // Nothing below is asked about; with all best moves wanted, one that is as good is exact too.
        let alpha = match wanted {
            Wanted::Every => -INFINITE,
            Wanted::Best => (best - 1).max(-INFINITE),
            Wanted::One => best,
        };
        let mut value = -INFINITE;
        // A leaf has one value in any window.
        let narrow = alpha > -INFINITE && left > 0;
        if narrow {
            value = -tree.value(&entry.child, left, -alpha - 1, -alpha)?;
        }
        if !narrow || value > alpha {
            value = -tree.value(&entry.child, left, -INFINITE, -alpha)?;
        }
        entry.value = value;
        best = best.max(value);
        *done += 1;
    }
    Ok(())
}

impl<E: Evaluator<Position>> Search<Position> for BlokusSearch<E> {
    fn root_values(
        &self,
        position: &Position,
        depth: u32,
        cancel: &Cancel,
    ) -> Result<RootValues<Position>, CancelledError> {
        self.values(position, depth, Wanted::Every, cancel)
    }

    fn best_moves(
        &self,
        position: &Position,
        depth: u32,
        cancel: &Cancel,
    ) -> Result<RootValues<Position>, CancelledError> {
        self.values(position, depth, Wanted::Best, cancel)
    }
}
