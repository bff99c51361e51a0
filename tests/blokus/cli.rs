//! The players of Blokus Duo, and `koteki match` and `koteki perft` of it, as a user runs them.

// Tests may unwrap; clippy does not know the helpers of one.
#![allow(clippy::unwrap_used)]

use clap::Parser;
use koteki::commands::{match_, perft};
use koteki_engine::player::{Choice, Context};
use koteki_engine::search::blokus::playout::Playout;
use koteki_engine::search::budget::Cancel;
use koteki_games::blokus::notation::read_moves;
use koteki_games::blokus::{Move, Position};
use koteki_games::random::{Random, SeedableRng as _};
use koteki_games::{Game as _, GameLine, Side};
use koteki_rivals::roster::Spec as _;
use koteki_rivals::roster::blokus::BlokusSpec;
use serde_json::Value;

use crate::common::{home, run_with_input};

#[derive(Parser)]
enum Cli {
    Match(match_::Args),
    Perft(perft::Args),
}

/// What the command prints, or its error.
fn run(words: &[&str]) -> Result<String, String> {
    let cli = Cli::try_parse_from([&["koteki"], words].concat()).map_err(|e| e.to_string())?;
    let mut out = Vec::new();
    match cli {
        Cli::Match(args) => match_::write_report(&args, &mut out),
        Cli::Perft(args) => perft::write_counts(&args, &mut out, &mut Vec::new()),
    }
    .map_err(|error| format!("{error:#}"))?;
    Ok(String::from_utf8(out).unwrap())
}

fn matched(line: &str) -> Result<String, String> {
    let line = format!("match --game blokus {line}");
    run(&line.split_whitespace().collect::<Vec<_>>())
}

/// A name that stands for itself: an agent has to be told what it gives away, an engine who it is.
fn whole(name: &str) -> &str {
    match name {
        "agent" => "agent:d=8000",
        "engine" => "engine:cmd=nobody",
        _ => name,
    }
}

fn choose(name: &str, line: &GameLine<Position>, seed: u64) -> Choice<Position> {
    let player = whole(name).parse::<BlokusSpec>().unwrap().build();
    let mut moves = Vec::new();
    line.position().legal_moves(&mut moves);
    let mut context = Context {
        random: &mut Random::seed_from_u64(seed),
        cancel: &Cancel::new(),
    };
    player.choose(line, &moves, &mut context).unwrap()
}

#[test]
fn perft_counts_from_the_start_from_moves_and_from_a_file() {
    let expected = " 1 414\n 2 171396\n";
    let perft = ["perft", "--game", "blokus"];
    for jobs in ["1", "3"] {
        let words = [&perft[..], &["2", "--jobs", jobs]].concat();
        assert_eq!(run(&words).as_deref(), Ok(expected));
    }
    // The published counts after two plies of the game of three programs.
    let file = "(;GM[Blokus Duo];B[e10,d11,e11,f11,e12];W[i4,h5,i5,j5,i6])";
    for position in ["54u0 9au0", "e10,d11,e11,f11,e12 i4,h5,i5,j5,i6", file] {
        let words = [&perft[..], &["1", "--position", position]].concat();
        assert_eq!(run(&words).as_deref(), Ok(" 1 696\n"), "{position}");
    }
    for (rest, told) in [
        (
            ["1", "--position", "54u0 54u0"],
            "word 2, ply 2: 54u0 is not legal",
        ),
        (["1", "--position", "(;GM[1])"], "not \"Blokus Duo\""),
        (
            ["1", "--passes", "none"],
            "--passes none goes with --game othello only",
        ),
        (
            ["1", "--path", "portable"],
            "--path goes with --game othello only",
        ),
    ] {
        let error = run(&[&perft[..], &rest].concat()).unwrap_err();
        assert!(error.contains(told), "{error}");
        assert_eq!(error.lines().count(), 1);
    }
}

#[test]
fn a_match_is_the_same_for_any_number_of_threads_and_again() {
    let line = "biggest random --games 12 --seed 5";
    let one = matched(&format!("{line} --jobs 1")).unwrap();
    assert_eq!(one, matched(&format!("{line} --jobs 3")).unwrap());
    assert_ne!(one, matched("biggest random --games 12 --seed 6").unwrap());
    let again = one.lines().last().unwrap().split_once("koteki ").unwrap().1;
    assert_eq!(
        run(&again.split_whitespace().collect::<Vec<_>>()).unwrap(),
        one
    );
    let with_playouts = "mc:playouts=1 uct:playouts=20 --games 2 --seed 1";
    assert_eq!(
        matched(&format!("{with_playouts} --jobs 1")),
        matched(&format!("{with_playouts} --jobs 2"))
    );
}

