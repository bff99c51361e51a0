//! The program as a newcomer has it: a home of its own, and nothing of the environment of the person who runs
//! the tests.

#![allow(
    dead_code,                // No single test uses all of it.
    clippy::unwrap_used       // Tests may unwrap; clippy does not know the helpers of one.
)]

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

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
