//! Runs of `koteki evolve` that are stopped, killed, watched and gone on with: the real program, in a
//! directory of its own.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // Tests may.

mod certified;
#[path = "../common/mod.rs"]
mod common;
mod listing;
#[path = "../pty/mod.rs"]
mod pty;
mod replaying;
mod stopping;
mod sweeping;
mod telling;
mod watching;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// A folder for a test, with the settings of a run that takes about a second.
struct Place {
    folder: TempDir,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("small.toml"), common::SMALL_RUN).unwrap();
        Self { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = common::koteki(self.folder.path());
        command
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    fn output(&self, args: &[&str]) -> Output {
        self.command(args).output().unwrap()
    }

    fn start(&self, args: &[&str]) -> Child {
        self.command(args).spawn().unwrap()
    }

    /// A whole run in the directory `name`.
    fn whole(&self, name: &str) {
        let output = self.output(&["evolve", "--config", "small.toml", "--out", name]);
        assert!(output.status.success(), "{}", said(&output));
    }
}

/// What a program wrote to standard output.
fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// What a program that failed wrote to standard error: one line.
fn refused(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{}", said(output));
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(errors.lines().count(), 1, "{errors}");
    errors
}

/// Everything a program said.
fn said(output: &Output) -> String {
    let [out, errors] = [&output.stdout, &output.stderr].map(|it| String::from_utf8_lossy(it));
    format!("{out}{errors}")
}

fn events(directory: &Path) -> String {
    fs::read_to_string(directory.join("events.jsonl")).unwrap()
}

/// More cycles than a test waits for.
const ENDLESS: [&str; 6] = [
    "evolve",
    "--config",
    "small.toml",
    "--cycles",
    "100000",
    "--out",
];

/// Waits until the run in `name` has completed a cycle.
fn wait_for_cycle(place: &Place, name: &str) {
    let file = place.path(name).join("events.jsonl");
    let begun = Instant::now();
    while !fs::read_to_string(&file).is_ok_and(|text| text.contains("\"event\":\"cycle\"")) {
        assert!(begun.elapsed() < Duration::from_secs(60), "no cycle");
        sleep(Duration::from_millis(5));
    }
}

/// SIGTERM, as a batch system sends it.
fn terminate(pid: u32) {
    let status = Command::new("kill")
        .args(["-TERM", &pid.to_string()])
        .status()
        .unwrap();
    assert!(status.success());
}

/// What is said of a cycle, without how long the rest takes: that each says at its own moment.
fn without_left(line: &str) -> &str {
    line.split(", about ").next().unwrap_or(line)
}
