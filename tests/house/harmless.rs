//! Nothing that a terminal obeys comes out of the program with words that it has read, and nothing is taken for
//! written that could not be.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic)] // Tests may unwrap; clippy does not know the helpers of one.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use crate::common::{NOWHERE, end, koteki, run_with_input};
use koteki_games::othello::notation::read_transcript;
use koteki_record::game::{GameRecord, Kind, Players};

/// Red, another title, the clipboard, a C1 control, and the direction of writing turned.
const NASTY: &str =
    "no\u{1b}[31mred\u{1b}]0;title\u{7}\u{1b}]52;c;aGk=\u{7}\u{9b}2J\u{202e}\u{2066}";

/// What is said on both streams.
fn said(folder: &Path, arguments: &[&str], typed: &[u8]) -> String {
    run_with_input(folder, arguments, typed).together().1
}

fn is_harmful(letter: char) -> bool {
    letter != '\n' && letter != '\r' && letter != '\t' && letter.is_control()
        || "\u{61c}\u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}".contains(letter)
        || ('\u{2066}'..='\u{2069}').contains(&letter)
}

/// Sees that this command says something with the word in it, and nothing that a terminal obeys.
fn is_harmless(folder: &Path, arguments: &[&str], typed: &[u8]) {
    let said = said(folder, arguments, typed);
    assert!(said.contains("red"), "{arguments:?}: {said:?}");
    assert!(!said.contains(is_harmful), "{arguments:?}: {said:?}");
}

#[test]
fn names_of_files_are_shown_without_what_a_terminal_obeys() {
    let folder = tempfile::tempdir().unwrap();
    let file = format!("{NASTY}x.txt");
    let commands: [&[&str]; 17] = [
        &["analyse"],
        &["analyse", "--json"],
        &["stats"],
        &["solve"],
        &["watch"],
        &["replay"],
        &["replay", "--plain"],
        &["export", "--csv"],
        &["merge"],
        &["janken", "--analyse"],
        &["blokus", "--plain", "--load"],
        &["evolve", "--resume"],
        &["match", "--resume"],
        &["play", "--plain", "--config"],
        &["study", "list"],
        &["convert", "--to", "ggf"],
        &["match", "random", "random", "--openings"],
    ];
    for command in commands {
        let last: &[&str] = if command[0] == "convert" { &["-"] } else { &[] };
        is_harmless(folder.path(), &[command, &[&file], last].concat(), b"");
    }
    // Names of players and values of options, which clap may quote.
    for command in [
        &["play", "--plain", "--opponent"][..],
        &["measure"],
        &["portrait"],
        &["blokus", "--plain", "--opponent"],
        &["janken", "--level"],
        &["janken", "--length"],
        &["profile", "--name"],
        &["experiment"],
        &["man"],
        &["learn", "--red"],
        &["engine", "--player"],
    ] {
        let said = said(folder.path(), &[command, &[NASTY]].concat(), b"");
        assert!(
            !said.is_empty() && !said.contains(is_harmful),
            "{command:?}: {said:?}"
        );
    }
}

#[test]
fn what_files_hold_is_shown_without_what_a_terminal_obeys() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let nasty = |text: &str| text.replace("NASTY", NASTY);
    write("t.txt", &nasty("f5d6c3 NASTY\n"));
    write(
        "g.ggf",
        &nasty(
            "(;GM[Othello]PB[NASTY]PW[red]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[NASTY];)\n",
        ),
    );
    write(
        "p.pgn",
        &nasty("[Black \"NASTY\"]\n[White \"red\"]\n\n1. f5 d6 2. red 0-1\n"),
    );
    write("s.sgf", &nasty("(;GM[2]PB[NASTY];B[NASTY])"));
    write("b.blksgf", &nasty("(;GM[Blokus Duo];B[NASTY red])"));
    write("j.csv", &nasty("game,round,p1,p2\n1,1,R,NASTY\n1,2,R,S\n"));
    write("o.obf", &nasty("NASTY red\n"));
    write("c.toml", &nasty("[game]\nname = \"NASTY red\"\n"));
    write("d.toml", &nasty("[NASTYred]\n"));
    write("m.jsonl", &nasty("{\"NASTYred\": 1}\n"));
    fs::create_dir_all(folder.path().join("run")).unwrap();
    write(
        "run/run.toml",
        &nasty("format = 1\nseed = \"NASTY\"\nNASTYred = 2\n"),
    );
    write("run/events.jsonl", &nasty("{\"NASTYred\": 1}\n"));
    fs::create_dir_all(folder.path().join("study")).unwrap();
    write("study/study.toml", &nasty("format = 1\nNASTYred = 2\n"));
    let players = Players {
        black: format!("{NASTY}red"),
        white: "random".to_owned(),
    };
    let mut game = GameRecord::begin("1".to_owned(), 0, Kind::Practice, players, 1);
    game.set_line(&read_transcript("f5d6").unwrap());
    let game = game.to_line().unwrap() + "\n";
    write("games.jsonl", &game);
    for arguments in [
        &["analyse", "t.txt"][..],
        &["analyse", "g.ggf"],
        &["analyse", "--json", "g.ggf"],
        &["stats", "p.pgn"],
        &["stats", "--json", "p.pgn"],
        &["analyse", "s.sgf"],
        &["convert", "--to", "ggf", "s.sgf", "g2.ggf"],
        &["replay", "--plain", "games.jsonl"],
        &["replay", "--plain", "t.txt"],
        &["replay", "--plain", "run"],
        &["watch", "--plain", "run"],
        &["export", "--json", "run"],
        &["evolve", "--resume", "run"],
        &["blokus", "--plain", "--load", "b.blksgf"],
        &["janken", "--analyse", "j.csv"],
        &["janken", "--analyse", "j.csv", "--json"],
        &["solve", "o.obf"],
        &["solve", "--json", "o.obf"],
        &["play", "--plain", "--config", "c.toml"],
        &["play", "--plain", "--config", "d.toml"],
        &["match", "--resume", "m.jsonl"],
        &["study", "list", "study"],
        &["study", "--code", "P1", "--dir", "study", "--plain"],
        &["blind", "--code", "P1", "--dir", "study", "--plain"],
    ] {
        let said = said(folder.path(), arguments, b"");
        assert!(!said.contains(is_harmful), "{arguments:?}: {said:?}");
    }
    is_harmless(folder.path(), &["replay", "--plain", "games.jsonl"], b"");
}

