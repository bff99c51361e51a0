//! `ueda-6.5`: three rivals that are level and far apart, and how differently they play (tables 6.2
//! and 6.3).

use super::mismatch::{Choices, choices, floor, interval, mismatch, positions};
use super::paper::{POSITIONS, TABLE_6_2, TABLE_6_3};
use super::runs::Runs;
use super::variant::{CHOSEN, EXCHANGED, LITERAL, Variant};
use super::{count, with_readings};
use crate::agreement::{Ours, Paper, RATE, Role};
use crate::lab::{ExperimentError, Lab};
use crate::report::{Comparison, Datum, Findings, Table};
use crate::ueda6::words;
use koteki_games::random::derive_seed;
use koteki_rivals::evolve::run::{Individual, Run};
use koteki_rivals::evolve::{GameOrder, GameResult};
use koteki_rivals::measure::stats::mean;

/// The β that §6.4.4 chooses.
const BETA: f64 = 0.001;

/// Games of each of the thesis' three individuals against our opponent.
const GAMES: u32 = 400;

/// Distances nearer than this are called equal: a fifth of a decade.
const DISTANCE: f64 = 0.2;

/// Keeps the uses of the lab's seed apart.
const COORDINATE: u64 = 65;

/// Numbers of lots beyond those of `ueda-6.2`.
const LOTS: u64 = 1 << 32;

/// Units of progress beside the games of the runs.
pub(super) fn planned(lab: &Lab<'_>) -> u64 {
    9 * u64::from(GAMES) + (count(lab) as u64 + 3) * 3 * POSITIONS as u64
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

/// The tables of these runs.
pub(super) fn look(lab: &Lab<'_>, runs: &Runs) -> Result<Findings, ExperimentError> {
    let runs = runs.at(BETA);
    let positions = positions(lab, POSITIONS)?;
    // The thesis' own three, here.
    let whole = TABLE_6_2
        .map(|([frontier, mobility, stability], _)| [mobility, frontier, stability, 0, 100]);
    let mut theirs = Vec::new();
    for (number, variant) in [&CHOSEN, &EXCHANGED, &LITERAL].into_iter().enumerate() {
        let three = lab.each(3, |index| {
            let lot = LOTS + (3 * number + index) as u64;
            choices(lab, variant, &whole[index], lot, &positions)
        })?;
        let role = if number == 0 {
            Role::Counts
        } else {
            Role::Apart
        };
        let mut rows = level(lab, variant, &whole)?;
        for ((a, b), printed) in TABLE_6_3 {
            let rate = mismatch(&three[a], &three[b]);
            rows.push(
                Comparison::new(
                    format!("individuals {}–{}, mismatch", a + 1, b + 1),
                    Some(Paper::rate(printed, POSITIONS as f64)),
                    Some(Ours::with_interval(rate, interval(rate, POSITIONS))),
                    3,
                    on(POSITIONS),
                )
                .within(RATE),
            );
        }
        let mut rows: Vec<_> = rows.into_iter().map(|row| row.as_role(role)).collect();
        let lowest = mean(three.iter().map(floor));
        rows.push(Comparison::new(
            "their mean floor (each against itself)",
            None,
            Some(Ours::with_interval(lowest, interval(lowest, POSITIONS))),
            3,
            on(POSITIONS),
        ));
        let key = format!("6.5-theirs-{}", number + 1);
        theirs.push(Table::comparison(
            &key,
            format!(
                "The thesis' own three individuals (table 6.2), here under the reading \"{}\"",
                variant.name
            ),
            rows,
        ));
    }
    // Ours, of every run that has three.
    let played = lab.each(runs.len(), |number| {
        let three = rivals(&runs[number]);
        let chosen: Result<Vec<Choices>, ExperimentError> = three
            .iter()
            .enumerate()
            .map(|(index, rival)| {
                let weights = runs[number].weights(&rival.genes);
                let lot = LOTS + 3 * (3 + number as u64) + index as u64;
                choices(lab, &CHOSEN, &weights, lot, &positions)
            })
            .collect();
        let chosen = chosen?;
        lab.done((3 - chosen.len() as u64) * POSITIONS as u64);
        Ok(chosen)
    })?;
    let mut means = Vec::new();
    let mut floors = Vec::new();
    let mut farthest = Vec::new();
    let mut list = Vec::new();
    for (number, (run, chosen)) in runs.iter().zip(&played).enumerate() {
        let three = rivals(run);
        if let [a, b, c] = chosen.as_slice() {
            let pairs = [mismatch(a, b), mismatch(a, c), mismatch(b, c)];
            means.push(mean(pairs));
            floors.push(mean(chosen.iter().map(floor)));
            let places: Vec<[f64; 3]> = three.iter().map(|it| log_place(run, it)).collect();
            farthest.push(largest(&places));
            list.extend(listed(number, run, &three, pairs));
        }
    }
    let printed = mean(TABLE_6_3.map(|(_, rate)| rate));
    let sample = words::runs_on(means.len(), POSITIONS);
    let theirs_apart = TABLE_6_2.map(|(weights, _)| weights.map(|it| libm::log10(f64::from(it))));
    let rows = vec![
        Comparison::new(
            "largest distance of two of the three, log10 (table 6.2)",
            Some(Paper::single(largest(&theirs_apart))),
            Ours::over_runs(&farthest),
            2,
            words::runs(farthest.len()),
        )
        .within(DISTANCE),
        Comparison::new(
            "mean mismatch of the three pairs",
            Some(Paper::single(printed)),
            Ours::over_runs(&means),
            3,
            sample.clone(),
        )
        .within(RATE),
        Comparison::new(
            "their mean floor (each against itself)",
            None,
            Ours::over_runs(&floors),
            3,
            sample,
        ),
    ];
    let mut tables = vec![
        Table::comparison(
            "6.5",
            "Tables 6.2 and 6.3: the three rivals of each run (β 0.001)",
            rows,
        ),
        Table::data(
            "6.5-rivals",
            "The three rivals of each run, and the mismatch of each with the next and the one \
             after",
            &[
                "run",
                "rival",
                "frontier",
                "mobility",
                "stability",
                "win rate",
                "low",
                "high",
                "with next",
                "with other",
            ],
            list,
        ),
    ];
    tables.extend(theirs);
    Ok(Findings {
        tables,
        notes: vec![
            format!(
                "6.5: {} of {} runs have three individuals near 0.5.",
                means.len(),
                runs.len()
            ),
            "6.5: the rivals were chosen by the very games that their win rates are from, as \
             in the thesis, which makes them look nearer to 0.5 than they are."
                .to_owned(),
        ],
        ..Findings::default()
    })
}

/// How level the thesis' three are with our opponent.
fn level(
    lab: &Lab<'_>,
    variant: &Variant,
    weights: &[[i32; 5]; 3],
) -> Result<Vec<Comparison>, ExperimentError> {
    let arena = variant.arena(lab)?;
    let target = variant.settings(lab, BETA).target;
    let mut rows = Vec::new();
    for (index, (weights, (_, printed))) in weights.iter().zip(TABLE_6_2).enumerate() {
        let results = lab.each(GAMES as usize, |game| {
            let order = GameOrder {
                weights: weights.to_vec(),
                seed: derive_seed(lab.seed(), &[COORDINATE, index as u64, game as u64 / 2]),
                game: u32::try_from(game).unwrap_or(u32::MAX),
            };
            let result = arena.play(target, &order, lab.cancel())?;
            lab.done(1);
            Ok(match result {
                GameResult::Win => 1.0,
                GameResult::Draw => 0.5,
                GameResult::Loss => 0.0,
            })
        })?;
        rows.push(
            Comparison::new(
                format!("individual {}, win rate", index + 1),
                Some(Paper::rate(printed, 100.0)),
                Some(Ours::rate(results.iter().sum(), f64::from(GAMES))),
                3,
                format!("{GAMES} games"),
            )
            .within(RATE),
        );
    }
    Ok(rows)
}

/// Where an individual lies: log10 of frontier, mobility, stability.
pub(super) fn log_place(run: &Run, individual: &Individual) -> [f64; 3] {
    let weights = run.weights(&individual.genes);
    [1, 0, 2].map(|at| libm::log10(f64::from(weights[at].max(1))))
}

/// The largest distance of two of them.
pub(super) fn largest(places: &[[f64; 3]]) -> f64 {
    let apart = |a: &[f64; 3], b: &[f64; 3]| {
        let squares = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b));
        libm::sqrt(squares.sum())
    };
    let pairs = places
        .iter()
        .flat_map(|a| places.iter().map(move |b| apart(a, b)));
    pairs.fold(0.0, f64::max)
}

