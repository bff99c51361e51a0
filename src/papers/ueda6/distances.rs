//! `ueda-6.2`: whether individuals that are farther apart in weights play more differently (figs 6.3
//! and 6.4).

use super::mismatch::{Choices, choices, floor, mismatch, positions};
use super::paper::POSITIONS;
use super::runs::Runs;
use super::variant::CHOSEN;
use super::with_readings;
use crate::agreement::{Ours, Paper};
use crate::lab::{ExperimentError, Lab};
use crate::report::{Comparison, Datum, Findings, Table};
use crate::ueda6::words;
use koteki_rivals::evolve::genome::{distance, place};
use koteki_rivals::evolve::run::Run;
use koteki_rivals::measure::stats::mean;

/// The β of figs 6.3 and 6.4.
const BETA: f64 = 0.01;

/// Runs looked at, the first of which gives the scatter. The thesis has one.
fn count(lab: &Lab<'_>) -> usize {
    lab.pick(2, 10)
}

/// Individuals of a run.
const INDIVIDUALS: u64 = 20;

/// Units of progress beside the games.
pub(super) fn planned(lab: &Lab<'_>) -> u64 {
    count(lab) as u64 * INDIVIDUALS * POSITIONS as u64
}

/// Does it.
///
/// # Errors
/// When the lab is told to stop.
pub fn work(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
    lab.plan(planned(lab));
    let runs = Runs::breed(lab, &CHOSEN, &[BETA], count(lab))?;
    Ok(with_readings(lab, look(lab, &runs)?))
}

/// A pair of individuals.
struct Pair {
    ends: (usize, usize),
    distance: f64,
    mismatch: f64,
}

/// A run with what its individuals play.
#[derive(serde::Serialize, serde::Deserialize)]
struct Played {
    places: Vec<Vec<f64>>,
    choices: Vec<Choices>,
}

impl Played {
    fn pair(&self, a: usize, b: usize) -> Pair {
        Pair {
            ends: (a, b),
            distance: distance(&self.places[a], &self.places[b]),
            mismatch: mismatch(&self.choices[a], &self.choices[b]),
        }
    }

    /// One individual with all others.
    fn around(&self, one: usize) -> Vec<Pair> {
        let others = (0..self.places.len()).filter(|&other| other != one);
        others.map(|other| self.pair(one, other)).collect()
    }

    fn pairs(&self) -> Vec<Pair> {
        (0..self.places.len())
            .flat_map(|a| (0..a).map(move |b| self.pair(b, a)))
            .collect()
    }
}

/// The tables of these runs.
pub(super) fn look(lab: &Lab<'_>, runs: &Runs) -> Result<Findings, ExperimentError> {
    let positions = positions(lab, POSITIONS)?;
    let runs = runs.at(BETA);
    let runs = &runs[..count(lab).min(runs.len())];
    let played = lab.each(runs.len(), |number| {
        let run: &Run = &runs[number];
        let population = &run.state().population;
        let all = lab.each(population.len(), |index| {
            let weights = run.weights(&population[index].genes);
            let lot = (number * population.len() + index) as u64;
            choices(lab, &CHOSEN, &weights, lot, &positions)
        })?;
        Ok(Played {
            places: population.iter().map(|it| place(&it.genes)).collect(),
            choices: all,
        })
    })?;
    let all: Vec<Vec<Pair>> = played.iter().map(Played::pairs).collect();
    let slopes: Vec<f64> = all
        .iter()
        .filter_map(|pairs| Some(trend(pairs)?.0))
        .collect();
    let correlations: Vec<f64> = all.iter().filter_map(|pairs| correlation(pairs)).collect();
    let floors: Vec<f64> = played
        .iter()
        .map(|played| mean(played.choices.iter().map(floor)))
        .collect();
    let mismatches: Vec<f64> = all
        .iter()
        .map(|pairs| mean(pairs.iter().map(|pair| pair.mismatch)))
        .collect();
    let sample = words::runs_on(runs.len(), POSITIONS);
    let row = |label: &str, values: &[f64], claim: bool| {
        let ours = Ours::over_runs(values);
        let (paper, ours) = if claim {
            (Some(Paper::claim("grows")), ours.map(Ours::above_zero))
        } else {
            (None, ours)
        };
        Comparison::new(label, paper, ours, 3, sample.clone())
    };
    let summary = vec![
        row(
            "mismatch per unit of distance (least squares)",
            &slopes,
            true,
        ),
        row("correlation", &correlations, true),
        row("mean mismatch of two individuals", &mismatches, false),
        row(
            "floor: an individual against itself, other lots",
            &floors,
            false,
        ),
    ];
    let mut tables = vec![Table::comparison(
        "6.2",
        "Distance in log10 weights against mismatch, all pairs of a run (β 0.01)",
        summary,
    )];
    if let Some(first) = played.first() {
        tables.push(scatter(first));
    }
    Ok(Findings {
        tables,
        notes: vec![
            "6.2: the thesis picks two individuals without saying how; here they are those in \
             the first two places of the population."
                .to_owned(),
        ],
        ..Findings::default()
    })
}

