//! Blokus Duo at a terminal: several turns with a turned piece, an illegal try and a pass; killed in the
//! middle.

use std::fs;
use std::path::{Path, PathBuf};

use koteki_games::blokus::notation::read_moves;
use koteki_games::blokus::{Move, Position};
use koteki_games::{Game as _, GameLine, Side};
use koteki_record::files::{Header, export, main_line};

use crate::common::run_with_input;
use crate::pty::{Home, Terminal, keys};
use crate::{eventually, home};

const ARGUMENTS: [&str; 5] = ["blokus", "--opponent", "novice", "--seed", "3"];

/// GPCC 2007, published; White has to pass after the 21st move.
const GAME: &str = "65u0 AAu0 88l2 A7s0 7Bj0 8Co0 83t1 A3j0 48q0 BCr2 43f3 D9t1 26o4 D6m5 29r3 EDl0 41a0 \
                    E2q3 71b2 89a0 5Dp0";

fn start(home: &Home, arguments: &[&str]) -> Terminal {
    let terminal = Terminal::start_in(home, 24, 80, arguments, &[]);
    terminal.wait_for("Your move, Black");
    terminal
}

/// The files of games.
fn files(home: &Home) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(home.data().join("blokus")) else {
        return Vec::new();
    };
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|it| it == "blksgf"))
        .collect();
    files.sort();
    files
}

/// The game on the disk, once it has so many moves.
fn kept(home: &Home, moves: usize) -> GameLine<Position> {
    let line = || {
        files(home)
            .last()
            .and_then(|path| main_line(path).ok().map(|it| it.1))
    };
    eventually("the moves on the disk", || {
        line().is_some_and(|it| it.ply() >= moves)
    });
    line().unwrap()
}

/// What is asked before leaving promises nothing that is not there.
#[test]
fn a_game_that_is_not_kept_is_not_called_so() {
    let home = home("");
    let mut terminal = start(&home, &ARGUMENTS);
    fs::remove_dir_all(home.data().join("blokus")).unwrap();
    fs::write(home.data().join("blokus"), "no folder").unwrap();
    terminal.send("f>");
    terminal.wait_for("F: place ");
    terminal.send(keys::ENTER);
    terminal.wait_for("5 squares, 84 left");
    terminal.send("q");
    terminal.wait_for("Leave?");
    terminal.wait_for("The game is not kept: leaving ends it.");
    terminal.send("q");
    assert_eq!(terminal.wait_exit().exit_code(), 0);
}

#[test]
fn several_turns_with_a_turned_piece_and_an_illegal_try_survive_a_kill() {
    let home = home("");
    let mut terminal = start(&home, &ARGUMENTS);
    for part in [
        "Black: you",
        "White: novice",
        "0 squares, 89 left",
        "Enter play",
    ] {
        terminal.wait_for(part);
    }
    // The V, turned; it covers the start square, on which it lies.
    terminal.send("v");
    terminal.wait_for("V5 (1 of 4): fits");
    terminal.send("d");
    terminal.wait_for("V5 (3 of 4): fits");
    terminal.send(keys::ENTER);
    let line = kept(&home, 2);
    let first = line.moves()[0].placement().unwrap();
    assert_eq!(
        (first.piece().name(), first.orientation().code()),
        ("V5", 2)
    );
    assert_eq!(first.reference().to_string(), "e10");
    // The next piece lies where it fits. Put where the V is, it does not.
    terminal.wait_for("(1 of 4): fits");
    terminal.send(":e10\r");
    terminal.wait_for("E10 is taken");
    terminal.send(keys::ENTER);
    terminal.wait_for("E10 is taken");
    // A typed move that touches an edge, and one in the middle of nowhere.
    terminal.send(":d10\r");
    terminal.wait_for("1: touches your edge at D10");
    terminal.send(":n1\r");
    terminal.wait_for("1: must touch a corner of yours");
    assert_eq!(kept(&home, 2).ply(), 2);
    // The next place where a piece fits, found by the program.
    terminal.send("f>");
    terminal.wait_for("F: place ");
    terminal.send(keys::ENTER);
    kept(&home, 4);
    terminal.wait_for("10 squares, 79 left");
    // Taken back, and played again.
    terminal.wait_for("against novice");
    assert!(terminal.text().contains("measured"), "{}", terminal.text());
    terminal.send("h");
    terminal.wait_for("Help makes this a practice game");
    terminal.send("n");
    terminal.wait_gone("Help makes this a practice game");
    assert!(!terminal.text().contains("practice"), "{}", terminal.text());
    terminal.send(keys::BACKSPACE);
    terminal.wait_for("Help makes this a practice game");
    terminal.send("y");
    terminal.wait_for("taken back to move 3");
    terminal.wait_for("practice: does not count");
    terminal.wait_for("5 squares, 84 left");
    terminal.send("r");
    terminal.wait_for("10 squares, 79 left");
    terminal.send("w>");
    terminal.wait_for("W: place ");
    terminal.send(keys::ENTER);
    let before = kept(&home, 6);
    terminal.wait_for("15 squares, 74 left");

    terminal.signal(libc::SIGKILL);
    terminal.wait_exit();
    let mut terminal = Terminal::start_in(&home, 24, 80, &ARGUMENTS, &[]);
    terminal.wait_for("A game against novice was left after move 6.");
    terminal.send("y");
    terminal.wait_for("goes on after move 6");
    terminal.wait_for("15 squares, 74 left");
    terminal.send("n>");
    terminal.wait_for("N: place ");
    terminal.send(keys::ENTER);
    let after = kept(&home, 8);
    assert_eq!(after.moves()[..6], before.moves()[..]);
    assert_eq!(files(&home).len(), 1);
    terminal.send("q");
    terminal.wait_for("The game is kept");
    terminal.send("q");
    assert_eq!(terminal.wait_exit().exit_code(), 0);
    terminal.assert_restored();
}

