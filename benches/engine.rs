//! How fast the Othello search is, path by path, beside the plain search and the plain bit tricks.
//!
//! `cargo bench --bench engine`. Read the ratios within one run: on a shared machine all figures
//! wander together. Each sample runs over the same positions of random games; an item is a move set,
//! the flips of a move, an evaluation, a leaf of perft, a root position, a position judged or a game.

use std::fmt;

use divan::Bencher;
use divan::counter::ItemsCount;
use koteki_engine::eval::othello::{Weights, evaluate};
use koteki_engine::player::agent::{Agent, Settings as Holding, TO_THE_END, Ties};
use koteki_engine::player::best::{BestMove, Knowledge};
use koteki_engine::search::budget::Cancel;
use koteki_engine::search::isa::Path;
use koteki_engine::search::othello::OthelloSearch;
use koteki_engine::search::othello::endgame::{self, Options};
use koteki_engine::search::othello::perft::perft;
use koteki_engine::search::reference::Reference;
use koteki_engine::search::root::Search;
use koteki_games::othello::perft::{PassCounts, perft as plain_perft};
use koteki_games::othello::{Move, Position, Square, bits};
use koteki_games::random::{Random, SeedableRng as _};
use koteki_games::{Game as _, GameLine, Side};
use koteki_rivals::evolve::run::Run;
use koteki_rivals::evolve::{Arena as _, GameOrder, Settings};
use koteki_rivals::measure::contest::{play_out, random_opening};
use koteki_rivals::measure::loss::LossSheet;
use koteki_rivals::roster::arena::KitArena;
use koteki_rivals::roster::kit::Kit as _;

fn main() {
    divan::main();
}

/// A rival as the breeding makes them.
const RIVAL: Weights = Weights {
    mobility: 1_200,
    frontier: 900,
    stability: 5_000,
    forfeit: 3_500,
    discs: 100,
    ..Weights::NONE
};

/// The plain code, or the fast one on one path.
#[derive(Clone, Copy)]
enum Engine {
    Plain,
    Fast(Path),
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plain => f.write_str("plain"),
            Self::Fast(path) => path.fmt(f),
        }
    }
}

impl Engine {
    fn search(self, weights: Weights) -> Box<dyn Search<Position>> {
        match self {
            Self::Plain => Box::new(Reference(weights)),
            Self::Fast(path) => Box::new(OthelloSearch::new(weights).path(path)),
        }
    }
}

fn engines() -> Vec<Engine> {
    let fast = Path::available().into_iter().map(Engine::Fast);
    std::iter::once(Engine::Plain).chain(fast).collect()
}

/// Positions of games at random, from ply 8 to ply 48, all with a placement.
fn positions() -> Vec<Position> {
    let mut positions = Vec::new();
    for game in 0..4 {
        let mut random = Random::derived(2012, &[game]);
        let mut line = GameLine::<Position>::default();
        let mut moves = Vec::new();
        while line.ply() < 48 {
            line.position().legal_moves(&mut moves);
            let Some(&mv) = random.choose(&moves) else {
                break;
            };
            if line.play(mv).is_ok() && line.ply() > 8 && line.position().placements() != 0 {
                positions.push(*line.position());
            }
        }
    }
    positions
}

fn boards() -> Vec<[u64; 2]> {
    let both = |position: &Position| [position.own(), position.opp()];
    positions().iter().map(both).collect()
}

#[divan::bench(args = engines())]
fn move_generation(bencher: Bencher<'_, '_>, engine: Engine) {
    let boards = boards();
    bencher
        .counter(ItemsCount::new(boards.len()))
        .bench_local(|| match engine {
            Engine::Plain => boards.iter().map(|b| bits::moves(b[0], b[1])).collect(),
            Engine::Fast(path) => path.moves(divan::black_box(&boards)),
        });
}

/// [`move_generation`] with several boards at a time.
#[divan::bench(args = engines())]
fn move_generation_of_several(bencher: Bencher<'_, '_>, engine: Engine) {
    let boards = boards();
    bencher
        .counter(ItemsCount::new(boards.len()))
        .bench_local(|| match engine {
            Engine::Plain => boards.iter().map(|b| bits::moves(b[0], b[1])).collect(),
            Engine::Fast(path) => path.moves_of_several(divan::black_box(&boards)),
        });
}

