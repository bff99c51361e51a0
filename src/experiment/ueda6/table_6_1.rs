//! `ueda-6.1-table`: how level the individuals of one run are, for three β.

use super::paper::{Column, GAMES, TABLE_6_1};
use super::settings;
use crate::evolve::Settings;
use crate::evolve::rivals::is_near_level;
use crate::evolve::run::Run;
use crate::experiment::agreement::{Ours, Paper};
use crate::experiment::breed::{breed, games};
use crate::experiment::lab::{Failure, Lab};
use crate::experiment::report::{Comparison, Datum, Findings, Table};
use crate::measure::stats::Moments;
use crate::random::derive_seed;
use crate::text::experiment::ueda6 as text;

/// Runs for each β: one is what the thesis made, more are needed to know how runs differ.
const RUNS: [usize; 2] = [2, 20];

/// Does it.
///
/// # Errors
/// When the lab is told to stop.
pub fn work(lab: &Lab<'_>) -> Result<Findings, Failure> {
    let runs = lab.pick(RUNS[0], RUNS[1]);
    let bred = columns(lab, runs, &settings)?;
    let mut tables = Vec::new();
    let mut summary = Vec::new();
    for (column, bred) in TABLE_6_1.iter().zip(&bred) {
        summary.extend(compared(column, bred));
    }
    tables.push(Table::comparison("summary", text::TABLE_6_1, summary));
    tables.push(individuals(&bred));
    Ok(Findings {
        tables,
        ..Findings::default()
    })
}

/// For each β of table 6.1 the win rates of every run's individuals.
pub(super) fn columns(
    lab: &Lab<'_>,
    runs: usize,
    settings: &(dyn Fn(f64) -> Settings + Sync),
) -> Result<Vec<Vec<Vec<f64>>>, Failure> {
    let wanted: Vec<(Settings, u64)> = TABLE_6_1
        .iter()
        .enumerate()
        .flat_map(|(number, column)| {
            (0..runs).map(move |run| {
                let seed = derive_seed(lab.seed(), &[61, number as u64, run as u64]);
                (settings(column.beta), seed)
            })
        })
        .collect();
    lab.plan(wanted.iter().map(|(settings, _)| games(settings)).sum());
    let bred = breed(lab, &wanted)?;
    Ok(bred
        .chunks(runs)
        .map(|runs| runs.iter().map(win_rates).collect())
        .collect())
}

/// The win rates of the individuals of a run at rest, in the games of the retest.
fn win_rates(run: &Run) -> Vec<f64> {
    run.census()
        .members
        .iter()
        .filter_map(|member| member.retest.win_rate())
        .collect()
}

/// What table 6.1 says of one β, beside ours.
fn compared(column: &Column, runs: &[Vec<f64>]) -> Vec<Comparison> {
    let over = |figure: &dyn Fn(&[f64]) -> f64| {
        let figures: Vec<f64> = runs.iter().map(|rates| figure(rates)).collect();
        Ours::over_runs(&figures)
    };
    let sample = text::runs_of(runs.len(), GAMES);
    let row = |label: &str, paper: f64, decimals, figure: &dyn Fn(&[f64]) -> f64| {
        let label = text::of_beta(column.beta, label);
        let paper = Paper::single(paper);
        Comparison::new(label, Some(paper), over(figure), decimals, sample.clone())
    };
    let rates = &column.win_rates;
    vec![
        row(text::MEAN, column.mean, 3, &mean),
        row(text::SD, column.sd, 3, &sd),
        row(text::NEAR, near(rates), 1, &near),
        row(text::LEAST, least(rates), 3, &least),
        row(text::MOST, most(rates), 3, &most),
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
    let count = rates
        .iter()
        .filter(|&&rate| is_near_level(rate, 0.1))
        .count();
    count as f64
}

fn least(rates: &[f64]) -> f64 {
    rates.iter().copied().fold(f64::INFINITY, f64::min)
}

fn most(rates: &[f64]) -> f64 {
    rates.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

/// The thesis' individuals and those of our first run of each β, lowest win rate first (the order in
/// the thesis means nothing).
fn individuals(bred: &[Vec<Vec<f64>>]) -> Table {
    let mut columns: Vec<Vec<f64>> = Vec::new();
    for (column, runs) in TABLE_6_1.iter().zip(bred) {
        columns.push(column.win_rates.into());
        columns.push(runs.first().cloned().unwrap_or_default());
    }
    for column in &mut columns {
        column.sort_by(f64::total_cmp);
    }
    let rows = (0..20).map(|place| {
        let number = i64::try_from(place + 1).unwrap_or(i64::MAX);
        let cells = columns.iter().map(|column| {
            column
                .get(place)
                .map_or(Datum::Missing, |&rate| Datum::Real((rate, 3)))
        });
        std::iter::once(Datum::Whole(number)).chain(cells).collect()
    });
    Table::data(
        "individuals",
        text::INDIVIDUALS,
        &text::INDIVIDUALS_COLUMNS,
        rows.collect(),
    )
}
