//! The thread that thinks: the machine's moves and the tester's look at each position.
//!
//! Requests are answered in order through the sink; a request whose game has moved on is cancelled
//! by its token and its answer never comes. The thread ends when the [`Thinker`] is dropped.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use super::Analysis;
use crate::eval::othello::Weights;
use crate::game::othello::{Move, Position};
use crate::game::{GameLine, Side};
use crate::measure::level::Estimate;
use crate::measure::loss::LossSheet;
use crate::player::holding::{Holding, Seeing};
use crate::player::{Choice, Context, NoMove, Player};
use crate::random::Random;
use crate::roster::SearchSpec;
use crate::search::budget::Cancel;
use crate::search::root::Search;

/// The tester as the analyses use it.
#[derive(Clone)]
pub struct Tester {
    /// Its search, exact at every root move.
    pub search: Arc<dyn Search<Position>>,
    /// The weights `search` evaluates with.
    pub weights: Weights,
    /// Its depth in plies.
    pub depth: u32,
}

/// Something to think about.
pub enum Request {
    /// Choose a move for the side to move of `line`.
    Move {
        /// Number of the request, given back with the answer.
        id: u64,
        /// The game so far.
        line: GameLine<Position>,
        /// Who chooses.
        player: Arc<dyn Player<Position>>,
        /// Seed of the move.
        seed: u64,
        /// Raised when the answer is no longer wanted.
        cancel: Cancel,
    },
    /// Look at the position at `ply` with the tester.
    Analyse {
        /// Number of the game, given back with the answer.
        id: u64,
        /// Where in the game the position stands: before the move of this index.
        ply: usize,
        /// The position.
        position: Position,
        /// Raised when the answer is no longer wanted.
        cancel: Cancel,
    },
    /// Say what a player that holds itself level saw when it moved.
    Hold {
        /// Number of the request, given back with the answer.
        id: u64,
        /// The position it moved in.
        position: Position,
        /// What it played.
        played: Move,
        /// Who.
        player: Holding,
        /// Raised when the answer is no longer wanted.
        cancel: Cancel,
    },
    /// Measure one side's moves of a finished game as somebody else than the tester sees them.
    Measure {
        /// Number of the game, given back with the answer.
        id: u64,
        /// The game.
        line: GameLine<Position>,
        /// Whose moves.
        side: Side,
        /// Who looks.
        eyes: SearchSpec,
        /// Raised when the answer is no longer wanted.
        cancel: Cancel,
    },
}

/// What a request was for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// [`Request::Move`].
    Move,
    /// [`Request::Analyse`] of this ply.
    Analysis(usize),
    /// [`Request::Measure`].
    Measure,
    /// [`Request::Hold`].
    Hold,
}

/// What came of a request.
#[derive(Debug)]
pub enum Answer {
    /// A move was chosen.
    Move {
        /// Number of the request.
        id: u64,
        /// The move and its reasons.
        choice: Choice<Position>,
    },
    /// A position was looked at.
    Analysis {
        /// Number of the game.
        id: u64,
        /// Which position: the one before the move of this index.
        ply: usize,
        /// What the tester sees.
        analysis: Box<Analysis>,
    },
    /// What a player that holds itself level saw.
    Held {
        /// Number of the request.
        id: u64,
        /// What it played.
        played: Move,
        /// Every legal move of the position.
        seen: Vec<Seeing>,
    },
    /// A side's moves were measured.
    Measured {
        /// Number of the game.
        id: u64,
        /// Their mean loss; `None` when none counts.
        mean_loss: Option<f64>,
    },
    /// The thinker broke down over a request, or another program that plays did; it lives on.
    Broken {
        /// Number of the request.
        id: u64,
        /// What the request was for.
        purpose: Purpose,
        /// The message of the panic, or what the other program did.
        message: String,
    },
}

/// Handle of the thinking thread.
#[derive(Debug)]
pub struct Thinker {
    requests: Option<Sender<Request>>,
    running: Arc<Mutex<Option<Cancel>>>,
    /// Raised when the thread has to end, whatever is still in the queue.
    stop: Cancel,
    thread: Option<JoinHandle<()>>,
}

