//! What is played back in plain lines, and what cannot be.

use std::fs;
use std::io::Write as _;
use std::process::Stdio;

use koteki_games::othello::notation::read_transcript;
use koteki_record::game::{GameRecord, Kind, Players};

use super::pty::{Home, Terminal};
use super::{Place, out, refused, said};

/// Names of players are others' words: a terminal must not obey them, nor write from right to left for them.
#[test]
fn a_name_does_nothing_to_the_terminal() {
    let place = Place::new();
    let players = Players {
        black: "\u{1b}]0;title\u{7}ann\u{202e}\u{9b}31m\u{2066}".to_owned(),
        white: "random".to_owned(),
    };
    let mut game = GameRecord::begin("1".to_owned(), 0, Kind::Practice, players, 1);
    game.set_line(&read_transcript("f5d6c3").unwrap());
    let file = place.path("games.jsonl");
    fs::write(&file, game.to_line().unwrap() + "\n").unwrap();
    let replay = ["replay", file.to_str().unwrap()];
    let mut screen = Terminal::start_in(&Home::new(), 40, 120, &replay, &[]);
    screen.wait_for("ann");
    let written = String::from_utf8_lossy(&screen.bytes()).into_owned();
    assert!(!written.contains("\u{1b}]0;"), "{written:?}");
    assert!(
        !written.contains(['\u{202e}', '\u{2066}', '\u{9b}']),
        "{written:?}"
    );
    screen.send("q");
    assert!(screen.wait_exit().success());
}

#[test]
fn a_run_with_nothing_in_it_is_said_plainly() {
    let place = Place::new();
    place.whole("run");
    for (name, events) in [
        ("empty", Some("")),
        ("torn", Some("{\"event\":\"start\",\"for")),
        ("none", None),
    ] {
        fs::create_dir(place.path(name)).unwrap();
        fs::copy(
            place.path("run/run.toml"),
            place.path(name).join("run.toml"),
        )
        .unwrap();
        if let Some(events) = events {
            fs::write(place.path(name).join("events.jsonl"), events).unwrap();
        }
        let output = place.output(&["replay", name]);
        let line = refused(&output);
        assert!(line.contains("no cycle of the run is complete"), "{line}");
        assert_eq!(out(&output).contains("not whole"), name == "torn");
        let export = place.output(&["export", name, "--csv"]);
        assert!(refused(&export).contains("no cycle of the run is complete"));
    }
}

#[test]
fn lines_that_cannot_be_read_are_told_of() {
    let place = Place::new();
    place.whole("run");
    let whole = place.output(&["replay", "run"]);
    assert!(
        whole.status.success() && !said(&whole).contains("events.jsonl"),
        "{}",
        said(&whole)
    );
    let path = place.path("run/events.jsonl");
    let mut file = fs::OpenOptions::new().append(true).open(path).unwrap();
    file.write_all(b"no event\n{\"event\":\"cyc").unwrap();
    let output = place.output(&["replay", "run"]);
    assert!(output.status.success(), "{}", said(&output));
    let more = out(&output);
    let more = more.strip_prefix(&out(&whole)).unwrap();
    assert!(more.contains("1 line of events.jsonl"), "{more}");
    assert!(more.contains("not whole"), "{more}");
}

/// The state to go on from is whole, but the record is not what its seed gives.
#[test]
fn a_line_that_was_spoilt_before_is_told_of_by_a_resume() {
    let place = Place::new();
    place.whole("run");
    let path = place.path("run/events.jsonl");
    let events = fs::read_to_string(&path).unwrap();
    let spoilt = events.replacen("\"cycle\":2,", "\"cycle\":x,", 1);
    assert_ne!(spoilt, events);
    fs::write(&path, spoilt).unwrap();
    let output = place.output(&["evolve", "--resume", "run"]);
    assert!(output.status.success(), "{}", said(&output));
    assert!(
        out(&output).starts_with("line 3 of events.jsonl cannot be read"),
        "{}",
        said(&output)
    );
    assert!(
        out(&output).contains("the run is over: after cycle"),
        "{}",
        said(&output)
    );
    // Settings that are none: one line, with its number.
    let settings = place.path("run/run.toml");
    let text = fs::read_to_string(&settings).unwrap();
    fs::write(&settings, text.replace("\nbeta = ", "\nbeta = \"x\" # ")).unwrap();
    let line = refused(&place.output(&["export", "run", "--csv"]));
    assert!(line.contains("run.toml: line "), "{line}");
}

#[test]
fn a_run_has_no_games_to_choose_from() {
    let place = Place::new();
    place.whole("run");
    let line = refused(&place.output(&["replay", "run", "--game", "1"]));
    assert!(
        line.contains("--game 1") && line.contains("keeps no games"),
        "{line}"
    );
    for speed in ["0", "-1", "nan", "1025", "0.01"] {
        let line = refused(&place.output(&["replay", "run", &format!("--speed={speed}")]));
        assert!(line.contains("0.0625 to 1024"), "{line}");
    }
}

#[test]
fn an_empty_transcript_is_none() {
    let place = Place::new();
    for text in ["", "  \n\n"] {
        fs::write(place.path("empty.txt"), text).unwrap();
        let output = place.output(&["replay", "empty.txt"]);
        let line = refused(&output);
        assert!(line.contains("empty.txt is empty"), "{line}");
        assert_eq!(out(&output), "");
    }
}

