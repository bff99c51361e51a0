//! `ueda-6.1-table`: how level the individuals of one run are, for three β.

use super::paper::{Column, TABLE_6_1};
use super::runs::{Runs, win_rates};
use super::variant::CHOSEN;
use super::{count, with_readings};
use crate::agreement::{Ours, Paper, RATE, Role};
use crate::lab::{ExperimentError, Lab};
use crate::report::{Comparison, Datum, Findings, Table};
use crate::ueda6::words;
use koteki_rivals::evolve::rivals::is_near_level;
use koteki_rivals::evolve::run::Run;
use koteki_rivals::measure::stats::Moments;

/// The β of the table.
pub(super) const BETAS: [f64; 3] = [0.01, 0.001, 0.0001];

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
    let rates = TABLE_6_1.map(|column| rates(runs.at(column.beta)));
    let summary = TABLE_6_1
        .iter()
        .zip(&rates)
        .flat_map(|(column, rates)| compared(column, rates));
    Findings {
        tables: vec![
            Table::comparison(
                "6.1",
                "Table 6.1: win rates of the 20 individuals of a run (the thesis has one run \
                 of each β)",
                summary.collect(),
            ),
            individuals(&rates),
        ],
        ..Findings::default()
    }
}

/// The win rates of each run's individuals.
pub(super) fn rates(runs: &[Run]) -> Vec<Vec<f64>> {
    runs.iter().map(win_rates).collect()
}

/// What table 6.1 says of one β, beside ours. The thesis has one run of each.
fn compared(column: &Column, runs: &[Vec<f64>]) -> Vec<Comparison> {
    let sample = words::runs(runs.len());
    let printed = &column.win_rates;
    let row = |label: &str, printed: f64, (decimals, margin), figure: &dyn Fn(&[f64]) -> f64| {
        let figures: Vec<f64> = runs.iter().map(|rates| figure(rates)).collect();
        Comparison::new(
            words::of_beta(column.beta, label),
            Some(Paper::single(printed)),
            Ours::over_runs(&figures),
            decimals,
            sample.clone(),
        )
        .within(margin)
        // The reading was chosen by this table.
        .as_role(Role::Fitted)
    };
    vec![
        row("mean", column.mean, (3, RATE), &mean),
        row("sd", column.sd, (3, RATE / 2.0), &sd),
        row("within 0.1 of 0.5", near(printed), (1, 4.0), &near),
        row("least", least(printed), (3, RATE), &least),
        row("most", most(printed), (3, RATE), &most),
    ]
}

pub(super) fn mean(rates: &[f64]) -> f64 {
    Moments::of(rates).map_or(0.0, |moments| moments.mean)
}

pub(super) fn sd(rates: &[f64]) -> f64 {
    Moments::of(rates).map_or(0.0, |moments| moments.sd)
}

/// How many are within 0.1 of one half.
pub(super) fn near(rates: &[f64]) -> f64 {
    let near = rates.iter().filter(|&&rate| is_near_level(rate, 0.1));
    near.count() as f64
}

fn least(rates: &[f64]) -> f64 {
    rates.iter().copied().fold(f64::INFINITY, f64::min)
}

fn most(rates: &[f64]) -> f64 {
    rates.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

/// The thesis' individuals and those of our first run of each β, lowest win rate first (their order in
/// the thesis means nothing).
fn individuals(rates: &[Vec<Vec<f64>>]) -> Table {
    let mut columns: Vec<Vec<f64>> = Vec::new();
    for (column, runs) in TABLE_6_1.iter().zip(rates) {
        columns.push(column.win_rates.into());
        columns.push(runs.first().cloned().unwrap_or_default());
    }
    for column in &mut columns {
        column.sort_by(f64::total_cmp);
    }
    let rows = (0..20).map(|place| {
        let cells = columns.iter().map(|column| {
            let rate = column.get(place);
            rate.map_or(Datum::Missing, |&rate| Datum::Real((rate, 3)))
        });
        std::iter::once(Datum::whole(place + 1))
            .chain(cells)
            .collect()
    });
    let headings = &[
        "individual",
        "thesis 0.01",
        "ours 0.01",
        "thesis 0.001",
        "ours 0.001",
        "thesis 0.0001",
        "ours 0.0001",
    ];
    Table::data(
        "6.1-individuals",
        "Win rates of single individuals in ascending order: the thesis', and our first run \
         of each β",
        headings,
        rows.collect(),
    )
}
