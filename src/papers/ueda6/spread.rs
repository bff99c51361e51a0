//! `ueda-6-spread`: why the three rivals lie farther apart here than in the thesis (table 6.2).
//!
//! The readings were listed before any of them was run: each differs from the one that is used in one thing that could
//! make a population spread.

use super::paper::TABLE_6_2;
use super::trio::{largest, log_place, rivals};
use super::variant::{CHOSEN, LITERAL, Variant};
use crate::agreement::Ours;
use crate::breed::{Wanted, breed, games};
use crate::lab::{ExperimentError, Lab};
use crate::range;
use crate::report::{Datum, Findings, Table};
use koteki_games::random::derive_seed;
use koteki_rivals::evolve::Settings;
use koteki_rivals::evolve::settings::{Rounding, Sampling, Scale};
use koteki_rivals::measure::stats::mean;

/// The β that §6.4.4 chooses.
const BETA: f64 = 0.001;

/// Keeps the uses of the lab's seed apart.
const COORDINATE: u64 = 66;

/// A reading: its name, what it breeds, and what it changes.
type Way = (&'static str, Variant, fn(&mut Settings));

const WAYS: [Way; 10] = [
    ("as used", CHOSEN, |_| {}),
    (
        "f_sim as printed (÷ 480)",
        Variant {
            similarity: 1.0,
            ..CHOSEN
        },
        |_| {},
    ),
    (
        "f_sim without 1/n (÷ 16)",
        Variant {
            similarity: 30.0,
            ..CHOSEN
        },
        |_| {},
    ),
    (
        "weights crossed and told apart as they are, not by logarithms",
        CHOSEN,
        |settings| {
            for gene in settings.genes.values_mut() {
                gene.scale = Scale::Linear;
            }
        },
    ),
    ("BLX-0.25", CHOSEN, |settings| settings.alpha = 0.25),
    (
        "BLX-0: children between their parents",
        CHOSEN,
        |settings| settings.alpha = 0.0,
    ),
    ("no weight below 10", CHOSEN, |settings| {
        for gene in settings.genes.values_mut() {
            gene.limits[0] = 10;
        }
    }),
    (
        "first weights log-uniform, rounded down",
        CHOSEN,
        |settings| {
            settings.sampling = Sampling::LogUniform;
            settings.rounding = Rounding::Down;
        },
    ),
    ("the three within 0.05 of one half", CHOSEN, |settings| {
        settings.near = 0.05;
        settings.retest.estimate = 0.05;
    }),
    ("depths as printed, f_sim as printed", LITERAL, |_| {}),
];

/// What each way breeds with.
fn settings(lab: &Lab<'_>) -> [Settings; WAYS.len()] {
    WAYS.map(|(_, variant, change)| {
        let mut settings = variant.settings(lab, BETA);
        change(&mut settings);
        settings
    })
}

/// Does it.
///
/// # Errors
/// When the lab is told to stop.
pub fn work(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
    let count = lab.pick(1, 8);
    let settings = settings(lab);
    lab.plan(settings.iter().map(games).sum::<u64>() * count);
    let mut rows = Vec::new();
    for ((name, variant, _), settings) in WAYS.into_iter().zip(settings) {
        let arena = variant.arena(lab)?;
        let wanted: Vec<Wanted<'_>> = (0..count)
            .map(|run| Wanted {
                settings: settings.clone(),
                // The same lots for every way.
                seed: derive_seed(lab.seed(), &[COORDINATE, run]),
                arena: &*arena,
            })
            .collect();
        let runs = breed(lab, &wanted)?;
        let (mut distances, mut at_limits) = (Vec::new(), 0);
        let mut rates = Vec::new();
        for run in &runs {
            let three = rivals(run);
            if three.len() == 3 {
                let places: Vec<[f64; 3]> = three.iter().map(|it| log_place(run, it)).collect();
                distances.push(largest(&places));
                let limit = settings.genes.values().map(|gene| gene.limits[0]).min();
                let least = limit.map_or(0.0, |limit| libm::log10(f64::from(limit)));
                let touches = places.iter().flatten().any(|place| *place <= least);
                at_limits += usize::from(touches);
            }
            rates.extend(super::runs::win_rates(run));
        }
        let found = Ours::over_runs(&distances);
        let interval = found.and_then(|it| it.interval);
        rows.push(vec![
            name.into(),
            Datum::whole(distances.len()),
            found.map_or(Datum::Missing, |it| Datum::Real((it.value, 2))),
            interval.map_or(Datum::Missing, |it| range(it.low, it.high, 2).into()),
            Datum::whole(at_limits),
            Datum::Real((mean(rates), 3)),
        ]);
    }
    let theirs = TABLE_6_2.map(|(weights, _)| weights.map(|it| libm::log10(f64::from(it))));
    rows.push(vec![
        "the thesis".into(),
        Datum::Whole(1),
        Datum::Real((largest(&theirs), 2)),
        Datum::Missing,
        Datum::Whole(0),
        Datum::Missing,
    ]);
    Ok(Findings {
        tables: vec![Table::data(
            "spread",
            format!(
                "How far apart the two farthest of the three rivals lie, {count} runs of β {BETA} each"
            ),
            &[
                "reading",
                "trios",
                "largest log10 distance",
                "95 %",
                "with a weight at the lower limit",
                "mean win rate of a population",
            ],
            rows,
        )],
        ..Findings::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::{Progress, Setup};
    use koteki_engine::search::budget::Cancel;

    /// Else the experiment would end in an error after minutes of play.
    #[test]
    fn every_way_has_settings_that_can_be_bred_with() {
        let (progress, cancel) = (Progress::default(), Cancel::new());
        for scale in crate::Scale::ALL {
            let setup = Setup {
                scale,
                seed: 1,
                jobs: 1,
            };
            let lab = Lab::new(setup, None, &progress, &cancel).unwrap();
            for ((name, ..), settings) in WAYS.into_iter().zip(settings(&lab)) {
                assert_eq!(settings.validate(), Ok(()), "{name}");
            }
        }
    }
}
