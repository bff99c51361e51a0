//! `koteki evolve` and the directory it leaves.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use clap::{Args as _, FromArgMatches as _};
use koteki::commands::evolve::{Args, Setup, Shown, run};
use koteki::commands::interrupts::Interrupts;
use koteki_record::run::{Error, Event, read_events, read_header};
use koteki_rivals::evolve::Arena;
use koteki_rivals::evolve::run::State;
use koteki_rivals::evolve::settings::Settings;

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
        name: &|weights| format!("formula:{weights:?}"),
        portrait: &|_| None,
        engine: "formula".to_owned(),
        command_line: vec!["koteki".to_owned(), "evolve".to_owned()],
        shown: Shown::Lines,
        game: &|| None,
    }
}

fn evolve(line: &[&str], arena: impl Arena + 'static) -> (anyhow::Result<ExitCode>, String) {
    let mut printed = Vec::new();
    let result = run(
        &args(line),
        setup(arena),
        &Interrupts::default(),
        &mut printed,
    );
    (result, String::from_utf8(printed).unwrap())
}

fn into(directory: &Path, line: &[&str]) -> (anyhow::Result<ExitCode>, String) {
    let out = ["--out", directory.to_str().unwrap()];
    evolve(&[line, &out].concat(), Formula)
}

fn resumed(directory: &Path, line: &[&str]) -> (anyhow::Result<ExitCode>, String) {
    let resume = ["--resume", directory.to_str().unwrap()];
    evolve(&[line, &resume].concat(), Formula)
}

#[test]
fn the_events_are_the_same_for_any_number_of_jobs() {
    let temporary = tempfile::tempdir().unwrap();
    let [one, two] = ["one", "two"].map(|name| temporary.path().join("runs").join(name));
    for (directory, jobs) in [(&one, "1"), (&two, "2")] {
        let line = ["--seed", "6", "--islands", "4", "--jobs", jobs];
        into(directory, &line).0.unwrap();
    }
    assert_eq!(events_file(&one), events_file(&two));

    // The last line holds the whole archive, equal to the run's own.
    let settings = Settings {
        islands: 4,
        ..small()
    };
    let mut alone = new_run(settings.clone(), 6);
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
    assert_eq!(header.settings, settings);
    assert_eq!(header.seed, "6");
}

