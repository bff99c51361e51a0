//! UCT: which moves win most of many random playouts.
//!
//! The tree of Kocsis and Szepesvári (2006): from the root down the child of the greatest
//! `x̄ + c √(ln N / n)` is followed (x̄: its mean result for the side that moves there, 1 a win and ½ a
//! draw; n: its visits; N: those of its parent), each child once before any twice; a position reached for
//! the first time is played out with random moves, all legal ones equally likely, and the result
//! is entered all the way up. A position gets children when it is reached the second time.
//!
//! UCT+ is "UCT improved by adding the evaluation" (Ueda 2012, §5.4.2, after Maehara, Hashimoto and
//! Kobayashi 2010, whose formula it does not give). Here the evaluation is added to the selection in
//! the usual way, as a progressive bias (Chaslot et al. 2008): `b · H / (n + 1)` more for a child whose
//! static value *v* for the side that moves there makes `H = 1 / (1 + exp(−v / scale))`. Children not yet
//! visited are taken in the order of H.
//!
//! No other search serves: this one needs no evaluation, and its answers are shares of games won, not
//! minimax values. It knows no game: any [`Game`] will do.
//!
//! With a number of playouts the answer depends on nothing but the generator; with a time it depends
//! on the machine and on what else runs there.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::budget::{Cancel, CancelledError};
use crate::eval::Evaluator;
use koteki_games::random::Random;
use koteki_games::{Game, Side};

/// What a search may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// So many games played out, at least 1. The same answer every time.
    Playouts(u32),
    /// So long. Not reproducible.
    Time(Duration),
}

/// The part that the evaluation has in UCT+.
#[derive(Clone)]
pub struct Prior<G> {
    /// The evaluation.
    pub evaluator: Arc<dyn Evaluator<G>>,
    /// *b*: how many visits' worth of a whole result the evaluation counts.
    pub weight: f64,
    /// The value, in units of the evaluation, that makes H = 0.73; above 0.
    pub scale: f64,
}

impl<G> fmt::Debug for Prior<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prior")
            .field("weight", &self.weight)
            .field("scale", &self.scale)
            .finish_non_exhaustive()
    }
}

/// A search by games played out.
#[derive(Clone, Debug)]
pub struct Uct<G> {
    /// When to stop.
    pub effort: Effort,
    /// *c*, how much children visited little are preferred; 0 or more.
    pub exploration: f64,
    /// The evaluation of UCT+; `None` for plain UCT.
    pub prior: Option<Prior<G>>,
}

/// A move at the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VisitedMove<M> {
    /// The move.
    pub mv: M,
    /// Games that began with it.
    pub visits: u32,
    /// The share of them won by the side that moves, a draw being half a win; 0 without visits.
    pub share: f64,
}

/// The most nodes a tree grows to (some 200 MB); beyond, its leaves are played out every time.
const MOST_NODES: usize = 4_000_000;

/// Playouts between two looks at the clock and at the cancel flag.
const POLL: u32 = 32;

struct Node<M> {
    /// The move that leads here; `None` at the root.
    mv: Option<M>,
    visits: u32,
    /// Results for the side that moved here, 2 a win and 1 a draw.
    half_points: u64,
    /// H of UCT+; 0 without.
    prior: f64,
    /// Where its children are; `None` before they are made.
    children: Option<Range<usize>>,
}

impl<M> Node<M> {
    const fn new(mv: Option<M>, prior: f64) -> Self {
        Self {
            mv,
            visits: 0,
            half_points: 0,
            prior,
            children: None,
        }
    }

    fn share(&self) -> f64 {
        if self.visits == 0 {
            0.0
        } else {
            self.half_points as f64 / (2.0 * f64::from(self.visits))
        }
    }
}

impl<G: Game> Uct<G> {
    /// The moves of `allowed` (legal moves of `position`, at least one) with what their games came to, in
    /// their order.
    ///
    /// # Errors
    /// When `cancel` is raised first.
    pub fn search(
        &self,
        position: &G,
        allowed: &[G::Move],
        random: &mut Random,
        cancel: &Cancel,
    ) -> Result<Vec<VisitedMove<G::Move>>, CancelledError> {
        let mut tree = Tree {
            uct: self,
            nodes: vec![Node::new(None, 0.0)],
            path: Vec::new(),
            moves: Vec::new(),
        };
        tree.grow(0, position, allowed);
        let begun = Instant::now();
        let mut done = 0_u32;
        loop {
            if done.is_multiple_of(POLL) {
                cancel.check()?;
            }
            let enough = match self.effort {
                Effort::Playouts(playouts) => done >= playouts.max(1),
                Effort::Time(time) => {
                    done > 0 && done.is_multiple_of(POLL) && begun.elapsed() >= time
                }
            };
            if enough || done == u32::MAX {
                break;
            }
            tree.playout(position.clone(), random);
            done += 1;
        }
        let root = tree.nodes[0].children.clone().unwrap_or_default();
        Ok(tree.nodes[root]
            .iter()
            .filter_map(|node| {
                Some(VisitedMove {
                    mv: node.mv?,
                    visits: node.visits,
                    share: node.share(),
                })
            })
            .collect())
    }
}

