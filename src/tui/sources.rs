//! The small threads that only send events: keys, signals, and the watch over the terminal.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{
    self, Event as Input, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseEventKind,
};

use super::event::Event;
use super::terminal;

/// Where they send. One screen may follow another in a process, and a thread that waits for a key cannot
/// be told to stop waiting: a second one beside it would get only every other key. So each is started
/// once, and sends to whichever screen there is.
static TARGET: Mutex<Option<SyncSender<Event>>> = Mutex::new(None);
/// Whether they run.
static STARTED: AtomicBool = AtomicBool::new(false);

/// Starts all of them, or has them send to `sender` from now on. They end with the process.
///
/// # Errors
/// When a thread or the signal handlers cannot be set up.
pub fn start(sender: &SyncSender<Event>) -> io::Result<()> {
    *TARGET.lock().unwrap_or_else(PoisonError::into_inner) = Some(sender.clone());
    if STARTED.swap(true, Ordering::SeqCst) {
        return Ok(());
    }
    #[cfg(unix)]
    {
        signals()?;
        watch_terminal()?;
    }
    keys()
}

/// How often a key is offered between two screens.
const BETWEEN: Duration = Duration::from_millis(20);

/// Sends to the screen that there is; false between two of them, where there is no listener.
fn send(event: Event) -> bool {
    let target = TARGET
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .clone();
    // Without the lock: a full queue makes this wait.
    target.is_some_and(|target| target.send(event).is_ok())
}

/// Whether this is Ctrl-C, which in raw mode arrives as a key; with Alt too, for that is how Ctrl-C
/// right after Esc arrives.
pub fn is_interrupt(key: &KeyEvent) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL)
        && matches!(key.code, KeyCode::Char('c' | 'C'))
        && key.kind == KeyEventKind::Press
}

fn keys() -> io::Result<()> {
    // Listens for changes of the size, before the first frame: one that came after it would be missed.
    // What is wrong here is wrong with reading, too.
    let _ = event::poll(Duration::ZERO);
    thread::Builder::new()
        .name("input".into())
        .spawn(move || {
            let mut interrupts = 0;
            loop {
                let event = match event::read() {
                    Ok(Input::Key(key)) if key.kind == KeyEventKind::Release => continue,
                    Ok(Input::Key(key)) => {
                        if is_interrupt(&key) {
                            interrupts += 1;
                            if interrupts > 1 {
                                leave_at_once(130);
                            }
                            leave_if_stuck(130);
                        }
                        Event::Key(key)
                    }
                    Ok(Input::Paste(text)) => Event::Paste(text),
                    Ok(Input::Mouse(mouse)) => match mouse.kind {
                        MouseEventKind::Moved | MouseEventKind::Drag(_) => continue,
                        _ => Event::Mouse(mouse),
                    },
                    Ok(Input::Resize(..)) => Event::Resize,
                    Ok(_) => continue,
                    Err(_) => Event::TerminalGone,
                };
                let last = event == Event::TerminalGone;
                // Between two screens nothing is read: a key waits for the next one.
                while !send(event.clone()) && !last {
                    thread::sleep(BETWEEN);
                }
                if last {
                    break;
                }
            }
        })
        .map(drop)
}

/// The first signal asks the loop to leave, which saves what has to be saved; a second one does not wait.
#[cfg(unix)]
fn signals() -> io::Result<()> {
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
    use signal_hook::iterator::Signals;

    let mut signals = Signals::new([SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT])?;
    thread::Builder::new()
        .name("signals".into())
        .spawn(move || {
            let mut asked = false;
            for signal in signals.forever() {
                let leaves = signal != SIGTSTP && signal != SIGCONT;
                // One hang-up may come twice, from the terminal and from whoever had it open: it is not
                // a person in a hurry, and what has to be saved is being saved.
                if leaves && asked && signal != SIGHUP {
                    leave_at_once(128 + signal);
                }
                if leaves && !asked {
                    leave_if_stuck(128 + signal);
                }
                asked |= leaves;
                send(Event::Signal(signal));
            }
        })
        .map(drop)
}

/// Sees a terminal vanish even when no SIGHUP comes (nohup, sudo, some multiplexers), where reading
/// keys would spin for ever. Waiting for no event at all still reports a hang-up and eats no input.
#[cfg(unix)]
fn watch_terminal() -> io::Result<()> {
    use rustix::event::{PollFd, PollFlags, poll};
    use std::os::fd::AsFd as _;

    thread::Builder::new()
        .name("tty-watchdog".into())
        .spawn(move || {
            let stdin = io::stdin();
            let gone = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
            loop {
                let mut fds = [PollFd::from_borrowed_fd(stdin.as_fd(), PollFlags::empty())];
                match poll(&mut fds, None) {
                    Ok(_) if fds[0].revents().intersects(gone) => break,
                    Ok(_) | Err(rustix::io::Errno::INTR) => {}
                    Err(_) => return,
                }
            }
            send(Event::TerminalGone);
        })
        .map(drop)
}

/// How long a terminal may take none of what is written before it is left.
const STUCK: Duration = Duration::from_secs(1);

/// Whoever was asked to leave cannot while the terminal takes no output: from now on that ends the process
/// before long. What has to be kept is kept as it comes, and not on leaving.
fn leave_if_stuck(code: i32) {
    let watch = move || {
        let mut since = Instant::now();
        let mut last = None;
        loop {
            let now = terminal::write_going_on();
            if now.is_none() || now != last {
                since = Instant::now();
            } else if since.elapsed() > STUCK {
                leave_at_once(code);
            }
            last = now;
            thread::sleep(BETWEEN);
        }
    };
    // Without this thread the second request still ends the process.
    let _ = thread::Builder::new().name("leaving".into()).spawn(watch);
}

/// Gives the terminal back and ends the process. Waits only a moment: a terminal that takes no
/// output may be the reason for the hurry.
fn leave_at_once(code: i32) -> ! {
    let (done, restored) = std::sync::mpsc::channel();
    thread::spawn(move || {
        terminal::restore();
        let _ = done.send(());
    });
    let _ = restored.recv_timeout(Duration::from_millis(300));
    std::process::exit(code)
}
