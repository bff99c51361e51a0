//! `koteki engine --protocol gtp` as another program sees it: over pipes.

#![allow(clippy::unwrap_used, clippy::panic)] // Tests may unwrap; clippy does not know the helpers of one.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::Duration;

use koteki::protocol::gtp::engine::GameEngine;
use koteki::protocol::gtp::serve;
use koteki::protocol::lines::Lines;
use koteki_engine::player::random::Random as RandomPlayer;
use koteki_games::othello::notation::read_transcript;
use koteki_games::othello::{Move, Position};
use koteki_games::{Game as _, GameLine, Side};
use koteki_rivals::measure::contest::{Tally, random_opening};
use proptest::prelude::*;

use crate::common::{self, NOWHERE, home, run_with_input};

/// What the engine answers to a script that ends without `quit`.
fn session(player: &str, script: &str) -> String {
    let arguments = ["engine", "--protocol", "gtp", "--player", player];
    let (_, out, errors) = run_with_input(home().path(), &arguments, script).apart();
    assert_eq!(errors, "");
    out
}

/// Each line of `script` and, after `->`, its answer without the empty line; `\` ends a line of an
/// answer, and nothing after `->` is no answer. An answer that says nothing is still followed by a space.
fn check(player: &str, script: &str) {
    let (mut input, mut expected) = (String::new(), String::new());
    for line in script.lines().filter(|line| !line.trim().is_empty()) {
        let (command, answer) = line.split_once("->").unwrap();
        input += command.trim_end_matches(' ');
        input.push('\n');
        let answer = answer.trim().replace('\\', "\n");
        if !answer.is_empty() {
            expected += &answer;
            if !answer.contains(' ') {
                expected.push(' ');
            }
            expected += "\n\n";
        }
    }
    assert_eq!(session(player, &input), expected);
}

#[test]
fn the_words_of_the_protocol_are_answered() {
    let version = env!("CARGO_PKG_VERSION");
    check(
        "random",
        &format!(
            "protocol_version -> = 2
             name -> = Koteki
             version -> = {version}
             known_command genmove -> = true
             known_command quit -> = true
             known_command dance -> = false
             known_command -> ? syntax error: known_command COMMAND
             dance -> ? unknown command
             boardsize 8 -> =
             boardsize 10 -> ? unacceptable size
             boardsize x -> ? syntax error: boardsize 8
             komi 0.5 -> =
             komi much -> ? syntax error: komi NUMBER
             set_game Othello -> =
             set_game Go -> ? unsupported game
             list_games -> = Othello
             time_settings 300 0 0 -> =
             time_left b 12.5 0 -> =
             time_left -> ? syntax error: time_left COLOR TIME STONES
             clear_board -> =
             final_score -> ? cannot score
             undo -> ? cannot undo
             quit -> ="
        ),
    );
}

/// What Pentobi's twogtp takes for an answer (twogtp/GtpConnection.cpp, `send`): a mark and a space, then lines up
/// to an empty one. gogui-twogtp asks for `cputime` too, and for seconds (GoGui's reference, "cputime").
#[test]
fn an_answer_has_the_bytes_that_controllers_take_apart() {
    let script = "set_game Othello\nclear_board\nplay b f5\n7 komi 0\nplay b f5\ncputime\nquit\n";
    let answers = session("random", script);
    let (before, rest) = answers.split_once("\n\n= 0.").unwrap();
    assert_eq!(
        before,
        "= \n\n= \n\n= \n\n=7 \n\n? illegal move: white is to move"
    );
    let (decimals, end) = rest.split_once('\n').unwrap();
    assert!(!decimals.is_empty() && decimals.bytes().all(|byte| byte.is_ascii_digit()));
    assert_eq!(end, "\n= \n\n");
    // A thought costs time, and one more costs more.
    let script = "cputime\ngenmove b\ncputime\n";
    let answers = session("tester:depth=5", script);
    let times: Vec<f64> = answers
        .split("\n\n")
        .filter_map(|it| it.get(2..)?.parse().ok())
        .collect();
    assert!(times.len() == 2 && times[0] < times[1], "{answers}");
}

