//! `ueda-5.5`: a target wrong by 10, without and with readjustment (tables 5.4 and 5.5), and
//! `ueda-5.5-readings`: what each reading of f(TS, s, t) makes of them.

use super::common;
use super::games::{play, win_rate};
use super::paper::{GAMES, TABLE_5_4, TABLE_5_5, Wrong, share};
use crate::experiment::CHOOSING_SEED;
use crate::experiment::agreement::{Ours, Paper};
use crate::experiment::lab::{Failure, Lab};
use crate::experiment::report::{Comparison, Datum, Findings, Reading, Table};
use crate::text::experiment::ueda5 as text;

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
fn wrong() -> impl Iterator<Item = (&'static str, Wrong)> {
    let of = |name, rows: [Wrong; 2]| rows.map(|row| (name, row));
    let rows = [of("intermediate", TABLE_5_4), of("beginner", TABLE_5_5)];
    rows.into_iter().flatten()
}

/// Does it.
///
/// # Errors
/// When the lab is told to stop.
pub fn work(lab: &Lab<'_>) -> Result<Findings, Failure> {
    let count = lab.pick(2, GAMES);
    lab.plan(8 * u64::from(count));
    let mut rows = Vec::new();
    for (index, (opponent, row)) in wrong().enumerate() {
        let agents = [
            (format!("agent:d={}", row.d), row.before),
            (format!("agent:d={},{CHOSEN}", row.d), row.after),
        ];
        let mut rates = Vec::new();
        for (part, (agent, printed)) in agents.iter().enumerate() {
            let what = 40 + 2 * index as u64 + part as u64;
            let games = play(lab, [agent, opponent], count, what)?;
            let ours = win_rate(&games);
            rates.push(ours.value);
            rows.push(Comparison::new(
                text::against(agent, opponent),
                Some(Paper::rate(share(*printed), f64::from(GAMES))),
                Some(ours),
                3,
                text::games(count),
            ));
        }
        rows.push(nearer(opponent, &row, &rates, count));
    }
    Ok(Findings {
        tables: vec![Table::comparison("5.5", text::TABLES_5_4, rows)],
        readings: std::iter::once(Reading {
            question: text::QUESTION_5_5.to_owned(),
            options: READINGS.map(str::to_owned).into(),
            used: CHOSEN.to_owned(),
            chosen: text::chosen(CHOOSING_SEED),
        })
        .chain(text::READINGS_5_5.map(common::reading))
        .collect(),
        notes: vec![text::ABOVE_NOTE.to_owned()],
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
        text::nearer(row.d, opponent),
        Some(Paper::single(gain(share(row.before), share(row.after)))),
        ours,
        3,
        text::games(2 * count),
    )
}

/// `ueda-5.5-readings`. The misfit of a reading is the root mean square of its four differences from
/// the thesis' win rates after readjustment.
///
/// # Errors
/// When the lab is told to stop.
pub fn readings(lab: &Lab<'_>) -> Result<Findings, Failure> {
    let count = lab.pick(1, 100);
    lab.plan(READINGS.len() as u64 * 4 * u64::from(count));
    let mut rows = Vec::new();
    for (number, reading) in READINGS.iter().enumerate() {
        let mut cells: Vec<Datum> = vec![(*reading).into()];
        let mut squares = 0.0;
        for (index, (opponent, row)) in wrong().enumerate() {
            let agent = format!("agent:d={},{reading}", row.d);
            let what = 1000 + 10 * number as u64 + index as u64;
            let rate = win_rate(&play(lab, [&agent, opponent], count, what)?).value;
            squares += (rate - share(row.after)).powi(2);
            cells.push(Datum::Real((rate, 3)));
        }
        cells.push(Datum::Real(((squares / 4.0).sqrt(), 3)));
        rows.push(cells);
    }
    let mut thesis: Vec<Datum> = vec![text::THESIS.into()];
    thesis.extend(wrong().map(|(_, row)| Datum::Real((share(row.after), 3))));
    thesis.push(Datum::Missing);
    rows.push(thesis);
    Ok(Findings {
        tables: vec![Table::data(
            "5.5-readings",
            text::readings(count),
            &text::READINGS_COLUMNS,
            rows,
        )],
        ..Findings::default()
    })
}
