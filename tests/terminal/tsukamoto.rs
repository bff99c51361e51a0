//! Tsukamoto's experiment with people at a terminal, killed and gone on with.

use std::fs;

use koteki_games::othello::Position;
use koteki_games::{Game as _, GameLine, Side};
use koteki_record::study::{Folder, Line, read};
use koteki_session::study::export::Study;
use koteki_session::study::{Settings, Stage};

use crate::pty::{Home, Terminal, keys};
use crate::reading::Follower;

/// Players that answer at once.
const BEGIN: [&str; 14] = [
    "study",
    "--protocol",
    "tsukamoto",
    "--code",
    "p01",
    "--dir",
    "study-2",
    "--seed",
    "4",
    "--opponents",
    "mobility+corners:depth=2",
    "mobility+corners:depth=1",
    "mobility+corners:depth=3",
    "tsukamoto:depth=3",
];

/// The folder knows the rest.
const GO_ON: [&str; 5] = ["study", "--code", "p01", "--dir", "study-2"];

fn kill(terminal: &mut Terminal, home: &Home) {
    terminal.signal(libc::SIGKILL);
    assert!(terminal.wait_exit().signal().is_some());
    *terminal = Terminal::start_in(home, 24, 80, &GO_ON, &[]);
    terminal.wait_for("Welcome back");
    terminal.send(keys::ENTER);
}

/// Who the opponents are and what they see stays hidden.
fn assert_hides(terminal: &Terminal) {
    let shown = terminal.text().to_lowercase();
    for hidden in [
        "mobility",
        "tsukamoto",
        "depth",
        "value",
        "θ",
        "threshold",
        "v0",
    ] {
        assert!(!shown.contains(hidden), "{hidden} is shown in\n{shown}");
    }
}

#[test]
fn a_person_is_taken_through_twelve_games_and_killed_in_the_middle() {
    let home = Home::new();
    fs::create_dir_all(home.config()).unwrap();
    fs::write(home.config().join("koteki.toml"), "[screen]\npace = 0\n").unwrap();
    let mut terminal = Terminal::start_in(&home, 24, 80, &BEGIN, &[]);
    terminal.wait_for_all(&["Welcome!", "12 games: 4 against each of 3", "Enter begins."]);
    assert_hides(&terminal);
    terminal.send(keys::ENTER);
    let mut seen = Vec::new();
    for game in 0..12 {
        let name = format!("Opponent {} of 3, game {} of 4", game / 4 + 1, game % 4 + 1);
        terminal.wait_for_all(&[&name, "Enter begins."]);
        assert_hides(&terminal);
        assert_eq!(
            terminal.text().contains("another opponent"),
            game == 4 || game == 8
        );
        // Between two games, too, and before the opponent that the result decides.
        if game == 4 {
            kill(&mut terminal, &home);
            terminal.wait_for_all(&[&name, "Enter begins."]);
        }
        let side = if terminal.text().contains("You play Black") {
            Side::Black
        } else {
            Side::White
        };
        terminal.send(keys::ENTER);
        let mut follower = Follower::new(side);
        follower.see(&terminal);
        let mut moves = 0;
        while !follower.line.position().is_over() {
            if (game, moves) == (6, 9) || (game, moves) == (10, 3) {
                kill(&mut terminal, &home);
                follower.see(&terminal);
                terminal.send(":undo\r");
                terminal.wait_for("no \":undo\"");
            }
            if moves == 5 {
                assert_hides(&terminal);
            }
            let mv = follower.pick();
            assert!(follower.type_move(&mut terminal, mv));
            moves += 1;
        }
        terminal.wait_for("Enter continues.");
        terminal.send(keys::ENTER);
        seen.push(follower);
    }
    terminal.wait_for_all(&["Thank you!", "Opponent 3:  ", "Enter leaves."]);
    assert_hides(&terminal);
    // What the person is told is what was seen.
    let balance = |games: &[Follower]| {
        games.iter().fold([0; 3], |mut sum, game| {
            let outcome = game.line.position().outcome().unwrap();
            sum[match outcome.difference(game.side) {
                1.. => 0,
                0 => 2,
                _ => 1,
            }] += 1;
            sum
        })
    };
    for (round, games) in seen.chunks(4).enumerate() {
        let [won, lost, drawn] = balance(games);
        let line = format!(
            "Opponent {}:  {won} won, {lost} lost, {drawn} drawn",
            round + 1
        );
        assert!(
            terminal.text().contains(&line),
            "{line}\n{}",
            terminal.text()
        );
    }
    terminal.send(keys::ENTER);
    assert_eq!(terminal.wait_exit().exit_code(), 0);
    terminal.assert_restored();

    // What was kept is what was seen, and nothing is lost.
    let folder: Folder<Settings> = Folder::open(&home.path().join("study-2")).unwrap();
    let study = Study::read(&folder, None).unwrap();
    let protocol = &study.people[0].protocol;
    assert_eq!(protocol.stage(), Stage::Done);
    let told = |line: &GameLine<Position>| (line.ply(), *line.position());
    assert_eq!(protocol.games().len(), 12);
    for (kept, seen) in protocol.games().iter().zip(&seen) {
        assert_eq!(kept.task.person, seen.side);
        assert_eq!(told(&kept.line), told(&seen.line));
    }
    let [won, lost, _] = balance(&seen[..4]);
    let depth = if lost > won { "depth=1" } else { "depth=3" };
    assert!(protocol.games()[4].opponent.contains(depth));
    let lines = read(&home.path().join("study-2/P01.jsonl")).unwrap().lines;
    let resumed = lines.iter().filter(|it| matches!(it, Line::Resume { .. }));
    assert_eq!(resumed.count(), 3);
    // Done is done.
    let mut terminal = Terminal::start_in(&home, 24, 80, &GO_ON, &[]);
    terminal.wait_for("Thank you!");
    terminal.send("q");
    assert_eq!(terminal.wait_exit().exit_code(), 0);
}