#[divan::bench(args = engines())]
fn flips(bencher: Bencher<'_, '_>, engine: Engine) {
    let mut placed = Vec::new();
    for position in positions() {
        let mut moves = position.placements();
        while let Some(square) = Square::lowest(moves) {
            placed.push(([position.own(), position.opp()], square));
            moves &= moves - 1;
        }
    }
    bencher
        .counter(ItemsCount::new(placed.len()))
        .bench_local(|| match engine {
            Engine::Plain => placed
                .iter()
                .map(|(b, square)| bits::flips(square.bit(), b[0], b[1]))
                .collect(),
            Engine::Fast(path) => path.flips(divan::black_box(&placed)),
        });
}

#[divan::bench(args = engines())]
fn evaluation(bencher: Bencher<'_, '_>, engine: Engine) {
    let positions = positions();
    let boards = boards();
    bencher
        .counter(ItemsCount::new(boards.len()))
        .bench_local(|| match engine {
            Engine::Plain => positions.iter().map(|p| evaluate(&RIVAL, p)).collect(),
            Engine::Fast(path) => path.evaluate(&RIVAL, divan::black_box(&boards)),
        });
}

/// Move sequences of nine plies from the start, on one thread.
#[divan::bench(args = engines(), sample_count = 5)]
fn perft_of_9_plies(bencher: Bencher<'_, '_>, engine: Engine) {
    const LEAVES: usize = 3_005_288;
    let start = divan::black_box(Position::start());
    let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(1).build() else {
        return;
    };
    bencher
        .counter(ItemsCount::new(LEAVES))
        .bench_local(|| match engine {
            Engine::Plain => plain_perft(&start, 9, PassCounts::Ply),
            Engine::Fast(path) => pool.install(|| perft(&start, 9, PassCounts::Ply, path)),
        });
}

