//! `ueda-6-readings`: what each reading of the chapter makes of table 6.1.
//!
//! The misfit of a reading is the root mean square, over the three β, of what separates it from the
//! table in the mean win rate, in the standard deviation, and in the share of individuals near one half:
//! nine differences, all in shares of 1.

use super::paper::TABLE_6_1;
use super::runs::Runs;
use super::table_6_1::{BETAS, mean, near, rates, sd};
use super::variant::{VARIANTS, Variant};
use crate::agreement::Ours;
use crate::breed::games;
use crate::lab::{ExperimentError, Lab};
use crate::report::{Datum, Findings, Table};

/// Does it.
///
/// # Errors
/// When the lab is told to stop.
pub fn work(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
    let count = lab.pick(1, 2);
    for variant in &VARIANTS {
        let games = BETAS.map(|beta| games(&variant.settings(lab, beta)));
        lab.plan(games.iter().sum::<u64>() * count as u64);
    }
    let mut rows = Vec::new();
    for variant in &VARIANTS {
        let runs = Runs::breed_planned(lab, variant, &BETAS, count)?;
        rows.push(row(variant, &runs));
    }
    let mut thesis: Vec<Datum> = vec!["the thesis".into()];
    for column in TABLE_6_1 {
        let rates = &column.win_rates;
        thesis.extend([(mean(rates), 3), (sd(rates), 3), (near(rates), 1)].map(Datum::Real));
    }
    thesis.push(Datum::Missing);
    rows.push(thesis);
    Ok(Findings {
        tables: vec![Table::data(
            "readings",
            format!(
                "What each reading makes of table 6.1: mean, sd and number near 0.5 for three \
                 β, means of {count} runs"
            ),
            &[
                "reading",
                "mean 0.01",
                "sd",
                "near",
                "mean 0.001",
                "sd",
                "near",
                "mean 0.0001",
                "sd",
                "near",
                "misfit",
            ],
            rows,
        )],
        notes: vec![
            "Misfit: root mean square of the nine differences from table 6.1 (mean, sd, share \
             near 0.5, three β), in shares of 1. With this few runs, misfits that differ by \
             less than 0.015 cannot be told apart."
                .to_owned(),
        ],
        ..Findings::default()
    })
}

fn row(variant: &Variant, runs: &Runs) -> Vec<Datum> {
    let mut row: Vec<Datum> = vec![variant.name.into()];
    let mut squares = 0.0;
    for column in TABLE_6_1 {
        let rates = rates(runs.at(column.beta));
        let over = |figure: fn(&[f64]) -> f64| {
            let figures: Vec<f64> = rates.iter().map(|rates| figure(rates)).collect();
            Ours::over_runs(&figures).map_or(0.0, |ours| ours.value)
        };
        let figures = [(over(mean), 3), (over(sd), 3), (over(near), 1)];
        let printed = &column.win_rates;
        squares += (figures[0].0 - mean(printed)).powi(2)
            + (figures[1].0 - sd(printed)).powi(2)
            + ((figures[2].0 - near(printed)) / printed.len() as f64).powi(2);
        row.extend(figures.map(Datum::Real));
    }
    row.push(Datum::Real(((squares / 9.0).sqrt(), 3)));
    row
}