struct Tree<'a, G: Game> {
    uct: &'a Uct<G>,
    nodes: Vec<Node<G::Move>>,
    /// The nodes of the game in hand, each with the side that moved there.
    path: Vec<(usize, Side)>,
    moves: Vec<G::Move>,
}

impl<G: Game> Tree<'_, G> {
    /// Gives node `at`, whose position this is, its children.
    fn grow(&mut self, at: usize, position: &G, moves: &[G::Move]) {
        let first = self.nodes.len();
        for &mv in moves {
            let prior = self.uct.prior.as_ref().map_or(0.0, |prior| {
                let mut after = position.clone();
                after.play(mv);
                let side = position.side_to_move();
                let value = match after.outcome() {
                    Some(outcome) => f64::from(outcome.difference(side).signum()) * f64::INFINITY,
                    None => f64::from(prior.evaluator.evaluate(&after, side)),
                };
                // A draw at the end of the game is 0 times infinity.
                let value = if value.is_nan() { 0.0 } else { value };
                1.0 / (1.0 + libm::exp(-value / prior.scale))
            });
            self.nodes.push(Node::new(Some(mv), prior));
        }
        self.nodes[at].children = Some(first..self.nodes.len());
    }

    /// One game from the root to its end.
    fn playout(&mut self, mut position: G, random: &mut Random) {
        let mut at = 0;
        self.path.clear();
        self.path.push((0, position.side_to_move().other()));
        while let Some(children) = self.children(at, &position) {
            let Some(child) = self.pick(at, children, random) else {
                break;
            };
            let side = position.side_to_move();
            if let Some(mv) = self.nodes[child].mv {
                position.play(mv);
            }
            self.path.push((child, side));
            at = child;
        }
        loop {
            position.legal_moves(&mut self.moves);
            let Some(&mv) = random.choose(&self.moves) else {
                break;
            };
            position.play(mv);
        }
        let winner = position.outcome().and_then(|outcome| outcome.winner());
        for &(node, side) in &self.path {
            let node = &mut self.nodes[node];
            node.visits += 1;
            node.half_points += match winner {
                None => 1,
                Some(winner) => 2 * u64::from(winner == side),
            };
        }
    }

    /// The children of node `at`, made if it has been here before; `None` where the tree ends.
    fn children(&mut self, at: usize, position: &G) -> Option<Range<usize>> {
        let node = &self.nodes[at];
        if node.children.is_none() {
            if node.visits == 0 || self.nodes.len() >= MOST_NODES {
                return None;
            }
            let mut moves = std::mem::take(&mut self.moves);
            position.legal_moves(&mut moves);
            self.grow(at, position, &moves);
            self.moves = moves;
        }
        self.nodes[at].children.clone()
    }

    /// The child to follow; `None` when there is none because the game is over.
    fn pick(&self, at: usize, children: Range<usize>, random: &mut Random) -> Option<usize> {
        let fresh = |&child: &usize| self.nodes[child].visits == 0;
        let unvisited = children.clone().filter(fresh).count();
        if unvisited > 0 {
            return if self.uct.prior.is_some() {
                children.filter(fresh).reduce(|best, child| {
                    if self.nodes[child].prior > self.nodes[best].prior {
                        child
                    } else {
                        best
                    }
                })
            } else {
                children.filter(fresh).nth(random.below(unvisited))
            };
        }
        let log = libm::log(f64::from(self.nodes[at].visits.max(1)));
        let bias = self.uct.prior.as_ref().map_or(0.0, |prior| prior.weight);
        let bound = |child: usize| {
            let node = &self.nodes[child];
            let visits = f64::from(node.visits);
            node.share()
                + self.uct.exploration * (log / visits).sqrt()
                + bias * node.prior / (visits + 1.0)
        };
        children
            .map(|child| (bound(child), child))
            .reduce(|best, next| if next.0 > best.0 { next } else { best })
            .map(|(_, child)| child)
    }
}
