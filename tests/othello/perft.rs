//! The fast count of move sequences: equal to the plain one on every path of this processor, and to
//! the published counts.

#![allow(clippy::unwrap_used, clippy::panic)] // Tests may unwrap; clippy does not know the helpers of one.

use super::positions::scattered;
use clap::Parser;
use koteki::commands::perft::{Args, write_counts};
use koteki_engine::search::isa::Path;
use koteki_engine::search::othello::perft::perft;
use koteki_games::Game as _;
use koteki_games::othello::Position;
use koteki_games::othello::notation::read_transcript;
use koteki_games::othello::perft::{PassCounts, perft as plain};
use koteki_games::random::{Random, SeedableRng as _};

use crate::common;

/// aartbik.com (a pass is a ply), and the public counts in which it is none; of 9 plies and more.
const PUBLISHED: [(u32, u64, u64); 4] = [
    (9, 3_005_288, 3_005_320),
    (10, 24_571_284, 24_571_420),
    (11, 212_258_800, 212_260_880),
    (12, 1_939_886_636, 1_939_899_208),
];

#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    args: Args,
}

/// Standard output and standard error of `koteki perft` with these arguments, or the error.
fn run(arguments: &[&str]) -> Result<(String, String), String> {
    let cli = Cli::try_parse_from([&["perft"], arguments].concat()).map_err(|e| e.to_string())?;
    let (mut out, mut times) = (Vec::new(), Vec::new());
    write_counts(&cli.args, &mut out, &mut times).map_err(|error| format!("{error:#}"))?;
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ok((text(out), text(times)))
}

#[test]
fn every_path_counts_what_is_published() {
    let start = Position::start();
    for path in Path::available() {
        for (depth, ply, none) in PUBLISHED.into_iter().take(2) {
            assert_eq!(perft(&start, depth, PassCounts::Ply, path), ply, "{path}");
            assert_eq!(
                perft(&start, depth, PassCounts::NoPly, path),
                none,
                "{path}"
            );
        }
    }
}

/// A minute or two: `cargo test --release --test othello perft -- --ignored`.
#[test]
#[ignore = "takes a minute"]
fn every_path_counts_what_is_published_of_twelve_plies() {
    let start = Position::start();
    for path in Path::available() {
        for (depth, ply, none) in PUBLISHED {
            assert_eq!(perft(&start, depth, PassCounts::Ply, path), ply, "{path}");
            assert_eq!(
                perft(&start, depth, PassCounts::NoPly, path),
                none,
                "{path}"
            );
        }
    }
}

#[test]
fn every_path_counts_what_the_plain_code_counts() {
    let mut random = Random::seed_from_u64(1982);
    for round in 0..140 {
        let position = scattered(&mut random, round % 14);
        for depth in 0..=7 {
            for passes in [PassCounts::Ply, PassCounts::NoPly] {
                let expected = plain(&position, depth, passes);
                for path in Path::available() {
                    let found = perft(&position, depth, passes, path);
                    assert_eq!(found, expected, "{position} {depth} {passes:?} {path}");
                }
            }
        }
    }
}

#[test]
fn the_command_prints_the_table_whatever_the_threads_and_the_path() {
    let expected =
        " 1 4\n 2 12\n 3 56\n 4 244\n 5 1396\n 6 8200\n 7 55092\n 8 390216\n 9 3005288\n";
    let (one, times) = run(&["9", "--jobs", "1"]).unwrap();
    assert_eq!(one, expected);
    assert_eq!(times.lines().count(), 9);
    assert!(times.contains("leaves/s"), "{times}");
    assert_eq!(run(&["9", "--jobs", "3"]).unwrap().0, expected);
    for path in Path::available() {
        let (out, times) = run(&["9", "--path", path.name()]).unwrap();
        assert_eq!(out, expected);
        assert!(times.contains(path.name()), "{times}");
    }
    let none = run(&["9", "--passes", "none"]).unwrap().0;
    assert!(none.ends_with("\n 9 3005320\n"), "{none}");
}

#[test]
fn the_command_counts_from_a_board_and_from_a_line_of_a_problem_file() {
    // Black has to pass here (24 such games of eight moves): one sequence of a ply, then White's moves.
    let passing = *read_transcript("f5f6d3g5h5h4f7h6").unwrap().position();
    let board = passing.to_string();
    let mut expected = String::new();
    for depth in 1..=5 {
        let count = plain(&passing, depth, PassCounts::Ply);
        expected += &format!("{depth:>2} {count}\n");
    }
    assert!(expected.starts_with(" 1 1\n"));
    assert_eq!(run(&["5", "--position", &board]).unwrap().0, expected);
    let line = format!("{board}; --:+2; % a comment");
    assert_eq!(run(&["5", "--position", &line]).unwrap().0, expected);
}

#[test]
fn bad_arguments_are_one_clear_error() {
    for (arguments, word) in [
        (["5", "--position", "XO"], "squares"),
        (["5", "--position", "% nothing"], "no position"),
        (["5", "--path", "sse9"], "portable"),
        (["5", "--jobs", "0"], "1..=1024"),
    ] {
        let error = run(&arguments).unwrap_err();
        assert!(error.contains(word), "{error}");
    }
}

#[test]
fn the_program_keeps_times_apart_from_counts() {
    let (code, out, errors) = common::run(common::home().path(), &["perft", "7"]).apart();
    assert_eq!(code, Some(0));
    assert!(out.ends_with(" 7 55092\n"), "{out}");
    assert_eq!(errors.lines().count(), 7);
}
