//! An engine as a process of its own.
//!
//! Three threads a process keep it from holding anything up: one writes (an engine that does not read
//! fills the pipe), one reads lines, one reads what it says on its standard error, of which the last
//! line is kept for the message about its end. It has a process group of its own, so that a key that
//! ends this program does not end it in the middle of a move, and so that its end is the end of all
//! that it has started.
//!
//! No engine outlives this program, however that ends: by a signal that is not handled, or killed. Beside
//! each there is a shell that waits for the end of a pipe from here, which the system closes in any case,
//! and then ends the engine's group.

use std::io::{self, BufReader, Read as _, Write as _};
#[cfg(unix)]
use std::os::unix::process::CommandExt as _;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

#[cfg(unix)]
use rustix::process::{Pid, Signal, kill_process_group};

use super::error::EngineErrorKind;
use super::lines::{Line, read_line};

/// Longest line that is taken from an engine, in bytes.
pub const LONGEST: usize = 65_536;

/// Most bytes that an engine may send between a question and the end of its answer.
const MOST: usize = 4 << 20;

/// Lines that wait to be received before the reader stops reading, and the engine has to wait.
const WAITING: usize = 256;

/// How often whoever waits for an answer looks whether it is still wanted.
const LOOK: Duration = Duration::from_millis(20);

/// How long an engine may take to end by itself when its input has ended.
const GRACE: Duration = Duration::from_millis(200);

/// The leader of an engine's process group, which ends the group and so itself when this program is gone. It is
/// there before the engine, which is thus never without it.
#[cfg(unix)]
#[derive(Debug)]
struct Guard(Child);

#[cfg(unix)]
impl Guard {
    /// Waits for the end of its input.
    const SCRIPT: &str = "read -r _; kill -s KILL 0";

    fn start() -> Result<Self, EngineErrorKind> {
        Command::new("sh")
            .args(["-c", Self::SCRIPT])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .map(Self)
            .map_err(|error| EngineErrorKind::Guard(error.to_string()))
    }

    /// The number of the group.
    fn group(&self) -> i32 {
        self.0.id().cast_signed()
    }
}

#[cfg(unix)]
impl Drop for Guard {
    fn drop(&mut self) {
        // Not left to the guard itself, which may have been stopped. The group has its number until the
        // guard has been waited for.
        let _ = kill_process_group(Pid::from_child(&self.0), Signal::KILL);
        let _ = self.0.wait();
    }
}

/// Whether an answer is still wanted.
pub type Stop<'a> = &'a dyn Fn() -> bool;

/// Why there was no line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswerError {
    /// It is no longer wanted.
    Stopped,
    /// The engine did something wrong.
    Engine(EngineErrorKind),
}

impl From<EngineErrorKind> for AnswerError {
    fn from(kind: EngineErrorKind) -> Self {
        Self::Engine(kind)
    }
}

/// A running engine.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// Gone when the engine is to be ended with all that it has started.
    #[cfg(unix)]
    guard: Option<Guard>,
    /// To the thread that writes; gone when the engine is to end.
    commands: Option<Sender<String>>,
    lines: Receiver<Line>,
    words: Arc<Mutex<String>>,
}

impl Process {
    /// Starts `command`, the program and its arguments, without a shell.
    ///
    /// # Errors
    /// When there is no such program, or the system does not start it.
    pub fn start(command: &[String]) -> Result<Self, EngineErrorKind> {
        let fault = |error: io::Error| EngineErrorKind::Start(error.to_string());
        let (program, arguments) = command
            .split_first()
            .ok_or_else(|| EngineErrorKind::Start("no program is named".to_owned()))?;
        let mut starter = Command::new(program);
        starter
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        #[cfg(unix)]
        let guard = Guard::start()?;
        #[cfg(unix)]
        starter.process_group(guard.group());
        let mut child = starter.spawn().map_err(fault)?;
        let (input, output, errors) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (commands, waiting) = channel();
        let (sender, lines) = sync_channel(WAITING);
        let words = Arc::new(Mutex::new(String::new()));
        let process = Self {
            child,
            #[cfg(unix)]
            guard: Some(guard),
            commands: Some(commands),
            lines,
            words: Arc::clone(&words),
        };
        let (Some(input), Some(output), Some(errors)) = (input, output, errors) else {
            return Err(EngineErrorKind::Start("it has no pipes".to_owned()));
        };
        // A thread that the system does not give drops `process`, which ends the engine.
        let begin = |name: &str, work: Box<dyn FnOnce() + Send>| {
            let builder = thread::Builder::new().name(name.to_owned());
            builder.spawn(work).map_err(fault)
        };
        begin("engine-in", Box::new(move || write_all(input, &waiting)))?;
        begin(
            "engine-out",
            Box::new(move || read_all(BufReader::new(output), &sender)),
        )?;
        begin(
            "engine-errors",
            Box::new(move || keep_last(BufReader::new(errors), &words)),
        )?;
        Ok(process)
    }

