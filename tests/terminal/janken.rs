//! Janken at a terminal: a whole match by single keys, with every commitment checked, killed in the middle.

use std::fs;

use koteki_games::janken::{Hand, Letters, Outcome};
use koteki_session::janken::{Length, Match, Setup};
use sha2::{Digest as _, Sha256};

use crate::pty::{Home, Terminal, keys};

const ARGUMENTS: [&str; 7] = [
    "janken", "--level", "paper", "--rounds", "20", "--seed", "5",
];

fn start(home: &Home, rows: u16, cols: u16, arguments: &[&str], env: &[(&str, &str)]) -> Terminal {
    let terminal = Terminal::start_in(home, rows, cols, arguments, env);
    terminal.wait_for("Round");
    settle(&terminal);
    terminal
}

/// Waits until the last frame is whole.
fn settle(terminal: &Terminal) {
    for _ in 0..6000 {
        if terminal.bytes().ends_with(b"\x1b[?2026l") {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    panic!("no frame ends\n{}", terminal.picture_of_text());
}

/// The rows of the table, without the frame, in a terminal of 80 columns.
fn table(terminal: &Terminal) -> Vec<String> {
    (0..22)
        .map(|row| {
            let row: String = terminal.row(row).chars().take(39).skip(1).collect();
            row.trim().to_owned()
        })
        .collect()
}

fn is_hexadecimal(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The digest that is shown for the next hand.
fn digest(terminal: &Terminal) -> String {
    let rows = table(terminal);
    let at = rows
        .iter()
        .position(|row| row.contains("SHA-256"))
        .unwrap_or_else(|| panic!("no digest in\n{}", terminal.picture_of_text()));
    let halves = &rows[at + 1..at + 3];
    assert!(halves.iter().all(|half| is_hexadecimal(half)), "{halves:?}");
    halves.concat()
}

/// The text that is revealed of the last hand.
fn revealed(terminal: &Terminal) -> String {
    let rows = table(terminal);
    // A row of marks may begin the same way.
    let row = rows
        .iter()
        .filter_map(|row| row.strip_prefix("= "))
        .find(|text| text.get(2..).is_some_and(is_hexadecimal));
    row.unwrap_or_else(|| panic!("nothing revealed in\n{}", terminal.picture_of_text()))
        .to_owned()
}

fn sha256(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes());
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn twenty_rounds_by_single_keys_with_every_commitment_checked() {
    let home = Home::new();
    let mut terminal = start(&home, 24, 80, &ARGUMENTS, &[]);
    let pressed = "rpsgcgcprrgspccrgpsp";
    assert_eq!(pressed.len(), 20);
    // The same match without a screen: the same seed and hands, the same answers.
    let mut twin = Match::new(
        Setup {
            opponent: "paper".parse().unwrap(),
            length: Length::Rounds(20),
            seed: 5,
        },
        "twin".into(),
        None,
    );
    let mut counts = [0; 3];
    let mut rows = Vec::new();
    for (round, key) in (1..).zip(pressed.chars()) {
        let own = match key {
            'r' | 'g' => Hand::Rock,
            's' | 'c' => Hand::Scissors,
            _ => Hand::Paper,
        };
        let fixed = digest(&terminal);
        terminal.send(&key.to_string());
        if round < 20 {
            terminal.wait_for(&format!("Round {} of 20", round + 1));
        } else {
            terminal.wait_for("Result");
            settle(&terminal);
            // A hand pressed too often answers nothing.
            terminal.send("r");
            terminal.send("s");
            terminal.send("l");
            terminal.wait_gone("Result");
            terminal.wait_for("Over after 20");
        }
        settle(&terminal);
        let text = revealed(&terminal);
        assert_eq!(sha256(&text), fixed, "round {round}");
        let other = Hand::from_letter(text.chars().next().unwrap(), Letters::English).unwrap();
        assert_eq!(twin.play(own, None).unwrap().round.other, other);
        counts[own.against(other).index()] += 1;
        let [wins, draws, losses] = counts;
        for shown in [
            format!("you {wins}   drawn {draws}   it {losses}"),
            format!("you: {own}"),
            format!("it: {other}"),
            format!("won {wins}  drawn {draws}  lost {losses}"),
            match own.against(other) {
                Outcome::Win => "You win this round".to_owned(),
                Outcome::Draw => "A draw".to_owned(),
                Outcome::Loss => "It wins this round".to_owned(),
            },
        ] {
            assert!(
                terminal.text().contains(&shown),
                "{shown:?} in\n{}",
                terminal.picture_of_text()
            );
        }
        let letter = |hand: Hand| hand.letter(Letters::English);
        rows.push(format!("{round},{},{}", letter(own), letter(other)));
        if round == 8 {
            terminal.signal(libc::SIGKILL);
            terminal.wait_exit();
            terminal = start(&home, 24, 80, &ARGUMENTS, &[]);
            terminal.wait_for("continues after round 8");
            terminal.wait_for(&format!("you {wins}   drawn {draws}   it {losses}"));
            terminal.wait_for("Round 9 of 20");
            settle(&terminal);
        }
    }
    terminal.send("q");
    assert_eq!(terminal.wait_exit().exit_code(), 0);
    terminal.assert_restored();
    // What is kept is what was played.
    let kept = fs::read_to_string(home.data().join("janken.csv")).unwrap();
    let kept: Vec<String> = kept
        .lines()
        .skip(1)
        .map(|line| {
            line.split(',')
                .skip(1)
                .take(3)
                .collect::<Vec<_>>()
                .join(",")
        })
        .collect();
    assert_eq!(kept, rows);
}

#[test]
fn what_is_no_hand_is_named() {
    let mut terminal = start(&Home::new(), 24, 80, &ARGUMENTS, &[]);
    for (key, said) in [
        ("x", "x is not a hand: r g rock, s c scissors, p paper"),
        (keys::LEFT, "Left is not a hand"),
        (" ", "Space is not a hand"),
        ("u", "there is no taking back in janken"),
        ("y", "There is no hand to check yet."),
    ] {
        terminal.send(key);
        terminal.wait_for(said);
    }
    // Pasted text is no keys.
    terminal.send("\x1b[200~rps\x1b[201~");
    terminal.wait_for("Pasted text plays no hands");
    assert!(terminal.text().contains("Round 1 of 20"));
    // Upper case is the same hand.
    terminal.send("R");
    terminal.wait_for("Round 2 of 20");
    terminal.send("??");
    terminal.wait_for("Check its last hand yourself");
    terminal.send(keys::PAGE_DOWN);
    terminal.wait_for("| sha256sum");
    terminal.send(keys::ESCAPE);
    // What the page held may be gone by scrolling, and a key close behind Escape would be one with Alt.
    terminal.wait_gone("┏ Help");
    terminal.send("q");
    terminal.wait_for("Leave?");
    terminal.send("s");
    terminal.wait_gone("Leave?");
    terminal.send(keys::CTRL_C);
    assert_eq!(terminal.wait_exit().exit_code(), 130);
    terminal.assert_restored();
}

#[test]
fn another_match_is_asked_for_in_a_dialog_or_on_the_command_line() {
    let home = Home::new();
    let mut terminal = start(&home, 24, 80, &ARGUMENTS, &[]);
    terminal.send("r");
    terminal.wait_for("Round 2 of 20");
    terminal.send("n");
    terminal.wait_for("New match");
    terminal.wait_for("the match that is going on ends here");
    // From paper to strong, from 20 to 50 rounds.
    terminal.send(keys::RIGHT);
    terminal.wait_for("guesses what you expect");
    terminal.send(&format!("{}{}\r", keys::DOWN, keys::RIGHT));
    terminal.wait_for("Round 1 of 50");
    terminal.wait_for("against strong");
    terminal.send("p");
    terminal.wait_for("Round 2 of 50");
    terminal.send("qq");
    terminal.wait_exit();
    // Another match than the one that was left: that is a question.
    let mut terminal = Terminal::start_in(&home, 24, 80, &ARGUMENTS, &[]);
    terminal.wait_for("A match against strong (50 rounds) was left after round 1.");
    terminal.send("y");
    terminal.wait_for("Round 2 of 50");
    terminal.send("qq");
    terminal.wait_exit();
    // Nothing was asked for: it goes on.
    let mut terminal = Terminal::start_in(&home, 24, 80, &["janken"], &[]);
    terminal.wait_for("continues after round 1");
    terminal.wait_for("Round 2 of 50");
    terminal.send("\x03");
    terminal.wait_exit();
}

#[test]
fn a_torn_history_keeps_its_good_rows() {
    let home = Home::new();
    let mut terminal = start(&home, 24, 80, &ARGUMENTS, &[]);
    for (round, key) in (2..).zip(["r", "r", "p", "s"]) {
        terminal.send(key);
        terminal.wait_for(&format!("Round {round} of 20"));
    }
    terminal.signal(libc::SIGKILL);
    terminal.wait_exit();
    let file = home.data().join("janken.csv");
    let whole = fs::read(&file).unwrap();
    // As a machine that loses its power leaves it: the beginning of a row.
    assert!(whole.ends_with(b"\n"));
    let torn = [&whole[..], b"1-2-1,5,R"].concat();
    fs::write(&file, &torn).unwrap();
    let mut terminal = start(&home, 24, 80, &ARGUMENTS, &[]);
    terminal.wait_for("1 line of the kept matches could not be read");
    terminal.wait_for("Round 5 of 20");
    terminal.send("r");
    terminal.wait_for("Round 6 of 20");
    terminal.send("\x03");
    terminal.wait_exit();
    assert!(fs::read(&file).unwrap().starts_with(&torn));
    // What is no table at all is set aside, and nothing is lost.
    fs::write(&file, "not,a,match\n").unwrap();
    let mut terminal = start(&home, 24, 80, &ARGUMENTS, &[]);
    terminal.wait_for("damaged-1.csv");
    terminal.send("r");
    terminal.wait_for("Round 2 of 20");
    terminal.send("\x03");
    terminal.wait_exit();
    let aside = fs::read_to_string(home.data().join("janken.damaged-1.csv")).unwrap();
    assert_eq!(aside, "not,a,match\n");
    assert_eq!(fs::read_to_string(&file).unwrap().lines().count(), 2);
}

/// Everything that can be on the screen.
fn tour(terminal: &mut Terminal) {
    for (round, key) in (2..).zip("rpsrpsgg".chars()) {
        terminal.send(&key.to_string());
        terminal.wait_for(&format!("Round {round} of 20"));
    }
    terminal.wait_for("They look at your last hand");
    for key in ["\t", "z", "\t", "\t", "\t", "z"] {
        terminal.send(key);
    }
    terminal.send("n");
    terminal.wait_for("New match");
    terminal.send(keys::ESCAPE);
    terminal.wait_gone("New match");
    terminal.send("x");
    terminal.wait_for("x is not a hand");
    terminal.send("?");
    terminal.wait_for("Keys on this screen");
    terminal.send(keys::ESCAPE);
    terminal.wait_gone("Keys on this screen");
    terminal.send("qq");
    assert_eq!(terminal.wait_exit().exit_code(), 0);
}

#[test]
fn ascii_is_nothing_but_ascii_and_no_color_has_none() {
    let ascii = [&ARGUMENTS[..], &["--glyphs", "ascii"]].concat();
    let mut terminal = start(&Home::new(), 40, 120, &ascii, &[]);
    tour(&mut terminal);
    let foreign = terminal
        .bytes()
        .into_iter()
        .find(|byte| !(0x20..=0x7e).contains(byte) && *byte != 0x1b);
    assert_eq!(foreign, None);

    let mut terminal = start(&Home::new(), 40, 120, &ARGUMENTS, &[("NO_COLOR", "1")]);
    tour(&mut terminal);
    let text = String::from_utf8_lossy(&terminal.bytes()).into_owned();
    for sequence in text.split("\x1b[").skip(1) {
        let end = sequence
            .find(|c: char| !c.is_ascii_digit() && c != ';')
            .unwrap_or(0);
        if sequence[end..].starts_with('m') {
            // Bold, dim, underlined, reversed, and what ends them; no colour.
            for number in sequence[..end].split(';') {
                let number: u8 = number.parse().unwrap_or(0);
                let is_plain = number < 30 || matches!(number, 39 | 49 | 59);
                assert!(is_plain, "{}", &sequence[..end]);
            }
        }
    }
}

#[test]
fn it_is_reached_from_a_game_of_othello() {
    let mut terminal = crate::start(&crate::home(""), &[]);
    terminal.send(":janken\r");
    terminal.wait_for("Its hand is fixed. Press yours:");
    terminal.send("p");
    terminal.wait_for("Round 2 of 100");
    terminal.send("qq");
    // And left for the game again.
    terminal.wait_for("Black to move");
    terminal.send(keys::CTRL_C);
    assert_eq!(terminal.wait_exit().exit_code(), 130);
    terminal.assert_restored();
}
