//! The players' rules, on tables of values made by hand and in whole games.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::sync::atomic::{AtomicUsize, Ordering};

use koteki_engine::eval::decided_value;
use koteki_engine::eval::othello::Weights;
use koteki_engine::player::agent::{Agent, Settings, TO_THE_END, Ties};
use koteki_engine::player::best::{BestMove, Knowledge};
use koteki_engine::player::random::Random as RandomPlayer;
use koteki_engine::player::{Choice, Context, Player};
use koteki_engine::search::budget::{Cancel, CancelledError};
use koteki_engine::search::othello::OthelloSearch;
use koteki_engine::search::root::{RootMove, RootValues, Search};
use koteki_games::othello::{Move, Position};
use koteki_games::random::{Random, SeedableRng as _};
use koteki_games::{Game, GameLine, Side};
use koteki_rivals::measure::contest::{play_out, random_opening};
use koteki_rivals::measure::loss::LossSheet;

/// A search that reads the values of the legal moves, in canonical order, from a table: row *n* for
/// positions with *n* + 4 discs. Moves beyond the row are worth its last entry.
struct Table {
    rows: Vec<Vec<i32>>,
    searches: AtomicUsize,
}

impl Table {
    fn new(rows: &[&[i32]]) -> Self {
        Self {
            rows: rows.iter().map(|row| row.to_vec()).collect(),
            searches: AtomicUsize::new(0),
        }
    }
}

impl Search<Position> for &Table {
    fn root_values(
        &self,
        position: &Position,
        depth: u32,
        _cancel: &Cancel,
    ) -> Result<RootValues<Position>, CancelledError> {
        self.searches.fetch_add(1, Ordering::Relaxed);
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let discs = (!position.empties()).count_ones() as usize;
        let row = &self.rows[discs - 4];
        let moves = moves.iter().enumerate().map(|(index, &mv)| RootMove {
            mv,
            value: row[index.min(row.len() - 1)],
        });
        Ok(RootValues {
            moves: moves.collect(),
            depth,
            nodes: 1,
        })
    }
}

fn legal(line: &GameLine<Position>) -> Vec<Move> {
    let mut moves = Vec::new();
    line.position().legal_moves(&mut moves);
    moves
}

fn choose(player: &dyn Player<Position>, line: &GameLine<Position>, seed: u64) -> Choice<Position> {
    choose_of(player, line, &legal(line), seed)
}

fn choose_of(
    player: &dyn Player<Position>,
    line: &GameLine<Position>,
    allowed: &[Move],
    seed: u64,
) -> Choice<Position> {
    let mut random = Random::seed_from_u64(seed);
    let cancel = Cancel::new();
    let mut context = Context {
        random: &mut random,
        cancel: &cancel,
    };
    player.choose(line, allowed, &mut context).unwrap()
}

/// The index of the chosen move among the legal ones.
fn index(player: &dyn Player<Position>, line: &GameLine<Position>) -> usize {
    let mv = choose(player, line, 1).mv;
    legal(line).iter().position(|&legal| legal == mv).unwrap()
}

/// A game in which each ply plays the legal move of this index.
fn line(indices: &[usize]) -> GameLine<Position> {
    let mut line = GameLine::<Position>::default();
    for &index in indices {
        let mv = legal(&line)[index];
        line.play(mv).unwrap();
    }
    line
}

const HOLD_25: Settings = Settings {
    target: 25.0,
    depth: 1,
    until: TO_THE_END,
    ties: Ties::Random,
};

#[test]
fn agent_plays_the_move_whose_mean_loss_is_nearest_to_the_target() {
    // T = 1: losses 0, 20, 50, 100; |D_a − 25| = 25, 5, 25, 75: the second.
    // T = 2 after the second (M = 20): losses 0, 29, 32 … make D_a = 10, 24.5, 26 …: the second.
    // T = 2 after the third (M = 50): losses 0, 29, 32 … make D_a = 25, 39.5, 41 …: the first.
    let table = Table::new(&[&[100, 80, 50, 0], &[0], &[40, 11, 8, -60], &[0], &[]]);
    let agent = Agent::new(&table, HOLD_25);
    assert_eq!(index(&agent, &line(&[])), 1);
    assert_eq!(index(&agent, &line(&[1, 0])), 1);
    assert_eq!(index(&agent, &line(&[2, 0])), 0);
}

