//! The evaluation of Blokus Duo and its search: the value against its features, the search against
//! plain αβ and plain minimax, the ends of games against playing everything.

// Tests may unwrap; clippy does not know the helpers of one.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use koteki_engine::eval::blokus::{
    COUNT, DeadSquares, Evaluation, Form, Kind, LoadError, Obstacles, Opponent, Paths, Reading,
    SQUARES, Sight, Weights,
};
use koteki_engine::eval::{Evaluator as _, decided_value};
use koteki_engine::search::blokus::BlokusSearch;
use koteki_engine::search::blokus::best_first::BestFirst;
use koteki_engine::search::budget::{Budget, Cancel, CancelledError};
use koteki_engine::search::reference::Reference;
use koteki_engine::search::root::Search as _;
use koteki_games::blokus::{Move, Position};
use koteki_games::random::{Random, SeedableRng as _};
use koteki_games::{Game as _, Side};

/// Every combination of readings.
fn forms() -> Vec<Form> {
    let mut forms = Vec::new();
    for bits in 0..16 {
        let bit = |n: usize| bits >> n & 1;
        let reading = Reading {
            paths: [Paths::All, Paths::One][bit(0)],
            obstacles: [Obstacles::Opponent, Obstacles::Forbidden][bit(1)],
            dead: [DeadSquares::Free, DeadSquares::Taken][bit(2)],
            sight: [Sight::Board, Sight::OwnStart][bit(3)],
        };
        for opponent in [
            Opponent::OwnDead,
            Opponent::Difference,
            Opponent::Ignored,
            Opponent::Weighed,
        ] {
            let phases = if bit(0) == 0 { vec![10] } else { vec![4, 20] };
            forms.push(Form {
                reading,
                opponent,
                phases,
                more: bit(1) == 1,
            });
        }
    }
    forms
}

/// Weights at random.
fn weights(form: &Form, seed: u64) -> Weights {
    let mut random = Random::seed_from_u64(seed);
    let sets: Vec<Vec<f64>> = (0..form.phase_count())
        .map(|_| {
            (0..form.dimension())
                .map(|_| 4.0 * random.unit() - 2.0)
                .collect()
        })
        .collect();
    Weights::rounded(form.clone(), &sets)
}

fn evaluation(seed: u64) -> Evaluation {
    Evaluation::new(weights(&Form::default(), seed))
}

