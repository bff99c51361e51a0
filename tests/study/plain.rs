//! A study in plain lines, through pipes: what a dumb terminal or a screen reader is given.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;

use koteki_record::study::Folder;
use koteki_session::study::export::Study;
use koteki_session::study::{Settings, Sheet, Stage};

use crate::session::study;

use crate::common::koteki;

/// Runs `koteki` with `arguments`, answering each line that it writes by `answer`; everything it wrote.
fn talk(
    home: &std::path::Path,
    arguments: &[&str],
    mut answer: impl FnMut(&str) -> Option<String>,
) -> String {
    let mut child = koteki(home)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut said = String::new();
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        let line = line.unwrap();
        if let Some(answer) = answer(&line) {
            // A program that has ended reads no more.
            let _ = writeln!(input, "{answer}");
        }
        said.push_str(&line);
        said.push('\n');
    }
    assert!(child.wait().unwrap().success());
    said
}

#[test]
fn a_whole_study_goes_through_pipes_in_two_sittings() {
    let home = tempfile::tempdir().unwrap();
    study(
        &home.path().join("it"),
        Settings {
            warmups: 1,
            ..Settings::guided()
        },
    );
    // The behaviour of the program is the one it has.
    let file = home.path().join("it/study.toml");
    let made = fs::read_to_string(&file).unwrap();
    let now = made.replace(
        "behaviour = 1",
        &format!("behaviour = {}", koteki_rivals::evolve::BEHAVIOUR),
    );
    fs::write(&file, now).unwrap();

    let arguments = ["study", "--code", "P1", "--dir", "it"];
    let mut turns = 0;
    let mut next = None;
    let mut person = |line: &str, leave_after: usize| {
        if line.starts_with("Your move") {
            turns += 1;
            return Some(match next.take() {
                _ if turns == leave_after => "quit".to_owned(),
                _ if turns == 3 => "a9 nonsense".to_owned(),
                Some(mv) => mv,
                None => "moves".to_owned(),
            });
        }
        if line.split_whitespace().all(|word| word.len() == 2) {
            next = line.split_whitespace().next().map(str::to_owned);
            return None;
        }
        match line {
            "Enter begins." => Some(String::new()),
            _ if line.starts_with("Type a number from 1 to ") => Some("2".to_owned()),
            "(in words, if you like)" => Some("so it seemed".to_owned()),
            _ if line.starts_with("Enter hands the sheet in") => Some(String::new()),
            _ => None,
        }
    };
    let said = talk(home.path(), &arguments, |line| person(line, 10));
    assert!(
        said.contains("Game 1 of 1") && said.contains("'a9' is neither a move"),
        "{said}"
    );
    assert!(
        said.ends_with("All is kept. Resume with: koteki study --code P1 --dir it\n"),
        "{said}"
    );
    assert!(!said.contains('\x1b'));
    let said = talk(home.path(), &arguments, |line| person(line, 0));
    assert!(said.contains("Welcome back. You have played "), "{said}");
    assert!(said.contains("Preparing your opponents"), "{said}");
    assert!(said.contains("That was all. Thank you!"), "{said}");
    for hidden in ["individual", "beginner", "(random)", "rival A"] {
        assert!(!said.contains(hidden), "{hidden} in\n{said}");
    }

    let folder: Folder<Settings> = Folder::open(&home.path().join("it")).unwrap();
    let kept = Study::read(&folder, None).unwrap();
    let protocol = &kept.people[0].protocol;
    assert_eq!(protocol.stage(), Stage::Done);
    assert_eq!(protocol.games().len(), 13);
    let first = protocol.answers(Sheet::Pair(0)).unwrap();
    let given = ["strength-1", "unnatural-1", "where-1", "same", "reason"].map(|it| first.get(it));
    assert_eq!(
        given,
        [
            "a-little-stronger",
            "4-6",
            "so it seemed",
            "different",
            "so it seemed"
        ]
        .map(Some)
    );
    let said = talk(home.path(), &arguments, |_| None);
    assert!(said.contains("P1 has finished this study"), "{said}");
}

/// The protocol of Tsukamoto: twelve games, left in the second and gone on with.
#[test]
fn twelve_games_go_through_pipes_in_two_sittings() {
    let home = tempfile::tempdir().unwrap();
    let begin = [
        "study",
        "--code",
        "P1",
        "--dir",
        "it",
        "--protocol",
        "tsukamoto",
        "--opponents",
        "discs:depth=1",
        "random",
        "mobility+corners:depth=1",
        "tsukamoto:depth=2",
    ];
    let mut turns = 0;
    let mut next = None;
    let mut person = |line: &str, leave_after: usize| {
        if line.starts_with("Your move") {
            turns += 1;
            return Some(match next.take() {
                _ if turns == leave_after => "quit".to_owned(),
                Some(mv) => mv,
                None => "moves".to_owned(),
            });
        }
        if line.split_whitespace().all(|word| word.len() == 2) {
            next = line.split_whitespace().next().map(str::to_owned);
            return None;
        }
        (line == "Enter begins.").then(String::new)
    };
    let said = talk(home.path(), &begin, |line| person(line, 90));
    assert!(said.contains("Opponent 1 of 3, game 1 of 4"), "{said}");
    let go_on = "koteki study --protocol tsukamoto --code P1 --dir it";
    assert!(
        said.ends_with(&format!("All is kept. Resume with: {go_on}\n")),
        "{said}"
    );
    let arguments: Vec<&str> = go_on.split(' ').skip(1).collect();
    let said = talk(home.path(), &arguments, |line| person(line, 0));
    assert!(said.contains("Welcome back. You have played "), "{said}");
    for part in [
        "This is another opponent: 4 games again.",
        "Opponent 3 of 3, game 4 of 4",
        "That was all. Thank you!",
    ] {
        assert!(said.contains(part), "{part} in\n{said}");
    }
    for hidden in ["discs:", "mobility", "tsukamoto", "random", "V0"] {
        assert!(!said.contains(hidden), "{hidden} in\n{said}");
    }
    let folder: Folder<Settings> = Folder::open(&home.path().join("it")).unwrap();
    let kept = Study::read(&folder, None).unwrap();
    let protocol = &kept.people[0].protocol;
    assert_eq!(
        (protocol.stage(), protocol.games().len()),
        (Stage::Done, 12)
    );
}
