//! The program at a terminal, from outside: a whole game, every key, every look, and everything that
//! a terminal or the system around it can do to a program.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // Tests may.

#[path = "../common/mod.rs"]
mod common;
#[path = "../pty/mod.rs"]
mod pty;

mod adviser;
mod blokus;
mod breaking;
mod files;
mod game;
mod harness;
mod holding;
mod janken;
mod keys;
mod leaving;
mod looks;
mod pictures;
mod reading;
mod review;
mod shell;
mod sizes;
mod snapshots;
mod study;
mod tsukamoto;

use std::fs;
use std::time::Duration;

use pty::{Home, Terminal};

/// A breeding that costs next to nothing and does not come to rest by itself.
const BREEDING: &str = "[evolution]
population = 8
children = 4
games = 4
depth = 1
opponent = \"agent:d=target,depth=2\"
cycles = 100000
";

/// A home whose settings file says how the `screen` is, with machines that answer at once.
fn home(screen: &str) -> Home {
    home_with(&format!("[screen]\npace = 0\n{screen}\n{BREEDING}"))
}

/// A home with this settings file.
fn home_with(settings: &str) -> Home {
    let home = Home::new();
    fs::create_dir_all(home.config()).unwrap();
    fs::write(home.config().join("koteki.toml"), settings).unwrap();
    home
}

/// Waits for what comes to be true outside of the screen: on the disk.
fn eventually(what: &str, condition: impl Fn() -> bool) {
    for _ in 0..6000 {
        if condition() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("waited in vain for {what}");
}

/// A breeding that is over in a moment.
const SHORT_BREEDING: &str = "[evolution]
population = 4
children = 2
games = 2
depth = 1
opponent = \"random\"
cycles = 1
[evolution.retest]
first = 2
batch = 2
cap = 4
rounds = 0
";

/// The program in 24 rows and 80 columns, waiting for Black's first move.
fn start(home: &Home, env: &[(&str, &str)]) -> Terminal {
    let terminal = Terminal::start_in(home, 24, 80, &["--seed", "1"], env);
    terminal.wait_for("Black to move");
    terminal
}
