//! The state machine: what it asks for, what it keeps, where it leads.

use std::collections::HashMap;

use koteki_engine::player::PlayerError;
use koteki_engine::search::budget::CancelledError;
use koteki_rivals::evolve::run::{Boundary, Command, Run, State, StepError};
use koteki_rivals::evolve::settings::{Fitness, Selection, Settings};
use koteki_rivals::evolve::snapshot::{Phase, Role};

use super::{
    FEATURES, Formula, archive, ask_formula, by_formula, new_run, small, small_thesis, to_rest,
};

#[test]
fn ch_6_takes_2400_games_a_cycle_and_36000_a_run() {
    let mut run = new_run(Settings::ueda_ch6(), 1);
    let mut cycles = Vec::new();
    while run.state().phase == Phase::Breeding {
        let report = run.step(&mut by_formula).unwrap();
        assert_eq!(report.games, 12 * 20);
        if report.boundary == Boundary::Cycle {
            cycles.push(run.state().games);
        }
    }
    let expected: Vec<u64> = (1..=15).map(|cycle| 2400 * cycle).collect();
    assert_eq!(cycles, expected);
    // Table 6.1: then 100 games of each of the 20.
    to_rest(&mut run);
    assert_eq!(run.state().games, 36_000 + 20 * 100);
    let mut population = run.state().population.iter();
    assert!(population.all(|individual| individual.retest.games == 100));
}

#[test]
fn the_games_of_a_pair_share_their_seed_and_no_others() {
    let mut run = new_run(Settings::ueda_ch6(), 1);
    let mut seeds = HashMap::<u64, Vec<(Vec<i32>, u32)>>::new();
    for _ in 0..20 {
        run.step(&mut |target, orders| {
            for order in orders {
                let games = seeds.entry(order.seed).or_default();
                games.push((order.weights.clone(), order.game));
            }
            by_formula(target, orders)
        })
        .unwrap();
    }
    assert_eq!(seeds.len(), 20 * 12 * 10);
    for games in seeds.values() {
        let [(first, even), (second, odd)] = games.as_slice() else {
            panic!("{games:?}")
        };
        assert_eq!(first, second);
        assert_eq!((even % 2, even + 1), (0, *odd));
    }
}

#[test]
fn a_dropped_step_is_taken_again_with_the_same_games() {
    for settings in [small(), small_thesis(), on_islands(2, small())] {
        let mut run = new_run(settings.clone(), 7);
        let mut dropped = new_run(settings, 7);
        while !run.is_resting() {
            let before = archive(&dropped);
            let mut asked = Vec::new();
            let error = dropped.step(&mut |_, orders| {
                asked = orders.to_vec();
                Err(CancelledError.into())
            });
            assert_eq!(
                error,
                Err(StepError::NoMove(PlayerError::Cancelled(CancelledError)))
            );
            let error = dropped.step(&mut |_, _| Ok(Vec::new()));
            assert!(matches!(error, Err(StepError::Results { got: 0, .. })));
            // Dropped after the games, while individuals are asked what they play.
            let error = dropped.step_asking(&mut by_formula, &mut |_| Err(CancelledError.into()));
            if error.is_err() {
                assert_eq!(archive(&dropped), before);
                dropped
                    .step_asking(
                        &mut |target, orders| {
                            assert_eq!(orders, asked);
                            by_formula(target, orders)
                        },
                        &mut ask_formula,
                    )
                    .unwrap();
            }
            run.step_asking(&mut by_formula, &mut ask_formula).unwrap();
            assert_eq!(archive(&run), archive(&dropped));
        }
    }
}

#[test]
fn a_run_goes_on_from_its_archive_as_if_it_had_never_stopped() {
    for settings in [small(), small_thesis(), on_islands(4, small())] {
        let mut whole = new_run(settings.clone(), 11);
        let mut parts = new_run(settings.clone(), 11);
        while !whole.is_resting() {
            for run in [&mut whole, &mut parts] {
                run.step_asking(&mut by_formula, &mut ask_formula).unwrap();
            }
            let state: State = serde_json::from_str(&archive(&parts)).unwrap();
            parts = Run::resume(settings.clone(), &FEATURES, state).unwrap();
            assert_eq!(archive(&whole), archive(&parts));
        }
    }
}

