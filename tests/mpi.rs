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

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let settings = common::SMALL_RUN.replace("cycles = 8", "cycles = 4");
        fs::write(folder.path().join("small.toml"), settings).unwrap();
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
        self.program(ranks, env!("CARGO_BIN_EXE_koteki"), arguments)
    }

    fn program(&self, ranks: usize, program: &str, arguments: &str) -> Command {
        let mut command = common::program("mpirun", self.0.path());
        command
            .args(["--allow-run-as-root", "--oversubscribe", "--quiet"])
            // A job that hangs is ended, and fails.
            .args(["--timeout", "120", "-n"])
            .arg(ranks.to_string())
            .arg(program)
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

/// Lessons of a second or less, and the file each goes to.
const LESSONS: [(&str, &str); 3] = [
    (
        "learn othello --games 200 --rounds 2 --depth 1 --exact 8 --epochs 1 --seed 3",
        "othello",
    ),
    (
        "learn blokus-self-play --games 100 --rounds 2 --nodes 1 --teacher-nodes 50 --epochs 1 --seed 3",
        "blokus",
    ),
    (LEARN, "random"),
];

/// One that is kept on the way.
const LEARN: &str = "learn blokus --games 40 --playouts 60 --epsilon 0.5 --exam 1 --seed 7";

/// One of some seconds.
const LONGER: &str =
    "learn othello --games 3000 --rounds 2 --depth 2 --exact 10 --epochs 1 --seed 3";

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

const EXPERIMENT: &str = "experiment osaki-5 --seed 6";

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
fn any_number_of_ranks_learns_the_same() {
    let place = Place::new();
    let learned = |ended: Ended, name: &str| {
        assert_eq!(ended.code, Some(0), "{}", ended.errors);
        let weights = fs::read(place.path(&format!("{name}.bin"))).unwrap();
        let record = fs::read_to_string(place.path(&format!("{name}.toml"))).unwrap();
        // All but how long it took, and by how many.
        let record = record.lines().filter(|line| {
            let is = |key| line.starts_with(key);
            !is("seconds") && !is("threads") && !is("date")
        });
        (weights, record.collect::<Vec<_>>().join("\n"), ended.out)
    };
    for (lesson, name) in LESSONS {
        let alone = place.alone(&format!("{lesson} --out {name}.bin"));
        let (weights, record, _) = learned(alone, name);
        for ranks in [1, 2, 3] {
            let name = format!("{name}-{ranks}");
            let ended = place.on(ranks, &format!("{lesson} --out {name}.bin"));
            let (again, as_well, out) = learned(ended, &name);
            assert!(weights == again, "{lesson}: {ranks} ranks");
            assert_eq!(record, as_well);
            // By the first rank alone.
            assert_eq!(out.matches("how it came to be").count(), 1, "{out}");
        }
    }
}

#[test]
fn what_was_learned_before_a_rank_was_killed_is_kept_and_gone_on_with() {
    let place = Place::new();
    let read = |name: &str| fs::read(place.path(name)).unwrap();
    for (name, lesson) in [("random", LEARN), ("othello", LONGER)] {
        place.alone(&format!("{lesson} --out {name}.bin"));
        for rank in [0, 2] {
            let line = format!("{lesson} --out {name}-{rank}.bin");
            let mut job = place.start(3, &line);
            let part = place.path(&format!("{name}-{rank}.bin.part"));
            // More than the line that says what it is.
            wait_until("nothing kept", || {
                fs::metadata(&part).is_ok_and(|it| it.len() > 1000)
            });
            kill_rank(&job, rank);
            assert!(!job.wait().unwrap().success());
            let ended = place.on(2, &format!("{line} --resume"));
            assert_eq!(ended.code, Some(0), "{}", ended.errors);
            assert!(read(&format!("{name}-{rank}.bin")) == read(&format!("{name}.bin")));
            let record = fs::read_to_string(place.path(&format!("{name}-{rank}.toml"))).unwrap();
            let record: toml::Table = record.parse().unwrap();
            assert!(record["resumed_from"].as_integer() > Some(0));
        }
    }
}

#[test]
fn what_was_done_before_a_rank_was_killed_is_kept_and_gone_on_with() {
    let place = Place::new();
    place.alone(&format!("{SWEEP} sweep"));
    place.alone(&format!("{EVOLVE} run"));
    let report = place.alone(EXPERIMENT).out;
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

        let line = format!("{EXPERIMENT} --keep pieces-{rank}");
        let pieces = || fs::read_to_string(place.path(&format!("pieces-{rank}")));
        let mut job = place.start(3, &line);
        wait_until("no pieces", || {
            pieces().is_ok_and(|it| it.lines().count() > 3)
        });
        kill_rank(&job, rank);
        assert!(!job.wait().unwrap().success());
        let ended = place.on(2, &line);
        assert_eq!((ended.code, &ended.out), (Some(0), &report));
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
        "learn othello --out no --surprise 2",
        "learn othello --out no/where.bin",
        "learn blokus --out no --resume",
        "learn human --out no none.wtb",
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

/// A clock that fails on the threads that play: where the time cannot be told the standard library panics.
const NO_CLOCK: &str = "
#define _GNU_SOURCE
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *now) {
    char name[16];
    prctl(PR_GET_NAME, name);
    return strncmp(name, \"evolution\", 9) ? (int)syscall(SYS_clock_gettime, clock, now) : -1;
}
";

#[test]
fn a_rank_that_panics_says_so_and_ends_the_job() {
    let place = Place::new();
    fs::write(place.path("clock.c"), NO_CLOCK).unwrap();
    let compiled = Command::new("mpicc")
        .args(["-shared", "-fPIC", "-o", "clock.so", "clock.c"])
        .current_dir(place.path(""))
        .status();
    assert!(compiled.unwrap().success());
    let koteki = env!("CARGO_BIN_EXE_koteki");
    let script = format!(
        "[ $OMPI_COMM_WORLD_RANK = 1 ] && export LD_PRELOAD=$PWD/clock.so\nexec {koteki} \"$@\"\n"
    );
    fs::write(place.path("rank.sh"), script).unwrap();
    let ended = common::end(place.program(3, "sh", &format!("rank.sh {EVOLVE} run")), "");
    assert_eq!(ended.code, Some(101), "{ended:?}");
    assert!(
        ended.errors.contains("koteki: rank 1 on ") && ended.errors.contains("panicked at"),
        "{}",
        ended.errors
    );
}