/// A game that is left for another one is kept, is no loss, and counts when it is taken up again.
#[test]
fn a_game_left_for_another_is_resumed_and_still_counts() {
    let home = home("");
    let mut terminal = start(&home, &ARGUMENTS);
    terminal.send("v\r");
    kept(&home, 2);
    terminal.wait_for("5 squares, 84 left");
    terminal.send("g");
    terminal.wait_for("The game on the board is kept: :resume continues it.");
    terminal.send(keys::ENTER);
    terminal.wait_for("0 squares, 89 left");
    terminal.send(":resume\r");
    terminal.wait_for("goes on after move 2");
    terminal.wait_for("5 squares, 84 left");
    terminal.wait_for("measured");
    assert!(!terminal.text().contains("practice"), "{}", terminal.text());
    assert_eq!(files(&home).len(), 1);
    // A later one that cannot be read may have been meant.
    terminal.send("g");
    terminal.wait_for("The game on the board is kept: :resume continues it.");
    terminal.send(keys::ENTER);
    terminal.wait_for("0 squares, 89 left");
    std::fs::write(files(&home)[0].with_file_name("damaged.blksgf"), "(").unwrap();
    terminal.send(":resume\r");
    terminal.wait_for("goes on after move 2. g begins a new one. A game");
    terminal.send("qq");
    assert_eq!(terminal.wait_exit().exit_code(), 0);
    terminal.assert_restored();
}

#[test]
fn a_file_is_loaded_a_pass_announced_the_game_saved() {
    let home = home("");
    let file = home.path().join("gpcc.blksgf");
    let line = read_moves(GAME).unwrap();
    export(&file, &Header::default(), &line, false).unwrap();
    let arguments = [
        "blokus",
        "--load",
        "gpcc.blksgf",
        "--side",
        "second",
        "--opponent",
        "novice",
    ];
    let mut terminal = Terminal::start_in(&home, 24, 80, &arguments, &[]);
    // That nothing fits is a word in passing: nothing lies over the result.
    terminal.wait_for("Result");
    terminal.wait_for("Official scoring");
    terminal.send("l");
    terminal.wait_gone("Result");
    // What is there is not written over, unless told.
    terminal.send(":save gpcc.blksgf\r");
    terminal.wait_for("gpcc.blksgf is there already");
    assert_eq!(main_line::<Position>(&file).unwrap().1, line);
    terminal.send(":save end.blksgf\r");
    terminal.wait_for("saved as end.blksgf");
    let (_, ended) = main_line::<Position>(&home.path().join("end.blksgf")).unwrap();
    assert!(ended.position().is_over());
    assert_eq!(ended.moves()[..21], line.moves()[..]);
    assert_eq!(ended.moves()[21], Move::Pass);
    assert!(!ended.position().can_place(Side::White));
    terminal.send("q");
    assert_eq!(terminal.wait_exit().exit_code(), 0);
    terminal.assert_restored();
    // A broken file says what and where, before the screen is taken.
    fs::write(&file, "(;GM[Blokus Duo]\n;B[e10,d11,e11,f11,e12]\n;W[e10])").unwrap();
    let mut terminal = Terminal::start_in(&home, 24, 80, &arguments, &[]);
    terminal.wait_for("gpcc.blksgf: line 3: W[e10]");
    assert_eq!(terminal.wait_exit().exit_code(), 1);
}

