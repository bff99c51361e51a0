//! `ueda-5.2`: the tester tells players of different strength apart (figs 5.1 to 5.3).

use super::calibration::ONE_SECOND;
use super::games::{play, sheets, win_rate};
use super::paper::{MATCHES, SELF_PLAY};
use super::{common, uct};
use crate::agreement::{Ours, Paper, RATE, Role};
use crate::lab::{ExperimentError, Lab};
use crate::report::{Comparison, Datum, Findings, Table};
use crate::ueda5::words;
use koteki_rivals::measure::loss::{Figures, LossSheet};

const READINGS_5_2: [words::Open; 3] = [
    (
        "UCT's constant, its playouts, and the machine of its second a move",
        &[
            "playouts at which D is that of table 5.3",
            "playouts at which results are those of §5.2 and table 5.3",
        ],
        "playouts at which D is that of table 5.3, with the constant of the roster",
        "no playouts give both the D and the results: koteki experiment ueda-5-readings shows each",
    ),
    (
        "positions in which a finished game is seen",
        &["left out", "counted with the value of a won game"],
        "left out",
        words::LIKELIEST,
    ),
    (
        "which side of a game of a player against itself is judged",
        &["Black and White in turn", "Black"],
        "Black and White in turn",
        words::LIKELIEST,
    ),
];

/// A figure of one game, its name, and the width of a bin of its histogram.
type Figure = (fn(&Figures) -> f64, &'static str, f64, usize);

const FIGURES: [Figure; 3] = [
    (|it| it.loss.mean, "mean loss", 5.0, 2),
    (|it| it.loss.sd, "sd of losses", 10.0, 2),
    (|it| it.mean_rank, "mean rank", 1.0, 2),
];

/// Does it.
///
/// # Errors
/// When the lab is told to stop.
pub fn work(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
    let (selves, matches) = (lab.pick(3, SELF_PLAY), lab.pick(4, 100));
    lab.plan(3 * u64::from(selves) + 2 * u64::from(matches));
    let names = ["advanced", "intermediate", uct(lab, ONE_SECOND)];
    let mut all: Vec<Vec<Figures>> = Vec::new();
    for (index, name) in names.iter().enumerate() {
        let games = play(lab, [name, name], selves, index as u64)?;
        let sheets = sheets(lab, &games)?;
        let figures = sheets.iter().map(LossSheet::summary);
        all.push(figures.filter_map(|summary| summary.open).collect());
    }
    let mut rows = Vec::new();
    for (index, wins) in MATCHES.into_iter().enumerate() {
        let pair = [names[index], names[index + 1]];
        let games = play(lab, pair, matches, 10 + index as u64)?;
        rows.push(
            Comparison::new(
                words::against(pair[0], pair[1]),
                Some(Paper::rate(f64::from(wins) / 100.0, 100.0)),
                Some(win_rate(&games)),
                3,
                words::games(matches),
            )
            .within(RATE),
        );
    }
    let two = all[0].iter().filter(|it| it.mean_rank < 2.5).count();
    rows.push(
        Comparison::new(
            "advanced: games with a mean rank of 1 or 2 (below 2.5)",
            Some(Paper::rate(0.9, f64::from(SELF_PLAY))),
            Some(Ours::rate(two as f64, all[0].len() as f64)),
            3,
            words::games(selves),
        )
        .within(RATE),
    );
    for (a, b) in [(0, 1), (1, 2)] {
        for (figure, label, _, decimals) in FIGURES {
            let row = below(
                (names[a], &all[a]),
                (names[b], &all[b]),
                (label, figure, decimals),
            );
            // The playouts of UCT were chosen for the mean loss that it is to have.
            rows.push(row.as_role(if b == 2 { Role::Apart } else { Role::Counts }));
        }
    }
    let findings = Findings {
        tables: vec![
            Table::comparison("5.2", "Three players told apart by the tester (§5.2)", rows),
            measured(&names, &all),
            histograms(&names, &all),
        ],
        readings: READINGS_5_2.map(common::reading).into(),
        notes: vec![words::DECIDED.to_owned()],
        settings: common::settings(&[("AIc", names[2].to_owned())]),
    };
    Ok(findings)
}

/// The statement that a figure is smaller for the first player.
fn below(
    a: (&str, &[Figures]),
    b: (&str, &[Figures]),
    (label, figure, decimals): (&str, fn(&Figures) -> f64, usize),
) -> Comparison {
    let of = |games: &[Figures]| games.iter().map(figure).collect::<Vec<f64>>();
    let ours = Ours::difference(&of(b.1), &of(a.1)).map(Ours::above_zero);
    Comparison::new(
        format!("{label}: {} less {}", b.0, a.0),
        Some(Paper::claim("above 0")),
        ours,
        decimals,
        words::games(a.1.len().min(b.1.len()).try_into().unwrap_or(u32::MAX)),
    )
}

/// The means over games.
fn measured(names: &[&str], all: &[Vec<Figures>]) -> Table {
    let mut rows = Vec::new();
    for (name, games) in names.iter().zip(all) {
        let mut row: Vec<Datum> = vec![(*name).into()];
        for (figure, _, _, decimals) in FIGURES {
            let values: Vec<f64> = games.iter().map(figure).collect();
            row.extend(common::with_interval(Ours::over_runs(&values), decimals));
        }
        rows.push(row);
    }
    Table::data(
        "5.2-means",
        "Means over games of a player against itself, plies 1 to 40 of one side",
        &[
            "player",
            "mean loss",
            "95 %",
            "sd of losses",
            "95 %",
            "mean rank",
            "95 %",
        ],
        rows,
    )
}

/// How many games of each player are in each bin.
fn histograms(names: &[&str], all: &[Vec<Figures>]) -> Table {
    let mut rows = Vec::new();
    for (figure, label, width, _) in FIGURES {
        // Ranks are rounded, as the thesis speaks of "rank 1 or 2 on average".
        let shift = if width <= 1.0 { 0.5 } else { 0.0 };
        let bin = |it: &Figures| libm::floor((figure(it) + shift) / width).max(0.0) as usize;
        let last = all.iter().flatten().map(bin).max().unwrap_or(0);
        for index in 0..=last {
            let low = width * index as f64 - shift;
            let counts = all.iter().map(|games| {
                let here = games.iter().filter(|it| bin(it) == index);
                Datum::whole(here.count())
            });
            let ends = [low.max(0.0), low + width].map(|end| Datum::Real((end, 1)));
            rows.push(
                std::iter::once(Datum::from(label))
                    .chain(ends)
                    .chain(counts)
                    .collect(),
            );
        }
    }
    let columns = ["figure", "from", "below", names[0], names[1], names[2]];
    Table::data(
        "5.2-histograms",
        "Games by mean loss, sd of losses and mean rank (figs 5.1 to 5.3)",
        &columns,
        rows,
    )
}
