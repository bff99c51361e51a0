//! How well a policy foretells the moves of people it was not fitted to.

use super::corpus::Choices;
use crate::measure::likeness::{Likeness, rating};
use koteki_engine::player::human::policy::{Look, Policy, chances};

/// Marks of one who foretells moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Marks {
    /// Choices.
    pub count: f64,
    /// Of which the move was foretold; of moves that are equally likely each a share.
    pub right: f64,
    /// Sum of −ln of the chance of the move played.
    pub loss: f64,
}

impl Marks {
    /// Counts a choice of one who foretells the most likely move.
    pub fn add(&mut self, chances: &[f64], chosen: usize) {
        let top = chances.iter().copied().fold(0.0, f64::max);
        let ties = chances.iter().filter(|&&it| it >= top - 1e-12).count();
        self.count += 1.0;
        if chances[chosen] >= top - 1e-12 {
            self.right += 1.0 / ties as f64;
        }
        self.loss -= libm::log(chances[chosen].max(1e-12));
    }

    /// Counts a choice of one who draws a move. Where it never plays some, its loss is that of one who now and then
    /// (`ASTRAY`) draws any legal move instead.
    pub fn add_drawn(&mut self, chances: &[f64], chosen: usize) {
        self.count += 1.0;
        self.right += chances[chosen];
        let any = ASTRAY / chances.len() as f64;
        self.loss -= libm::log((1.0 - ASTRAY) * chances[chosen] + any);
    }
}

const ASTRAY: f64 = 0.01;

/// How `policy` with `look` does on choices, of which `row` says in which row of a table they count.
pub fn examine(
    policy: &Policy,
    look: Look,
    games: &[Choices],
    rows: usize,
    row: impl Fn(&Choices, u8) -> usize,
) -> Vec<Marks> {
    let mut marks = vec![Marks::default(); rows];
    for game in games {
        for choice in &game.choices {
            let pulls = policy.pulls(look, &choice.sight, &choice.moves);
            marks[row(game, choice.ply)].add(&chances(&pulls, game.rating), choice.chosen);
        }
    }
    marks
}

/// Somebody whose rating is to be found out from few games.
#[derive(Clone, Debug, Default)]
pub struct Subject {
    /// The rating by results, the mean of the years of the games.
    pub rating: f64,
    /// Its standard deviation.
    pub sd: f64,
    /// What each game says of each rating.
    pub likeness: Vec<Vec<f64>>,
    /// D of the thesis in each game: the sum of the losses, and the moves.
    pub losses: Vec<[f64; 2]>,
}

/// A rating foretold: its mean and its standard deviation.
pub type Foretold = [f64; 2];

/// The same beside the rating by results and its standard deviation.
type Pair = (Foretold, [f64; 2]);

/// What came of ratings foretold.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outcome {
    /// Correlation with the ratings by results.
    pub correlation: f64,
    /// Root mean square error.
    pub error: f64,
    /// The share within the 80 % interval, which the standard deviation of the rating by results widens …
    pub in_80: f64,
    /// … and within the 95 % interval.
    pub in_95: f64,
    /// Mean of −ln of the density.
    pub loss: f64,
}

/// Standard deviations to both sides of which 80 % and 95 % of normal deviates lie.
const WITHIN: [f64; 2] = [1.2816, 1.96];

impl Outcome {
    /// Of ratings foretold, each with the rating by results and its standard deviation.
    pub fn of(pairs: &[Pair]) -> Self {
        let count = pairs.len().max(1) as f64;
        let mean = |of: &dyn Fn(&Pair) -> f64| pairs.iter().map(of).sum::<f64>() / count;
        let (x, y) = (mean(&|it| it.0[0]), mean(&|it| it.1[0]));
        let covariance = mean(&|it| (it.0[0] - x) * (it.1[0] - y));
        let spread = mean(&|it| (it.0[0] - x).powi(2)) * mean(&|it| (it.1[0] - y).powi(2));
        let off = |it: &Pair| {
            let sd = libm::sqrt(it.0[1].powi(2) + it.1[1].powi(2));
            ((it.0[0] - it.1[0]) / sd, sd)
        };
        let within = |most: f64| mean(&|it| f64::from(u8::from(off(it).0.abs() <= most)));
        Self {
            correlation: covariance / libm::sqrt(f64::max(spread, 1e-12)),
            error: libm::sqrt(mean(&|it| (it.0[0] - it.1[0]).powi(2))),
            in_80: within(WITHIN[0]),
            in_95: within(WITHIN[1]),
            loss: mean(&|it| {
                let (z, sd) = off(it);
                z * z / 2.0 + libm::log(sd)
            }),
        }
    }
}

/// The rating foretold by the likeness of some games.
pub fn by_likeness(games: &[Vec<f64>], prior: [f64; 2], trust: f64, kind: f64) -> Foretold {
    let mut likeness = Likeness::prior(prior);
    for logs in games {
        likeness.see_choices(logs, trust);
    }
    let mass = likeness.mass().iter().enumerate();
    let mean: f64 = mass.clone().map(|(index, mass)| mass * rating(index)).sum();
    let variance: f64 = mass
        .map(|(index, mass)| mass * (rating(index) - mean).powi(2))
        .sum();
    [mean, libm::sqrt(variance + kind * kind)]
}

/// The line of ratings over ln D that fits best, and the standard deviation around it: of subjects of known ratings,
/// each with ln D of some of its games.
pub fn line(known: &[(f64, f64)]) -> [f64; 3] {
    let count = known.len().max(1) as f64;
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| known.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(&|it| it.0), mean(&|it| it.1));
    let slope = mean(&|it| (it.0 - x) * (it.1 - y)) / mean(&|it| (it.0 - x).powi(2)).max(1e-12);
    let start = y - slope * x;
    let rest = mean(&|it| (it.1 - start - slope * it.0).powi(2));
    [start, slope, libm::sqrt(rest)]
}

/// ln of the mean loss of some games.
pub fn log_d(games: &[[f64; 2]]) -> f64 {
    let (sum, moves) = games
        .iter()
        .fold((0.0, 0.0), |(sum, moves), it| (sum + it[0], moves + it[1]));
    // Somebody may have lost nothing.
    libm::log(f64::max(sum / f64::max(moves, 1.0), 1.0))
}
