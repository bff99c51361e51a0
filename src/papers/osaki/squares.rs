//! `osaki-a`: the score weight of every square (tables A.1 and A.2, figs 9 and 10).
//!
//! The paper's are those of one lesson, and so many weights from a thousand games are mostly its luck. So what is
//! compared is a lesson of theirs with lessons of ours: each square with where 95 % of single lessons lie, and
//! the paper's likeness to our lessons with that of our lessons to one another.

use super::paper::SQUARE_WEIGHTS;
use super::readings::scores;
use super::{SCORE, cost, lesson, lessons, open, settings};
use crate::agreement::{BY_CHANCE, Ours, Paper, Role};
use crate::lab::{ExperimentError, Lab};
use crate::range;
use crate::report::{Comparison, Datum, Findings, HeatMap, HeatPanel, Table};
use koteki_engine::eval::blokus::{Evaluation, Kind, UNIT, folded};
use koteki_games::blokus::Square;
use koteki_rivals::measure::stats::mean;

/// Lessons, by scale.
const REPEATS: [usize; 2] = [3, 20];
/// Weights nearer than this are called equal: a third of what the paper's weights of the first phase are on average
/// (root mean square 0.073).
const MARGIN: f64 = 0.025;
/// The same of correlations.
const LIKE: f64 = 0.2;

const NOTES: [&str; 2] = [
    "The likeness of a lesson is the mean of its correlations with the (other) lessons of ours; that of the paper's stands beside those of ours.",
    "The weights of (5,5) and (A,A) and the likeness were seen when the reading was chosen: they are fitted.",
];

const PHASES: [&str; 2] = ["up to ply 9", "from ply 10"];
const TABLES: [&str; 2] = ["A.1", "A.2"];

/// A figure of all score weights of a phase.
type Figure = fn(&[f64]) -> f64;

/// Does it.
///
/// # Errors
/// When the lab is told to stop.
pub fn work(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
    let settings = settings(lab, 0, 1.0);
    let repeats = lab.pick(REPEATS[0], REPEATS[1]);
    lab.plan(repeats as u64 * cost(&settings));
    let learned = lessons(
        lab,
        repeats,
        |_| cost(&settings),
        |number| {
            let done = |cost| lab.done(cost);
            lesson(lab, settings.clone(), number as u64, done)
        },
    )?;
    let sample = format!("{repeats} lessons");
    let mut tables = Vec::new();
    let mut panels = Vec::new();
    let mut figures = Vec::new();
    let mut cells = Vec::new();
    let mut notes = Vec::new();
    for (phase, printed) in SQUARE_WEIGHTS.iter().enumerate() {
        let ours: Vec<Vec<f64>> = learned
            .iter()
            .map(|evaluation| scores(evaluation.weights(), phase))
            .collect();
        figures.extend(compared(phase, printed, &ours, &sample));
        figures.push(highest(phase, &learned, &sample));
        let (rows, panel) = by_square(phase, printed, &ours);
        let outside = rows
            .iter()
            .filter(|row| row.last() == Some(&Datum::from("no")));
        notes.push(format!(
            "Of the {} weights of table {} {} lie outside the range of single lessons; by chance {:.1} would.",
            rows.len(),
            TABLES[phase],
            outside.count(),
            BY_CHANCE * rows.len() as f64
        ));
        cells.extend(rows);
        panels.extend(panel);
    }
    tables.push(Table::comparison(
        "a",
        "The score weights of a lesson (tables A.1 and A.2), and of which kind the largest are (figs 5 and 6)",
        figures,
    ));
    let cells = Table::data(
        "a-squares",
        "Every square: the paper's lesson, the mean of ours, and where 95 % of single lessons lie",
        &[
            "plies", "column", "row", "paper", "ours", "one run", "within",
        ],
        cells,
    );
    tables.push(cells.drawn(HeatMap {
        title: "Score weights by square (Osaki et al. 2009, figs 9 and 10)".to_owned(),
        x: "column less 1".to_owned(),
        y: "row less 1".to_owned(),
        panels,
        notes: vec![format!("ours: the mean of {repeats} lessons")],
    }));
    Ok(Findings {
        tables,
        readings: open(),
        notes: {
            notes.extend(NOTES.map(str::to_owned));
            notes
        },
        settings: [("games of a lesson", settings.games.to_string())]
            .map(|(name, value)| (name.to_owned(), value))
            .into(),
    })
}

