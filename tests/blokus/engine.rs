//! `koteki engine --game blokus` as another program sees it: over pipes, with Pentobi's commands.

#![allow(clippy::unwrap_used, clippy::panic)] // Tests may unwrap; clippy does not know the helpers of one.

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdout, Stdio};

use koteki_games::blokus::notation::blksgf::Record;
use koteki_games::blokus::notation::{read_moves, write_moves, write_squares};
use koteki_games::blokus::{Move, Position};
use koteki_games::{Game as _, GameLine};

use crate::common::{NOWHERE, home, koteki, run, run_with_input};

/// Two levels of Pentobi 30.3, which gave it as W+9.
const GAME: &str = "54u0 9au0 77r3 97t4 95o7 b4o0 6at4 6cl2 4cm5 49m0 37s1 6ek2 a2p4 d2r3 24n1 c8s2 1dl1 cbp3 51k7 \
    den2 83d1 adg1 19a0 56b0 11b0 e5d3 0000 45a0 0000 16q2 0000 0000";

/// The answers to a script that ends without `quit`, without the empty lines between them.
fn session(player: &str, script: &str) -> Vec<String> {
    let arguments = ["engine", "--game", "blokus", "--player", player];
    let (code, text, errors) = run_with_input(home().path(), &arguments, script).apart();
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    text.trim_end_matches('\n')
        .split("\n\n")
        .map(str::to_owned)
        .collect()
}

/// The moves as Pentobi's host sends them: squares, and no passes.
fn plays(line: &GameLine<Position>, plies: usize) -> String {
    let mut script = String::new();
    for (position, mv) in line.steps().take(plies) {
        if let Move::Place(placement) = mv {
            let side = position.side_to_move().name();
            let _ = writeln!(script, "play {side} {}", write_squares(placement));
        }
    }
    script
}

#[test]
fn a_game_of_pentobi_is_played_through_with_its_score() {
    let line = read_moves(GAME).unwrap();
    let script = plays(&line, line.ply()) + "showboard\nfinal_score\nall_legal\n";
    let answers = session("random", &script);
    let (board, rest) = (&answers[answers.len() - 3], &answers[answers.len() - 2..]);
    assert!(answers[..answers.len() - 3].iter().all(|it| it == "= "));
    assert!(
        board.contains("game over; X black 56, O white 65"),
        "{board}"
    );
    // The row of e10, as the published game has it: the first piece is the X round it.
    assert!(board.contains("\n10 "), "{board}");
    assert_eq!(rest, ["= W+9", "= "]);
}

#[test]
fn the_first_lists_have_414_moves_for_either_side() {
    for script in ["all_legal b\n", "all_legal\n", "all_legal w\n"] {
        let answers = session("random", script);
        assert_eq!(answers[0].lines().count(), 414, "{script}");
    }
    // Published for this position: 13 after 20 plies.
    let line = read_moves(GAME).unwrap();
    let answers = session("random", &(plays(&line, 20) + "all_legal b\n"));
    assert_eq!(answers.last().unwrap().lines().count(), 13);
}

#[test]
fn what_the_rules_forbid_is_said_and_changes_nothing() {
    let answers = session(
        "random",
        "play b e10,d11,e11,f11,e12\nplay b i4,h5,i5,j5,i6\nplay w e10,d11,e11,f11,e12\nplay w a1\n\
         play w a1,a3\nplay w pass\nplay w i4, h5, i5, j5, i6\nplay b 54u0\nplay b\nfinal_score\nundo\nundo\n\
         undo\nset_game Go\nset_game Blokus Duo\nboardsize 19\nclear_board\nlist_games\n",
    );
    let expected = [
        "= ",
        "? illegal move: ",
        "? illegal move: ",
        "? illegal move: ",
        "? syntax error: ",
        "? illegal move: ",
        "= ",
        "? illegal move: ",
        "? syntax error: play COLOR MOVE",
        "= 0",
        "= ",
        "= ",
        "? cannot undo",
        "? unsupported game",
        "=",
        "? unacceptable size",
        "=",
        "= Blokus Duo",
    ];
    assert_eq!(answers.len(), expected.len(), "{answers:#?}");
    for (answer, expected) in answers.iter().zip(expected) {
        assert!(answer.starts_with(expected), "{answer:?}, not {expected:?}");
    }
    assert!(answers[2].ends_with("e12 is taken"), "{}", answers[2]);
}

