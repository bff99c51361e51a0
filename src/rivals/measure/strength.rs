//! How strong a person is, from few moves and with honest uncertainty: a Bayesian choice model.
//!
//! The mean loss D of one game says little, and its bootstrap interval claims too much: the rare large
//! losses that decide it may not have happened yet. Here every move is weighed against what else there
//! was to play. The model has two parameters, the *temperature* T (in points of the tester: how small
//! a loss still escapes the player) and the *lapse* ε (how often a move is played without looking):
//!
//! ```text
//! P(move i) = (1 − ε) · exp(−l_i / T) / Σ_j exp(−l_j / T) + ε / |A|
//! ```
//!
//! with l_i the tester's best value minus the value of move i and |A| the number of legal moves. It
//! descends from Di Fatta, Haworth and Regan 2009 ("Skill Rating by Bayesian Inference") and Regan and
//! Haworth 2011. The posterior lives on a grid of [`TEMPERATURES`] × [`LAPSES`] points.
//!
//! What is shown is not T or ε but D, as everywhere: each grid point has the D that the tester finds in
//! games of such a player against itself, the very procedure of Ueda 2012, §5.2, by which the players of
//! the [ladder](super::level) were measured. These D are in `strength.csv`, made by
//! `koteki experiment strength-reference --scale paper --seed 1 --table strength`.
//!
//! Forced moves say nothing and are left out, and so are positions in which the best value is a
//! finished game's. A move from an open position into a lost game is no multiple of T but counts as a
//! lapse.
//!
//! Between games a person changes a little: ln T moves by N(0, [`DRIFT`]²).

use std::sync::LazyLock;

use serde::Serialize;

use super::stats::{CONFIDENCE, Interval};
use koteki_engine::eval::is_decided;
use koteki_engine::player::agent::MEASURED_PLIES;
use koteki_engine::search::budget::{Cancel, CancelledError};
use koteki_engine::search::root::{RootValues, Search};
use koteki_games::{Game, GameLine, Side};

/// Number of temperatures of the grid: from [`COLDEST`] to [`HOTTEST`], evenly in ln T.
pub const TEMPERATURES: usize = 61;
/// The least temperature, in points of the tester: as good as perfect.
pub const COLDEST: f64 = 1.0;
/// The greatest temperature: as good as random.
pub const HOTTEST: f64 = 4000.0;

/// The lapses ε of the grid.
pub const LAPSES: [f64; 19] = [
    0.0, 0.005, 0.01, 0.015, 0.02, 0.03, 0.04, 0.055, 0.075, 0.1, 0.13, 0.17, 0.22, 0.28, 0.36,
    0.46, 0.58, 0.72, 0.9,
];

/// The lapses that D was measured for; between them it is interpolated.
pub const MEASURED_LAPSES: [f64; 9] = [0.0, 0.01, 0.025, 0.05, 0.1, 0.175, 0.3, 0.5, 0.8];

/// Points of the grid; point t · 19 + e has temperature number t and lapse number e.
pub const CELLS: usize = TEMPERATURES * LAPSES.len();

/// How much a choice is trusted to say, beside what it would say if players were as the model has them:
/// the power of the likelihood (a tempered posterior; Grünwald 2012). Of [`TRUSTS`], on seed 1001 of
/// `koteki experiment strength-estimators --scale paper` (its table `trust`), by a rule written down before
/// that was run: of those whose error of ln D over all subjects is, from one game and from three, no larger
/// than the plain D's, the one whose intervals hold the truth most nearly in 95 % (mean of one game and
/// three); if there are none, the one of least error from three games. There the plain D was off by 0.754
/// and 0.455, and these by 0.566 and 0.378 (1), 0.601 and 0.418 (0.6), 0.640 and 0.461 (0.4), 0.691 and
/// 0.521 (0.25); of the first two the second held the truth more often, in 0.857 of the cases (0.827).
pub const TRUST: f64 = 0.6;
/// Those that were tried.
pub const TRUSTS: [f64; 4] = [1.0, 0.6, 0.4, 0.25];

/// Standard deviation of the change of ln T between two games.
pub const DRIFT: f64 = 0.1;

/// Prior of ln T: its mean, a player between Intermediate and Beginner …
const PRIOR_MEAN: f64 = 2.5;
/// … and its standard deviation: a factor of 4 either way is nothing unusual.
const PRIOR_SD: f64 = 1.4;
/// Prior of ε: Beta(1, this).
const PRIOR_LAPSE: f64 = 10.0;

