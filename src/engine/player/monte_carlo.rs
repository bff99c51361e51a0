//! The Monte Carlo player of Blokus Duo (Osaki et al. 2009): after every move it may play, the same number
//! of random playouts, and the move of the greatest share of wins.
//!
//! The paper does not say what a draw counts or what decides between equals: here half a win, and the lot.

use super::{Candidate, Choice, Context, Player, PlayerError};
use crate::search::blokus::playout::Playout;
use koteki_games::GameLine;
use koteki_games::blokus::{Move, Position};
use koteki_games::{Game as _, Side};

/// Plays the move that wins most random games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MonteCarlo {
    /// Games played out after every move, at least 1; the paper has 100.
    pub playouts: u32,
}

impl MonteCarlo {
    /// Half points that `side` gets from `position` on: 2 a win, 1 a draw.
    fn half_points(
        self,
        position: &Position,
        side: Side,
        playout: &mut Playout,
        context: &mut Context<'_>,
    ) -> u64 {
        (0..self.playouts)
            .map(|_| {
                let outcome = playout.play(position, context.random);
                match outcome.winner() {
                    Some(winner) => 2 * u64::from(winner == side),
                    None => 1,
                }
            })
            .sum()
    }
}

impl Player<Position> for MonteCarlo {
    /// The candidates are all allowed moves, their values shares of games won in thousandths, and the nodes
    /// games played out; none when there is no choice.
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
        let side = line.position().side_to_move();
        let mut playout = Playout::new();
        let mut points = Vec::with_capacity(allowed.len());
        for &mv in allowed {
            context.cancel.check()?;
            let mut child = *line.position();
            child.play(mv);
            points.push(self.half_points(&child, side, &mut playout, context));
        }
        let most = points.iter().copied().max().unwrap_or(0);
        let best: Vec<Move> = allowed
            .iter()
            .zip(&points)
            .filter(|&(_, &points)| points == most)
            .map(|(&mv, _)| mv)
            .collect();
        let games = 2 * u64::from(self.playouts.max(1));
        let thousandths = |points: u64| i32::try_from(points * 1000 / games).unwrap_or(i32::MAX);
        let values = allowed.iter().zip(&points);
        Ok(Choice {
            mv: *context.random.choose(&best).unwrap_or(&allowed[0]),
            candidates: values
                .map(|(&mv, &points)| Candidate {
                    mv,
                    value: thousandths(points),
                })
                .collect(),
            nodes: u64::from(self.playouts) * allowed.len() as u64,
        })
    }
}
