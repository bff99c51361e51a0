//! Signals that ask a long command to end, as a flag that it looks at. Its exit code is then 128 and the
//! number of the signal: 130 after Ctrl-C, 143 after SIGTERM, 129 after SIGHUP.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

#[cfg(unix)]
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
#[cfg(unix)]
use signal_hook::iterator::Signals;

use koteki_engine::search::budget::Cancel;

/// The number of the signal that Ctrl-C sends, everywhere.
const INTERRUPT: usize = 2;

/// How long an interrupt may go unnoticed.
pub const POLL: Duration = Duration::from_millis(50);

/// How far apart two signals may be that are one: some senders (`timeout`, a shell that passes Ctrl-C on)
/// send the same twice.
#[cfg(unix)]
const TWICE: Duration = Duration::from_millis(300);

/// Whether the person, or the system, wants the program to end.
#[derive(Clone, Debug, Default)]
pub struct Interrupts {
    /// The number of the latest signal; 0 before one.
    raised: Arc<AtomicUsize>,
}

impl Interrupts {
    /// Takes over Ctrl-C, Ctrl-\\, SIGTERM and SIGHUP for the whole program. A second one ends it at once.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn listen() -> io::Result<Self> {
        let interrupts = Self::default();
        #[cfg(unix)]
        {
            let mut signals = vec![SIGINT, SIGQUIT, SIGTERM, SIGHUP];
            // `nohup koteki evolve …` is to outlive its terminal.
            signals.retain(|&signal| signal != SIGHUP || !is_ignored(signal));
            // Whether the next one ends the program at once.
            let armed = Arc::new(AtomicBool::new(false));
            for &signal in &signals {
                let armed = Arc::clone(&armed);
                signal_hook::flag::register_conditional_shutdown(signal, 128 + signal, armed)?;
                let raised = Arc::clone(&interrupts.raised);
                signal_hook::flag::register_usize(signal, raised, signal.unsigned_abs() as usize)?;
            }
            // On a thread of its own: who writes to a terminal that takes nothing looks at nothing.
            let mut signals = Signals::new(signals)?;
            thread::Builder::new()
                .name("interrupts".into())
                .spawn(move || {
                    if signals.forever().next().is_some() {
                        thread::sleep(TWICE);
                        armed.store(true, Ordering::Relaxed);
                    }
                })?;
        }
        Ok(interrupts)
    }

    /// As Ctrl-C does.
    pub fn raise(&self) {
        self.raised.store(INTERRUPT, Ordering::Relaxed);
    }

    /// Whether the program is to end.
    pub fn is_raised(&self) -> bool {
        self.raised.load(Ordering::Relaxed) != 0
    }

    /// The exit code of a command that was ended early: 128 and the number of the signal. Without one it was
    /// told to stop otherwise, which is as good as Ctrl-C.
    // Signals go up to 64.
    pub fn code(&self) -> u8 {
        let signal = match self.raised.load(Ordering::Relaxed) {
            0 => INTERRUPT,
            signal => signal,
        };
        128 + signal as u8
    }
}

impl Interrupts {
    /// Does `work` while another thread raises `cancel` when the program is to end, and calls `look`
    /// each time it has looked for that.
    pub fn watch<T>(
        &self,
        cancel: &Cancel,
        mut look: impl FnMut() + Send,
        work: impl FnOnce() -> T,
    ) -> T {
        let over = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                while !over.load(Ordering::Acquire) {
                    if self.is_raised() {
                        cancel.cancel();
                    }
                    look();
                    thread::park_timeout(POLL);
                }
            });
            let _ended = Ended(&over);
            work()
        })
    }
}

/// Tells the watching thread that there is nothing more to watch, also when the work panics: no one
/// would end otherwise.
struct Ended<'a>(&'a AtomicBool);

impl Drop for Ended<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}

/// Whether whoever started the program told the system to ignore `signal`.
#[cfg(unix)]
#[allow(unsafe_code)]
fn is_ignored(signal: libc::c_int) -> bool {
    // SAFETY: `sigaction` is plain data for which zeros are valid; with no new action the call only
    // writes the present one into it.
    unsafe {
        let mut present: libc::sigaction = std::mem::zeroed();
        libc::sigaction(signal, std::ptr::null(), &raw mut present) == 0
            && present.sa_sigaction == libc::SIG_IGN
    }
}
