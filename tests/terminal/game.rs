//! A whole game, and what is kept of one.

use std::fs;

use koteki_games::othello::{Move, Position};
use koteki_games::{Game as _, Side};
use koteki_record::game::Status;
use koteki_record::store::{Store, read_games};
use koteki_rivals::measure::foretold::Foretold;
use koteki_session::standing;

use crate::pty::{Home, Terminal, keys};
use crate::reading::{Follower, discs_of};
use crate::{eventually, home, start};

/// The cycle of the breeding that the screen shows; `None` when it shows none.
fn cycle(screen: &vt100::Screen) -> Option<u64> {
    let text = screen.contents();
    let (before, _) = text.split_once("/100000")?;
    let (_, number) = before.rsplit_once("cycle ")?;
    number.parse().ok()
}

/// The rivals that the result offers.
fn offers(screen: &str) -> Vec<String> {
    let is_rival = |line: &&str| {
        let row = line.trim_start_matches(['┃', '▸', ' ']);
        ["a  ", "b  ", "c  "]
            .iter()
            .any(|letter| row.starts_with(letter))
    };
    let lines = screen.lines().filter(is_rival);
    lines.map(str::to_owned).collect()
}

#[test]
fn a_whole_game_is_played_by_typed_moves_measured_and_kept() {
    let home = home("");
    let mut terminal = start(&home, &[]);
    terminal.wait_for("measured game (no help)");
    terminal.wait_for("opponent: Beginner");
    terminal.wait_for("strength: not known yet");
    // Figures are for those who ask for them.
    terminal.wait_for("Breeding your rivals");
    assert!(!terminal.text().contains("target D"));
    terminal.send("3");
    terminal.wait_until("the breeding to be shown", |screen| {
        cycle(screen).is_some() && screen.contents().contains("target D 29")
    });
    let first = cycle(&terminal.screen()).unwrap();

    let mut game = Follower::new(Side::Black);
    assert!(game.see(&terminal));
    let mut moves = 0;
    while !game.line.position().is_over() {
        if moves == 8 {
            terminal.wait_until("the cycle to advance during the game", |screen| {
                cycle(screen).is_some_and(|now| now > first)
            });
        }
        let mv = game.pick();
        // Capital letters are the same move.
        let typed = format!("{mv}");
        terminal.send(&if moves % 2 == 1 {
            typed.to_uppercase()
        } else {
            typed
        });
        terminal.send(keys::ENTER);
        moves += 1;
        if !game.play(&terminal, mv) {
            break;
        }
    }

    terminal.wait_for("Rematch");
    let result = terminal.text();
    for part in [
        "Result",
        "Your moves up to move 40 gave away",
        "a first guess (1 game)",
        "Another opponent",
    ] {
        assert!(result.contains(part), "no {part:?} in\n{result}");
    }
    // Whoever is offered stays there while the breeding goes on, and is no certified rival yet.
    terminal.wait_for("c  ");
    let offered = offers(&terminal.text());
    assert_eq!(offered.len(), 3, "{offered:?}");
    assert!(offered.iter().all(|it| it.contains("still being tested")));
    let before = cycle(&terminal.screen()).unwrap();
    terminal.wait_until("two more cycles", |screen| {
        cycle(screen).is_some_and(|now| now > before + 1)
    });
    assert_eq!(offers(&terminal.text()), offered);
    terminal.send("d");
    terminal.wait_for("This game alone: D ");
    terminal.wait_for("All your measured games: D ");
    // Back to the result, then to the board.
    terminal.send(keys::ESCAPE);
    terminal.wait_gone("This game alone: D ");
    terminal.wait_for("Rematch");
    terminal.send(keys::ESCAPE);
    terminal.wait_gone("Rematch");
    assert!(game.see(&terminal));
    // A game that has counted is not made practice by a slip.
    terminal.send("u");
    terminal.wait_for("This game is over and has counted");
    terminal.send("n");
    terminal.wait_gone("This game is over and has counted");
    assert!(game.see(&terminal));
    let outcome = game.line.position().outcome().expect("the last board");

    // The coach goes through it, and the game is there again afterwards.
    terminal.send("v");
    terminal.wait_for("Coach");
    terminal.wait_for("leave");
    terminal.send(keys::END);
    terminal.wait_for("D: Black ");
    terminal.send("q");
    terminal.wait_gone("Coach");
    assert!(game.see(&terminal));

    // The rivals are now bred toward what was measured.
    terminal.wait_for("you are about ");
    let file = home.data().join("games.jsonl");
    eventually("the game on the disk", || {
        read_games(&file).is_ok_and(|kept| !kept.games.is_empty())
    });
    let kept = read_games(&file).unwrap();
    assert_eq!((kept.games.len(), kept.bad.len()), (1, 0));
    let kept = &kept.games[0];
    assert_eq!(kept.status, Status::Finished);
    let level = kept.levels.as_ref().unwrap().black.as_ref().unwrap();
    terminal.wait_for(&format!("target D {:.0}", kept.target.unwrap()));

    terminal.send("q");
    assert_eq!(terminal.wait_exit().exit_code(), 0);
    terminal.assert_restored();
    assert!(!terminal.screen().hide_cursor());

    // What was kept is what was seen, and the transcript replays to the result that was shown.
    let replayed = kept.line().unwrap();
    assert_eq!(replayed.moves(), game.line.moves());
    let points = kept.result.unwrap();
    assert_eq!(
        (i64::from(points.black), i64::from(points.white)),
        (i64::from(outcome.black), i64::from(outcome.white))
    );
    let [black, white] = discs_of(game.line.position()).map(u64::count_ones);
    assert_eq!(
        i64::from(outcome.black) - i64::from(outcome.white),
        i64::from(black) - i64::from(white)
    );
    let said = match outcome.difference(Side::Black) {
        1.. => "You win",
        0 => "A draw,",
        _ => "You lose",
    };
    for shown in [
        format!("{said} {}–{}", outcome.black, outcome.white),
        format!("gave away {:.0} points", level.mean_loss),
    ] {
        assert!(result.contains(&shown), "no {shown:?} in\n{result}");
    }
}

