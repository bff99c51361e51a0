//! What players give away as a game goes on: the loss of their moves by the number of the move and by
//! phase, in the points of a tester and in discs.
//!
//! Moves are counted without passes, so move n is the one with 61 − n squares empty. The intervals are
//! for games as the sample: moves of one game are not independent of each other. With S the sum of a game's
//! losses and N its moves there, the mean is r = ΣS / ΣN, and its standard error that of the residuals S − rN
//! (a ratio estimator: Cochran 1977, *Sampling Techniques*, §6.4).

use serde::Serialize;

use super::mistake::Phase;
use super::review::Tester;
use crate::measure::loss::MEASURED_PLIES;
use crate::measure::stats::{CONFIDENCE, Interval, Moments};
use koteki_engine::eval::is_decided;
use koteki_engine::eval::othello::learned::discs;
use koteki_engine::search::budget::{Cancel, CancelledError};
use koteki_engine::search::root::Search as _;
use koteki_games::othello::{Move, Position};
use koteki_games::random::{Random, SeedableRng as _};
use koteki_games::{Game as _, GameLine};

/// Moves in a row of the table.
pub const ROW: usize = 5;
/// Rows of the table: a game has at most 60 moves.
pub const ROWS: usize = 60 / ROW;

/// The mean loss of a move in discs over the WTHOR base, five moves a row, as Egaroucid at level 18 sees it:
/// published in the discussion of how people play, Nyanyan/Egaroucid, issue 596.
pub const PUBLISHED: [f64; ROWS] = [
    0.28, 0.71, 0.90, 0.99, 1.08, 1.16, 1.91, 2.39, 2.41, 1.92, 1.11, 0.26,
];

/// Losses added up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sum {
    loss: f64,
    moves: u32,
}

impl Sum {
    fn add(&mut self, loss: f64) {
        self.loss += loss;
        self.moves += 1;
    }

    /// Whether there was no move.
    pub const fn is_empty(&self) -> bool {
        self.moves == 0
    }

    /// Both together.
    pub fn and(self, other: Self) -> Self {
        Self {
            loss: self.loss + other.loss,
            moves: self.moves + other.moves,
        }
    }
}

/// The losses of a game, both sides together.
#[derive(Clone, Debug, PartialEq)]
pub struct GameLosses {
    /// By rows of moves.
    pub rows: [Sum; ROWS],
    /// By [`Phase`].
    pub phases: [Sum; 3],
    /// Up to ply 40, what D is the mean of: Black's moves and White's.
    pub measured: [Sum; 2],
}

impl GameLosses {
    /// What D is the mean of, both sides together.
    pub fn d(&self) -> Sum {
        let [black, white] = self.measured;
        black.and(white)
    }
}

/// What losses are counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LossUnit {
    /// The tester's points; moves whose value or whose best value is a finished game's are left out.
    Points,
    /// Discs: hundredths of them are the points of a learned evaluation, and a finished game's value is its
    /// difference. None is left out.
    Discs,
}

impl LossUnit {
    /// What a move lost; `None` when it is left out.
    fn loss(self, best: i32, value: i32) -> Option<f64> {
        match self {
            Self::Points if is_decided(best) || is_decided(value) => None,
            Self::Points => Some(f64::from(best - value)),
            // Between a result and an estimate the order need not be that of the discs.
            Self::Discs => Some((discs(best) - discs(value)).max(0.0)),
        }
    }
}

/// Judges every move of a game that was chosen.
///
/// # Errors
/// When `cancel` is raised first.
pub fn losses(
    line: &GameLine<Position>,
    tester: &Tester,
    unit: LossUnit,
    cancel: &Cancel,
) -> Result<GameLosses, CancelledError> {
    let mut losses = GameLosses {
        rows: [Sum::default(); ROWS],
        phases: [Sum::default(); 3],
        measured: [Sum::default(); 2],
    };
    for (index, (position, mv)) in line.steps().enumerate().skip(line.opening()) {
        if mv == Move::Pass {
            continue;
        }
        let root = tester.search.root_values(position, tester.depth, cancel)?;
        let (Some(best), Some(value)) = (root.best(), root.value_of(mv)) else {
            continue;
        };
        let Some(loss) = unit.loss(best, value) else {
            continue;
        };
        let before = 60_usize.saturating_sub(position.empties().count_ones() as usize);
        if let Some(row) = losses.rows.get_mut(before / ROW) {
            row.add(loss);
        }
        losses.phases[Phase::of(position) as usize].add(loss);
        if index < MEASURED_PLIES {
            losses.measured[position.side_to_move().index()].add(loss);
        }
    }
    Ok(losses)
}

/// A mean loss, how many moves it is of, and between what it lies.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MeanLoss {
    /// The mean of a move.
    pub mean: f64,
    /// Moves.
    pub moves: u64,
    /// Limits with 95 % confidence; `None` of a single game.
    pub interval: Option<Interval>,
}

/// The mean over games, of what `sum` picks of each; `None` without a move.
pub fn mean(games: &[GameLosses], sum: impl Fn(&GameLosses) -> Sum) -> Option<MeanLoss> {
    let sums: Vec<Sum> = games
        .iter()
        .map(sum)
        .filter(|sum| !sum.is_empty())
        .collect();
    mean_of(&sums)
}

/// The mean over games, each with at least one move; `None` without a game.
pub fn mean_of(sums: &[Sum]) -> Option<MeanLoss> {
    let moves: u64 = sums.iter().map(|sum| u64::from(sum.moves)).sum();
    if moves == 0 {
        return None;
    }
    let mean = sums.iter().map(|sum| sum.loss).sum::<f64>() / moves as f64;
    let residuals: Vec<f64> = sums
        .iter()
        .map(|sum| sum.loss - mean * f64::from(sum.moves))
        .collect();
    let moments = Moments::of(&residuals)?;
    // Per game, where a move is asked for.
    let scale = sums.len() as f64 / moves as f64;
    let interval = moments.mean_interval(CONFIDENCE).map(|interval| Interval {
        // No move loses less than nothing.
        low: (mean + interval.low * scale).max(0.0),
        high: mean + interval.high * scale,
    });
    Some(MeanLoss {
        mean,
        moves,
        interval,
    })
}

/// So many items of those that come by, each set equally likely, whatever their number turns out to be
/// (algorithm R: Vitter 1985). The same for the same seed and order.
#[derive(Debug)]
pub struct Sample<T> {
    items: Vec<(u64, T)>,
    size: usize,
    seen: u64,
    random: Random,
}

impl<T> Sample<T> {
    /// An empty sample that takes `size` items.
    pub fn new(size: usize, seed: u64) -> Self {
        Self {
            items: Vec::new(),
            size,
            seen: 0,
            random: Random::seed_from_u64(seed),
        }
    }

    /// An item comes by; it is made only when it is taken.
    pub fn offer(&mut self, item: impl FnOnce() -> T) {
        let number = self.seen;
        self.seen += 1;
        if self.items.len() < self.size {
            self.items.push((number, item()));
            return;
        }
        let among = usize::try_from(self.seen).unwrap_or(usize::MAX);
        if let Some(place) = self.items.get_mut(self.random.below(among)) {
            *place = (number, item());
        }
    }

    /// How many came by.
    pub const fn seen(&self) -> u64 {
        self.seen
    }

    /// The sample, in the order in which its items came.
    pub fn items(mut self) -> Vec<T> {
        self.items.sort_by_key(|&(number, _)| number);
        self.items.into_iter().map(|(_, item)| item).collect()
    }
}
