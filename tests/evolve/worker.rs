//! The thread and the pool: they change when things happen, never what happens.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::thread;

use koteki_engine::player::PlayerError;
use koteki_engine::search::budget::Cancel;
use koteki_rivals::evolve::run::{Boundary, Run};
use koteki_rivals::evolve::settings::Settings;
use koteki_rivals::evolve::snapshot::{Phase, Snapshot};
use koteki_rivals::evolve::worker::{Breeder, Event, Options};
use koteki_rivals::evolve::{Arena, GameOrder, GameResult};

use super::{Failing, Formula, archive, by_formula, new_run, small, to_rest};

fn jobs(jobs: usize) -> Options {
    Options {
        jobs: NonZeroUsize::new(jobs),
        lowered: true,
        census: true,
    }
}

fn start(run: Run, arena: impl Arena + 'static, options: Options) -> (Breeder, Receiver<Event>) {
    let (sender, receiver) = mpsc::channel();
    let on_event = Box::new(move |event| sender.send(event).unwrap_or_default());
    let breeder = Breeder::start(run, Arc::new(arena), options, on_event).unwrap();
    (breeder, receiver)
}

fn wait_for_rest(events: &Receiver<Event>) -> Vec<String> {
    let mut seen = Vec::new();
    loop {
        match events.recv().unwrap() {
            Event::Snapshot => {}
            Event::Census(boundary, census) => {
                seen.push(format!("{boundary:?} {:?}", census.0));
                if boundary == Boundary::Rest {
                    return seen;
                }
            }
            Event::Retargeted(command) => seen.push(format!("{command:?}")),
            Event::Panicked(reason) => panic!("{reason}"),
        }
    }
}

#[test]
fn one_thread_or_two_give_the_same_archive() {
    let mut alone = new_run(small(), 42);
    to_rest(&mut alone);
    let [one, two] = [1, 2].map(|threads| {
        let (breeder, events) = start(new_run(small(), 42), Formula, jobs(threads));
        let seen = wait_for_rest(&events);
        (archive(&breeder.stop().unwrap()), seen)
    });
    assert_eq!(one, two);
    assert_eq!(one.0, archive(&alone));
}

#[test]
fn pausing_changes_nothing_but_the_time() {
    let mut alone = new_run(small(), 9);
    to_rest(&mut alone);
    let (breeder, events) = start(new_run(small(), 9), Formula, jobs(2));
    for _ in 0..50 {
        breeder.pause();
        breeder.resume();
        thread::yield_now();
    }
    wait_for_rest(&events);
    assert_eq!(archive(&breeder.stop().unwrap()), archive(&alone));
}

#[test]
fn stopping_keeps_whole_steps_and_the_run_goes_on_from_there() {
    let mut alone = new_run(small(), 10);
    to_rest(&mut alone);
    let (breeder, events) = start(new_run(small(), 10), Formula, jobs(2));
    events.recv().unwrap();
    let run = breeder.stop().unwrap();
    let rested = run.is_resting();
    let (breeder, events) = start(run, Formula, jobs(1));
    if !rested {
        wait_for_rest(&events);
    }
    assert_eq!(archive(&breeder.stop().unwrap()), archive(&alone));
}

#[test]
fn a_live_change_of_target_is_logged_and_replayed_from_the_log() {
    let (breeder, events) = start(new_run(small(), 21), Formula, jobs(2));
    // Somewhere after the first cycle.
    while !matches!(events.recv().unwrap(), Event::Census(..)) {}
    breeder.retarget(35.0);
    let mut seen = wait_for_rest(&events);
    if !seen.iter().any(|line| line.starts_with("Command")) {
        // The run had come to rest before the command: it wakes up for it.
        seen = wait_for_rest(&events);
    }
    let run = breeder.stop().unwrap();
    let [command] = run.state().commands[..] else {
        panic!("{:?}", run.state().commands)
    };
    assert!(seen.contains(&format!("{command:?}")));
    assert!((command.target - 35.0).abs() < 1e-12);

    let mut replayed = new_run(small(), 21);
    while replayed.state().step < command.step {
        replayed.step(&mut by_formula).unwrap();
    }
    replayed.retarget(command.target);
    to_rest(&mut replayed);
    assert_eq!(archive(&run), archive(&replayed));
}

#[test]
fn a_snapshot_is_told_once_until_it_is_taken() {
    let options = Options {
        census: false,
        ..jobs(1)
    };
    let (breeder, events) = start(new_run(small(), 2), Formula, options);
    let seen = loop {
        let snapshot = breeder.latest();
        if snapshot.phase == Phase::Resting {
            break snapshot;
        }
        thread::yield_now();
    };
    assert!(matches!(events.recv().unwrap(), Event::Snapshot));
    assert!(events.try_recv().is_err(), "told once, however much came");
    assert!(breeder.take().step >= seen.step);
    breeder.retarget(20.0);
    // One of the rest may have been on its way already; each is told of once.
    loop {
        assert!(matches!(events.recv().unwrap(), Event::Snapshot));
        if (breeder.take().target - 20.0).abs() < 1e-12 {
            break;
        }
    }
    // What was published is never changed.
    assert_eq!(seen.phase, Phase::Resting);
}

/// Never comes to an end by itself.
struct Endless;

impl Arena for Endless {
    fn play(&self, _: f64, _: &GameOrder, cancel: &Cancel) -> Result<GameResult, PlayerError> {
        loop {
            cancel.check()?;
            thread::yield_now();
        }
    }
}

#[test]
fn stop_and_pause_do_not_wait_for_games() {
    let (breeder, _events) = start(new_run(Settings::ueda_ch6(), 2), Endless, jobs(2));
    let wait = |paused: bool| -> Arc<Snapshot> {
        loop {
            let snapshot = breeder.take();
            if snapshot.paused == paused {
                return snapshot;
            }
            thread::yield_now();
        }
    };
    breeder.pause();
    assert!(wait(true).games_per_second.abs() < 1e-12);
    breeder.retarget(12.0);
    while (breeder.take().target - 12.0).abs() > 1e-12 {
        thread::yield_now();
    }
    assert!(
        breeder.latest().paused,
        "a new target does not end the pause"
    );
    breeder.resume();
    wait(false);
    let run = breeder.stop().unwrap();
    let mut untouched = new_run(Settings::ueda_ch6(), 2);
    untouched.retarget(12.0);
    assert_eq!(archive(&run), archive(&untouched));
}

#[test]
fn a_panic_in_a_game_is_told_and_nothing_else_dies() {
    for threads in [1, 2] {
        let (breeder, events) = start(new_run(small(), 2), Failing, jobs(threads));
        let reason = loop {
            if let Event::Panicked(reason) = events.recv().unwrap() {
                break reason;
            }
        };
        assert!(reason.contains("a broken board"), "{reason}");
        // The last snapshot is still there, and commands to the dead are harmless.
        assert_eq!(breeder.take().step, 0);
        breeder.retarget(3.0);
        breeder.pause();
        assert!(breeder.stop().is_none());
    }
}