#[test]
fn agent_needs_no_memory_and_searches_no_position_twice() {
    let rows: Vec<Vec<i32>> = (0..60)
        .map(|row| {
            (0..20)
                .map(|column| 7 * ((row * 5 + column * 3) % 11))
                .collect()
        })
        .collect();
    let rows: Vec<&[i32]> = rows.iter().map(Vec::as_slice).collect();
    let (played_on, fresh) = (Table::new(&rows), Table::new(&rows));
    let agent = Agent::new(&played_on, HOLD_25);
    let mut line = GameLine::<Position>::default();
    let mut own = 0;
    let mut random = Random::seed_from_u64(3);
    while line.position().outcome().is_none() && line.ply() < 40 {
        let moves = legal(&line);
        let mv = if line.position().side_to_move() == Side::White && moves[0] != Move::Pass {
            own += 1;
            let choice = choose(&agent, &line, 9);
            let taken_up = Agent::new(&fresh, HOLD_25);
            assert_eq!(choice.mv, choose(&taken_up, &line, 9).mv);
            choice.mv
        } else {
            *random.choose(&moves).unwrap()
        };
        line.play(mv).unwrap();
    }
    assert!(own > 15);
    assert_eq!(played_on.searches.load(Ordering::Relaxed), own);
    // Taking back and asking again needs nothing new either.
    while line.ply() > 11 {
        line.undo();
    }
    choose(&agent, &line, 9);
    assert_eq!(played_on.searches.load(Ordering::Relaxed), own);
}

#[test]
fn equally_near_moves_are_equally_likely_or_the_first_is_taken() {
    // Losses 0, 20, 30, 100: both 20 and 30 are 5 away from 25.
    let table = Table::new(&[&[100, 80, 70, 0]]);
    let agent = Agent::new(&table, HOLD_25);
    let start = GameLine::default();
    let moves = legal(&start);
    let mut counts = [0; 4];
    for seed in 0..400 {
        let mv = choose(&agent, &start, seed).mv;
        counts[moves.iter().position(|&legal| legal == mv).unwrap()] += 1;
    }
    assert_eq!((counts[0], counts[3]), (0, 0));
    // 400 fair coins: 200 ± 40 is four standard deviations.
    assert!((160..=240).contains(&counts[1]), "{counts:?}");
    let first = Agent::new(
        &table,
        Settings {
            ties: Ties::First,
            ..HOLD_25
        },
    );
    assert!((0..50).all(|seed| choose(&first, &start, seed).mv == moves[1]));
}

#[test]
fn decided_moves_leave_the_balance_alone() {
    // A missed win at T = 1 (first row): left out of M and of T, so the second own move is chosen
    // as if it were the first: losses 0, 24, 60 …: the second. Counted, it would have to be the first.
    let won = decided_value(12);
    let table = Table::new(&[&[won, 0, 0, 0], &[0], &[60, 36, 0]]);
    let agent = Agent::new(&table, HOLD_25);
    assert_eq!(index(&agent, &line(&[1, 0])), 1);
    // A win that is seen is taken, by the most discs, whatever D is.
    let table = Table::new(&[&[decided_value(4), decided_value(30), decided_value(2), 500]]);
    assert_eq!(index(&Agent::new(&table, HOLD_25), &line(&[])), 1);
    // And a loss is resisted.
    let lost = [
        decided_value(-60),
        decided_value(-40),
        decided_value(-2),
        decided_value(-30),
    ];
    let table = Table::new(&[&lost]);
    assert_eq!(index(&Agent::new(&table, HOLD_25), &line(&[])), 2);
    // An open position is not thrown away although only that would bring the mean near: 24 against 10⁷.
    let table = Table::new(&[&[9, 8, decided_value(-2), 9]]);
    assert_eq!(index(&Agent::new(&table, HOLD_25), &line(&[])), 1);
}

