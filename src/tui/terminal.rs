//! Taking over the terminal and giving it back, whatever happens in between.
//!
//! ratatui's own `init` and `restore` leave the cursor hidden, know nothing of mouse or paste modes,
//! restore from any thread that panics and write to standard error when the terminal is gone, which
//! is a second panic. So the modes are ours from first to last: [`Screen`] enters them, [`restore`]
//! leaves them (from anywhere, any number of times, without ever failing), and the panic hook does
//! so only for the thread that draws. Nothing here asks the terminal a question: an answer would be
//! eaten by the thread that reads keys. A terminal that takes no output holds up whoever writes, so what is
//! written is counted ([`write_going_on`]), and a terminal may say that it has any size, so no more of it is
//! drawn on than [`LARGEST`].

#[cfg(not(unix))]
use std::io::Write as _;
use std::io::{self, BufWriter, Stdout};
use std::panic::PanicHookInfo;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use koteki_games::words::harmless::is_harmful;
use ratatui::backend::{Backend as _, CrosstermBackend};
use ratatui::buffer::Buffer;
use ratatui::crossterm::clipboard::CopyToClipboard;
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen,
    LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{cursor, execute, queue, style};
use ratatui::layout::{Rect, Size};
use ratatui::{Frame, Terminal, TerminalOptions, Viewport};

/// Whether the modes are on, for the whole process: there is one terminal.
static ENTERED: AtomicBool = AtomicBool::new(false);
/// Whether mouse reports were asked for.
static MOUSE: AtomicBool = AtomicBool::new(false);

/// The columns and rows that are drawn on at most, some 40 MB of cells: more than any screen has, while a
/// terminal may say that it has 65,535 of each.
pub const LARGEST: Size = Size::new(1_000, 500);

/// Beginnings and ends of writing to the terminal: odd while something is being written.
static WRITES: AtomicU64 = AtomicU64::new(0);

/// Counts a write from its beginning to its end, whatever comes of it.
struct Writing;

impl Writing {
    fn begin() -> Self {
        WRITES.fetch_add(1, Ordering::SeqCst);
        Self
    }
}

impl Drop for Writing {
    fn drop(&mut self) {
        WRITES.fetch_add(1, Ordering::SeqCst);
    }
}

/// The number of the write that is going on; the same for long means that the terminal takes nothing.
pub fn write_going_on() -> Option<u64> {
    let writes = WRITES.load(Ordering::SeqCst);
    (writes % 2 == 1).then_some(writes)
}

/// A frame is written in one piece, so that a slow line never shows half of one.
const BUFFER: usize = 64 * 1024;

type Backend = CrosstermBackend<BufWriter<Stdout>>;

/// The terminal while the program has it. Dropping it restores the terminal.
pub struct Screen {
    /// `None` only while it is dropped: ratatui's own drop writes to standard error, so it never runs.
    terminal: Option<Terminal<Backend>>,
    /// What is drawn on.
    area: Rect,
    mouse: bool,
}

impl Screen {
    /// Takes the terminal over: raw mode, alternate screen, no cursor, bracketed paste, and mouse
    /// reports when asked for.
    ///
    /// # Errors
    /// When there is no terminal or it does not answer; it is then as it was.
    pub fn enter(mouse: bool) -> io::Result<Self> {
        // Colour is decided by the theme alone. Left to itself, crossterm answers NO_COLOR by writing
        // a full reset where a colour would be, which also wipes bold and reverse.
        style::force_color_output(true);
        enter_modes(mouse)?;
        match new_terminal() {
            Ok((terminal, area)) => Ok(Self {
                terminal: Some(terminal),
                area,
                mouse,
            }),
            Err(error) => {
                restore();
                Err(error)
            }
        }
    }

    /// Draws one frame, held back by the terminal until it is whole.
    ///
    /// # Errors
    /// When the terminal cannot be written to.
    pub fn draw(&mut self, render: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        let Some(terminal) = self.terminal.as_mut() else {
            return Ok(());
        };
        let _writing = Writing::begin();
        let area = drawn_on(terminal.size()?);
        if area != self.area {
            terminal.resize(area)?;
            self.area = area;
        }
        queue!(terminal.backend_mut(), BeginSynchronizedUpdate)?;
        let drawn = terminal.draw(|frame| {
            render(frame);
            disarm(frame.buffer_mut());
        });
        let drawn = drawn.map(|_| ());
        // Also after an error: a terminal that waits for the end of a frame shows nothing more.
        let ended = execute!(terminal.backend_mut(), EndSynchronizedUpdate);
        drawn.and(ended)
    }

    /// Asks the terminal to put `text` on its clipboard (OSC 52), which works over SSH too. Whether it does is
    /// the terminal's affair: there is no answer.
    ///
    /// # Errors
    /// When the terminal cannot be written to.
    pub fn copy(&mut self, text: &str) -> io::Result<()> {
        let _writing = Writing::begin();
        execute!(io::stdout(), CopyToClipboard::to_clipboard_from(text))
    }

    /// Makes the next frame write every cell, after something else may have written to the screen.
    ///
    /// # Errors
    /// When the terminal cannot be written to.
    pub fn forget_contents(&mut self) -> io::Result<()> {
        // Not `Terminal::clear`: that asks the terminal where its cursor is.
        let _writing = Writing::begin();
        execute!(io::stdout(), Clear(ClearType::All))?;
        let (terminal, area) = new_terminal()?;
        self.area = area;
        std::mem::forget(self.terminal.replace(terminal));
        Ok(())
    }