/// A host that takes answers apart as Pentobi's twogtp does (twogtp/GtpConnection.cpp, `send`).
struct Host {
    child: Child,
    output: BufReader<ChildStdout>,
}

impl Host {
    fn start(player: &str) -> Self {
        let mut child = koteki(NOWHERE)
            .args(["engine", "--game", "blokus", "--player", player])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { child, output }
    }

    fn send(&mut self, command: &str) -> String {
        writeln!(self.child.stdin.as_ref().unwrap(), "{command}").unwrap();
        let mut lines = (&mut self.output).lines().map(Result::unwrap);
        let first = lines.next().unwrap();
        assert!(first.starts_with("= "), "{command}: {first:?}");
        let rest = lines.take_while(|line| !line.is_empty());
        rest.fold(first[2..].to_owned(), |all, line| all + "\n" + &line)
    }
}

/// The commands of a game under Pentobi's twogtp (twogtp/TwoGtp.cpp, `run` and `play_game`), which knows no passes.
#[test]
fn a_game_is_played_under_pentobis_twogtp() {
    let mut players = ["biggest", "random"].map(Host::start);
    for player in &mut players {
        player.send("set_game Blokus Duo");
        player.send("clear_board");
        let time: f64 = player.send("cputime").parse().unwrap();
        assert!(time > 0.0);
    }
    let mut line = GameLine::<Position>::default();
    while line.position().outcome().is_none() {
        if line.position().must_pass() {
            line.play(Move::Pass).unwrap();
            continue;
        }
        let side = line.position().side_to_move();
        let colour = ["b", "w"][side.index()];
        let answer = players[side.index()].send(&format!("genmove {colour}"));
        line.play(answer.parse().unwrap()).unwrap();
        let other = side.other().index();
        assert_eq!(players[other].send(&format!("play {colour} {answer}")), "");
    }
    for mut player in players {
        player.send("cputime");
        assert_eq!(player.send("quit"), "");
        assert!(player.child.wait().unwrap().success());
    }
}

/// Pentobi's engine lets a side move twice, and takes the score of any board.
#[test]
fn a_side_may_move_twice_and_the_score_is_that_of_the_board() {
    let answers = session(
        "random",
        "play b e10,d11,e11,f11,e12\nfinal_score\nplay b g9,g10,h9,i9\nfinal_score\n\
         play w i4,h5,i5,j5,i6\nundo\nundo\nfinal_score\nplay w i4,h5,i5,j5,i6\nfinal_score\n\
         reg_genmove w\ngenmove w\nfinal_score\n",
    );
    let expected = [
        "= ", "= B+5", "= ", "= B+9", "= ", "= ", "= ", "= B+5", "= ", "= 0",
    ];
    assert_eq!(answers[..10], expected, "{answers:#?}");
    // Asked for twice, it is the same piece, and then lies there.
    assert_eq!(answers[10], answers[11]);
    let squares = answers[11].split(',').count();
    assert_eq!(answers[12], format!("= W+{squares}"));
}

/// `get_value` and `move_values` as Pentobi's manual has them: shares of games won, the best move first.
#[test]
fn what_moves_are_worth_is_told_by_players_that_know_it() {
    for player in ["uct:playouts=200", "mc:playouts=1", "tester:depth=1"] {
        let answers = session(
            player,
            "get_value\nreg_genmove b\nget_value\nmove_values\nplay b e10,d11,e11,f11,e12\nget_value\n",
        );
        assert!(answers[0].starts_with("? no value: "), "{}", answers[0]);
        let value: f64 = answers[2][2..].parse().unwrap();
        assert!((0.0..=1.0).contains(&value), "{player}: {value}");
        let values: Vec<(f64, &str)> = answers[3][2..]
            .lines()
            .map(|line| line.split_once(' ').unwrap())
            .map(|(value, mv)| (value.parse().unwrap(), mv))
            .collect();
        assert_eq!(values.len(), 414, "{player}");
        assert!(values.is_sorted_by(|a, b| a.0 >= b.0), "{player}");
        let chosen = values.iter().find(|it| answers[1][2..] == *it.1).unwrap();
        assert_eq!(format!("{:.3}", chosen.0), answers[2][2..], "{player}");
        assert!(answers[5].starts_with("? no value: "), "{}", answers[5]);
    }
    let answers = session("biggest", "genmove b\nget_value\nmove_values\n");
    for answer in &answers[1..] {
        assert!(answer.starts_with("? no value: "), "{answer}");
    }
}