/// Temperature number `index` of the grid.
pub fn temperature(index: usize) -> f64 {
    let part = index as f64 / (TEMPERATURES - 1) as f64;
    COLDEST * libm::exp(part * libm::log(HOTTEST / COLDEST))
}

/// Distance of neighbours on the grid in ln T.
fn step() -> f64 {
    libm::log(HOTTEST / COLDEST) / (TEMPERATURES - 1) as f64
}

/// One choice of a player as the tester sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// What each legal move gives away, in any order: at least two, at least one of them 0. Moves into
    /// a lost game have a loss beyond [`koteki_engine::eval::DECIDED`] − 10⁶.
    pub losses: Vec<i32>,
    /// What the move played gives away: one of `losses`.
    pub chosen: i32,
}

impl Decision {
    /// The choice of `mv` in a position with these values; `None` when it says nothing: a forced move
    /// or a pass, a decided position, a move that is not listed.
    pub fn of<G: Game>(values: &RootValues<G>, mv: G::Move) -> Option<Self> {
        let best = values.best()?;
        let chosen = best - values.value_of(mv)?;
        if values.moves.len() < 2 || is_decided(best) {
            return None;
        }
        let losses = values.moves.iter().map(|root| best - root.value).collect();
        Some(Self { losses, chosen })
    }

    /// The choices of `side` in `line` up to ply 40, after its [opening](GameLine::opening), searched
    /// `depth` plies deep by `tester`.
    ///
    /// # Errors
    /// When `cancel` is raised first.
    pub fn of_line<G: Game>(
        line: &GameLine<G>,
        side: Side,
        tester: &dyn Search<G>,
        depth: u32,
        cancel: &Cancel,
    ) -> Result<Vec<Self>, CancelledError> {
        let mut decisions = Vec::new();
        let steps = line.steps().enumerate().skip(line.opening());
        for (index, (position, mv)) in steps {
            if index < MEASURED_PLIES && position.side_to_move() == side && !G::is_pass(mv) {
                let values = tester.root_values(position, depth, cancel)?;
                decisions.extend(Self::of(&values, mv));
            }
        }
        Ok(decisions)
    }
}

/// What a model player plays in a position: the probability of each move, in the order of `losses`.
pub fn choice(losses: &[i32], temperature: f64, lapse: f64) -> Vec<f64> {
    let weights: Vec<f64> = losses
        .iter()
        .map(|&loss| libm::exp(-f64::from(loss) / temperature))
        .collect();
    let sum: f64 = weights.iter().sum();
    let blind = lapse / losses.len() as f64;
    weights
        .iter()
        .map(|weight| (1.0 - lapse) * weight / sum + blind)
        .collect()
}

/// ln of the probability that a model player makes these choices, for each grid point.
pub fn log_likelihood(decisions: &[Decision]) -> Vec<f64> {
    let mut logs = vec![0.0; CELLS];
    for (t, row) in logs.chunks_exact_mut(LAPSES.len()).enumerate() {
        let heat = temperature(t);
        for Decision { losses, chosen } in decisions {
            let weight = |loss: i32| libm::exp(-f64::from(loss) / heat);
            let sum: f64 = losses.iter().map(|&loss| weight(loss)).sum();
            let (aware, blind) = (weight(*chosen) / sum, 1.0 / losses.len() as f64);
            for (log, lapse) in row.iter_mut().zip(LAPSES) {
                *log += libm::log((1.0 - lapse) * aware + lapse * blind);
            }
        }
    }
    logs
}

/// The D of every grid point. A table that could not be read has none at all; a test reads it.
static TABLE: LazyLock<Vec<f64>> = LazyLock::new(|| {
    let rows = include_str!("strength.csv").lines().skip(1);
    let read = rows.map(|row| row.rsplit(',').next().and_then(|d| d.parse().ok()));
    let read: Vec<f64> = read.map(|d| d.unwrap_or(f64::NAN)).collect();
    let mut table: Vec<f64> = read
        .chunks_exact(MEASURED_LAPSES.len())
        .flat_map(|row| LAPSES.map(|lapse| between(&MEASURED_LAPSES, row, lapse)))
        .collect();
    table.resize(CELLS, f64::NAN);
    table
});

