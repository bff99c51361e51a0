//! Games of Blokus Duo played out at random, fast: nothing is listed but counts, and the move drawn is
//! looked up in them.
//!
//! [`crate::search::uct`] plays any game out; this one serves where playouts are all there is to a player or to
//! a teacher (Osaki et al. 2009: the winning rate of so many random playouts).

use crate::search::isa::{Isa, Path, Task};
use koteki_games::blokus::reach::Ways;
use koteki_games::blokus::{Placement, Position, Square};
use koteki_games::random::Random;
use koteki_games::{Game as _, Outcome, Side};

/// Plays games out; keeps its memory from one to the next.
#[derive(Clone, Debug)]
pub struct Playout {
    found: Box<Anchors>,
    path: Path,
}

/// The anchors of a side.
#[derive(Clone, Debug)]
struct Anchors {
    squares: [Square; Square::COUNT],
    /// In how many ways those before each of them can be covered.
    before: [u32; Square::COUNT],
    /// The ways to cover it.
    ways: [Ways; Square::COUNT],
}

impl Default for Playout {
    fn default() -> Self {
        Self {
            found: Box::new(Anchors {
                squares: [Square::start(Side::Black); Square::COUNT],
                before: [0; Square::COUNT],
                ways: [Ways::NONE; Square::COUNT],
            }),
            path: Path::best(),
        }
    }
}

impl Playout {
    /// Ready to play.
    pub fn new() -> Self {
        Self::default()
    }

    /// The result of a game from `position` on in which every move of both sides is drawn at random, all
    /// legal ones equally likely.
    pub fn play(&mut self, position: &Position, random: &mut Random) -> Outcome {
        self.path.enter(Game {
            found: &mut self.found,
            position: *position,
            random,
        })
    }
}

impl Anchors {
    /// A random placement of the side to move; `None` when there is none.
    #[inline(always)]
    fn draw(&mut self, position: &Position, random: &mut Random) -> Option<Placement> {
        let (mut count, mut total) = (0, 0);
        position.ways_or_none(position.side_to_move(), |square, ways| {
            self.squares[count] = square;
            self.before[count] = total;
            self.ways[count] = *ways;
            total += ways.len();
            count += 1;
            true
        });
        if total == 0 {
            return None;
        }
        // Below the total, which is a u32.
        let drawn = random.below(total as usize) as u32;
        // Of anchors with as many before them only the last can be covered at all.
        let after = self
            .before
            .get(..count)?
            .partition_point(|&before| before <= drawn);
        let last = after.checked_sub(1)?;
        self.ways[last].nth(self.squares[last], drawn - self.before[last])
    }
}

/// A game to be played out.
struct Game<'a> {
    found: &'a mut Anchors,
    position: Position,
    random: &'a mut Random,
}

impl Task for Game<'_> {
    type Output = Outcome;

    #[inline(always)]
    fn run<I: Isa>(mut self, _: I) -> Outcome {
        // Who cannot place anything never can again.
        let mut stuck = [false; 2];
        while stuck != [true; 2] {
            let side = self.position.side_to_move();
            if !stuck[side.index()] {
                if let Some(placement) = self.found.draw(&self.position, self.random) {
                    self.position.place(placement);
                    continue;
                }
                stuck[side.index()] = true;
            }
            self.position.pass();
        }
        self.position.count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use koteki_games::random::{Rng as _, SeedableRng as _};

    /// The same draws and the same end, whatever the game is compiled for.
    #[test]
    fn every_processor_plays_the_same_games() {
        let start = Position::start();
        let (mut here, mut anywhere) = (Playout::new(), Playout::new());
        for seed in 0..200 {
            let mut lots = [Random::seed_from_u64(seed), Random::seed_from_u64(seed)];
            let [fast, plain] = &mut lots;
            let portable = Game {
                found: &mut anywhere.found,
                position: start,
                random: plain,
            };
            assert_eq!(here.play(&start, fast), Path::PORTABLE.enter(portable));
            assert_eq!(lots[0].next_u64(), lots[1].next_u64());
        }
    }
}