/// A sitting outlives the program: after twelve games of long ago two are played against an equal, each in a program of its
/// own, and both count.
#[test]
fn a_sitting_goes_on_after_a_restart() {
    let home = home("");
    crate::common::play_measured(&home.data(), "player", 12);
    let (known, _) = standing::look::<Position>(&home.data(), "player");
    // A little too weak at first: still an equal after a loss.
    let equal = format!(
        "agent:d={:.2},depth=4",
        known.equal().unwrap().d.max(0.0) + 1.0
    );
    let mut lines = Vec::new();
    for game in 1..=2 {
        let args = ["--seed", "1", "--opponent", &equal];
        let mut terminal = Terminal::start_in(&home, 24, 80, &args, &[]);
        terminal.wait_for("measured game (no help)");
        play_out(&mut terminal);
        terminal.wait_for("This sitting: ");
        let text = terminal.text();
        let line = text.lines().find(|it| it.contains("This sitting")).unwrap();
        assert!(
            line.contains(&format!(" of {game} against your equal")),
            "{line}"
        );
        lines.push(line.to_owned());
        terminal.send(keys::ESCAPE);
        terminal.wait_gone("This sitting: ");
        terminal.send("q");
        assert_eq!(terminal.wait_exit().exit_code(), 0);
    }
    // What the screen said is what is kept: the score of both games, and what was foretold of each before it.
    let (known, _) = standing::look::<Position>(&home.data(), "player");
    let [.., first, second] = known.foretold.as_slice() else {
        panic!("{:?}", known.foretold)
    };
    let said = |games: &[Foretold]| {
        let sum = |of: fn(&Foretold) -> f64| games.iter().map(of).sum::<f64>();
        let (score, expected) = (sum(|it| it.score), sum(|it| it.expected));
        format!(
            "This sitting: {score} of {} against your equal",
            games.len()
        ) + if games.len() == 1 { "" } else { "s" }
            + &format!("; expected {expected:.1}.")
    };
    assert!(lines[0].contains(&said(&[*first])), "{lines:?}");
    assert!(lines[1].contains(&said(&[*first, *second])), "{lines:?}");
}

/// Master is on the screen by that name, wins against a player who only leaves it few moves, and is in the record as what
/// it is.
#[test]
fn master_plays_by_its_name() {
    let home = home("");
    let args = ["--opponent", "master", "--side", "black"];
    let mut terminal = Terminal::start_in(&home, 24, 80, &args, &[]);
    terminal.wait_for("measured game (no help)");
    terminal.wait_for("opponent: Master");
    play_out(&mut terminal);
    terminal.wait_for("You lose");
    assert!(terminal.text().contains("White: Master"));
    terminal.send(keys::ESCAPE);
    terminal.wait_gone("You lose");
    terminal.send("q");
    assert_eq!(terminal.wait_exit().exit_code(), 0);
    let kept = fs::read_to_string(home.data().join("games.jsonl")).unwrap();
    let settings = r#""white":"master:eval=learned,nodes=2000000,exhaustive=18""#;
    assert!(kept.contains(settings), "{kept}");
}