/// Searches every position; `best` asks for the best moves only.
fn search_all(bencher: Bencher<'_, '_>, engine: Engine, depth: u32, best: bool) {
    let search = engine.search(RIVAL);
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

#[divan::bench(args = engines())]
fn best_at_depth_3(bencher: Bencher<'_, '_>, engine: Engine) {
    search_all(bencher, engine, 3, true);
}

#[divan::bench(args = engines(), sample_count = 5)]
fn best_at_depth_5(bencher: Bencher<'_, '_>, engine: Engine) {
    search_all(bencher, engine, 5, true);
}

#[divan::bench(args = engines())]
fn exact_at_depth_2(bencher: Bencher<'_, '_>, engine: Engine) {
    search_all(bencher, engine, 2, false);
}

#[divan::bench(args = engines(), sample_count = 10)]
fn exact_at_depth_4(bencher: Bencher<'_, '_>, engine: Engine) {
    search_all(bencher, engine, 4, false);
}

#[divan::bench(args = engines(), sample_count = 3)]
fn exact_at_depth_5(bencher: Bencher<'_, '_>, engine: Engine) {
    search_all(bencher, engine, 5, false);
}

/// The fixed midgame positions of `koteki bench` at depth 8, by the tester's weights.
#[divan::bench(args = Path::available(), sample_count = 3)]
fn best_at_depth_8(bencher: Bencher<'_, '_>, path: Path) {
    let search = OthelloSearch::new(Weights::TESTER).path(path);
    let cancel = Cancel::new();
    let positions: Vec<Position> = (0..8)
        .map(|seed| *random_opening::<Position>(12 + seed, u64::from(seed)).position())
        .collect();
    bencher
        .counter(ItemsCount::new(positions.len()))
        .bench_local(|| {
            for position in &positions {
                let _ = divan::black_box(search.best_moves(position, 8, &cancel));
            }
        });
}

/// What is done after a game: one side's moves judged by the tester, up to ply 40.
#[divan::bench(args = Path::available(), sample_count = 5)]
fn tester_on_one_side_of_a_game(bencher: Bencher<'_, '_>, path: Path) {
    let cancel = Cancel::new();
    let player = BestMove::new(OthelloSearch::new(RIVAL), 3, Knowledge::Best);
    let Ok(line) = play_out(random_opening(8, 2012), &player, &player, 2012, &cancel) else {
        return;
    };
    let tester = OthelloSearch::new(Weights::TESTER).path(path);
    let moves = LossSheet::of_line(&line, Side::Black, &tester, 5, &cancel);
    bencher
        .counter(ItemsCount::new(
            moves.map_or(1, |sheet| sheet.moves().len()),
        ))
        .bench_local(|| LossSheet::of_line(&line, Side::Black, &tester, 5, &cancel));
}

/// The tester's work on one game: all moves exact at depth 5 on the first 40 plies of a game that
/// begins with eight plies at random and goes on at depth 3.
#[divan::bench(args = engines(), sample_count = 5)]
fn tester_on_40_plies(bencher: Bencher<'_, '_>, engine: Engine) {
    let cancel = Cancel::new();
    let player = OthelloSearch::new(RIVAL);
    let mut random = Random::seed_from_u64(2012);
    let mut line = GameLine::<Position>::default();
    let mut moves = Vec::new();
    while line.ply() < 40 {
        line.position().legal_moves(&mut moves);
        if line.ply() >= 8 {
            let values = player.best_moves(line.position(), 3, &cancel);
            moves = values.map(|values| values.best_moves()).unwrap_or_default();
        }
        let played = random.choose(&moves).map(|&mv| line.play(mv));
        if !matches!(played, Some(Ok(()))) {
            break;
        }
    }
    let tester = engine.search(Weights::TESTER);
    bencher
        .counter(ItemsCount::new(line.positions().len()))
        .bench_local(|| {
            for position in line.positions() {
                let _ = divan::black_box(tester.root_values(position, 5, &cancel));
            }
        });
}

/// The best moves with eight empty squares, searched to the end.
#[divan::bench(args = engines(), sample_count = 10)]
fn best_at_8_empties(bencher: Bencher<'_, '_>, engine: Engine) {
    let search = engine.search(RIVAL);
    let cancel = Cancel::new();
    let mut positions = Vec::new();
    let mut moves = Vec::new();
    for game in 0..16 {
        let mut random = Random::derived(8, &[game]);
        let mut position = Position::start();
        while position.empties().count_ones() > 8 {
            position.legal_moves(&mut moves);
            let Some(&mv) = random.choose(&moves) else {
                break;
            };
            position.play(mv);
        }
        positions.push(position);
    }
    bencher
        .counter(ItemsCount::new(positions.len()))
        .bench_local(|| {
            for position in &positions {
                let _ = divan::black_box(search.best_moves(position, 8, &cancel));
            }
        });
}

/// Positions with so many empty squares out of games that begin with eight plies at random and go on
/// at depth 3.
fn endings(empties: u32, count: u64) -> Vec<Position> {
    let cancel = Cancel::new();
    let search = OthelloSearch::new(RIVAL);
    let mut moves = Vec::new();
    let mut position_of = |game| {
        let mut random = Random::derived(2012, &[game]);
        let mut position = Position::start();
        while position.empties().count_ones() > empties {
            position.legal_moves(&mut moves);
            if position.empties().count_ones() <= 52 {
                let values = search.best_moves(&position, 3, &cancel);
                moves = values.map(|values| values.best_moves()).unwrap_or_default();
            }
            let Some(&mv) = random.choose(&moves) else {
                break;
            };
            position.play(mv);
        }
        position
    };
    (0..count).map(&mut position_of).collect()
}

/// Exact scores, positions played to the end by every path.
#[divan::bench(args = endings_of_paths(), sample_count = 3)]
fn exact_score(bencher: Bencher<'_, '_>, ending: Ending) {
    let positions = endings(ending.empties, 15);
    let options = Options {
        path: ending.path,
        ..Options::default()
    };
    let cancel = Cancel::new();
    bencher
        .counter(ItemsCount::new(positions.len()))
        .bench_local(|| {
            for position in &positions {
                let _ = divan::black_box(endgame::solve(position, &options, &cancel));
            }
        });
}

/// So many empty squares, solved on this path.
#[derive(Clone, Copy)]
struct Ending {
    empties: u32,
    path: Path,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} empties, {}", self.empties, self.path)
    }
}

fn endings_of_paths() -> Vec<Ending> {
    let with = |empties| move |path| Ending { empties, path };
    [10, 12, 14, 16]
        .into_iter()
        .flat_map(|empties| Path::available().into_iter().map(with(empties)))
        .collect()
}

