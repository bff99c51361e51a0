//! TOQN, the player of Osaki et al. (2009): deepening αβ with a learned winning rate, as far as a budget
//! allows.

use std::sync::Arc;

use super::{Candidate, Choice, Context, Player, PlayerError};
use crate::eval::blokus::Evaluation;
use crate::eval::blokus::form::ply;
use crate::search::blokus::BlokusSearch;
use crate::search::blokus::best_first::BestFirst;
use crate::search::budget::Budget;
use koteki_games::blokus::{Move, Position};
use koteki_games::{Game as _, GameLine};

/// Plays the best move it finds within its budget.
#[derive(Clone, Debug)]
pub struct Toqn {
    search: BlokusSearch<Arc<Evaluation>>,
    budget: Budget,
    best_first: bool,
    vary: i32,
}

/// Pieces on the board before which an opening is.
const OPENING: usize = 4;

impl Toqn {
    /// A player that looks ahead with `evaluation` for as long as `budget` says; without one it plays out
    /// every game.
    pub const fn new(evaluation: Arc<Evaluation>, budget: Budget) -> Self {
        Self {
            search: BlokusSearch(evaluation),
            budget,
            best_first: false,
            vary: 0,
        }
    }

    /// The same, but it looks where it is most promising.
    pub const fn best_first(mut self, best_first: bool) -> Self {
        self.best_first = best_first;
        self
    }

    /// The same, but in the opening any move that is worth, a ply ahead, at most so much less than the best: it
    /// searches the same however often it is asked, and people would meet one game again and again.
    pub const fn varying(mut self, vary: i32) -> Self {
        self.vary = vary;
        self
    }

    /// Moves of an opening, where it varies.
    fn openings(&self, position: &Position, allowed: &[Move]) -> Vec<Move> {
        if self.vary == 0 || ply(position) >= OPENING {
            return Vec::new();
        }
        let worth = |&mv: &Move| {
            let mut child = *position;
            child.play(mv);
            -self.search.0.value(&child)
        };
        let best = allowed.iter().map(worth).max();
        let least = best.map_or(0, |best| best.saturating_sub(self.vary));
        let good = allowed.iter().filter(|&mv| worth(mv) >= least);
        good.copied().collect()
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
        let openings = self.openings(line.position(), allowed);
        if let Some(&mv) = context.random.choose(&openings) {
            return Ok(Choice {
                mv,
                candidates: Vec::new(),
                nodes: allowed.len() as u64,
            });
        }
        if self.best_first {
            let search = BestFirst(Arc::clone(&self.search.0));
            let found = search.analyse(line.position(), allowed, self.budget, context.cancel)?;
            let mv = found.best.unwrap_or(allowed[0]);
            let value = found.value;
            return Ok(Choice {
                mv,
                candidates: vec![Candidate { mv, value }],
                nodes: found.nodes,
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
