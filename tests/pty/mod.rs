//! Drives the real program in a pseudo-terminal and reads its screen.
//!
//! A test says `mod pty;` and has a [`Terminal`]: it types with [`Terminal::send`], waits for what
//! the screen must come to show, and asks at the end whether the terminal was given back as it was
//! found. Every program runs in the environment of [`crate::common`], so a test sees what a newcomer sees.

#![allow(
    dead_code,                // No single test uses all of it.
    clippy::unwrap_used,      // Tests may unwrap; clippy does not know the helpers of one.
    clippy::expect_used,
    clippy::panic
)]

mod fd;
mod picture;
mod recording;

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};
use recording::Recording;

use crate::common::environment;

/// How long a screen may take to show what is waited for. Generous: test machines are shared, and a
/// test that fails this way has hung.
const PATIENCE: Duration = Duration::from_secs(60);

/// A home directory that is empty at first and gone at the end. Two programs started in one home,
/// one after the other or at once, find each other's files.
#[derive(Clone, Debug)]
pub struct Home(Arc<tempfile::TempDir>);

impl Home {
    /// A new, empty one.
    pub fn new() -> Self {
        Self(Arc::new(tempfile::tempdir().unwrap()))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Where a program that runs here keeps its games.
    pub fn data(&self) -> PathBuf {
        self.path().join("data/koteki")
    }

    /// Where a program that runs here looks for its settings.
    pub fn config(&self) -> PathBuf {
        self.path().join("config/koteki")
    }
}

/// What the reading thread and the test share.
struct Shared {
    parser: vt100::Parser,
    /// Of a frame that is not whole yet: a terminal shows it when it is.
    held: Vec<u8>,
    recording: Recording,
    /// The program's side of the terminal is closed.
    ended: bool,
    stop: bool,
}

/// A terminal of a given size with a program in it.
pub struct Terminal {
    home: Home,
    child: Box<dyn Child + Send + Sync>,
    /// `None` after the window was closed.
    master: Option<Box<dyn MasterPty + Send>>,
    keyboard: Option<std::fs::File>,
    reader: Option<JoinHandle<()>>,
    shared: Arc<(Mutex<Shared>, Condvar)>,
}

fn cells(n: u16) -> std::num::NonZeroU16 {
    std::num::NonZeroU16::new(n).expect("the model of the screen needs at least one cell")
}

const fn pty_size(rows: u16, cols: u16) -> PtySize {
    PtySize {
        rows,
        cols,
        pixel_width: 0,
        pixel_height: 0,
    }
}

impl Terminal {
    /// Starts `koteki` with `args` in a new home; `env` is added to the environment, and an empty
    /// value takes a variable away.
    pub fn start(rows: u16, cols: u16, args: &[&str], env: &[(&str, &str)]) -> Self {
        Self::start_in(&Home::new(), rows, cols, args, env)
    }

    /// [`start`](Self::start) in a home that exists: what an earlier program left is there.
    pub fn start_in(
        home: &Home,
        rows: u16,
        cols: u16,
        args: &[&str],
        env: &[(&str, &str)],
    ) -> Self {
        Self::start_program(home, env!("CARGO_BIN_EXE_koteki"), rows, cols, args, env)
    }

    /// Starts an interactive shell with job control, the way a person has one; `$KOTEKI` is the
    /// program. For what needs a shell around it: Ctrl-Z, `fg`, the prompt that comes back.
    pub fn start_shell(rows: u16, cols: u16, env: &[(&str, &str)]) -> Self {
        let mut all = vec![
            ("KOTEKI", env!("CARGO_BIN_EXE_koteki")),
            ("PS1", "prompt> "),
        ];
        all.extend_from_slice(env);
        let shell = Self::start_program(&Home::new(), "/bin/sh", rows, cols, &["-i"], &all);
        shell.wait_for("prompt> ");
        shell
    }