    /// Sends a line; never waits. An engine that has ended gets nothing, as the next answer shows.
    pub fn send(&self, line: &str) {
        if let Some(commands) = &self.commands {
            let _ = commands.send(format!("{line}\n"));
        }
    }

    /// A listener for the answer to `command`, which has to be there by `limit` from now.
    pub fn answer<'a>(&'a self, command: &'a str, limit: Duration, stop: Stop<'a>) -> Answer<'a> {
        Answer {
            process: self,
            command,
            limit,
            until: Instant::now() + limit,
            stop,
            received: 0,
        }
    }

    /// The last line of its standard error, without its end.
    fn last_words(&self) -> String {
        // What was written just before the end may still be on its way.
        thread::sleep(LOOK);
        self.words
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The end of its input asks it to end.
        self.commands = None;
        let begun = Instant::now();
        while begun.elapsed() < GRACE && matches!(self.child.try_wait(), Ok(None)) {
            thread::sleep(Duration::from_millis(2));
        }
        #[cfg(unix)]
        drop(self.guard.take());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The lines of one answer.
pub struct Answer<'a> {
    process: &'a Process,
    command: &'a str,
    limit: Duration,
    until: Instant,
    stop: Stop<'a>,
    received: usize,
}

impl Answer<'_> {
    /// The next line, without spaces at its ends.
    ///
    /// # Errors
    /// When it is not wanted any more, the engine has ended, is late, or sends too much.
    pub fn line(&mut self) -> Result<String, AnswerError> {
        self.line_until(self.until).and_then(|line| {
            line.ok_or_else(|| {
                AnswerError::Engine(EngineErrorKind::Silent {
                    command: self.command.to_owned(),
                    limit: self.limit,
                    words: self.process.last_words(),
                })
            })
        })
    }

    /// The next line if there is one within `time`; `None` if not.
    ///
    /// # Errors
    /// As [`line`](Self::line), but that it is late.
    pub fn line_within(&mut self, time: Duration) -> Result<Option<String>, AnswerError> {
        self.line_until(Instant::now() + time)
    }

    fn line_until(&mut self, until: Instant) -> Result<Option<String>, AnswerError> {
        loop {
            if (self.stop)() {
                return Err(AnswerError::Stopped);
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.process.lines.recv_timeout(left.min(LOOK)) {
                Ok(line) => {
                    self.received += line.text.len() + 1;
                    if line.too_long || self.received > MOST {
                        return Err(EngineErrorKind::Flood(self.received).into());
                    }
                    return Ok(Some(line.text.trim().to_owned()));
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(AnswerError::Engine(EngineErrorKind::Ended {
                        command: self.command.to_owned(),
                        words: self.process.last_words(),
                    }));
                }
            }
        }
    }
}

/// Writes every command; the input is closed when there will be no more.
fn write_all(mut input: ChildStdin, commands: &Receiver<String>) {
    for command in commands {
        if input.write_all(command.as_bytes()).is_err() || input.flush().is_err() {
            return;
        }
    }
}

/// Sends every line, up to the first that is too long: nothing after it would mean anything.
fn read_all(mut output: impl io::BufRead, sender: &SyncSender<Line>) {
    loop {
        let mut limited = output.by_ref().take(LONGEST as u64 + 1);
        let Ok(Some(line)) = read_line(&mut limited, LONGEST) else {
            return;
        };
        let is_last = line.too_long;
        if sender.send(line).is_err() || is_last {
            return;
        }
    }
}

/// Keeps the last line that says something, and no more than a screen's width of it.
fn keep_last(mut errors: impl io::BufRead, words: &Mutex<String>) {
    const WIDTH: usize = 200;
    while let Ok(Some(line)) = read_line(&mut errors, WIDTH) {
        let said: String = line
            .text
            .trim()
            .chars()
            .filter(|char| !char.is_control())
            .collect();
        if !said.is_empty() {
            *words.lock().unwrap_or_else(PoisonError::into_inner) = said;
        }
    }
}