/// Figs 6.3 and 6.4: individuals 1 and 2 with all others, nearest first, and the fitted line.
fn scatter(played: &Played) -> Table {
    let mut rows = Vec::new();
    for one in 0..2.min(played.places.len()) {
        let mut pairs = played.around(one);
        let line = trend(&pairs);
        pairs.sort_by(|a, b| a.distance.total_cmp(&b.distance));
        rows.extend(pairs.iter().map(|pair| {
            let fitted = line.map_or(Datum::Missing, |(slope, start)| {
                Datum::Real((start + slope * pair.distance, 3))
            });
            vec![
                Datum::whole(pair.ends.0 + 1),
                Datum::whole(pair.ends.1 + 1),
                Datum::Real((pair.distance, 3)),
                Datum::Real((pair.mismatch, 3)),
                fitted,
                Datum::Real((floor(&played.choices[one]), 3)),
            ]
        }));
    }
    Table::data(
        "6.2-scatter",
        "Figs 6.3 and 6.4: two individuals of the first run against the 19 others",
        &[
            "individual",
            "other",
            "distance",
            "mismatch",
            "fitted",
            "floor",
        ],
        rows,
    )
}

/// Sums of squares and products about the means.
fn about_means(pairs: &[Pair]) -> Option<([f64; 2], [f64; 3])> {
    if pairs.is_empty() {
        return None;
    }
    let x = mean(pairs.iter().map(|pair| pair.distance));
    let y = mean(pairs.iter().map(|pair| pair.mismatch));
    let mut sums = [0.0; 3];
    for pair in pairs {
        let (dx, dy) = (pair.distance - x, pair.mismatch - y);
        sums[0] += dx * dx;
        sums[1] += dx * dy;
        sums[2] += dy * dy;
    }
    Some(([x, y], sums))
}

/// Slope and start of the line of least squares; `None` when all distances are equal.
fn trend(pairs: &[Pair]) -> Option<(f64, f64)> {
    let ([x, y], [xx, xy, _]) = about_means(pairs)?;
    (xx > 0.0).then(|| (xy / xx, y - xy / xx * x))
}

fn correlation(pairs: &[Pair]) -> Option<f64> {
    let (_, [xx, xy, yy]) = about_means(pairs)?;
    (xx > 0.0 && yy > 0.0).then(|| xy / (xx * yy).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_of_least_squares() {
        // Anscombe 1973, first set: y = 3.00 + 0.500 x, r = 0.816.
        let points = [
            (10.0, 8.04),
            (8.0, 6.95),
            (13.0, 7.58),
            (9.0, 8.81),
            (11.0, 8.33),
            (14.0, 9.96),
            (6.0, 7.24),
            (4.0, 4.26),
            (12.0, 10.84),
            (7.0, 4.82),
            (5.0, 5.68),
        ];
        let pairs: Vec<Pair> = points
            .iter()
            .map(|&(distance, mismatch)| Pair {
                ends: (0, 0),
                distance,
                mismatch,
            })
            .collect();
        let (slope, start) = trend(&pairs).unwrap();
        assert!((slope - 0.5001).abs() < 5e-5, "{slope}");
        assert!((start - 3.0001).abs() < 5e-5, "{start}");
        assert!((correlation(&pairs).unwrap() - 0.8164).abs() < 5e-5);
    }
}
