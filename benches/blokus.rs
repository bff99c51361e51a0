//! How fast Blokus Duo is: its rules, games by lot, and the search with the learned winning rate.
//!
//! `cargo bench --bench blokus`. On a shared machine all figures wander together. Each sample runs over the
//! same positions of random games; an item is a list of legal moves, a game by lot, a leaf of perft, an
//! evaluation or a position searched. The paper's program searched 77,000 positions a second.

use std::sync::Arc;

use divan::Bencher;
use divan::counter::ItemsCount;
use koteki_engine::eval::Evaluator;
use koteki_engine::eval::blokus::Evaluation;
use koteki_engine::search::blokus::BlokusSearch;
use koteki_engine::search::blokus::best_first::BestFirst;
use koteki_engine::search::blokus::playout::Playout;
use koteki_engine::search::budget::{Budget, Cancel};
use koteki_games::blokus::Position;
use koteki_games::perft;
use koteki_games::random::{Random, SeedableRng as _};
use koteki_games::{Game as _, GameLine};
use koteki_rivals::measure::contest::random_opening;

fn main() {
    divan::main();
}

/// Positions of random games after so many plies, with something to place.
fn positions(plies: impl Iterator<Item = u32>) -> Vec<Position> {
    let mut moves = Vec::new();
    plies
        .flat_map(|ply| (0..4).map(move |game| (ply, game)))
        .map(|(ply, game)| *random_opening::<Position>(ply, 2009 + game).position())
        .filter(|position| {
            position.legal_moves(&mut moves);
            moves.len() > 1
        })
        .collect()
}

/// Every position of a game.
fn all() -> Vec<Position> {
    positions(2..28)
}

/// The middle of a game.
fn middle() -> Vec<Position> {
    positions((8..17).step_by(2))
}

#[divan::bench]
fn legal_lists(bencher: Bencher) {
    let positions = all();
    let mut moves = Vec::new();
    bencher
        .counter(ItemsCount::new(positions.len()))
        .bench_local(|| {
            let listed = positions.iter().map(|position| {
                position.legal_moves(&mut moves);
                moves.len()
            });
            listed.sum::<usize>()
        });
}

#[divan::bench]
fn games_by_lot(bencher: Bencher) {
    const GAMES: usize = 200;
    let start = GameLine::<Position>::default();
    let mut playout = Playout::new();
    let mut random = Random::seed_from_u64(1);
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| {
        let games = (0..GAMES).map(|_| playout.play(start.position(), &mut random));
        games
            .filter(|outcome| outcome.black > outcome.white)
            .count()
    });
}

/// 89,204,762 sequences of three moves.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn perft_3(bencher: Bencher) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let Ok(pool) = pool else {
        return;
    };
    let start = GameLine::<Position>::default();
    bencher
        .counter(ItemsCount::new(89_204_762_usize))
        .bench_local(|| pool.install(|| perft(start.position(), 3)));
}

#[divan::bench]
fn evaluations(bencher: Bencher) {
    let positions = middle();
    let evaluation = Evaluation::paper();
    bencher
        .counter(ItemsCount::new(positions.len()))
        .bench_local(|| {
            let values = positions
                .iter()
                .map(|position| i64::from(evaluation.evaluate(position, position.side_to_move())));
            values.sum::<i64>()
        });
}

/// What TOQN looks at in the paper's second.
const NODES: u64 = 77_000;

/// What TOQN does with it.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn searched(bencher: Bencher) {
    let positions = middle();
    let search = BlokusSearch(Evaluation::paper().clone());
    let look = |position: &Position| {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let found = search.analyse(position, &moves, Budget::Nodes(NODES), &Cancel::new());
        found.map_or(0, |found| found.values.nodes)
    };
    let nodes: u64 = positions.iter().map(look).sum();
    bencher
        .counter(ItemsCount::new(nodes))
        .bench_local(|| positions.iter().map(look).sum::<u64>());
}

/// The same where it is most promising, with the weights of the upper levels.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn searched_best_first(bencher: Bencher) {
    let positions = middle();
    let search = BestFirst(Arc::clone(Evaluation::self_play()));
    let look = |position: &Position| {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let found = search.analyse(position, &moves, Budget::Nodes(NODES), &Cancel::new());
        found.map_or(0, |found| found.nodes)
    };
    let nodes: u64 = positions.iter().map(look).sum();
    bencher
        .counter(ItemsCount::new(nodes))
        .bench_local(|| positions.iter().map(look).sum::<u64>());
}
