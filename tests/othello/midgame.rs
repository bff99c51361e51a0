//! The deepening search gives the same answers as the plain one, whatever it evaluates with and on
//! every path this processor has.
//!
//! Positions come from random play, from play that strives to wipe the opponent out, and from random
//! boards. The evaluations are the five features and the learned one, with weights at random.

// A failed expectation in a helper fails the test that called it.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use std::time::Duration;

use super::positions::{Play, any_position, any_weights, late_position, play};
use koteki_engine::eval::othello::Weights;
use koteki_engine::eval::othello::learned::{Learned, PhaseWeights, weight_count};
use koteki_engine::eval::{Evaluator, decided_value};
use koteki_engine::search::budget::{Budget, Cancel, CancelledError};
use koteki_engine::search::isa::Path;
use koteki_engine::search::othello::OthelloSearch;
use koteki_engine::search::othello::deepening::{AtLeaves, Deepening, Wanted};
use koteki_engine::search::reference::Reference;
use koteki_engine::search::root::{Search as _, principal_variation};
use koteki_games::othello::Position;
use koteki_games::random::{Random, SeedableRng as _};
use koteki_games::{Game as _, Side};
use koteki_rivals::measure::contest::random_opening;
use proptest::prelude::*;

/// A learned evaluation of which nothing was learned: every weight at random.
fn any_learned() -> impl Strategy<Value = Learned> {
    // Small ones make many ties.
    let limit = prop_oneof![Just(0), Just(4), Just(12), Just(32_000)];
    (any::<u64>(), limit).prop_map(|(seed, limit)| {
        let mut random = Random::seed_from_u64(seed);
        let phases = std::array::from_fn(|_| PhaseWeights {
            contents: (0..weight_count())
                .map(|_| random.below(2 * limit + 1) as f32 - limit as f32)
                .collect(),
            slope: 0.0,
            tempo: 0.0,
        });
        Learned::new(&phases)
    })
}

/// Asks the plain search, then every path of the deepening one, for every value, the best moves and
/// the line of best play.
fn check<E: AtLeaves + Evaluator<Position>>(position: Position, depth: u32, evaluator: E) {
    let never = Cancel::new();
    let evaluator = Arc::new(evaluator);
    let plain = Reference(Arc::clone(&evaluator));
    let expected = plain.root_values(&position, depth, &never).unwrap();
    let line = match expected.best_moves().first() {
        Some(&first) => {
            principal_variation(&plain, &position, first, depth.max(1), &never).unwrap()
        }
        None => Vec::new(),
    };
    for path in Path::available() {
        let search = Deepening::new(&*evaluator).path(path);
        let budgeted = search.budget(Budget::Nodes(u64::MAX));
        for search in [search, budgeted] {
            let every = search
                .analyse(&position, depth, Wanted::Every, &never)
                .unwrap();
            assert_eq!(every.values.moves, expected.moves, "{path}, {position:?}");
            assert_eq!(every.values.depth, depth, "{path}");
            assert_eq!(every.line, line, "{path}, {position:?}");
            let best = search
                .analyse(&position, depth, Wanted::Best, &never)
                .unwrap();
            let values = &best.values;
            assert_eq!(values.best(), expected.best(), "{path}, {position:?}");
            assert_eq!(
                values.best_moves(),
                expected.best_moves(),
                "{path}, {position:?}"
            );
            assert_eq!(best.line, line, "{path}, {position:?}");
            // What is said of the other moves is true.
            for root in &values.moves {
                assert!(Some(root.value) >= expected.value_of(root.mv));
            }
        }
    }
}

fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(cases)
    }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn every_path_equals_the_plain_search(
        position in any_position(), depth in 0..=4u32, weights in any_weights(),
    ) {
        check(position, depth, weights);
    }

    #[test]
    fn other_evaluations_equal_the_plain_search(
        position in any_position(), depth in 0..=3u32, learned in any_learned(),
    ) {
        check(position, depth, learned);
    }

    #[test]
    fn searches_to_the_end_equal_the_plain_search(
        position in late_position(10), depth in 5..=9u32, weights in any_weights(),
    ) {
        let empties = position.empties().count_ones();
        check(position, if empties > 8 { depth.min(6) } else { depth }, weights);
    }

    /// From the number of empty squares set, whatever the depth, the budget and the evaluation.
    #[test]
    fn endings_are_played_out(position in late_position(10), learned in any_learned()) {
        let empties = position.empties().count_ones();
        // Some games end with more squares empty.
        let position = if empties > 9 { play(1, 52, Play::Random) } else { position };
        let empties = position.empties().count_ones();
        let never = Cancel::new();
        let expected = Reference(Weights::TESTER)
            .root_values(&position, empties.max(2), &never)
            .unwrap();
        let search = Deepening::new(&learned).exhaustive(9).budget(Budget::Nodes(1));
        let every = search.analyse(&position, 2, Wanted::Every, &never).unwrap();
        prop_assert_eq!(&every.values.moves, &expected.moves);
        let best = search.best_moves(&position, 2, &never).unwrap();
        prop_assert_eq!(best.best_moves(), expected.best_moves());
        // The line leads to the result that the values foretell.
        let mut last = position;
        for &mv in &every.line {
            prop_assert!(last.is_legal(mv));
            last.play(mv);
        }
        let outcome = last.outcome().unwrap().difference(position.side_to_move());
        prop_assert_eq!(Some(decided_value(outcome)), expected.best().or(Some(decided_value(outcome))));
    }

    /// What a search in negamax form takes for granted.
    #[test]
    fn what_one_side_gains_the_other_loses(
        position in any_position(), weights in any_weights(), learned in any_learned(),
    ) {
        let both: [&dyn Evaluator<Position>; 2] = [&weights, &learned];
        for evaluator in both {
            let value = |side| evaluator.evaluate(&position, side);
            prop_assert_eq!(value(Side::Black), -value(Side::White));
        }
    }
}

proptest! {
    #![proptest_config(cases(30))]

    #[test]
    fn deeper_searches_equal_the_plain_search(
        position in any_position(), depth in 5..=6u32, weights in any_weights(),
    ) {
        let depth = if position.placements().count_ones() > 8 { 5 } else { depth };
        check(position, depth, weights);
    }

    #[test]
    fn deeper_searches_with_other_evaluations_equal_the_plain_search(
        position in any_position(), depth in 4..=5u32, learned in any_learned(),
    ) {
        let depth = if position.placements().count_ones() > 8 { 4 } else { depth };
        check(position, depth, learned);
    }

    /// Deeper than the plain search can go: the fast search of one depth, which equals it.
    #[test]
    fn deep_searches_equal_the_search_of_one_depth(
        position in any_position(), depth in 7..=8u32, weights in any_weights(),
    ) {
        let depth = if position.placements().count_ones() > 10 { 7 } else { depth };
        let never = Cancel::new();
        let expected = OthelloSearch::new(weights).root_values(&position, depth, &never).unwrap();
        let search = Deepening::new(weights);
        let every = search.root_values(&position, depth, &never).unwrap();
        prop_assert_eq!(every.moves, expected.moves.clone());
        let best = search.best_moves(&position, depth, &never).unwrap();
        prop_assert_eq!(best.best_moves(), expected.best_moves());
        prop_assert_eq!(best.best(), expected.best());
    }
}

/// A midgame position with eleven moves.
fn midgame(seed: u64) -> Position {
    let positions = (seed..).map(|seed| play(seed, 20, Play::Random));
    positions
        .into_iter()
        .find(|position| position.placements().count_ones() == 11)
        .unwrap()
}

#[test]
fn an_answer_and_its_cost_do_not_depend_on_what_was_asked_before() {
    let never = Cancel::new();
    let ask = |seed, wanted, budget| {
        Deepening::new(Weights::TESTER)
            .budget(budget)
            .analyse(&midgame(seed), 7, wanted, &never)
            .unwrap()
    };
    let questions = [
        (1, Wanted::Every, Budget::Unlimited),
        (1, Wanted::Best, Budget::Unlimited),
        (100, Wanted::Every, Budget::Nodes(30_000)),
        (100, Wanted::Best, Budget::Nodes(30_000)),
        (1, Wanted::Every, Budget::Unlimited),
    ];
    let fresh: Vec<_> = questions
        .iter()
        .map(|&(seed, wanted, budget)| {
            std::thread::scope(|scope| scope.spawn(|| ask(seed, wanted, budget)).join().unwrap())
        })
        .collect();
    let in_a_row: Vec<_> = questions
        .iter()
        .map(|&(seed, wanted, budget)| ask(seed, wanted, budget))
        .collect();
    assert_eq!(fresh, in_a_row);
}