    /// Starts any program.
    pub fn start_program(
        home: &Home,
        program: &str,
        rows: u16,
        cols: u16,
        args: &[&str],
        env: &[(&str, &str)],
    ) -> Self {
        let pair = native_pty_system().openpty(pty_size(rows, cols)).unwrap();
        let mut command = CommandBuilder::new(program);
        command.args(args);
        command.env_clear();
        command.cwd(home.path());
        for (name, value) in environment(home.path()) {
            command.env(name, value);
        }
        for &(name, value) in env {
            if value.is_empty() {
                command.env_remove(name);
            } else {
                command.env(name, value);
            }
        }
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let output = fd::duplicate(pair.master.as_raw_fd().unwrap()).unwrap();
        let keyboard = fd::duplicate(pair.master.as_raw_fd().unwrap()).unwrap();
        let shared = Arc::new((
            Mutex::new(Shared {
                parser: vt100::Parser::new(cells(rows), cells(cols), 0),
                held: Vec::new(),
                recording: Recording::new(rows, cols),
                ended: false,
                stop: false,
            }),
            Condvar::new(),
        ));
        let reader = std::thread::spawn({
            let shared = Arc::clone(&shared);
            move || read(output, &shared)
        });
        Self {
            home: home.clone(),
            child,
            master: Some(pair.master),
            keyboard: Some(keyboard),
            reader: Some(reader),
            shared,
        }
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.shared.0.lock().unwrap()
    }

    /// The home the program runs in.
    pub const fn home(&self) -> &Home {
        &self.home
    }

    /// The screen as it is now.
    pub fn screen(&self) -> vt100::Screen {
        self.shared().parser.screen().clone()
    }

    /// The screen's characters, a line a row.
    pub fn text(&self) -> String {
        self.screen().contents()
    }

    /// The characters of one row, 0 at the top, as wide as the screen.
    pub fn row(&self, row: u16) -> String {
        let screen = self.screen();
        (0..screen.size().1.get())
            .filter_map(|col| screen.cell(row, col))
            .filter(|cell| !cell.is_wide_continuation())
            .map(|cell| {
                if cell.has_contents() {
                    cell.contents().to_owned()
                } else {
                    " ".to_owned()
                }
            })
            .collect()
    }

    /// One cell: its character, colours and attributes.
    pub fn cell(&self, row: u16, col: u16) -> vt100::Cell {
        self.screen().cell(row, col).cloned().unwrap_or_else(|| {
            panic!(
                "no cell at row {row}, column {col} in\n{}",
                self.picture_of_text()
            )
        })
    }

    /// Every byte the program has written.
    pub fn bytes(&self) -> Vec<u8> {
        self.shared().recording.output()
    }

    /// How many bytes the program has written.
    pub fn byte_count(&self) -> usize {
        self.shared().recording.output_len()
    }

    /// Types `text`: characters, or the sequences of [`keys`].
    pub fn send(&mut self, text: &str) {
        self.shared().recording.input(text);
        let keyboard = self.keyboard.as_mut().expect("the window was closed");
        keyboard.write_all(text.as_bytes()).unwrap();
    }

    /// Waits until the screen shows `text` on one line; fails with the screen when it never does.
    pub fn wait_for(&self, text: &str) {
        self.wait_until(&format!("{text:?} to appear"), |screen| {
            screen.contents().contains(text)
        });
    }

    /// Waits until the screen shows all of these at once.
    pub fn wait_for_all(&self, texts: &[&str]) {
        self.wait_until(&format!("{texts:?} to appear"), |screen| {
            let shown = screen.contents();
            texts.iter().all(|text| shown.contains(text))
        });
    }

    /// Waits until the screen no longer shows `text`.
    pub fn wait_gone(&self, text: &str) {
        self.wait_until(&format!("{text:?} to go"), |screen| {
            !screen.contents().contains(text)
        });
    }

