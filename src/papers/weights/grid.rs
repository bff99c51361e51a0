//! `weights-grid`: every setting of the weights, and whether an evolution finds a better one.
//!
//! The evolution (`evolution.rs`) knows nothing of the grid: it takes the three weights as real numbers. A
//! second one has the same number of games for the ten features of [`koteki_engine::eval::othello`] instead, one ply
//! ahead as well: what other features are worth against the same player. The best few of each are then
//! compared in fresh games, by which none was chosen.
//!
//! All of it is a matter of seconds, so it is done again rather than gone on with.

use super::evolution::{POPULATION, Search, evolve};
use super::paper::GAMES;
use super::{DEPTH, Entry, READING, Sum, named, plan, sums};
use crate::agreement::difference;
use crate::lab::{ExperimentError, Lab};
use crate::range;
use crate::report::{Datum, Findings, HeatMap, HeatPanel, Table};
use koteki_engine::eval::othello::bp_fs_cn::{Evaluation, MAX_WEIGHT, Mix};
use koteki_engine::eval::othello::{COUNT, FEATURES};
use koteki_rivals::measure::against_random::{Ahead, Chooser, Weighted};

/// How many of the best are compared.
const BEST: usize = 3;

/// Uses of the seed, kept apart.
const GRID: u64 = 2;
const EVOLVED: u64 = 3;
const CROSSED: u64 = 4;
const FRESH: u64 = 5;
const EVOLVED_FEATURES: u64 = 6;
const CROSSED_FEATURES: u64 = 7;

/// Weights of the features that are no paper's: within −1…1, since only their ratios count.
const FEATURES_WITHIN: [f64; 2] = [-1.0, 1.0];

/// Both colours together.
pub(super) fn both(sums: &[Sum; 2]) -> Sum {
    sums[0].merged(&sums[1])
}

pub(super) fn share(sum: &Sum) -> f64 {
    sum.rate().value
}

type Player = dyn Fn(&[f64]) -> Box<dyn Chooser> + Sync;

/// One of the best: who found them, name, player, share of points then.
type Candidate = (usize, String, Box<dyn Chooser>, f64);

fn of_paper(weights: &[f64]) -> Box<dyn Chooser> {
    let mut three = [0.0; 3];
    for (slot, weight) in three.iter_mut().zip(weights) {
        *slot = *weight;
    }
    Box::new(Ahead {
        evaluation: Evaluation::with(three, READING),
        depth: DEPTH,
    })
}

fn of_features(weights: &[f64]) -> Box<dyn Chooser> {
    Box::new(Weighted(weights.to_vec()))
}

