//! `koteki` without a terminal, as a pipe or a screen reader has it.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use koteki_games::othello::notation::read_transcript;
use koteki_record::game::{GameRecord, Kind, Status};
use koteki_record::profile::{OnDisk, Profile, path, read};
use koteki_record::store::Store;
use tempfile::TempDir;

use crate::common::{koteki, run_with_input};

/// A breeding of two small cycles.
const SMALL: &str = r#"
[tester]
player = "tester:depth=3"

[evolution]
population = 4
children = 2
games = 4
cycles = 2
depth = 1
opponent = "agent:d=target,depth=2"

[evolution.retest]
first = 4
batch = 4
cap = 8
"#;

/// A home of its own for every test.
struct Home(TempDir);

impl Home {
    fn new() -> Self {
        let home = tempfile::tempdir().unwrap();
        fs::write(home.path().join("small.toml"), SMALL).unwrap();
        Self(home)
    }

    fn data(&self) -> std::path::PathBuf {
        self.0.path().join("data")
    }

    fn command(&self, flags: &[&str]) -> Command {
        let mut command = koteki(self.0.path());
        command
            .args(["--config", "small.toml", "--data"])
            .arg(self.data())
            .args(flags)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// What is said to `input` when it comes from a pipe; the program must end well.
    fn say(&self, flags: &[&str], input: &[u8]) -> String {
        let mut child = self.command(flags).spawn().unwrap();
        // A program that does not read to the end is free to.
        let _ = child.stdin.take().unwrap().write_all(input);
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{:?}", output.status);
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        assert!(!output.stdout.contains(&0x1b), "an escape byte");
        String::from_utf8(output.stdout).unwrap()
    }
}

/// The plies that were said, as (number, move).
fn plies(text: &str) -> Vec<(usize, String)> {
    let ply = |line: &str| {
        let (number, rest) = line.split_once(". ")?;
        let number = number.parse().ok()?;
        let mut words = rest.split(' ').skip(1);
        let mv = words.next()?;
        Some((number, if mv == "passes" { "--" } else { mv }.to_owned()))
    };
    text.lines().filter_map(ply).collect()
}

fn line_with<'a>(text: &'a str, beginning: &str) -> &'a str {
    text.lines()
        .find(|line| line.starts_with(beginning))
        .unwrap_or_else(|| panic!("no {beginning:?} in:\n{text}"))
}

#[test]
fn with_no_input_the_whole_job_runs_by_itself() {
    let home = Home::new();
    let text = home.say(&["--seed", "1"], b"");
    let plies = plies(&text);
    let numbers: Vec<usize> = plies.iter().map(|ply| ply.0).collect();
    assert_eq!(numbers, (1..=plies.len()).collect::<Vec<_>>());
    let transcript: String = plies.iter().map(|ply| ply.1.as_str()).collect();
    let game = read_transcript(&transcript).unwrap();
    let outcome = koteki_games::Game::outcome(game.position()).unwrap();
    let result = line_with(&text, "Result: ");
    let discs = format!("Black {} White {}", outcome.black, outcome.white);
    assert!(result.contains(&discs), "{result}, {discs}");
    // The tester loses nothing to itself.
    assert!(line_with(&text, "Level of ").contains("D 0.0 (0.0 to 0.0)"));
    // The game does not count, so nobody is bred for it.
    assert!(!text.contains("now breeding rivals toward"), "{text}");
    // Every cycle is told, however fast it went by.
    let cycles = text
        .lines()
        .filter_map(|line| line.strip_prefix("evolution: cycle "))
        .map(|line| line.split(',').next().unwrap());
    assert_eq!(cycles.collect::<Vec<_>>(), ["1/2", "2/2"], "{text}");
    assert!(!text.contains("cycle 3/"));
    let title = text
        .lines()
        .position(|line| line.starts_with("Rivals bred"))
        .unwrap();
    let table: Vec<&str> = text.lines().skip(title + 2).collect();
    // The individuals, a portrait of each of them that is a rival, and no more.
    let (individuals, after) = table.split_at(4);
    let letter = |row: &str| row.split_whitespace().next().unwrap().to_owned();
    let rivals: Vec<String> = individuals
        .iter()
        .map(|row| letter(row))
        .filter(|letter| letter.parse::<u32>().is_err())
        .collect();
    assert!(!rivals.is_empty(), "{table:?}");
    let (goodbye, portraits) = after.split_last().unwrap();
    assert_eq!(*goodbye, "Goodbye.");
    let shown: Vec<String> = portraits.iter().map(|line| letter(line)).collect();
    assert_eq!(shown, rivals, "{table:?}");

    let games = Store::open(home.data()).unwrap().games().unwrap();
    assert_eq!(games.bad, []);
    assert_eq!(games.games.len(), 1);
    assert_eq!(games.games[0].status, Status::Finished);
    assert_eq!(games.games[0].line().unwrap(), game);
}

