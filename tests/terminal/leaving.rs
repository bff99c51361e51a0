//! Not coming, going, stopping and coming back.

use std::fs::{self, File};
use std::time::{Duration, Instant};

use crate::pty::{Home, Terminal, keys};
use crate::{eventually, home, home_with, start};

#[test]
fn help_version_and_faults_write_no_escape() {
    for (arguments, code, said) in [
        (&["--help"][..], 0, "Usage: koteki"),
        (
            &["--version"],
            0,
            concat!("koteki ", env!("CARGO_PKG_VERSION")),
        ),
        (&["--nonsense"], 2, "--nonsense"),
        (&["--side", "green"], 2, "green"),
        (&["--opponent", "beginer"], 1, "beginner"),
        (&["--config", "nowhere.toml"], 1, "nowhere.toml"),
    ] {
        let mut terminal = Terminal::start(40, 120, arguments, &[]);
        assert_eq!(terminal.wait_exit().exit_code(), code, "{arguments:?}");
        assert!(!terminal.bytes().contains(&0x1b), "{arguments:?}");
        // Help may be longer than the screen.
        let text = String::from_utf8_lossy(&terminal.bytes()).into_owned();
        assert!(text.contains(said), "no {said:?} in\n{text}");
        terminal.assert_restored();
    }
}

#[test]
fn a_fault_in_the_settings_is_told_before_the_screen_opens() {
    for (settings, at, said) in [
        ("[screen]\nglyphs = \"emoji\"\n", "koteki.toml:2:", "ascii"),
        ("[screen]\nglyph = \"ascii\"\n", "koteki.toml:2:", "glyphs"),
        ("[screen]\npace = \"fast\"\n", "koteki.toml:2:", "pace"),
        ("[screen]\npace = 20000\n", "koteki.toml:2:", "10000"),
        (
            "[evolution]\n\npopulation = 0\n",
            "koteki.toml:3:",
            "population",
        ),
        ("[screen\n", "koteki.toml:1:", ""),
    ] {
        let home = home_with(settings);
        let mut terminal = Terminal::start_in(&home, 40, 120, &[], &[]);
        assert_eq!(terminal.wait_exit().exit_code(), 1, "{settings}");
        assert!(!terminal.bytes().contains(&0x1b), "{settings}");
        // However the message is broken into lines.
        let text: String = terminal.text().split_whitespace().collect();
        for part in [at, said] {
            assert!(text.contains(part), "no {part:?} in\n{}", terminal.text());
        }
        // The file is the user's.
        let file = home.config().join("koteki.toml");
        assert_eq!(fs::read_to_string(file).unwrap(), settings);
    }
}

/// Waits until the shell is ready for the next command.
pub fn prompt(shell: &Terminal) {
    shell.wait_until("the prompt", |screen| {
        let (row, col) = screen.cursor_position();
        // Not a line of the contents, which may be broken into rows.
        let mut rows = screen.rows(0, screen.size().1.get());
        let line = rows.nth(usize::from(row)).unwrap_or_default();
        !screen.alternate_screen() && col == 8 && line.trim_end() == "prompt>"
    });
}

#[test]
fn control_z_gives_the_shell_back_and_fg_returns() {
    let mut shell = Terminal::start_shell(24, 80, &[]);
    shell.send("$KOTEKI --seed 1\r");
    shell.wait_for("Black to move");
    shell.send("f5\r");
    shell.wait_until("the answer", |screen| {
        crate::reading::discs(screen)
            .is_some_and(|[black, white]| (black | white).count_ones() == 6)
    });
    let board = crate::reading::discs(&shell.screen());
    for round in 0..2 {
        shell.send(keys::CTRL_Z);
        prompt(&shell);
        shell.wait_for("Stopped");
        shell.assert_restored();
        // Something else writes to the screen meanwhile, and the window changes.
        shell.send(&format!("echo $((41 + {round}))\r"));
        shell.wait_for(&format!("\n{}", 41 + round));
        prompt(&shell);
        shell.resize(25 + round, 80);
        shell.send("fg\r");
        shell.wait_until("the same board", |screen| {
            screen.alternate_screen() && crate::reading::discs(screen) == board
        });
        shell.wait_until("the cursor to be hidden", |screen| screen.hide_cursor());
    }
    // It is heard again.
    shell.send("?");
    shell.wait_for("Keys on this screen");
    shell.send(keys::CTRL_C);
    prompt(&shell);
    shell.send("echo code $?\r");
    shell.wait_for("code 130");
    prompt(&shell);
    shell.assert_restored();
}