#[test]
fn every_listed_command_is_known_and_the_required_ones_are_listed() {
    let answer = session("random", "list_commands\n");
    let list = answer.trim_end().strip_prefix("= ").unwrap();
    // The required commands of the protocol's version 2, and what a game beside Go needs.
    for required in [
        "protocol_version",
        "name",
        "version",
        "known_command",
        "list_commands",
        "quit",
        "boardsize",
        "clear_board",
        "komi",
        "play",
        "genmove",
        "set_game",
        "list_games",
    ] {
        assert!(list.lines().any(|line| line == required), "{required}");
    }
    for command in list.lines() {
        let answer = session("random", &format!("{command}\nknown_command {command}\n"));
        assert!(!answer.contains("unknown"), "{command}");
        if command != "quit" {
            assert!(answer.ends_with("= true\n\n"), "{command}: {answer}");
        }
    }
}

#[test]
fn numbers_comments_control_characters_and_line_ends_are_the_protocols() {
    check(
        "random",
        "12 name -> =12 Koteki
         0007 dance -> ?0007 unknown command
         3 -> ?3 unknown command
         # a comment ->
         \t \u{7}->
         name # who? -> = Koteki
         5\tna\u{1}me\r-> =5 Koteki
         \u{feff}name -> = Koteki
         6 play\tB\tF5 -> =6",
    );
    // The last line has no end, and bytes may be anything.
    let mut script = b"\xff\xfe\n1 name\r\n2 \xf0\n3 name".to_vec();
    script.insert(0, b'\n');
    let arguments = ["engine", "--player", "random"];
    let out = run_with_input(home().path(), &arguments, script).out;
    assert_eq!(
        out,
        "? unknown command\n\n=1 Koteki\n\n?2 unknown command\n\n=3 Koteki\n\n"
    );
}

#[test]
fn a_line_too_long_is_refused_and_the_next_one_answered() {
    let script = format!("8 name {}\n9 name\n", "x".repeat(100_000));
    assert_eq!(
        session("random", &script),
        "?8 line too long\n\n=9 Koteki\n\n"
    );
}

#[test]
fn the_board_is_shown() {
    check(
        "random",
        "play b f5 -> =
         showboard -> = \\  A B C D E F G H\\1 . . . . . . . . 1\\2 . . . . . . . . 2\\3 . . . . . . . . 3\\4 . . . O X . . . 4\\5 . . . X X X . . 5\\6 . . . . . . . . 6\\7 . . . . . . . . 7\\8 . . . . . . . . 8\\  A B C D E F G H\\white to move; X black 4, O white 1
         gogui-rules_board -> = . . . . . . . .\\. . . . . . . .\\. . . . . . . .\\. . . O X . . .\\. . . X X X . .\\. . . . . . . .\\. . . . . . . .\\. . . . . . . .
         gogui-rules_legal_moves -> = F4 D6 F6
         gogui-rules_side_to_move -> = white
         gogui-rules_board_size -> = 8",
    );
}

#[test]
fn only_legal_moves_of_the_side_to_move_are_played() {
    check(
        "random",
        "play b f5 -> =
         play b f6 -> ? illegal move: white is to move
         play white A1 -> ? illegal move: a1 turns no disc over
         play w f5 -> ? illegal move: f5 is taken
         play w pass -> ? illegal move: White can move and may not pass
         play b pass -> ? illegal move: white is to move
         play white i9 -> ? syntax error: a move is a square like F5, or pass
         play green f4 -> ? syntax error: a color is black or white
         play -> ? syntax error: play COLOR MOVE
         play w -> ? syntax error: play COLOR MOVE
         genmove -> ? syntax error: genmove COLOR
         genmove b -> ? illegal move: white is to move
         play W D6 -> =
         undo -> =
         play WHITE f6 -> =
         undo -> =
         undo -> =
         undo -> ? cannot undo",
    );
}