/// Plays Black's game against the program to its end.
fn play_out(terminal: &mut Terminal) {
    let mut game = Follower::new(Side::Black);
    assert!(game.see(terminal));
    while !game.line.position().is_over() {
        let mv = game.pick();
        terminal.send(&mv.to_string());
        terminal.send(keys::ENTER);
        if !game.play(terminal, mv) {
            break;
        }
    }
}

/// The games that a new program in `home` would find interrupted, by their transcripts' moves.
fn interrupted(home: &Home) -> Vec<Vec<Move>> {
    let store = Store::open(home.data()).unwrap();
    let found = store.take_interrupted().unwrap();
    assert!(found.bad.is_empty());
    found
        .games
        .iter()
        .map(|game| game.record().line().unwrap().moves().to_vec())
        .collect()
}

/// Plays one move and its answer.
fn one_move(home: &Home) -> (Terminal, Follower) {
    let mut terminal = start(home, &[]);
    let mut game = Follower::new(Side::Black);
    let mv = game.pick();
    assert!(game.type_move(&mut terminal, mv));
    (terminal, game)
}

/// Waits until `game` is on the disk, which is a moment after the screen.
fn wait_on_disk(home: &Home, game: &Follower) {
    let live = home.data().join("live");
    let is_kept = || {
        fs::read_dir(&live)
            .into_iter()
            .flatten()
            .flatten()
            .filter(|entry| entry.path().extension().is_some_and(|kind| kind == "json"))
            .any(|entry| {
                let text = fs::read_to_string(entry.path()).unwrap_or_default();
                koteki_record::game::GameRecord::from_line(text.trim_end())
                    .is_ok_and(|record| record.transcript.len() == 2 * game.line.ply())
            })
    };
    eventually("the moves on the disk", is_kept);
}

#[test]
fn kill_9_during_a_game_loses_nothing() {
    let home = home("");
    let (mut terminal, game) = one_move(&home);
    wait_on_disk(&home, &game);
    terminal.signal(libc::SIGKILL);
    assert!(terminal.wait_exit().signal().is_some());
    assert_eq!(interrupted(&home), [game.line.moves()]);
}

#[test]
fn signals_restore_the_terminal_and_keep_the_game() {
    for signal in [libc::SIGTERM, libc::SIGHUP, libc::SIGINT, libc::SIGQUIT] {
        let home = home("");
        let (mut terminal, game) = one_move(&home);
        terminal.signal(signal);
        let status = terminal.wait_exit();
        assert_eq!(i64::from(status.exit_code()), 128 + i64::from(signal));
        assert!(status.signal().is_none(), "{status:?}");
        terminal.assert_restored();
        assert_eq!(interrupted(&home), [game.line.moves()]);
        let games = read_games(&home.data().join("games.jsonl")).unwrap().games;
        assert_eq!(games.len(), 1);
        assert_eq!(games[0].status, Status::Interrupted);
    }
}

#[test]
fn a_closed_window_ends_it_and_keeps_the_game() {
    let home = home("");
    let (mut terminal, game) = one_move(&home);
    terminal.hang_up();
    let status = terminal.wait_exit();
    // No signal: neither an abort in a panic nor a core.
    assert_eq!((status.exit_code(), status.signal()), (129, None));
    assert_eq!(interrupted(&home), [game.line.moves()]);
}

/// A multiplexer that ends hangs up once by itself and once through the terminal.
#[test]
fn a_hang_up_that_comes_twice_loses_nothing() {
    for _ in 0..4 {
        let home = home("");
        let (mut terminal, game) = one_move(&home);
        terminal.signal(libc::SIGHUP);
        std::thread::sleep(std::time::Duration::from_millis(1));
        terminal.signal(libc::SIGHUP);
        assert_eq!(terminal.wait_exit().exit_code(), 129);
        assert_eq!(interrupted(&home), [game.line.moves()]);
        let games = read_games(&home.data().join("games.jsonl")).unwrap().games;
        assert_eq!(games.len(), 1);
    }
}

#[test]
fn a_closed_window_ends_it_where_no_signal_comes() {
    let home = home("");
    let script = format!(
        "trap '' HUP; exec {} --seed 1",
        env!("CARGO_BIN_EXE_koteki")
    );
    let mut terminal = Terminal::start_program(&home, "/bin/sh", 24, 80, &["-c", &script], &[]);
    terminal.wait_for("Black to move");
    terminal.hang_up();
    let status = terminal.wait_exit();
    assert_eq!((status.exit_code(), status.signal()), (129, None));
}

