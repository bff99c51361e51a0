//! Colours and characters for every kind of terminal.

use crate::pty::{Terminal, keys};
use crate::{home, start};

/// The parameters of every `ESC[…m` that was written.
fn graphics(bytes: &[u8]) -> Vec<String> {
    String::from_utf8_lossy(bytes)
        .split("\x1b[")
        .skip(1)
        .filter_map(|sequence| {
            let end = sequence.find(|c: char| !c.is_ascii_digit() && c != ';')?;
            sequence[end..]
                .starts_with('m')
                .then(|| sequence[..end].to_owned())
        })
        .collect()
}

/// The kinds of colour in them: 16 named ones, 256, 24 bits.
fn kinds(bytes: &[u8]) -> [bool; 3] {
    let mut kinds = [false; 3];
    for sequence in graphics(bytes) {
        let mut numbers = sequence.split(';').map(|n| n.parse().unwrap_or(0_u8));
        while let Some(number) = numbers.next() {
            match number {
                38 | 48 => match numbers.next() {
                    // crossterm names the 16 by their numbers among the 256.
                    Some(5) => match numbers.next() {
                        Some(0..16) => kinds[0] = true,
                        _ => kinds[1] = true,
                    },
                    _ => {
                        kinds[2] = true;
                        numbers.nth(2);
                    }
                },
                30..=37 | 40..=47 | 90..=97 | 100..=107 => kinds[0] = true,
                _ => {}
            }
        }
    }
    kinds
}

/// A session that shows the board, a dialog, help and a notice, up to its end.
fn tour(terminal: &mut Terminal) {
    terminal.wait_for("Breeding your rivals");
    for (key, shown) in [("n", "New game"), ("?", "Help")] {
        terminal.send(key);
        terminal.wait_for(shown);
        terminal.send(keys::ESCAPE);
        terminal.wait_gone(shown);
    }
    terminal.send("a1\r");
    terminal.wait_for("a1 is illegal");
    terminal.send("p");
    terminal.wait_for("evolution paused");
}

#[test]
fn without_colour_there_is_none_and_nothing_is_lost() {
    let mut terminal = start(&home(""), &[("NO_COLOR", "1"), ("COLORTERM", "truecolor")]);
    // f5, a legal move, is under the cursor.
    terminal.wait_for("[ •  ]");
    tour(&mut terminal);
    assert!(terminal.text().contains("[ ·  ]"), "the cursor on a1");
    // The chosen line of a menu is reversed, and the pane in focus has a thick frame.
    assert!(terminal.text().contains('┏'));
    terminal.send("f5\r");
    terminal.wait_for("(");
    terminal.send("q");
    terminal.wait_for("Leave?");
    terminal.wait_until("the chosen answer to be reversed", |screen| {
        let (rows, cols) = screen.size();
        let reversed: String = (0..rows.get())
            .flat_map(|row| (0..cols.get()).map(move |col| (row, col)))
            .filter_map(|(row, col)| screen.cell(row, col))
            .filter(|cell| cell.inverse())
            .map(vt100::Cell::contents)
            .collect();
        reversed.contains("Leave")
    });
    terminal.send("q");
    terminal.wait_exit();
    let bytes = terminal.bytes();
    assert_eq!(kinds(&bytes), [false; 3]);
    // crossterm's answer to NO_COLOR would be a bare reset wherever a colour is due.
    assert!(!graphics(&bytes).iter().any(|sequence| sequence == ";"));
}

#[test]
fn an_empty_no_color_is_none() {
    let script = format!("NO_COLOR= exec {} --seed 1", env!("CARGO_BIN_EXE_koteki"));
    let terminal = Terminal::start_program(&home(""), "/bin/sh", 24, 80, &["-c", &script], &[]);
    terminal.wait_for("Black to move");
    assert!(kinds(&terminal.bytes())[1]);
}

#[test]
fn colours_are_those_that_the_terminal_has() {
    for (env, expected) in [
        (&[][..], [false, true, false]),
        (&[("COLORTERM", "truecolor")], [false, false, true]),
        (&[("TERM", "linux")], [true, false, false]),
        (&[("TERM", "vt220")], [false, false, false]),
    ] {
        let mut terminal = start(&home(""), env);
        tour(&mut terminal);
        assert_eq!(kinds(&terminal.bytes()), expected, "{env:?}");
    }
    // What the settings say beats what the environment says.
    let mut terminal = start(&home("color = \"16\""), &[("NO_COLOR", "1")]);
    tour(&mut terminal);
    assert_eq!(kinds(&terminal.bytes()), [true, false, false]);
    // And a flag beats the settings.
    for (flag, expected) in [("never", [false; 3]), ("256", [false, true, false])] {
        let home = home("color = \"16\"");
        let arguments = ["--seed", "1", "--color", flag];
        let mut terminal = Terminal::start_in(&home, 24, 80, &arguments, &[]);
        tour(&mut terminal);
        assert_eq!(kinds(&terminal.bytes()), expected, "--color {flag}");
    }
}

