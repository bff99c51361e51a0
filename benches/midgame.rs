//! The deepening search beside the search of one depth, on fixed midgame positions.
//!
//! `cargo bench --bench midgame`. Read the ratios within one run: on a shared machine all figures
//! wander together. An item is a root position.

use std::fmt;

use divan::Bencher;
use divan::counter::ItemsCount;
use koteki_engine::eval::othello::Weights;
use koteki_engine::eval::othello::learned::Learned;
use koteki_engine::search::budget::Cancel;
use koteki_engine::search::othello::OthelloSearch;
use koteki_engine::search::othello::deepening::Deepening;
use koteki_engine::search::root::Search;
use koteki_games::othello::Position;
use koteki_games::random::Random;
use koteki_games::{Game as _, GameLine};
use koteki_rivals::coach::{Scale, Tester, Threshold, review};
use koteki_session::Analysis;

fn main() {
    divan::main();
}

/// What looks ahead.
#[derive(Clone, Copy)]
enum Engine {
    /// The tester's weights, at one depth.
    One,
    /// The same, deepening.
    Deepening,
    /// The learned evaluation, deepening.
    Learned,
    /// The same, selective.
    Selective,
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::One => "one depth",
            Self::Deepening => "deepening",
            Self::Learned => "deepening, learned",
            Self::Selective => "deepening, learned, selective",
        })
    }
}

impl Engine {
    fn search(self) -> Box<dyn Search<Position>> {
        match self {
            Self::One => Box::new(OthelloSearch::new(Weights::TESTER)),
            Self::Deepening => Box::new(Deepening::new(Weights::TESTER)),
            Self::Learned => Box::new(Deepening::new(Learned::embedded())),
            Self::Selective => Box::new(Deepening::new(Learned::embedded()).selective(true)),
        }
    }
}

const ENGINES: [Engine; 4] = [
    Engine::One,
    Engine::Deepening,
    Engine::Learned,
    Engine::Selective,
];

/// Every sixth position from ply 12 to 42 of two games that begin with eight plies at random and go on
/// with the tester's best moves at depth 3.
fn positions() -> Vec<Position> {
    let cancel = Cancel::new();
    let player = OthelloSearch::new(Weights::TESTER);
    let mut positions = Vec::new();
    let mut moves = Vec::new();
    for game in 0..2 {
        let mut random = Random::derived(2012, &[game]);
        let mut position = Position::start();
        for ply in 0..=42 {
            position.legal_moves(&mut moves);
            if ply >= 8 {
                let values = player.best_moves(&position, 3, &cancel);
                moves = values.map(|values| values.best_moves()).unwrap_or_default();
            }
            if ply >= 12 && ply % 6 == 0 && position.placements() != 0 {
                positions.push(position);
            }
            let Some(&mv) = random.choose(&moves) else {
                break;
            };
            position.play(mv);
        }
    }
    positions
}

fn search_all(bencher: Bencher<'_, '_>, engine: Engine, depth: u32, best: bool) {
    let search = engine.search();
    let positions = positions();
    let cancel = Cancel::new();
    bencher
        .counter(ItemsCount::new(positions.len()))
        .bench_local(|| {
            for position in &positions {
                let values = if best {
                    search.best_moves(position, depth, &cancel)
                } else {
                    search.root_values(position, depth, &cancel)
                };
                let _ = divan::black_box(values);
            }
        });
}

#[divan::bench(args = ENGINES, sample_count = 50)]
fn every_move_at_depth_3(bencher: Bencher<'_, '_>, engine: Engine) {
    search_all(bencher, engine, 3, false);
}

#[divan::bench(args = ENGINES, sample_count = 20)]
fn every_move_at_depth_5(bencher: Bencher<'_, '_>, engine: Engine) {
    search_all(bencher, engine, 5, false);
}

#[divan::bench(args = ENGINES, sample_count = 5)]
fn every_move_at_depth_8(bencher: Bencher<'_, '_>, engine: Engine) {
    search_all(bencher, engine, 8, false);
}

#[divan::bench(args = ENGINES, sample_count = 50)]
fn best_moves_at_depth_3(bencher: Bencher<'_, '_>, engine: Engine) {
    search_all(bencher, engine, 3, true);
}

#[divan::bench(args = ENGINES, sample_count = 20)]
fn best_moves_at_depth_5(bencher: Bencher<'_, '_>, engine: Engine) {
    search_all(bencher, engine, 5, true);
}

#[divan::bench(args = ENGINES, sample_count = 5)]
fn best_moves_at_depth_8(bencher: Bencher<'_, '_>, engine: Engine) {
    search_all(bencher, engine, 8, true);
}

/// The tester of the games that people play.
fn tester() -> Tester {
    Tester {
        search: Box::new(OthelloSearch::new(Weights::TESTER).exhaustive(14)),
        depth: 5,
        weights: Weights::TESTER,
        scale: Scale::Points,
    }
}

/// A whole game of the positions' players gone through by the coach: every move at depth 5, the end
/// exactly from 14 squares on, every mistake explained.
#[divan::bench(sample_count = 20)]
fn review_of_a_game(bencher: Bencher<'_, '_>) {
    let cancel = Cancel::new();
    let player = OthelloSearch::new(Weights::TESTER);
    let mut random = Random::derived(2012, &[7]);
    let mut line = GameLine::<Position>::default();
    let mut moves = Vec::new();
    while line.position().outcome().is_none() {
        Position::legal_moves(line.position(), &mut moves);
        // Every other move from the ninth on is the best of a shallow look, the others are by lot.
        if line.ply() >= 8 && random.below(2) == 0 {
            let values = player.best_moves(line.position(), 2, &cancel);
            moves = values.map(|values| values.best_moves()).unwrap_or_default();
        }
        let Some(&mv) = random.choose(&moves) else {
            break;
        };
        if line.play(mv).is_err() {
            break;
        }
    }
    let tester = tester();
    bencher
        .counter(ItemsCount::new(1_usize))
        .bench_local(|| review(&line, &tester, Threshold::default(), &cancel));
}

/// A hint with its reasons: every move at depth 5 with its line, an item a position.
#[divan::bench(sample_count = 20)]
fn hint_with_reasons(bencher: Bencher<'_, '_>) {
    let positions = positions();
    let cancel = Cancel::new();
    let Tester {
        search,
        depth,
        weights,
        ..
    } = tester();
    bencher
        .counter(ItemsCount::new(positions.len()))
        .bench_local(|| {
            for position in &positions {
                let analysis = Analysis::of(position, &*search, &weights, depth, &cancel);
                let advice = analysis.map(|it| it.advice(position, &weights));
                let _ = divan::black_box(advice);
            }
        });
}

/// One evaluation as the search asks for it, an item a board.
#[divan::bench]
fn learned_value(bencher: Bencher<'_, '_>) {
    let positions = positions();
    let learned = Learned::embedded();
    bencher
        .counter(ItemsCount::new(positions.len()))
        .bench_local(|| {
            let value = |position: &Position| learned.value(position.own(), position.opp());
            divan::black_box(positions.iter().map(value).sum::<i32>())
        });
}
