//! Makes the pictures of the screen that README shows, from the real program in a real terminal:
//!
//!     cargo test --release --test terminal pictures -- --ignored
//!
//! writes `recordings/screen-*.svg` and `recordings/practice.cast`, and of a run that is watched
//! `recordings/watch-*.svg` and `recordings/watch.cast`, of Blokus Duo `recordings/blokus-*.svg`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use crate::eventually;
use crate::pty::Terminal;

/// Plays the hinted move `times` times.
fn follow_hints(terminal: &mut Terminal, times: usize) {
    for number in 0..times {
        terminal.send("t");
        if number == 0 {
            terminal.wait_for("Help makes this a practice game");
            terminal.send("y");
        }
        terminal.wait_for("Hint:");
        let text = terminal.text();
        let at = text.find("Hint:").unwrap() + "Hint:".len();
        let mv: String = text[at..].trim_start().chars().take(2).collect();
        terminal.send(&format!("{mv}\r"));
        terminal.wait_gone("Hint:");
        // The answer takes its time so that a person can follow it.
        sleep(Duration::from_millis(700));
    }
}

#[test]
#[ignore = "writes files into recordings/"]
fn pictures_of_the_screen() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("recordings");
    fs::create_dir_all(&folder).unwrap();
    for (rows, cols, moves) in [(24, 80, 5), (40, 120, 9), (60, 200, 12)] {
        let args = ["--seed", "5", "--opponent", "intermediate"];
        let env = [("COLORTERM", "truecolor")];
        let mut terminal = Terminal::start(rows, cols, &args, &env);
        terminal.wait_for("Breeding your rivals");
        // Population and curves are there from now on.
        terminal.send("31");
        follow_hints(&mut terminal, moves);
        sleep(Duration::from_secs(12));
        // What speaks for the hint stays in its pane when the next key has cleared the bottom line.
        terminal.send("t");
        terminal.wait_for("Hint:");
        terminal.send("1");
        terminal.wait_gone("Hint:");
        sleep(Duration::from_millis(300));
        let picture = folder.join(format!("screen-{cols}x{rows}.svg"));
        fs::write(picture, terminal.svg()).unwrap();
        if cols == 120 {
            let cast = terminal.cast("A practice game while rivals are bred");
            fs::write(folder.join("practice.cast"), cast).unwrap();
        }
        terminal.send("\u{3}");
        terminal.wait_exit();
        terminal.assert_restored();
    }
}

/// A game of Blokus Duo some moves on, with a piece in hand that does not fit, then one that does.
#[test]
#[ignore = "writes files into recordings/"]
fn pictures_of_blokus() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("recordings");
    for (rows, cols, moves) in [(24, 80, 4), (40, 120, 7), (60, 200, 9)] {
        let args = ["blokus", "--opponent", "medium", "--seed", "5"];
        let mut terminal = Terminal::start(rows, cols, &args, &[("COLORTERM", "truecolor")]);
        for number in 0..moves {
            terminal.wait_for("Your move, Black");
            terminal.send("h");
            if number == 0 {
                terminal.wait_for("Help makes this a practice game");
                terminal.send("y");
            }
            terminal.wait_for("Hint:");
            terminal.send("\r");
            terminal.wait_until("the answer", |screen| {
                screen.contents().contains("Your move, Black")
                    && !screen.contents().contains("Hint:")
            });
        }
        terminal.send(if cols == 80 { "-" } else { ">" });
        sleep(Duration::from_secs(3));
        let picture = folder.join(format!("blokus-{cols}x{rows}.svg"));
        fs::write(picture, terminal.svg()).unwrap();
        terminal.send("\u{3}");
        terminal.wait_exit();
        terminal.assert_restored();
    }
}

/// The thesis' experiment of ch. 6 from its first cycle to the rivals, as somebody who watches sees it.
#[test]
#[ignore = "writes files into recordings/"]
fn pictures_of_a_watched_run() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = manifest.join("recordings");
    // The viewers sit where the run is, so that its name is all they show of where that is.
    let place = crate::pty::Home::new();
    let config = manifest.join("config/ueda-ch6.toml");
    let run = crate::common::koteki(place.path())
        .args(["evolve", "--cycles", "8", "--seed", "1", "--out", "run-1"])
        .arg("--config")
        .arg(config)
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    eventually("the run to begin", || {
        place.path().join("run-1/run.toml").exists()
    });
    let env = [("COLORTERM", "truecolor")];
    let sizes = [(24, 80), (40, 120), (60, 200)];
    let mut screens =
        sizes.map(|(rows, cols)| Terminal::start_in(&place, rows, cols, &["watch", "run-1"], &env));
    screens[1].wait_for("the run is over");
    assert!(run.wait_with_output().unwrap().status.success());
    // The game on the board is played to its end.
    for screen in &screens {
        screen.wait_for("Game over");
    }
    for (screen, (_, cols)) in screens.iter_mut().zip(sizes) {
        let picture = folder.join(format!("watch-{cols}x{}.svg", screen.screen().size().0));
        fs::write(picture, screen.svg()).unwrap();
        screen.send("q");
        screen.wait_exit();
        screen.assert_restored();
        if cols == 120 {
            let cast = screen.cast("A run that is watched");
            fs::write(folder.join("watch.cast"), cast).unwrap();
        }
    }
}