#[test]
fn control_z_is_nothing_where_nobody_could_continue_it() {
    // Here the program is the session's leader.
    let mut terminal = start(&home(""), &[]);
    terminal.send(keys::CTRL_Z);
    terminal.signal(libc::SIGTSTP);
    terminal.send("?");
    terminal.wait_for("Keys on this screen");
    terminal.send(keys::CTRL_C);
    assert_eq!(terminal.wait_exit().exit_code(), 130);
    terminal.assert_restored();
}

#[test]
fn sigcont_draws_everything_anew() {
    let terminal = start(&home(""), &[]);
    let clears = |terminal: &Terminal| {
        let text = String::from_utf8_lossy(&terminal.bytes()).into_owned();
        text.matches("\x1b[2J").count()
    };
    let before = clears(&terminal);
    terminal.signal(libc::SIGCONT);
    eventually("the screen to be cleared", || clears(&terminal) > before);
    terminal.wait_for("Black to move");
}

#[test]
fn a_terminal_that_takes_no_output_is_left_at_the_first_signal() {
    for (signal, code) in [
        (libc::SIGTERM, 143),
        (libc::SIGHUP, 129),
        (libc::SIGINT, 130),
    ] {
        let mut terminal = start(&home(""), &[]);
        terminal.stop_reading();
        // Help and the board in turn, until the program waits for the terminal.
        for _ in 0..100 {
            terminal.send("?");
            std::thread::sleep(Duration::from_millis(10));
        }
        terminal.signal(signal);
        let begun = Instant::now();
        assert_eq!(terminal.wait_exit().exit_code(), code);
        assert!(
            begun.elapsed() < Duration::from_secs(15),
            "{:?}",
            begun.elapsed()
        );
        let left = terminal.unrestored();
        assert!(!left.iter().any(|it| it.contains("still raw")), "{left:?}");
    }
}

#[test]
fn a_second_signal_does_not_wait() {
    // A disk on which nothing can be written: somebody holds the lock of the games for ever.
    let home = home("");
    fs::create_dir_all(home.data()).unwrap();
    let games = File::create(home.data().join("games.jsonl")).unwrap();
    games.lock().unwrap();
    let mut terminal = start(&home, &[]);
    terminal.send("f5\r");
    terminal.wait_until("the move", |screen| {
        crate::reading::discs(screen).is_some_and(|[black, white]| (black | white).count_ones() > 4)
    });
    terminal.signal(libc::SIGTERM);
    // The terminal comes first.
    terminal.wait_until("the screen to be given back", |screen| {
        !screen.alternate_screen() && !screen.hide_cursor()
    });
    assert!(
        terminal.is_running(),
        "it should still try to keep the game"
    );
    terminal.signal(libc::SIGTERM);
    assert_eq!(terminal.wait_exit().exit_code(), 143);
    terminal.assert_restored();
}

/// However slow the disk: what is looked at and synced there waits for a lock that never comes.
#[test]
fn a_move_that_is_shown_is_kept() {
    use koteki_record::store::Store;
    let home = home("");
    fs::create_dir_all(home.data()).unwrap();
    let games = File::create(home.data().join("games.jsonl")).unwrap();
    games.lock().unwrap();
    let mut terminal = start(&home, &[]);
    let mut game = crate::reading::Follower::new(koteki_games::Side::Black);
    for _ in 0..3 {
        let mv = game.pick();
        assert!(game.type_move(&mut terminal, mv));
    }
    terminal.signal(libc::SIGKILL);
    terminal.wait_exit();
    games.unlock().unwrap();
    let store = Store::open(home.data()).unwrap();
    let found = store.take_interrupted().unwrap().games;
    assert_eq!(found.len(), 1);
    let kept = found[0].record().line().unwrap();
    assert_eq!(kept.moves(), game.line.moves());
}

