//! The pseudo-terminal of the other tests, tested itself: it must see what a bad program leaves.

use crate::pty::{Home, Terminal, keys};

fn shell_script(script: &str) -> Terminal {
    Terminal::start_program(&Home::new(), "/bin/sh", 10, 40, &["-c", script], &[])
}

#[test]
fn a_screen_is_read_and_typed_at() {
    let mut terminal = shell_script(
        "printf 'name? '; read name; printf '\\033[31mhello %s\\033[m' \"$name\"; read x",
    );
    terminal.wait_for("name? ");
    terminal.send("Ueda");
    terminal.send(keys::ENTER);
    terminal.wait_for("hello Ueda");
    assert_eq!(terminal.row(1).trim_end(), "hello Ueda");
    let cell = terminal.cell(1, 0);
    assert_eq!(
        (cell.contents(), cell.fgcolor()),
        ("h", vt100::Color::Idx(1))
    );
    assert!(terminal.is_running());
    terminal.send(keys::ENTER);
    assert_eq!(terminal.wait_exit().exit_code(), 0);
    terminal.assert_restored();
}

/// As terminals show it: half of a frame is nothing to be read.
#[test]
fn a_frame_is_seen_when_it_is_whole() {
    let mut terminal = shell_script(
        "printf '\\033[?20'; sleep 0.1; printf '26hone '; sleep 0.3; printf 'two\\033[?2026l'; read x",
    );
    terminal.wait_for("one");
    assert_eq!(terminal.row(0).trim_end(), "one two");
    terminal.send(keys::ENTER);
    assert_eq!(terminal.wait_exit().exit_code(), 0);
    // What is left of a frame when a program ends is seen too.
    let mut terminal = shell_script("printf '\\033[?2026hone'");
    terminal.wait_exit();
    terminal.wait_for("one");
}

#[test]
fn what_a_bad_program_leaves_is_named() {
    let mut terminal = shell_script(
        "printf '\\033[?1049h\\033[?25l\\033[?1000;1006h\\033[?2004h'; stty raw -echo; exit 3",
    );
    assert_eq!(terminal.wait_exit().exit_code(), 3);
    let left = terminal.unrestored().join("\n");
    for mode in ["1049", "25", "1000", "1006", "2004", "echo", "line input"] {
        assert!(left.contains(mode), "{mode} is not in\n{left}");
    }

    let mut terminal = shell_script(
        "printf '\\033[?1049h\\033[?25l\\033[?1000h'; stty raw -echo; stty sane; printf '\\033[?1000l\\033[?25h\\033[?1049l'",
    );
    terminal.wait_exit();
    terminal.assert_restored();
}

#[test]
#[should_panic(expected = "waited in vain for \"rival\" to appear: the program ended")]
fn waiting_for_what_never_comes_shows_the_screen() {
    shell_script("echo nobody").wait_for("rival");
}

#[test]
fn sizes_signals_and_hang_ups_arrive() {
    let mut terminal =
        shell_script("trap 'stty size' WINCH; echo ready; while :; do sleep 0.05; done");
    terminal.wait_for("ready");
    terminal.resize(20, 33);
    terminal.wait_for("20 33");
    terminal.signal(libc::SIGTERM);
    let status = terminal.wait_exit();
    assert!(status.signal().is_some(), "{status:?}");

    let home = Home::new();
    let gone = home.path().join("gone");
    let script = format!(
        "trap 'echo yes >{}; exit' HUP; echo ready; while :; do sleep 0.05; done",
        gone.display()
    );
    let mut terminal = Terminal::start_program(&home, "/bin/sh", 10, 40, &["-c", &script], &[]);
    terminal.wait_for("ready");
    terminal.hang_up();
    terminal.wait_exit();
    assert_eq!(std::fs::read_to_string(gone).unwrap(), "yes\n");
}

#[test]
fn a_shell_has_job_control() {
    let mut terminal = Terminal::start_shell(10, 60, &[]);
    terminal.send("sh -c 'echo awake; exec sleep 1000'\r");
    terminal.wait_for("\nawake");
    terminal.send(keys::CTRL_Z);
    terminal.wait_for("Stopped");
    // What is stopped dies with the shell, and the shell with `terminal`.
}

#[test]
fn a_session_becomes_a_cast_and_a_picture() {
    let mut terminal =
        shell_script("printf 'a&b \\342\\240\\201 \\342\\224\\200 \\033[7mx\\033[m'; read x");
    terminal.wait_for("a&b");
    let svg = terminal.svg();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    // Braille dot 1 is a circle, the frame line a path; the inverse x is dark on a light ground.
    assert_eq!(svg.matches("<circle").count(), 1);
    assert_eq!(svg.matches("<path").count(), 1);
    assert!(svg.contains(">&amp;</text>"));
    assert!(svg.contains("fill=\"#1d1f21\">x</text>"));
    terminal.send("\r");
    terminal.wait_exit();
    let cast = terminal.cast("a session");
    let mut lines = cast.lines();
    let header: serde_json::Value = serde_json::from_str(lines.next().unwrap()).unwrap();
    assert_eq!(
        (header["version"].as_u64(), header["width"].as_u64()),
        (Some(2), Some(40))
    );
    let mut output = String::new();
    let mut before = 0.0;
    for line in lines {
        let (time, code, data): (f64, String, String) = serde_json::from_str(line).unwrap();
        assert!(time >= before);
        before = time;
        if code == "o" {
            output += &data;
        }
    }
    assert_eq!(output.as_bytes(), terminal.bytes());
}

#[test]
fn the_program_starts_in_an_empty_home() {
    let mut terminal = Terminal::start(24, 80, &["--version"], &[("NO_COLOR", "1")]);
    terminal.wait_exit();
    terminal.assert_restored();
}
