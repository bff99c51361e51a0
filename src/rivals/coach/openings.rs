//! Names of openings, as people call them.
//!
//! The table `openings.tsv` has the moves of each. An opening is known by the position it leads to, up
//! to the symmetries of the board, so moves in another order, or a game that begins with d3 instead of
//! c4, go by the same name.

use std::collections::HashMap;
use std::sync::LazyLock;

use koteki_games::GameLine;
use koteki_games::othello::notation::read_transcript;
use koteki_games::othello::{Position, Symmetry};

/// An opening.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Opening {
    /// What it is called; other names after strokes.
    pub name: &'static str,
    /// The moves it is published with.
    #[serde(skip)]
    pub moves: &'static str,
}

/// Black's discs, White's, and whether Black is to move.
type Key = (u64, u64, bool);

/// What is read: a row that is not an opening is left out, and a test counts them.
static TABLE: LazyLock<HashMap<Key, (usize, Opening)>> = LazyLock::new(|| {
    all()
        .enumerate()
        .filter_map(|(number, opening)| {
            let line = read_transcript(opening.moves).ok()?;
            Some((key(line.position()), (number, opening)))
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

/// The openings that `text` may mean, by their numbers in [`all`]: those with a name that is `text`; where there
/// are none, those whose names begin with it; else those that have it anywhere. Upper and lower case are the
/// same.
pub fn find(text: &str) -> Vec<usize> {
    let text = text.trim().to_lowercase();
    if text.is_empty() {
        return Vec::new();
    }
    let fits = |fit: &dyn Fn(&str) -> bool| -> Vec<usize> {
        let one = |(number, opening): (usize, Opening)| {
            let whole = opening.name.to_lowercase();
            let named = fit(&whole) || whole.split('/').any(|name| fit(name.trim()));
            named.then_some(number)
        };
        all().enumerate().filter_map(one).collect()
    };
    [
        fits(&|name| name == text),
        fits(&|name| name.starts_with(&text)),
        fits(&|name| name.contains(&text)),
    ]
    .into_iter()
    .find(|found| !found.is_empty())
    .unwrap_or_default()
}

/// The one opening that `name` means, by its number in [`all`].
///
/// # Errors
/// When there is none or more than one, in words.
pub fn by_name(name: &str) -> Result<usize, String> {
    match find(name)[..] {
        [number] => Ok(number),
        [] => Err(format!(
            "no opening is called {name:?}: try a part of a name, such as tiger; \
             opening=balanced draws one at random"
        )),
        ref several => {
            let named = |&number: &usize| all().nth(number).map(|it| it.name);
            let names: Vec<&str> = several.iter().filter_map(named).collect();
            Err(several_openings(name, &names))
        }
    }
}

/// One of the eight images of a position, always the same.
fn key(position: &Position) -> Key {
    use koteki_games::{Game as _, Side};
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
pub fn opening(line: &GameLine<Position>) -> Option<(&'static Opening, usize)> {
    named(line).map(|((_, opening), ply)| (opening, ply))
}

/// The same by its number in [`all`].
pub fn number(line: &GameLine<Position>) -> Option<(usize, usize)> {
    named(line).map(|((number, _), ply)| (*number, ply))
}

fn named(line: &GameLine<Position>) -> Option<(&'static (usize, Opening), usize)> {
    use koteki_games::Game as _;
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

fn several_openings(name: &str, names: &[&str]) -> String {
    const SHOWN: usize = 4;
    let more = names.len().saturating_sub(SHOWN);
    let list = names[..names.len() - more].join("; ");
    let more = if more == 0 {
        String::new()
    } else {
        format!("; {more} more")
    };
    format!("{name:?} may be {list}{more}")
}
