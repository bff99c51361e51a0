//! `weights-grid`: every setting of the weights, and whether an evolution finds a better one.
//!
//! The evolution knows nothing of the grid. Its genes are the three weights as real numbers, its fitness is
//! the share of points against the player that moves at random. In each generation the better half
//! stays and its games add up, so that nobody stays for a lucky batch; the other half are children by
//! BLX-0.5 (Eshelman and Schaffer 1993) of two parents drawn from the better half. The best few of both are
//! then compared in fresh games, by which nobody was chosen.

use super::paper::GAMES;
use super::{DEPTH, Entry, READING, Sum, named, plan, sums};
use crate::eval::bp_fs_cn::{Evaluation, MAX_WEIGHT, Mix};
use crate::experiment::agreement::difference;
use crate::experiment::lab::{Failure, Lab};
use crate::experiment::report::{Datum, Findings, Table};
use crate::random::Random;
use crate::text::experiment::range;
use crate::text::experiment::weights as text;

/// Individuals of the evolution.
const POPULATION: usize = 24;

/// α of the crossover.
const ALPHA: f64 = 0.5;

/// How many of the best are compared.
const BEST: usize = 3;

/// Uses of the seed, kept apart.
const GRID: u64 = 2;
const EVOLVED: u64 = 3;
const CROSSED: u64 = 4;
const FRESH: u64 = 5;

/// Both colours together.
fn both(sums: &[Sum; 2]) -> Sum {
    sums[0].merged(&sums[1])
}

fn share(sum: &Sum) -> f64 {
    sum.rate().value
}

/// Somebody of the evolution, and all games so far.
#[derive(Clone, Copy)]
struct Individual {
    weights: [f64; 3],
    sum: Sum,
}

/// Does it.
///
/// # Errors
/// When the lab is told to stop.
pub fn work(lab: &Lab<'_>) -> Result<Findings, Failure> {
    let games = lab.pick(10, GAMES);
    let (generations, of_each, fresh) = lab.pick((2, 10, 50), (30, 100, 20_000));
    let mixes: Vec<Mix> = Mix::grid().collect();
    plan(lab, mixes.len(), games);
    plan(lab, POPULATION * generations as usize, of_each);
    plan(lab, 2 * BEST, fresh);
    let entries: Vec<Entry> = (0..)
        .zip(&mixes)
        .map(|(which, &mix)| Entry {
            evaluation: Evaluation::new(mix, READING),
            depth: DEPTH,
            what: [GRID, which],
        })
        .collect();
    let cells = sums(lab, &entries, games)?;
    let mut order: Vec<usize> = (0..mixes.len()).collect();
    order.sort_by(|&a, &b| share(&both(&cells[b])).total_cmp(&share(&both(&cells[a]))));
    let evolved = evolve(lab, generations, of_each)?;
    let whole = |mix: Mix| [mix.bp, mix.fs, mix.cn].map(f64::from);
    let of_grid = order.iter().take(BEST).map(|&at| {
        let then = share(&both(&cells[at]));
        (0, named(mixes[at]), whole(mixes[at]), then)
    });
    let of_evolution = evolved.iter().take(BEST).map(|it| {
        let name = text::real_mix(it.weights);
        (1, name, it.weights, share(&it.sum))
    });
    let best: Vec<_> = of_grid.chain(of_evolution).collect();
    let entries: Vec<Entry> = (0..)
        .zip(&best)
        .map(|(which, &(_, _, weights, _))| Entry {
            evaluation: Evaluation::with(weights, READING),
            depth: DEPTH,
            what: [FRESH, which],
        })
        .collect();
    let again = sums(lab, &entries, fresh)?;
    let rows = best.iter().zip(&again).map(|((by, name, _, then), sums)| {
        let rate = both(sums).rate();
        vec![
            Datum::from(text::FOUND_BY[*by]),
            Datum::from(name.as_str()),
            Datum::Real((*then, 4)),
            Datum::Real((rate.value, 4)),
            rate.interval
                .map_or(Datum::Missing, |it| range(it.low, it.high, 4).into()),
        ]
    });
    let rows = rows.collect();
    let mut notes: Vec<String> = text::NOTES.map(str::to_owned).into();
    let spent = u64::from(generations) * POPULATION as u64 * 2 * u64::from(of_each);
    notes.push(text::spent(POPULATION, generations, spent));
    if let (Some(grid), Some(evolution)) = (again.first(), again.get(BEST)) {
        let rates = [grid, evolution].map(|sums| both(sums).rate());
        if let [(grid, Some(a)), (evolution, Some(b))] = rates.map(|it| (it.value, it.interval)) {
            let apart = difference((evolution, b), (grid, a));
            let (grid, evolved) = (&best[0].1, &best[BEST].1);
            notes.push(text::verdict(grid, evolved, apart.low, apart.high));
        }
    }
    Ok(Findings {
        tables: vec![
            heat(&mixes, &cells),
            Table::data("best", text::fresh(fresh), &text::FRESH_COLUMNS, rows),
            grid(&mixes, &cells, games),
        ],
        notes,
        settings: [("games of a colour".to_owned(), games.to_string())].into(),
        ..Findings::default()
    })
}

