//! Blokus Duo searched where it is most promising, for an evaluation that is a winning rate.
//!
//! A tree of which each step opens one leaf: all placements there are evaluated, and the best of them counts for
//! every position on the way, as the mean over all steps through it. The way down goes to the child of the greatest
//! `x̄ + c p √N / n` (x̄: its mean for the side that moves there; n: its steps, its own evaluation being the first; N:
//! those of its parent; p: its part of the promise, the softmax of the children's logits). That is how AlphaZero
//! chooses (Silver et al. 2017), with a static evaluation for both of what its network gives.
//!
//! [`BlokusSearch`] looks at hundreds of placements for each side, all equally far; this one follows few lines further.
//! At equal nodes and weights it has 0.550 (0.469 to 0.628) of the points with 40,000 nodes a move (100 games), 0.750
//! (0.621 to 0.846) with 200,000 (40). What it says is no minimax value, so the end is left to [`BlokusSearch`], which
//! plays it exactly.

use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

use super::BlokusSearch;
use super::node::is_over;
use crate::eval::blokus::Evaluation;
use crate::eval::blokus::form::{SLOPE, ply};
use crate::eval::blokus::weights::UNIT;
use crate::search::budget::{Budget, Cancel, CancelledError};
use koteki_games::Game as _;
use koteki_games::blokus::{Move, Position};

/// The search with an evaluation.
#[derive(Clone, Debug)]
pub struct BestFirst(pub Arc<Evaluation>);

/// What has been found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// The move to play; `None` if there are no moves.
    pub best: Option<Move>,
    /// What it is worth, in units of the evaluation.
    pub value: i32,
    /// Positions evaluated.
    pub nodes: u64,
    /// Whether the game was searched to its end.
    pub exact: bool,
}

/// *c*. In 100 games of 20,000 nodes a move 0.6 has 0.515 against it and 1.5 0.550, with limits 0.08 to each side.
const EXPLORATION: f32 = 1.0;
/// Logits of a placement by which it promises e times as much. Likewise 0.15 has 0.475 and 0.6 has 0.495.
const TEMPERATURE: f32 = 0.3;
/// Children that a position keeps. With these alone it has 0.505 against keeping all, and needs a part of the memory.
const KEPT: usize = 40;
/// The most positions that a tree grows to (some 100 MB).
const MOST: usize = 4_000_000;
/// Steps between two looks at the clock and the cancel flag.
const POLL: u32 = 16;
/// Pieces on the board from which the exact end is looked for, with a part of the budget.
const ENDING: usize = 20;
const PART: u32 = 4;

struct Node {
    mv: Move,
    visits: u32,
    /// Of the rates that its visits came to, for the side that moved here.
    sum: f32,
    promise: f32,
    /// Where its children are, so many of them.
    first: u32,
    children: u8,
    /// Whether the game is over here.
    over: bool,
}

impl Node {
    fn mean(&self) -> f32 {
        self.sum / self.visits as f32
    }

    // A tree has far fewer than 2^32.
    fn children(&self) -> Range<usize> {
        self.first as usize..self.first as usize + usize::from(self.children)
    }
}

impl BestFirst {
    /// The best of `allowed`, legal moves of `position`, as far as the budget and the largest tree let it be found. At
    /// least one ply is searched, whatever the budget is; without a budget the whole game is, by [`BlokusSearch`].
    ///
    /// # Errors
    /// When `cancel` is raised first.
    pub fn analyse(
        &self,
        position: &Position,
        allowed: &[Move],
        budget: Budget,
        cancel: &Cancel,
    ) -> Result<Found, CancelledError> {
        let begun = Instant::now();
        let mut nodes = 0;
        if ply(position) >= ENDING || budget == Budget::Unlimited {
            let part = match budget {
                Budget::Unlimited => Budget::Unlimited,
                Budget::Nodes(nodes) => Budget::Nodes(nodes / u64::from(PART)),
                Budget::Time(time) => Budget::Time(time / PART),
            };
            let end = BlokusSearch(Arc::clone(&self.0)).analyse(position, allowed, part, cancel)?;
            nodes = end.values.nodes;
            if end.exact {
                return Ok(Found {
                    best: end.best,
                    value: end.best.and_then(|mv| end.values.value_of(mv)).unwrap_or(0),
                    nodes,
                    exact: true,
                });
            }
        }
        let mut tree = Tree::new(&self.0, position, allowed, nodes);
        let mut steps = 0_u32;
        while tree.nodes[0].children > 1 && tree.nodes.len() < MOST {
            if steps.is_multiple_of(POLL) {
                cancel.check()?;
            }
            let enough = match budget {
                Budget::Unlimited => false,
                Budget::Nodes(nodes) => tree.evaluated >= nodes,
                Budget::Time(time) => steps.is_multiple_of(POLL) && begun.elapsed() >= time,
            };
            if enough {
                break;
            }
            tree.step(position);
            steps += 1;
        }
        let root = &tree.nodes[tree.nodes[0].children()];
        let best = root.iter().reduce(|best, next| {
            if (next.visits, next.mean()) > (best.visits, best.mean()) {
                next
            } else {
                best
            }
        });
        Ok(Found {
            best: best.map(|node| node.mv),
            value: best.map_or(0, |node| value_of(node.mean())),
            nodes: tree.evaluated,
            exact: false,
        })
    }
}

