//! Every size of the window.

use crate::pty::{Terminal, keys};
use crate::{eventually, home, start};

#[test]
fn a_storm_of_sizes_is_survived() {
    let mut terminal = start(&home(""), &[]);
    for round in 0..3 {
        for (rows, cols) in [
            (0, 0),
            (1, 1),
            (10, 20),
            (24, 80),
            (60, 200),
            (100, 300),
            (1, 300),
            (100, 1),
            (15, 30),
            (14, 30),
            (200, 500),
            (24, 80),
        ] {
            terminal.resize(rows, cols);
            // A key in between: every layer is drawn at every size.
            terminal.send(["n", keys::ESCAPE, keys::TAB][round]);
            // Long enough for some of them to be drawn; others come on top of one another.
            std::thread::sleep(std::time::Duration::from_millis(if round == 0 {
                60
            } else {
                5
            }));
            assert!(terminal.is_running(), "{cols} x {rows}");
        }
    }
    terminal.send(keys::ESCAPE);
    terminal.wait_for("a    b    c    d    e    f    g    h");
    terminal.wait_for("Black to move");
    terminal.send(keys::CTRL_C);
    assert_eq!(terminal.wait_exit().exit_code(), 130);
    terminal.assert_restored();
}

#[test]
fn a_terminal_that_is_too_small_says_so_and_can_be_left() {
    let mut terminal = start(&home(""), &[]);
    terminal.resize(10, 60);
    terminal.wait_for("terminal too small: 60x10 (needs 15 rows)");
    terminal.resize(24, 80);
    terminal.wait_for("Black to move");
    terminal.resize(14, 40);
    terminal.wait_for("terminal too small: 40x14");
    terminal.send("q");
    assert_eq!(terminal.wait_exit().exit_code(), 0);
    terminal.assert_restored();
}

#[test]
fn a_terminal_of_no_size_is_no_fault() {
    // As under expect or in some containers: the terminal does not know its size.
    let mut terminal = Terminal::start_program(
        &home(""),
        "/bin/sh",
        24,
        80,
        &[
            "-c",
            &format!(
                "stty rows 0 cols 0; exec {} --seed 1",
                env!("CARGO_BIN_EXE_koteki")
            ),
        ],
        &[],
    );
    terminal.wait_until("the screen to be taken", |screen| screen.alternate_screen());
    assert!(terminal.is_running());
    terminal.resize(24, 80);
    terminal.wait_for("Black to move");
    terminal.send("q");
    assert_eq!(terminal.wait_exit().exit_code(), 0);
    terminal.assert_restored();
}

#[test]
fn a_terminal_that_claims_any_size_is_no_fault() {
    let koteki = env!("CARGO_BIN_EXE_koteki");
    let script = format!("stty rows 65535 cols 65535; exec {koteki} --seed 1");
    let arguments = ["-c", script.as_str()];
    let mut terminal = Terminal::start_program(&home(""), "/bin/sh", 24, 80, &arguments, &[]);
    let end_of_frame: &[u8] = b"\x1b[?2026l";
    eventually("a frame to be drawn", || {
        let bytes = terminal.bytes();
        bytes
            .windows(end_of_frame.len())
            .any(|it| it == end_of_frame)
    });
    terminal.resize(24, 80);
    terminal.wait_for("Black to move");
    terminal.send("q");
    assert_eq!(terminal.wait_exit().exit_code(), 0);
    terminal.assert_restored();
}