/// Does it.
///
/// # Errors
/// When the lab is told to stop.
pub fn work(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
    let games = lab.pick(10, GAMES);
    let (generations, of_each, fresh) = lab.pick((2, 10, 50), (30, 100, 20_000));
    let mixes: Vec<Mix> = Mix::grid().collect();
    plan(lab, mixes.len(), games);
    plan(lab, 2 * POPULATION * generations as usize, of_each);
    plan(lab, 3 * BEST, fresh);
    let entries: Vec<Entry> = (0..)
        .zip(&mixes)
        .map(|(which, &mix)| Entry::new(Evaluation::new(mix, READING), DEPTH, [GRID, which]))
        .collect();
    let cells = sums(lab, &entries, games)?;
    let mut order: Vec<usize> = (0..mixes.len()).collect();
    order.sort_by(|&a, &b| share(&both(&cells[b])).total_cmp(&share(&both(&cells[a]))));
    let evolved = |limits: &[[f64; 2]], player: &Player, uses: [u64; 2]| {
        let search = Search {
            limits,
            player,
            uses,
            generations,
            games: of_each,
        };
        evolve(lab, &search)
    };
    let within = [[0.0, f64::from(MAX_WEIGHT)]; 3];
    let evolutions = [
        evolved(&within, &of_paper, [CROSSED, EVOLVED])?,
        evolved(
            &[FEATURES_WITHIN; COUNT],
            &of_features,
            [CROSSED_FEATURES, EVOLVED_FEATURES],
        )?,
    ];
    let of_grid = order.iter().take(BEST).map(|&at| -> Candidate {
        let Mix { bp, fs, cn } = mixes[at];
        let player = of_paper(&[bp, fs, cn].map(f64::from));
        (0, named(mixes[at]), player, share(&both(&cells[at])))
    });
    let symbols = FEATURES.map(|it| it.symbol);
    let [of_weights, of_others] = &evolutions;
    let of_evolution = of_weights.iter().take(BEST).map(|it| -> Candidate {
        let name = real_mix(&it.weights);
        (1, name, of_paper(&it.weights), share(&it.sum))
    });
    let of_features = of_others.iter().take(BEST).map(|it| -> Candidate {
        let name = features(&symbols, &it.weights);
        (2, name, of_features(&it.weights), share(&it.sum))
    });
    let best: Vec<Candidate> = of_grid.chain(of_evolution).chain(of_features).collect();
    let (mut names, mut entries) = (Vec::new(), Vec::new());
    for (which, (by, name, player, then)) in (0..).zip(best) {
        names.push((by, name, then));
        entries.push(Entry {
            player,
            what: [FRESH, which],
        });
    }
    let again = sums(lab, &entries, fresh)?;
    let rows = names.iter().zip(&again).map(|((by, name, then), sums)| {
        let rate = both(sums).rate();
        vec![
            Datum::from(["grid", "evolution", "evolution, other features"][*by]),
            Datum::from(name.as_str()),
            Datum::Real((*then, 4)),
            Datum::Real((rate.value, 4)),
            rate.interval
                .map_or(Datum::Missing, |it| range(it.low, it.high, 4).into()),
        ]
    });
    let rows = rows.collect();
    let mut notes: Vec<String> = super::NOTES.map(str::to_owned).into();
    let spent = u64::from(generations) * POPULATION as u64 * 2 * u64::from(of_each);
    notes.push(format!(
        "each evolution: {POPULATION} individuals, {generations} generations, {spent} games; \
         genes are real numbers (0 to 5; of the other features -1 to 1), BLX-0.5 crossover, \
         the games of those that stay add up; the other features are those of the program's \
         own evaluation, without noise, own less opponent's"
    ));
    for found in [BEST, 2 * BEST] {
        let (Some(grid), Some(evolution)) = (again.first(), again.get(found)) else {
            continue;
        };
        let rates = [grid, evolution].map(|sums| both(sums).rate());
        if let [(grid, Some(a)), (evolution, Some(b))] = rates.map(|it| (it.value, it.interval)) {
            let apart = difference((evolution, b), (grid, a));
            let (grid, evolved) = (&names[0].1, &names[found].1);
            notes.push(verdict(grid, evolved, apart.low, apart.high));
        }
    }
    notes.push(
        "a matter of seconds: what is stopped is done again; there is nothing to resume".to_owned(),
    );
    Ok(Findings {
        tables: vec![
            heat(&mixes, &cells).drawn(drawn(&mixes, &cells, games)),
            Table::data(
                "best",
                format!(
                    "The best of the grid and the best of the evolution in {fresh} fresh \
                     games as each player"
                ),
                &["found by", "weights", "then", "points", "95 %"],
                rows,
            ),
            grid(&mixes, &cells, games),
        ],
        notes,
        settings: [("games of a colour".to_owned(), games.to_string())].into(),
        ..Findings::default()
    })
}

/// The share of points of a setting, both colours together.
fn cell(mixes: &[Mix], cells: &[[Sum; 2]], mix: Mix) -> Option<f64> {
    let at = mixes.iter().position(|it| *it == mix)?;
    Some(share(&both(&cells[at])))
}