/// The value at `x` of the line through the points (`xs`, `ys`), the last piece going on beyond them.
fn between(xs: &[f64], ys: &[f64], x: f64) -> f64 {
    let last = xs.len() - 2;
    let piece = (0..=last).find(|&it| x <= xs[it + 1]).unwrap_or(last);
    let share = (x - xs[piece]) / (xs[piece + 1] - xs[piece]);
    ys[piece] + share * (ys[piece + 1] - ys[piece])
}

/// The D of a model player in games against itself, as the table has it, by the numbers of its
/// temperature and its lapse. `None` beyond the grid.
pub fn table_d(temperature: usize, lapse: usize) -> Option<f64> {
    let on = temperature < TEMPERATURES && lapse < LAPSES.len();
    on.then(|| TABLE[temperature * LAPSES.len() + lapse])
}

/// An estimate of D.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Strength {
    /// The median of the posterior of D.
    pub d: f64,
    /// Its 2.5 % and 97.5 % quantiles.
    pub interval: Interval,
    /// Standard deviation of ln D.
    pub log_sd: f64,
}

/// What is believed of a player after some games.
#[derive(Clone, Debug, PartialEq)]
pub struct Belief {
    /// Probability of each grid point.
    mass: Vec<f64>,
    /// Games seen.
    games: u32,
    /// What they said about ln D: the sum of the gains in precision (1 / variance).
    information: f64,
    /// The power of the likelihood.
    trust: f64,
}

impl Default for Belief {
    fn default() -> Self {
        Self::prior()
    }
}

/// How many more games narrow an estimate, and to what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct More {
    /// Games.
    pub games: u32,
    /// Half the width of the interval of D after them, in whole points.
    pub within: u32,
}

/// A narrowing worth speaking of: the width shrinks to this part.
const NARROWER: f64 = 0.75;
/// More games than this are not promised.
const FAR: u32 = 20;

impl Belief {
    /// Before the first game.
    pub fn prior() -> Self {
        let mut mass = Vec::with_capacity(CELLS);
        for t in 0..TEMPERATURES {
            let z = (libm::log(temperature(t)) - PRIOR_MEAN) / PRIOR_SD;
            for e in 0..LAPSES.len() {
                mass.push(libm::exp(-z * z / 2.0) * lapse_mass(e));
            }
        }
        normalise(&mut mass);
        Self {
            mass,
            games: 0,
            information: 0.0,
            trust: TRUST,
        }
    }

    /// The same, trusting choices as much as this instead of [`TRUST`], to compare.
    pub fn prior_trusting(trust: f64) -> Self {
        Self {
            trust,
            ..Self::prior()
        }
    }

    /// What was kept of a belief: the probabilities of all points, the games and the information
    /// behind them; `None` when they are invalid.
    pub fn restored(mut mass: Vec<f64>, games: u32, information: f64) -> Option<Self> {
        let sound = mass.len() == CELLS
            && mass.iter().all(|mass| mass.is_finite() && *mass >= 0.0)
            && mass.iter().sum::<f64>() > 0.0
            && information.is_finite();
        sound.then(|| {
            normalise(&mut mass);
            Self {
                mass,
                games,
                information,
                trust: TRUST,
            }
        })
    }

    /// The probability of each grid point.
    pub fn mass(&self) -> &[f64] {
        &self.mass
    }

    /// Games seen.
    pub const fn games(&self) -> u32 {
        self.games
    }

    /// What the games said about ln D: the sum of the gains in precision.
    pub const fn information(&self) -> f64 {
        self.information
    }

    /// Takes in one more game of a person, who has drifted since the last one.
    pub fn see_game(&mut self, decisions: &[Decision]) {
        self.see_game_likely(&log_likelihood(decisions));
    }

    /// The same with the [likelihood](log_likelihood) of its choices, for those who need it more than once.
    pub fn see_game_likely(&mut self, likelihood: &[f64]) {
        if self.games > 0 {
            self.drift();
        }
        let before = self.log_variance();
        self.see_likely(likelihood);
        let after = self.log_variance();
        self.games = self.games.saturating_add(1);
        self.information += 1.0 / after - 1.0 / before;
    }

    /// Multiplies by the likelihood of these choices to the power [`TRUST`] (Bayes' rule, tempered).
    pub fn see(&mut self, decisions: &[Decision]) {
        self.see_likely(&log_likelihood(decisions));
    }