/// Whoever plays large pieces first covers more squares, and random games tell more than that.
#[test]
fn the_better_player_wins_clearly() {
    for (players, games) in [("biggest random", 40), ("mc:playouts=20 biggest", 12)] {
        let text = matched(&format!("{players} --games {games} --seed 1 --json")).unwrap();
        let report: Value = serde_json::from_str(&text).unwrap();
        assert!(report["interval"][0].as_f64().unwrap() > 0.5, "{report}");
        assert!(report["mean_difference"].as_f64().unwrap() > 0.0);
        assert_eq!(report["game"], "blokus");
        let count = |key: &str| report[key].as_u64().unwrap();
        assert_eq!(count("wins") + count("losses") + count("draws"), games);
    }
}

#[test]
fn the_biggest_piece_is_played() {
    for plies in ["", "54u0 9au0", "54u0 9au0 77r3 97t4 95o7"] {
        let line = read_moves(plies).unwrap();
        let Move::Place(placement) = choose("biggest", &line, 3).mv else {
            unreachable!()
        };
        assert_eq!(placement.piece().size(), 5);
    }
}

/// Black's share of all games from here, every legal move being equally likely: no lot, all are played.
fn exact(position: &Position) -> f64 {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    if let Some(outcome) = position.outcome() {
        return outcome.score(Side::Black);
    }
    let shares = moves.iter().map(|&mv| {
        let mut child = *position;
        child.play(mv);
        exact(&child)
    });
    shares.sum::<f64>() / moves.len() as f64
}

/// Near the end of a game of a strong program, 27,252 positions before the last: the share of every move is known
/// exactly; of 2000 random games it has a standard error of at most 0.011.
#[test]
fn games_by_lot_tell_what_all_games_tell() {
    let game = "56u0 99t4 78t2 96r0 74o6 6au0 9bp2 48m5 b4r0 35s1 53l3 8dk2 cci2 12q2 8ej2 61j2 4cs0 2bo4 \
        b9m4 cef3 a1k7 ebg1 3ee2 d7l5 e5f0";
    let line = read_moves(game).unwrap();
    assert_eq!(line.position().side_to_move(), Side::White);
    let choice = choose("mc:playouts=2000", &line, 7);
    assert_eq!(choice.candidates.len(), 17);
    assert_eq!(choice.nodes, 17 * 2000);
    let mut shares = Vec::new();
    for candidate in &choice.candidates {
        let mut child = *line.position();
        child.play(candidate.mv);
        let share = 1.0 - exact(&child);
        assert!((f64::from(candidate.value) / 1000.0 - share).abs() < 0.055);
        shares.push((candidate.mv, share));
    }
    let best = shares.iter().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
    assert_eq!(choice.mv, best.0);
    // The same generator, the same answer.
    assert_eq!(choose("mc:playouts=2000", &line, 7), choice);
}

/// After 26 plies of the game of three programs Black can only pass.
#[test]
fn a_forced_pass_is_played_without_looking() {
    let line = read_moves(
        "54u0 9au0 77r3 97t4 95o7 b4o0 6at4 6cl2 4cm5 49m0 37s1 6ek2 a2p4 d2r3 24n1 c8s2 1dl1 cbp3 51k7 den2 \
        83d1 adg1 19a0 56b0 11b0 e5d3",
    )
    .unwrap();
    for name in BlokusSpec::names() {
        let choice = choose(name, &line, 1);
        // Those that are asked for the values of all moves have looked at this one too.
        let looks = ["tester", "kbest", "rival"].contains(&name);
        let nodes = if looks { choice.nodes } else { 0 };
        assert_eq!((choice.mv, choice.nodes), (Move::Pass, nodes), "{name}");
    }
}

