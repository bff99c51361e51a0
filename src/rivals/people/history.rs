//! Ratings of a base's players from the results alone, year by year.
//!
//! The model is Coulom's whole-history rating (2008): between two players the rating of the year decides as Bradley
//! and Terry (1952) have it, a draw is half a win, and a rating moves by a normal deviate of variance [`DRIFT`]² from a
//! year to the next. A player's first rating is drawn from the normal distribution of all first ratings, whose mean and
//! deviation are estimated with them: who lost three games and never came back is no infinitely weak player.
//!
//! Ratings are in Elo's points. Only differences mean anything; what is fixed is that the mean rating of a person in a
//! game of the base is 1500.

use crate::measure::elo::SCALE;

/// Standard deviation of the change of a rating from one year to the next, in points.
///
/// Of 5, 10, 15, 20, 25, 30, 40, 60, 80 and 120 the one whose ratings up to a year foretell the results of the next best
/// (20,827 games of 1991, 1997, 2001, 2005, 2009 and 2013: log loss 0.6274; 0.6329 with 5, 0.6374 with 60).
pub const DRIFT: f64 = 20.0;

/// The mean rating of a person in a game.
pub const MEAN: f64 = 1500.0;

/// A game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Result {
    /// Black's number and White's.
    pub players: [u32; 2],
    /// When it was played.
    pub year: u16,
    /// What Black scored: 1, ½ or 0.
    pub score: f64,
}

/// A rating of a year.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The year.
    pub year: u16,
    /// In points.
    pub mean: f64,
    /// Its standard deviation, the opponents' ratings being given.
    pub sd: f64,
}

/// The ratings of all players.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Histories {
    /// Of each player those of the years in which there were games, in order.
    pub of: Vec<Vec<Rating>>,
}

impl Histories {
    /// The rating of a player in a year in which it played.
    pub fn rating(&self, player: u32, year: u16) -> Option<Rating> {
        let years = self.of.get(player as usize)?;
        let at = years.binary_search_by_key(&year, |rating| rating.year);
        at.ok().map(|at| years[at])
    }
}

/// A player's game as it is seen from there: the opponent's number, the place of the year in the opponent's history,
/// and the own score.
type Seen = (u32, u32, f64);

/// A player on the way; ratings in logits.
#[derive(Default)]
struct Player {
    years: Vec<u16>,
    ratings: Vec<f64>,
    games: Vec<Vec<Seen>>,
}

/// Sweeps over all players, each of which gets the most likely history beside the others' of the moment. The changes
/// become small long before.
const SWEEPS: usize = 150;

/// The ratings of `players` players from `results`, of whom `is_person` says who is one.
pub fn rate(results: &[Result], players: usize, is_person: impl Fn(u32) -> bool) -> Histories {
    rate_drifting(results, players, is_person, DRIFT)
}