    fn see_likely(&mut self, likelihood: &[f64]) {
        let mut logs: Vec<f64> = self.mass.iter().map(|&mass| libm::log(mass)).collect();
        for (log, likelihood) in logs.iter_mut().zip(likelihood) {
            *log += self.trust * likelihood;
        }
        let top = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if top.is_finite() {
            for (mass, log) in self.mass.iter_mut().zip(logs) {
                *mass = libm::exp(log - top);
            }
            normalise(&mut self.mass);
        }
    }

    /// ln T += N(0, DRIFT²), as the three-point kernel of that variance; nothing leaves the grid.
    fn drift(&mut self) {
        let side = DRIFT * DRIFT / (2.0 * step() * step());
        let row = LAPSES.len();
        let old = self.mass.clone();
        for (cell, mass) in self.mass.iter_mut().enumerate() {
            let below = cell.checked_sub(row).map_or(old[cell], |it| old[it]);
            let above = old.get(cell + row).copied().unwrap_or(old[cell]);
            *mass = (1.0 - 2.0 * side) * old[cell] + side * (below + above);
        }
        normalise(&mut self.mass);
    }

    fn log_moments(&self) -> (f64, f64) {
        let logs = || TABLE.iter().map(|&d| libm::log(d));
        let mean: f64 = self.mass.iter().zip(logs()).map(|(m, log)| m * log).sum();
        let squares = self.mass.iter().zip(logs());
        let variance = squares
            .map(|(m, log)| m * (log - mean) * (log - mean))
            .sum();
        (mean, variance)
    }

    fn log_variance(&self) -> f64 {
        // Not 0, for it is divided by.
        self.log_moments().1.max(1e-9)
    }

    /// What is known about D.
    pub fn strength(&self) -> Strength {
        let order = sorted(&TABLE);
        let tail = (1.0 - CONFIDENCE) / 2.0;
        let at = |part| self.quantile(&TABLE, &order, part);
        Strength {
            d: at(0.5),
            interval: Interval {
                low: at(tail),
                high: at(1.0 - tail),
            },
            log_sd: libm::sqrt(self.log_variance()),
        }
    }

    /// The value below which `part` of the mass lies, between the middles of the points' masses.
    fn quantile(&self, values: &[f64], order: &[usize], part: f64) -> f64 {
        let mut below = 0.0;
        let mut last: Option<(f64, f64)> = None;
        for &cell in order {
            let middle = below + self.mass[cell] / 2.0;
            below += self.mass[cell];
            if middle >= part {
                return last.map_or(values[cell], |(place, value)| {
                    let share = (part - place) / (middle - place).max(f64::MIN_POSITIVE);
                    value + (values[cell] - value) * share
                });
            }
            last = Some((middle, values[cell]));
        }
        last.map_or(f64::NAN, |(_, value)| value)
    }

    /// How many more games would make the interval clearly narrower, from what the games so far said
    /// about ln D each (with [`DRIFT`] between games); `None` when that cannot be said, or when more
    /// games would hardly help.
    pub fn more_games(&self) -> Option<More> {
        let each = self.information / f64::from(self.games.max(1));
        if self.games == 0 || each <= 0.0 {
            return None;
        }
        let Strength { d, interval, .. } = self.strength();
        let now = (interval.high - interval.low) / 2.0;
        let first = self.log_variance();
        let mut variance = first;
        (1..=FAR).find_map(|games| {
            variance += DRIFT * DRIFT;
            variance = 1.0 / (1.0 / variance + each);
            let shrunk = libm::sqrt(variance / first);
            let half = now * shrunk;
            (shrunk <= NARROWER && d > 0.0).then(|| More {
                games,
                within: libm::ceil(half) as u32,
            })
        })
    }
}

/// Prior mass of a lapse: the density of Beta(1, b) times the width of its part of the grid.
fn lapse_mass(index: usize) -> f64 {
    let lapse = LAPSES[index];
    let below = index
        .checked_sub(1)
        .map_or(0.0, |it| f64::midpoint(LAPSES[it], lapse));
    let above = LAPSES
        .get(index + 1)
        .map_or(1.0, |it| f64::midpoint(*it, lapse));
    libm::pow(1.0 - below, PRIOR_LAPSE) - libm::pow(1.0 - above, PRIOR_LAPSE)
}

fn normalise(mass: &mut [f64]) {
    let sum: f64 = mass.iter().sum();
    if sum > 0.0 {
        mass.iter_mut().for_each(|it| *it /= sum);
    }
}

fn sorted(values: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    order
}
