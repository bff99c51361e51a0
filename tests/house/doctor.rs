//! `koteki doctor`, at a terminal and without one.

#![allow(clippy::unwrap_used, clippy::panic)] // Tests may; clippy does not know the helpers of one.

use std::fs;
use std::path::Path;
use std::time::Duration;

use serde_json::Value;

use crate::common::koteki;
use crate::pty::{Home, Terminal};

/// What is said in `home`, and the exit code.
fn said(home: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = koteki(home);
    let output = command.arg("doctor").args(arguments).output().unwrap();
    assert!(output.stderr.is_empty());
    (
        output.status.code(),
        String::from_utf8(output.stdout).unwrap(),
    )
}

/// Those settings.
fn set(home: &Home, settings: &str) {
    fs::create_dir_all(home.config()).unwrap();
    fs::write(home.config().join("koteki.toml"), settings).unwrap();
}

/// The line about `what`.
fn line<'a>(said: &'a str, what: &str) -> &'a str {
    let is_it = |line: &&str| line.get(6..).is_some_and(|it| it.starts_with(what));
    said.split("\x1b[6n")
        .flat_map(str::lines)
        .find(is_it)
        .unwrap_or_else(|| panic!("nothing of {what} in\n{said}"))
}

#[test]
fn a_fresh_home_without_a_terminal_is_well() {
    let home = Home::new();
    let (code, text) = said(home.path(), &[]);
    assert_eq!(code, Some(0), "{text}");
    assert_eq!(
        line(&text, "terminal"),
        "look  terminal    standard input is not a terminal (TERM=xterm-256color): koteki runs in plain lines"
    );
    assert!(line(&text, "colours").starts_with("ok    colours     256"));
    assert!(line(&text, "settings").ends_with("those built in"));
    assert!(line(&text, "engine").ends_with("none is set up"));
    // It leaves nothing behind.
    assert_eq!(fs::read_dir(home.path()).unwrap().count(), 0);

    let (code, text) = said(home.path(), &["--json"]);
    let all: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(code, Some(0));
    assert_eq!(
        (&all["schema"], &all["well"]),
        (&"koteki-doctor/1".into(), &true.into())
    );
    for check in all["checks"].as_array().unwrap() {
        assert_eq!(check["state"] == "ok", check["mend"].is_null(), "{check}");
    }
}

#[test]
fn what_does_not_work_is_bad_and_has_a_mend() {
    let home = Home::new();
    set(&home, "[game]\nopponnent = \"expert\"\n");
    let (code, text) = said(home.path(), &[]);
    assert_eq!(code, Some(1));
    let settings = line(&text, "settings");
    assert!(
        settings.starts_with("bad ") && settings.contains("2:1"),
        "{settings}"
    );
    assert!(text.contains("mend it there"));

    set(
        &home,
        "[game]\nopponent = 'engine:cmd=\"sh -c true\"'\n[tester]\nadviser = 'engine:cmd=\"no-such-edax -nboard\",protocol=nboard,depth=8'\n",
    );
    let (code, text) = said(home.path(), &[]);
    assert_eq!(code, Some(1));
    let engines: Vec<_> = text
        .lines()
        .filter(|line| line.contains("  engine "))
        .collect();
    assert!(
        engines[0].starts_with("ok ") && engines[0].ends_with("/sh (opponent under [game])"),
        "{text}"
    );
    assert!(
        engines[1].starts_with("bad ") && engines[1].contains("no-such-edax (adviser"),
        "{text}"
    );

    // No game is kept beneath a file.
    set(&home, "");
    let file = home.config().join("koteki.toml/games");
    let (code, text) = said(home.path(), &["--data", file.to_str().unwrap()]);
    assert_eq!(code, Some(1));
    assert!(
        line(&text, "games").starts_with("bad   games       no game is kept: "),
        "{text}"
    );
}

/// What it writes to a terminal that answers where its cursor is, `off` columns from where the model of the screen
/// has it, or does not answer; and its exit code.
fn asked(rows: u16, cols: u16, off: Option<u16>, env: &[(&str, &str)]) -> (u32, String) {
    let mut terminal = Terminal::start(rows, cols, &["doctor"], env);
    let mut answered = 0;
    while terminal.is_running() {
        let written = terminal.bytes();
        let questions = written.windows(4).filter(|it| it == b"\x1b[6n").count();
        if let Some(off) = off
            && questions > answered
        {
            answered += 1;
            let (row, column) = terminal.screen().cursor_position();
            terminal.send(&format!("\x1b[{};{}R", row + 1, column + 1 + off));
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    let code = terminal.wait_exit().exit_code();
    terminal.assert_restored();
    let written = String::from_utf8(terminal.bytes()).unwrap();
    (code, written.replace("\r\x1b[K", ""))
}

#[test]
fn a_terminal_is_asked_how_wide_it_draws() {
    let (code, text) = asked(24, 80, Some(0), &[]);
    assert_eq!(code, 0, "{text}");
    assert!(line(&text, "terminal").ends_with("TERM=xterm-256color"));
    assert_eq!(
        line(&text, "widths"),
        "ok    widths      the terminal draws all characters as wide as expected"
    );
    assert_eq!(line(&text, "size"), "ok    size        80x24");

    let (code, text) = asked(24, 80, Some(1), &[]);
    assert_eq!(code, 1, "{text}");
    let widths = line(&text, "widths");
    assert!(widths.starts_with("bad ") && widths.contains('●'), "{text}");
    assert!(text.contains("--glyphs cjk-safe"));

    // One that answers nothing is no fault.
    let (code, text) = asked(24, 80, None, &[]);
    assert_eq!(code, 0, "{text}");
    assert!(line(&text, "widths").starts_with("look "), "{text}");

    let (code, text) = asked(24, 80, None, &[("TERM", "dumb")]);
    assert_eq!(code, 0);
    assert!(line(&text, "terminal").starts_with("look  terminal    TERM=dumb"));
    assert!(!text.contains('\x1b'), "{text}");
}

#[test]
fn a_window_that_is_too_small_is_said_to_be() {
    for (rows, cols, code, says) in [
        (
            14,
            80,
            1,
            "bad   size        80x14: no screen is drawn in less than 30x15",
        ),
        (
            20,
            100,
            0,
            "look  size        100x20: Blokus Duo needs 36x21",
        ),
        (23, 100, 0, "look  size        100x23: "),
    ] {
        let (ended, text) = asked(rows, cols, Some(0), &[]);
        assert_eq!(ended, code, "{text}");
        assert!(line(&text, "size").starts_with(says), "{text}");
    }
}
