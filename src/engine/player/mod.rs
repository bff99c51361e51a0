//! Who chooses a move, and why.
//!
//! A player sees the whole line of the game (the agent's sum of losses, undo and resume need it) and
//! keeps no state that the line does not give, so one player may play any number of games at once and
//! any game may be taken up in the middle. It obeys `allowed`, so a rule that forbids moves is a
//! filter in front of any player. Its [`Choice`] says what was considered, so whoever shows or
//! explains the move needs nothing more.

pub mod agent;
pub mod best;
pub mod biggest;
pub mod bp_fs_cn;
pub mod csharp;
pub mod external;
pub mod human;
pub mod k_best;
pub mod monte_carlo;
pub mod natural;
pub mod random;
pub mod toqn;
pub mod tsukamoto;
pub mod uct;

use crate::search::budget::{Cancel, CancelledError};
use crate::wire::error::EngineError;
use koteki_games::random::Random;
use koteki_games::{Game, GameLine};

/// What a player is given beside the game.
#[derive(Debug)]
pub struct Context<'a> {
    /// The generator for this move; reproducible play derives it from the game's seed.
    pub random: &'a mut Random,
    /// Polled by the player's search.
    pub cancel: &'a Cancel,
}

/// A move that was considered, and its value for the side that moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate<G: Game> {
    /// The move.
    pub mv: G::Move,
    /// What the player takes it to be worth, in the unit of its evaluation.
    pub value: i32,
}

/// A chosen move and the reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice<G: Game> {
    /// The move to play: one of the allowed ones.
    pub mv: G::Move,
    /// What was considered, in canonical move order; empty for a player that does not look.
    pub candidates: Vec<Candidate<G>>,
    /// Positions evaluated.
    pub nodes: u64,
}

/// Why there is no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerError {
    /// The player was told to stop.
    #[error(transparent)]
    Cancelled(#[from] CancelledError),
    /// The player is another program, which failed.
    #[error(transparent)]
    Engine(#[from] Box<EngineError>),
}

/// Chooses moves.
pub trait Player<G: Game>: Send + Sync {
    /// Chooses one of `allowed`, which holds at least one legal move of the position `line` has reached.
    ///
    /// # Errors
    /// [`PlayerError::Cancelled`] when `context.cancel` is raised before there is an answer, and
    /// [`PlayerError::Engine`] from a player that is another program.
    fn choose(
        &self,
        line: &GameLine<G>,
        allowed: &[G::Move],
        context: &mut Context<'_>,
    ) -> Result<Choice<G>, PlayerError>;
}

impl<G: Game, P: Player<G> + ?Sized> Player<G> for Box<P> {
    fn choose(
        &self,
        line: &GameLine<G>,
        allowed: &[G::Move],
        context: &mut Context<'_>,
    ) -> Result<Choice<G>, PlayerError> {
        (**self).choose(line, allowed, context)
    }
}
