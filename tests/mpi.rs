//! The program on several ranks of MPI: the same bytes as on one, also after a rank was killed.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // Tests may.

#[path = "common/mod.rs"]
mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use common::Ended;
use tempfile::TempDir;

/// A folder for a test, with the settings of a run that takes about a second.
struct Place(TempDir);

const SETTINGS: &str = "
[evolution]
population = 6
children = 4
games = 10
cycles = 4
depth = 2
exhaustive = 0
opponent = \"beginner:depth=1\"
opening_plies = 4

[evolution.retest]
first = 20
batch = 20
cap = 40
least = 40
rounds = 0
";

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("small.toml"), SETTINGS).unwrap();
        Self(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn alone(&self, arguments: &str) -> Ended {
        let words: Vec<&str> = arguments.split(' ').collect();
        common::run(self.0.path(), &words)
    }

    /// `koteki` as so many ranks, on however many cores there are.
    fn command(&self, ranks: usize, arguments: &str) -> Command {
        let mut command = common::program("mpirun", self.0.path());
        command
            .args(["--allow-run-as-root", "--oversubscribe", "--quiet", "-n"])
            .arg(ranks.to_string())
            .arg(env!("CARGO_BIN_EXE_koteki"))
            .args(arguments.split(' '))
            // Its sockets lie there, and their names may not be long.
            .env("TMPDIR", "/tmp");
        command
    }

    fn on(&self, ranks: usize, arguments: &str) -> Ended {
        common::end(self.command(ranks, arguments), "")
    }

    fn start(&self, ranks: usize, arguments: &str) -> Child {
        let mut command = self.command(ranks, arguments);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().unwrap()
    }
}

/// What a run has recorded.
fn events(run: &Path) -> String {
    fs::read_to_string(run.join("events.jsonl")).unwrap_or_default()
}

/// Ends rank `rank` of the job that `mpirun` runs as the system does when there is no memory left.
fn kill_rank(mpirun: &Child, rank: usize) {
    let parent = mpirun.id().to_string();
    let mut killed = false;
    for process in fs::read_dir("/proc").unwrap().flatten() {
        let read = |name: &str| fs::read_to_string(process.path().join(name)).unwrap_or_default();
        let of_job = read("stat")
            .rsplit(") ")
            .next()
            .and_then(|it| it.split(' ').nth(1))
            == Some(&parent);
        let is_rank = format!("OMPI_COMM_WORLD_RANK={rank}");
        if of_job && read("environ").split('\0').any(|it| it == is_rank) {
            let pid = process.file_name().into_string().unwrap();
            let status = Command::new("kill").args(["-KILL", &pid]).status();
            killed |= status.unwrap().success();
        }
    }
    assert!(killed, "there is no rank {rank}");
}

fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(120), "{what}");
        sleep(Duration::from_millis(2));
    }
}

const SWEEP: &str = "sweep --config small.toml --seeds 1..3 --set beta=0.01,0.001 --out";
const EVOLVE: &str = "evolve --config small.toml --seed 5 --cycles 12 --out";

const RUNS: [&str; 6] = [
    "beta=0.01,seed=1",
    "beta=0.01,seed=2",
    "beta=0.01,seed=3",
    "beta=0.001,seed=1",
    "beta=0.001,seed=2",
    "beta=0.001,seed=3",
];

#[test]
fn any_number_of_ranks_gives_the_same_bytes() {
    let place = Place::new();
    let sweep = place.alone(&format!("{SWEEP} sweep")).out;
    assert_eq!(place.alone(&format!("{EVOLVE} run")).code, Some(0));
    let report = place.alone("experiment ueda-5.4 --json").out;
    assert!(sweep.starts_with("beta") && report.starts_with('{'));
    for ranks in [1, 2, 3] {
        let name = format!("sweep-{ranks}");
        let ended = place.on(ranks, &format!("{SWEEP} {name}"));
        assert_eq!(
            (ended.code, &ended.out),
            (Some(0), &sweep),
            "{}",
            ended.errors
        );
        for run in RUNS {
            let [one, other] = ["sweep", &name].map(|it| events(&place.path(it).join(run)));
            assert!(one.contains("\"complete\":true") && one == other, "{run}");
        }
        // A line a run, by the first rank alone.
        assert_eq!(ended.errors.lines().count(), RUNS.len(), "{}", ended.errors);

        let name = format!("run-{ranks}");
        let ended = place.on(ranks, &format!("{EVOLVE} {name}"));
        assert_eq!(ended.code, Some(0), "{}", ended.errors);
        assert_eq!(events(&place.path(&name)), events(&place.path("run")));
        // Lines, not a screen, though MPI gives every rank a terminal; and each of them once.
        assert!(!ended.out.contains('\u{1b}'), "{}", ended.out);
        assert_eq!(ended.out.matches("cycle 1/").count(), 1, "{}", ended.out);

        let ended = place.on(ranks, "experiment ueda-5.4 --json");
        assert_eq!((ended.code, ended.out), (Some(0), report.clone()));
    }
}

