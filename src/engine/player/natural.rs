//! Moves that no beginner takes for natural are not played (Ueda 2012, §4.3).
//!
//! Two rules, as the thesis' survey of ten beginners has them:
//!
//! 1. where a corner can be taken, it is taken, whatever else there is;
//! 2. no disc is put beside a corner (on the three squares around it) when the opponent could then take
//!    that corner with the next move.
//!
//! Where every move breaks the second rule it is off (the thesis is silent: something has to be played).
//!
//! The thesis overwrites values, and leaves open whether at the root only or inside the search too. Here
//! the rules hold for the move that is played and for nothing else: they are about what is seen to be
//! played, and a search that believed them of the opponent would not see a corner given away. A player
//! that wears them judges moves as before, so its losses stay what they are.

use super::{Choice, Context, Player, PlayerError};
use koteki_games::othello::{Move, Position, bits};
use koteki_games::{Game as _, GameLine};

/// A player that keeps to the rules.
#[derive(Clone, Debug)]
pub struct Natural<P>(pub P);

impl<P: Player<Position>> Player<Position> for Natural<P> {
    fn choose(
        &self,
        line: &GameLine<Position>,
        allowed: &[Move],
        context: &mut Context<'_>,
    ) -> Result<Choice<Position>, PlayerError> {
        let natural = natural_moves(line.position(), allowed);
        self.0.choose(line, &natural, context)
    }
}

/// The moves of `allowed`, legal ones of `position`, that the rules leave; never none of some.
pub fn natural_moves(position: &Position, allowed: &[Move]) -> Vec<Move> {
    let pick = |keep: &dyn Fn(&Move) -> bool| -> Vec<Move> {
        allowed.iter().copied().filter(|mv| keep(mv)).collect()
    };
    let corners = pick(&|mv| bit(*mv) & bits::CORNERS != 0);
    if !corners.is_empty() {
        return corners;
    }
    let kept = pick(&|mv| !gives_a_corner(position, *mv));
    if kept.is_empty() {
        allowed.to_vec()
    } else {
        kept
    }
}

/// Whether `mv`, legal in `position`, stands beside a corner that the opponent can take next.
pub fn gives_a_corner(position: &Position, mv: Move) -> bool {
    let corners = bits::neighbours(bit(mv)) & bits::CORNERS;
    if corners == 0 {
        return false;
    }
    let mut after = *position;
    after.play(mv);
    after.placements() & corners != 0
}

fn bit(mv: Move) -> u64 {
    mv.square().map_or(0, |square| square.bit())
}