#[test]
fn only_the_parents_places_change_and_nothing_better_is_left_out() {
    let mut run = new_run(Settings::ueda_ch6(), 5);
    for _ in 0..40 {
        let before: Vec<u64> = run.state().population.iter().map(|it| it.id).collect();
        run.step(&mut by_formula).unwrap();
        let after = &run.state().population;
        let changed = before.iter().zip(after).filter(|(id, it)| **id != it.id);
        assert!(changed.count() <= 2);
        assert_eq!(after.len(), 20);
        let snapshot = run.snapshot(false, 0.0);
        let with = |role: Role| {
            let individuals = snapshot.individuals.iter();
            individuals.filter(move |it| it.role == role)
        };
        // Two are kept; the children that were not are shown beside the population.
        assert_eq!(with(Role::Parent).count() + with(Role::Elite).count(), 2);
        assert_eq!(with(Role::Child).count(), 10 - with(Role::Elite).count());
        let kept = with(Role::Parent).chain(with(Role::Elite));
        let worst = kept
            .filter_map(|it| it.fitness)
            .fold(f64::INFINITY, f64::min);
        for child in with(Role::Child) {
            assert!(child.fitness.unwrap() <= worst);
        }
    }
}

fn on_islands(islands: usize, settings: Settings) -> Settings {
    Settings {
        islands,
        ..settings
    }
}

/// Five islands of four: every step breeds a family on each, whose parents are of the island; after a cycle, two steps, one
/// of each is on the next island, and nobody else has left his.
#[test]
fn islands_breed_at_the_same_time_and_send_one_on_after_each_cycle() {
    const SIZE: usize = 4;
    let settings = on_islands(5, Settings::ueda_ch6());
    let mut run = new_run(settings, 5);
    let mut sent = 0;
    for step in 1..=30 {
        let home = |run: &Run| -> HashMap<u64, usize> {
            let population = run.state().population.iter().enumerate();
            population
                .map(|(place, it)| (it.id, place / SIZE))
                .collect()
        };
        let before = home(&run);
        let weights: Vec<Vec<i32>> = (run.state().population.iter())
            .map(|it| run.weights(&it.genes))
            .collect();
        let report = run
            .step(&mut |target, orders| {
                for (island, family) in weights.chunks(SIZE).zip(orders.chunks(12 * 20)) {
                    for parent in [&family[0], &family[20]] {
                        assert!(island.contains(&parent.weights));
                    }
                }
                by_formula(target, orders)
            })
            .unwrap();
        assert_eq!(report.games, 5 * 12 * 20);
        assert_eq!(report.boundary == Boundary::Cycle, step % 2 == 0);
        let mut moved: Vec<(usize, usize)> = home(&run)
            .into_iter()
            .filter_map(|(id, island)| Some((*before.get(&id)?, island)))
            .filter(|(from, to)| from != to)
            .collect();
        moved.sort_unstable();
        let twice = moved.windows(2).find(|pair| pair[0].0 == pair[1].0);
        assert_eq!(twice, None);
        assert!(
            moved.iter().all(|(from, to)| *to == (from + 1) % 5),
            "{moved:?}"
        );
        assert!(step % 2 == 0 || moved.is_empty());
        sent += moved.len();
        assert_eq!(run.state().next_id, 20 + 5 * 10 * step);
    }
    // Of 75 some were born in the very step.
    assert!(sent > 40, "{sent}");
    assert_eq!(run.state().phase, Phase::Retesting);
    assert_eq!(run.state().games, 36_000);
}

