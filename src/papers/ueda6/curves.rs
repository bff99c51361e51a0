//! `ueda-6.3`: f_wr and f_sim after each cycle, for five β (figs 6.5 and 6.6).
//!
//! The figures have no numbers in the text, which makes statements about them instead. f_sim has a few
//! very large values (two individuals nearly equal), so what is said of it is judged on the logarithm,
//! that is, on its geometric mean over runs.

use super::paper::BETAS;
use super::runs::Runs;
use super::variant::CHOSEN;
use super::{count, with_readings};
use crate::agreement::{Ours, Paper};
use crate::lab::{ExperimentError, Lab};
use crate::report::{Comparison, Datum, Findings, Table};
use crate::ueda6::words;
use koteki_rivals::evolve::run::Run;
use koteki_rivals::evolve::snapshot::CurvePoint;
use koteki_rivals::measure::stats::Moments;

const F_WR: &str = "f_wr";
const F_SIM: &str = "log10 f_sim";
const RISES: &str = "above 0";
const SAME: &str = "about 0";

/// Differences of f_wr, and of the logarithm of f_sim, that are called none.
const SMALL: f64 = 0.05;

/// Does it.
///
/// # Errors
/// When the lab is told to stop.
pub fn work(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
    let runs = Runs::breed(lab, &CHOSEN, &BETAS, count(lab))?;
    Ok(with_readings(lab, look(&runs)))
}

/// What a figure shows.
type Figure = fn(&CurvePoint) -> f64;

fn f_wr(point: &CurvePoint) -> f64 {
    point.mean_f_wr
}

fn log_f_sim(point: &CurvePoint) -> f64 {
    libm::log10(point.mean_f_sim)
}

/// The tables of these runs.
pub(super) fn look(runs: &Runs) -> Findings {
    let sample = words::runs(
        runs.of
            .iter()
            .map(|(_, runs)| runs.len())
            .max()
            .unwrap_or(0),
    );
    let mut rows = Vec::new();
    for (label, figure) in [(F_WR, f_wr as Figure), (F_SIM, log_f_sim)] {
        for (beta, runs) in &runs.of {
            let ours = Ours::over_runs(&last(runs, figure));
            let label = words::of_beta(*beta, label);
            rows.push(Comparison::new(label, None, ours, 3, sample.clone()));
        }
    }
    rows.extend(claims(runs, &sample));
    Findings {
        tables: vec![
            Table::comparison(
                "6.3",
                "Figs 6.5 and 6.6 after the last cycle, and what §6.4.3 says of them",
                rows,
            ),
            curve(
                "6.5",
                "Fig. 6.5: f_wr after each cycle, mean over the population and the runs",
                runs,
                f_wr,
            ),
            curve(
                "6.6",
                "Fig. 6.6: log10 of the population's mean f_sim after each cycle, mean over \
                 the runs",
                runs,
                log_f_sim,
            ),
        ],
        notes: vec![
            "6.3: f_sim is shown on the scale of eq. 6.7 as printed, whatever factor it had \
             in the fitness; the figures of the thesis have no numbers in its text."
                .to_owned(),
        ],
        ..Findings::default()
    }
}

/// The figure after the last cycle of each run.
fn last(runs: &[Run], figure: Figure) -> Vec<f64> {
    let points = runs
        .iter()
        .filter_map(|run| run.state().history.points().last().copied());
    points.map(|point| figure(&point)).collect()
}

/// The statements of §6.4.3, each about the difference of two β.
fn claims(runs: &Runs, sample: &str) -> Vec<Comparison> {
    let infinite = f64::INFINITY;
    let row = |label: &str, figure: Figure, [a, b]: [f64; 2], says: &str| {
        let apart = Ours::difference(&last(runs.at(a), figure), &last(runs.at(b), figure));
        let ours = apart.map(|ours| {
            if says == SAME {
                ours.about_zero(SMALL)
            } else {
                ours.above_zero()
            }
        });
        let label = words::between(label, a, b);
        Comparison::new(label, Some(Paper::claim(says)), ours, 3, sample)
    };
    let mut rows = Vec::new();
    for pair in [[0.01, infinite], [0.001, 0.01], [0.0001, 0.001]] {
        rows.push(row(F_WR, f_wr, pair, RISES));
    }
    rows.push(row(F_WR, f_wr, [0.0, 0.0001], SAME));
    rows.push(row(F_SIM, log_f_sim, [0.01, infinite], SAME));
    for pair in [[0.001, 0.01], [0.0001, 0.001], [0.0, 0.0001]] {
        rows.push(row(F_SIM, log_f_sim, pair, RISES));
    }
    rows
}

/// A figure: one row a cycle, mean over the runs of each β.
fn curve(key: &str, title: &str, runs: &Runs, figure: Figure) -> Table {
    let histories: Vec<Vec<Vec<CurvePoint>>> = runs
        .of
        .iter()
        .map(|(_, runs)| {
            runs.iter()
                .map(|run| run.state().history.points())
                .collect()
        })
        .collect();
    let cycles = histories.iter().flatten().map(Vec::len).max().unwrap_or(0);
    let rows = (0..cycles).map(|cycle| {
        let means = histories.iter().map(|runs| {
            let points = runs.iter().filter_map(|points| points.get(cycle));
            let values: Vec<f64> = points.map(figure).collect();
            Moments::of(&values).map_or(Datum::Missing, |it| Datum::Real((it.mean, 3)))
        });
        std::iter::once(Datum::whole(cycle + 1))
            .chain(means)
            .collect()
    });
    let betas: Vec<String> = runs.of.iter().map(|&(beta, _)| words::beta(beta)).collect();
    let headings: Vec<&str> = std::iter::once("cycle")
        .chain(betas.iter().map(String::as_str))
        .collect();
    Table::data(key, title, &headings, rows.collect())
}