/// The shortest game with a forced pass: after these eight moves Black has none.
const BEFORE_PASS: &str = "play b f5->=
    play w f6->=
    play b d3->=
    play w g5->=
    play b h5->=
    play w h4->=
    play b f7->=
    play w h6->=\n";

#[test]
fn a_forced_pass_may_be_sent_asked_for_or_left_out() {
    // Sent.
    let script = "play w pass -> ? illegal move: black is to move
        play b pass -> =
        play w c5 -> =";
    check("random", &format!("{BEFORE_PASS}{script}"));
    // Asked for, and taken back.
    let script = "play b a1 -> ? illegal move: Black has no move and has to pass
        reg_genmove b -> = pass
        genmove b -> = pass
        gogui-rules_side_to_move -> = white
        undo -> =
        gogui-rules_side_to_move -> = black
        genmove b -> = pass
        play w c5 -> =";
    check("random", &format!("{BEFORE_PASS}{script}"));
    // Left out: one undo takes both back.
    let script = "play w a1 -> ? illegal move: a1 turns no disc over
        gogui-rules_side_to_move -> = black
        play w c5 -> =
        gogui-rules_side_to_move -> = black
        undo -> =
        gogui-rules_side_to_move -> = black
        gogui-rules_legal_moves -> = pass";
    check("random", &format!("{BEFORE_PASS}{script}"));
    // Left out before a move is asked for.
    let mut script = BEFORE_PASS.replace("->=", "").replace("    ", "");
    script += "genmove w\ngogui-rules_side_to_move\n";
    let answer = session("random", &script);
    let mut answers = answer.trim_end().rsplit("\n\n");
    assert_eq!(answers.next(), Some("= black"));
    let mv: Move = answers.next().unwrap()[2..].parse().unwrap();
    let line = read_transcript("f5f6d3g5h5h4f7h6--").unwrap();
    assert!(line.position().is_legal(mv), "{mv}");
}

#[test]
fn a_finished_game_passes_and_is_scored_with_empty_squares_for_the_winner() {
    // Black wipes White out after nine moves: 13 discs, and 51 empty squares.
    check(
        "random",
        "play b e6->=
         play w f4->=
         play b e3->=
         play w f6->=
         play b g5->=
         play w d6->=
         play b e7->=
         play w f5->=
         final_score -> ? cannot score
         play b c5->=
         final_score -> = B+64
         gogui-rules_legal_moves -> =
         genmove w -> = pass
         play b pass -> =
         genmove b -> = pass
         play w a1 -> ? illegal move: the game is over
         final_score -> = B+64
         undo -> =
         undo -> =
         undo -> =
         undo -> =
         final_score -> ? cannot score",
    );
}

#[test]
fn a_move_asked_for_is_played_and_one_asked_about_is_not() {
    let answer = session(
        "random",
        "reg_genmove b\nreg_genmove b\ngenmove b\ngogui-rules_side_to_move\n",
    );
    let answers: Vec<&str> = answer.trim_end().split("\n\n").collect();
    let mv: Move = answers[0][2..].parse().unwrap();
    assert!(Position::start().is_legal(mv));
    // The same question has the same answer.
    assert_eq!(answers[..3], [answers[0]; 3]);
    assert_eq!(answers[3], "= white");
}

#[test]
fn a_game_is_loaded_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.sgf");
    std::fs::write(&file, "(;GM[2]SZ[8];B[f5];W[d6];B[c3])").unwrap();
    let name = file.to_str().unwrap();
    check(
        "random",
        &format!(
            "loadsgf {name} -> =
             gogui-rules_side_to_move -> = white
             undo -> =
             play b c3 -> =
             loadsgf {name} 3 -> =
             play b c3 -> =
             loadsgf {name} x -> ? syntax error: loadsgf FILE [MOVE_NUMBER]
             loadsgf -> ? syntax error: loadsgf FILE [MOVE_NUMBER]
             gogui-rules_side_to_move -> = white"
        ),
    );
    std::fs::write(&file, "(;GM[1];B[aa])").unwrap();
    let answer = session("random", &format!("loadsgf {name}\nloadsgf {name}.none\n"));
    for answer in answer.trim_end().split("\n\n") {
        assert!(answer.starts_with("? cannot load file: "), "{answer}");
    }
}