/// The grid as a figure: a panel for each CN, BP up and FS across.
fn drawn(mixes: &[Mix], cells: &[[Sum; 2]], games: u32) -> HeatMap {
    let panels = (0..=MAX_WEIGHT).map(|cn| HeatPanel {
        title: format!("CN {cn} (legal moves)"),
        rows: (0..=MAX_WEIGHT)
            .map(|bp| {
                let of = |fs| cell(mixes, cells, Mix { bp, fs, cn });
                (0..=MAX_WEIGHT).map(of).collect()
            })
            .collect(),
    });
    HeatMap {
        title: "Share of points against a player that moves at random, by weights".to_owned(),
        x: "FS, stable discs".to_owned(),
        y: "BP, square values".to_owned(),
        panels: panels.collect(),
        notes: vec![grid_title(games)],
    }
}

/// The grid as a map: a row for each CN and BP, a column for each FS.
fn heat(mixes: &[Mix], cells: &[[Sum; 2]]) -> Table {
    let mut rows = Vec::new();
    for cn in 0..=MAX_WEIGHT {
        for bp in 0..=MAX_WEIGHT {
            let of = |fs| {
                let share = cell(mixes, cells, Mix { bp, fs, cn });
                share.map_or(Datum::Missing, |share| shaded(share).into())
            };
            let mut row = vec![Datum::Whole(cn.into()), Datum::Whole(bp.into())];
            row.extend((0..=MAX_WEIGHT).map(of));
            rows.push(row);
        }
    }
    let mut columns: Vec<String> = ["cn", "bp"].map(str::to_owned).into();
    columns.extend((0..=MAX_WEIGHT).map(|fs| format!("fs={fs}")));
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    Table::data(
        "map",
        "The grid as a map: share of points, both colours together (light under 0.5 to full \
         from 0.9)",
        &columns,
        rows,
    )
}

/// Every setting a row.
fn grid(mixes: &[Mix], cells: &[[Sum; 2]], games: u32) -> Table {
    let rows = mixes.iter().zip(cells).map(|(mix, sums)| {
        let rate = both(sums).rate();
        let limit = |limit: Option<f64>| limit.map_or(Datum::Missing, |it| Datum::Real((it, 3)));
        vec![
            Datum::Whole(mix.bp.into()),
            Datum::Whole(mix.fs.into()),
            Datum::Whole(mix.cn.into()),
            Datum::Real((share(&sums[0]), 3)),
            Datum::Real((share(&sums[1]), 3)),
            Datum::Real((rate.value, 3)),
            limit(rate.interval.map(|it| it.low)),
            limit(rate.interval.map(|it| it.high)),
        ]
    });
    Table::data(
        "grid",
        grid_title(games),
        &["bp", "fs", "cn", "first", "second", "both", "low", "high"],
        rows.collect(),
    )
}

fn real_mix(weights: &[f64]) -> String {
    features(&["bp", "fs", "cn"], weights)
}

fn features(names: &[&str], weights: &[f64]) -> String {
    let parts = names.iter().zip(weights);
    let parts: Vec<String> = parts
        .map(|(name, weight)| format!("{name}={weight:.2}"))
        .collect();
    parts.join(",")
}

fn shaded(share: f64) -> String {
    let shade = match share {
        share if share < 0.5 => ' ',
        share if share < 0.65 => '░',
        share if share < 0.8 => '▒',
        share if share < 0.9 => '▓',
        _ => '█',
    };
    format!("{shade} {share:.3}")
}

fn grid_title(games: u32) -> String {
    format!("Every setting: share of points in {games} games as each player")
}

fn verdict(grid: &str, evolved: &str, low: f64, high: f64) -> String {
    let shown = if low > 0.0 || high < 0.0 {
        "significant"
    } else {
        "not significant"
    };
    format!(
        "evolution's best ({evolved}) less the grid's best ({grid}) in the fresh games: {low:+.4} to {high:+.4}, {shown}"
    )
}