#[test]
fn a_line_a_cycle_and_a_table() {
    let temporary = tempfile::tempdir().unwrap();
    let (result, printed) = into(temporary.path(), &["--cycles", "3"]);
    assert_eq!(result.unwrap(), ExitCode::SUCCESS);
    for line in ["cycle 1/3:", "cycle 2/3:", "cycle 3/3:", "test:"] {
        let count = printed.lines().filter(|it| it.starts_with(line)).count();
        assert_eq!(count, 1, "{printed}");
    }
    assert!(printed.contains(": koteki watch shows it\n"), "{printed}");
    assert!(!printed.contains("nothing of this run is kept"));
    let (result, unkept) = evolve(&["--cycles", "1"], Formula);
    assert_eq!(result.unwrap(), ExitCode::SUCCESS);
    assert!(
        unkept.starts_with("nothing of this run is kept; with --out DIR it is"),
        "{unkept}"
    );
    let rows = printed.lines().filter(|line| line.contains(" to "));
    assert_eq!(rows.count(), 8, "one row an individual\n{printed}");
    // Every rival is named with the whole weights of its row.
    let row = |letter: char| {
        printed
            .lines()
            .find(|line| line.starts_with(&format!("{letter}  ")))
    };
    for letter in ['A', 'B', 'C'] {
        let name = format!("{letter} = formula:");
        let name = printed.lines().find_map(|line| line.strip_prefix(&name));
        assert_eq!(row(letter).is_some(), name.is_some(), "{printed}");
        if let (Some(row), Some(name)) = (row(letter), name) {
            let weights: Vec<i32> = serde_json::from_str(name).unwrap();
            let bred: Vec<i32> = row
                .split_whitespace()
                .skip(2)
                .take(3)
                .map(|word| word.parse().unwrap())
                .collect();
            assert_eq!(weights, [bred, vec![0, 100]].concat());
        }
    }
    assert!(row('A').is_some(), "{printed}");
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

/// Takes lines, and interrupts at the first that tells of a cycle: sooner, a run that is always stopped
/// before its first step would never get on.
struct Interrupting(Interrupts);

impl Write for Interrupting {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.starts_with(b"cycle ") {
            self.0.raise();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Runs until a cycle is told; whether the run was over already.
fn interrupted(line: &[&str]) -> bool {
    let interrupts = Interrupts::default();
    let mut out = Interrupting(interrupts.clone());
    let code = run(&args(line), setup(Formula), &interrupts, &mut out).unwrap();
    assert!(code == ExitCode::SUCCESS || code == ExitCode::from(130));
    code == ExitCode::SUCCESS
}

fn events_file(directory: &Path) -> String {
    fs::read_to_string(directory.join("events.jsonl")).unwrap()
}

#[test]
fn an_interrupted_run_goes_on_to_the_same_end() {
    let temporary = tempfile::tempdir().unwrap();
    let [whole, parts] = ["whole", "parts"].map(|name| temporary.path().join(name));
    into(&whole, &["--seed", "4"]).0.unwrap();
    let directory = parts.to_str().unwrap();
    let line = ["--resume", directory, "--seed", "4"];
    let mut over = interrupted(&["--out", directory, "--seed", "4"]);
    let Some(Event::End { complete, .. }) = read_events(&parts).unwrap().events.pop() else {
        panic!("no last line");
    };
    assert_eq!(complete, over);
    while !over {
        over = interrupted(&line);
    }
    assert_eq!(events_file(&parts), events_file(&whole));
    // And a run that is over stays as it is.
    assert!(interrupted(&line));
    assert_eq!(events_file(&parts), events_file(&whole));
}

#[test]
fn a_killed_run_goes_on_from_its_last_whole_checkpoint() {
    let temporary = tempfile::tempdir().unwrap();
    into(temporary.path(), &["--seed", "4"]).0.unwrap();
    let whole = events_file(temporary.path());
    // What a kill leaves: a torn line, and a torn checkpoint beside a whole one.
    let torn = format!("{}{{\"event\":\"cyc", &whole[..whole.len() - 40]);
    fs::write(temporary.path().join("events.jsonl"), torn).unwrap();
    let number = |name: &str| -> u64 {
        let text = fs::read_to_string(temporary.path().join(name)).unwrap();
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        value["number"].as_u64().unwrap()
    };
    let newest = if number("checkpoint.a") > number("checkpoint.b") {
        "checkpoint.a"
    } else {
        "checkpoint.b"
    };
    fs::write(temporary.path().join(newest), "{\"format\":1,").unwrap();
    let (result, printed) = resumed(temporary.path(), &[]);
    result.unwrap();
    assert!(
        printed.contains(&format!("{newest} is damaged")),
        "{printed}"
    );
    assert_eq!(events_file(temporary.path()), whole);
}

#[test]
fn another_run_is_not_gone_on_with() {
    let temporary = tempfile::tempdir().unwrap();
    into(temporary.path(), &["--seed", "4"]).0.unwrap();
    let before = events_file(temporary.path());
    for (line, words) in [
        (["--seed", "5"], "seed = 4 when it began, 5 now"),
        (
            ["--cycles", "9"],
            "settings.cycles = 4 when it began, 9 now",
        ),
    ] {
        let error = resumed(temporary.path(), &line).0.unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
    // A run.toml that somebody has changed, and one of another version.
    let file = temporary.path().join("run.toml");
    let header = fs::read_to_string(&file).unwrap();
    for (from, to, words) in [
        (
            "beta = 0.001",
            "beta = 0.1",
            "settings.beta = 0.001 when it began, 0.1 now",
        ),
        ("behaviour = ", "behaviour = 9", "behaviour 9"),
    ] {
        assert!(header.contains(from), "{header}");
        fs::write(&file, header.replace(from, to)).unwrap();
        let mut setup = setup(Formula);
        setup.settings = read_header(temporary.path()).unwrap().settings;
        let arguments = args(&["--resume", temporary.path().to_str().unwrap()]);
        let error = run(&arguments, setup, &Interrupts::default(), &mut Vec::new());
        let error = error.unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
    assert_eq!(events_file(temporary.path()), before);
}

#[test]
fn a_failed_game_is_an_error_with_its_reason() {
    let (result, _) = evolve(&[], Failing);
    let error = result.unwrap_err().to_string();
    assert!(error.contains("a broken board"), "{error}");
}