fn legal(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

/// The position after so many moves at random, fewer if the game ends.
fn after(plies: usize, seed: u64) -> Position {
    let mut random = Random::seed_from_u64(seed);
    let mut position = Position::start();
    for _ in 0..plies {
        match random.choose(&legal(&position)) {
            Some(&mv) => position.play(mv),
            None => break,
        }
    }
    position
}

#[test]
fn a_value_is_its_weights_times_its_features() {
    let mut values = Vec::new();
    for (number, form) in (0..).zip(forms()) {
        let weights = weights(&form, number);
        let evaluation = Evaluation::new(weights.clone());
        for plies in (0..30).step_by(3) {
            let position = after(plies, number + 100 * plies as u64);
            let terms = form.terms(&position);
            let set = weights.phase(form.phase(&position));
            assert_eq!(terms.len(), set.len());
            let sum: i32 = terms
                .iter()
                .zip(set)
                .map(|(term, weight)| term * weight)
                .sum();
            assert_eq!(evaluation.value(&position), sum, "{form:?} {position}");
            let side = position.side_to_move();
            assert_eq!(evaluation.evaluate(&position, side), sum);
            assert_eq!(evaluation.evaluate(&position, side.other()), -sum);
            let rate = 1.0 / (1.0 + (-0.02 * f64::from(sum) / 1000.0).exp());
            assert!((evaluation.rate(&position) - rate).abs() < 1e-12);
            values.push(sum);
        }
    }
    values.sort_unstable();
    values.dedup();
    assert!(values.len() > 400, "{}", values.len());
}

/// Two ways to say the same: turned by half a turn with colours exchanged, a position is the same for
/// whoever counts each side's squares from its own start, and with a difference only the other way
/// round when the other side is to move.
#[test]
fn sides_enter_as_the_form_says() {
    for opponent in [
        Opponent::OwnDead,
        Opponent::Difference,
        Opponent::Ignored,
        Opponent::Weighed,
    ] {
        let form = Form {
            opponent,
            ..Form::default()
        };
        let evaluation = Evaluation::new(weights(&form, 5));
        for seed in 0..20 {
            let position = after(seed as usize, seed);
            let mut passed = position;
            passed.pass();
            let same = evaluation.value(&passed) == -evaluation.value(&position);
            assert_eq!(
                same,
                opponent == Opponent::Difference || evaluation.value(&passed) == 0
            );
        }
    }
}

#[test]
fn phases_begin_where_the_paper_says() {
    let form = Form::default();
    assert_eq!(form.dimension(), COUNT);
    assert_eq!(form.phase(&after(9, 1)), 0);
    assert_eq!(form.phase(&after(10, 1)), 1);
}

#[test]
fn a_file_holds_everything_and_says_what_is_wrong_with_another() {
    for (seed, form) in (0..).zip(forms()) {
        let weights = weights(&form, seed);
        assert_eq!(
            Weights::from_bytes(&weights.to_bytes()).as_ref(),
            Ok(&weights)
        );
        let kind = Kind::Territory(3);
        assert_eq!(
            weights.square(0, kind, 7),
            weights.phase(0)[3 * SQUARES + 7]
        );
        assert_eq!(weights.shared(1, Kind::Score), weights.phase(1)[847]);
    }
    let good = weights(&Form::default(), 1).to_bytes();
    // 8 magic, 6 form, 1 phase, 2 × 848 weights of 4, 8 sum.
    assert_eq!(good.len(), 15 + 2 * 848 * 4 + 8);
    let with = |at: usize, byte: u8| {
        let mut bytes = good.clone();
        bytes[at] = byte;
        Weights::from_bytes(&bytes)
    };
    assert_eq!(Weights::from_bytes(b""), Err(LoadError::NotOurs));
    assert_eq!(
        Weights::from_bytes(b"kotekiL1 and so on"),
        Err(LoadError::NotOurs)
    );
    assert_eq!(with(3, b'x'), Err(LoadError::NotOurs));
    assert_eq!(with(8, 2), Err(LoadError::Unknown(8)));
    assert_eq!(with(12, 8), Err(LoadError::Unknown(12)));
    assert_eq!(with(100, good[100] ^ 1), Err(LoadError::CheckSum));
    let short = &good[..good.len() - 1];
    let expected = good.len();
    let found = expected - 1;
    assert_eq!(
        Weights::from_bytes(short),
        Err(LoadError::Length { found, expected })
    );
}

/// Plain minimax for the side to move: nothing but the rules.
fn minimax(position: &Position, depth: u32, evaluation: &Evaluation) -> i32 {
    if let Some(outcome) = position.outcome() {
        return decided_value(outcome.difference(position.side_to_move()));
    }
    if depth == 0 {
        return evaluation.value(position);
    }
    let values = legal(position).into_iter().map(|mv| {
        let mut child = *position;
        child.play(mv);
        let left = depth - u32::from(mv != Move::Pass);
        -minimax(&child, left, evaluation)
    });
    values.max().unwrap()
}

#[test]
fn every_root_value_is_that_of_plain_minimax() {
    let cancel = Cancel::new();
    let mut passes = 0;
    let mut ends = 0;
    for seed in 0..60 {
        let plies = 18 + seed as usize % 12;
        let position = after(plies, seed);
        if position.outcome().is_some() {
            continue;
        }
        let evaluation = evaluation(seed);
        let search = BlokusSearch(evaluation.clone());
        for depth in 1..=(match plies {
            18..21 => 2,
            21..24 => 3,
            _ => 4,
        }) {
            let found = search.root_values(&position, depth, &cancel).unwrap();
            assert_eq!(found.depth, depth);
            let moves: Vec<Move> = found.moves.iter().map(|root| root.mv).collect();
            assert_eq!(moves, legal(&position));
            for root in &found.moves {
                let mut child = position;
                child.play(root.mv);
                let left = depth - u32::from(root.mv != Move::Pass);
                let value = -minimax(&child, left, &evaluation);
                assert_eq!(root.value, value, "seed {seed} depth {depth} {}", root.mv);
                ends += usize::from(value.abs() >= koteki_engine::eval::DECIDED);
                passes += usize::from(root.mv == Move::Pass || legal(&child) == [Move::Pass]);
            }
            let best = search.best_moves(&position, depth, &cancel).unwrap();
            assert_eq!(best.best_moves(), found.best_moves());
            assert_eq!(best.best(), found.best());
        }
    }
    assert!(passes > 10 && ends > 100, "{passes} {ends}");
}

#[test]
fn early_root_values_are_those_of_plain_alpha_beta() {
    let cancel = Cancel::new();
    for (seed, form) in (0..).zip(forms()).skip(1).step_by(7) {
        let evaluation = Evaluation::new(weights(&form, seed));
        let position = after(8 + seed as usize % 8, seed);
        let found = BlokusSearch(evaluation.clone()).root_values(&position, 2, &cancel);
        // The reference asks for the side at the root, at an even depth the side to move.
        let plain = Reference(evaluation).root_values(&position, 2, &cancel);
        let (found, plain) = (found.unwrap(), plain.unwrap());
        assert_eq!(found.moves, plain.moves);
    }
}

#[test]
fn a_budget_of_nodes_is_kept_and_the_same_every_time() {
    let cancel = Cancel::new();
    let search = BlokusSearch(evaluation(3));
    for seed in 0..4 {
        let position = after(6, seed);
        let moves = legal(&position);
        for nodes in [1, 5000, 30_000] {
            let ask = || search.analyse(&position, &moves, Budget::Nodes(nodes), &cancel);
            let found = ask().unwrap();
            assert_eq!(found, ask().unwrap());
            let first = moves.len() as u64;
            assert!(
                found.values.nodes <= nodes.max(first),
                "{}",
                found.values.nodes
            );
            assert!(moves.contains(&found.best.unwrap()));
            assert!(!found.exact);
        }
    }
    // Only what is allowed.
    let position = after(6, 1);
    let some = &legal(&position)[3..5];
    let found = search.analyse(&position, some, Budget::Nodes(2000), &cancel);
    assert!(some.contains(&found.unwrap().best.unwrap()));
    cancel.cancel();
    let stopped = search.analyse(&position, some, Budget::Nodes(2000), &cancel);
    assert_eq!(stopped, Err(CancelledError));
}

/// Both sides to the end, with no evaluation at all.
#[test]
fn near_the_end_the_move_is_the_best_there_is() {
    let cancel = Cancel::new();
    let search = BlokusSearch(evaluation(4));
    let mut decided = 0;
    for seed in 0..30 {
        let position = after(25, seed);
        let moves = legal(&position);
        if moves.is_empty() || moves.len() > 8 {
            continue;
        }
        let found = search
            .analyse(&position, &moves, Budget::Nodes(50_000_000), &cancel)
            .unwrap();
        let best = minimax(&position, 99, &evaluation(4));
        let value = |mv: Move| {
            let mut child = position;
            child.play(mv);
            -minimax(&child, 99, &evaluation(4))
        };
        if moves.len() > 1 {
            assert!(found.exact, "seed {seed}");
            assert_eq!(found.values.best(), Some(best));
        }
        assert_eq!(value(found.best.unwrap()), best, "seed {seed}");
        decided += 1;
    }
    assert!(decided > 5, "{decided}");
    assert_eq!(Position::start().side_to_move(), Side::Black);
}

#[test]
fn the_best_first_search_keeps_its_budget_and_is_the_same_every_time() {
    let cancel = Cancel::new();
    let search = BestFirst(Arc::clone(Evaluation::self_play()));
    for (plies, nodes) in [(0, 1), (6, 3000), (14, 20_000), (22, 5000)] {
        let position = after(plies, 2);
        let moves = legal(&position);
        let ask = || search.analyse(&position, &moves, Budget::Nodes(nodes), &cancel);
        let found = ask().unwrap();
        assert_eq!(found, ask().unwrap());
        // A ply is looked at whatever it costs, and what is begun at the budget's end is finished.
        let most = nodes.max(moves.len() as u64) + 1000;
        assert!(found.nodes <= most, "{plies} {}", found.nodes);
        assert!(moves.contains(&found.best.unwrap()));
    }
    let position = after(6, 1);
    let some = &legal(&position)[3..5];
    let best = |allowed| {
        let found = search.analyse(&position, allowed, Budget::Nodes(2000), &cancel);
        found.map(|found| found.best)
    };
    assert!(some.contains(&best(some).unwrap().unwrap()));
    assert_eq!(best(&[]), Ok(None));
    cancel.cancel();
    assert_eq!(best(some), Err(CancelledError));
}

/// Where the end is known exactly: with nodes enough that end is played, and with too few more results are held than by
/// whoever looks a ply ahead.
#[test]
fn the_best_first_search_plays_the_end_and_sees_further_than_a_ply() {
    let cancel = Cancel::new();
    let evaluation = Evaluation::self_play();
    let all = BlokusSearch(Arc::clone(evaluation));
    let search = BestFirst(Arc::clone(evaluation));
    let [mut asked, mut held, mut held_at_sight] = [0; 3];
    for seed in 0..200 {
        // A game in which there is something to lose.
        let mut position = after(4, seed);
        for _ in 4..27 {
            let best = all.best_moves(&position, 1, &cancel).unwrap();
            if let Some(&mv) = best.best_moves().first() {
                position.play(mv);
            }
        }
        let moves = legal(&position);
        if moves.len() < 10 {
            continue;
        }
        let end = search.analyse(&position, &moves, Budget::Nodes(4_000_000), &cancel);
        let end = end.unwrap();
        if !end.exact {
            continue;
        }
        let value = |mv: Option<Move>| {
            let mut child = position;
            child.play(mv.unwrap());
            if let Some(outcome) = child.outcome() {
                return decided_value(outcome.difference(position.side_to_move()));
            }
            -all.best_moves(&child, 99, &cancel).unwrap().best().unwrap()
        };
        assert_eq!(value(end.best), end.value, "seed {seed}");
        let found = search.analyse(&position, &moves, Budget::Nodes(1000), &cancel);
        let at_sight = all.best_moves(&position, 1, &cancel).unwrap();
        let at_sight = at_sight.best_moves().first().copied();
        asked += 1;
        held += u32::from(value(found.unwrap().best).signum() == end.value.signum());
        held_at_sight += u32::from(value(at_sight).signum() == end.value.signum());
    }
    assert!(asked > 20, "{asked}");
    assert!(
        held > held_at_sight && 10 * held > 9 * asked,
        "{held} {held_at_sight} of {asked}"
    );
}
