//! `koteki engine --protocol nboard` as NBoard and programs like it see it.

#![allow(clippy::unwrap_used, clippy::panic)] // Tests may unwrap; clippy does not know the helpers of one.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;
use std::time::Duration;

use koteki::protocol::lines::Lines;
use koteki::protocol::nboard::{Engine, ends_thought};
use koteki_engine::player::random::Random;
use koteki_engine::search::budget::Cancel;
use koteki_games::othello::notation::read_transcript;
use koteki_games::othello::{Move, Position};
use koteki_games::{Game as _, GameLine};
use koteki_record::formats::one_line_of_ggf;
use koteki_rivals::measure::contest::play_out;
use proptest::prelude::*;

use crate::common::{NOWHERE, koteki};

/// What an engine that plays any move answers to these lines.
fn session(script: &str) -> Vec<String> {
    let mut out = Vec::new();
    let input = std::io::Cursor::new(script.to_owned().into_bytes());
    let lines = Lines::listen_ended_by(input, Duration::MAX, || false, ends_thought).unwrap();
    let mut engine = Engine::new("Koteki".to_owned(), Box::new(Random), None, 1);
    engine.serve(&lines, &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    text.lines().map(str::to_owned).collect()
}

/// The moves that it would play.
fn moves(script: &str) -> Vec<Move> {
    let answers = session(script).into_iter();
    let moves = answers.filter_map(|line| {
        let rest = line.strip_prefix("=== ")?.to_owned();
        Some(rest.split('/').next()?.parse().unwrap())
    });
    moves.collect()
}

/// The game of the example in the protocol's description.
const EXAMPLE: &str = "set game (;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)";

fn legal(transcript: &str) -> Vec<Move> {
    let line = read_transcript(transcript).unwrap();
    let mut legal = Vec::new();
    line.position().legal_moves(&mut legal);
    legal
}

#[test]
fn the_session_of_the_description_is_answered() {
    let answers = session(&format!("nboard 2\n{EXAMPLE}\nset depth 6\nping 1\ngo\n"));
    assert_eq!(answers[0], "set myname Koteki");
    assert!(answers.contains(&"pong 1".to_owned()));
    let mv = moves(&format!("nboard 2\n{EXAMPLE}\nset depth 6\nping 1\ngo\n"));
    assert!(legal("f5f6d3c5e6f7e7f4").contains(&mv[0]));
    // It is not played: asked again, it is asked of the same position.
    let mv = moves(&format!("{EXAMPLE}\ngo\ngo\ngo\n"));
    assert_eq!(mv.len(), 3);
    assert!(mv.iter().all(|mv| legal("f5f6d3c5e6f7e7f4").contains(mv)));
}

#[test]
fn moves_are_followed_in_every_form() {
    for script in ["move F5\n", "move f5/1.50/0.3\n", "F5\n", "move F5//2\n"] {
        let mv = moves(&format!("nboard 1\n{script}go\n"));
        assert!(legal("f5").contains(&mv[0]), "{script}: {mv:?}");
    }
    // What is not understood is passed over.
    let answers = session("nboard 2\ndance\nset contempt 3\nset colour blue\nmove\nlearn\n");
    assert_eq!(
        answers,
        ["set myname Koteki", "status \"\" is no move", "learned"]
    );
}

/// White has to pass after these moves.
const WHITE_PASSES: &str =
    "f5d6c3d3c4f4f6f3e3b4c5c6e6e2e7d2f1d7a3a4b3g6a5a2a1f2g5f7b2c2b5e1b1g1c1h4g3b6d1h2h1g2h3";

#[test]
fn passes_are_made_told_and_left_out() {
    let line = read_transcript(WHITE_PASSES).unwrap();
    let game = one_line_of_ggf(&line);
    assert_eq!(moves(&format!("set game {game}\ngo\n")), [Move::Pass]);
    // The pass in the file, as a move of its own, and left out before Black's move: it is Black's turn.
    let mut passed = line.clone();
    passed.play(Move::Pass).unwrap();
    let mut black = Vec::new();
    passed.position().legal_moves(&mut black);
    let with_pass = one_line_of_ggf(&passed);
    assert!(with_pass.contains("W[PA]"));
    for script in [
        format!("set game {with_pass}\ngo\n"),
        format!("set game {game}\nmove PA\ngo\n"),
        format!("set game {game}\nmove PASS/-64/0\ngo\n"),
    ] {
        let mv = moves(&script);
        assert!(black.contains(&mv[0]), "{script}: {mv:?}");
    }
    let mut after = passed.clone();
    after.play(black[0]).unwrap();
    let mut white = Vec::new();
    after.position().legal_moves(&mut white);
    let mv = moves(&format!("set game {game}\nmove {}\ngo\n", black[0]));
    assert!(white.contains(&mv[0]), "{mv:?}");
    // A pass that the rules do not allow is no pass.
    let answers = session("nboard 2\nmove PA\ngo\n");
    assert!(answers[1].starts_with("status illegal move"), "{answers:?}");
    assert!(!answers.iter().any(|line| line.starts_with("===")));
}

#[test]
fn a_game_that_cannot_be_read_is_said_and_nothing_is_played_on_another_board() {
    for game in [
        "",
        "(;GM[Othello]BO[8 *]",
        "(;GM[Go]SZ[19];B[aa])",
        "nonsense",
    ] {
        let answers = session(&format!("nboard 2\nset game {game}\ngo\nhint 2\nanalyze\n"));
        assert!(
            answers[1].starts_with("status cannot read the game"),
            "{answers:?}"
        );
        assert!(
            !answers
                .iter()
                .any(|line| line.starts_with("===") || line.starts_with("search"))
        );
    }
}

/// A game of random moves, played to its end.
fn random_game() -> GameLine<Position> {
    play_out(GameLine::default(), &Random, &Random, 3, &Cancel::new()).unwrap()
}

/// The difference of discs for the side to move when both do their best: every line is played out.
fn exact(position: &Position) -> i32 {
    if let Some(outcome) = position.outcome() {
        return outcome.difference(position.side_to_move());
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let values = moves.into_iter().map(|mv| {
        let mut after = *position;
        after.play(mv);
        -exact(&after)
    });
    values.max().unwrap()
}

#[test]
fn values_are_discs_and_exact_near_the_end() {
    let whole = random_game();
    let mut line = whole.clone();
    while line.position().empties().count_ones() < 7 || line.position().outcome().is_some() {
        line.undo();
    }
    let mut legal = Vec::new();
    line.position().legal_moves(&mut legal);
    let game = one_line_of_ggf(&line);
    let answers = session(&format!("set depth 3\nset game {game}\nhint 64\n"));
    let searches: Vec<&str> = answers
        .iter()
        .filter_map(|line| line.strip_prefix("search "))
        .collect();
    assert_eq!(searches.len(), legal.len());
    for search in searches {
        let words: Vec<&str> = search.split(' ').collect();
        let first: Move = words[0].get(..2).unwrap().parse().unwrap();
        let mut after = *line.position();
        after.play(first);
        let value: f64 = words[1].parse().unwrap();
        assert_eq!(value, f64::from(-exact(&after)), "{search}");
        assert_eq!(words[3], "100%");
    }
}

#[test]
fn analysis_tells_every_position_from_the_end() {
    let line = random_game();
    let game = one_line_of_ggf(&line);
    let answers = session(&format!("set depth 1\nset game {game}\nanalyze\n"));
    let told: Vec<(usize, f64)> = answers
        .iter()
        .filter_map(|line| {
            let mut words = line.strip_prefix("analysis ")?.split(' ');
            Some((words.next()?.parse().ok()?, words.next()?.parse().ok()?))
        })
        .collect();
    let made: Vec<usize> = told.iter().map(|&(made, _)| made).collect();
    assert_eq!(made, (0..=line.ply()).rev().collect::<Vec<_>>());
    for (made, value) in told {
        let position = &line.positions()[made];
        if position.empties().count_ones() <= 7 {
            assert_eq!(value, f64::from(exact(position)), "after {made} moves");
        }
    }
}

#[test]
fn ping_is_answered_while_it_thinks() {
    // A minute a move, if nothing ended it.
    let mut child = koteki(NOWHERE)
        .args([
            "engine",
            "--protocol",
            "nboard",
            "--player",
            "tester:eval=learned,time=60s",
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    writeln!(input, "nboard 2\n{EXAMPLE}\ngo").unwrap();
    assert!(
        lines
            .by_ref()
            .any(|line| line.unwrap().ends_with("is thinking"))
    );
    writeln!(input, "ping 7").unwrap();
    let rest: Vec<String> = lines
        .by_ref()
        .map(Result::unwrap)
        .take_while(|line| line != "pong 7")
        .collect();
    // The move that nobody wants any more is not told.
    assert!(rest.iter().all(|line| !line.starts_with("===")), "{rest:?}");
    // And it is there for the next question.
    writeln!(input, "set depth 1\nping 8\nquit").unwrap();
    assert!(lines.any(|line| line.unwrap() == "pong 8"));
    assert!(child.wait().unwrap().success());
}

proptest! {
    #[test]
    fn nothing_that_is_sent_breaks_it(script in proptest::collection::vec(
        prop_oneof![
            Just("go".to_owned()),
            Just("hint 2".to_owned()),
            Just("set depth 1".to_owned()),
            Just("ping 1".to_owned()),
            Just(EXAMPLE.to_owned()),
            (0..EXAMPLE.len(), "\\PC{0,3}").prop_map(|(at, with)| {
                let at = (0..=at).rev().find(|&at| EXAMPLE.is_char_boundary(at)).unwrap_or(0);
                format!("{}{with}{}", &EXAMPLE[..at], EXAMPLE.get(at + 1..).unwrap_or(""))
            }),
            "(move|set|set game|hint|nboard|analyze|ping) \\PC{0,20}",
            "[a-h][1-8]",
            "\\PC{0,40}",
        ],
        0..12,
    )) {
        let script = script.join("\n");
        for answer in session(&script) {
            // Every line is one of the protocol's.
            let word = answer.split(' ').next().unwrap_or_default();
            prop_assert!(
                ["set", "status", "pong", "learned", "===", "search", "analysis"].contains(&word),
                "{}", answer
            );
        }
    }
}
