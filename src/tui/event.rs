//! Everything that can happen to the screen, in one bounded queue, and the loop that empties it.
//!
//! The loop takes all that waits, updates, and draws at most once a frame: at once after a key, later
//! for what moves by itself, and not at all when nothing changed, so that an idle screen writes no
//! byte. Only the thread that runs the loop touches the terminal.

use std::env;
use std::io::{self, IsTerminal as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};

use ratatui::Frame;
use ratatui::crossterm::event::{KeyEvent, MouseEvent};

use super::terminal::Screen;

/// Room for everything that can happen within one frame.
const QUEUE: usize = 256;

/// Something that happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A key went down, or repeats.
    Key(KeyEvent),
    /// Text was pasted.
    Paste(String),
    /// A mouse button or the wheel.
    Mouse(MouseEvent),
    /// The terminal has a new size.
    Resize,
    /// The process was sent this signal.
    Signal(i32),
    /// The terminal was closed, or the connection to it.
    TerminalGone,
    /// A worker has something to show.
    Wake,
    /// The time that [`Program::due`] named has come.
    Due,
    /// A thread other than the drawing one panicked: which, what, where.
    Panicked(String),
}

/// What the loop has to do after an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Nothing changed.
    Idle,
    /// Draw when the frame is due.
    Draw,
    /// Draw at once: a key was pressed, and its effect is waited for.
    DrawNow,
    /// Write every cell anew, when something else may have written to the screen.
    Redraw,
    /// Stop the job until it is continued.
    Suspend,
    /// Leave.
    Exit(Exit),
}

impl Flow {
    /// What a signal asks for.
    pub(super) const fn of_signal(signal: i32) -> Self {
        #[cfg(unix)]
        {
            use signal_hook::consts::{SIGCONT, SIGTSTP};
            match signal {
                SIGTSTP => return Self::Suspend,
                SIGCONT => return Self::Redraw,
                _ => {}
            }
        }
        Self::Exit(Exit::Signal(signal))
    }
}

/// Why the loop ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The person asked for it.
    Quit,
    /// The person pressed Ctrl-C.
    Interrupted,
    /// The process was sent this signal.
    Signal(i32),
    /// The terminal is gone.
    TerminalGone,
}

impl Exit {
    /// The exit code: 0, or 128 + the signal's number; a lost terminal counts as SIGHUP (1), Ctrl-C
    /// as SIGINT (2).
    pub const fn code(self) -> u8 {
        match self {
            Self::Quit => 0,
            Self::Interrupted => 130,
            Self::Signal(number) => 128 + (number & 0x7f) as u8,
            Self::TerminalGone => 129,
        }
    }
}

/// Why the loop ended, and what there is to say once the terminal is given back.
pub type Ended = (Exit, Vec<String>);

/// What the loop runs: state that takes events and draws itself.
pub trait Program {
    /// Takes in one event.
    fn update(&mut self, event: Event) -> Flow;

    /// When [`Event::Due`] is wanted; `None` for never.
    fn due(&self) -> Option<Instant> {
        None
    }

    /// What is to go to the terminal's clipboard; asked after each event, and given out once.
    fn copied(&mut self) -> Option<String> {
        None
    }

    /// A screen to go to, which lies over this one until it is left; asked after each event, and given out
    /// once.
    fn pushed(&mut self) -> Option<Box<dyn Program>> {
        None
    }

    /// The screen that was gone to has been left, with what it had to say.
    fn returned(&mut self, _said: Option<String>) {}

    /// Does what is to be done before it is gone. Returns what there is to say in the screen beneath it, or, when the
    /// program ends, once the terminal is given back.
    fn leave(&mut self) -> Option<String> {
        None
    }

    /// Draws everything.
    fn draw(&mut self, frame: &mut Frame<'_>);
}

/// The queue.
pub struct Queue {
    sender: SyncSender<Event>,
    receiver: Receiver<Event>,
    waking: Arc<AtomicBool>,
}

impl Default for Queue {
    fn default() -> Self {
        Self::new()
    }
}

impl Queue {
    /// An empty queue.
    pub fn new() -> Self {
        let (sender, receiver) = mpsc::sync_channel(QUEUE);
        Self {
            sender,
            receiver,
            waking: Arc::default(),
        }
    }

    /// A way in for the threads that watch terminal and signals.
    pub fn sender(&self) -> SyncSender<Event> {
        self.sender.clone()
    }

    /// A way to say that there is something new to show.
    pub fn waker(&self) -> Waker {
        Waker {
            sender: self.sender.clone(),
            waking: Arc::clone(&self.waking),
        }
    }
}

/// Says that there is something new to show. However often it is used, at most one event waits.
#[derive(Clone)]
pub struct Waker {
    sender: SyncSender<Event>,
    waking: Arc<AtomicBool>,
}

impl Waker {
    /// Wakes the loop. Never blocks: a worker is not held up by a slow terminal.
    pub fn wake(&self) {
        // A full queue means that the loop is about to run anyway.
        if !self.waking.swap(true, Ordering::AcqRel) && self.sender.try_send(Event::Wake).is_err() {
            self.waking.store(false, Ordering::Release);
        }
    }