#[test]
fn ascii_is_nothing_but_ascii() {
    for (screen, env) in [
        ("glyphs = \"ascii\"", &[][..]),
        ("", &[("TERM", "linux")]),
        ("", &[("LANG", "de_DE.ISO-8859-1")]),
        ("", &[("LC_ALL", "C")]),
    ] {
        let mut terminal = start(&home(screen), env);
        terminal.wait_for("[ +  ]");
        tour(&mut terminal);
        let foreign = terminal
            .bytes()
            .into_iter()
            .find(|byte| !(0x20..=0x7e).contains(byte) && *byte != 0x1b);
        assert_eq!(foreign, None, "{screen} {env:?}");
    }
}

#[test]
fn cjk_safe_draws_nothing_of_uncertain_width() {
    use unicode_width::UnicodeWidthStr as _;
    for (screen, env) in [
        ("glyphs = \"cjk-safe\"", &[][..]),
        ("", &[("LANG", "ja_JP.UTF-8")]),
    ] {
        let mut terminal = start(&home(screen), env);
        tour(&mut terminal);
        let text = terminal.text();
        assert_eq!(text.width(), text.width_cjk(), "{text}");
    }
}

#[test]
fn the_linux_console_is_cleared() {
    // It has no alternate screen.
    let terminal = start(&home(""), &[("TERM", "linux")]);
    let bytes = terminal.bytes();
    let cleared = bytes.windows(4).any(|part| part == b"\x1b[2J");
    assert!(cleared);
}

#[test]
fn frames_are_whole() {
    // Each begins and ends as one update (DEC mode 2026), and none begins inside of another.
    let mut terminal = start(&home(""), &[]);
    tour(&mut terminal);
    terminal.send("q");
    terminal.wait_exit();
    let text = String::from_utf8_lossy(&terminal.bytes()).into_owned();
    let mut open = 0;
    let mut frames = 0;
    for part in text.split("\x1b[?2026").skip(1) {
        if part.starts_with('h') {
            open += 1;
            frames += 1;
        } else if open > 0 {
            open -= 1;
        }
        assert!(open <= 1);
    }
    assert_eq!(open, 0);
    assert!(frames > 1);
}

#[test]
fn nothing_is_asked_of_the_terminal() {
    // An answer would be read as keys: no reports of attributes, cursor or colours are asked for.
    let mut terminal = start(&home(""), &[]);
    tour(&mut terminal);
    let text = String::from_utf8_lossy(&terminal.bytes()).into_owned();
    for question in [
        "\x1b[c",
        "\x1b[0c",
        "\x1b[6n",
        "\x1b[5n",
        "\x1b]10;?",
        "\x1b]11;?",
        "\x1b[?u",
        "\x1bP",
    ] {
        assert!(!text.contains(question), "{question:?}");
    }
}

#[test]
fn a_dumb_terminal_gets_plain_lines() {
    for term in ["dumb", ""] {
        let mut terminal = Terminal::start_in(
            &crate::home_with(crate::SHORT_BREEDING),
            24,
            100,
            &["--seed", "1"],
            &[("TERM", term)],
        );
        terminal.wait_for("Your move, Black (4 to choose from)");
        terminal.send("f5\r");
        terminal.wait_for("Your move, Black (5 to choose from)");
        terminal.send("\x04");
        assert_eq!(terminal.wait_exit().exit_code(), 0);
        assert!(!terminal.bytes().contains(&0x1b), "TERM={term:?}");
        terminal.assert_restored();
    }
}

#[test]
fn half_a_terminal_gets_plain_lines() {
    let koteki = env!("CARGO_BIN_EXE_koteki");
    for script in [
        format!("{koteki} --seed 1 </dev/null"),
        format!("echo f5 | {koteki} --seed 1"),
        format!("{koteki} --seed 1 --plain </dev/null"),
    ] {
        let home = crate::home_with(crate::SHORT_BREEDING);
        let mut terminal =
            Terminal::start_program(&home, "/bin/sh", 24, 100, &["-c", &script], &[]);
        assert_eq!(terminal.wait_exit().exit_code(), 0, "{script}");
        assert!(!terminal.bytes().contains(&0x1b), "{script}");
        let text = String::from_utf8_lossy(&terminal.bytes()).into_owned();
        assert!(text.contains("Your move, Black"), "{text}");
    }
}
