//! Plain αβ, the oracle: no ordering, no table, one position at a time.
//!
//! Written as max and min for the root side, not as negamax, so that evaluations that belong to the
//! root side are searched rightly too.

use super::budget::{Cancel, CancelledError};
use super::root::{RootMove, RootValues, Search};
use crate::eval::{Evaluator, decided_value};
use koteki_games::{Game, Side};

/// Plain αβ with `evaluator` at the leaves.
#[derive(Clone, Copy, Debug)]
pub struct Reference<E>(pub E);

struct Run<'a, G: Game, E> {
    evaluator: &'a E,
    root: Side,
    cancel: &'a Cancel,
    nodes: u64,
    buffers: Vec<Vec<G::Move>>,
}

/// Leaves between two looks at the cancel flag.
const POLL: u64 = 1024;

impl<G: Game, E: Evaluator<G>> Run<'_, G, E> {
    fn value(
        &mut self,
        position: &G,
        depth: u32,
        mut alpha: i32,
        mut beta: i32,
    ) -> Result<i32, CancelledError> {
        if let Some(outcome) = position.outcome() {
            self.nodes += 1;
            return Ok(decided_value(outcome.difference(self.root)));
        }
        if depth == 0 {
            self.nodes += 1;
            if self.nodes.is_multiple_of(POLL) {
                self.cancel.check()?;
            }
            return Ok(self.evaluator.evaluate(position, self.root));
        }
        let mut moves = self.buffers.pop().unwrap_or_default();
        position.legal_moves(&mut moves);
        let maximise = position.side_to_move() == self.root;
        let mut best = if maximise { i32::MIN } else { i32::MAX };
        for &mv in &moves {
            let mut child = position.clone();
            child.play(mv);
            let value = self.value(&child, depth - u32::from(!G::is_pass(mv)), alpha, beta)?;
            if maximise {
                best = best.max(value);
                alpha = alpha.max(best);
            } else {
                best = best.min(value);
                beta = beta.min(best);
            }
            if alpha >= beta {
                break;
            }
        }
        self.buffers.push(moves);
        Ok(best)
    }
}

impl<G: Game, E: Evaluator<G>> Search<G> for Reference<E> {
    fn root_values(
        &self,
        position: &G,
        depth: u32,
        cancel: &Cancel,
    ) -> Result<RootValues<G>, CancelledError> {
        let mut run = Run {
            evaluator: &self.0,
            root: position.side_to_move(),
            cancel,
            nodes: 0,
            buffers: Vec::new(),
        };
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        let mut moves = Vec::with_capacity(legal.len());
        for mv in legal {
            let mut child = position.clone();
            child.play(mv);
            let left = depth.max(1) - u32::from(!G::is_pass(mv));
            moves.push(RootMove {
                mv,
                value: run.value(&child, left, i32::MIN, i32::MAX)?,
            });
        }
        Ok(RootValues {
            moves,
            depth,
            nodes: run.nodes,
        })
    }
}