/// `param` as Pentobi's manual has it: without arguments the settings, a line each; with two, one is set.
#[test]
fn settings_are_listed_and_set() {
    let answers = session(
        "mc:playouts=7",
        "param\nparam playouts 9\nparam\nparam playout 9\nparam playouts many\nparam playouts\nparam\n",
    );
    assert!(answers[0].lines().any(|line| line.ends_with("playouts 7")));
    assert_eq!(answers[1], "= ");
    assert!(answers[2].lines().any(|line| line.ends_with("playouts 9")));
    for refused in &answers[3..5] {
        assert!(refused.starts_with("? cannot set parameter: "), "{refused}");
    }
    assert!(answers[3].contains("playouts"), "{}", answers[3]);
    assert!(answers[5].starts_with("? syntax error: param"));
    assert_eq!(answers[6], answers[2]);
    // One budget takes the other's place, and what was thought before is another player's.
    let answers = session(
        "toqn:nodes=50",
        "genmove b\nparam Time 1ms\nparam\nget_value\nparam weights /dev/zero\n",
    );
    assert_eq!(answers[1], "= ");
    assert!(answers[2].contains("time 1ms") && !answers[2].contains("nodes"));
    assert!(answers[3].starts_with("? no value: "), "{}", answers[3]);
    assert!(
        answers[4].starts_with("? cannot set parameter: "),
        "{}",
        answers[4]
    );
}

/// The end of the input asks for no haste: it is a script, and each line of it gets its answer.
#[test]
fn a_script_is_answered_in_full_however_long_that_takes() {
    let answers = session("toqn:time=11s", "genmove b\nname\n");
    assert!(answers[0][2..].parse::<Move>().is_ok(), "{}", answers[0]);
    assert_eq!(answers[1], "= Koteki");
}

/// Two engines that only hear what their host forwards, as `pentobi` matches them: passes are left out.
#[test]
fn a_whole_game_of_generated_moves_is_legal() {
    let mut line = GameLine::<Position>::default();
    let mut script = String::new();
    // The same seed and the same commands give the same moves: the script is run again with one more.
    while line.position().outcome().is_none() {
        if line.position().must_pass() {
            line.play(Move::Pass).unwrap();
            continue;
        }
        let side = line.position().side_to_move().name();
        let asked = format!("{script}genmove {side}\n");
        let answer = session("biggest", &asked).pop().unwrap();
        let mv: Move = answer.strip_prefix("= ").unwrap().parse().unwrap();
        line.play(mv).unwrap();
        let _ = writeln!(script, "play {side} {}", answer.strip_prefix("= ").unwrap());
    }
    let score = session("biggest", &(script + "final_score\ngenmove b\n"));
    let black = line.position().bonus_score();
    let black = black.difference(koteki_games::Side::Black);
    let expected = match black {
        1.. => format!("= B+{black}"),
        0 => "= 0".to_owned(),
        _ => format!("= W+{}", -black),
    };
    assert_eq!(score[score.len() - 2..], [expected, "= pass".to_owned()]);
}

