//! `osaki-2` and `osaki-4`: how well evaluations foretell winning rates (tables 2, 3 and 4).

use super::paper::{EPSILONS, MADE, RATES};
use super::{cost, exam, lesson, lessons, open, settings};
use crate::agreement::{Ours, Paper};
use crate::lab::{ExperimentError, Lab};
use crate::report::{Comparison, Findings, Table};
use koteki_engine::eval::blokus::Evaluation;
use koteki_rivals::learn::blokus::Settings;
use koteki_rivals::learn::blokus::exam::{Marks, PLIES};
use koteki_rivals::learn::blokus::record::Judged;

const RATE_NOTES: [&str; 2] = [
    "The paper's figures are of one lesson each, and lessons from other games differ: \"one run\" is where 95 % of single lessons are expected.",
    "Positions are after so many random plies (table 4: two, and then the evaluation's best moves), none of them with the game over.",
];

/// Lessons of each kind, by scale.
const REPEATS: [usize; 2] = [2, 3];

/// The two rows of what was learned with one ε, by lesson: mean error and accuracy. The paper has one
/// lesson of each, and lessons differ more than test positions do.
fn rows(
    label: &str,
    (error, accuracy): (f64, f64),
    lessons: &[Evaluation],
    exam: &[Judged],
) -> [Comparison; 2] {
    let marks: Vec<Marks> = lessons.iter().map(|it| Marks::of(it, exam)).collect();
    let sample = format!("{} lessons on {} positions", lessons.len(), exam.len());
    let row = |label: String, paper: f64, ours: Vec<f64>| {
        let (paper, ours) = (Paper::single(paper), Ours::over_runs(&ours));
        Comparison::new(label, Some(paper), ours, 4, sample.clone())
    };
    [
        row(
            format!("{label}: mean error"),
            error,
            marks.iter().map(Marks::error).collect(),
        ),
        row(
            format!("{label}: right side of 0.5"),
            accuracy,
            marks.iter().map(Marks::accuracy).collect(),
        ),
    ]
}

/// Tables 2 and 3.
///
/// # Errors
/// When the lab is told to stop.
pub fn work(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
    let plans: Vec<_> = (0..2)
        .flat_map(|column| EPSILONS.map(|epsilon| settings(lab, column, epsilon)))
        .collect();
    let repeats = lab.pick(REPEATS[0], REPEATS[1]);
    lab.plan(repeats as u64 * plans.iter().map(cost).sum::<u64>());
    let exam = lab.each(1, |_| exam(lab, None, 0))?.concat();
    let lessons = learned(lab, &plans, repeats)?;
    let tables = RATES.iter().zip(lessons.chunks(EPSILONS.len() * repeats));
    let tables = (2..).zip(tables).map(|(number, (printed, lessons))| {
        let playouts = plans[(number - 2) * EPSILONS.len()].playouts;
        let learned = EPSILONS.iter().zip(printed).zip(lessons.chunks(repeats));
        let rows = learned.flat_map(|((epsilon, &printed), lesson)| {
            rows(&format!("epsilon {}", *epsilon), printed, lesson, &exam)
        });
        Table::comparison(
            &number.to_string(),
            format!(
                "Winning rates foretold, taught by {playouts} random games a position (table \
                 {number})"
            ),
            rows.collect(),
        )
    });
    Ok(Findings {
        tables: tables.collect(),
        readings: open(),
        notes: RATE_NOTES.map(str::to_owned).into(),
        settings: [
            ("games of a lesson", plans[0].games.to_string()),
            ("positions of each ply", (exam.len() / PLIES).to_string()),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .into(),
    })
}

/// What is learned with each of `plans`, `repeats` lessons of one after the other.
fn learned(
    lab: &Lab<'_>,
    plans: &[Settings],
    repeats: usize,
) -> Result<Vec<Evaluation>, ExperimentError> {
    let plan = |index: usize| &plans[index / repeats];
    let units = |index: usize| cost(plan(index));
    lessons(lab, plans.len() * repeats, units, |index| {
        let number = (index % repeats) as u64;
        lesson(lab, plan(index).clone(), number, |cost| lab.done(cost))
    })
}

/// Table 4.
///
/// # Errors
/// When the lab is told to stop.
pub fn work_on_made(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
    let plans = EPSILONS.map(|epsilon| settings(lab, 1, epsilon));
    let repeats = lab.pick(REPEATS[0], REPEATS[1]);
    lab.plan(repeats as u64 * plans.iter().map(cost).sum::<u64>());
    let lessons = learned(lab, &plans, repeats)?;
    let (makers, judged) = lessons.split_at(lessons.len() - repeats);
    // The positions are made by the first lesson of each.
    let exams = lab.each(MADE.len(), |index| {
        exam(lab, Some(&makers[index * repeats]), 1 + index as u64)
    })?;
    let makes = EPSILONS.iter().zip(MADE).zip(&exams);
    let rows = makes.flat_map(|((epsilon, printed), exam)| {
        rows(
            &format!("positions of epsilon {}", *epsilon),
            printed,
            judged,
            exam,
        )
    });
    Ok(Findings {
        tables: vec![Table::comparison(
            "4",
            format!(
                "The evaluation of epsilon 1 and {} random games on positions of other \
                 evaluations (table 4)",
                plans[0].playouts
            ),
            rows.collect(),
        )],
        readings: open(),
        notes: RATE_NOTES.map(str::to_owned).into(),
        settings: [("games of a lesson", plans[0].games.to_string())]
            .map(|(name, value)| (name.to_owned(), value))
            .into(),
    })
}
