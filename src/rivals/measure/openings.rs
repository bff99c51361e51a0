//! What the games of a match begin with.

use std::num::NonZeroUsize;

use super::contest::{OPENING, random_opening};
use koteki_games::othello::Position;
use koteki_games::othello::notation::read_transcript;
use koteki_games::random::{Random, derive_seed};
use koteki_games::{Game, GameLine};

/// Where the openings of a match come from. Each is played twice, with colours swapped.
#[derive(Clone, Debug)]
pub enum Openings<G: Game> {
    /// So many random plies.
    Random(u32),
    /// Those of a set, in its order.
    InOrder(Set<G>),
    /// Those of a set in an order drawn at random, anew each time that all have been played.
    ByLot(Set<G>),
}

/// Openings, at least one.
#[derive(Clone, Debug)]
pub struct Set<G: Game> {
    lines: Vec<GameLine<G>>,
    count: NonZeroUsize,
}

impl<G: Game> Set<G> {
    /// The set of these lines, their moves declared [openings](GameLine::opening); `None` of none.
    pub fn new(mut lines: Vec<GameLine<G>>) -> Option<Self> {
        lines.iter_mut().for_each(GameLine::end_opening);
        let count = NonZeroUsize::new(lines.len())?;
        Some(Self { lines, count })
    }

    /// How many there are.
    pub const fn count(&self) -> usize {
        self.count.get()
    }

    fn get(&self, index: usize) -> GameLine<G> {
        self.lines[index % self.count].clone()
    }
}

impl<G: Game> Openings<G> {
    /// The opening of the pair `pair` of games, all that is drawn at random from `seed`.
    pub fn of_pair(&self, pair: u32, seed: u64) -> GameLine<G> {
        let number = pair as usize;
        match self {
            Self::Random(plies) => {
                random_opening(*plies, derive_seed(seed, &[OPENING, u64::from(pair)]))
            }
            Self::InOrder(set) => set.get(number),
            Self::ByLot(set) => {
                let round = (number / set.count) as u64;
                let mut order: Vec<usize> = (0..set.count()).collect();
                Random::derived(seed, &[OPENING, round]).shuffle(&mut order);
                set.get(order[number % set.count])
            }
        }
    }

    /// How many different ones there are, where that is known.
    pub const fn count(&self) -> Option<usize> {
        match self {
            Self::Random(_) => None,
            Self::InOrder(set) | Self::ByLot(set) => Some(set.count()),
        }
    }
}

/// The game from its beginning, its first `plies` moves played at most, or all that leave something to play:
/// `None` of a game without any.
pub fn cut<G: Game>(line: &GameLine<G>, plies: Option<u32>) -> Option<GameLine<G>> {
    let mut cut = GameLine::from_position(line.positions()[0].clone());
    let plies = plies.map_or(usize::MAX, |plies| plies as usize);
    for &mv in line.moves().iter().take(plies) {
        cut.play(mv).ok()?;
    }
    while cut.position().outcome().is_some() {
        cut.undo()?;
    }
    Some(cut)
}

/// The file of the balanced openings: how they were found stands in its head.
pub const BALANCED: &str = include_str!("balanced.txt");

/// The openings of [`BALANCED`].
pub fn balanced() -> Vec<GameLine<Position>> {
    BALANCED
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| read_transcript(line).ok())
        .collect()
}
