//! `ueda-6.4`: where the individuals near one half are in the space of weights, for three β (figs 6.7
//! to 6.12).

use super::runs::{Runs, near, spread};
use super::table_6_1::BETAS;
use super::variant::CHOSEN;
use super::{count, with_readings};
use crate::agreement::{Ours, Paper};
use crate::lab::{ExperimentError, Lab};
use crate::report::{Comparison, Datum, Findings, Table};
use crate::ueda6::words;

const NUMBER_NEAR: &str = "number near 0.5";
const SPREAD_NEAR: &str = "mean log10 distance of those";

/// Runs shown of each β, as many as the thesis shows.
const SHOWN: usize = 2;

/// Does it.
///
/// # Errors
/// When the lab is told to stop.
pub fn work(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
    let runs = Runs::breed(lab, &CHOSEN, &BETAS, count(lab))?;
    Ok(with_readings(lab, look(&runs)))
}

/// The tables of these runs.
pub(super) fn look(runs: &Runs) -> Findings {
    let counts = BETAS.map(|beta| {
        let runs = runs.at(beta).iter();
        runs.map(|run| near(run).len() as f64).collect::<Vec<_>>()
    });
    let spreads = BETAS.map(|beta| {
        let runs = runs.at(beta).iter();
        runs.filter_map(|run| spread(&near(run)))
            .collect::<Vec<_>>()
    });
    let mut rows = Vec::new();
    for (beta, counts) in BETAS.iter().zip(&counts) {
        rows.push(Comparison::new(
            words::of_beta(*beta, NUMBER_NEAR),
            // Table 6.1 has these figures, and its experiment compares them: not twice.
            None,
            Ours::over_runs(counts),
            1,
            words::runs(counts.len()),
        ));
    }
    for (beta, spreads) in BETAS.iter().zip(&spreads) {
        rows.push(Comparison::new(
            words::of_beta(*beta, SPREAD_NEAR),
            None,
            Ours::over_runs(spreads),
            3,
            words::runs(spreads.len()),
        ));
    }
    for (a, b) in [(0, 1), (1, 2)] {
        rows.push(above(
            SPREAD_NEAR,
            (a, &spreads[a]),
            (b, &spreads[b]),
            "smaller β gathers",
        ));
        rows.push(above(
            NUMBER_NEAR,
            (b, &counts[b]),
            (a, &counts[a]),
            "larger β leaves fewer",
        ));
    }
    Findings {
        tables: vec![
            Table::comparison(
                "6.4",
                "Individuals within 0.1 of 0.5: how many, and how far apart",
                rows,
            ),
            scatter(runs),
        ],
        ..Findings::default()
    }
}

/// The statement that the mean of `a` is above that of `b`. Each with the number of its β.
fn above(label: &str, a: (usize, &[f64]), b: (usize, &[f64]), says: &str) -> Comparison {
    Comparison::new(
        words::between(label, BETAS[a.0], BETAS[b.0]),
        Some(Paper::claim(says)),
        Ours::difference(a.1, b.1).map(Ours::above_zero),
        3,
        words::runs(a.1.len().min(b.1.len())),
    )
}

/// The individuals themselves.
fn scatter(runs: &Runs) -> Table {
    let mut rows = Vec::new();
    for beta in BETAS {
        for (number, run) in runs.at(beta).iter().take(SHOWN).enumerate() {
            for individual in near(run) {
                let weights = run.weights(&individual.genes);
                let weight = |index: usize| Datum::Whole(weights[index].into());
                let rate = individual.retest.win_rate().unwrap_or(0.0);
                // Mobility, frontier, stability are the first three of the vector.
                rows.push(vec![
                    words::beta(beta).into(),
                    Datum::whole(number + 1),
                    weight(1),
                    weight(0),
                    weight(2),
                    Datum::Real((rate, 3)),
                ]);
            }
        }
    }
    Table::data(
        "6.4-scatter",
        "Figs 6.7 to 6.12: the individuals within 0.1 of 0.5, two runs of each β",
        &["β", "run", "frontier", "mobility", "stability", "win rate"],
        rows,
    )
}
