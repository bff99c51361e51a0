//! `ueda-5-readings`: what the agent does after its 20th move, and how many playouts stand for UCT's seconds, each judged
//! by all rows of §5.2 and tables 5.3 to 5.5 together.
//!
//! Ten rows are of agents against "Reversi in C#". Three are of UCT's results and two of its D; for them a second is
//! one number of playouts, and ten seconds are ten times as many. A row's distance is its difference from the thesis
//! in standard errors; of a true reading the squares of n rows sum up to n, give or take √(2 n).

use super::common;
use super::games::{means, outcomes, play, sheets};
use super::paper::{GAMES, MATCHES, SHEETS, TABLE_5_3, share};
use super::readjust::{CHOSEN, wrong};
use crate::agreement::Outcomes;
use crate::lab::{ExperimentError, Lab};
use crate::report::{Datum, Findings, Table};
use koteki_rivals::measure::stats::Moments;

/// What the agent does after its 20th move: a name, and what it adds to that of the agent.
const ENDS: [(&str, &str); 2] = [("holds D to the end", ""), ("plays its best", ",until=40")];

/// Playouts of a second.
const SECONDS: [u32; 6] = [30, 70, 140, 270, 540, 1000];

/// Does it.
///
/// # Errors
/// When the lab is told to stop.
pub fn work(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
    let count = lab.pick(2, 100);
    let selves = lab.pick(2, SHEETS);
    let seconds = lab.pick(&SECONDS[..1], &SECONDS[..]);
    let of_uct = |games: u32| seconds.len() as u64 * u64::from(games);
    lab.plan(2 * 10 * u64::from(count) + of_uct(count + 4 * count + 2 * selves));
    let (mut by_end, mut by_second) = (Vec::new(), Vec::new());
    for (number, (name, after)) in ENDS.into_iter().enumerate() {
        let mut cells = vec![Datum::from(name)];
        let mut sum = 0.0;
        for (index, (agent, opponent, printed)) in agents(after).into_iter().enumerate() {
            let what = 2000 + 100 * number as u64 + index as u64;
            let games = play(lab, [&agent, opponent], count, what)?;
            let apart = distance(printed, f64::from(GAMES), outcomes(&games));
            sum += apart * apart;
            cells.push(Datum::Real((points(outcomes(&games)), 3)));
        }
        cells.push(Datum::Real((sum, 1)));
        by_end.push(cells);
    }
    for (place, &second) in seconds.iter().enumerate() {
        let what = 3000 + 100 * place as u64;
        let [one, ten] = [1, 10].map(|times| format!("uct:playouts={}", times * second));
        let games = play(lab, ["intermediate", &one], count, what)?;
        let rate = f64::from(MATCHES[1]) / 100.0;
        let of_match = outcomes(&games);
        let first = distance(rate, 100.0, of_match);
        let mut ds = Vec::new();
        for (index, (name, printed)) in [(&one, TABLE_5_3[2].d), (&ten, TABLE_5_3[3].d)]
            .into_iter()
            .enumerate()
        {
            let games = play(lab, [name, name], selves, what + 1 + index as u64)?;
            let moments = Moments::of(&means(&sheets(lab, &games)?));
            let (mean, sd) = moments.map_or((f64::NAN, f64::NAN), |it| (it.mean, it.sd));
            // The thesis' 25 games are taken to scatter as ours do.
            let error = sd * (1.0 / f64::from(selves) + 1.0 / f64::from(SHEETS)).sqrt();
            ds.push((mean, (printed - mean) / error));
        }
        for (number, (name, after)) in ENDS.into_iter().enumerate() {
            let mut sum = first * first + ds.iter().map(|(_, apart)| apart * apart).sum::<f64>();
            let mut cells = vec![
                Datum::Whole(second.into()),
                name.into(),
                Datum::Real((points(of_match), 3)),
            ];
            for (index, (row, opponent)) in TABLE_5_3[2..4].iter().zip([&one, &ten]).enumerate() {
                let agent = format!("agent:d={}{after}", row.d);
                let what = what + 10 + 2 * number as u64 + index as u64;
                let games = play(lab, [&agent, opponent], count, what)?;
                let apart = distance(row.rate, f64::from(GAMES), outcomes(&games));
                sum += apart * apart;
                cells.push(Datum::Real((points(outcomes(&games)), 3)));
            }
            cells.extend(ds.iter().map(|(d, _)| Datum::Real((*d, 2))));
            cells.push(Datum::Real((sum, 1)));
            by_second.push(cells);
        }
    }
    let thesis = |rates: Vec<f64>, decimals: usize| {
        let rates = rates.into_iter();
        rates.map(move |rate| Datum::Real((rate, decimals)))
    };
    let printed = agents("").into_iter().map(|(_, _, printed)| printed);
    let mut last: Vec<Datum> = vec!["the thesis".into()];
    last.extend(thesis(printed.collect(), 3));
    last.push(Datum::Missing);
    by_end.push(last);
    let mut last = vec![Datum::Missing, "the thesis".into()];
    let rates = vec![
        f64::from(MATCHES[1]) / 100.0,
        TABLE_5_3[2].rate,
        TABLE_5_3[3].rate,
    ];
    last.extend(thesis(rates, 3));
    last.extend(thesis(vec![TABLE_5_3[2].d, TABLE_5_3[3].d], 2));
    last.push(Datum::Missing);
    by_second.push(last);
    Ok(Findings {
        tables: vec![
            Table::data(
                "5-ends",
                format!(
                    "The agent after its 20th move: win rates against Intermediate and Beginner (tables 5.3 to 5.5; r: \
                     readjusted), {count} games each"
                ),
                &[
                    "after its 20th move",
                    "25.12 I",
                    "28.98 B",
                    "15.12 I",
                    "15.12 I r",
                    "35.12 I",
                    "35.12 I r",
                    "18.98 B",
                    "18.98 B r",
                    "38.98 B",
                    "38.98 B r",
                    "sum of squares (10)",
                ],
                by_end,
            ),
            Table::data(
                "5-uct",
                format!(
                    "Playouts of UCT's second: Intermediate against UCT of 1 s, agents of D 36.68 and 26.51 against UCT of \
                     1 and 10 s, {count} games each; D of UCT, {selves} games each (§5.2, table 5.3)"
                ),
                &[
                    "playouts",
                    "the agent after its 20th move",
                    "I v 1 s",
                    "36.68 v 1 s",
                    "26.51 v 10 s",
                    "D of 1 s",
                    "D of 10 s",
                    "sum of squares (5)",
                ],
                by_second,
            ),
        ],
        notes: vec![
            "Sum of squares: of the differences from the thesis, each in standard errors of the difference; a true reading has \
             about as many as there are rows (in parentheses)."
                .to_owned(),
        ],
        settings: common::settings(&[]),
        ..Findings::default()
    })
}

