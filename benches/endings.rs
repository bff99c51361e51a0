//! The end of the game: exact scores by number of empty squares and of the FFO suite, and the tester's look
//! at whole games.
//!
//! `cargo bench --bench endings`. The positions are fixed: those of the suite, and of games that begin with
//! eight plies at random and go on with best moves at depth 3, seeds 0 to 14.

use std::ops::RangeInclusive;

use divan::Bencher;
use divan::counter::ItemsCount;
use koteki_engine::eval::othello::Weights;
use koteki_engine::search::budget::Cancel;
use koteki_engine::search::othello::OthelloSearch;
use koteki_engine::search::othello::endgame::{Goal, Idle, Options, Wanted, solve, solve_helped};
use koteki_engine::search::root::Search as _;
use koteki_games::othello::Position;
use koteki_games::othello::obf;
use koteki_games::random::Random;
use koteki_games::{Game as _, GameLine};
use koteki_rivals::roster::SearchSpec;
use koteki_session::Analysis;

fn main() {
    divan::main();
}

/// A game to its end, its first eight plies at random.
fn game(seed: u64) -> GameLine<Position> {
    let cancel = Cancel::new();
    let player = OthelloSearch::new(Weights::TESTER);
    let mut random = Random::derived(2012, &[seed]);
    let mut line = GameLine::<Position>::default();
    let mut moves = Vec::new();
    loop {
        line.position().legal_moves(&mut moves);
        if line.ply() >= 8 {
            let values = player.best_moves(line.position(), 3, &cancel);
            moves = values.map(|values| values.best_moves()).unwrap_or_default();
        }
        let played = random.choose(&moves).map(|&mv| line.play(mv));
        if !matches!(played, Some(Ok(()))) {
            return line;
        }
    }
}

/// The positions of 15 games with so many empty squares.
fn endings(empties: u32) -> Vec<Position> {
    (0..15)
        .filter_map(|seed| {
            let line = game(seed);
            let at = |position: &&Position| position.empties().count_ones() == empties;
            line.positions().iter().find(at).copied()
        })
        .collect()
}

/// The problems of the FFO suite with these numbers.
fn ffo(numbers: RangeInclusive<usize>) -> Vec<Position> {
    let number = |line: &str| line.rsplit('%').next()?.trim().parse().ok();
    include_str!("../tests/othello/data/ffo-1-44.obf")
        .lines()
        .filter(|line| number(line).is_some_and(|number| numbers.contains(&number)))
        .filter_map(|line| obf::read_line(line).ok().flatten())
        .map(|problem| problem.position)
        .collect()
}

/// FFO #20 to #39, on one thread.
#[divan::bench(sample_count = 3)]
fn ffo_20_to_39(bencher: Bencher<'_, '_>) {
    solved(bencher, &ffo(20..=39), Options::default());
}

/// FFO #40 to #44, on one thread.
#[divan::bench(sample_count = 3)]
fn ffo_40_to_44(bencher: Bencher<'_, '_>) {
    solved(bencher, &ffo(40..=44), Options::default());
}

/// FFO #42 to #44 one after the other, with so many threads to help: time by the clock.
#[divan::bench(args = [0, 1], sample_count = 3)]
fn ffo_42_to_44_helped(bencher: Bencher<'_, '_>, helpers: u32) {
    let (idle, cancel) = (Idle::none(), Cancel::new());
    (0..helpers).for_each(|_| idle.begin());
    bencher.bench_local(|| {
        for position in &ffo(42..=44) {
            let options = Options::default();
            let _ = divan::black_box(solve_helped(position, &options, &idle, &cancel));
        }
    });
}

fn run(bencher: Bencher<'_, '_>, empties: u32, options: Options) {
    solved(bencher, &endings(empties), options);
}

fn solved(bencher: Bencher<'_, '_>, positions: &[Position], options: Options) {
    let cancel = Cancel::new();
    bencher
        .counter(ItemsCount::new(positions.len()))
        .bench_local(|| {
            for position in positions {
                let _ = divan::black_box(solve(position, &options, &cancel));
            }
        });
}

/// The score and one best move.
#[divan::bench(args = [12, 14, 16, 18, 20], sample_count = 3)]
fn score(bencher: Bencher<'_, '_>, empties: u32) {
    run(bencher, empties, Options::default());
}

/// Who wins.
#[divan::bench(args = [12, 14, 16, 18, 20], sample_count = 3)]
fn winner(bencher: Bencher<'_, '_>, empties: u32) {
    let goal = Goal::Winner;
    run(
        bencher,
        empties,
        Options {
            goal,
            ..Options::default()
        },
    );
}

/// The score of every move.
#[divan::bench(args = [12, 14, 16], sample_count = 3)]
fn every_move(bencher: Bencher<'_, '_>, empties: u32) {
    let wanted = Wanted::All;
    run(
        bencher,
        empties,
        Options {
            wanted,
            ..Options::default()
        },
    );
}

/// What the screen shows of every position of a game, values and lines, by the squares from which the
/// tester plays the game out.
#[divan::bench(args = [0, 9, 14], sample_count = 3)]
fn tester_on_a_game(bencher: Bencher<'_, '_>, exhaustive: u32) {
    let line = game(0);
    let tester = SearchSpec {
        exhaustive,
        ..SearchSpec::TESTER
    };
    let search = tester.search();
    let cancel = Cancel::new();
    bencher
        .counter(ItemsCount::new(line.positions().len()))
        .bench_local(|| {
            for position in line.positions() {
                let _ = divan::black_box(Analysis::of(
                    position,
                    &search,
                    &tester.weights,
                    tester.depth,
                    &cancel,
                ));
            }
        });
}
