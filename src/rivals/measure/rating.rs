//! Elo ratings of players who have met each other: the most likely ones, with their errors.
//!
//! The model is that of Bradley and Terry (1952): a player wins against another with the rate that the
//! difference of their ratings foretells, and a draw is half a win. Only differences mean anything; the mean of
//! all is 0. The errors come from the spread of the pairs within each meeting (the sandwich of White 1982: the
//! information of the model on both sides of the variance that was seen), as in
//! [`paired`](super::stats::paired) with one imagined pair of independent games a meeting.
//!
//! Where a player has won, or lost, everything against all the others, no finite rating is the most likely one.
//! Then every meeting gets one imagined drawn game, and [`Ratings::imagined`] says so.

use super::contest::Tally;
use super::elo::{SCALE, expected};
use super::stats::{CONFIDENCE, normal_share, student_quantile};

/// Two players, by their numbers, and what came of their games for the first.
#[derive(Clone, Copy, Debug)]
pub struct Meeting<'a> {
    /// The first player.
    pub a: usize,
    /// The second.
    pub b: usize,
    /// The games, as `a` sees them.
    pub tally: &'a Tally,
}

/// The ratings of all players.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// Elo, of mean 0.
    pub elo: Vec<f64>,
    /// Variances and covariances of `elo`.
    covariance: Vec<Vec<f64>>,
    /// Student's quantile for the 95 % interval.
    quantile: f64,
    /// Whether drawn games were imagined.
    pub imagined: bool,
}

impl Ratings {
    /// How far the 95 % interval of a rating reaches to each side.
    pub fn error(&self, player: usize) -> f64 {
        self.quantile * self.covariance[player][player].max(0.0).sqrt()
    }

    /// How far that of the difference of two ratings does.
    pub fn error_between(&self, a: usize, b: usize) -> f64 {
        self.quantile * self.deviation(a, b)
    }

    fn deviation(&self, a: usize, b: usize) -> f64 {
        let of = &self.covariance;
        (of[a][a] + of[b][b] - 2.0 * of[a][b]).max(0.0).sqrt()
    }

    /// The likelihood that `a` is stronger than `b`.
    pub fn superiority(&self, a: usize, b: usize) -> f64 {
        let deviation = self.deviation(a, b);
        if deviation > 0.0 {
            normal_share((self.elo[a] - self.elo[b]) / deviation)
        } else {
            0.5
        }
    }

    /// The players, strongest first; of equals the one named first.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.elo.len()).collect();
        order.sort_by(|&a, &b| self.elo[b].total_cmp(&self.elo[a]));
        order
    }
}

/// Points and games of a meeting, and the squares of what its pairs differ from the expected.
struct Encounter {
    a: usize,
    b: usize,
    points: f64,
    games: f64,
}

