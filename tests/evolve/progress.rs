//! How far a run is said to be, against what becomes of it.

use koteki_rivals::evolve::progress::{Progress, whole};
use koteki_rivals::evolve::run::Boundary;
use koteki_rivals::evolve::settings::{RetestSettings, Settings};
use koteki_rivals::evolve::snapshot::Phase;

use super::{ask_formula, by_formula, new_run, small, small_thesis, to_rest};

/// Ueda 2012, §6.4.1: 15 cycles of 10 steps of 12 individuals with 20 games each, then (table 6.1) 100 of each of
/// the 20.
#[test]
fn the_thesis_is_done_after_38_000_games() {
    let mut run = new_run(Settings::ueda_ch6(), 1);
    assert_eq!(whole(run.settings()), 38_000);
    let mut last = run.progress();
    assert_eq!((last.played, last.left, last.share()), (0, 38_000, 0.0));
    while !run.is_resting() {
        run.step(&mut by_formula).unwrap();
        let now = run.progress();
        assert_eq!(now.played, run.state().games);
        assert_eq!(now.played + now.left, 38_000);
        assert!(now.share() > last.share());
        last = now;
    }
    assert_eq!((last.left, last.share()), (0, 1.0));
}

#[test]
fn what_is_left_takes_as_long_as_the_games_say() {
    let progress = Progress {
        played: 3_000,
        left: 9_000,
        series: 0,
        seconds: None,
    };
    assert_eq!(progress.share(), 0.25);
    assert_eq!(progress.at(150.0).seconds, Some(60.0));
    // Before anything was measured nothing is said.
    assert_eq!(progress.at(0.0).seconds, None);
    let over = Progress {
        left: 0,
        ..progress
    };
    assert_eq!((over.share(), over.at(0.0).seconds), (1.0, Some(0.0)));
}

/// The games of certified runs at their beginning, at the end of the breeding and in the middle of the test.
#[test]
fn the_games_of_a_certified_run_are_foreseen() {
    let one_series = Settings {
        retest: RetestSettings {
            rounds: 0,
            ..Settings::default().retest
        },
        ..Settings::default()
    };
    let (mut first, mut bred, mut middle, mut truth) = (0, 0, 0, 0);
    for seed in 1..=20 {
        let mut run = new_run(one_series.clone(), seed);
        let all = |progress: Progress| progress.played + progress.left;
        first += all(run.progress());
        assert_eq!(all(run.progress()), whole(&one_series));
        let mut tested = 0;
        while !run.is_resting() {
            if run.state().phase == Phase::Retesting {
                bred += if tested == 0 { all(run.progress()) } else { 0 };
                middle += if tested == 3 { all(run.progress()) } else { 0 };
                tested += 1;
            }
            let report = run.step_asking(&mut by_formula, &mut ask_formula).unwrap();
            assert_eq!(run.progress().played, run.state().games);
            if report.boundary == Boundary::Rest {
                assert_eq!(run.progress().left, 0);
            }
        }
        truth += run.state().games;
    }
    for (said, most) in [(first, 0.15), (bred, 0.15), (middle, 0.05)] {
        let off = said as f64 / truth as f64 - 1.0;
        assert!(off.abs() < most, "{said} games foreseen, {truth} played");
    }
}

/// Toward another target everything begins anew, and another series of cycles counts once it has begun.
#[test]
fn a_new_target_begins_at_nothing() {
    for settings in [small(), small_thesis()] {
        let mut run = new_run(settings, 3);
        to_rest(&mut run);
        assert_eq!(run.progress().share(), 1.0);
        assert_eq!(run.progress().series, run.state().round);
        let target = run.state().target + 4.0;
        run.retarget(target);
        assert_eq!((run.progress().share(), run.progress().series), (0.0, 0));
        assert_eq!(run.progress().left, whole(run.settings()));
        let before = run.state().games;
        run.step(&mut by_formula).unwrap();
        assert_eq!(run.progress().played, run.state().games - before);
    }
}

/// What is left of a test is worked out anew from every game; what is shown goes back with another series alone.
#[test]
fn what_is_shown_does_not_go_back_within_a_series() {
    let mut fell = 0;
    for seed in 1..=5 {
        let mut run = new_run(Settings::default(), seed);
        let (mut last, mut shown) = (run.progress(), run.progress());
        while !run.is_resting() {
            run.step_asking(&mut by_formula, &mut ask_formula).unwrap();
            let now = run.progress();
            let held = now.no_less_than(&shown);
            assert_eq!((held.played, held.seconds), (now.played, now.seconds));
            if now.series == last.series {
                fell += usize::from(now.share() < last.share());
                assert!(held.share() >= shown.share(), "{shown:?}, then {held:?}");
            } else {
                assert_eq!(held, now);
            }
            (last, shown) = (now, held);
        }
        assert_eq!(shown.left, 0);
    }
    assert!(fell > 0);
}