#[test]
fn the_same_seed_and_input_say_the_same() {
    let said = |flags: &[&str]| {
        let text = Home::new().say(flags, b"f5\nhint\nundo\nf5 d6\n");
        let lines = text
            .lines()
            // When these come hangs on how fast the machine is.
            .filter(|line| !line.starts_with("evolution: cycle"))
            .filter(|line| !line.starts_with("evolution: your rivals are ready"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let first = said(&["--seed", "7"]);
    assert_eq!(first, said(&["--seed", "7"]));
    assert_eq!(first, said(&["--seed", "7", "--jobs", "1"]));
    let other = said(&["--seed", "8", "--opponent", "random"]);
    assert_ne!(first, other);
}

#[test]
fn moves_are_played_in_turn_and_what_cannot_be_played_is_refused_with_the_reason() {
    let home = Home::new();
    let input = b"e4 a1 z9 5 -- f5\r\n1. quit\n";
    let text = home.say(&["--seed", "1"], input);
    assert!(line_with(&text, "e4 is not legal: e4 is taken.").ends_with("Legal: d3 c4 f5 e6."));
    line_with(&text, "a1 is not legal: a1 turns no disc over.");
    line_with(&text, "'z9' is neither a move");
    line_with(&text, "'5' is neither a move");
    line_with(&text, "-- is not legal: Black can move and may not pass.");
    line_with(&text, "1. Black f5 (you)");
    line_with(&text, "2. White ");
    assert_eq!(plies(&text).len(), 2);
    assert!(text.ends_with("Goodbye.\n"));
    // What is refused in the middle of a word takes only the rest of that word with it.
    let text = Home::new().say(&["--seed", "1"], b"f5a1d6 board\nquit\n");
    line_with(&text, "a1 is not legal");
    assert_eq!(plies(&text).len(), 2);
    line_with(&text, "  a b c d e f g h");
    // As an input method in full-width mode sends it.
    let text = Home::new().say(&["--seed", "1"], "ｆ５\nｂｏａｒｄ\nquit\n".as_bytes());
    line_with(&text, "1. Black f5 (you)");
    line_with(&text, "  a b c d e f g h");
}

#[test]
fn rubbish_is_refused_and_nothing_of_it_reaches_the_terminal() {
    let mut input = vec![b'x'; 1_000_000];
    input.extend(b"\n\0\x1b[2J\xff\xfe \x1b]0;title\x07\n");
    input.extend(b"f5\nquit\n");
    let text = Home::new().say(&["--seed", "1"], &input);
    line_with(&text, "A line of more than 65536 bytes");
    line_with(&text, "'??[2J\u{fffd}\u{fffd}' is neither");
    line_with(&text, "1. Black f5 (you)");
    assert!(text.chars().all(|char| char == '\n' || !char.is_control()));
    assert!(text.len() < 10_000);
}

#[test]
fn commands_answer() {
    let home = Home::new();
    let input = b"help\nmoves\nundo\nredo\nlevel\nresume\nrivals\nhint\nf5\nundo\nredo\nnew white random\nnew nobody\nquit\n";
    let text = home.say(&["--seed", "3"], input);
    line_with(&text, "quit          leave");
    line_with(&text, "d3 c4 f5 e6");
    line_with(&text, "There is no move of yours to take back.");
    line_with(&text, "Nothing was taken back.");
    line_with(&text, "No measured game is finished yet.");
    line_with(&text, "There is no game to resume.");
    line_with(&text, "Your rivals are not ready yet");
    line_with(&text, "Hint: ");
    line_with(&text, "The game is practice now: it will not count.");
    line_with(&text, "Now at move 1.");
    line_with(&text, "Now at move 3.");
    line_with(&text, "Othello. You play White against random.");
    line_with(&text, "1. Black ");
    line_with(&text, "player \"nobody\": there is no player");
}

/// A name that is mistyped begins no other game, and what follows it on the line was meant for that.
#[test]
fn a_new_game_needs_a_player_that_there_is() {
    for line in ["new stong d6", "new opening=nothing d6", "resume 9 d6"] {
        let text = Home::new().say(&["--seed", "3"], format!("f5\n{line}\nquit\n").as_bytes());
        assert_eq!(text.matches("Othello. You play").count(), 1, "{text}");
        assert_eq!(plies(&text).len(), 2, "{line}: {text}");
    }
    let text = Home::new().say(&["--seed", "3"], b"f5\nnew random d3 board\nquit\n");
    line_with(&text, "Othello. You play Black against random.");
    line_with(&text, "1. Black d3 (you)");
    line_with(&text, "  a b c d e f g h");
}

#[test]
fn a_reader_that_has_had_enough_is_no_fault() {
    let home = Home::new();
    let mut child = home.command(&["--seed", "1"]).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    lines.next().unwrap().unwrap();
    drop(lines);
    child
        .stdin
        .take()
        .unwrap()
        .write_all(b"f5\nboard\n")
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn what_cannot_be_read_or_written_is_said_once() {
    let home = Home::new();
    fs::create_dir(home.data()).unwrap();
    fs::write(home.data().join("games.jsonl"), "{\"format\":1,\"id\"").unwrap();
    let text = home.say(&["--seed", "1"], b"f5\nquit\n");
    line_with(&text, "One kept game cannot be read and is left as it is: ");

    let home = Home::new();
    fs::write(home.data(), "a file where a folder should be").unwrap();
    let text = home.say(&["--seed", "1"], b"f5\n");
    assert_eq!(text.matches("Games are not kept: ").count(), 1);
    line_with(&text, "Result: ");

    // What is known only when the game is left, too; nobody goes on playing then.
    let home = Home::new();
    fs::create_dir_all(home.data().join("games.jsonl")).unwrap();
    let text = home.say(&["--seed", "1"], b"f5\nquit\n");
    let (_, after) = text.split_once("Games are not kept: ").unwrap();
    assert!(after.ends_with(" file.\nGoodbye.\n"), "{text}");
    assert_eq!(after.lines().count(), 2, "{text}");
}

/// A folder opens like a file and cannot be read: that is not the end of an input.
#[cfg(unix)]
#[test]
fn an_input_that_cannot_be_read_is_a_fault() {
    let home = Home::new();
    for game in ["othello", "blokus", "janken"] {
        let mut command = koteki(home.0.path());
        match game {
            "janken" => command.arg(game),
            game => command.args(["play", "--plain", "--game", game]),
        };
        command.arg("--data").arg(home.data());
        command.stdin(fs::File::open(home.0.path()).unwrap());
        let output = command.output().unwrap();
        let [said, errors] =
            [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap());
        assert_eq!(output.status.code(), Some(1), "{game}: {said}");
        let expected = "koteki: the input cannot be read: ";
        assert!(errors.starts_with(expected), "{game}: {errors}");
        assert_eq!(errors.lines().count(), 1, "{errors}");
        assert!(!said.contains("Goodbye."), "{said}");
    }
}

fn read_until(child: &mut Child, beginning: &str) {
    let mut lines = BufReader::new(child.stdout.as_mut().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().starts_with(beginning)));
}

/// Whether a game of `plies` plies is on the disk, waiting to be taken up.
fn is_kept(data: &Path, plies: usize) -> bool {
    fs::read_dir(data.join("live")).is_ok_and(|entries| {
        entries.flatten().any(|entry| {
            let path = entry.path();
            if path.extension().is_none_or(|extension| extension != "json") {
                return false;
            }
            let text = fs::read_to_string(path).unwrap_or_default();
            let record = GameRecord::from_line(text.trim_end());
            record.is_ok_and(|record| record.line().unwrap().ply() == plies)
        })
    })
}

#[test]
fn a_killed_game_is_offered_and_gone_on_with() {
    let home = Home::new();
    let two = ["--seed", "2", "--opponent", "beginner:depth=2"];
    let mut child = home.command(&two).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"f5\n").unwrap();
    read_until(&mut child, "2. White");
    // What is said is on the disk.
    assert!(is_kept(&home.data(), 2));
    child.kill().unwrap();
    child.wait().unwrap();

    let text = home.say(&["--seed", "5"], b"resume\nquit\n");
    let offer = line_with(&text, "A game against beginner:depth=2 at move 2 ");
    assert!(
        offer.contains(" was interrupted; type resume to continue it."),
        "{offer}"
    );
    line_with(&text, "The game so far: f5");
    // It was left again, and is offered again, until it is played to its end.
    let text = home.say(&["--seed", "5"], b"resume\n");
    line_with(&text, "A game against beginner:depth=2 at move 2 ");
    line_with(&text, "Result: ");
    let text = home.say(&["--seed", "5"], b"quit\n");
    assert!(!text.contains("was interrupted"), "{text}");
    let games = Store::open(home.data()).unwrap().games().unwrap().games;
    assert_eq!(games.len(), 1);
    assert_eq!(games[0].status, Status::Finished);
    assert!(games[0].transcript.starts_with("f5"));
}

/// A game that is left for another one is kept, said so, and resumed when it is asked for; so is an older one.
#[test]
fn games_left_for_another_one_are_resumed() {
    let home = Home::new();
    let input = b"f5\nnew random black\nd3\nnew random black\ngames\nresume 2\ngames\nquit\n";
    let text = home.say(&["--seed", "2", "--opponent", "beginner:depth=2"], input);
    let left = "You left a game before its end. It is kept and can be resumed. A measured game counts once it is over.";
    assert_eq!(text.matches(left).count(), 2, "{text}");
    line_with(&text, "1. against random at move 2");
    line_with(&text, "2. against beginner:depth=2 at move 2");
    line_with(&text, "The game so far: f5");
    // All of them are there at the next start, the last one first.
    let text = home.say(&["--seed", "5"], b"games\nresume 3\nresume 2\nquit\n");
    let offer = line_with(&text, "A game against beginner:depth=2 at move 2 ");
    assert!(offer.ends_with("There is one more: type games."), "{offer}");
    line_with(&text, "2. against random at move 2");
    line_with(&text, "There are 2 games to resume");
    line_with(&text, "The game so far: d3");
    let games = Store::open(home.data()).unwrap().games().unwrap().games;
    assert_eq!(games.len(), 2, "one line a game holds");
    assert!(games.iter().all(|it| it.status == Status::Interrupted));
}

/// Everything of a resumed game taken back: it is practice now, wherever it was kept before.
#[test]
fn a_resumed_game_that_is_taken_back_is_not_measured_again() {
    let home = Home::new();
    let input = b"f5\nnew random black\nresume\nundo\nquit\n";
    let text = home.say(&["--seed", "2", "--opponent", "beginner:depth=2"], input);
    assert!(!text.contains("not kept"), "{text}");
    let store = Store::open(home.data()).unwrap();
    let games = store.take_interrupted().unwrap().games;
    let kinds = games
        .iter()
        .map(|it| (it.record().kind, it.record().transcript.as_str()));
    assert_eq!(kinds.collect::<Vec<_>>(), [(Kind::Practice, "")]);
}

#[test]
fn a_game_that_cannot_be_kept_is_not_called_kept_when_it_is_left() {
    let home = Home::new();
    fs::write(home.data(), "").unwrap();
    let text = home.say(&["--seed", "2"], b"f5\nnew random black\nquit\n");
    line_with(&text, "You left a game before its end. It is not kept");
    assert!(!text.contains("It is kept"), "{text}");
}

/// A game against a program that only its file names is refused, and still there for who names it.
#[test]
fn a_game_that_cannot_be_resumed_now_is_still_offered() {
    let home = Home::new();
    home.say(
        &["--seed", "2", "--opponent", "beginner:depth=2"],
        b"f5\nquit\n",
    );
    for entry in fs::read_dir(home.data().join("live")).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let text = text.replace("beginner:depth=2", "engine:cmd=nowhere");
        fs::write(&path, text).unwrap();
    }
    let text = home.say(&["--seed", "5"], b"resume\nresume\nquit\n");
    assert_eq!(text.matches("cannot be ").count(), 2, "{text}");
    assert!(!text.contains("There is no game"), "{text}");
}

/// A person who has been measured is bred for from the start, and it is said.
#[test]
fn the_next_sitting_breeds_toward_the_measured_level() {
    let home = Home::new();
    // A whole game, and what it had the rivals bred toward.
    let mut input = Vec::new();
    for _ in 0..40 {
        for square in 0..64_u8 {
            input.extend([b'a' + square % 8, b'1' + square / 8, b'\n']);
        }
    }
    input.extend(b"quit\n");
    home.say(&["--seed", "1"], &input);
    let games = Store::open(home.data()).unwrap().games().unwrap().games;
    let target = games[0].target.unwrap();
    let text = home.say(&["--seed", "2"], b"quit\n");
    let said = format!("evolution: now breeding rivals toward D {target:.1} ");
    line_with(&text, &said);
}

/// Plays a measured game to its end, always the first legal move, and kills the program as soon as it has
/// said how strong the person is.
fn killed_at_the_level(home: &Home) {
    let data = home.data().display().to_string();
    let flags = [
        "--data",
        &data,
        "--seed",
        "1",
        "--opponent",
        "random",
        "--jobs",
        "1",
    ];
    let mut command = koteki(home.0.path());
    command.args(["--plain"]).args(flags);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut next = || lines.next().unwrap().unwrap();
    loop {
        let line = next();
        if line.starts_with("Your move, ") {
            input.write_all(b"moves\n").unwrap();
            // The breeding may have a word in between.
            let is_move = |word: &str| word.parse::<koteki_games::othello::Move>().is_ok();
            let moves = loop {
                let line = next();
                if line.split(' ').all(is_move) {
                    break line;
                }
            };
            let first = moves.split(' ').next().unwrap();
            input.write_all(format!("{first}\n").as_bytes()).unwrap();
        }
        if line.starts_with("Your level ") {
            break;
        }
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

/// What is known of the person after another start: how many games are counted, and finished ones kept.
fn known_after_a_start(home: &Home) -> (u32, usize) {
    home.say(&["--seed", "5"], b"quit\n");
    let path = path::<Profile>(&home.data(), "player");
    let OnDisk::Profile(profile) = read::<Profile>(&path).unwrap() else {
        panic!("no profile");
    };
    let games = Store::open(home.data()).unwrap().games().unwrap().games;
    let finished = games.iter().filter(|it| it.status == Status::Finished);
    assert_eq!(profile.last, games.last().unwrap().id);
    (profile.games, finished.count())
}

/// A disk as slow as can be: what the program waits for when it is killed is a lock that never comes.
#[cfg(unix)]
#[test]
fn a_level_that_was_shown_is_known_after_a_kill() {
    for slow in ["players/.lock", "games.jsonl"] {
        let home = Home::new();
        fs::create_dir_all(home.data().join("players")).unwrap();
        // The list of games is looked through at the start: it is locked once that is over.
        let mut options = fs::File::options();
        let file = options.create(true).append(true);
        let file = file.open(home.data().join(slow)).unwrap();
        let data = home.data();
        let locking = std::thread::scope(|scope| {
            let lock = scope.spawn(|| {
                while !data.join("live").is_dir() {
                    std::thread::sleep(std::time::Duration::from_millis(1));
                }
                file.lock().unwrap();
            });
            killed_at_the_level(&home);
            lock.join()
        });
        locking.unwrap();
        file.unlock().unwrap();
        assert_eq!(known_after_a_start(&home), (1, 1), "{slow}");
        // And is counted once.
        assert_eq!(known_after_a_start(&home), (1, 1), "{slow}");
        assert_eq!(fs::read_dir(home.data().join("live")).unwrap().count(), 0);
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_among_the_games_is_refused_and_nobody_waits_for_it() {
    let regular = "this is a pipe and not a regular file";
    let directory = "this is a pipe and not a directory";
    for (game, name, what) in [
        ("play", "games.jsonl", regular),
        ("play", "players/player.toml", regular),
        ("play", "live", directory),
        ("janken", "janken.csv", regular),
        ("janken", "janken.lock", regular),
        ("blokus", "blokus", directory),
    ] {
        let home = Home::new();
        let path = home.data().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let made = Command::new("mkfifo").arg(&path).status().unwrap();
        assert!(made.success());
        let said = format!("{name}: {what}");
        let data = home.data().display().to_string();
        let arguments = [game, "--data", &data];
        let (code, text) = run_with_input(home.0.path(), &arguments, "f5\nquit\n").together();
        assert_eq!(code, Some(0), "{text}");
        assert!(text.contains(&said), "{text}");
    }
}

/// What is kept is looked through without being held in memory twice over.
#[cfg(target_os = "linux")]
#[test]
fn many_kept_games_take_little_more_memory_than_their_file() {
    let sample = fs::read_to_string("recordings/sample-games.jsonl").unwrap();
    let sample = sample.lines().next().unwrap();
    let (_, after_id) = sample.split_once(r#""game":"#).unwrap();
    let peak = |games: usize| {
        let home = Home::new();
        fs::create_dir_all(home.data()).unwrap();
        let lines: String = (0..games)
            .map(|game| format!("{{\"format\":1,\"id\":\"{game}\",\"game\":{after_id}\n"))
            .collect();
        fs::write(home.data().join("games.jsonl"), &lines).unwrap();
        let mut child = home
            .command(&["--seed", "1", "--jobs", "1"])
            .spawn()
            .unwrap();
        let mut said = BufReader::new(child.stdout.take().unwrap()).lines();
        // Asked once all has been looked through.
        while !said.next().unwrap().unwrap().starts_with("Your move") {}
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        let most = status
            .lines()
            .find_map(|it| it.strip_prefix("VmHWM:"))
            .unwrap();
        let kilobytes: usize = most.trim().strip_suffix(" kB").unwrap().parse().unwrap();
        (1024 * kilobytes, lines.len())
    };
    let (without, _) = peak(0);
    let (with, length) = peak(8_000);
    assert!(length > 20_000_000, "{length}");
    let more = with.saturating_sub(without);
    assert!(more < length * 5 / 4, "{more} for a file of {length}");
}