/// Random play from the start: 27.1 placements a game, first 54 %, second 42 %, squares 55.0 to 53.4, as
/// measured with another program's generator. 4000 games: standard errors 0.8 % and 0.1 squares.
#[test]
fn random_games_are_those_of_another_program() {
    let (mut playout, mut random) = (Playout::new(), Random::seed_from_u64(11));
    let games = 4000;
    let (mut first, mut second, mut black, mut white) = (0, 0, 0, 0);
    for _ in 0..games {
        let outcome = playout.play(&Position::start(), &mut random);
        first += u32::from(outcome.winner() == Some(Side::Black));
        second += u32::from(outcome.winner() == Some(Side::White));
        black += outcome.black;
        white += outcome.white;
    }
    let share = |count: f64| count / f64::from(games);
    assert!((share(f64::from(first)) - 0.54).abs() < 0.035, "{first}");
    assert!((share(f64::from(second)) - 0.42).abs() < 0.035, "{second}");
    assert!((share(f64::from(black)) - 55.0).abs() < 0.6, "{black}");
    assert!((share(f64::from(white)) - 53.4).abs() < 0.6, "{white}");
}

#[test]
fn names_read_back_and_faults_are_one_clear_line() {
    for name in BlokusSpec::names() {
        let spec: BlokusSpec = whole(name).parse().unwrap();
        assert_eq!(spec.to_string().parse(), Ok(spec));
        assert!(!spec.about().is_empty());
    }
    for (name, whole) in [
        ("toqn", "toqn:nodes=77000"),
        ("toqn:weights=paper", "toqn:nodes=77000"),
        ("toqn:weights=tester", "toqn:weights=tester,nodes=77000"),
        ("toqn:weights=best", "toqn:weights=best,nodes=77000"),
        ("toqn:time=1s", "toqn:time=1s"),
    ] {
        assert_eq!(name.parse::<BlokusSpec>().unwrap().to_string(), whole);
    }
    let spec: BlokusSpec = "uct:c=0.5,playouts=7".parse().unwrap();
    assert_eq!(spec.to_string(), "uct:playouts=7,c=0.5");
    for (name, told) in [
        (
            "bigest",
            ": there is no player \"bigest\", did you mean \"biggest\"?; players: random, biggest, mc, uct, toqn, tester, \
             agent, kbest, rival, novice, easy, medium, hard, strong, expert, master, engine",
        ),
        (
            "agent:vary=2",
            ", column 13: agent needs d=…: the mean loss to hold, a number from 0 to 1000000, or target where the breeding gives it",
        ),
        (
            "mc:playout=5",
            ", column 4: mc has no setting \"playout\", did you mean \"playouts\"?; settings: playouts",
        ),
        (
            "mc:playouts=0",
            ", column 13: playouts cannot be \"0\": it takes a whole number from 1 to 10000000",
        ),
        (
            "mc:playouts=5,playouts=6",
            ", column 15: playouts is given twice",
        ),
        (
            "uct:c=nan",
            ", column 7: c cannot be \"nan\": it takes a number from 0 to 1000000",
        ),
        (
            "random:x=1",
            ", column 8: random has no setting \"x\"; it has no settings",
        ),
        (
            "toqn:time=0s",
            ", column 11: time cannot be \"0s\": it takes a time from 1ms to 3600s, as in 200ms or 1.5s",
        ),
        (
            "toqn:nodes=5,time=1s",
            ", column 6: nodes does not go with time: leave one of the two out",
        ),
        (
            "toqn:weights=nothing.bin",
            ", column 14: weights cannot be \"nothing.bin\": it takes paper, tester, best, self-play, or a file of learned \
             weights (No such file or directory (os error 2))",
        ),
        (
            "mc:",
            ", column 4: \"\" is not of the form key=value; settings: playouts",
        ),
    ] {
        let error = name.parse::<BlokusSpec>().unwrap_err().to_string();
        assert_eq!(error, format!("player \"{name}\"{told}"));
    }
    let error = matched("random random --empties-to-winner").unwrap_err();
    assert_eq!(error, "--empties-to-winner goes with --game othello only");
}

/// The same game by both commands.
#[test]
fn any_game_is_played_by_one_command() {
    let home = home();
    let played = |words: &[&str]| {
        let common = ["--plain", "--seed", "5", "--opponent", "novice"];
        let end = run_with_input(home.path(), &[words, &common].concat(), "55u0 moves quit\n");
        assert_eq!(end.code, Some(0), "{}", end.errors);
        let moves = end.out.lines().find(|line| line.starts_with("55u0 "));
        moves.unwrap_or_default().to_owned()
    };
    let own = played(&["blokus"]);
    assert!(!own.is_empty());
    assert_eq!(played(&["play", "--game", "blokus"]), own);
}
