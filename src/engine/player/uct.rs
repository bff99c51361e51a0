//! The player that plays the move its random games favour: UCT and UCT+ (see [`crate::search::uct`]).
//!
//! It plays to win and counts no discs: where every move loses, or every move wins, one is as good as
//! another to it. That is UCT as the rival thesis of 2012 has it, an opponent to be measured, and not a
//! player that is held back.

use super::{Candidate, Choice, Context, Player, PlayerError};
use crate::search::uct::Uct;
use koteki_games::{Game, GameLine};

/// Plays the move most visited; of several, that with the greatest share of games won, then the first.
#[derive(Clone, Debug)]
pub struct MostVisited<G> {
    search: Uct<G>,
}

impl<G> MostVisited<G> {
    /// A player that asks `search`.
    pub const fn new(search: Uct<G>) -> Self {
        Self { search }
    }
}

impl<G: Game> Player<G> for MostVisited<G> {
    /// The candidates are all allowed moves, their values shares of games won in thousandths, and the nodes
    /// games played out; none when there is no choice.
    fn choose(
        &self,
        line: &GameLine<G>,
        allowed: &[G::Move],
        context: &mut Context<'_>,
    ) -> Result<Choice<G>, PlayerError> {
        if let &[mv] = allowed {
            return Ok(Choice {
                mv,
                candidates: Vec::new(),
                nodes: 0,
            });
        }
        let position = line.position();
        let found = self
            .search
            .search(position, allowed, context.random, context.cancel)?;
        let best = found.iter().copied().reduce(|best, next| {
            if (next.visits, next.share) > (best.visits, best.share) {
                next
            } else {
                best
            }
        });
        let thousandths = |share: f64| libm::round(share * 1000.0) as i32;
        Ok(Choice {
            mv: best.map_or(allowed[0], |best| best.mv),
            candidates: found
                .iter()
                .map(|it| Candidate {
                    mv: it.mv,
                    value: thousandths(it.share),
                })
                .collect(),
            nodes: found.iter().map(|it| u64::from(it.visits)).sum(),
        })
    }
}
