//! `ueda-5.3`: k-best against Intermediate (table 5.2, figs 5.5 and 5.6).

use super::common;
use super::games::{curve, means, play, sheets, win_rate};
use super::paper::{K_BEST, K_BEST_WINS, RUN, SHEETS, TABLE_5_3};
use crate::experiment::agreement::{Ours, Paper};
use crate::experiment::lab::{Failure, Lab};
use crate::experiment::report::{Comparison, Findings, Table};
use crate::measure::loss::LossSheet;
use crate::text::experiment::ueda5 as text;

/// Does it.
///
/// # Errors
/// When the lab is told to stop.
pub fn work(lab: &Lab<'_>) -> Result<Findings, Failure> {
    let count = lab.pick(4, 100);
    lab.plan(u64::from(count));
    let games = play(lab, [K_BEST, "intermediate"], count, 20)?;
    let sheets = sheets(lab, &games)?;
    let target = TABLE_5_3[0].d;
    let short: Vec<f64> = means(&sheets).iter().map(|d| target - d).collect();
    let runs: Vec<f64> = sheets.iter().map(longest_run).collect();
    let sample = text::games(count);
    let rows = vec![
        Comparison::new(
            text::against(K_BEST, "intermediate"),
            Some(Paper::rate(f64::from(K_BEST_WINS) / 100.0, 100.0)),
            Some(win_rate(&games)),
            3,
            sample.clone(),
        ),
        Comparison::new(
            text::SHORT,
            Some(Paper::claim(text::ABOVE)),
            Ours::over_runs(&short).map(Ours::above_zero),
            2,
            sample.clone(),
        ),
        Comparison::new(
            text::LONGEST_RUN,
            Some(Paper::single(RUN)),
            Ours::over_runs(&runs),
            1,
            sample,
        ),
    ];
    let shown = sheets.len().min(SHEETS as usize);
    Ok(Findings {
        tables: vec![
            Table::comparison("5.3", text::K_BEST, rows),
            common::curves(
                "5.3-losses",
                text::K_BEST_CURVE,
                &[
                    (text::MEAN_OF_GAMES, curve(&sheets[..shown])),
                    (text::ONE_GAME, curve(&sheets[..1])),
                ],
            ),
        ],
        readings: text::READINGS_5_3.map(common::reading).into(),
        notes: vec![text::PICKED.to_owned(), text::DECIDED.to_owned()],
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
