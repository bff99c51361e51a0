//! A player that is another program: an engine behind GTP or the NBoard protocol.
//!
//! Nothing it says is believed: a move is checked by the rules, and one that is unreadable or illegal is
//! asked for once more of an engine started anew. What it may cost is bounded by [`Settings::limit`].
//! One player may be in any number of games at once: each thought has an engine of its own, and engines
//! that are through with theirs wait for the next, sent as little as is new to them.
//!
//! | file | what lives there |
//! |---|---|
//! | [`gtp`] | play by GTP |
//! | [`nboard`] | play by the NBoard protocol |
//! | [`judge`] | an engine that says what moves are worth |
//! | [`holder`] | an agent in an engine's eyes |

pub mod gtp;
pub mod holder;
pub mod judge;
pub mod nboard;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::{Choice, Context, Player, PlayerError};
use crate::search::budget::CancelledError;
use crate::wire::error::{EngineError, EngineErrorKind};
use crate::wire::process::{AnswerError, Process, Stop};
use koteki_games::{Game, GameLine, Side, blokus, othello};

/// A game as it is spoken about with engines.
pub trait Spoken: Game {
    /// What the sides are called.
    const COLOURS: [&'static str; 2];
    /// GTP commands that say which game it is; an engine that knows only one may refuse them.
    const NAMING: &'static [&'static str];

    /// A move as it is written; no pass.
    fn write(mv: Self::Move) -> String;

    /// Reads a move, in either case; `None` when it is not one.
    fn read(text: &str) -> Option<Self::Move>;
}

impl Spoken for othello::Position {
    const COLOURS: [&'static str; 2] = ["black", "white"];
    const NAMING: &'static [&'static str] = &["set_game Othello", "boardsize 8"];

    fn write(mv: othello::Move) -> String {
        mv.to_string()
    }

    fn read(text: &str) -> Option<othello::Move> {
        text.parse().ok()
    }
}

impl Spoken for blokus::Position {
    const COLOURS: [&'static str; 2] = ["b", "w"];
    const NAMING: &'static [&'static str] = &["set_game Blokus Duo"];

    fn write(mv: blokus::Move) -> String {
        mv.placement()
            .map_or_else(String::new, blokus::notation::write_squares)
    }

    fn read(text: &str) -> Option<blokus::Move> {
        text.parse().ok()
    }
}

/// What the engine is sent, and by which protocol.
#[derive(Clone, Copy, Debug)]
pub enum Protocol<G: Game> {
    /// The Go Text Protocol.
    Gtp,
    /// The NBoard protocol.
    NBoard {
        /// How deep the engine is asked to look; every engine reads it in its own way.
        depth: u32,
        /// Writes a game on one line of GGF.
        ggf: fn(&GameLine<G>) -> String,
    },
}

/// Which engine, and how it is spoken to.
#[derive(Clone, Debug)]
pub struct Settings<G: Game> {
    /// The command as it was given, by which it is called when something is wrong.
    pub name: String,
    /// The program and its arguments; `None` of one that is not to be started, because only a file has
    /// named it.
    pub command: Option<Vec<String>>,
    /// The protocol.
    pub protocol: Protocol<G>,
    /// How long is waited for an answer: for a move, and for the first one, before which some engines load
    /// large files.
    pub limit: Duration,
}

impl<G: Game> Settings<G> {
    /// Starts the program.
    fn start(&self) -> Result<Process, EngineErrorKind> {
        Process::start(self.command.as_ref().ok_or(EngineErrorKind::Unnamed)?)
    }
}

/// A conversation with one engine.
trait Conversation<G: Game>: Send {
    /// How many moves of `line` are on its board, if it goes on from there.
    fn knows(&self, line: &GameLine<G>) -> usize;

    /// What the engine would play at the end of `line`, as it writes it.
    fn ask(
        &mut self,
        line: &GameLine<G>,
        limit: Duration,
        stop: Stop<'_>,
    ) -> Result<String, AnswerError>;

    /// The engine has made this move, which was accepted.
    fn accepted(&mut self, mv: G::Move);
}

/// The player.
pub struct External<G: Game> {
    settings: Settings<G>,
    /// Engines that are idle at the moment.
    idle: Mutex<Vec<Box<dyn Conversation<G>>>>,
}

impl<G: Spoken> External<G> {
    /// A player by these settings. The engine is started when it is first asked.
    pub const fn new(settings: Settings<G>) -> Self {
        Self {
            settings,
            idle: Mutex::new(Vec::new()),
        }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Box<dyn Conversation<G>>>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The idle engine that knows most of the game, or a new one.
    fn engine(
        &self,
        line: &GameLine<G>,
        stop: Stop<'_>,
    ) -> Result<Box<dyn Conversation<G>>, AnswerError> {
        let mut idle = self.idle();
        let best = (0..idle.len()).max_by_key(|&at| idle[at].knows(line));
        if let Some(at) = best {
            return Ok(idle.swap_remove(at));
        }
        drop(idle);
        let process = self.settings.start()?;
        let limit = self.settings.limit;
        Ok(match self.settings.protocol {
            Protocol::Gtp => Box::new(gtp::Table::begin(process, limit, stop)?),
            Protocol::NBoard { depth, ggf } => {
                Box::new(nboard::Table::begin(process, depth, ggf, limit, stop)?)
            }
        })
    }

    fn once(
        &self,
        line: &GameLine<G>,
        allowed: &[G::Move],
        stop: Stop<'_>,
    ) -> Result<G::Move, AnswerError> {
        let mut engine = self.engine(line, stop)?;
        let answer = engine.ask(line, self.settings.limit, stop)?;
        if answer.eq_ignore_ascii_case("resign") {
            return Err(EngineErrorKind::Resigned.into());
        }
        let mv = G::read(&answer).ok_or(EngineErrorKind::NoMove(answer.clone()))?;
        if !allowed.contains(&mv) {
            return Err(EngineErrorKind::Illegal(answer).into());
        }
        engine.accepted(mv);
        self.idle().push(engine);
        Ok(mv)
    }
}

/// Whether another try may help. Who was silent has had its time, and who resigns means it.
const fn is_worth_another(kind: &EngineErrorKind) -> bool {
    matches!(
        kind,
        EngineErrorKind::Ended { .. }
            | EngineErrorKind::Flood(_)
            | EngineErrorKind::Refused { .. }
            | EngineErrorKind::NoMove(_)
            | EngineErrorKind::Illegal(_)
    )
}

impl<G: Spoken> Player<G> for External<G> {
    fn choose(
        &self,
        line: &GameLine<G>,
        allowed: &[G::Move],
        context: &mut Context<'_>,
    ) -> Result<Choice<G>, PlayerError> {
        let choice = |mv| Choice {
            mv,
            candidates: Vec::new(),
            nodes: 0,
        };
        // Engines differ about passes, and there is nothing to ask.
        if let [only] = *allowed
            && G::is_pass(only)
        {
            return Ok(choice(only));
        }
        let stop = || context.cancel.is_cancelled();
        let mut again = true;
        loop {
            match self.once(line, allowed, &stop) {
                Ok(mv) => return Ok(choice(mv)),
                Err(AnswerError::Stopped) => return Err(CancelledError.into()),
                Err(AnswerError::Engine(kind)) if again && is_worth_another(&kind) => again = false,
                Err(AnswerError::Engine(kind)) => {
                    let engine = self.settings.name.clone();
                    return Err(Box::new(EngineError { engine, kind }).into());
                }
            }
        }
    }
}

/// What `side` is called.
fn colour<G: Spoken>(side: Side) -> &'static str {
    G::COLOURS[side.index()]
}
