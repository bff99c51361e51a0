//! The player that does not look: every allowed move is equally likely.

use super::{Choice, Context, Player, PlayerError};
use koteki_games::{Game, GameLine};

/// Plays any allowed move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Random;

impl<G: Game> Player<G> for Random {
    fn choose(
        &self,
        _line: &GameLine<G>,
        allowed: &[G::Move],
        context: &mut Context<'_>,
    ) -> Result<Choice<G>, PlayerError> {
        Ok(Choice {
            mv: allowed[context.random.below(allowed.len())],
            candidates: Vec::new(),
            nodes: 0,
        })
    }
}