/// The same with another [`DRIFT`].
pub fn rate_drifting(
    results: &[Result],
    players: usize,
    is_person: impl Fn(u32) -> bool,
    drift: f64,
) -> Histories {
    let mut all: Vec<Player> = Vec::new();
    all.resize_with(players, Player::default);
    for result in results {
        for player in result.players {
            all[player as usize].years.push(result.year);
        }
    }
    for player in &mut all {
        player.years.sort_unstable();
        player.years.dedup();
        player.ratings = vec![0.0; player.years.len()];
        player.games = vec![Vec::new(); player.years.len()];
    }
    let place = |all: &[Player], player: u32, year: u16| {
        let years = &all[player as usize].years;
        years.binary_search(&year).unwrap_or(0)
    };
    for result in results {
        let [black, white] = result.players;
        let at = [black, white].map(|player| place(&all, player, result.year));
        let seen = [
            (white, at[1] as u32, result.score),
            (black, at[0] as u32, 1.0 - result.score),
        ];
        for (side, seen) in seen.into_iter().enumerate() {
            all[result.players[side] as usize].games[at[side]].push(seen);
        }
    }
    let variance = (drift / SCALE) * (drift / SCALE);
    let (mut mean, mut spread) = (0.0, 1.0);
    for _ in 0..SWEEPS {
        for number in 0..players {
            let step = newton(&all, number, variance, (mean, spread));
            let ratings = &mut all[number].ratings;
            // Far from the most likely history a whole step leads beyond it.
            ratings
                .iter_mut()
                .zip(step)
                .for_each(|(rating, (step, _))| *rating += step.clamp(-1.0, 1.0));
        }
        let firsts = (0..players).filter(|&it| is_person(it as u32));
        let firsts: Vec<(f64, f64)> = firsts
            .filter(|&it| !all[it].years.is_empty())
            .map(|it| {
                (
                    all[it].ratings[0],
                    newton(&all, it, variance, (mean, spread))[0].1,
                )
            })
            .collect();
        let count = firsts.len().max(1) as f64;
        mean = firsts.iter().map(|it| it.0).sum::<f64>() / count;
        let squares = firsts.iter().map(|it| (it.0 - mean).powi(2) + it.1);
        spread = squares.sum::<f64>() / count;
    }
    let (mut sum, mut count) = (0.0, 0.0);
    for result in results {
        for player in result.players.into_iter().filter(|&it| is_person(it)) {
            sum += all[player as usize].ratings[place(&all, player, result.year)];
            count += 1.0;
        }
    }
    let centre = sum / f64::max(count, 1.0);
    let of = (0..players)
        .map(|number| {
            let player = &all[number];
            let steps = newton(&all, number, variance, (mean, spread));
            let years = player.years.iter().zip(&player.ratings).zip(steps);
            years
                .map(|((&year, rating), (_, variance))| Rating {
                    year,
                    mean: MEAN + SCALE * (rating - centre),
                    sd: SCALE * variance.sqrt(),
                })
                .collect()
        })
        .collect();
    Histories { of }
}

/// Of each year of a player the step to the most likely rating, by Newton's method, and the variance there.
fn newton(
    all: &[Player],
    number: usize,
    drift: f64,
    (mean, spread): (f64, f64),
) -> Vec<(f64, f64)> {
    let player = &all[number];
    let count = player.ratings.len();
    let (mut slope, mut curve) = (vec![0.0; count], vec![0.0; count]);
    // What ties a year to the one before it.
    let mut ties = vec![0.0; count];
    for (at, (&rating, games)) in player.ratings.iter().zip(&player.games).enumerate() {
        for &(opponent, place, score) in games {
            let other = all[opponent as usize].ratings[place as usize];
            let win = 1.0 / (1.0 + libm::exp(other - rating));
            slope[at] += score - win;
            curve[at] += win * (1.0 - win);
        }
        if at == 0 {
            slope[at] += (mean - rating) / spread;
            curve[at] += 1.0 / spread;
        } else {
            let years = f64::from(player.years[at] - player.years[at - 1]);
            let tie = 1.0 / (drift * years);
            let back = player.ratings[at - 1] - rating;
            ties[at] = tie;
            slope[at] += back * tie;
            slope[at - 1] -= back * tie;
            curve[at] += tie;
            curve[at - 1] += tie;
        }
    }
    // The tridiagonal system, eliminated from both ends: the variance of a year needs both.
    let mut forth = curve.clone();
    for at in 1..count {
        forth[at] -= ties[at] * ties[at] / forth[at - 1];
    }
    let mut back = curve.clone();
    for at in (1..count).rev() {
        back[at - 1] -= ties[at] * ties[at] / back[at];
    }
    let mut right = slope;
    for at in 1..count {
        right[at] += ties[at] / forth[at - 1] * right[at - 1];
    }
    let mut step = vec![0.0; count];
    for at in (0..count).rev() {
        let after = if at + 1 < count {
            ties[at + 1] * step[at + 1]
        } else {
            0.0
        };
        step[at] = (right[at] + after) / forth[at];
    }
    step.into_iter()
        .enumerate()
        .map(|(at, step)| (step, 1.0 / (forth[at] + back[at] - curve[at])))
        .collect()
}