/// After eight plies at random, Black plays a best move at depth 3, and White the move whose loss at
/// two plies, all moves exact, comes nearest to what would bring its mean loss to `target`.
fn play(rival: &dyn Search<Position>, agent: &dyn Search<Position>, target: i32, seed: u64) -> i32 {
    let cancel = Cancel::new();
    let mut random = Random::seed_from_u64(seed);
    let mut position = Position::start();
    let (mut moves, mut losses, mut lost) = (Vec::new(), 0, 0);
    for ply in 0.. {
        position.legal_moves(&mut moves);
        let mv = if ply < 8 || moves.len() == 1 {
            random.choose(&moves).copied()
        } else if position.side_to_move() == koteki_games::Side::Black {
            let values = rival.best_moves(&position, 3, &cancel);
            values
                .ok()
                .and_then(|v| random.choose(&v.best_moves()).copied())
        } else {
            losses += 1;
            agent.root_values(&position, 2, &cancel).ok().and_then(|v| {
                let loss = |mv: Move| v.loss_of(mv).unwrap_or(0).min(1_000);
                let wanted = target * losses - lost;
                let root = v.moves.iter().min_by_key(|m| (loss(m.mv) - wanted).abs())?;
                lost += loss(root.mv);
                Some(root.mv)
            })
        };
        let Some(mv) = mv else { break };
        position.play(mv);
    }
    position.count().difference(koteki_games::Side::Black)
}

#[divan::bench(args = engines())]
fn game_depth_3_against_exact_2(bencher: Bencher<'_, '_>, engine: Engine) {
    let rival = engine.search(RIVAL);
    let agent = engine.search(Weights::TESTER);
    bencher.counter(ItemsCount::new(8usize)).bench_local(|| {
        (0..8)
            .map(|seed| play(&*rival, &*agent, 25, seed))
            .sum::<i32>()
    });
}

/// Whole games of chapter 6 between a rival at depth 3 and the agent that holds 25 at `depth`, all
/// moves exact, as the breeding plays them.
fn rival_against_agent(bencher: Bencher<'_, '_>, path: Path, depth: u32) {
    let rival = BestMove::new(OthelloSearch::new(RIVAL).path(path), 3, Knowledge::Best);
    let settings = Holding {
        target: 25.0,
        depth,
        until: TO_THE_END,
        ties: Ties::Random,
    };
    let agent = Agent::new(OthelloSearch::new(Weights::TESTER).path(path), settings);
    let cancel = Cancel::new();
    bencher.counter(ItemsCount::new(16usize)).bench_local(|| {
        for game in 0..16 {
            let line = random_opening(8, game / 2);
            let played = if game.is_multiple_of(2) {
                play_out(line, &rival, &agent, game, &cancel)
            } else {
                play_out(line, &agent, &rival, game, &cancel)
            };
            let _ = divan::black_box(played);
        }
    });
}

#[divan::bench(args = Path::available(), sample_count = 10)]
fn games_against_an_agent_of_depth_2(bencher: Bencher<'_, '_>, path: Path) {
    rival_against_agent(bencher, path, 2);
}

#[divan::bench(args = Path::available(), sample_count = 5)]
fn games_against_an_agent_of_depth_4(bencher: Bencher<'_, '_>, path: Path) {
    rival_against_agent(bencher, path, 4);
}

/// A game of each of 16 individuals of the first population against the opponent of the breeding,
/// on one thread and the fastest path.
#[divan::bench(args = ["chapter 6", "chapter 7", "live"])]
fn breeding_games(bencher: Bencher<'_, '_>, which: &str) {
    let settings = match which {
        "chapter 6" => Settings::ueda_ch6(),
        "chapter 7" => Settings::ueda_ch7(),
        _ => Settings::default(),
    };
    let Ok(arena) = KitArena::<Position>::of(&settings) else {
        return;
    };
    let Ok(run) = Run::new(settings.clone(), &Position::features(&settings), 1) else {
        return;
    };
    let orders: Vec<GameOrder> = (0..)
        .zip(run.state().population.iter().take(16))
        .map(|(game, individual)| GameOrder {
            weights: run.weights(&individual.genes),
            seed: u64::from(game),
            game,
        })
        .collect();
    let cancel = Cancel::new();
    bencher
        .counter(ItemsCount::new(orders.len()))
        .bench_local(|| {
            for order in &orders {
                let _ = divan::black_box(arena.play(settings.target, order, &cancel));
            }
        });
}
