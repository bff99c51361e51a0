//! Games of files: listed, filtered, gone through, played on from; pasted games and boards; the board editor.

use std::fs;

use koteki_games::Side;
use koteki_record::game::{GameRecord, Kind, Status};
use koteki_record::store::read_games;

use crate::pty::{Home, Terminal, keys};
use crate::reading::Follower;
use crate::{home, start};

/// Two games that were played on GGS in 2003 (of the file TestGames.ggf of NTest), one without players, and one
/// whose fourth move is not legal.
pub const GAMES: &str = "\
(;GM[Othello]PC[GGS/os]DT[2003.12.15_12:33:18.MST]PB[Saio1200]PW[Saio3000]RB[2196.37]RW[2200.35]TI[05:00//02:00]TY[8]RE[+0.000]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[d3]W[c5]B[f6]W[f5]B[e6]W[e3]B[c3]W[d2/2.39/0.01]B[c4]W[b5]B[f4]W[d6]B[f3]W[b4]B[c7]W[d7]B[c6]W[e7]B[b6]W[f7]B[a5]W[a4]B[e8]W[f8]B[d8]W[e2]B[a3]W[c8]B[b3]W[a6]B[c1]W[a2]B[f1]W[g6]B[g5]W[h5]B[g4]W[h3]B[h4]W[c2]B[b7]W[d1]B[h6]W[g3]B[e1]W[f2]B[g2]W[h7]B[b1]W[h2]B[g1]W[b8]B[a8]W[a7]B[a1]W[b2]B[g8]W[h1]B[g7]W[h8];)
(;GM[Othello]PC[GGS/os]DT[2003.12.15_12:57:55.MST]PB[Saio3000]PW[Saio1200]RB[2200]RW[2196.72]TI[05:00//02:00]TY[8]RE[+0.000]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[d3]W[c5]B[f6]W[f5]B[e6]W[e3]B[d6]W[f7]B[g6]W[e7]B[f4]W[g4]B[g5]W[f3];)
f5d6c3d3c4f4f6f3e6e7

f5d6c3a1
";

/// The program with a game begun (Black's first move made and answered), and a file of games beside it.
fn begun(size: (u16, u16)) -> (Home, Terminal, Follower) {
    let home = home("");
    fs::write(home.path().join("games.ggf"), GAMES).unwrap();
    let (rows, cols) = size;
    let mut terminal = Terminal::start_in(&home, rows, cols, &["--seed", "1"], &[]);
    terminal.wait_for("Black to move");
    let mut game = Follower::new(Side::Black);
    let mv = game.pick();
    terminal.send(&mv.to_string());
    terminal.send(keys::ENTER);
    assert!(game.play(&terminal, mv));
    (home, terminal, game)
}

/// The games that were kept, once the program has been left.
fn kept(home: &Home, mut terminal: Terminal) -> Vec<GameRecord> {
    terminal.send(keys::CTRL_C);
    assert_eq!(terminal.wait_exit().exit_code(), 130);
    terminal.assert_restored();
    read_games(&home.data().join("games.jsonl")).unwrap().games
}

fn command(terminal: &mut Terminal, text: &str) {
    terminal.send(text);
    terminal.send(keys::ENTER);
}

#[test]
fn a_file_is_listed_filtered_gone_through_and_played_on_from() {
    let (home, mut terminal, mut game) = begun((24, 80));
    // Its name is completed, where something begins so.
    terminal.send(":open nothing\t");
    terminal.wait_for("no file of games begins with \"nothing\"");
    terminal.send(keys::ESCAPE);
    terminal.wait_gone(":open nothing");
    terminal.send(":open gam\t");
    terminal.wait_for(":open games.ggf");
    terminal.send(keys::ENTER);
    terminal.wait_for("Games games.ggf: 3");
    // What cannot be read is told with its place; the others are there.
    terminal.wait_for_all(&["1 place holds no game:", "line 5", "move 4: a1"]);
    terminal.wait_for_all(&["Saio1200", "Saio3000", "32-32", "2003.12.15", "Comp'Oth"]);
    // The one with most moves first; then as they stand in the file, whose last one has no names.
    terminal.send("/");
    terminal.wait_for("result:black white draw open");
    terminal.send("sort:-black");
    terminal.send(keys::ENTER);
    terminal.wait_until("the second game to come first", |screen| {
        let text = screen.contents();
        let at = |black: &str, white: &str| {
            let is = |line: &str| {
                let mut words = line.split_whitespace().skip_while(|word| *word != black);
                words.nth(1) == Some(white)
            };
            text.lines().position(is)
        };
        let (first, second) = (at("Saio3000", "Saio1200"), at("Saio1200", "Saio3000"));
        first.is_some() && first < second
    });
    terminal.send(keys::ESCAPE);
    terminal.wait_gone("filter: ");
    terminal.send("/");
    terminal.wait_for("result:black white draw open");
    terminal.send("black:saio3000");
    terminal.wait_for("1 of 3");
    terminal.send(" year:2004");
    terminal.wait_for("no game is like");
    terminal.send(&keys::BACKSPACE.repeat(10));
    terminal.send(" yeer:2003");
    terminal.wait_for("no filter is called \"yeer\"");
    terminal.send(&keys::BACKSPACE.repeat(10));
    terminal.send(keys::ENTER);
    terminal.wait_for("filter: black:saio3000");
    terminal.send(keys::ENTER);
    terminal.wait_for_all(&["Saio3000 - Saio1200", "move 0 of 14", "GGS/os"]);
    terminal.send(keys::END);
    terminal.wait_for("move 14 of 14");
    terminal.send(&",".repeat(6));
    terminal.wait_for("move 8 of 14");
    terminal.send("?");
    terminal.wait_for("play on from this position");
    terminal.send(keys::ESCAPE);
    terminal.wait_gone("play on from this position");
    // Playing on is asked for, and may be left again.
    terminal.send(keys::ENTER);
    terminal.wait_for_all(&["After move 8 of Saio3000", "does not count"]);
    terminal.send(keys::ESCAPE);
    terminal.wait_gone("Opponent");
    terminal.wait_for("move 8 of 14");
    // Back through the list to the game at the table, which is as it was.
    terminal.send(keys::ESCAPE);
    terminal.wait_for("1 of 3");
    terminal.send(keys::ESCAPE);
    terminal.wait_for("Games games.ggf: 3");
    terminal.send(keys::ESCAPE);
    terminal.wait_for("measured game (no help)");
    let mv = game.pick();
    terminal.send(&mv.to_string());
    terminal.send(keys::ENTER);
    assert!(game.play(&terminal, mv));
    // Once more, and this time the game goes on from there.
    command(&mut terminal, ":open games.ggf");
    terminal.wait_for("Games games.ggf: 3");
    terminal.send(keys::DOWN);
    terminal.send(keys::ENTER);
    terminal.wait_for("move 0 of 14");
    terminal.send(&".".repeat(8));
    terminal.wait_for("move 8 of 14");
    terminal.send(keys::ENTER);
    terminal.wait_for("After move 8 of Saio3000");
    terminal.send(keys::ENTER);
    // The game at the table is not left without a question, after which the other one is in view again.
    terminal.wait_for("Leave this game?");
    terminal.send("n");
    terminal.wait_gone("Leave this game?");
    terminal.wait_for("move 8 of 14");
    terminal.send(keys::ENTER);
    terminal.wait_for("After move 8 of Saio3000");
    terminal.send(keys::ENTER);
    terminal.wait_for("Leave this game?");
    terminal.send("y");
    terminal.wait_for("practice: does not count");
    terminal.wait_for("does not count toward your");
    command(&mut terminal, "g6");
    terminal.wait_until("g6 to be answered", |screen| {
        let text = screen.contents();
        let words: Vec<&str> = text.split_whitespace().collect();
        let is_square = |word: &str| matches!(word.as_bytes(), [b'a'..=b'h', b'1'..=b'8']);
        let answered = |pair: &[&str]| pair[0] == "g6" && is_square(pair[1]);
        words.windows(2).any(answered) && text.contains("Black to move")
    });
    let games = kept(&home, terminal);
    let [measured, taken] = &games[..] else {
        panic!("{games:?}");
    };
    // The game that was left is kept, to be gone on with; the other one has its moves in front.
    assert_eq!(
        (measured.status, measured.kind),
        (Status::Interrupted, Kind::Measured)
    );
    assert_eq!(
        (taken.status, taken.kind),
        (Status::Interrupted, Kind::Practice)
    );
    assert!(
        taken.transcript.starts_with("d3c5f6f5e6e3d6f7g6"),
        "{taken:?}"
    );
    assert_eq!((taken.opening, &taken.start), (8, &None));
}

#[test]
fn a_file_is_listed_from_the_start_and_a_bad_one_is_told() {
    let (home, terminal, _) = begun((24, 80));
    drop(kept(&home, terminal));
    let mut terminal = Terminal::start_in(&home, 40, 120, &["--open", "games.ggf"], &[]);
    terminal.wait_for_all(&["Games games.ggf: 3", "GGS/os"]);
    terminal.send("q");
    // The game that was interrupted is offered as ever.
    terminal.wait_for("interrupted");
    terminal.send(keys::ESCAPE);
    terminal.wait_gone("interrupted");
    terminal.wait_for("Black to move");
    fs::write(home.path().join("torn.wtb"), [20, 24, 1, 1, 5, 0, 0, 0]).unwrap();
    fs::create_dir(home.path().join("empty")).unwrap();
    for (file, said) in [
        ("nowhere.ggf", "nowhere.ggf: there is no such file"),
        ("torn.wtb", "it is no text file, and no file of WTHOR"),
        ("empty", "empty: no file in it is called .wtb"),
        ("", ":open needs a file of games"),
    ] {
        command(&mut terminal, &format!(":open {file}"));
        terminal.wait_for(said);
        terminal.wait_for("Black to move");
    }
    terminal.send(keys::CTRL_C);
    terminal.wait_exit();
    let mut terminal = Terminal::start_in(&home, 24, 80, &["--open", "nowhere.ggf"], &[]);
    assert_eq!(terminal.wait_exit().exit_code(), 1);
    assert!(terminal.text().contains("there is no such file"));
}

#[test]
fn no_game_waits_where_none_was_played() {
    let home = home("");
    fs::write(home.path().join("games.ggf"), GAMES).unwrap();
    let mut terminal = Terminal::start_in(&home, 40, 120, &["--open", "games.ggf"], &[]);
    terminal.wait_for("Games games.ggf: 3");
    terminal.send(keys::ENTER);
    terminal.wait_for("plays on from here");
    assert!(!terminal.text().contains("The game you were playing"));
    // Of one that was begun it is said.
    let (_home, mut terminal, _game) = begun((24, 80));
    command(&mut terminal, ":open games.ggf");
    terminal.wait_for("Games games.ggf: 3");
    terminal.send(keys::ENTER);
    terminal.wait_for("The game you were playing waits");
}

fn paste(terminal: &mut Terminal, text: &str) {
    // As terminals send it: a carriage return for each line.
    terminal.send(&format!("\x1b[200~{}\x1b[201~", text.replace('\n', "\r")));
}

#[test]
fn pasted_games_and_boards_are_opened_and_play_nothing() {
    let (_home, mut terminal, mut game) = begun((24, 80));
    // As PlayOK writes it, over two lines.
    paste(&mut terminal, "1. F5 d6 2. C3 d3\n3. c4 f4\n");
    terminal.wait_for("move 0 of 6");
    terminal.send(keys::END);
    terminal.wait_for("not over after 6 moves");
    terminal.send(keys::ESCAPE);
    terminal.wait_for("measured game (no help)");
    // The first position of the FFO endgame suite, with its best move behind it.
    paste(
        &mut terminal,
        "--XXXXX--OOOXX-O\n-OOOXXOX-OXOXOXX\nOXXXOXXX--XOXOXX\n-XXXOOO--OOOOO-- X g8\n",
    );
    terminal.wait_for("move 0 of 1");
    terminal.send(".");
    terminal.wait_for("move 1 of 1");
    terminal.send("q");
    terminal.wait_for("measured game (no help)");
    // What is wrong with a text is told with its place.
    paste(&mut terminal, "f5d6c3a1");
    terminal.wait_for_all(&["pasted:", "move 4: a1", "measured game"]);
    paste(&mut terminal, "hello world, this is no game");
    terminal.wait_for("pasted:");
    paste(&mut terminal, &"f5d6\n".repeat(50_000));
    terminal.wait_for("more than 200,000");
    // Two games are a list.
    paste(&mut terminal, "f5d6c3\n\nf5f6e6f4\n");
    terminal.wait_for("Games pasted text: 2");
    terminal.send(keys::ESCAPE);
    terminal.wait_for("measured game (no help)");
    // And the game at the table has gone on by no move.
    let mv = game.pick();
    terminal.send(&mv.to_string());
    terminal.send(keys::ENTER);
    assert!(game.play(&terminal, mv));
}

#[test]
fn a_board_is_set_up_and_played_from_and_cancel_changes_nothing() {
    let home = home("");
    let mut terminal = start(&home, &[]);
    command(&mut terminal, ":edit");
    terminal.wait_for_all(&[
        "Board editor",
        "2 black, 2 white, 60 empty",
        "Enter starts a game from here",
    ]);
    terminal.send("c");
    terminal.wait_for_all(&[
        "0 black, 0 white, 64 empty",
        "There is no disc on the board",
    ]);
    // Which is no board to play from, and is said so again.
    terminal.send(keys::ENTER);
    terminal.send(keys::ESCAPE);
    terminal.wait_for("Black to move");
    terminal.wait_gone("Board editor");
    let text = terminal.text();
    assert!(text.contains("measured game"), "{text}");
    // Black on f5, White on g5: Black can play h5, White e5.
    command(&mut terminal, ":edit");
    terminal.send("cx");
    terminal.wait_for("All discs are Black's");
    terminal.send(keys::RIGHT);
    terminal.send("w");
    terminal.wait_for_all(&[
        "Black has 1 move, White 1 move",
        "No game from the usual start",
    ]);
    terminal.send("t");
    terminal.wait_for("White to move");
    terminal.send("s");
    terminal.wait_for("1 black, 1 white, 62 empty");
    terminal.send("st");
    terminal.wait_for("Black to move");
    terminal.send(keys::ENTER);
    terminal.wait_for_all(&["The board that you set up", "does not count"]);
    terminal.send(keys::ESCAPE);
    terminal.wait_gone("Opponent");
    terminal.wait_for("Board editor");
    terminal.send(keys::ENTER);
    terminal.wait_for("The board that you set up");
    terminal.send(keys::ENTER);
    terminal.wait_for("practice: does not count");
    // h5 takes White's only disc: the game is over, three to nothing.
    command(&mut terminal, "h5");
    terminal.wait_for("Rematch");
    terminal.send("l");
    let games = kept(&home, terminal);
    let [game] = &games[..] else {
        panic!("{games:?}");
    };
    assert_eq!((game.status, game.kind), (Status::Finished, Kind::Practice));
    let points = game.result.unwrap();
    assert_eq!((points.black, points.white), (3, 0));
    assert_eq!(game.transcript, "h5");
    let board = game.start.as_deref().unwrap();
    assert_eq!(board.chars().filter(|c| *c == 'X').count(), 2, "{board}");
}

#[test]
fn a_game_begins_from_an_opening_by_name_or_by_lot() {
    let home = home("");
    let mut terminal = start(&home, &[]);
    command(&mut terminal, ":openings");
    terminal.wait_for("Openings: 77");
    terminal.send("/");
    terminal.send("tiger");
    terminal.wait_for("3 of 77");
    terminal.send(keys::ENTER);
    terminal.send(keys::ENTER);
    terminal.wait_for("move 5 of 5");
    terminal.send("q");
    terminal.wait_for("Black to move");
    command(&mut terminal, ":new beginner opening=no such");
    terminal.wait_for("no opening is called \"no such\"");
    command(&mut terminal, ":new beginner opening=tiger");
    terminal.wait_for_all(&["practice: does not count", "c4 e3 f6 e6 f5"]);
    // What is drawn at random may count: eight moves, Black's turn or after a pass.
    command(&mut terminal, ":new beginner opening=balanced");
    terminal.wait_for("measured game (no help)");
    terminal.wait_until("an opening of eight moves", |screen| {
        let text = screen.contents();
        let moves = text
            .split_whitespace()
            .filter(|word| matches!(word.as_bytes(), [b'a'..=b'h', b'1'..=b'8']));
        moves.count() >= 8
    });
    terminal.send("n");
    terminal.wait_for("Balanced opening, drawn at random");
    terminal.send(keys::CTRL_C);
    terminal.wait_exit();
    terminal.assert_restored();
}