#[test]
fn passes_are_no_moves() {
    // The shortest game with a pass: Black passes at ply 9, having placed four discs. At ply 11 Black
    // is at its fifth move. With every earlier loss 0 and D 25 the sum wanted is 5 × 25 = 125.
    let mut game = GameLine::<Position>::default();
    for name in ["f5", "f6", "d3", "g5", "h5", "h4", "f7", "h6"] {
        let mv = legal(&game).into_iter().find(|mv| mv.to_string() == name);
        game.play(mv.unwrap()).unwrap();
    }
    game.play(Move::Pass).unwrap();
    let mv = legal(&game)[0];
    game.play(mv).unwrap();
    assert!(legal(&game).len() > 2);
    let mut rows: Vec<&[i32]> = vec![&[0]; 9];
    rows.push(&[200, 70, 45]); // losses 0, 130, 155: 130 is nearest to 125, 155 to 6 × 25 = 150
    let table = Table::new(&rows);
    assert_eq!(index(&Agent::new(&table, HOLD_25), &game), 1);
    assert_eq!(table.searches.load(Ordering::Relaxed), 5);
}

#[test]
fn the_opening_is_not_the_agents_doing() {
    // Own loss 100 in the opening: left out; counted, the first move of row 2 would be the choice.
    let table = Table::new(&[&[100, 80, 50, 0], &[0], &[60, 36, 0]]);
    let mut opened = line(&[3, 0]);
    assert_eq!(index(&Agent::new(&table, HOLD_25), &opened), 0);
    opened.end_opening();
    assert_eq!(index(&Agent::new(&table, HOLD_25), &opened), 1);
}

#[test]
fn after_the_last_ply_held_the_agent_plays_its_best() {
    let table = Table::new(&[&[0, 25, 50, 0], &[0], &[0, 25, 50, 0]]);
    let settings = Settings {
        until: 2,
        ..HOLD_25
    };
    let agent = Agent::new(&table, settings);
    assert_eq!(index(&agent, &line(&[])), 1);
    assert_eq!(index(&agent, &line(&[1, 0])), 2);
}

#[test]
fn best_move_takes_the_best_allowed_and_breaks_ties_evenly() {
    let table = Table::new(&[&[5, 9, 9, 1]]);
    let start = GameLine::default();
    let moves = legal(&start);
    for knowledge in [Knowledge::Every, Knowledge::Best] {
        let player = BestMove::new(&table, 1, knowledge);
        let mut counts = [0; 4];
        for seed in 0..400 {
            let mv = choose(&player, &start, seed).mv;
            counts[moves.iter().position(|&legal| legal == mv).unwrap()] += 1;
        }
        assert_eq!((counts[0], counts[3]), (0, 0));
        assert!((160..=240).contains(&counts[1]), "{counts:?}");
        // The best ones are forbidden.
        let allowed = [moves[3], moves[0]];
        assert_eq!(choose_of(&player, &start, &allowed, 1).mv, moves[0]);
        assert_eq!(choose_of(&player, &start, &[moves[3]], 1).mv, moves[3]);
    }
    let every = choose(&BestMove::new(&table, 1, Knowledge::Every), &start, 1);
    let values: Vec<i32> = every.candidates.iter().map(|c| c.value).collect();
    assert_eq!(values, [5, 9, 9, 1]);
}

#[test]
fn random_plays_every_allowed_move_equally_often() {
    let start = GameLine::default();
    let moves = legal(&start);
    let mut counts = [0; 3];
    for seed in 0..900 {
        let mv = choose_of(&RandomPlayer, &start, &moves[..3], seed).mv;
        counts[moves.iter().position(|&legal| legal == mv).unwrap()] += 1;
    }
    // 300 ± 57 is four standard deviations.
    assert!(
        counts.iter().all(|count| (243..=357).contains(count)),
        "{counts:?}"
    );
}

/// §5.4: "plays along the target": the mean loss of its 20 moves comes out as D.
#[test]
fn agent_holds_its_target_in_whole_games() {
    let search = OthelloSearch::new(Weights::TESTER);
    let cancel = Cancel::new();
    for target in [10.0, 25.12, 40.0] {
        let settings = Settings {
            target,
            depth: 3,
            ..HOLD_25
        };
        let agent = Agent::new(search, settings);
        let mut off = 0.0;
        for game in 0..10 {
            let opening = random_opening(4, game);
            let line = play_out(opening, &agent, &RandomPlayer, game, &cancel).unwrap();
            let sheet = LossSheet::of_line(&line, Side::Black, &search, 3, &cancel).unwrap();
            off += (sheet.summary().d().unwrap() - target).abs() / 10.0;
        }
        assert!(off < 2.0, "target {target}: {off} away in the mean");
    }
}
