//! The player of the paper on weights: the move after which `f` is greatest (evaluation and formula:
//! [`crate::eval::othello::bp_fs_cn`]).

use super::{Candidate, Choice, Context, Player, PlayerError};
use crate::eval::othello::bp_fs_cn::Evaluation;
use koteki_games::GameLine;
use koteki_games::othello::{Move, Position};

/// Plays the move of the greatest f.
#[derive(Clone, Debug)]
pub struct BpFsCn {
    evaluation: Evaluation,
    depth: u32,
}

impl BpFsCn {
    /// A player that looks `depth` plies ahead, at least 1.
    pub const fn new(evaluation: Evaluation, depth: u32) -> Self {
        Self { evaluation, depth }
    }
}

impl Player<Position> for BpFsCn {
    /// The candidates are all allowed moves with f, noise included, rounded.
    fn choose(
        &self,
        line: &GameLine<Position>,
        allowed: &[Move],
        context: &mut Context<'_>,
    ) -> Result<Choice<Position>, PlayerError> {
        context.cancel.check()?;
        let (own, opp) = (line.position().own(), line.position().opp());
        let mut candidates = Vec::with_capacity(allowed.len());
        let mut best = (allowed[0], f64::NEG_INFINITY);
        for &mv in allowed {
            let Some(square) = mv.square() else {
                continue;
            };
            let (evaluation, depth) = (&self.evaluation, self.depth);
            let (_, value) = evaluation.best(own, opp, square.bit(), depth, context.random);
            if value > best.1 {
                best = (mv, value);
            }
            candidates.push(Candidate {
                mv,
                value: libm::round(value) as i32,
            });
        }
        Ok(Choice {
            mv: best.0,
            nodes: candidates.len() as u64,
            candidates,
        })
    }
}
