//! Lines from another program, and what the end of them means.
//!
//! A thread reads, so that the end of the input is noticed while an engine thinks. Lines that came
//! before the end are answered all the same: a script piped in gets all its answers. But when nobody
//! can ask any more, a long thought is a waste, so it is given up when it has taken a while (usually
//! [`PATIENCE`]) after the end, and at once when nobody reads the answers either.

use std::io::{self, BufRead};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use crate::search::budget::Cancel;

/// Longest line that is taken, in bytes.
pub const MAX_LINE: usize = 4_096;

/// How long one thought may go on after the end of the input, unless somebody wants it otherwise.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// How often the reader looks whether the thinking has to end, once there is nothing to read.
const LOOK: Duration = Duration::from_millis(20);

/// Lines that wait to be answered before the reader stops reading.
const WAITING: usize = 64;

/// A line without its end; bytes that are no UTF-8 are replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The first [`MAX_LINE`] bytes.
    pub text: String,
    /// Whether there were more.
    pub too_long: bool,
}

/// Reads a line; `None` at the end of the input. A last line needs no line feed.
///
/// # Errors
/// Those of the input.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    let mut too_long = false;
    let mut any = false;
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if buffer.is_empty() {
            break;
        }
        any = true;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let piece = &buffer[..end.unwrap_or(buffer.len())];
        let room = MAX_LINE - bytes.len();
        bytes.extend_from_slice(&piece[..piece.len().min(room)]);
        too_long |= piece.len() > room;
        let used = piece.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    Ok(any.then(|| Line {
        text: String::from_utf8_lossy(&bytes).into_owned(),
        too_long,
    }))
}

/// What the reader and the thinker know of each other.
#[derive(Debug, Default)]
struct Shared {
    cancel: Cancel,
    /// When the present thought began.
    since: Mutex<Option<Instant>>,
}

impl Shared {
    fn since(&self) -> MutexGuard<'_, Option<Instant>> {
        self.since.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The lines that another program sends.
#[derive(Debug)]
pub struct Lines {
    lines: Receiver<Line>,
    shared: Arc<Shared>,
}

impl Lines {
    /// Reads `input` from now on. Once it has ended, a thought may go on for `patience`, and
    /// `is_abandoned` says whether nobody reads the answers any more.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn listen(
        mut input: impl BufRead + Send + 'static,
        patience: Duration,
        is_abandoned: impl Fn() -> bool + Send + 'static,
    ) -> io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let (sender, lines) = sync_channel(WAITING);
        let watched = Arc::downgrade(&shared);
        thread::Builder::new()
            .name("protocol-input".into())
            .spawn(move || {
                read_all(&mut input, sender);
                watch(&watched, patience, is_abandoned);
            })?;
        Ok(Self { lines, shared })
    }

    /// The next line; waits for it. `None` when there will be none.
    #[must_use]
    pub fn next(&self) -> Option<Line> {
        self.lines.recv().ok()
    }

    /// Runs `thought`, which polls the flag that it is given: it is raised when nobody wants the answer.
    pub fn think<T>(&self, thought: impl FnOnce(&Cancel) -> T) -> T {
        *self.shared.since() = Some(Instant::now());
        let result = thought(&self.shared.cancel);
        *self.shared.since() = None;
        result
    }
}

/// Sends every line; an input that cannot be read has ended.
fn read_all(input: &mut impl BufRead, sender: SyncSender<Line>) {
    while let Ok(Some(line)) = read_line(input) {
        if sender.send(line).is_err() {
            return;
        }
    }
}

/// Looks after the thinking when the input has ended, until nobody thinks any more.
fn watch(shared: &Weak<Shared>, patience: Duration, is_abandoned: impl Fn() -> bool) {
    let ended = Instant::now();
    while let Some(shared) = shared.upgrade() {
        let since = *shared.since();
        let too_long = since.is_some_and(|since| since.max(ended).elapsed() > patience);
        if too_long || is_abandoned() {
            shared.cancel.cancel();
            return;
        }
        drop(shared);
        thread::sleep(LOOK);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_at_line_feeds_and_at_the_end() {
        // A buffer of three bytes, so that lines lie across its ends.
        let mut input = io::BufReader::with_capacity(3, &b"name\r\n\nquit"[..]);
        let mut texts = Vec::new();
        while let Some(line) = read_line(&mut input).unwrap() {
            assert!(!line.too_long);
            texts.push(line.text);
        }
        assert_eq!(texts, ["name\r", "", "quit"]);
    }

    #[test]
    fn a_line_too_long_is_cut_and_the_next_one_is_whole() {
        let fits = "x".repeat(MAX_LINE);
        let text = format!("{fits}\n{fits}y\nname\n");
        let mut input = io::BufReader::with_capacity(100, text.as_bytes());
        for (expected, too_long) in [(&*fits, false), (&*fits, true), ("name", false)] {
            let line = read_line(&mut input).unwrap().unwrap();
            assert_eq!(line.text, expected);
            assert_eq!(line.too_long, too_long);
        }
    }

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