impl Thinker {
    /// Starts the thread; every answer goes to `sink`, called from that thread.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start(tester: Tester, sink: impl Fn(Answer) + Send + 'static) -> std::io::Result<Self> {
        let (requests, queue) = channel();
        let running = Arc::new(Mutex::new(None));
        let shared = Arc::clone(&running);
        let stop = Cancel::new();
        let stopped = stop.clone();
        let thread = std::thread::Builder::new()
            .name("thinker".into())
            .spawn(move || work(&queue, &tester, &shared, &stopped, &sink))?;
        Ok(Self {
            requests: Some(requests),
            running,
            stop,
            thread: Some(thread),
        })
    }

    /// Puts a request into the queue.
    pub fn ask(&self, request: Request) {
        if let Some(requests) = &self.requests {
            // The thread lives as long as this handle, so it is there to receive.
            let _ = requests.send(request);
        }
    }
}

impl Drop for Thinker {
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
    queue: &Receiver<Request>,
    tester: &Tester,
    running: &Mutex<Option<Cancel>>,
    stop: &Cancel,
    sink: &impl Fn(Answer),
) {
    while let Ok(request) = queue.recv() {
        let (id, purpose, cancel) = match &request {
            Request::Move { id, cancel, .. } => (*id, Purpose::Move, cancel.clone()),
            Request::Analyse {
                id, ply, cancel, ..
            } => (*id, Purpose::Analysis(*ply), cancel.clone()),
            Request::Measure { id, cancel, .. } => (*id, Purpose::Measure, cancel.clone()),
            Request::Hold { id, cancel, .. } => (*id, Purpose::Hold, cancel.clone()),
        };
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
        let answer = catch_unwind(AssertUnwindSafe(|| answer(request, tester)));
        match answer {
            // An answer that was cancelled meanwhile is of a game that has moved on.
            Ok(Ok(answer)) if !cancel.is_cancelled() => sink(answer),
            Ok(Err(NoMove::Engine(fault))) if !cancel.is_cancelled() => sink(Answer::Broken {
                id,
                purpose,
                message: fault.to_string(),
            }),
            Ok(_) => {}
            Err(panic) => sink(Answer::Broken {
                id,
                purpose,
                message: panic_message(&*panic),
            }),
        }
    }
}

fn answer(request: Request, tester: &Tester) -> Result<Answer, NoMove> {
    match request {
        Request::Move {
            id,
            line,
            player,
            seed,
            cancel,
        } => {
            let mut allowed = Vec::new();
            crate::game::Game::legal_moves(line.position(), &mut allowed);
            let mut random = Random::derived(seed, &[line.ply() as u64]);
            let mut context = Context {
                random: &mut random,
                cancel: &cancel,
            };
            let choice = player.choose(&line, &allowed, &mut context)?;
            Ok(Answer::Move { id, choice })
        }
        Request::Analyse {
            id,
            ply,
            position,
            cancel,
        } => {
            let Tester {
                search,
                weights,
                depth,
            } = tester;
            let analysis = Analysis::of(&position, &**search, weights, *depth, &cancel)?;
            Ok(Answer::Analysis {
                id,
                ply,
                analysis: Box::new(analysis),
            })
        }
        Request::Hold {
            id,
            position,
            played,
            player,
            cancel,
        } => {
            let mut legal = Vec::new();
            crate::game::Game::legal_moves(&position, &mut legal);
            let seen = player.sees(&position, &legal, &cancel)?;
            Ok(Answer::Held { id, played, seen })
        }
        Request::Measure {
            id,
            line,
            side,
            eyes,
            cancel,
        } => {
            let sheet = LossSheet::of_line(&line, side, &eyes.search(), eyes.depth, &cancel)?;
            let mean_loss = Estimate::of(&sheet.losses()).map(|estimate| estimate.d);
            Ok(Answer::Measured { id, mean_loss })
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