    /// Reports a panic of the calling thread.
    pub fn panicked(&self, message: String) {
        let _ = self.sender.try_send(Event::Panicked(message));
    }
}

/// The least time between two frames that no key asked for: 33 ms, and 100 ms over SSH, where a
/// moving picture costs what typing needs.
pub fn frame_time() -> Duration {
    Duration::from_millis(if env::var_os("SSH_CONNECTION").is_some() {
        100
    } else {
        33
    })
}

/// Runs `program` on `screen` until it leaves. Returns why, and what the screens that were open have to say.
///
/// # Errors
/// When the terminal cannot be written to for another reason than being gone.
pub fn run(
    program: &mut dyn Program,
    screen: &mut Screen,
    queue: &Queue,
    frame_time: Duration,
) -> io::Result<Ended> {
    let mut pushed = Vec::new();
    let exit = rounds(program, &mut pushed, screen, queue, frame_time).or_else(gone_or);
    // Whatever ended it, what is unfinished is kept.
    let mut said: Vec<String> = pushed
        .iter_mut()
        .rev()
        .filter_map(|it| it.leave())
        .collect();
    said.extend(program.leave());
    if matches!(exit, Ok(Exit::TerminalGone)) {
        said.clear();
    }
    Ok((exit?, said))
}

/// `pushed` is what lies over the program, the last one uppermost.
fn rounds(
    program: &mut dyn Program,
    pushed: &mut Vec<Box<dyn Program>>,
    screen: &mut Screen,
    queue: &Queue,
    frame_time: Duration,
) -> io::Result<Exit> {
    pushed.extend(program.pushed());
    let mut drawn_at: Option<Instant> = None;
    let mut wanted = Flow::DrawNow;
    loop {
        let top = top_of(program, pushed);
        let rest = match (wanted, drawn_at) {
            (Flow::Idle, _) => None,
            (Flow::Draw, Some(at)) => Some(frame_time.saturating_sub(at.elapsed())),
            _ => Some(Duration::ZERO),
        };
        if rest == Some(Duration::ZERO) {
            if wanted == Flow::Redraw {
                screen.forget_contents()?;
            }
            screen.draw(|frame| top.draw(frame))?;
            drawn_at = Some(Instant::now());
            wanted = Flow::Idle;
            continue;
        }
        let now = Instant::now();
        let due = top.due();
        let until_due = due.map(|due| due.saturating_duration_since(now));
        let patience = match (rest, until_due) {
            (Some(rest), Some(due)) => Some(rest.min(due)),
            (rest, due) => rest.or(due),
        };
        let first = match patience {
            None => queue
                .receiver
                .recv()
                .map_err(|_| RecvTimeoutError::Disconnected),
            Some(patience) => queue.receiver.recv_timeout(patience),
        };
        let mut next = match first {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => {
                due.filter(|&due| due <= Instant::now()).map(|_| Event::Due)
            }
            Err(RecvTimeoutError::Disconnected) => return Ok(Exit::TerminalGone),
        };
        while let Some(event) = next {
            if event == Event::Wake {
                // Before the state is read: what comes after this wakes the loop again.
                queue.waking.store(false, Ordering::Release);
            }
            let top = top_of(program, pushed);
            let flow = top.update(event);
            if let Some(text) = top.copied() {
                screen.copy(&text)?;
            }
            if let Some(other) = top.pushed() {
                pushed.push(other);
                wanted = stronger(wanted, Flow::DrawNow);
            }
            match flow {
                Flow::Exit(Exit::Quit) if !pushed.is_empty() => {
                    let said = pushed.pop().and_then(|mut left| left.leave());
                    let top = top_of(program, pushed);
                    top.returned(said);
                    let other = top.pushed();
                    pushed.extend(other);
                    wanted = stronger(wanted, Flow::DrawNow);
                    // What is typed next is meant for what is seen: that is drawn first.
                    break;
                }
                Flow::Exit(exit) => return Ok(exit),
                Flow::Suspend => {
                    screen.suspend()?;
                    wanted = Flow::Redraw;
                }
                flow => wanted = stronger(wanted, flow),
            }
            next = queue.receiver.try_recv().ok();
        }
    }
}

/// The program that events go to.
fn top_of<'a>(
    program: &'a mut dyn Program,
    pushed: &'a mut [Box<dyn Program>],
) -> &'a mut dyn Program {
    match pushed.last_mut() {
        Some(top) => top.as_mut(),
        None => program,
    }
}

/// The more urgent of two wishes.
fn stronger(a: Flow, b: Flow) -> Flow {
    let rank = |flow| match flow {
        Flow::Idle => 0,
        Flow::Draw => 1,
        Flow::DrawNow => 2,
        _ => 3,
    };
    if rank(b) > rank(a) { b } else { a }
}

/// What `error` means: that the terminal is gone, or a fault. A terminal that is gone answers with EIO, but
/// crossterm, asked for its size, with whatever error came last; that it is no terminal any more is certain.
fn gone_or(error: io::Error) -> io::Result<Exit> {
    const EIO: i32 = 5;
    let says_so = matches!(
        error.kind(),
        io::ErrorKind::BrokenPipe | io::ErrorKind::UnexpectedEof | io::ErrorKind::WriteZero
    ) || error.raw_os_error() == Some(EIO);
    if says_so || !io::stdout().is_terminal() {
        Ok(Exit::TerminalGone)
    } else {
        Err(error)
    }
}
