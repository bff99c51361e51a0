//! `ueda-5.5`: a target wrong by 10, without and with readjustment (tables 5.4 and 5.5), and
//! `ueda-5.5-readings`: what each reading of f(TS, s, t) makes of them.

use super::games::{self, play, win_rate};
use super::paper::{GAMES, TABLE_5_4, TABLE_5_5, Wrong, outcomes, share};
use super::{AFTER, common};
use crate::CHOOSING_SEED;
use crate::agreement::{Ours, Paper, Role};
use crate::lab::{ExperimentError, Lab};
use crate::report::{Comparison, Datum, Findings, Reading, Table};
use crate::ueda5::words;

const READINGS_5_5: [words::Open; 1] = [(
    "for which side s is",
    &["the agent's", "its opponent's"],
    "the agent's",
    words::LIKELIEST,
)];

/// The readings, as settings of the agent: listed before any was run. Turn 10 is half of the 20 moves
/// measured; the others differ from the first in one or two things.
pub const READINGS: [&str; 9] = [
    "readjust=each",
    "readjust=once",
    "readjust=sum",
    "readjust=each,sees=static",
    "readjust=once,sees=static",
    "readjust=sum,sees=static",
    "readjust=each,turn=1",
    "readjust=each,turn=5",
    "readjust=each,turn=15",
];

/// The one that the report uses: the least misfit of `ueda-5.5-readings` on its seed.
pub const CHOSEN: &str = READINGS[4];

/// The four wrong targets, each with its opponent.
pub(super) fn wrong() -> impl Iterator<Item = (&'static str, Wrong)> {
    let of = |name, rows: [Wrong; 2]| rows.map(|row| (name, row));
    let rows = [of("intermediate", TABLE_5_4), of("beginner", TABLE_5_5)];
    rows.into_iter().flatten()
}

/// Does it.
///
/// # Errors
/// When the lab is told to stop.
pub fn work(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
    let count = lab.pick(2, GAMES);
    lab.plan(8 * u64::from(count));
    let mut rows = Vec::new();
    for (index, (opponent, row)) in wrong().enumerate() {
        let agents = [
            (format!("agent:d={}{AFTER}", row.d), row.before),
            (format!("agent:d={},{CHOSEN}{AFTER}", row.d), row.after),
        ];
        let mut rates = Vec::new();
        for (part, (agent, printed)) in agents.iter().enumerate() {
            let what = 40 + 2 * index as u64 + part as u64;
            let games = play(lab, [agent, opponent], count, what)?;
            let ours = win_rate(&games);
            rates.push(ours.value);
            let label = words::against(agent, opponent);
            let compared = match outcomes(*printed) {
                Some(printed) => Comparison::games(label, printed, games::outcomes(&games)),
                None => Comparison::new(
                    label,
                    Some(Paper::rate(share(*printed), f64::from(GAMES))),
                    Some(ours),
                    3,
                    words::games(count),
                ),
            };
            // The reading was chosen by these rows.
            rows.push(compared.as_role(Role::Fitted));
        }
        rows.push(nearer(opponent, &row, &rates, count));
    }
    Ok(Findings {
        tables: vec![Table::comparison(
            "5.5",
            "Targets wrong by 10, before and after readjustment (tables 5.4 and 5.5)",
            rows,
        )],
        readings: std::iter::once(Reading {
            question: "f(TS, s, t): from which turn, on which s, and from which target each time"
                .to_owned(),
            options: READINGS.map(str::to_owned).into(),
            used: CHOSEN.to_owned(),
            chosen: format!("least misfit of ueda-5.5-readings on seed {CHOOSING_SEED}"),
        })
        .chain(READINGS_5_5.map(common::reading))
        .collect(),
        notes: vec![
            "\"Nearer to one half\" is how far the win rate was from 0.5 less how far it is \
             after readjustment; it is not judged by itself."
                .to_owned(),
        ],
        settings: common::settings(&[("readjustment", CHOSEN.to_owned())]),
    })
}

/// How much nearer to one half the readjusted agent is, beside the thesis' two matches.
fn nearer(opponent: &str, row: &Wrong, rates: &[f64], count: u32) -> Comparison {
    let far = |rate: f64| (rate - 0.5).abs();
    let gain = |before: f64, after: f64| far(before) - far(after);
    let ours = rates
        .first()
        .zip(rates.get(1))
        .map(|(&before, &after)| Ours {
            value: gain(before, after),
            ..Ours::default()
        });
    Comparison::new(
        format!("nearer to one half: {}, {opponent}", row.d),
        Some(Paper::single(gain(share(row.before), share(row.after)))),
        ours,
        3,
        words::games(2 * count),
    )
}

/// `ueda-5.5-readings`. The misfit of a reading is the root mean square of its four differences from
/// the thesis' win rates after readjustment.
///
/// # Errors
/// When the lab is told to stop.
pub fn readings(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
    let count = lab.pick(1, 100);
    lab.plan(READINGS.len() as u64 * 4 * u64::from(count));
    let mut rows = Vec::new();
    for (number, reading) in READINGS.iter().enumerate() {
        let mut cells: Vec<Datum> = vec![(*reading).into()];
        let mut squares = 0.0;
        for (index, (opponent, row)) in wrong().enumerate() {
            let agent = format!("agent:d={},{reading}{AFTER}", row.d);
            let what = 1000 + 10 * number as u64 + index as u64;
            let rate = win_rate(&play(lab, [&agent, opponent], count, what)?).value;
            squares += (rate - share(row.after)).powi(2);
            cells.push(Datum::Real((rate, 3)));
        }
        cells.push(Datum::Real(((squares / 4.0).sqrt(), 3)));
        rows.push(cells);
    }
    let mut thesis: Vec<Datum> = vec!["the thesis".into()];
    thesis.extend(wrong().map(|(_, row)| Datum::Real((share(row.after), 3))));
    thesis.push(Datum::Missing);
    rows.push(thesis);
    Ok(Findings {
        tables: vec![Table::data(
            "5.5-readings",
            format!("Win rates after readjustment, {count} games each"),
            &[
                "reading",
                "15.12, Intermediate",
                "35.12, Intermediate",
                "18.98, Beginner",
                "38.98, Beginner",
                "misfit",
            ],
            rows,
        )],
        ..Findings::default()
    })
}