/// The value, in units of the evaluation, that stands for a rate.
fn value_of(rate: f32) -> i32 {
    let rate = f64::from(rate).clamp(1e-6, 1.0 - 1e-6);
    (libm::log(rate / (1.0 - rate)) / SLOPE * f64::from(UNIT)) as i32
}

struct Tree<'a> {
    evaluation: &'a Evaluation,
    nodes: Vec<Node>,
    evaluated: u64,
    /// The nodes of the step in hand.
    path: Vec<usize>,
    moves: Vec<Move>,
}

impl<'a> Tree<'a> {
    fn new(
        evaluation: &'a Evaluation,
        position: &Position,
        allowed: &[Move],
        evaluated: u64,
    ) -> Self {
        let root = Node {
            mv: Move::Pass,
            visits: 1,
            sum: 0.0,
            promise: 1.0,
            first: 0,
            children: 0,
            over: false,
        };
        let mut tree = Self {
            evaluation,
            nodes: vec![root],
            evaluated,
            path: Vec::new(),
            moves: allowed.to_vec(),
        };
        if !allowed.is_empty() {
            tree.open(0, position);
        }
        tree
    }

    /// Goes down to a leaf, opens it and enters what it is worth all the way up.
    fn step(&mut self, position: &Position) {
        let mut position = *position;
        let mut at = 0;
        self.path.clear();
        self.path.push(at);
        while self.nodes[at].children > 0 {
            at = self.pick(at);
            position.play(self.nodes[at].mv);
            self.path.push(at);
        }
        let mut rate = if self.nodes[at].over {
            // A step must cost something, or a search of nothing but ends would not end.
            self.evaluated += 1;
            self.nodes[at].mean()
        } else {
            self.moves.clear();
            position.legal_moves(&mut self.moves);
            1.0 - self.open(at, &position)
        };
        for &node in self.path.iter().rev() {
            let node = &mut self.nodes[node];
            node.visits += 1;
            node.sum += rate;
            rate = 1.0 - rate;
        }
    }

    fn pick(&self, at: usize) -> usize {
        let parent = &self.nodes[at];
        let eagerness = EXPLORATION * (parent.visits as f32).sqrt();
        let mut best = (f32::MIN, parent.first as usize);
        for child in parent.children() {
            let node = &self.nodes[child];
            let worth = (node.sum + eagerness * node.promise) / node.visits as f32;
            if worth > best.0 {
                best = (worth, child);
            }
        }
        best.1
    }

    /// Gives `at`, whose position this is, its children, by `moves`; the rate of the best one for the side to move.
    // At most `KEPT` children, of fewer than 2^32 nodes.
    fn open(&mut self, at: usize, position: &Position) -> f32 {
        let first = self.nodes.len();
        for &mv in &self.moves {
            let mut child = *position;
            child.play(mv);
            let over = is_over(&child);
            let logit = if over {
                // As good as certain; a draw is half.
                let difference = child.count().difference(position.side_to_move());
                10.0 * difference.signum() as f32
            } else {
                let value = -self.evaluation.value(&child);
                value as f32 * (SLOPE as f32 / UNIT as f32)
            };
            self.nodes.push(Node {
                mv,
                visits: 1,
                sum: 0.0,
                promise: logit,
                first: 0,
                children: 0,
                over,
            });
        }
        self.evaluated += self.moves.len() as u64;
        // Stable, so that the order of moves decides between equals.
        self.nodes[first..].sort_by(|one, other| other.promise.total_cmp(&one.promise));
        self.nodes.truncate(first + KEPT);
        let children = &mut self.nodes[first..];
        let best = children[0].promise;
        let mut all = 0.0;
        for node in children.iter_mut() {
            node.sum = 1.0 / (1.0 + libm::expf(-node.promise));
            node.promise = libm::expf((node.promise - best) / TEMPERATURE);
            all += node.promise;
        }
        for node in children.iter_mut() {
            node.promise /= all;
        }
        let best = children[0].sum;
        let count = children.len();
        let parent = &mut self.nodes[at];
        parent.first = first as u32;
        parent.children = count as u8;
        best
    }
}