/// The ratings of `players` players; `None` without a game, or when some have met none of the others, not even
/// over others.
pub fn ratings(players: usize, meetings: &[Meeting<'_>]) -> Option<Ratings> {
    let mut seen: Vec<Encounter> = meetings
        .iter()
        .filter(|meeting| meeting.tally.games() > 0)
        .map(|meeting| Encounter {
            a: meeting.a,
            b: meeting.b,
            points: meeting.tally.points(),
            games: f64::from(meeting.tally.games()),
        })
        .collect();
    if players == 0 || !reaches_all(players, seen.iter().map(|it| (it.a, it.b))) {
        return None;
    }
    // Ford (1957): of any two groups each has to have taken something from the other.
    let beaten = |it: &Encounter| (it.points > 0.0).then_some((it.a, it.b));
    let beats = |it: &Encounter| (it.points < it.games).then_some((it.b, it.a));
    let taken: Vec<_> = seen.iter().filter_map(beaten).collect();
    let given: Vec<_> = seen.iter().filter_map(beats).collect();
    let edges = || taken.iter().chain(&given).copied();
    let imagined = !(from_first(players, edges()).iter().all(|&it| it)
        && from_first(players, edges().map(|(a, b)| (b, a)))
            .iter()
            .all(|&it| it));
    if imagined {
        for it in &mut seen {
            it.points += 0.5;
            it.games += 1.0;
        }
    }
    let theta = most_likely(players, &seen)?;
    let inverse = inverse(information(players, &seen, &theta))?;
    let mut spread = vec![vec![0.0; players]; players];
    let mut pairs = 0;
    for meeting in meetings.iter().filter(|it| it.tally.games() > 0) {
        let (a, b) = (meeting.a, meeting.b);
        let rate = expected(SCALE * (theta[a] - theta[b]));
        pairs += meeting.tally.pair_counts().iter().sum::<u32>();
        let squares = meeting.tally.squares_around(rate) + 2.0 * rate * (1.0 - rate);
        spread[a][a] += squares;
        spread[b][b] += squares;
        spread[a][b] -= squares;
        spread[b][a] -= squares;
    }
    let mut covariance = product(&product(&inverse, &spread), &inverse);
    for value in covariance.iter_mut().flatten() {
        *value *= SCALE * SCALE;
    }
    Some(Ratings {
        elo: theta.iter().map(|it| it * SCALE).collect(),
        covariance,
        quantile: student_quantile(CONFIDENCE, f64::from(pairs.max(2) - 1)),
        imagined,
    })
}

/// Which players are reached from the first over `edges`.
fn from_first(players: usize, edges: impl Iterator<Item = (usize, usize)>) -> Vec<bool> {
    let edges: Vec<_> = edges.collect();
    let mut reached = vec![false; players];
    reached[0] = true;
    let mut grown = true;
    while grown {
        grown = false;
        for &(from, to) in &edges {
            if reached[from] && !reached[to] {
                reached[to] = true;
                grown = true;
            }
        }
    }
    reached
}

/// Whether everybody has met everybody, over others.
fn reaches_all(players: usize, met: impl Iterator<Item = (usize, usize)>) -> bool {
    let met: Vec<_> = met.collect();
    let both = met.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
    from_first(players, both).iter().all(|&it| it)
}

/// The information about the ratings, with 1/n everywhere: it says nothing about their mean, which is 0.
fn information(players: usize, seen: &[Encounter], theta: &[f64]) -> Vec<Vec<f64>> {
    let mut information = vec![vec![1.0 / players as f64; players]; players];
    for it in seen {
        let rate = expected(SCALE * (theta[it.a] - theta[it.b]));
        let weight = it.games * rate * (1.0 - rate);
        information[it.a][it.a] += weight;
        information[it.b][it.b] += weight;
        information[it.a][it.b] -= weight;
        information[it.b][it.a] -= weight;
    }
    information
}

fn likelihood(seen: &[Encounter], theta: &[f64]) -> f64 {
    let log = |difference: f64| -libm::log1p(libm::exp(-difference));
    seen.iter()
        .map(|it| {
            let difference = theta[it.a] - theta[it.b];
            it.points * log(difference) + (it.games - it.points) * log(-difference)
        })
        .sum()
}

/// The most likely ratings in logits, by Newton's method; the likelihood has one top.
fn most_likely(players: usize, seen: &[Encounter]) -> Option<Vec<f64>> {
    let mut theta = vec![0.0; players];
    let mut best = likelihood(seen, &theta);
    for _ in 0..200 {
        let mut slope = vec![0.0; players];
        for it in seen {
            let surplus = it.points - it.games * expected(SCALE * (theta[it.a] - theta[it.b]));
            slope[it.a] += surplus;
            slope[it.b] -= surplus;
        }
        let inverse = inverse(information(players, seen, &theta))?;
        let step: Vec<f64> = inverse
            .iter()
            .map(|row| row.iter().zip(&slope).map(|(a, b)| a * b).sum())
            .collect();
        let longest = step.iter().fold(0.0, |most: f64, it| most.max(it.abs()));
        // Far from the top a whole step may lead beyond it.
        let mut part = f64::min(1.0, 2.0 / longest.max(1e-300));
        loop {
            let next: Vec<f64> = theta.iter().zip(&step).map(|(a, b)| a + part * b).collect();
            let found = likelihood(seen, &next);
            if found >= best || part < 1e-9 {
                (theta, best) = (next, found);
                break;
            }
            part /= 2.0;
        }
        if longest < 1e-12 {
            break;
        }
    }
    Some(theta)
}

fn product(a: &[Vec<f64>], b: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let columns = b.first().map_or(0, Vec::len);
    let cell = |row: &Vec<f64>, column: usize| row.iter().zip(b).map(|(x, y)| x * y[column]).sum();
    let row = |row| (0..columns).map(|column| cell(row, column)).collect();
    a.iter().map(row).collect()
}

/// The inverse of a positive matrix, by elimination; `None` when it has none.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    for (row, line) in matrix.iter_mut().enumerate() {
        line.extend((0..size).map(|column| if row == column { 1.0 } else { 0.0 }));
    }
    for column in 0..size {
        let largest = |&a: &usize, &b: &usize| {
            let size = |row: usize| matrix[row][column].abs();
            size(a).total_cmp(&size(b))
        };
        let pivot = (column..size).max_by(largest)?;
        matrix.swap(column, pivot);
        let divisor = matrix[column][column];
        if divisor.abs() < 1e-300 {
            return None;
        }
        for value in &mut matrix[column] {
            *value /= divisor;
        }
        let line = matrix[column].clone();
        for (row, other) in matrix.iter_mut().enumerate() {
            let factor = other[column];
            if row != column && factor != 0.0 {
                for (value, subtract) in other.iter_mut().zip(&line) {
                    *value -= factor * subtract;
                }
            }
        }
    }
    Some(matrix.into_iter().map(|row| row[size..].to_vec()).collect())
}
