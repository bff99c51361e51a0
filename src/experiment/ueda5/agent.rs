//! `ueda-5.4`: an agent against the player whose D it holds (table 5.3, figs 5.7 to 5.10).

use super::calibration::{ONE_SECOND, PLUS, TEN_SECONDS};
use super::games::{curve, means, play, sheets, win_rate};
use super::paper::{GAMES, SHEETS, TABLE_5_3};
use super::{common, uct};
use crate::experiment::agreement::{Ours, Paper};
use crate::experiment::lab::{Failure, Lab};
use crate::experiment::report::{Comparison, Findings, Table};
use crate::text::experiment::ueda5 as text;

/// Does it.
///
/// # Errors
/// When the lab is told to stop.
pub fn work(lab: &Lab<'_>) -> Result<Findings, Failure> {
    let count = lab.pick(4, GAMES);
    lab.plan(TABLE_5_3.len() as u64 * u64::from(count));
    let opponents = [
        "intermediate",
        "beginner",
        uct(lab, ONE_SECOND),
        uct(lab, TEN_SECONDS),
        uct(lab, PLUS),
    ];
    let mut rows = Vec::new();
    let mut held = Vec::new();
    let mut curves = Vec::new();
    for (index, (row, opponent)) in TABLE_5_3.iter().zip(opponents).enumerate() {
        let agent = format!("agent:d={}", row.d);
        let games = play(lab, [&agent, opponent], count, 30 + index as u64)?;
        rows.push(Comparison::new(
            text::against(&agent, opponent),
            Some(Paper::rate(row.rate, f64::from(GAMES))),
            Some(win_rate(&games)),
            3,
            text::games(count),
        ));
        // The thesis shows the losses of the first two.
        if index < 2 {
            let shown = games.len().min(SHEETS as usize);
            let sheets = sheets(lab, &games[..shown])?;
            held.push(Comparison::new(
                text::held(opponent),
                Some(Paper::printed(row.d, 2)),
                Ours::over_runs(&means(&sheets)),
                2,
                text::games(shown.try_into().unwrap_or(u32::MAX)),
            ));
            curves.push(curve(&sheets));
            curves.push(curve(&sheets[..1]));
        }
    }
    rows.extend(held);
    let labels = text::AGENT_CURVES;
    let curves: Vec<(&str, Vec<Option<f64>>)> = labels.into_iter().zip(curves).collect();
    Ok(Findings {
        tables: vec![
            Table::comparison("5.4", text::TABLE_5_3, rows),
            common::curves("5.4-losses", text::AGENT_CURVE, &curves),
        ],
        readings: text::READINGS_5_4.map(common::reading).into(),
        notes: vec![text::MISPRINT.to_owned(), text::DECIDED.to_owned()],
        settings: common::settings(&[
            ("UCT, 1 s", opponents[2].to_owned()),
            ("UCT, 10 s", opponents[3].to_owned()),
            ("UCT+, 10 s", opponents[4].to_owned()),
        ]),
    })
}