#[test]
fn what_was_done_before_a_rank_was_killed_is_kept_and_gone_on_with() {
    let place = Place::new();
    place.alone(&format!("{SWEEP} sweep"));
    place.alone(&format!("{EVOLVE} run"));
    let cycles = |run: &Path| events(run).matches("\"event\":\"cycle\"").count();
    for rank in [0, 2] {
        // Somewhere in the middle, which is never quite the same place.
        let name = format!("run-{rank}");
        let mut job = place.start(3, &format!("{EVOLVE} {name}"));
        wait_until("no cycles", || cycles(&place.path(&name)) >= 3);
        kill_rank(&job, rank);
        assert!(!job.wait().unwrap().success());
        let ended = place.on(2, &format!("evolve --resume {name}"));
        assert_eq!(ended.code, Some(0), "{}", ended.errors);
        assert_eq!(events(&place.path(&name)), events(&place.path("run")));

        let name = format!("sweep-{rank}");
        let over = || {
            let runs = RUNS.map(|run| events(&place.path(&name).join(run)));
            runs.map(|it| it.contains("\"complete\":true"))
        };
        let mut job = place.start(3, &format!("{SWEEP} {name}"));
        wait_until("no run", || over().contains(&true));
        kill_rank(&job, rank);
        assert!(!job.wait().unwrap().success());
        assert!(over().contains(&true));
        let ended = place.on(2, &format!("{SWEEP} {name}"));
        assert_eq!(ended.code, Some(0), "{}", ended.errors);
        for run in RUNS {
            let [one, other] = ["sweep", &name].map(|it| events(&place.path(it).join(run)));
            assert!(one == other, "{run}");
        }
    }
}

#[test]
fn a_job_that_is_told_to_end_ends_and_can_be_gone_on_with() {
    let place = Place::new();
    place.alone(&format!("{EVOLVE} run"));
    let mut job = place.start(2, &format!("{EVOLVE} stopped"));
    wait_until("no cycle", || {
        events(&place.path("stopped")).contains("\"event\":\"cycle\"")
    });
    let status = Command::new("kill")
        .args(["-TERM", &job.id().to_string()])
        .status();
    assert!(status.unwrap().success() && !job.wait().unwrap().success());
    let ended = place.alone("evolve --resume stopped");
    assert_eq!(ended.code, Some(0), "{}", ended.errors);
    assert_eq!(events(&place.path("stopped")), events(&place.path("run")));
}

#[test]
fn a_rank_that_fails_says_so_and_ends_the_job() {
    let place = Place::new();
    // An engine that plays nowhere but beside the first rank.
    let koteki = env!("CARGO_BIN_EXE_koteki");
    let engine =
        format!("#!/bin/sh\n[ $OMPI_COMM_WORLD_RANK = 0 ] && exec {koteki} engine\nexit 3\n");
    fs::write(place.path("engine.sh"), engine).unwrap();
    let opponent = "--opponent engine:cmd=\"sh\u{a0}engine.sh\"";
    let arguments = format!("{EVOLVE} run {opponent}");
    let mut command = place.command(2, "evolve");
    let words = arguments
        .split(' ')
        .skip(1)
        .map(|it| it.replace('\u{a0}', " "));
    command.args(words);
    let ended = common::end(command, "");
    assert_eq!(ended.code, Some(1), "{}", ended.errors);
    let lines: Vec<&str> = ended
        .errors
        .lines()
        .filter(|it| it.starts_with("koteki:"))
        .collect();
    assert!(
        lines.len() == 1 && lines[0].starts_with("koteki: rank 1 on "),
        "{}",
        ended.errors
    );
    // What is wrong for all is said once.
    for arguments in [
        "sweep --seeds 3..1 --out no",
        "evolve --cycles 0",
        "learn othello",
        "experiment nothing",
    ] {
        let ended = place.on(2, arguments);
        assert!(
            ended.code.unwrap() > 0 && ended.out.is_empty(),
            "{arguments}: {ended:?}"
        );
        let errors = ended
            .errors
            .lines()
            .filter(|it| it.starts_with("koteki: ") || it.starts_with("error: "));
        assert_eq!(errors.count(), 1, "{arguments}: {}", ended.errors);
    }
    assert!(!place.path("no").exists());
}