    /// Waits until `condition` holds of the screen, looking at it whenever bytes arrive, and returns
    /// how long that took; `what` completes "waited in vain for …".
    pub fn wait_until(&self, what: &str, condition: impl Fn(&vt100::Screen) -> bool) -> Duration {
        let start = Instant::now();
        let mut shared = self.shared();
        loop {
            if condition(shared.parser.screen()) {
                return start.elapsed();
            }
            let left = PATIENCE.saturating_sub(start.elapsed());
            if shared.ended || left.is_zero() {
                let how = if shared.ended {
                    "the program ended"
                } else {
                    "time ran out"
                };
                drop(shared);
                panic!(
                    "waited in vain for {what}: {how}\n{}",
                    self.picture_of_text()
                );
            }
            shared = self.shared.1.wait_timeout(shared, left).unwrap().0;
        }
    }

    /// The screen in a frame, for messages.
    pub fn picture_of_text(&self) -> String {
        let (rows, cols) = self.screen().size();
        let edge = "-".repeat(usize::from(cols.get()));
        let mut picture = format!("+{edge}+ {rows} rows, {cols} columns\n");
        for row in 0..rows.get() {
            let _ = writeln!(picture, "|{}|", self.row(row));
        }
        picture + "+" + &edge + "+"
    }

    /// Gives the terminal another size, as dragging a window's corner does. 0 is a size too; the
    /// model of the screen then keeps one row or column.
    pub fn resize(&self, rows: u16, cols: u16) {
        let mut shared = self.shared();
        shared.recording.resize(rows, cols);
        shared
            .parser
            .screen_mut()
            .set_size(cells(rows.max(1)), cells(cols.max(1)));
        let master = self.master.as_ref().expect("the window was closed");
        master.resize(pty_size(rows, cols)).unwrap();
    }

    /// Process id of the program (of the shell, when it is one).
    pub fn pid(&self) -> u32 {
        self.child.process_id().expect("the program has ended")
    }

    /// Sends `signal` (a `libc::SIG…`) to the program.
    pub fn signal(&self, signal: i32) {
        fd::signal(self.pid(), signal).unwrap();
    }

    /// Whether the program still runs.
    pub fn is_running(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    /// Waits for the program to end; fails with the screen when it does not. Everything it wrote has
    /// then been read.
    pub fn wait_exit(&mut self) -> ExitStatus {
        let start = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(
                start.elapsed() < PATIENCE,
                "the program does not end\n{}",
                self.picture_of_text()
            );
            std::thread::sleep(Duration::from_millis(5));
        };
        if self.master.is_some() {
            let mut shared = self.shared();
            while !shared.ended && start.elapsed() < PATIENCE {
                shared = self.shared.1.wait_timeout(shared, PATIENCE).unwrap().0;
            }
        }
        status
    }

    /// Reads nothing more of what the program writes, as a terminal whose window hangs: soon it cannot write.
    pub fn stop_reading(&mut self) {
        self.shared().stop = true;
        if let Some(reader) = self.reader.take() {
            reader.join().unwrap();
        }
        self.shared().ended = true;
    }

    /// Closes the terminal under the program, as closing a window or losing a connection does.
    pub fn hang_up(&mut self) {
        self.stop_reading();
        self.keyboard = None;
        self.master = None;
    }

    /// What of the terminal was not given back: modes left on, the cursor hidden, keys unechoed.
    /// Empty when all is as it was found.
    pub fn unrestored(&self) -> Vec<String> {
        let mut left = recording::modes_left(&self.bytes());
        if let Some(termios) = self.master.as_ref().and_then(|master| master.get_termios()) {
            let local = termios.local_flags.bits();
            for (flag, name) in [
                (libc::ICANON, "line input"),
                (libc::ECHO, "echo"),
                (libc::ISIG, "signal keys"),
            ] {
                if local & flag == 0 {
                    left.push(format!("{name} (still raw)"));
                }
            }
        }
        left
    }

