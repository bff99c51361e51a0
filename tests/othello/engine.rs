//! The fast Othello search gives the same answers as the plain one, on every path this processor has.
//!
//! Positions come from random play, from play that strives to wipe the opponent out, and from random
//! boards; weights from the range the breeding uses and beyond.

// A failed expectation in a helper fails the test that called it.
#![allow(clippy::unwrap_used)]

use super::positions::{any_position, any_weights, late_position};
use koteki_engine::eval::othello::{self as eval, Weights};
use koteki_engine::search::budget::{Cancel, CancelledError};
use koteki_engine::search::isa::Path;
use koteki_engine::search::othello::OthelloSearch;
use koteki_engine::search::reference::Reference;
use koteki_engine::search::root::Search as _;
use koteki_games::othello::{Position, Square, bits};
use koteki_games::{Game as _, GameLine};
use proptest::prelude::*;

/// Asks the plain search, then every path of the fast one, for every value and for the best moves.
fn check(position: Position, depth: u32, exhaustive: u32, weights: Weights) {
    let never = Cancel::new();
    let empties = position.empties().count_ones();
    let searched = if empties <= exhaustive {
        depth.max(empties)
    } else {
        depth
    };
    let expected = Reference(weights)
        .root_values(&position, searched, &never)
        .unwrap();
    for path in Path::available() {
        let search = OthelloSearch::new(weights)
            .exhaustive(exhaustive)
            .path(path);
        let values = search.root_values(&position, depth, &never).unwrap();
        assert_eq!(values.moves, expected.moves, "{path}, {position:?}");
        assert_eq!(values.depth, searched, "{path}");
        let best = search.best_moves(&position, depth, &never).unwrap();
        assert_eq!(best.best(), expected.best(), "{path}, {position:?}");
        assert_eq!(
            best.best_moves(),
            expected.best_moves(),
            "{path}, {position:?}"
        );
    }
}

fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(cases)
    }
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn every_path_equals_the_plain_search(
        position in any_position(), depth in 0..=3u32, weights in any_weights(),
    ) {
        check(position, depth, 0, weights);
    }

    #[test]
    fn searches_to_the_end_equal_the_plain_search(
        position in late_position(9), depth in 1..=3u32, exhaustive in 0..=8u32, weights in any_weights(),
    ) {
        check(position, depth, exhaustive, weights);
    }

    #[test]
    fn every_path_counts_the_same_features(position in any_position(), weights in any_weights()) {
        let boards = [[position.own(), position.opp()], [position.opp(), position.own()]];
        let features = eval::extract(&position, position.side_to_move());
        let mut value: i32 = features.iter().zip(weights.to_array()).map(|(f, w)| f * w).sum();
        if let Some(outcome) = position.outcome() {
            value = koteki_engine::eval::decided_value(outcome.difference(position.side_to_move()));
        }
        for path in Path::available() {
            prop_assert_eq!(path.evaluate(&weights, &boards), vec![value, -value], "{}", path);
        }
    }

    #[test]
    fn every_path_finds_the_same_moves_and_flips(position in any_position()) {
        let (own, opp) = (position.own(), position.opp());
        let empty: Vec<Square> = Square::all()
            .filter(|square| position.empties() & square.bit() != 0)
            .collect();
        let flips: Vec<u64> = empty
            .iter()
            .map(|square| bits::flips(square.bit(), own, opp))
            .collect();
        let placed: Vec<_> = empty.iter().map(|&square| ([own, opp], square)).collect();
        for path in Path::available() {
            prop_assert_eq!(path.moves(&[[own, opp]]), vec![bits::moves(own, opp)], "{}", path);
            let several = [[own, opp], [opp, own], [own, opp], [opp, own], [own, opp]];
            let moves = [bits::moves(own, opp), bits::moves(opp, own)];
            let moves = vec![moves[0], moves[1], moves[0], moves[1], moves[0]];
            prop_assert_eq!(path.moves_of_several(&several), moves, "{}", path);
            prop_assert_eq!(path.flips(&placed), flips.clone(), "{}", path);
            prop_assert_eq!(path.flips_of_one(&placed), flips.clone(), "{}", path);
        }
    }
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn deeper_searches_equal_the_plain_search(
        position in any_position(), depth in 4..=5u32, weights in any_weights(),
    ) {
        let depth = if position.placements().count_ones() > 12 { 4 } else { depth };
        check(position, depth, 0, weights);
    }
}

/// The shortest game there is: after nine moves White has no disc left.
#[test]
fn a_wipe_out_within_the_horizon_is_seen() {
    let moves = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"];
    let mut line = GameLine::<Position>::default();
    for name in moves {
        if line.ply() >= 5 {
            check(*line.position(), 4, 0, Weights::TESTER);
        }
        let mut legal = Vec::new();
        line.position().legal_moves(&mut legal);
        let mv = legal.iter().find(|mv| mv.to_string() == name);
        line.play(*mv.unwrap()).unwrap();
    }
    let outcome = line.position().outcome().unwrap();
    assert_eq!((outcome.black, outcome.white), (13, 0));
    check(*line.position(), 4, 0, Weights::TESTER);
}

#[test]
fn a_raised_flag_stops_the_search() {
    let cancel = Cancel::new();
    cancel.cancel();
    for path in Path::available() {
        for depth in 1..=20 {
            let search = OthelloSearch::new(Weights::TESTER).path(path);
            let start = Position::start();
            assert_eq!(
                search.root_values(&start, depth, &cancel),
                Err(CancelledError)
            );
            assert_eq!(
                search.best_moves(&start, depth, &cancel),
                Err(CancelledError)
            );
        }
    }
}

/// Depth 40 from the start would take longer than anyone lives, so an answer at all means that the
/// search looks at the flag on its way.
#[test]
fn a_flag_raised_during_the_search_stops_it() {
    for path in Path::available() {
        let cancel = Cancel::new();
        let search = OthelloSearch::new(Weights::TESTER).path(path);
        let result = std::thread::scope(|scope| {
            let answer = scope.spawn(|| search.best_moves(&Position::start(), 40, &cancel));
            std::thread::sleep(std::time::Duration::from_millis(20));
            cancel.cancel();
            answer.join().unwrap()
        });
        assert_eq!(result, Err(CancelledError));
    }
}

#[test]
fn paths_are_found_by_name() {
    for path in Path::available() {
        assert_eq!(Path::by_name(path.name()), Some(path));
    }
    assert!(Path::available().contains(&Path::best()));
    assert_eq!(Path::by_name("no such path"), None);
}
