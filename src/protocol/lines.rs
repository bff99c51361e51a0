//! Lines from another program, and what the end of them means.
//!
//! A thread reads, so that the end of the input is noticed while an engine thinks. Lines that came
//! before the end are answered all the same, however long that takes: a script piped in gets all its
//! answers. A thought is given up only when they are no longer read, or when it has taken longer after
//! the end than whoever started the engine allows. In a protocol whose lines may end a thought, such a
//! line does so as soon as it is read.

use std::io::{self, BufRead};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use koteki_engine::search::budget::Cancel;
use koteki_engine::wire::lines::{Line, read_line};

/// Longest line that is taken, in bytes.
pub const MAX_LINE: usize = 4_096;

/// How often the reader looks whether the thinking has to end, once there is nothing to read.
const LOOK: Duration = Duration::from_millis(20);

/// Lines that wait to be answered before the reader stops reading.
const WAITING: usize = 64;

/// What the reader and the thinker know of each other.
#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// The present thought: when it began, and how to end it.
    thought: Option<(Instant, Cancel)>,
    /// Lines that have been read, end thoughts, and wait to be answered.
    ending: usize,
    /// Whether every thought from now on is in vain.
    in_vain: bool,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The lines that another program sends.
#[derive(Debug)]
pub struct Lines {
    lines: Receiver<Line>,
    ends_thought: fn(&str) -> bool,
    shared: Arc<Shared>,
}

impl Lines {
    /// Reads `input` from now on. Once it has ended, a thought may go on for `patience`, and
    /// `is_abandoned` says whether the answers are no longer read.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn listen(
        input: impl BufRead + Send + 'static,
        patience: Duration,
        is_abandoned: impl Fn() -> bool + Send + 'static,
    ) -> io::Result<Self> {
        Self::listen_ended_by(input, patience, is_abandoned, |_| false)
    }

    /// The same, and a line of which `ends_thought` ends what is thought about when it comes: before it
    /// is answered, every thought ends at once.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn listen_ended_by(
        mut input: impl BufRead + Send + 'static,
        patience: Duration,
        is_abandoned: impl Fn() -> bool + Send + 'static,
        ends_thought: fn(&str) -> bool,
    ) -> io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let (sender, lines) = sync_channel(WAITING);
        let watched = Arc::downgrade(&shared);
        thread::Builder::new()
            .name("protocol-input".into())
            .spawn(move || {
                read_all(&mut input, &sender, &watched, ends_thought);
                drop(sender);
                watch(&watched, patience, is_abandoned);
            })?;
        Ok(Self {
            lines,
            ends_thought,
            shared,
        })
    }

    /// The next line; waits for it. `None` when there will be none.
    pub fn next(&self) -> Option<Line> {
        let line = self.lines.recv().ok()?;
        if (self.ends_thought)(&line.text) {
            self.shared.state().ending -= 1;
        }
        Some(line)
    }

    /// Runs `thought`, which polls the flag that it is given: it is raised when the answer is no longer wanted.
    pub fn think<T>(&self, thought: impl FnOnce(&Cancel) -> T) -> T {
        let cancel = Cancel::new();
        {
            let mut state = self.shared.state();
            if state.ending > 0 || state.in_vain {
                cancel.cancel();
            }
            state.thought = Some((Instant::now(), cancel.clone()));
        }
        let result = thought(&cancel);
        self.shared.state().thought = None;
        result
    }

    /// Whether the end of the thoughts is for good: answers are no longer wanted.
    pub fn is_abandoned(&self) -> bool {
        self.shared.state().in_vain
    }
}

/// Sends every line; an input that cannot be read has ended.
fn read_all(
    input: &mut impl BufRead,
    sender: &SyncSender<Line>,
    shared: &Weak<Shared>,
    ends_thought: fn(&str) -> bool,
) {
    while let Ok(Some(line)) = read_line(input, MAX_LINE) {
        if ends_thought(&line.text)
            && let Some(shared) = shared.upgrade()
        {
            let mut state = shared.state();
            state.ending += 1;
            if let Some((_, cancel)) = &state.thought {
                cancel.cancel();
            }
        }
        if sender.send(line).is_err() {
            return;
        }
    }
}

/// Looks after the thinking when the input has ended, until all thoughts have ended.
fn watch(shared: &Weak<Shared>, patience: Duration, is_abandoned: impl Fn() -> bool) {
    let ended = Instant::now();
    while let Some(shared) = shared.upgrade() {
        let mut state = shared.state();
        let since = state.thought.as_ref().map(|(since, _)| *since);
        let too_long = since.is_some_and(|since| since.max(ended).elapsed() > patience);
        if too_long || is_abandoned() {
            state.in_vain = true;
            if let Some((_, cancel)) = &state.thought {
                cancel.cancel();
            }
            return;
        }
        drop(state);
        drop(shared);
        thread::sleep(LOOK);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a thought is told to end, after an input that has ended.
    fn is_ended(patience: Duration, is_abandoned: bool) -> bool {
        let lines = Lines::listen(&b""[..], patience, move || is_abandoned).unwrap();
        assert_eq!(lines.next(), None);
        lines.think(|cancel| {
            // A minute at least, then it is not going to be.
            (0..3_000).any(|_| {
                thread::sleep(LOOK);
                cancel.is_cancelled()
            })
        })
    }

    #[test]
    fn a_thought_ends_when_nobody_listens_however_patient() {
        assert!(is_ended(Duration::MAX, true));
    }

    #[test]
    fn a_thought_ends_when_patience_does_though_somebody_listens() {
        assert!(is_ended(Duration::ZERO, false));
    }
}
