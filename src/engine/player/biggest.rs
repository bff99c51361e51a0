//! The player of Blokus Duo that plays the largest piece that fits: the first advice to a beginner.

use super::{Choice, Context, Player, PlayerError};
use koteki_games::GameLine;
use koteki_games::blokus::{Move, Position};

/// Plays one of the allowed moves whose piece covers most squares, drawn at random.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Biggest;

/// Squares a move covers.
fn size(mv: Move) -> u32 {
    mv.placement()
        .map_or(0, |placement| placement.piece().size())
}

impl Player<Position> for Biggest {
    fn choose(
        &self,
        _line: &GameLine<Position>,
        allowed: &[Move],
        context: &mut Context<'_>,
    ) -> Result<Choice<Position>, PlayerError> {
        let most = allowed.iter().map(|&mv| size(mv)).max().unwrap_or(0);
        let largest: Vec<Move> = allowed
            .iter()
            .copied()
            .filter(|&mv| size(mv) == most)
            .collect();
        Ok(Choice {
            mv: *context.random.choose(&largest).unwrap_or(&allowed[0]),
            candidates: Vec::new(),
            nodes: 0,
        })
    }
}