    /// Gives the terminal back and stops the whole job, as Ctrl-Z does in any other program; takes it
    /// again when the job is continued. Does nothing for a session leader, which nobody could continue.
    ///
    /// # Errors
    /// When the terminal cannot be taken again.
    #[cfg(unix)]
    pub fn suspend(&mut self) -> io::Result<()> {
        use rustix::process::{Signal, getpid, getsid, kill_current_process_group};

        if getsid(None).is_ok_and(|leader| leader == getpid()) {
            return Ok(());
        }
        restore();
        kill_current_process_group(Signal::STOP)?;
        // Here the job has been continued. The shell may still be handing the terminal over.
        let mut attempt = enter_modes(self.mouse);
        for _ in 0..10 {
            if attempt.is_ok() {
                break;
            }
            thread::sleep(std::time::Duration::from_millis(20));
            attempt = enter_modes(self.mouse);
        }
        attempt?;
        self.forget_contents()
    }

    /// There is no job control here.
    ///
    /// # Errors
    /// Never.
    #[cfg(not(unix))]
    pub fn suspend(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Lets go of a terminal that is gone: nothing is written to it any more.
    pub fn abandon(self) {
        ENTERED.store(false, Ordering::SeqCst);
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
        std::mem::forget(self.terminal.take());
    }
}

/// Takes out what a terminal would obey: names and other words come from files.
fn disarm(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        if cell.symbol().contains(is_harmful) {
            let rest = cell.symbol().replace(is_harmful, "");
            cell.set_symbol(if rest.is_empty() { "?" } else { &rest });
        }
    }
}

/// As much of a terminal of this size as is drawn on.
fn drawn_on(size: Size) -> Rect {
    let (width, height) = (
        size.width.min(LARGEST.width),
        size.height.min(LARGEST.height),
    );
    Rect::new(0, 0, width, height)
}

fn new_terminal() -> io::Result<(Terminal<Backend>, Rect)> {
    let backend = CrosstermBackend::new(BufWriter::with_capacity(BUFFER, io::stdout()));
    let area = drawn_on(backend.size()?);
    let viewport = Viewport::Fixed(area);
    Ok((
        Terminal::with_options(backend, TerminalOptions { viewport })?,
        area,
    ))
}

fn enter_modes(mouse: bool) -> io::Result<()> {
    let _writing = Writing::begin();
    enable_raw_mode()?;
    ENTERED.store(true, Ordering::SeqCst);
    MOUSE.store(mouse, Ordering::SeqCst);
    let entered = execute!(
        io::stdout(),
        EnterAlternateScreen,
        // The Linux console has no alternate screen.
        Clear(ClearType::All),
        cursor::Hide,
        EnableBracketedPaste
    )
    .and_then(|()| {
        if mouse {
            execute!(io::stdout(), EnableMouseCapture)
        } else {
            Ok(())
        }
    });
    if entered.is_err() {
        restore();
    }
    entered
}

/// Gives the terminal back as it was found: every mode off, cursor shown. May be called from any
/// thread at any time; does nothing when the terminal has not been taken, and never fails aloud,
/// because the terminal may be the very thing that is gone.
pub fn restore() {
    if !ENTERED.swap(false, Ordering::SeqCst) {
        return;
    }
    let mut bytes = Vec::new();
    let _ = queue!(bytes, EndSynchronizedUpdate);
    if MOUSE.load(Ordering::SeqCst) {
        let _ = queue!(bytes, DisableMouseCapture);
    }
    let _ = queue!(
        bytes,
        DisableBracketedPaste,
        style::ResetColor,
        style::SetAttribute(style::Attribute::Reset),
        LeaveAlternateScreen,
        cursor::Show
    );
    // First, for it does not wait for a terminal that takes no output.
    let _ = disable_raw_mode();
    let _writing = Writing::begin();
    write_past_locks(&bytes);
}

/// Writes to the terminal without waiting for whoever holds standard output.
#[cfg(unix)]
fn write_past_locks(mut bytes: &[u8]) {
    while !bytes.is_empty() {
        match rustix::io::write(io::stdout(), bytes) {
            Ok(written) if written > 0 => bytes = &bytes[written..],
            Err(rustix::io::Errno::INTR) => {}
            _ => break,
        }
    }
}

#[cfg(not(unix))]
fn write_past_locks(bytes: &[u8]) {
    let mut out = io::stdout();
    let _ = out.write_all(bytes);
    let _ = out.flush();
}

type Hook = Box<dyn Fn(&PanicHookInfo<'_>) + Send + Sync + 'static>;

/// Sees to panics while the screen is up. A panic of the calling thread, the one that draws, restores
/// the terminal and is then reported as usual. A panic of any other thread writes nothing: its message
/// goes to `report`, and the screen stays.
pub fn set_panic_hook(report: impl Fn(String) + Send + Sync + 'static) {
    let before: Hook = std::panic::take_hook();
    let drawing = thread::current().id();
    std::panic::set_hook(Box::new(move |info| {
        if !ENTERED.load(Ordering::SeqCst) {
            before(info);
        } else if thread::current().id() == drawing {
            restore();
            before(info);
        } else {
            report(describe(info));
        }
    }));
}

/// One line: which thread, what it said, where.
fn describe(info: &PanicHookInfo<'_>) -> String {
    let thread = thread::current();
    let name = thread.name().unwrap_or("?").to_owned();
    let payload = info.payload();
    let message = payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("?");
    match info.location() {
        Some(at) => format!("{name}: {message} ({}:{})", at.file(), at.line()),
        None => format!("{name}: {message}"),
    }
}