/// The report is another program's; how far it is goes to the terminal.
#[test]
fn a_profile_says_how_far_it_is_though_its_lines_go_to_a_file() {
    let home = home("");
    fs::create_dir_all(home.data()).unwrap();
    let game = concat!(
        r#"{"format":1,"id":"1","game":"othello","started":1700000000,"ended":1700000000,"#,
        r#""status":"finished","kind":"measured","players":{"black":"human:player","white":"random"},"#,
        r#""seed":1,"transcript":"f5d6c5f4e3c6d3f6e6d7","result":{"black":10,"white":4}}"#,
        "\n"
    );
    fs::write(home.data().join("games.jsonl"), game).unwrap();
    let script = "$0 profile > \"$HOME/profile\"; echo done";
    let arguments = ["-c", script, env!("CARGO_BIN_EXE_koteki")];
    let terminal = Terminal::start_program(&home, "/bin/sh", 24, 80, &arguments, &[]);
    terminal.wait_for("done");
    let said = String::from_utf8_lossy(&terminal.bytes()).into_owned();
    assert!(said.contains("going through your games: 0 of 1"), "{said}");
    let told = fs::read_to_string(home.path().join("profile")).unwrap();
    assert!(
        told.contains("Random") && !told.contains('\u{1b}'),
        "{told}"
    );
}

#[test]
fn games_that_cannot_be_kept_are_said_once_and_played_on() {
    let home = home("");
    // A file where the folder should be.
    fs::create_dir_all(home.data().parent().unwrap()).unwrap();
    fs::write(home.data(), "not a folder").unwrap();
    let mut terminal = start(&home, &[]);
    let mut game = crate::reading::Follower::new(koteki_games::Side::Black);
    let mv = game.pick();
    assert!(game.type_move(&mut terminal, mv));
    terminal.wait_for("not kept");
    let mv = game.pick();
    assert!(game.type_move(&mut terminal, mv));
    assert!(!terminal.text().contains("not kept"));
    // Nor is it promised to who leaves.
    terminal.send("q");
    terminal.wait_for("it is not kept: leaving ends it");
    terminal.send(keys::CTRL_C);
    assert_eq!(terminal.wait_exit().exit_code(), 130);
    terminal.assert_restored();
    assert_eq!(fs::read_to_string(home.data()).unwrap(), "not a folder");
}

#[test]
fn an_empty_home_stays_tidy() {
    let home = Home::new();
    let mut terminal = start(&home, &[]);
    terminal.send("q");
    assert_eq!(terminal.wait_exit().exit_code(), 0);
    // Nothing but what belongs into the XDG folders.
    for entry in fs::read_dir(home.path()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(
            ["data", "state", "cache", "config"].contains(&name.as_str()),
            "{name}"
        );
    }
}

#[test]
fn no_home_is_no_fault() {
    let nothing =
        ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"].map(|name| (name, ""));
    let home = Home::new();
    // Without HOME the program would look the home up in the system's list of users, and that one is
    // somebody's own.
    let data = home.data().to_string_lossy().into_owned();
    let arguments = ["--seed", "1", "--data", data.as_str()];
    let mut terminal = Terminal::start_in(&home, 24, 80, &arguments, &nothing);
    terminal.wait_for("Black to move");
    let mut game = crate::reading::Follower::new(koteki_games::Side::Black);
    let mv = game.pick();
    assert!(game.type_move(&mut terminal, mv));
    terminal.send(keys::CTRL_C);
    assert_eq!(terminal.wait_exit().exit_code(), 130);
    terminal.assert_restored();
}

#[test]
fn a_damaged_file_of_games_is_told_and_left_alone() {
    let home = home("");
    let games = home.data().join("games.jsonl");
    fs::create_dir_all(home.data()).unwrap();
    fs::write(&games, "no game\n").unwrap();
    let mut terminal = Terminal::start_in(&home, 40, 120, &["--seed", "1"], &[]);
    terminal.wait_for("cannot be read and is left as it is");
    terminal.send("d3\r");
    terminal.wait_for("d3 c");
    terminal.send(keys::CTRL_C);
    terminal.wait_exit();
    let kept = fs::read_to_string(&games).unwrap();
    assert!(kept.starts_with("no game\n"), "{kept}");
}
