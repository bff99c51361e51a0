//! `koteki evolve` and the directory it leaves.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{Args as _, FromArgMatches as _};
use koteki::commands::evolve::{Args, Setup, run};
use koteki::evolve::Arena;
use koteki::evolve::run::{Run, State};
use koteki::evolve::settings::Settings;
use koteki::record::run::{Error, Event, read_events, read_header};

use super::{FEATURES, Failing, Formula, archive, new_run, small, to_rest};

fn args(line: &[&str]) -> Args {
    let command = Args::augment_args(clap::Command::new("evolve").no_binary_name(true));
    Args::from_arg_matches(&command.get_matches_from(line)).unwrap()
}

fn setup(arena: impl Arena + 'static) -> Setup<'static> {
    Setup {
        settings: small(),
        features: &FEATURES,
        arena: Arc::new(arena),
        engine: "formula".to_owned(),
        command_line: vec!["koteki".to_owned(), "evolve".to_owned()],
    }
}

fn evolve(line: &[&str], arena: impl Arena + 'static) -> (anyhow::Result<ExitCode>, String) {
    let mut printed = Vec::new();
    let never = AtomicBool::new(false);
    let result = run(&args(line), setup(arena), &never, &mut printed);
    (result, String::from_utf8(printed).unwrap())
}

fn into(directory: &Path, line: &[&str]) -> (anyhow::Result<ExitCode>, String) {
    let out = ["--out", directory.to_str().unwrap()];
    evolve(&[line, &out].concat(), Formula)
}

#[test]
fn the_events_are_the_same_for_any_number_of_jobs() {
    let temporary = tempfile::tempdir().unwrap();
    let [one, two] = ["one", "two"].map(|name| temporary.path().join("runs").join(name));
    into(&one, &["--seed", "6", "--jobs", "1"]).0.unwrap();
    into(&two, &["--seed", "6", "--jobs", "2"]).0.unwrap();
    let events = |directory: &Path| fs::read_to_string(directory.join("events.jsonl")).unwrap();
    assert_eq!(events(&one), events(&two));

    // The last line holds the whole archive, equal to the run's own.
    let mut alone = new_run(small(), 6);
    to_rest(&mut alone);
    let read = read_events(&one).unwrap();
    assert_eq!(read.faults, []);
    let Some(Event::End {
        complete: true,
        archive: kept,
    }) = read.events.last()
    else {
        panic!("{:?}", read.events.last())
    };
    let state: State = serde_json::from_value(kept.clone()).unwrap();
    assert_eq!(serde_json::to_string(&state).unwrap(), archive(&alone));

    let header = read_header::<Settings>(&one).unwrap();
    assert_eq!(header.settings, small());
    assert_eq!(header.seed, "6");
}

#[test]
fn a_line_a_cycle_and_a_table() {
    let temporary = tempfile::tempdir().unwrap();
    let (result, printed) = into(temporary.path(), &["--cycles", "3"]);
    assert_eq!(result.unwrap(), ExitCode::SUCCESS);
    for line in ["cycle 1/3:", "cycle 2/3:", "cycle 3/3:", "retest:"] {
        let count = printed.lines().filter(|it| it.starts_with(line)).count();
        assert_eq!(count, 1, "{printed}");
    }
    let rows = printed.lines().filter(|line| line.contains(" to "));
    assert_eq!(rows.count(), 8, "one row an individual\n{printed}");
    let events = read_events(temporary.path()).unwrap().events;
    let cycles = events.iter().filter(|it| matches!(it, Event::Cycle { .. }));
    assert!(cycles.count() >= 3);
}

#[test]
fn a_directory_with_something_in_it_is_left_alone() {
    let temporary = tempfile::tempdir().unwrap();
    let file = temporary.path().join("events.jsonl");
    fs::write(&file, "mine\n").unwrap();
    let error = into(temporary.path(), &[]).0.unwrap_err();
    assert!(
        matches!(error.downcast_ref(), Some(Error::NotEmpty(_))),
        "{error}"
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine\n");
    assert_eq!(fs::read_dir(temporary.path()).unwrap().count(), 1);
}

#[test]
fn a_torn_last_line_is_reported_and_the_rest_counts() {
    let temporary = tempfile::tempdir().unwrap();
    into(temporary.path(), &[]).0.unwrap();
    let file = temporary.path().join("events.jsonl");
    let whole = read_events(temporary.path()).unwrap().events;
    let bytes = fs::read(&file).unwrap();
    fs::write(&file, &bytes[..bytes.len() - 100]).unwrap();
    let torn = read_events(temporary.path()).unwrap();
    assert_eq!(torn.events, whole[..whole.len() - 1]);
    assert_eq!(torn.faults.len(), 1);
    assert_eq!(torn.faults[0].line, whole.len());
}

#[test]
fn a_newer_format_is_refused() {
    let temporary = tempfile::tempdir().unwrap();
    let line = "{\"event\":\"start\",\"format\":99,\"seed\":1,\"features\":[]}\n";
    fs::write(temporary.path().join("events.jsonl"), line).unwrap();
    let error = read_events(temporary.path()).unwrap_err();
    assert!(error.to_string().contains("format 99"), "{error}");
}

/// Takes lines, and interrupts at the first.
struct Interrupting<'a>(&'a AtomicBool, Vec<u8>);

impl Write for Interrupting<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.store(true, Ordering::Relaxed);
        self.1.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn an_interrupt_keeps_what_is_complete_and_the_archive_goes_on() {
    let temporary = tempfile::tempdir().unwrap();
    let line = args(&["--out", temporary.path().to_str().unwrap(), "--seed", "4"]);
    let interrupted = AtomicBool::new(false);
    let mut out = Interrupting(&interrupted, Vec::new());
    let code = run(&line, setup(Formula), &interrupted, &mut out).unwrap();
    let mut alone = new_run(small(), 4);
    to_rest(&mut alone);
    let read = read_events(temporary.path()).unwrap();
    assert_eq!(read.faults, []);
    let Some(Event::End {
        complete,
        archive: kept,
    }) = read.events.last()
    else {
        panic!("{:?}", read.events.last())
    };
    // The run may have come to rest just before it noticed.
    let expected = if *complete {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(130)
    };
    assert_eq!(code, expected);
    let state: State = serde_json::from_value(kept.clone()).unwrap();
    let mut resumed = Run::resume(small(), &FEATURES, state).unwrap();
    to_rest(&mut resumed);
    assert_eq!(archive(&resumed), archive(&alone));
}

#[test]
fn a_failed_game_is_an_error_with_its_reason() {
    let (result, _) = evolve(&[], Failing);
    let error = result.unwrap_err().to_string();
    assert!(error.contains("a broken board"), "{error}");
}
