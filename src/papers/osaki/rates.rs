//! `osaki-2` and `osaki-3`: how well evaluations foretell winning rates (table 2; tables 3 and 4).

use super::paper::{EPSILONS, MADE, RATES};
use super::{cost, exam, lesson, lessons, open, settings};
use crate::agreement::{Ours, Paper, RATE, Role};
use crate::lab::{ExperimentError, Lab};
use crate::report::{Comparison, Findings, Table};
use koteki_engine::eval::blokus::Evaluation;
use koteki_rivals::learn::blokus::Settings;
use koteki_rivals::learn::blokus::exam::Marks;
use koteki_rivals::learn::blokus::record::Judged;

const NOTES: [&str; 3] = [
    "The paper's figures are of one lesson and one set of positions each. Here every lesson sits positions of its own, so that \
     \"one run\", where 95 % of single lessons are expected, has the chance of both in it.",
    "Positions are after so many random plies (table 4: two, and then the evaluation's best moves), none of them with the game over.",
    "The row epsilon 1 of table 2 was seen when the reading was chosen: it is fitted.",
];

/// Lessons of each kind, by scale: table 2, tables 3 and 4.
const REPEATS: [[usize; 2]; 2] = [[2, 2], [10, 5]];
/// Mean errors nearer than this are called equal: a tenth of them.
const MARGIN: f64 = 0.01;

/// The two rows of what was learned with one ε, from the marks of each lesson.
fn rows(
    label: &str,
    (error, accuracy): (f64, f64),
    marks: &[Marks],
    role: Role,
) -> [Comparison; 2] {
    let positions = marks.first().map_or(0, |marks| marks.errors.len());
    let sample = format!("{} lessons on {positions} positions each", marks.len());
    let row = |label: String, paper: f64, ours: Vec<f64>, margin: f64| {
        let (paper, ours) = (Paper::single(paper), Ours::over_runs(&ours));
        Comparison::new(label, Some(paper), ours, 4, sample.clone())
            .within(margin)
            .as_role(role)
    };
    [
        row(
            format!("{label}: mean error"),
            error,
            marks.iter().map(Marks::error).collect(),
            MARGIN,
        ),
        row(
            format!("{label}: right side of 0.5"),
            accuracy,
            marks.iter().map(Marks::accuracy).collect(),
            RATE,
        ),
    ]
}

/// Table 2.
///
/// # Errors
/// When the lab is told to stop.
pub fn work(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
    let taught = Taught::by(lab, 0)?;
    Ok(taught.findings(vec![taught.foretold(lab, 2)?]))
}

/// Tables 3 and 4.
///
/// # Errors
/// When the lab is told to stop.
pub fn work_with_many(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
    let taught = Taught::by(lab, 1)?;
    Ok(taught.findings(vec![taught.foretold(lab, 3)?, taught.on_made(lab)?]))
}

/// What is learned with each ε, in several lessons.
struct Taught {
    plans: [Settings; 4],
    repeats: usize,
    /// The lessons of the first ε, of the second, …
    lessons: Vec<Evaluation>,
}

impl Taught {
    /// `column`: 0 for the M of table 2, 1 for that of table 3.
    fn by(lab: &Lab<'_>, column: usize) -> Result<Self, ExperimentError> {
        let plans = EPSILONS.map(|epsilon| settings(lab, column, epsilon));
        let repeats = lab.pick(REPEATS[0], REPEATS[1])[column];
        lab.plan(repeats as u64 * plans.iter().map(cost).sum::<u64>());
        let plan = |index: usize| &plans[index / repeats];
        let units = |index: usize| cost(plan(index));
        let lessons = lessons(lab, plans.len() * repeats, units, |index| {
            let number = (index % repeats) as u64;
            lesson(lab, plan(index).clone(), number, |cost| lab.done(cost))
        })?;
        Ok(Self {
            plans,
            repeats,
            lessons,
        })
    }

    /// The lessons of the ε of this index.
    fn of(&self, epsilon: usize) -> &[Evaluation] {
        &self.lessons[epsilon * self.repeats..][..self.repeats]
    }

    /// Table 2 or 3: lesson after lesson on positions of its own, the same for every ε.
    fn foretold(&self, lab: &Lab<'_>, number: usize) -> Result<Table, ExperimentError> {
        let exams = lab.each(self.repeats, |lesson| exam(lab, None, lesson as u64))?;
        let playouts = self.plans[0].playouts;
        let printed = EPSILONS.iter().zip(RATES[number - 2]).enumerate();
        let rows = printed.flat_map(|(index, (epsilon, printed))| {
            let seen = number == 2 && *epsilon >= 1.0;
            let role = if seen { Role::Fitted } else { Role::Counts };
            let marks = marks(self.of(index), &exams);
            rows(&format!("epsilon {epsilon}"), printed, &marks, role)
        });
        Ok(Table::comparison(
            &number.to_string(),
            format!(
                "Winning rates foretold, taught by {playouts} random games a position (table \
                 {number})"
            ),
            rows.collect(),
        ))
    }

    /// Table 4: each lesson of ε 1 on positions that the other lessons of its number make.
    fn on_made(&self, lab: &Lab<'_>) -> Result<Table, ExperimentError> {
        let made = lab.each(MADE.len() * self.repeats, |index| {
            let maker = &self.lessons[index];
            exam(lab, Some(maker), (self.repeats + index) as u64)
        })?;
        let judged = self.of(EPSILONS.len() - 1);
        let makes = EPSILONS.iter().zip(MADE).zip(made.chunks(self.repeats));
        let rows = makes.flat_map(|((epsilon, printed), exams)| {
            let label = format!("positions of epsilon {epsilon}");
            rows(&label, printed, &marks(judged, exams), Role::Counts)
        });
        Ok(Table::comparison(
            "4",
            format!(
                "The evaluation of epsilon 1 and {} random games on positions of other \
                 evaluations (table 4)",
                self.plans[0].playouts
            ),
            rows.collect(),
        ))
    }

    fn findings(&self, tables: Vec<Table>) -> Findings {
        Findings {
            tables,
            readings: open(),
            notes: NOTES.map(str::to_owned).into(),
            settings: [("games of a lesson", self.plans[0].games.to_string())]
                .map(|(name, value)| (name.to_owned(), value))
                .into(),
        }
    }
}

/// Each lesson on the positions of its number.
fn marks(lessons: &[Evaluation], exams: &[Vec<Judged>]) -> Vec<Marks> {
    let sat = lessons.iter().zip(exams);
    sat.map(|(lesson, exam)| Marks::of(lesson, exam)).collect()
}
