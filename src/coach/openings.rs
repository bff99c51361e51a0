//! Names of openings, as people call them.
//!
//! The table `openings.tsv` has the moves of each. An opening is known by the position it leads to, up
//! to the symmetries of the board, so moves in another order, or a game that begins with d3 instead of
//! c4, go by the same name.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::game::GameLine;
use crate::game::othello::notation::read_transcript;
use crate::game::othello::{Position, Symmetry};

/// An opening.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Opening {
    /// What it is called; other names after strokes.
    pub name: &'static str,
    /// The moves it is published with.
    #[serde(skip)]
    pub moves: &'static str,
}

/// What is read: a row that is none of an opening is left out, and a test counts them.
static TABLE: LazyLock<HashMap<(u64, u64, bool), Opening>> = LazyLock::new(|| {
    all()
        .filter_map(|opening| {
            let line = read_transcript(opening.moves).ok()?;
            Some((key(line.position()), opening))
        })
        .collect()
});

/// Every opening of the table, in its order.
pub fn all() -> impl Iterator<Item = Opening> {
    include_str!("openings.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once('\t'))
        .map(|(moves, name)| Opening { name, moves })
}

/// One of the eight images of a position, always the same.
fn key(position: &Position) -> (u64, u64, bool) {
    use crate::game::{Game as _, Side};
    let black = position.side_to_move() == Side::Black;
    // The symmetries that exchange the colours of the start lead to no position of a game.
    Symmetry::of_start()
        .map(|symmetry| {
            let image = symmetry.position(position);
            (image.discs(Side::Black), image.discs(Side::White), black)
        })
        .min()
        .unwrap_or((position.own(), position.opp(), black))
}

/// The opening of a game: the last position of it that has a name, and the number of moves up to there.
/// `None` for a game from another start, or without a name.
#[must_use]
pub fn opening(line: &GameLine<Position>) -> Option<(&'static Opening, usize)> {
    use crate::game::Game as _;
    if *line.positions().first()? != Position::start() {
        return None;
    }
    let positions = line.positions().iter().enumerate().take(LONGEST + 1);
    positions
        .rev()
        .find_map(|(ply, position)| Some((TABLE.get(&key(position))?, ply)))
}

/// Plies of the longest line of the table.
const LONGEST: usize = 22;
