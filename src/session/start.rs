//! Where a game begins: the usual start, an opening drawn by lot that leaves neither side ahead, a position
//! that somebody chose.

use std::sync::LazyLock;

use crate::coach::openings;
use crate::eval::learned::UNIT;
use crate::game::GameLine;
use crate::game::othello::Position;
use crate::game::othello::notation::read_transcript;
use crate::measure::contest::random_opening;
use crate::random::derive_seed;
use crate::roster::{Evaluation, TesterSpec};
use crate::search::budget::Cancel;
use crate::search::root::Search;

/// Where a game begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Start {
    /// The usual start, with as many moves drawn by lot as the settings say.
    #[default]
    Usual,
    /// After [`BALANCED_PLIES`] moves drawn by lot that leave neither side ahead.
    Balanced,
    /// At the end of this line: of a game of a file, of an opening, of a board that was set up.
    Chosen(Box<GameLine<Position>>),
}

impl Start {
    /// After the opening of this number in the coach's table.
    #[must_use]
    pub fn opening(number: usize) -> Self {
        openings::all()
            .nth(number)
            .and_then(|it| read_transcript(it.moves).ok())
            .map_or(Self::Usual, |line| Self::Chosen(Box::new(line)))
    }

    /// Whether a game that begins so may count toward the person's level. What was drawn by lot may; what
    /// somebody chose may not: they could choose what suits them.
    #[must_use]
    pub const fn counts(&self) -> bool {
        !matches!(self, Self::Chosen(_))
    }
}

/// Moves of a balanced opening.
pub const BALANCED_PLIES: u32 = 8;
/// How far ahead either side is in it at most, in discs, as the learned tester sees it.
pub const BALANCED_BAND: i32 = 2;
/// Plies that the tester looks ahead.
pub const BALANCED_DEPTH: u32 = 4;
/// Openings that are drawn at most; after so many the most even of them is taken.
const DRAWS: u64 = 100;

/// The tester that looks at openings: made once, for its tables are large.
static TESTER: LazyLock<Box<dyn Search<Position>>> = LazyLock::new(|| {
    let mut spec = TesterSpec {
        eval: Evaluation::Learned,
        ..TesterSpec::THESIS
    };
    spec.search.depth = BALANCED_DEPTH;
    spec.search()
});

/// An opening of [`BALANCED_PLIES`] moves drawn by lot, with passes among them where they are forced, in which
/// the learned tester sees neither side ahead by more than [`BALANCED_BAND`] discs.
#[must_use]
pub fn balanced_opening(seed: u64) -> GameLine<Position> {
    let mut best: Option<(i32, GameLine<Position>)> = None;
    for draw in 0..DRAWS {
        let line = random_opening(BALANCED_PLIES, derive_seed(seed, &[BALANCED, draw]));
        let Some(value) = value(line.position()) else {
            continue;
        };
        if value.abs() <= BALANCED_BAND * UNIT {
            return line;
        }
        if best.as_ref().is_none_or(|(least, _)| value.abs() < *least) {
            best = Some((value.abs(), line));
        }
    }
    best.map_or_else(GameLine::default, |(_, line)| line)
}

/// What the side to move may hope for, in units of the learned evaluation.
fn value(position: &Position) -> Option<i32> {
    let values = TESTER
        .best_moves(position, BALANCED_DEPTH, &Cancel::new())
        .ok()?;
    values.best()
}

/// Coordinate of the draws of balanced openings.
const BALANCED: u64 = 4;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game as _;

    #[test]
    fn a_balanced_opening_is_eight_moves_and_even_also_to_one_who_looks_further() {
        let mut different = std::collections::HashSet::new();
        for seed in 0..20 {
            let line = balanced_opening(seed);
            assert_eq!((line.ply(), line.opening()), (8, 8));
            assert!(line.position().outcome().is_none());
            let deeper = TESTER
                .root_values(line.position(), BALANCED_DEPTH + 4, &Cancel::new())
                .unwrap();
            // Two discs by four plies; one who sees eight may see some more, but nothing decided.
            assert!(deeper.best().unwrap().abs() <= 8 * UNIT, "{line:?}");
            different.insert(format!("{:?}", line.moves()));
            assert_eq!(line, balanced_opening(seed));
        }
        assert!(different.len() > 15);
    }
}
