//! The program as a newcomer has it: a home of its own, and nothing of the environment of the person who runs
//! the tests; and somebody who interrupts what it does.

#![allow(
    dead_code,                // No single test uses all of it.
    clippy::unwrap_used       // Tests may unwrap; clippy does not know the helpers of one.
)]

use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use koteki::commands::interrupts::Interrupts;

/// Takes lines, and raises an interrupt at the one of this number.
pub struct Interrupting<'a> {
    interrupts: &'a Interrupts,
    at: usize,
    pub text: String,
}

impl<'a> Interrupting<'a> {
    pub const fn at_line(at: usize, interrupts: &'a Interrupts) -> Self {
        Self {
            interrupts,
            at,
            text: String::new(),
        }
    }
}

impl Write for Interrupting<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.text += str::from_utf8(bytes).unwrap();
        if self.text.lines().count() >= self.at {
            self.interrupts.raise();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The whole environment of a program whose home is the folder `home`.
pub fn environment(home: &Path) -> Vec<(String, String)> {
    let inside = |name: &str| home.join(name).display().to_string();
    let mut environment: Vec<(String, String)> = [
        ("TERM", "xterm-256color".to_owned()),
        ("LANG", "C.UTF-8".to_owned()),
        ("HOME", home.display().to_string()),
        ("XDG_CONFIG_HOME", inside("config")),
        ("XDG_DATA_HOME", inside("data")),
        ("XDG_STATE_HOME", inside("state")),
        ("XDG_CACHE_HOME", inside("cache")),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .to_vec();
    // What the program needs to run at all, and what coverage tools add.
    for name in ["PATH", "LD_LIBRARY_PATH", "LLVM_PROFILE_FILE"] {
        if let Ok(value) = std::env::var(name) {
            environment.push((name.to_owned(), value));
        }
    }
    environment
}

/// The home of a program that keeps nothing.
pub const NOWHERE: &str = "/nonexistent/home";

/// `program`, run in `home`.
pub fn program(program: &str, home: impl AsRef<Path>) -> Command {
    let home = home.as_ref();
    let mut command = Command::new(program);
    if home.is_dir() {
        command.current_dir(home);
    }
    command
        .env_clear()
        .envs(environment(home))
        .stdin(Stdio::null());
    command
}

/// `koteki`, run in `home`; it reads nothing.
pub fn koteki(home: impl AsRef<Path>) -> Command {
    program(env!("CARGO_BIN_EXE_koteki"), home)
}

/// What became of a program.
#[derive(Debug)]
pub struct Ended {
    /// Its exit code; `None` when a signal has ended it.
    pub code: Option<i32>,
    /// What it wrote to standard output.
    pub out: String,
    /// What it wrote to standard error.
    pub errors: String,
}

impl Ended {
    /// Its exit code and all that it wrote.
    pub fn together(self) -> (Option<i32>, String) {
        (self.code, self.out + &self.errors)
    }

    /// Its exit code, its standard output and its standard error.
    pub fn apart(self) -> (Option<i32>, String, String) {
        (self.code, self.out, self.errors)
    }
}

impl From<Output> for Ended {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            errors: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// Runs `command` to its end, with `input` as all that there is to read.
pub fn end(mut command: Command, input: impl AsRef<[u8]> + Send) -> Ended {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Written beside the reading, for a pipe holds only so much; a program that has ended reads no more.
    let mut pipe = child.stdin.take().unwrap();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let _ = pipe.write_all(input.as_ref());
        });
        child.wait_with_output().unwrap().into()
    })
}

/// Runs `koteki` with `arguments` in `home`; there is nothing to read.
pub fn run(home: &Path, arguments: &[&str]) -> Ended {
    run_with_input(home, arguments, "")
}

/// Runs `koteki` with `arguments` in `home`, where it reads `input`.
pub fn run_with_input(home: &Path, arguments: &[&str], input: impl AsRef<[u8]> + Send) -> Ended {
    let mut command = koteki(home);
    command.args(arguments);
    end(command, input)
}

/// A new, empty home, of which nothing is left.
pub fn home() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// Settings of a run of about a second: eight cycles of a small population that looks hardly ahead.
pub const SMALL_RUN: &str = "
[evolution]
population = 6
children = 4
games = 10
cycles = 8
depth = 2
exhaustive = 0
opponent = \"beginner:depth=1\"
opening_plies = 4

[evolution.retest]
first = 20
batch = 20
cap = 40
least = 40
certain = 0.95
out = 0.05
rounds = 0
";

/// A whole game.
pub const WHOLE_GAME: &str = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4a1a2c1h2h1g2b8a8g7h8h7h6";

/// Keeps `games` measured games of `name` in the folder `data`, an hour and a half apart, against agents of 4 plies that are
/// much weaker, weaker, even and stronger: each is [`WHOLE_GAME`], by what is kept of it; its result is what the profile
/// counts.
pub fn play_measured(data: &Path, name: &str, games: u32) {
    use koteki_engine::search::budget::Cancel;
    use koteki_games::Side;
    use koteki_games::othello::Position;
    use koteki_record::game::{GameRecord, Kind, Players, Status, new_id};
    use koteki_record::store::Store;
    use koteki_rivals::measure::equal::{GameEvidence, ResultAgainst};
    use koteki_rivals::measure::likeness::of_game;
    use koteki_rivals::measure::strength::Decision;
    use koteki_rivals::roster::SearchSpec;

    const MET: [(f64, f64); 8] = [
        (110.0, 1.0),
        (22.0, 0.0),
        (30.0, 1.0),
        (3.0, 0.0),
        (55.0, 1.0),
        (26.0, 0.5),
        (8.0, 1.0),
        (24.0, 0.0),
    ];
    let line = koteki_record::formats::read_game(WHOLE_GAME).unwrap().line;
    let cancel = Cancel::new();
    let search = SearchSpec::TESTER.search();
    let decisions = Decision::of_line(&line, Side::Black, &search, 5, &cancel).unwrap();
    let likeness = of_game(&line, Side::Black, &cancel).unwrap();
    let store = Store::open(data).unwrap();
    for (number, (opponent, score)) in (0..games).zip(MET.into_iter().cycle()) {
        let ended = 1_700_000_000 + 5400 * u64::from(number);
        let players = Players {
            black: Players::human(name),
            white: format!("agent:d={opponent},depth=4"),
        };
        let id = new_id(ended * 1000, 1, number.into());
        let mut record = GameRecord::begin(id.clone(), ended, Kind::Measured, players, 1);
        record.set_line(&line);
        record.status = Status::Finished;
        store.append_once(&record).unwrap();
        let evidence = GameEvidence {
            ended,
            decisions: decisions.clone(),
            likeness: likeness.clone(),
            result: Some(ResultAgainst { opponent, score }),
        };
        koteki_session::standing::count::<Position>(data, name, &id, evidence).unwrap();
    }
}
