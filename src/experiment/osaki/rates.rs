//! `osaki-2` and `osaki-4`: how well evaluations foretell winning rates (tables 2, 3 and 4).

use super::paper::{EPSILONS, MADE, POSITIONS, RATES};
use super::{cost, exam, lesson, open, settings};
use crate::eval::blokus::Evaluation;
use crate::experiment::agreement::{Ours, Paper};
use crate::experiment::lab::{Failure, Lab};
use crate::experiment::report::{Comparison, Findings, Table};
use crate::learn::blokus::exam::{Marks, PLIES};
use crate::learn::blokus::record::Judged;
use crate::measure::stats::Moments;
use crate::text::experiment::osaki as text;

/// The two rows of an evaluation: its mean error and its accuracy.
fn rows(
    label: &str,
    (error, accuracy): (f64, f64),
    evaluation: &Evaluation,
    exam: &[Judged],
) -> [Comparison; 2] {
    let marks = Marks::of(evaluation, exam);
    let sample = text::positions(exam.len());
    // The paper does not give the spread of its errors; they are given that of ours.
    let sd = Moments::of(&marks.errors).map_or(0.0, |moments| moments.sd);
    // Over positions, not over lessons: another lesson is no part of it.
    let ours = Ours::over_runs(&marks.errors).map(|ours| Ours {
        single: None,
        ..ours
    });
    let (right, all) = (marks.right as f64, exam.len() as f64);
    [
        Comparison::new(
            text::error(label),
            Some(Paper::mean(error, sd, POSITIONS)),
            ours,
            4,
            sample.clone(),
        ),
        Comparison::new(
            text::accuracy(label),
            Some(Paper::rate(accuracy, POSITIONS as f64)),
            Some(Ours::rate(right, all)),
            4,
            sample,
        ),
    ]
}

/// Tables 2 and 3.
///
/// # Errors
/// When the lab is told to stop.
pub fn work(lab: &Lab<'_>) -> Result<Findings, Failure> {
    let plans: Vec<_> = (0..2)
        .flat_map(|column| EPSILONS.map(|epsilon| settings(lab, column, epsilon)))
        .collect();
    lab.plan(plans.iter().map(cost).sum());
    let exam = lab.each(1, |_| exam(lab, None, 0))?.concat();
    let lessons = lab.each(plans.len(), |index| {
        lesson(lab, plans[index].clone(), |cost| lab.done(cost))
    })?;
    let tables = RATES.iter().zip(lessons.chunks(EPSILONS.len()));
    let tables = (2..).zip(tables).map(|(number, (printed, lessons))| {
        let playouts = plans[(number - 2) * EPSILONS.len()].playouts;
        let learned = EPSILONS.iter().zip(printed).zip(lessons);
        let rows = learned.flat_map(|((epsilon, &printed), lesson)| {
            rows(&text::epsilon(*epsilon), printed, lesson, &exam)
        });
        Table::comparison(
            &number.to_string(),
            text::rates(number, playouts),
            rows.collect(),
        )
    });
    Ok(Findings {
        tables: tables.collect(),
        readings: open(),
        notes: text::RATE_NOTES.map(str::to_owned).into(),
        settings: [
            ("games of a lesson", plans[0].games.to_string()),
            ("positions of each ply", (exam.len() / PLIES).to_string()),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .into(),
    })
}

/// Table 4.
///
/// # Errors
/// When the lab is told to stop.
pub fn work_on_made(lab: &Lab<'_>) -> Result<Findings, Failure> {
    let plans = EPSILONS.map(|epsilon| settings(lab, 1, epsilon));
    lab.plan(plans.iter().map(cost).sum());
    let lessons = lab.each(plans.len(), |index| {
        lesson(lab, plans[index].clone(), |cost| lab.done(cost))
    })?;
    let Some((judged, makers)) = lessons.split_last() else {
        return Ok(Findings::default());
    };
    let exams = lab.each(makers.len(), |index| {
        exam(lab, Some(&makers[index]), 1 + index as u64)
    })?;
    let makes = EPSILONS.iter().zip(MADE).zip(&exams);
    let rows = makes.flat_map(|((epsilon, printed), exam)| {
        rows(&text::made_by(*epsilon), printed, judged, exam)
    });
    Ok(Findings {
        tables: vec![Table::comparison(
            "4",
            text::made(plans[0].playouts),
            rows.collect(),
        )],
        readings: open(),
        notes: text::RATE_NOTES.map(str::to_owned).into(),
        settings: [("games of a lesson", plans[0].games.to_string())]
            .map(|(name, value)| (name.to_owned(), value))
            .into(),
    })
}