/// The list is that of Othello: a game that is over is gone through from where most was given away, one that was left
/// is continued.
#[test]
fn own_games_are_listed_gone_through_and_continued() {
    let home = home("");
    let folder = home.data().join("blokus");
    fs::create_dir_all(&folder).unwrap();
    let header = |measured| Header {
        players: ["human".to_owned(), "easy".to_owned()],
        seed: 1,
        measured,
    };
    let over = read_moves(&format!("{GAME} ---- 12d0 ---- 1Cc0")).unwrap();
    let left = read_moves("65u0 AAu0").unwrap();
    export(&folder.join("over.blksgf"), &header(true), &over, false).unwrap();
    export(
        &folder.join("played-later.blksgf"),
        &header(false),
        &left,
        false,
    )
    .unwrap();
    let mut terminal = Terminal::start_in(&home, 40, 120, &ARGUMENTS, &[]);
    terminal.wait_for("Continue?");
    terminal.send("n");
    terminal.wait_gone("Continue?");
    terminal.send(":games\r");
    terminal.wait_for("Your games");
    terminal.wait_for("left at move 2, practice: Enter continues it");
    let outcome = over.position().outcome().unwrap();
    let won = if outcome.black > outcome.white {
        "won"
    } else {
        "lost"
    };
    let score = format!("{won} {}–{}, measured", outcome.black, outcome.white);
    terminal.wait_for(&score);
    terminal.send(&format!("{}{}", keys::DOWN, keys::ENTER));
    terminal.wait_for("What you gave away");
    terminal.wait_for("gave away");
    terminal.send(keys::HOME);
    terminal.wait_for("after move 0 of 25");
    terminal.send(".");
    terminal.wait_for("after move 1 of 25");
    terminal.send(keys::PAGE_DOWN);
    terminal.wait_gone("after move 1 of 25");
    terminal.send("q");
    terminal.wait_for("Your move, Black");
    terminal.send(":games\r");
    terminal.wait_for("Your games");
    terminal.send(keys::ENTER);
    terminal.wait_for("goes on after move 2");
    terminal.send(keys::CTRL_C);
    assert_eq!(terminal.wait_exit().exit_code(), 130);
}

/// Keeps a game of the person's, which is over.
pub fn keep_over(file: &Path) -> GameLine<Position> {
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    let header = Header {
        players: ["human".to_owned(), "easy".to_owned()],
        seed: 1,
        measured: true,
    };
    let over = read_moves(&format!("{GAME} ---- 12d0 ---- 1Cc0")).unwrap();
    export(file, &header, &over, false).unwrap();
    over
}

/// The best placement is that of another program that looks one placement ahead: the tester behind GTP.
#[test]
fn own_mistakes_are_placed_again() {
    let home = home("");
    let over = keep_over(&home.data().join("blokus/over.blksgf"));
    let mut terminal = Terminal::start_in(&home, 24, 80, &ARGUMENTS, &[]);
    terminal.wait_for("Your move, Black");
    terminal.send(":mistakes\r");
    terminal.wait_for("Your mistake 1 of ");
    let text = terminal.text();
    let (_, move_) = text.split_once("Move ").unwrap();
    let ply: usize = move_.split(' ').next().unwrap().parse().unwrap();
    // It lies where it was placed then, and Enter places it there again.
    terminal.send(keys::ENTER);
    terminal.wait_for("lowers your winning");
    terminal.wait_for("The best placement is ");
    terminal.send(".");
    terminal.wait_for("Your mistake 2 of ");
    terminal.send(",");
    terminal.wait_for("Your mistake 1 of ");
    terminal.send("q");
    terminal.wait_for("You found a better move in 0 of 1");

    let mut script = String::new();
    for (position, mv) in over.steps().take(ply - 1) {
        script += &format!(
            "play {} {mv}\n",
            ["b", "w"][position.side_to_move().index()]
        );
    }
    script += "genmove b\nquit\n";
    let arguments = ["engine", "--game", "blokus", "--player", "tester"];
    let answers = run_with_input(home.path(), &arguments, script).out;
    let mut best = answers.lines().filter_map(|it| it.strip_prefix("= "));
    let best = best.rfind(|it| it.contains(',')).unwrap();
    terminal.send(":mistakes\r");
    terminal.wait_for("Your mistake 1 of ");
    terminal.send(&format!(":{best}\r"));
    terminal.wait_for("is right: nothing is better");
    terminal.send("q");
    terminal.wait_for("You found a better move in 1 of 1");
}