/// Whatever the budget is, the answer is the plain one at the depth it names, and that depth grows
/// with the budget.
#[test]
fn a_budget_of_nodes_ends_at_a_depth_that_is_complete() {
    let never = Cancel::new();
    let position = midgame(7);
    let plain = Reference(Weights::TESTER);
    let mut depths = Vec::new();
    for nodes in [0, 50, 1_000, 8_000, 60_000, 500_000] {
        for wanted in [Wanted::Every, Wanted::Best] {
            let search = Deepening::new(Weights::TESTER).budget(Budget::Nodes(nodes));
            let found = search.analyse(&position, 60, wanted, &never).unwrap();
            let depth = found.values.depth;
            if depth <= 5 {
                let expected = plain.root_values(&position, depth, &never).unwrap();
                assert_eq!(found.values.best_moves(), expected.best_moves());
                if wanted == Wanted::Every {
                    assert_eq!(found.values.moves, expected.moves);
                }
            }
            assert_eq!(found.line.len(), depth as usize);
            // A few thousand more may come from the first iteration and the last plies.
            assert!(
                found.values.nodes < nodes + 20_000,
                "{nodes}: {}",
                found.values.nodes
            );
            if wanted == Wanted::Every {
                depths.push(depth);
            }
        }
    }
    assert_eq!(depths.first(), Some(&1));
    assert!(depths.is_sorted());
    assert!(depths.last() >= Some(&6), "{depths:?}");
}

/// The depth is a limit beside the budget; a game that is over, or nearly, has an answer too.
#[test]
fn a_budget_that_is_not_needed_changes_nothing() {
    let never = Cancel::new();
    let hour = Budget::Time(Duration::from_secs(3600));
    let search = Deepening::new(Weights::TESTER);
    for position in [
        midgame(3),
        play(5, 55, Play::Random),
        play(5, 64, Play::Random),
    ] {
        let expected = search.root_values(&position, 5, &never).unwrap();
        let found = search
            .budget(hour)
            .root_values(&position, 5, &never)
            .unwrap();
        assert_eq!(found.moves, expected.moves);
        assert_eq!(found.depth, 5);
    }
    // To the end of the game, and not beyond.
    let late = play(5, 54, Play::Random);
    let expected = search
        .root_values(&late, late.empties().count_ones(), &never)
        .unwrap();
    let found = search.budget(hour).root_values(&late, 60, &never).unwrap();
    assert_eq!(found.moves, expected.moves);
}

#[test]
fn a_budget_of_no_time_has_an_answer() {
    let never = Cancel::new();
    let position = midgame(3);
    let search = Deepening::new(Weights::TESTER).budget(Budget::Time(Duration::ZERO));
    let found = search.root_values(&position, 60, &never).unwrap();
    let expected = Reference(Weights::TESTER)
        .root_values(&position, 1, &never)
        .unwrap();
    assert_eq!((found.depth, found.moves), (1, expected.moves));
}

#[test]
fn a_raised_flag_stops_the_search() {
    let cancel = Cancel::new();
    cancel.cancel();
    for depth in 1..=20 {
        let search = Deepening::new(Weights::TESTER);
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

/// Depth 40 from the start would take longer than anyone lives, so an answer at all means that the
/// search looks at the flag on its way.
#[test]
fn a_flag_raised_during_the_search_stops_it() {
    for path in Path::available() {
        let cancel = Cancel::new();
        let search = Deepening::new(Weights::TESTER).path(path);
        let result = std::thread::scope(|scope| {
            let answer = scope.spawn(|| search.best_moves(&Position::start(), 40, &cancel));
            std::thread::sleep(Duration::from_millis(20));
            cancel.cancel();
            answer.join().unwrap()
        });
        assert_eq!(result, Err(CancelledError));
    }
}

/// What it gives up hardly matters: it looks at far fewer positions, and what it plays is worth nearly as much to plain
/// αβ of the same depth. Values that contradict each other do not keep it from an end.
#[test]
fn a_selective_search_is_cheaper_and_nearly_as_good() {
    let never = Cancel::new();
    let plain = Deepening::new(Learned::embedded());
    let selective = plain.selective(true);
    let [mut nodes, mut cheaper, mut lost, mut count] = [0; 4];
    for seed in 0..40 {
        let position = *random_opening::<Position>(12 + seed % 24, seed.into()).position();
        let all = plain.root_values(&position, 8, &never).unwrap();
        let best = plain.best_moves(&position, 8, &never).unwrap();
        let found = selective.best_moves(&position, 8, &never).unwrap();
        let of = |mv| all.value_of(mv).unwrap();
        let chosen = found.best_moves()[0];
        nodes += best.nodes;
        cheaper += found.nodes;
        lost += (of(best.best_moves()[0]) - of(chosen)).unsigned_abs() as u64;
        count += 1;
        let every = selective.root_values(&position, 8, &never).unwrap();
        assert_eq!(every.moves.len(), all.moves.len(), "seed {seed}");
    }
    assert!(4 * cheaper < 3 * nodes, "{cheaper} of {nodes}");
    // A fifth of a disc.
    assert!(lost < 20 * count, "{lost} hundredths of {count}");
}
