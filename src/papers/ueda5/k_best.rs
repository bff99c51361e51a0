//! `ueda-5.3`: k-best against Intermediate (table 5.2, figs 5.5 and 5.6).

use super::common;
use super::games::{curve, means, play, sheets, win_rate};
use super::paper::{K_BEST, K_BEST_WINS, RUN, SHEETS, TABLE_5_3};
use crate::agreement::{Ours, Paper, RATE, Role};
use crate::lab::{ExperimentError, Lab};
use crate::report::{Comparison, Findings, Table};
use crate::ueda5::words;
use koteki_rivals::measure::loss::LossSheet;

const READINGS_5_3: [words::Open; 2] = [
    (
        "whether k-best searches the end of the game",
        &[
            "no, depth 5 to the end",
            "from 9 empty squares on, as the tester here",
        ],
        "no, depth 5 to the end",
        words::LIKELIEST,
    ),
    (
        "where its losses are counted",
        &["up to ply 40, as §5.2", "in the whole game"],
        "up to ply 40, as §5.2",
        words::LIKELIEST,
    ),
];

/// Does it.
///
/// # Errors
/// When the lab is told to stop.
pub fn work(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
    let count = lab.pick(4, 100);
    lab.plan(u64::from(count));
    let games = play(lab, [K_BEST, "intermediate"], count, 20)?;
    let sheets = sheets(lab, &games)?;
    let target = TABLE_5_3[0].d;
    let short: Vec<f64> = means(&sheets).iter().map(|d| target - d).collect();
    let runs: Vec<f64> = sheets.iter().map(longest_run).collect();
    let sample = words::games(count);
    let rows = vec![
        Comparison::new(
            words::against(K_BEST, "intermediate"),
            Some(Paper::rate(f64::from(K_BEST_WINS) / 100.0, 100.0)),
            Some(win_rate(&games)),
            3,
            sample.clone(),
        )
        .within(RATE),
        Comparison::new(
            "25.12 less the mean loss of k-best in a game",
            Some(Paper::claim("above 0")),
            Ours::over_runs(&short).map(Ours::above_zero),
            2,
            sample.clone(),
        ),
        Comparison::new(
            "best moves in a row in a game (fig. 5.6: one game)",
            Some(Paper::single(RUN)),
            Ours::over_runs(&runs),
            1,
            sample,
        )
        // The thesis picked its game for the run in it.
        .as_role(Role::Apart),
    ];
    let shown = sheets.len().min(SHEETS as usize);
    Ok(Findings {
        tables: vec![
            Table::comparison("5.3", "k-best against Intermediate (table 5.2)", rows),
            common::curves(
                "5.3-losses",
                "Loss of k-best at each own move (figs 5.5 and 5.6)",
                &[
                    ("mean of the first 25 games", curve(&sheets[..shown])),
                    ("first game", curve(&sheets[..1])),
                ],
            ),
        ],
        readings: READINGS_5_3.map(common::reading).into(),
        notes: vec![
            "Fig. 5.6 is of one game that the thesis picked to show a run of best moves (11 \
             to 17), not of a random one; whether it counts own moves or plies is not said, \
             here own moves."
                .to_owned(),
            words::DECIDED.to_owned(),
        ],
        settings: common::settings(&[("k-best", K_BEST.to_owned())]),
    })
}

/// The longest run of moves that the tester finds best.
fn longest_run(sheet: &LossSheet) -> f64 {
    let (mut run, mut longest) = (0, 0);
    for entry in sheet.moves() {
        run = if entry.loss == 0 { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    f64::from(longest)
}