    /// Fails unless the terminal was given back as it was found.
    pub fn assert_restored(&self) {
        let left = self.unrestored();
        assert!(
            left.is_empty(),
            "not restored: {}\n{}",
            left.join(", "),
            self.picture_of_text()
        );
    }

    /// The whole session as an asciicast v2 file (`asciinema play FILE`).
    pub fn cast(&self, title: &str) -> String {
        self.shared().recording.cast(title)
    }

    /// The screen as it is now as an SVG picture that needs no outside file.
    pub fn svg(&self) -> String {
        picture::svg(&self.screen())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        self.shared
            .0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
            .stop = true;
        if let Some(reader) = self.reader.take() {
            let _ = reader.join();
        }
    }
}

/// How much of `bytes` can be shown: all but a frame whose end (`ESC [ ? 2026 l`) has not come, or what may be
/// the beginning of one.
fn whole(bytes: &[u8]) -> usize {
    const BEGIN: &[u8] = b"\x1b[?2026h";
    const END: &[u8] = b"\x1b[?2026l";
    let last = |wanted: &[u8]| bytes.windows(wanted.len()).rposition(|it| it == wanted);
    match (last(BEGIN), last(END)) {
        (Some(begin), end) if end.is_none_or(|end| end < begin) => begin,
        _ => {
            let begun = (1..BEGIN.len()).rev();
            let begun = begun.filter(|&n| n <= bytes.len());
            let mut begun = begun.filter(|&n| bytes.ends_with(&BEGIN[..n]));
            bytes.len() - begun.next().unwrap_or(0)
        }
    }
}

/// Hands what the program writes to the model of the screen until the program's side is closed or
/// the test has had enough.
fn read(mut output: std::fs::File, shared: &(Mutex<Shared>, Condvar)) {
    let mut buffer = vec![0; 65536];
    loop {
        // Polls, so that a hang-up can take the descriptor away from a reader that waits.
        let read = fd::read_within(&mut output, &mut buffer, Duration::from_millis(20));
        let mut state = shared.0.lock().unwrap();
        match read {
            Ok(Some(0)) | Err(_) => state.ended = true,
            Ok(Some(n)) => {
                state.recording.record_output(&buffer[..n]);
                state.held.extend_from_slice(&buffer[..n]);
            }
            Ok(None) => {}
        }
        let whole = if state.ended {
            state.held.len()
        } else {
            whole(&state.held)
        };
        let shown: Vec<u8> = state.held.drain(..whole).collect();
        state.parser.process(&shown);
        let over = state.ended || state.stop;
        drop(state);
        if over || !matches!(read, Ok(None)) {
            shared.1.notify_all();
        }
        if over {
            return;
        }
    }
}

/// What a terminal sends for keys that are not characters.
pub mod keys {
    /// Cursor up.
    pub const UP: &str = "\x1b[A";
    /// Cursor down.
    pub const DOWN: &str = "\x1b[B";
    /// Cursor right.
    pub const RIGHT: &str = "\x1b[C";
    /// Cursor left.
    pub const LEFT: &str = "\x1b[D";
    /// Enter.
    pub const ENTER: &str = "\r";
    /// Escape.
    pub const ESCAPE: &str = "\x1b";
    /// Tab.
    pub const TAB: &str = "\t";
    /// Shift and Tab.
    pub const BACK_TAB: &str = "\x1b[Z";
    /// Backspace.
    pub const BACKSPACE: &str = "\x7f";
    /// Home.
    pub const HOME: &str = "\x1b[H";
    /// End.
    pub const END: &str = "\x1b[F";
    /// A page up.
    pub const PAGE_UP: &str = "\x1b[5~";
    /// A page down.
    pub const PAGE_DOWN: &str = "\x1b[6~";
    /// Control and C.
    pub const CTRL_C: &str = "\x03";
    /// Control and Z.
    pub const CTRL_Z: &str = "\x1a";
}
