//! Games of Blokus Duo played out by lot, fast: nothing is listed but counts, and the move drawn is
//! looked up in them.
//!
//! [`super::uct`] plays any game out; this one serves where playouts are all there is to a player or to
//! a teacher (Osaki et al. 2009: the winning rate of so many random playouts).

use crate::game::blokus::reach::Ways;
use crate::game::blokus::{Position, Square};
use crate::game::{Game as _, Outcome};
use crate::random::Random;

/// Plays games out; keeps its memory from one to the next.
#[derive(Clone, Debug, Default)]
pub struct Playout {
    /// The squares at which the side to move can place something, in how many ways those before them can
    /// be covered, and the ways.
    found: Vec<(Square, u32, Ways)>,
}

impl Playout {
    /// Ready to play.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The result of a game from `position` on in which every move of both sides is drawn by lot, all
    /// legal ones equally likely.
    pub fn play(&mut self, position: &Position, random: &mut Random) -> Outcome {
        let mut position = *position;
        // Who cannot place anything never can again.
        let mut stuck = [false; 2];
        while stuck != [true; 2] {
            let side = position.side_to_move();
            if !stuck[side.index()] && !self.place(&mut position, random) {
                stuck[side.index()] = true;
            }
            if position.side_to_move() == side {
                position.pass();
            }
        }
        position.count()
    }

    /// Makes a random placement; `false` when there is none.
    fn place(&mut self, position: &mut Position, random: &mut Random) -> bool {
        let found = &mut self.found;
        found.clear();
        let mut total = 0;
        position.ways(position.side_to_move(), |square, ways| {
            found.push((square, total, *ways));
            total += ways.len();
            true
        });
        // Below the total, which is a u32.
        #[allow(clippy::cast_possible_truncation)]
        let drawn = random.below(total as usize) as u32;
        let after = found.partition_point(|&(_, before, _)| before <= drawn);
        let placement = after.checked_sub(1).and_then(|index| {
            let (square, before, ways) = &found[index];
            ways.nth(*square, drawn - before)
        });
        if let Some(placement) = placement {
            position.place(placement);
        }
        placement.is_some()
    }
}