#[test]
fn islands_have_to_divide_the_population_into_pairs() {
    for (islands, allowed) in [
        (1, true),
        (2, true),
        (10, true),
        (0, false),
        (3, false),
        (4, false),
        (20, false),
    ] {
        let settings = on_islands(islands, Settings::ueda_ch6());
        assert_eq!(settings.validate().is_ok(), allowed, "{islands}");
    }
    let fault = on_islands(4, Settings::ueda_ch6()).validate().unwrap_err();
    assert_eq!(
        fault.to_string(),
        "islands = 4 is not allowed: 1, or a number that divides the population into parts of an even size, as population = 20"
    );
}

/// Mean f_wr and f_sim after ch. 6's cycles, over some runs.
fn converged(beta: f64) -> (f64, f64) {
    let count = 6.0;
    let (mut f_wr, mut f_sim) = (0.0, 0.0);
    for seed in 1..=6 {
        let settings = Settings {
            beta,
            ..Settings::ueda_ch6()
        };
        let mut run = new_run(settings, seed);
        while run.state().phase == Phase::Breeding {
            run.step(&mut by_formula).unwrap();
        }
        let point = run.census().point;
        f_wr += point.mean_f_wr / count;
        f_sim += point.mean_f_sim / count;
    }
    (f_wr, f_sim)
}

#[test]
fn a_smaller_beta_is_nearer_level_and_less_different() {
    // The order of the curves in figs 6.5 and 6.6.
    let small = converged(0.0001);
    let large = converged(0.01);
    let infinite = converged(f64::INFINITY);
    assert!(small.0 > large.0 && large.0 > infinite.0, "f_wr");
    assert!(small.1 > large.1 && large.1 > infinite.1, "f_sim");
    // 20 games of a perfectly level individual give 0.70 on average; selection adds luck.
    assert!(small.0 > 0.85, "{small:?}");
}

#[test]
fn the_retest_of_the_thesis_finds_rivals_that_are_level() {
    let settings = Settings {
        fitness: Fitness::Thesis,
        selection: Selection::Thesis,
        ..Settings::default()
    };
    for seed in 1..=8 {
        let mut run = new_run(settings.clone(), seed);
        to_rest(&mut run);
        let target = run.state().target;
        let snapshot = run.snapshot(false, 0.0);
        let rivals = snapshot.rivals();
        assert_eq!(rivals.len(), 3, "seed {seed}");
        for rival in rivals {
            let probability = Formula::win_probability(&run.weights(&rival.genes), target);
            assert!((probability - 0.5).abs() < 0.15, "{seed}: {probability}");
            assert!((rival.win_rate.unwrap() - 0.5).abs() <= 0.1 + 1e-9);
        }
        let games = run.state().games;
        // At rest a step asks for no game.
        run.step(&mut |_, _| panic!("nothing to play")).unwrap();
        assert_eq!(run.state().games, games);
    }
}

#[test]
fn another_target_breeds_the_population_there() {
    let mut run = new_run(Settings::default(), 3);
    to_rest(&mut run);
    let before = run.state().clone();
    assert_eq!(run.retarget(before.target), None, "the present target");
    assert_eq!(run.retarget(f64::NAN), None);
    assert_eq!(run.state(), &before);

    let expected = Command {
        step: before.step,
        target: 45.0,
    };
    assert_eq!(run.retarget(45.0), Some(expected));
    assert_eq!(run.state().commands, [expected]);
    let genes = |state: &State| -> Vec<Vec<i32>> {
        state.population.iter().map(|it| it.genes.clone()).collect()
    };
    assert_eq!(genes(run.state()), genes(&before), "the population stays");
    assert!(run.state().population.iter().all(|it| it.bred.games == 0));
    assert!(run.snapshot(false, 0.0).rivals().is_empty());
    to_rest(&mut run);
    let snapshot = run.snapshot(false, 0.0);
    assert_eq!(snapshot.rivals().len(), 3);
    for rival in snapshot.rivals() {
        let probability = Formula::win_probability(&run.weights(&rival.genes), 45.0);
        assert!((probability - 0.5).abs() < 0.15, "{probability}");
    }
}
