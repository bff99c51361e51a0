//! TOQN, the player of Osaki et al. (2009): deepening αβ with a learned winning rate, as far as a budget
//! allows.

use std::sync::Arc;

use super::{Candidate, Choice, Context, Player, PlayerError};
use crate::eval::blokus::Evaluation;
use crate::search::blokus::BlokusSearch;
use crate::search::budget::Budget;
use koteki_games::GameLine;
use koteki_games::blokus::{Move, Position};

/// Plays the best move it finds within its budget.
#[derive(Clone, Debug)]
pub struct Toqn {
    search: BlokusSearch<Arc<Evaluation>>,
    budget: Budget,
}

impl Toqn {
    /// A player that looks ahead with `evaluation` for as long as `budget` says; without one it plays out
    /// every game.
    pub const fn new(evaluation: Arc<Evaluation>, budget: Budget) -> Self {
        Self {
            search: BlokusSearch(evaluation),
            budget,
        }
    }
}

impl Player<Position> for Toqn {
    /// The candidate is the move played, with its value at the greatest depth searched to the end; none
    /// when there is no choice.
    fn choose(
        &self,
        line: &GameLine<Position>,
        allowed: &[Move],
        context: &mut Context<'_>,
    ) -> Result<Choice<Position>, PlayerError> {
        if let &[mv] = allowed {
            return Ok(Choice {
                mv,
                candidates: Vec::new(),
                nodes: 0,
            });
        }
        let found = self
            .search
            .analyse(line.position(), allowed, self.budget, context.cancel)?;
        let mv = found.best.unwrap_or(allowed[0]);
        let value = found.values.value_of(mv);
        Ok(Choice {
            mv,
            candidates: value
                .map(|value| Candidate { mv, value })
                .into_iter()
                .collect(),
            nodes: found.values.nodes,
        })
    }
}