/// The chosen rivals A, B, C.
pub(super) fn rivals(run: &Run) -> Vec<&Individual> {
    let state = run.state();
    let find = |id: &u64| state.population.iter().find(|it| it.id == *id);
    state.rivals.iter().filter_map(find).collect()
}

/// The three of a run; the mismatches with the other two, next one first.
fn listed(
    number: usize,
    run: &Run,
    three: &[&Individual],
    [ab, ac, bc]: [f64; 3],
) -> Vec<Vec<Datum>> {
    let mismatches = [[ab, ac], [bc, ab], [ac, bc]];
    three
        .iter()
        .zip(mismatches)
        .enumerate()
        .map(|(letter, (rival, others))| {
            let weights = run.weights(&rival.genes);
            let rate = rival.retest.win_rate().unwrap_or(0.0);
            let (low, high) = rival.retest.interval();
            vec![
                Datum::whole(number + 1),
                letter_of(letter).into(),
                Datum::Whole(weights[1].into()),
                Datum::Whole(weights[0].into()),
                Datum::Whole(weights[2].into()),
                Datum::Real((rate, 3)),
                Datum::Real((low, 3)),
                Datum::Real((high, 3)),
                Datum::Real((others[0], 3)),
                Datum::Real((others[1], 3)),
            ]
        })
        .collect()
}

fn on(positions: usize) -> String {
    format!("{positions} positions")
}

const fn letter_of(index: usize) -> &'static str {
    match index {
        0 => "A",
        1 => "B",
        _ => "C",
    }
}
