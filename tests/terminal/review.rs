//! A game gone through with the coach.

use std::fs;

use crate::home;
use crate::pty::{Home, Terminal, keys};

/// Two games and a line that is none. In the first Black's 37th and White's 38th move are mistakes by
/// any measure: g7 gives the corner h8, a2 does not take it.
const GAMES: &str = "f5f6e6f4e3d6c4f3g4e2f2c3c5d3c6g3g5h5h3e1d2b4c2b5b6b3f1c1d1d7f7a6d8h4h6e7e8g7\n\
                     f5d6c3d3c4f4f6f3e6e7\n\
                     f5d6c3a1\n";

fn review(rows: u16, cols: u16) -> (Home, Terminal) {
    let home = home("");
    let file = home.path().join("games.txt");
    fs::write(&file, GAMES).unwrap();
    let path = file.to_str().unwrap();
    let args = ["analyse", "--screen", path];
    let terminal = Terminal::start_in(&home, rows, cols, &args, &[]);
    terminal.wait_for("Coach");
    terminal.wait_for("game 1 of 2");
    (home, terminal)
}

#[test]
fn a_file_is_gone_through_mistake_by_mistake_at_every_size() {
    for (rows, cols) in [(24, 80), (40, 120), (60, 200)] {
        let (_home, mut terminal) = review(rows, cols);
        // It opens on the first mistake: what was lost, why, the better move.
        terminal.wait_for(" loses ");
        terminal.wait_for("best ");
        terminal.wait_for("played: ");
        terminal.wait_for("mistakes");
        terminal.wait_for("Evaluation");
        terminal.send(keys::HOME);
        terminal.wait_for("move 0 of 38");
        terminal.wait_for("1 Black f5");
        terminal.send(keys::RIGHT);
        terminal.wait_for("2 White f6");
        terminal.send(keys::PAGE_UP);
        terminal.wait_for("no mistake before this one");
        terminal.send(keys::PAGE_DOWN);
        terminal.wait_for(" loses ");
        terminal.send("n");
        terminal.wait_for("game 2 of 2");
        terminal.wait_for("opening Comp'Oth (move 8)");
        terminal.send(keys::END);
        terminal.wait_for("not over after 10 moves");
        terminal.send("?");
        terminal.wait_for("to the last mistake, to the next");
        terminal.send("q");
        terminal.wait_gone("to the last mistake, to the next");
        terminal.send("q");
        // What was wrong in the file is told when the screen is free again.
        assert_eq!(terminal.wait_exit().exit_code(), 1);
        terminal.assert_restored();
        let text = terminal.text();
        assert!(text.contains("line 3: character 7, move 4: a1"), "{text}");
    }
}
