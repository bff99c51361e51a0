//! `koteki match` and `koteki measure`, as a user runs them.

#![allow(clippy::unwrap_used, clippy::panic)]

use clap::Parser;
use koteki::commands::{match_, measure};
use serde_json::Value;

#[derive(Parser)]
enum Cli {
    Match(match_::Args),
    Measure(measure::Args),
}

/// What the command line prints, or its error.
fn run(line: &str) -> Result<String, String> {
    let words = std::iter::once("koteki").chain(line.split_whitespace());
    let cli = Cli::try_parse_from(words).map_err(|error| error.to_string())?;
    let mut out = Vec::new();
    match cli {
        Cli::Match(args) => match_::write_report(&args, &mut out),
        Cli::Measure(args) => measure::write_report(&args, &mut out),
    }
    .map_err(|error| format!("{error:#}"))?;
    Ok(String::from_utf8(out).unwrap())
}

fn json(line: &str) -> Value {
    let text = run(line).unwrap();
    assert_eq!(text.lines().count(), 1);
    serde_json::from_str(&text).unwrap()
}

#[test]
fn the_result_is_the_same_for_any_number_of_threads() {
    for players in ["random beginner", "agent:d=25,depth=2 intermediate:depth=2"] {
        let line = format!("match {players} --games 21 --seed 5");
        let one = run(&format!("{line} --jobs 1")).unwrap();
        assert_eq!(one, run(&format!("{line} --jobs 2")).unwrap());
        assert_eq!(one, run(&format!("{line} --jobs 7")).unwrap());
        assert_ne!(
            one,
            run(&format!("match {players} --games 21 --seed 6")).unwrap()
        );
    }
    let measured = run("measure beginner --games 5 --jobs 1").unwrap();
    assert_eq!(
        measured,
        run("measure beginner --games 5 --jobs 2").unwrap()
    );
}

#[test]
fn json_is_one_object_that_adds_up() {
    let report = json("match beginner random --games 30 --seed 2 --json");
    let count = |key: &str| report[key].as_u64().unwrap();
    assert_eq!(count("wins") + count("losses") + count("draws"), 30);
    let rate = report["win_rate"].as_f64().unwrap();
    let points = count("wins") as f64 + count("draws") as f64 / 2.0;
    assert!((rate - points / 30.0).abs() < 1e-12);
    let limit = |index: usize| report["interval"][index].as_f64().unwrap();
    assert!(0.0 <= limit(0) && limit(0) <= rate && rate <= limit(1) && limit(1) <= 1.0);
    assert!(report["mean_difference"].as_f64().unwrap() > 0.0);
    assert_eq!(report["interval_method"], "pairs");
    let pairs = report["pairs"].as_array().unwrap();
    assert_eq!(pairs.iter().map(|n| n.as_u64().unwrap()).sum::<u64>(), 15);
    // Seen from the other side of the same players it is another match (colours start the other way
    // round), but the same strength.
    let turned = json("match random beginner --games 30 --seed 2 --json");
    assert!(turned["win_rate"].as_f64().unwrap() < 0.5);
}

/// Ueda 2012, §5.2: the levels of "Reversi in C#" are far apart (Advanced–Intermediate 96–4).
#[test]
fn the_stronger_level_wins_clearly() {
    for (players, games) in [
        ("beginner random", 40),
        ("intermediate beginner", 40),
        ("advanced intermediate", 20),
    ] {
        let report = json(&format!("match {players} --games {games} --seed 1 --json"));
        let low = report["interval"][0].as_f64().unwrap();
        assert!(low > 0.55, "{players}: {report}");
    }
}

#[test]
fn the_printed_command_gives_the_same_again() {
    let first = run("match beginner random --games 6 --seed 3 --empties-to-winner").unwrap();
    let again = first.lines().last().unwrap();
    let command = again.split_once("koteki ").unwrap().1;
    assert_eq!(run(command).unwrap(), first);
    let first = run("measure tester:depth=1 --games 2 --tester tester:depth=2").unwrap();
    let again = first.lines().last().unwrap();
    let command = again.split_once("koteki ").unwrap().1;
    assert_eq!(run(command).unwrap(), first);
}

#[test]
fn a_faulty_player_is_one_clear_line() {
    for line in [
        "match begginer random",
        "match random tester:depth=0",
        "measure agent:d=x",
    ] {
        let error = run(line).unwrap_err();
        assert_eq!(error.lines().count(), 1, "{error}");
        assert!(error.contains("column"), "{error}");
    }
    let error = run("match agent:d=target random").unwrap_err();
    assert!(error.contains("agent:d=25"), "{error}");
    let error = run("measure random --tester expert").unwrap_err();
    assert!(error.contains("only a tester"), "{error}");
    assert!(run("match random random --games 0").is_err());
}
