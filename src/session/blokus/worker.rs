//! The threads behind a game of Blokus Duo: one chooses the machine's moves and hints, another judges
//! positions. Requests are answered in order through the sink; those that are cancelled never are.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use crate::evolve::priority;
use crate::game::blokus::{Move, Placement, Position};
use crate::game::{Game as _, GameLine};
use crate::player::{Context, NoMove, Player};
use crate::random::Random;
use crate::search::budget::{Cancel, Cancelled};
use crate::search::uct::{Effort, Uct};
use crate::session::thinker::panic_message;

/// Games by lot behind a hint.
pub const HINT_PLAYOUTS: u32 = 20_000;

/// Games by lot behind a winning rate: 95 % of the lots lie within 1.6 percentage points.
pub const RATE_PLAYOUTS: u32 = 4_000;

/// A move of the machine to be chosen.
#[derive(Clone)]
pub struct MoveTask {
    /// Given back with the answer.
    pub id: u64,
    /// The game so far.
    pub line: GameLine<Position>,
    /// Who chooses.
    pub player: Arc<dyn Player<Position>>,
    /// Seed of the game.
    pub seed: u64,
}

impl MoveTask {
    /// Chooses the move.
    ///
    /// # Errors
    /// When `cancel` is raised first.
    pub fn run(&self, cancel: &Cancel) -> Result<Move, NoMove> {
        let mut allowed = Vec::new();
        self.line.position().legal_moves(&mut allowed);
        let mut random = Random::derived(self.seed, &[self.line.ply() as u64]);
        let mut context = Context {
            random: &mut random,
            cancel,
        };
        let choice = self.player.choose(&self.line, &allowed, &mut context)?;
        Ok(choice.mv)
    }
}

/// A good move, and how often games by lot that begin with it are won.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hint {
    /// The move.
    pub placement: Placement,
    /// The share of games by lot that the side to move wins, 0…1.
    pub share: f64,
}

/// A good move in `position`; `None` where nothing can be placed.
///
/// # Errors
/// When `cancel` is raised first.
pub fn hint(position: &Position, cancel: &Cancel) -> Result<Option<Hint>, Cancelled> {
    let found = visits(position, HINT_PLAYOUTS, cancel)?;
    let best = found.into_iter().max_by_key(|it| it.1);
    Ok(best.and_then(|(mv, _, share)| {
        Some(Hint {
            placement: mv.placement()?,
            share,
        })
    }))
}

/// How often Black wins of [`RATE_PLAYOUTS`] games from `position` on, a draw being half a win; of a
/// finished game 1, ½ or 0.
///
/// # Errors
/// When `cancel` is raised first.
pub fn rate(position: &Position, cancel: &Cancel) -> Result<f64, Cancelled> {
    if let Some(outcome) = position.outcome() {
        return Ok(outcome.score(crate::game::Side::Black));
    }
    let found = visits(position, RATE_PLAYOUTS, cancel)?;
    let games: f64 = found.iter().map(|it| f64::from(it.1)).sum();
    let won: f64 = found.iter().map(|it| f64::from(it.1) * it.2).sum();
    let own = if games > 0.0 { won / games } else { 0.5 };
    Ok(match position.side_to_move() {
        crate::game::Side::Black => own,
        crate::game::Side::White => 1.0 - own,
    })
}

/// The legal moves, each with its games by lot and the share won; the same every time.
fn visits(
    position: &Position,
    playouts: u32,
    cancel: &Cancel,
) -> Result<Vec<(Move, u32, f64)>, Cancelled> {
    let mut allowed = Vec::new();
    position.legal_moves(&mut allowed);
    if allowed.is_empty() {
        return Ok(Vec::new());
    }
    let uct = Uct {
        effort: Effort::Playouts(playouts),
        exploration: 0.7,
        prior: None,
    };
    let mut random = Random::derived(0, &[]);
    let found = uct.search(position, &allowed, &mut random, cancel)?;
    Ok(found
        .iter()
        .map(|it| (it.mv, it.visits, it.share))
        .collect())
}

/// Something to think about.
pub enum Request {
    /// A move of the machine.
    Move(MoveTask),
    /// A good move for a person; the number comes back with the answer.
    Hint(u64, Box<Position>),
    /// The winning rate.
    Rate(Box<Position>),
}

/// What came of a request.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// The move for the request of this number.
    Move(u64, Move),
    /// The hint for the request of this number.
    Hint(u64, Option<Hint>),
    /// How often Black wins from a position on, 0…1.
    Rate(Box<Position>, f64),
    /// The thread broke down over a request, and lives on: the panic's message.
    Broken(String),
}

/// Handle of a thinking thread, which ends when this is dropped.
#[derive(Debug)]
pub struct Worker {
    requests: Option<Sender<(Request, Cancel)>>,
    running: Arc<Mutex<Option<Cancel>>>,
    stop: Cancel,
    thread: Option<JoinHandle<()>>,
}

impl Worker {
    /// Starts a thread called `name`; every answer goes to `sink`, called from that thread. With
    /// `in_background` the thread gives way to others.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start(
        name: &str,
        in_background: bool,
        sink: impl Fn(Answer) + Send + 'static,
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

    /// Puts a request into the queue; the token takes it back.
    pub fn ask(&self, request: Request) -> Cancel {
        let cancel = Cancel::new();
        if let Some(requests) = &self.requests {
            // The thread lives as long as this handle, so it is there to receive.
            let _ = requests.send((request, cancel.clone()));
        }
        cancel
    }
}

impl Drop for Worker {
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

fn work(
    queue: &Receiver<(Request, Cancel)>,
    running: &Mutex<Option<Cancel>>,
    stop: &Cancel,
    sink: &impl Fn(Answer),
) {
    while let Ok((request, cancel)) = queue.recv() {
        if let Ok(mut running) = running.lock() {
            *running = Some(cancel.clone());
        }
        // After the token is on show: whoever stops the thread raises `stop` first, then the token.
        if stop.is_cancelled() {
            return;
        }
        if cancel.is_cancelled() {
            continue;
        }
        match catch_unwind(AssertUnwindSafe(|| answer(request, &cancel))) {
            // An answer that was cancelled meanwhile is of a game that has moved on.
            Ok(Ok(answer)) if !cancel.is_cancelled() => sink(answer),
            Ok(Err(NoMove::Engine(fault))) => sink(Answer::Broken(fault.to_string())),
            Ok(_) => {}
            Err(panic) => sink(Answer::Broken(panic_message(&*panic))),
        }
    }
}

fn answer(request: Request, cancel: &Cancel) -> Result<Answer, NoMove> {
    Ok(match request {
        Request::Move(task) => Answer::Move(task.id, task.run(cancel)?),
        Request::Hint(id, position) => Answer::Hint(id, hint(&position, cancel)?),
        Request::Rate(position) => {
            let rate = rate(&position, cancel)?;
            Answer::Rate(position, rate)
        }
    })
}