/// The figures of a phase.
fn compared(phase: usize, printed: &[f64], ours: &[Vec<f64>], sample: &str) -> Vec<Comparison> {
    let row = |label: &str, paper: f64, ours: &[f64], margin: f64| {
        Comparison::new(
            format!("{}: {label}", TABLES[phase]),
            Some(Paper::single(paper)),
            Ours::over_runs(ours),
            3,
            sample,
        )
        .within(margin)
    };
    let each = |figure: &dyn Fn(&[f64]) -> f64| -> Vec<f64> {
        ours.iter().map(|weights| figure(weights)).collect()
    };
    let mut rows = Vec::new();
    for (name, place) in [("(5,5)", 4), ("(A,A)", 9)] {
        let square = Square::at(place, place).map_or(0, folded);
        let ours = each(&|weights| weights[square]);
        rows.push(row(name, printed[square], &ours, MARGIN).as_role(Role::Fitted));
    }
    let figures: [(&str, Figure); 3] = [
        ("largest weight", |it| {
            it.iter().copied().fold(f64::MIN, f64::max)
        }),
        ("smallest weight", |it| {
            it.iter().copied().fold(f64::MAX, f64::min)
        }),
        ("root mean square", |it| {
            libm::sqrt(mean(it.iter().map(|weight| weight * weight)))
        }),
    ];
    for (name, figure) in figures {
        rows.push(row(name, figure(printed), &each(&figure), MARGIN));
    }
    let with_others = |own: usize| {
        let others = (0..ours.len()).filter(|&other| other != own);
        mean(others.map(|other| correlation(&ours[own], &ours[other])))
    };
    let among: Vec<f64> = (0..ours.len()).map(with_others).collect();
    let theirs = mean(ours.iter().map(|weights| correlation(weights, printed)));
    rows.push(row("likeness", theirs, &among, LIKE).as_role(Role::Fitted));
    rows
}

/// Figs 5 and 6: the score has the largest of the shared weights.
fn highest(phase: usize, learned: &[Evaluation], sample: &str) -> Comparison {
    let above = |evaluation: &Evaluation| {
        let shared = Kind::ALL.map(|kind| f64::from(evaluation.weights().shared(phase, kind)));
        let others = shared.iter().take(shared.len() - 1);
        (shared[shared.len() - 1] - others.copied().fold(f64::MIN, f64::max)) / f64::from(UNIT)
    };
    let values: Vec<f64> = learned.iter().map(above).collect();
    Comparison::new(
        format!(
            "{}: shared weight of the {SCORE} less the next",
            PHASES[phase]
        ),
        Some(Paper::claim("above 0")),
        Ours::over_runs(&values).map(Ours::above_zero),
        3,
        sample,
    )
}

/// Every square of a phase, and the two panels of its heat map.
fn by_square(
    phase: usize,
    printed: &[f64],
    ours: &[Vec<f64>],
) -> (Vec<Vec<Datum>>, [HeatPanel; 2]) {
    let mut rows = Vec::new();
    let side = usize::from(Square::SIDE);
    let mut panels = ["the paper", "ours"].map(|whose| HeatPanel {
        title: format!("{}, {whose}", PHASES[phase]),
        rows: vec![vec![None; side]; side],
    });
    for square in Square::all() {
        let (column, row) = (square.column(), square.row());
        let number = folded(square);
        let weights: Vec<f64> = ours.iter().map(|weights| weights[number]).collect();
        let found = Ours::over_runs(&weights);
        let shown = [Some(printed[number]), found.map(|it| it.value)];
        for (panel, value) in panels.iter_mut().zip(shown) {
            panel.rows[usize::from(row)][usize::from(column)] = value;
        }
        if row > column {
            continue;
        }
        let single = found.and_then(|it| it.single);
        rows.push(vec![
            PHASES[phase].into(),
            format!("{:X}", column + 1).into(),
            format!("{:X}", row + 1).into(),
            Datum::Real((printed[number], 3)),
            found.map_or(Datum::Missing, |it| Datum::Real((it.value, 3))),
            single.map_or(Datum::Missing, |it| range(it.low, it.high, 3).into()),
            single.map_or(Datum::Missing, |it| {
                within(it.low, it.high, printed[number]).into()
            }),
        ]);
    }
    (rows, panels)
}

/// Whether a printed weight lies within a range, give or take half its last digit.
fn within(low: f64, high: f64, printed: f64) -> &'static str {
    let half = 0.0005 + 1e-9;
    if (low - half..=high + half).contains(&printed) {
        "yes"
    } else {
        "no"
    }
}

/// Pearson's; 0 where one of them does not vary.
pub fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let (mean_a, mean_b) = (mean(a.iter().copied()), mean(b.iter().copied()));
    let [mut aa, mut ab, mut bb] = [0.0; 3];
    for (a, b) in a.iter().zip(b) {
        aa += (a - mean_a) * (a - mean_a);
        ab += (a - mean_a) * (b - mean_b);
        bb += (b - mean_b) * (b - mean_b);
    }
    if aa > 0.0 && bb > 0.0 {
        ab / libm::sqrt(aa * bb)
    } else {
        0.0
    }
}