/// The agents of tables 5.3 to 5.5 against "Reversi in C#", whom they meet, and their win rates.
fn agents(after: &str) -> Vec<(String, &'static str, f64)> {
    let mut agents = vec![
        (
            format!("agent:d={}{after}", TABLE_5_3[0].d),
            "intermediate",
            TABLE_5_3[0].rate,
        ),
        (
            format!("agent:d={}{after}", TABLE_5_3[1].d),
            "beginner",
            TABLE_5_3[1].rate,
        ),
    ];
    for (opponent, row) in wrong() {
        agents.push((
            format!("agent:d={}{after}", row.d),
            opponent,
            share(row.before),
        ));
        let readjusted = format!("agent:d={},{CHOSEN}{after}", row.d);
        agents.push((readjusted, opponent, share(row.after)));
    }
    agents
}

fn points([wins, losses, draws]: Outcomes) -> f64 {
    let games = f64::from((wins + losses + draws).max(1));
    (f64::from(wins) + f64::from(draws) / 2.0) / games
}

/// How far a printed rate of so many games is from ours, in standard errors of the difference.
fn distance(printed: f64, printed_games: f64, ours: Outcomes) -> f64 {
    let games = f64::from(ours.iter().sum::<u32>());
    let rate = points(ours);
    let pooled = (printed * printed_games + rate * games) / (printed_games + games);
    let error = (pooled * (1.0 - pooled) * (1.0 / printed_games + 1.0 / games)).sqrt();
    if error > 0.0 {
        (printed - rate) / error
    } else {
        0.0
    }
}