#[test]
fn a_player_without_a_target_is_one_clear_line() {
    for player in ["agent:d=target", "begginer"] {
        let arguments = ["engine", "--player", player];
        let (code, out, error) = run_with_input(home().path(), &arguments, "name\n").apart();
        assert_eq!((code, out.as_str()), (Some(1), ""));
        assert!(error.contains("agent:d=25") || error.contains("did you mean"));
    }
}

// ---- two processes ------------------------------------------------------------------------------

/// An engine in a process of its own.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(program: &str, arguments: &[&str]) -> std::io::Result<Self> {
        let mut child = common::program(program, NOWHERE)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Ok(Self {
            child,
            input,
            output,
        })
    }

    fn koteki(player: &str, seed: u64) -> Self {
        let seed = seed.to_string();
        Self::start(
            env!("CARGO_BIN_EXE_koteki"),
            &["engine", "--player", player, "--seed", &seed],
        )
        .unwrap()
    }

    /// Sends a command and waits for its answer: whether it was obeyed, and what was said.
    fn ask(&mut self, command: &str) -> (bool, String) {
        writeln!(self.input, "{command}").unwrap();
        self.input.flush().unwrap();
        let mut answer = String::new();
        loop {
            let mut line = String::new();
            let read = self.output.read_line(&mut line).unwrap();
            assert!(read > 0, "no answer to {command}");
            if line.trim().is_empty() && !answer.is_empty() {
                break;
            }
            answer += &line;
        }
        let answer = answer.trim_end();
        (answer.starts_with('='), answer[1..].trim().to_owned())
    }

    /// Sends a command that has to be obeyed.
    fn obey(&mut self, command: &str) -> String {
        let (obeyed, answer) = self.ask(command);
        assert!(obeyed, "{command}: {answer}");
        answer
    }

    fn quit(mut self) {
        self.obey("quit");
        assert!(self.child.wait().unwrap().success());
    }
}

/// A game between two engines, every move checked by the rules here. Passes are told, or left out.
fn game(black: &mut Engine, white: &mut Engine, tell_passes: bool) -> GameLine<Position> {
    game_from(&GameLine::default(), black, white, tell_passes)
}

/// The same from the end of `opening`, which has no pass.
fn game_from(
    opening: &GameLine<Position>,
    black: &mut Engine,
    white: &mut Engine,
    tell_passes: bool,
) -> GameLine<Position> {
    for engine in [&mut *black, &mut *white] {
        engine.obey("boardsize 8");
        engine.obey("clear_board");
        for (position, mv) in opening.steps() {
            let colour = position.side_to_move().to_string().to_lowercase();
            engine.obey(&format!("play {colour} {mv}"));
        }
    }
    let mut line = opening.clone();
    while line.position().outcome().is_none() {
        let side = line.position().side_to_move();
        let (mover, other) = match side {
            Side::Black => (&mut *black, &mut *white),
            Side::White => (&mut *white, &mut *black),
        };
        let colour = side.to_string().to_lowercase();
        let mv = if line.position().must_pass() && !tell_passes {
            Move::Pass
        } else {
            let answer = mover.obey(&format!("genmove {colour}"));
            let mv: Move = answer.parse().unwrap();
            if mv != Move::Pass || tell_passes {
                other.obey(&format!("play {colour} {answer}"));
            }
            mv
        };
        line.play(mv).unwrap();
    }
    line
}