#[test]
fn games_go_to_files_and_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.blksgf");
    let name = file.to_str().unwrap();
    let line = read_moves(GAME).unwrap();
    let script =
        plays(&line, line.ply()) + &format!("savesgf {name}\nclear_board\nloadsgf {name}\n");
    let answers = session(
        "random",
        &(script + &format!("final_score\nloadsgf {name} 5\np 95o7\nundo\ng\n")),
    );
    let last = &answers[answers.len() - 5..];
    assert_eq!(last[..4], ["= W+9", "= ", "= ", "= "]);
    assert!(last[4].contains("white to move"), "{}", last[4]);
    let written = fs::read_to_string(&file).unwrap();
    let read = Record::read(&written).unwrap().main_line().unwrap();
    assert_eq!(
        write_moves(read.moves(), false),
        write_moves(line.moves(), false)
    );
    for (file, text) in [
        ("broken", "(;GM[Blokus Duo];B[e10"),
        ("go", "(;GM[1];B[aa])"),
    ] {
        let path = folder.path().join(file);
        fs::write(&path, text).unwrap();
        let answers = session("random", &format!("loadsgf {}\n", path.display()));
        assert!(
            answers[0].starts_with("? cannot load file: "),
            "{answers:?}"
        );
    }
    let nowhere = folder.path().join("no/such/folder.blksgf");
    let answers = session(
        "random",
        &format!("savesgf {}\nloadsgf /dev/null\n", nowhere.display()),
    );
    assert!(
        answers[0].starts_with("? cannot save file: "),
        "{answers:?}"
    );
    assert!(
        answers[1].starts_with("? cannot load file: "),
        "{answers:?}"
    );
}

/// As the superuser nothing else would keep a device from being replaced by a file.
#[cfg(unix)]
#[test]
#[allow(clippy::print_stderr)]
fn a_game_goes_into_a_pipe_or_a_device_and_through_a_link() {
    use std::os::unix::fs::{FileTypeExt as _, symlink};
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let made = |program: &str, name: &str, more: &[&str]| {
        let done = std::process::Command::new(program)
            .arg(at(name))
            .args(more)
            .output();
        done.unwrap().status.success()
    };
    let save = |name: &str| {
        session(
            "random",
            &format!("p 54u0\nsavesgf {}\n", at(name).display()),
        )
    };
    assert!(made("mkfifo", "pipe", &[]));
    let reader = std::thread::spawn({
        let pipe = at("pipe");
        move || fs::read_to_string(pipe).unwrap()
    });
    assert_eq!(save("pipe")[1].trim_end(), "=");
    assert!(
        fs::symlink_metadata(at("pipe"))
            .unwrap()
            .file_type()
            .is_fifo()
    );
    assert!(reader.join().unwrap().contains("GM[Blokus Duo]"));
    if made("mknod", "null", &["c", "1", "3"]) {
        assert_eq!(save("null")[1].trim_end(), "=");
        let null = fs::symlink_metadata(at("null")).unwrap().file_type();
        assert!(null.is_char_device());
    } else {
        eprintln!("SKIPPED: no device can be made here");
    }
    let socket = std::os::unix::net::UnixListener::bind(at("socket")).unwrap();
    let refused = "? cannot save file: this is a socket and not a regular file";
    assert_eq!(save("socket")[1], refused);
    assert!(
        fs::symlink_metadata(at("socket"))
            .unwrap()
            .file_type()
            .is_socket()
    );
    drop(socket);
    symlink("file", at("link")).unwrap();
    fs::write(at("file"), "old").unwrap();
    assert_eq!(save("link")[1].trim_end(), "=");
    assert!(fs::symlink_metadata(at("link")).unwrap().is_symlink());
    assert!(
        fs::read_to_string(at("file"))
            .unwrap()
            .contains("GM[Blokus Duo]")
    );
    let names = fs::read_dir(folder.path()).unwrap();
    assert!(
        names
            .flatten()
            .all(|it| !it.file_name().to_string_lossy().contains(".new"))
    );
}

#[test]
fn another_protocol_or_player_is_one_clear_line() {
    for (arguments, said) in [
        (["--protocol", "janken"], "leave --game out"),
        (["--protocol", "nboard"], "--protocol gtp only"),
        (["--player", "unct"], "did you mean \"uct\""),
    ] {
        let arguments = [&["engine", "--game", "blokus"][..], &arguments].concat();
        let (code, out, error) = run(home().path(), &arguments).apart();
        assert!(code != Some(0) && out.is_empty());
        assert!(error.contains(said), "{error}");
    }
}