/// A seed that is shown before anything else of a run is looked at.
#[test]
fn a_runs_seed_and_a_players_name_are_shown_without_what_a_terminal_obeys() {
    let folder = tempfile::tempdir().unwrap();
    let small = "[evolution]\npopulation = 4\nchildren = 2\ngames = 4\ncycles = 1\ndepth = 1\nopponent = 'random'\n[evolution.retest]\nfirst = 4\nbatch = 4\ncap = 8\n";
    fs::write(folder.path().join("c.toml"), small).unwrap();
    let evolve = [
        "evolve", "--config", "c.toml", "--out", "run", "--jobs", "1",
    ];
    said(folder.path(), &evolve, b"");
    let file = folder.path().join("run/run.toml");
    let text = fs::read_to_string(&file).unwrap();
    let seed = "\\u001b[31mred\\u001b]52;c;aGk=\\u0007\\u202e";
    assert!(text.contains("seed = \"1\""), "{text}");
    fs::write(
        &file,
        text.replace("seed = \"1\"", &format!("seed = \"{seed}\"")),
    )
    .unwrap();
    is_harmless(folder.path(), &["watch", "--plain", "run"], b"");
    let resumed = said(
        folder.path(),
        &["evolve", "--resume", "run", "--jobs", "1"],
        b"",
    );
    assert!(
        !resumed.is_empty() && !resumed.contains(is_harmful),
        "{resumed:?}"
    );
}

#[test]
fn protocols_answer_without_what_a_terminal_obeys() {
    let folder = tempfile::tempdir().unwrap();
    let line = |text: &str| text.replace("NASTY", NASTY).into_bytes();
    for (arguments, typed) in [
        (
            &["engine"][..],
            "1 play black f5NASTY\n2 NASTY\n3 boardsize NASTY\n4 loadsgf NASTY\n",
        ),
        (
            &["engine", "--game", "blokus"],
            "1 play b NASTY\n2 param NASTY\n3 loadsgf NASTY\n",
        ),
        (
            &["engine", "--protocol", "nboard"],
            "nboard 2\nmove NASTY\nset game NASTY\nping NASTY\n",
        ),
        (&["engine", "--protocol", "janken"], "NASTY\n"),
    ] {
        let answers = said(folder.path(), arguments, &line(typed));
        assert!(!answers.is_empty(), "{arguments:?}");
        assert!(!answers.contains(is_harmful), "{arguments:?}: {answers:?}");
    }
    // The words of whoever is at the other side are quoted.
    for arguments in [
        &["engine", "--protocol", "nboard"][..],
        &["engine", "--protocol", "janken"],
        &["play", "--plain", "--jobs", "1"],
        &["blokus", "--plain"],
        &["janken", "--plain"],
    ] {
        is_harmless(
            folder.path(),
            arguments,
            &line("move NASTY\nnew NASTY\nopponent NASTY\nquit\n"),
        );
    }
}

/// As GNU programs do.
#[test]
#[cfg(target_os = "linux")]
fn what_cannot_be_written_is_an_error() {
    for arguments in [
        &["--help"][..],
        &["--version"],
        &["help", "evolve"],
        &["play", "--help"],
        &["man"],
        &["completions", "bash"],
        &["perft", "3"],
        &["blokus", "--list"],
        &["janken", "--list"],
        &["experiment", "--list"],
        &["play", "--print-config"],
    ] {
        let output = koteki(NOWHERE)
            .args(arguments)
            .stdout(fs::File::create("/dev/full").unwrap())
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {said}");
        assert!(said.contains("No space left"), "{arguments:?}: {said}");
    }
}

/// A name of a file need not be text.
#[test]
fn a_word_that_is_no_text_ends_nothing() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    let folder = tempfile::tempdir().unwrap();
    let small = "[evolution]\npopulation = 4\nchildren = 2\ngames = 4\ncycles = 1\ndepth = 1\nopponent = 'random'\n[evolution.retest]\nfirst = 4\nbatch = 4\ncap = 8\n";
    fs::write(folder.path().join("c.toml"), small).unwrap();
    for arguments in [
        &["evolve", "--config", "c.toml", "--jobs", "1", "--out"][..],
        &[
            "sweep", "--config", "c.toml", "--seeds", "1", "--jobs", "1", "--out",
        ],
    ] {
        let place = [arguments[0].as_bytes(), b"\xff"].concat();
        let place = OsStr::from_bytes(&place);
        let mut command = koteki(folder.path());
        command.args(arguments).arg(place);
        let ended = end(command, "");
        assert_eq!(ended.code, Some(0), "{}", ended.errors);
        assert!(folder.path().join(place).is_dir());
    }
}