#[test]
fn two_processes_play_whole_games() {
    let mut black = Engine::koteki("tester:depth=2", 1);
    let mut white = Engine::koteki("random", 2);
    let mut lines = Vec::new();
    for tell_passes in [true, false] {
        let line = game(&mut black, &mut white, tell_passes);
        let outcome = line.position().outcome_with_empties().unwrap();
        let expected = match outcome.difference(Side::Black) {
            0 => "0".to_owned(),
            n @ 1.. => format!("B+{n}"),
            n => format!("W+{}", -n),
        };
        for engine in [&mut black, &mut white] {
            assert_eq!(engine.obey("final_score"), expected);
            assert_eq!(engine.obey("genmove b"), "pass");
            // Back to the beginning, one command at a time.
            while engine.ask("undo").0 {}
            assert_eq!(engine.obey("gogui-rules_legal_moves"), "D3 C4 F5 E6");
        }
        lines.push(line);
    }
    // Another game, so other lots.
    assert_ne!(lines[0].moves(), lines[1].moves());
    black.quit();
    white.quit();
    // The same seeds give the same game.
    let mut black = Engine::koteki("tester:depth=2", 1);
    let mut white = Engine::koteki("random", 2);
    assert_eq!(game(&mut black, &mut white, true).moves(), lines[0].moves());
    black.quit();
    white.quit();
}

#[test]
fn a_long_thought_ends_when_its_reader_is_gone() {
    // So patient that nothing but the missing reader can end it.
    let mut engine = Engine::start(
        env!("CARGO_BIN_EXE_koteki"),
        &[
            "engine",
            "--player",
            "expert:depth=12",
            "--patience",
            "86400",
        ],
    )
    .unwrap();
    let opening = read_transcript("f5d6c3d3c4f4f6f3e6e7").unwrap();
    for (position, mv) in opening.steps() {
        let colour = position.side_to_move().to_string().to_lowercase();
        engine.obey(&format!("play {colour} {mv}"));
    }
    // Twelve plies in the manner of "Reversi in C#", without an order of moves: many minutes.
    writeln!(engine.input, "genmove b").unwrap();
    let Engine {
        mut child,
        input,
        output,
    } = engine;
    drop(input);
    drop(output);
    // A minute at least, then it is not going to end.
    let is_over = (0..1_200).any(|_| {
        std::thread::sleep(Duration::from_millis(50));
        child.try_wait().unwrap().is_some()
    });
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(is_over);
}

// ---- anything at all ----------------------------------------------------------------------------

fn answers(script: &[u8]) -> String {
    let lines = Lines::listen(std::io::Cursor::new(script.to_vec()), Duration::MAX, || {
        false
    })
    .unwrap();
    let mut engine =
        GameEngine::<Position>::new("random".parse().unwrap(), Box::new(RandomPlayer), 1);
    let mut out = Vec::new();
    serve(&mut engine, &lines, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        proptest::sample::select(vec![
            "play",
            "genmove",
            "undo",
            "b",
            "w",
            "black",
            "WHITE",
            "f5",
            "D6",
            "pass",
            "PA",
            "e3",
            "showboard",
            "final_score",
            "clear_board",
            "boardsize",
            "8",
            "komi",
            "-1",
            "1e999",
            "reg_genmove",
            "loadsgf",
            "/",
            "known_command",
            "list_commands",
            "#",
            "time_left",
            "gogui-rules_board",
            "\t",
            "\u{0}",
            "99999999999999999999",
        ])
        .prop_map(str::to_owned),
        "\\PC{0,6}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_lines_get_well_formed_answers(
        lines in proptest::collection::vec(proptest::collection::vec(word(), 0..5), 0..40),
    ) {
        let lines: Vec<String> = lines.iter().map(|words| words.join(" ")).collect();
        let mut script = lines.join("\n").into_bytes();
        script.extend_from_slice(b"\n777 name\n");
        let out = answers(&script);
        prop_assert!(out.ends_with("=777 Koteki\n\n"), "{out}");
        let answers: Vec<&str> = out.trim_end_matches('\n').split("\n\n").collect();
        // One a line that says something.
        let says = |line: &&String| {
            let text = line.split('#').next().unwrap();
            text.chars().any(|c| !c.is_control() && !c.is_whitespace() && c != '\u{feff}')
        };
        prop_assert_eq!(answers.len(), lines.iter().filter(says).count() + 1);
        for answer in answers {
            prop_assert!(answer.starts_with(['=', '?']), "{}", answer);
        }
    }

    #[test]
    fn any_bytes_get_an_answer(bytes in proptest::collection::vec(any::<u8>(), 0..2_000)) {
        let mut script = bytes;
        script.extend_from_slice(b"\n777 name\n");
        prop_assert!(answers(&script).ends_with("=777 Koteki\n\n"));
    }
}