#[test]
fn two_programs_in_one_home_keep_two_games() {
    let home = home("");
    let (mut one, first) = one_move(&home);
    let (mut other, second) = one_move(&home);
    one.send(keys::CTRL_C);
    other.send(keys::CTRL_C);
    one.wait_exit();
    other.wait_exit();
    let kept = read_games(&home.data().join("games.jsonl")).unwrap();
    assert!(kept.bad.is_empty());
    assert_eq!(kept.games.len(), 2);
    for game in &kept.games {
        let line = game.line().unwrap();
        assert!([&first.line, &second.line].contains(&&line));
    }
    assert_eq!(interrupted(&home).len(), 2);
}

#[test]
fn who_leaves_another_game_is_back_at_this_one() {
    let home = home("");
    let (mut terminal, mut game) = one_move(&home);
    for (command, there) in [
        (":janken\r", "Its hand is fixed"),
        (":blokus\r", "Your move, Black"),
    ] {
        terminal.send(command);
        terminal.wait_for(there);
        terminal.send("q");
        assert!(game.see(&terminal));
        assert!(!terminal.text().contains("Continue?"));
        let mv = game.pick();
        assert!(game.type_move(&mut terminal, mv));
    }
    terminal.send(keys::CTRL_C);
    assert_eq!(terminal.wait_exit().exit_code(), 130);
    terminal.assert_restored();
}

#[test]
fn an_interrupted_game_is_offered_at_the_next_start() {
    for signal in [libc::SIGKILL, libc::SIGTERM] {
        let home = home("");
        let (mut terminal, mut game) = one_move(&home);
        wait_on_disk(&home, &game);
        terminal.signal(signal);
        terminal.wait_exit();
        // Declined, it is offered again.
        let mut terminal = Terminal::start_in(&home, 24, 80, &[], &[]);
        terminal.wait_for("Continue?");
        terminal.send("n");
        terminal.wait_gone("Continue?");
        assert!(Follower::new(Side::Black).see(&terminal));
        terminal.send(keys::CTRL_C);
        terminal.wait_exit();
        // Taken up, it goes on where it was.
        let mut terminal = Terminal::start_in(&home, 24, 80, &[], &[]);
        terminal.wait_for("Continue?");
        terminal.send("y");
        assert!(game.see(&terminal));
        let mv = game.pick();
        assert!(game.type_move(&mut terminal, mv));
        terminal.send(keys::CTRL_C);
        terminal.wait_exit();
        assert_eq!(interrupted(&home), [game.line.moves()]);
        let kept = read_games(&home.data().join("games.jsonl")).unwrap();
        assert_eq!(
            kept.games.len(),
            1,
            "one game, however often it was interrupted"
        );
    }
}

/// No way out of a game that is being played is without a question, and what was left can be taken up again.
#[test]
fn a_game_is_left_for_another_one_only_after_a_question() {
    let home = home("");
    let (mut terminal, mut game) = one_move(&home);
    // The new game dialog, a command, an individual of the enlarged population.
    let ways: [&[&str]; 3] = [
        &["n", keys::ENTER],
        &[":new random\r"],
        &["3", "z", keys::DOWN, keys::ENTER],
    ];
    for way in ways {
        for key in way {
            terminal.send(key);
        }
        terminal.wait_for_all(&["Leave this game?", "It is kept and can be resumed."]);
        terminal.send("n");
        terminal.wait_gone("Leave this game?");
    }
    terminal.send(keys::ESCAPE);
    terminal.wait_for("measured game (no help)");
    terminal.send("1");
    let mv = game.pick();
    assert!(game.type_move(&mut terminal, mv));
    terminal.send(":new random\r");
    terminal.wait_for("Leave this game?");
    terminal.send("y");
    terminal.wait_for("opponent: Random");
    // Nothing was played in this one.
    terminal.send(":resume\r");
    terminal.wait_for_all(&[
        "Resume which game?",
        "against Beginner, you play Black, move 4, measured",
    ]);
    terminal.send("a");
    terminal.wait_for("opponent: Beginner");
    assert!(game.see(&terminal));
    let mv = game.pick();
    assert!(game.type_move(&mut terminal, mv));
    terminal.send(":new random\r");
    terminal.wait_for("Leave this game?");
    terminal.send("y");
    terminal.wait_for("opponent: Random");
    terminal.send("q");
    assert_eq!(terminal.wait_exit().exit_code(), 0);
    // It is offered at the next start, too.
    let terminal = Terminal::start_in(&home, 24, 80, &[], &[]);
    terminal.wait_for_all(&[
        "Continue?",
        "A game against Beginner was interrupted at move 6",
    ]);
}