#[test]
fn games_that_cannot_be_played_back_are_told_of() {
    let place = Place::new();
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/recordings/sample-games.jsonl");
    let games = fs::read_to_string(sample).unwrap();
    fs::write(place.path("games.jsonl"), &games).unwrap();
    let whole = place.output(&["replay", "games.jsonl"]);
    assert!(
        whole.status.success() && !said(&whole).contains("skipped"),
        "{}",
        said(&whole)
    );
    let first = games.lines().next().unwrap();
    // Torn in the middle, and a game of other rules.
    let torn = &first[..first.len() / 2];
    let other = first.replace("\"game\":\"othello\"", "\"game\":\"go\"");
    let other = other.replace("\"id\":\"", "\"id\":\"other-");
    assert_ne!(other, first);
    fs::write(
        place.path("games.jsonl"),
        format!("{games}{torn}\n{other}\n"),
    )
    .unwrap();
    let output = place.output(&["replay", "games.jsonl"]);
    assert!(output.status.success(), "{}", said(&output));
    assert!(
        out(&output).starts_with("games.jsonl: 2 places hold no game"),
        "{}",
        said(&output)
    );
    assert!(out(&output).ends_with(&out(&whole)));
}

/// A pipe can be read but once, and a byte that is no text spoils its own line only.
#[test]
fn games_come_from_a_pipe_too() {
    let place = Place::new();
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/recordings/sample-games.jsonl");
    let mut games = fs::read(sample).unwrap();
    fs::write(place.path("games.jsonl"), &games).unwrap();
    let whole = place.output(&["replay", "games.jsonl"]);
    games.splice(0..0, *b"\xff\n");
    let mut command = place.command(&["replay", "/dev/stdin"]);
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(&games).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", said(&output));
    let text = out(&output);
    assert!(text.starts_with("/dev/stdin: 1 place"), "{text}");
    assert!(text.ends_with(&out(&whole)), "{text}");
}

/// A verdict that this version does not know is no reason to lose the cycle.
#[test]
fn a_verdict_of_a_later_version_is_none() {
    let place = Place::new();
    place.whole("run");
    let before = place.output(&["export", "run", "--csv"]);
    let path = place.path("run/events.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("\"verdict\":\"open\""));
    fs::write(
        &path,
        text.replace("\"verdict\":\"open\"", "\"verdict\":\"nearly\""),
    )
    .unwrap();
    let after = place.output(&["replay", "run"]);
    assert!(
        after.status.success() && !said(&after).contains("line of events"),
        "{}",
        said(&after)
    );
    assert_eq!(
        before.status.code(),
        place.output(&["export", "run", "--csv"]).status.code()
    );
}

/// The record of a run without its checkpoints, such as the sample in `recordings`.
#[test]
fn a_run_without_checkpoints_is_not_a_damaged_one() {
    let place = Place::new();
    place.whole("run");
    for name in ["checkpoint.a", "checkpoint.b"] {
        let _ = fs::remove_file(place.path("run").join(name));
    }
    let output = place.output(&["evolve", "--resume", "run", "--dry-run"]);
    assert!(output.status.success(), "{}", said(&output));
    assert!(
        out(&output).contains("the run is over"),
        "{}",
        said(&output)
    );
    let line = refused(&place.output(&["evolve", "--resume", "run"]));
    assert!(line.contains("are missing"), "{line}");
    // One that was not over.
    let path = place.path("run/events.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    let (text, _) = text.split_once("{\"event\":\"end\"").unwrap();
    fs::write(&path, text).unwrap();
    let line = refused(&place.output(&["evolve", "--resume", "run", "--dry-run"]));
    assert!(line.contains("are missing"), "{line}");
}

/// Checkpoints that count events which are not there any more are not thrown away.
#[test]
fn lost_events_are_no_reason_to_begin_anew() {
    let place = Place::new();
    place.whole("run");
    let path = place.path("run/events.jsonl");
    let kept: Vec<Option<Vec<u8>>> = ["checkpoint.a", "checkpoint.b"]
        .iter()
        .map(|name| fs::read(place.path("run").join(name)).ok())
        .collect();
    for lost in [true, false] {
        if lost {
            fs::remove_file(&path).unwrap();
        } else {
            fs::write(&path, "").unwrap();
        }
        for more in [&["--dry-run"][..], &[]] {
            let line = refused(&place.output(&[&["evolve", "--resume", "run"], more].concat()));
            assert!(line.contains("shorter than the checkpoints"), "{line}");
        }
    }
    let still: Vec<Option<Vec<u8>>> = ["checkpoint.a", "checkpoint.b"]
        .iter()
        .map(|name| fs::read(place.path("run").join(name)).ok())
        .collect();
    assert_eq!(kept, still);
}

/// Players are called what they are called at the board, not what the record writes.
#[test]
fn players_go_by_the_names_they_have_at_the_board() {
    let place = Place::new();
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/recordings/sample-games.jsonl");
    let games = fs::read_to_string(sample).unwrap();
    let mut game: serde_json::Value = serde_json::from_str(games.lines().next().unwrap()).unwrap();
    for (black, white, said) in [
        (
            "human:player",
            "beginner:depth=3",
            "Black you, White Beginner",
        ),
        (
            "agent:d=25,depth=4",
            "human:Ann",
            "Black Agent (D 25), White Ann",
        ),
        (
            "somebody:else=1",
            "random",
            "Black somebody:else=1, White Random",
        ),
    ] {
        game["players"] = serde_json::json!({"black": black, "white": white});
        fs::write(place.path("games.jsonl"), format!("{game}\n")).unwrap();
        let shown = out(&place.output(&["replay", "games.jsonl"]));
        assert!(shown.lines().any(|line| line == said), "{said} in\n{shown}");
    }
}
