//! What the threads behind a game of Blokus Duo are asked: one chooses the machine's moves and hints, another judges
//! positions.

use crate::worker::{MoveTask, Request};
use koteki_engine::player::NoMove;
use koteki_engine::search::budget::{Cancel, Cancelled};
use koteki_engine::search::uct::{Effort, Uct};
use koteki_games::Game as _;
use koteki_games::blokus::{Move, Placement, Position};
use koteki_games::random::Random;

/// Games by lot behind a hint.
pub const HINT_PLAYOUTS: u32 = 20_000;

/// Games by lot behind a winning rate: 95 % of the lots lie within 1.6 percentage points.
pub const RATE_PLAYOUTS: u32 = 4_000;

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
        return Ok(outcome.score(koteki_games::Side::Black));
    }
    let found = visits(position, RATE_PLAYOUTS, cancel)?;
    let games: f64 = found.iter().map(|it| f64::from(it.1)).sum();
    let won: f64 = found.iter().map(|it| f64::from(it.1) * it.2).sum();
    let own = if games > 0.0 { won / games } else { 0.5 };
    Ok(match position.side_to_move() {
        koteki_games::Side::Black => own,
        koteki_games::Side::White => 1.0 - own,
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
pub enum Thought {
    /// A move of the machine.
    Move(MoveTask<Position>),
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

impl Request for Thought {
    type Answer = Answer;

    fn answer(&self, cancel: &Cancel) -> Result<Answer, NoMove> {
        Ok(match self {
            Self::Move(task) => Answer::Move(task.id, task.run(cancel)?.mv),
            Self::Hint(id, position) => Answer::Hint(*id, hint(position, cancel)?),
            Self::Rate(position) => Answer::Rate(position.clone(), rate(position, cancel)?),
        })
    }

    fn broken(&self, message: String) -> Answer {
        Answer::Broken(message)
    }
}
