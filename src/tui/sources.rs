//! The small threads that only send events: keys, signals, and the watch over the terminal.

use std::io;
use std::sync::mpsc::SyncSender;
use std::thread;
use std::time::Duration;

use ratatui::crossterm::event::{
    self, Event as Input, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseEventKind,
};

use super::event::Event;
use super::terminal;

/// Starts all of them. They end with the process, or when the queue is gone.
///
/// # Errors
/// When a thread or the signal handlers cannot be set up.
pub fn start(sender: &SyncSender<Event>) -> io::Result<()> {
    #[cfg(unix)]
    {
        signals(sender.clone())?;
        watch_terminal(sender.clone())?;
    }
    keys(sender.clone())
}

/// Whether this is Ctrl-C, which in raw mode arrives as a key; with Alt too, for that is how Ctrl-C
/// right after Esc arrives.
#[must_use]
pub fn is_interrupt(key: &KeyEvent) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL)
        && matches!(key.code, KeyCode::Char('c' | 'C'))
        && key.kind == KeyEventKind::Press
}

fn keys(sender: SyncSender<Event>) -> io::Result<()> {
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
                if sender.send(event).is_err() || last {
                    break;
                }
            }
        })
        .map(drop)
}

/// The first signal asks the loop to leave, which saves what has to be saved; a second one does not wait.
#[cfg(unix)]
fn signals(sender: SyncSender<Event>) -> io::Result<()> {
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
    use signal_hook::iterator::Signals;

    let mut signals = Signals::new([SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT])?;
    thread::Builder::new()
        .name("signals".into())
        .spawn(move || {
            let mut asked = false;
            for signal in signals.forever() {
                let leaves = signal != SIGTSTP && signal != SIGCONT;
                if leaves && asked {
                    leave_at_once(128 + signal);
                }
                asked |= leaves;
                if sender.send(Event::Signal(signal)).is_err() && !leaves {
                    break;
                }
            }
        })
        .map(drop)
}

/// Sees a terminal vanish even when no SIGHUP comes (nohup, sudo, some multiplexers), where reading
/// keys would spin for ever. Waiting for no event at all still reports a hang-up and eats no input.
#[cfg(unix)]
fn watch_terminal(sender: SyncSender<Event>) -> io::Result<()> {
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
            let _ = sender.send(Event::TerminalGone);
        })
        .map(drop)
}

/// Gives the terminal back and ends the process. Waits only a moment: a terminal that takes no
/// output may be the reason why somebody is in a hurry.
fn leave_at_once(code: i32) -> ! {
    let (done, restored) = std::sync::mpsc::channel();
    thread::spawn(move || {
        terminal::restore();
        let _ = done.send(());
    });
    let _ = restored.recv_timeout(Duration::from_millis(300));
    std::process::exit(code)
}