// ---- gtp-rhino ----------------------------------------------------------------------------------

/// GRhino's engine, where it is installed.
fn rhino() -> Option<Engine> {
    let places = ["gtp-rhino", "/usr/games/gtp-rhino"];
    let found = places.iter().find_map(|p| Engine::start(p, &[]).ok());
    if found.is_none() {
        #[allow(clippy::print_stderr)] // A skipped test must be seen.
        {
            eprintln!("SKIPPED: no gtp-rhino here (Debian: apt-get install grhino)");
        }
    }
    found
}

/// Two games against GRhino's engine, one with each colour, every move checked by the rules here.
/// It takes no pass from outside, so none is told.
#[test]
fn games_against_gtp_rhino_are_legal_to_the_end() {
    let Some(mut rhino) = rhino() else { return };
    let mut koteki = Engine::koteki("tester:depth=4", 1);
    for rhino_is_black in [true, false] {
        let line = if rhino_is_black {
            game(&mut rhino, &mut koteki, false)
        } else {
            game(&mut koteki, &mut rhino, false)
        };
        // Discs as they lie, or with the empty squares: who wins is the same.
        let winner = match line.position().outcome().unwrap().winner() {
            Some(Side::Black) => "B+",
            Some(Side::White) => "W+",
            None => "0",
        };
        for engine in [&mut koteki, &mut rhino] {
            let score = engine.obey("final_score");
            assert!(score.starts_with(winner), "{score}");
        }
    }
    koteki.quit();
    rhino.quit();
}

/// A match against GRhino's engine at its own settings: `KOTEKI_PLAYER=tester cargo test --release
/// --test engines gtp -- --ignored --nocapture`. Twenty games, in pairs from an opening of eight plies at random
/// with colours swapped; prints the count from our view.
#[test]
#[ignore = "a match, to be read"]
fn match_against_gtp_rhino() {
    let Some(mut rhino) = rhino() else { return };
    let player = std::env::var("KOTEKI_PLAYER").unwrap_or_else(|_| "tester".to_owned());
    let mut koteki = Engine::koteki(&player, 1);
    let mut differences = Vec::new();
    for pair in 0..10 {
        let opening = random_opening(8, pair);
        if opening.moves().contains(&Move::Pass) {
            continue;
        }
        for side in Side::BOTH {
            let line = match side {
                Side::Black => game_from(&opening, &mut koteki, &mut rhino, false),
                Side::White => game_from(&opening, &mut rhino, &mut koteki, false),
            };
            let outcome = line.position().outcome_with_empties().unwrap();
            differences.push(outcome.difference(side));
        }
    }
    let tally = Tally::of(&differences);
    let (interval, _) = tally.interval();
    #[allow(clippy::print_stderr)] // The result of the match.
    {
        eprintln!(
            "{player} against gtp-rhino: {}-{}-{}, win rate {:.3} ({:.3} to {:.3}), discs {:+.1}",
            tally.wins,
            tally.losses,
            tally.draws,
            tally.win_rate().unwrap(),
            interval.low,
            interval.high,
            tally.mean_difference().unwrap(),
        );
    }
    koteki.quit();
    rhino.quit();
}
