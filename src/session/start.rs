//! Where a game begins: the usual start, a balanced opening drawn at random, a position
//! that a person chose.

use koteki_games::othello::Position;
use koteki_games::othello::notation::read_transcript;
use koteki_games::random::Random;
use koteki_games::{GameLine, Side};
use koteki_rivals::coach::openings;
use koteki_rivals::roster::kit::Kit;

/// Where a game begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Start<K: Kit = Position> {
    /// The usual start, with as many moves drawn at random as the settings say.
    #[default]
    Usual,
    /// After one of the [balanced openings](Kit::balanced), drawn at random.
    Balanced,
    /// At the end of this line: of a game of a file, of an opening, of a board that was set up.
    Chosen(Box<GameLine<K>>),
}

impl Start {
    /// From the usual start with discs of `side` in so many corners.
    pub fn corners(side: Side, corners: usize) -> Self {
        Self::chosen(GameLine::from_position(Position::with_corners(
            side, corners,
        )))
    }

    /// After the opening of this number in the coach's table.
    pub fn opening(number: usize) -> Self {
        openings::all()
            .nth(number)
            .and_then(|it| read_transcript(it.moves).ok())
            .map_or(Self::Usual, Self::chosen)
    }
}

impl<K: Kit> Start<K> {
    /// At the end of `line`, whose moves no one at the table has chosen.
    pub fn chosen(mut line: GameLine<K>) -> Self {
        line.end_opening();
        Self::Chosen(Box::new(line))
    }

    /// Whether a game that begins so may count toward the person's level. What was drawn at random may; what
    /// a person chose may not: they could choose what suits them.
    pub const fn counts(&self) -> bool {
        !matches!(self, Self::Chosen(_))
    }

    /// One of the balanced openings that the program's search has found, drawn at random.
    pub fn balanced(seed: u64) -> GameLine<K> {
        let mut random = Random::derived(seed, &[BALANCED]);
        let mut line = random.choose(&K::balanced()).cloned().unwrap_or_default();
        line.end_opening();
        line
    }
}

/// Coordinate of the draws of balanced openings.
const BALANCED: u64 = 4;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn balanced_openings_are_eight_moves_that_nobody_chose() {
        let mut different = std::collections::HashSet::new();
        for seed in 0..20 {
            let line = Start::<Position>::balanced(seed);
            assert_eq!((line.ply(), line.opening()), (8, 8));
            assert_eq!(line, Start::<Position>::balanced(seed));
            different.insert(format!("{:?}", line.moves()));
        }
        assert!(different.len() > 15);
    }
}