/// The best individuals first.
fn evolve(lab: &Lab<'_>, generations: u32, of_each: u32) -> Result<Vec<Individual>, Failure> {
    let most = f64::from(MAX_WEIGHT);
    let mut population: Vec<Individual> = (0..POPULATION)
        .map(|index| {
            let mut random = Random::derived(lab.seed(), &[CROSSED, 0, index as u64]);
            Individual {
                weights: [(); 3].map(|()| most * random.unit()),
                sum: Sum::default(),
            }
        })
        .collect();
    for generation in 1..=generations {
        let entries: Vec<Entry> = (0..)
            .zip(&population)
            .map(|(index, individual)| Entry {
                evaluation: Evaluation::with(individual.weights, READING),
                depth: DEPTH,
                what: [EVOLVED, u64::from(generation) << 32 | index],
            })
            .collect();
        let played = sums(lab, &entries, of_each)?;
        for (individual, sums) in population.iter_mut().zip(&played) {
            individual.sum = individual.sum.merged(&both(sums));
        }
        population.sort_by(|a, b| share(&b.sum).total_cmp(&share(&a.sum)));
        if generation == generations {
            break;
        }
        let kept = POPULATION / 2;
        for index in kept..POPULATION {
            let place = [CROSSED, generation.into(), index as u64];
            let mut random = Random::derived(lab.seed(), &place);
            let [a, b] = [(); 2].map(|()| population[random.below(kept)].weights);
            let mut weights = [0.0; 3];
            for (gene, (a, b)) in weights.iter_mut().zip(a.into_iter().zip(b)) {
                let (low, high) = (a.min(b), a.max(b));
                let reach = ALPHA * (high - low);
                let drawn = low - reach + (high - low + 2.0 * reach) * random.unit();
                *gene = drawn.clamp(0.0, most);
            }
            population[index] = Individual {
                weights,
                sum: Sum::default(),
            };
        }
    }
    // Of those that were met more than once: a newcomer's share is still luck.
    population.sort_by(|a, b| {
        let proven = |it: &Individual| it.sum.games() > 2 * of_each;
        proven(b)
            .cmp(&proven(a))
            .then(share(&b.sum).total_cmp(&share(&a.sum)))
    });
    Ok(population)
}

/// The grid as a map: a row for each CN and BP, a column for each FS.
fn heat(mixes: &[Mix], cells: &[[Sum; 2]]) -> Table {
    let mut rows = Vec::new();
    for cn in 0..=MAX_WEIGHT {
        for bp in 0..=MAX_WEIGHT {
            let of = |fs| {
                let at = mixes.iter().position(|mix| *mix == Mix { bp, fs, cn });
                at.map_or(Datum::Missing, |at| {
                    text::shaded(share(&both(&cells[at]))).into()
                })
            };
            let mut row = vec![Datum::Whole(cn.into()), Datum::Whole(bp.into())];
            row.extend((0..=MAX_WEIGHT).map(of));
            rows.push(row);
        }
    }
    let mut columns: Vec<String> = text::HEAT_COLUMNS.map(str::to_owned).into();
    columns.extend((0..=MAX_WEIGHT).map(text::fs));
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    Table::data("map", text::HEAT, &columns, rows)
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
        text::grid(games),
        &text::GRID_COLUMNS,
        rows.collect(),
    )
}
