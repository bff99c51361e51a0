//! `ueda-5.4`: an agent against the player whose D it holds (table 5.3, figs 5.7 to 5.10).

use super::calibration::{ONE_SECOND, PLUS, TEN_SECONDS};
use super::games::{curve, means, outcomes, play, sheets, win_rate};
use super::paper::{self, GAMES, SHEETS, TABLE_5_3};
use super::{AFTER, common, uct};
use crate::agreement::{Ours, Paper, RATE, Role};
use crate::lab::{ExperimentError, Lab};
use crate::report::{Comparison, Findings, Table};
use crate::ueda5::words;

const READINGS_5_4: [words::Open; 3] = [
    (
        "the agent after its 20th move",
        &["goes on holding D", "plays its best"],
        "plays its best",
        words::BY_ALL,
    ),
    (
        "equally near moves",
        &["at random", "the first"],
        "at random",
        words::LIKELIEST,
    ),
    (
        "what UCT+ adds to UCT, which is not described",
        &["a progressive bias of the tester's evaluation, playouts as UCT at 10 s"],
        "a progressive bias of the tester's evaluation, playouts as UCT at 10 s",
        "a guess: its D here is not that of the thesis, so that its row says nothing of the paper",
    ),
];

/// The row of UCT+.
const PLUS_ROW: usize = 4;

/// Does it.
///
/// # Errors
/// When the lab is told to stop.
pub fn work(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
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
        let agent = format!("agent:d={}{AFTER}", row.d);
        let games = play(lab, [&agent, opponent], count, 30 + index as u64)?;
        let label = words::against(&agent, opponent);
        let compared = match paper::outcomes((row.wins, row.losses)) {
            Some(printed) => Comparison::games(label, printed, outcomes(&games)),
            // A misprint: the rate alone.
            None => Comparison::new(
                label,
                Some(Paper::rate(row.rate, f64::from(GAMES))),
                Some(win_rate(&games)),
                3,
                words::games(count),
            )
            .within(RATE),
        };
        // UCT+ is not described, and ours is another player: its D is nowhere near the 21.47 that the agent holds.
        let is_another = opponent == opponents[PLUS_ROW];
        rows.push(compared.as_role(if is_another {
            Role::Apart
        } else {
            Role::Counts
        }));
        // The thesis shows the losses of the first two.
        if index < 2 {
            let shown = games.len().min(SHEETS as usize);
            let sheets = sheets(lab, &games[..shown])?;
            held.push(
                Comparison::new(
                    format!("mean loss of the agent against {opponent}"),
                    Some(Paper::printed(row.d, 2)),
                    Ours::over_runs(&means(&sheets)),
                    2,
                    words::games(shown.try_into().unwrap_or(u32::MAX)),
                )
                .within(1.0)
                // The thesis' is the target that the agent was told to hold.
                .as_role(Role::Apart),
            );
            curves.push(curve(&sheets));
            curves.push(curve(&sheets[..1]));
        }
    }
    rows.extend(held);
    let labels = [
        "Intermediate, 25 games",
        "Intermediate, first game",
        "Beginner, 25 games",
        "Beginner, first game",
    ];
    let curves: Vec<(&str, Vec<Option<f64>>)> = labels.into_iter().zip(curves).collect();
    Ok(Findings {
        tables: vec![
            Table::comparison(
                "5.4",
                "Agents against the players whose D they hold (table 5.3)",
                rows,
            ),
            common::curves(
                "5.4-losses",
                "Loss of the agent at each own move (figs 5.7 to 5.10)",
                &curves,
            ),
        ],
        readings: READINGS_5_4.map(common::reading).into(),
        notes: vec![
            "Table 5.3 prints 114-87 of 200 games for UCT, 1 s: one of the two is a misprint. \
             Its win rate of 0.57 is compared."
                .to_owned(),
            words::DECIDED.to_owned(),
        ],
        settings: common::settings(&[
            ("UCT, 1 s", opponents[2].to_owned()),
            ("UCT, 10 s", opponents[3].to_owned()),
            ("UCT+, 10 s", opponents[4].to_owned()),
        ]),
    })
}
