//! A thread that thinks: requests are answered in order through a sink; a request whose token is raised is left out,
//! and so is its answer. The thread ends when its [`Worker`] is dropped.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use koteki_engine::player::{Choice, Context, Player, PlayerError};
use koteki_engine::search::budget::Cancel;
use koteki_games::random::Random;
use koteki_games::{Game, GameLine};
use koteki_rivals::evolve::priority;

/// Something to think about.
pub trait Request: Send + 'static {
    /// What comes of it.
    type Answer;

    /// Works it out.
    ///
    /// # Errors
    /// When `cancel` is raised first, and when a player that is another program fails.
    fn answer(&self, cancel: &Cancel) -> Result<Self::Answer, PlayerError>;

    /// What is answered when that panicked or the other program failed; `message` says how. The thread lives on.
    fn broken(&self, message: String) -> Self::Answer;
}

/// A move of a machine to be chosen.
#[derive(Clone)]
pub struct MoveTask<G: Game> {
    /// Given back with the answer.
    pub id: u64,
    /// The game so far.
    pub line: GameLine<G>,
    /// Who chooses.
    pub player: Arc<dyn Player<G>>,
    /// Seed of the game.
    pub seed: u64,
}

impl<G: Game> MoveTask<G> {
    /// Chooses the move.
    ///
    /// # Errors
    /// When `cancel` is raised first, and when a player that is another program fails.
    pub fn run(&self, cancel: &Cancel) -> Result<Choice<G>, PlayerError> {
        let mut allowed = Vec::new();
        self.line.position().legal_moves(&mut allowed);
        let mut random = Random::derived(self.seed, &[self.line.ply() as u64]);
        let mut context = Context {
            random: &mut random,
            cancel,
        };
        self.player.choose(&self.line, &allowed, &mut context)
    }
}

/// Handle of a thinking thread.
#[derive(Debug)]
pub struct Worker<R> {
    requests: Option<Sender<(R, Cancel)>>,
    running: Arc<Mutex<Option<Cancel>>>,
    /// Raised when the thread has to end, whatever is still in the queue.
    stop: Cancel,
    thread: Option<JoinHandle<()>>,
}

impl<R: Request> Worker<R> {
    /// Starts a thread called `name`; every answer goes to `sink`, called from that thread. With
    /// `in_background` the thread gives way to others.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start(
        name: &str,
        in_background: bool,
        sink: impl Fn(R::Answer) + Send + 'static,
    ) -> std::io::Result<Self> {
        let (requests, queue) = channel();
        let running = Arc::new(Mutex::new(None));
        let shared = Arc::clone(&running);
        let stop = Cancel::new();
        let stopped = stop.clone();
        let thread = std::thread::Builder::new()
            .name(name.into())
            .spawn(move || {
                if in_background {
                    priority::lower();
                }
                work(&queue, &shared, &stopped, &sink);
            })?;
        Ok(Self {
            requests: Some(requests),
            running,
            stop,
            thread: Some(thread),
        })
    }

    /// Puts a request into the queue; `cancel` takes it back.
    pub fn ask(&self, request: R, cancel: &Cancel) {
        if let Some(requests) = &self.requests {
            // The thread lives as long as this handle, so it is there to receive.
            let _ = requests.send((request, cancel.clone()));
        }
    }
}

impl<R> Drop for Worker<R> {
    fn drop(&mut self) {
        self.stop.cancel();
        self.requests = None;
        if let Ok(running) = self.running.lock()
            && let Some(cancel) = running.as_ref()
        {
            cancel.cancel();
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn work<R: Request>(
    queue: &Receiver<(R, Cancel)>,
    running: &Mutex<Option<Cancel>>,
    stop: &Cancel,
    sink: &impl Fn(R::Answer),
) {
    while let Ok((request, cancel)) = queue.recv() {
        if cancel.is_cancelled() {
            continue;
        }
        if let Ok(mut running) = running.lock() {
            *running = Some(cancel.clone());
        }
        // After the token is on show: whoever stops the thread raises `stop` first, then the token.
        if stop.is_cancelled() {
            return;
        }
        match catch_unwind(AssertUnwindSafe(|| request.answer(&cancel))) {
            Err(panic) => sink(request.broken(panic_message(&*panic))),
            // An answer that was cancelled meanwhile is of a game that has moved on.
            Ok(_) if cancel.is_cancelled() => {}
            Ok(Ok(answer)) => sink(answer),
            Ok(Err(PlayerError::Engine(fault))) => sink(request.broken(fault.to_string())),
            Ok(Err(PlayerError::Cancelled(_))) => {}
        }
    }
}

/// The words of a panic, as far as it has any.
pub fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    panic
        .downcast_ref::<&str>()
        .map(ToString::to_string)
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "unknown panic".into())
}
