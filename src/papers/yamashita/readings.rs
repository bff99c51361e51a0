//! `yamashita-readings`: how the tables come out under each interpretation of the paper.

use super::paper::PATTERNS;
use super::{matches, planned, scores, settings, share};
use crate::lab::{ExperimentError, Lab};
use crate::report::{Datum, Findings, Table};
use koteki_games::janken::Outcome;
use koteki_rivals::measure::stats::Moments;

const READINGS_NOTES: [&str; 1] = [
    "The last five are no readings: the optimum that the breeding strives for, and other keys, which the \
     paper expects to read patterns faster.",
];

/// The ways, the first as it is used.
pub const VARIANTS: [&str; 17] = [
    "paper",
    "paper:keep=no",
    "paper:elite=0",
    "paper:elite=5",
    "paper:ties=lot",
    "paper:random=2",
    "paper:random=4",
    "paper:weights=flat",
    "paper:weights=square",
    "paper:generations=1",
    "paper:generations=100",
    "paper:key=own2+opp1",
    "argmax",
    "argmax:weights=square",
    "paper:key=opp1+own1",
    "paper:key=opp2+own1",
    "paper:key=opp3",
];

/// Does it.
///
/// # Errors
/// When the lab is told to stop.
pub fn work(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
    let count = lab.pick(4, 200);
    lab.plan(planned(count) * VARIANTS.len() as u64);
    let mut rows = Vec::new();
    rows.push(printed());
    for name in VARIANTS {
        let mut row = vec![Datum::from(name)];
        for pattern in &PATTERNS {
            let scores = scores(&matches(lab, name, pattern, count)?, pattern);
            let wins = Moments::of(&share(&scores, Outcome::Win));
            let real = |value: Option<f64>| value.map_or(Datum::Missing, |it| Datum::Real((it, 1)));
            row.push(real(wins.map(|wins| wins.mean)));
            row.push(real(wins.map(|wins| wins.sd)));
        }
        rows.push(row);
    }
    Ok(Findings {
        tables: vec![Table::data(
            "readings",
            format!("Wins per 100 rounds by each reading, {count} matches each"),
            &["reader", "GCP", "sd", "GPPCP", "sd", "GPCP>CGPPC", "sd"],
            rows,
        )],
        readings: Vec::new(),
        notes: READINGS_NOTES.map(str::to_owned).into(),
        settings: settings(&VARIANTS),
    })
}

/// The paper's own wins as the first row.
fn printed() -> Vec<Datum> {
    let wins = PATTERNS.iter().flat_map(|pattern| {
        let [wins, ..] = pattern.printed;
        [Datum::Real((wins, 1)), Datum::Missing]
    });
    std::iter::once(Datum::from("(the paper)"))
        .chain(wins)
        .collect()
}
