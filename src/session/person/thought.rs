//! What the threads behind a person's game are asked: one chooses the machine's moves and hints, another judges
//! positions.

use crate::worker::{MoveTask, Request};
use koteki_engine::player::PlayerError;
use koteki_engine::search::budget::{Cancel, CancelledError};
use koteki_engine::search::uct::VisitedMove;
use koteki_games::Side;
use koteki_rivals::roster::kit::person::PersonKit;

/// Random games behind a hint.
const HINT_PLAYOUTS: u32 = 20_000;

/// Random games behind a winning rate: 95 % of the rates lie within 1.6 percentage points.
pub const RATE_PLAYOUTS: u32 = 4_000;

/// A good move, and how often random games that begin with it are won.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hint<M> {
    /// The move.
    pub mv: M,
    /// The share of random games that the side to move wins, 0…1.
    pub share: f64,
}

/// A good move in `position`; `None` where there is none to choose.
fn hint<K: PersonKit>(
    position: &K,
    cancel: &Cancel,
) -> Result<Option<Hint<K::Move>>, CancelledError> {
    let found = position.weigh(HINT_PLAYOUTS, cancel)?;
    let best = found.into_iter().max_by_key(|it| it.visits);
    Ok(best
        .filter(|it| !K::is_pass(it.mv))
        .map(|VisitedMove { mv, share, .. }| Hint { mv, share }))
}

/// How often Black wins of [`RATE_PLAYOUTS`] games from `position` on, a draw being half a win; of a
/// finished game 1, ½ or 0.
fn rate<K: PersonKit>(position: &K, cancel: &Cancel) -> Result<f64, CancelledError> {
    if let Some(outcome) = position.outcome() {
        return Ok(outcome.score(Side::Black));
    }
    let found = position.weigh(RATE_PLAYOUTS, cancel)?;
    let games: f64 = found.iter().map(|it| f64::from(it.visits)).sum();
    let won: f64 = found.iter().map(|it| f64::from(it.visits) * it.share).sum();
    let own = if games > 0.0 { won / games } else { 0.5 };
    Ok(match position.side_to_move() {
        Side::Black => own,
        Side::White => 1.0 - own,
    })
}

/// Something to think about.
pub enum Thought<K: PersonKit> {
    /// A move of the machine.
    Move(MoveTask<K>),
    /// A good move for a person; the number comes back with the answer.
    Hint(u64, K),
    /// The winning rate.
    Rate(K),
}

impl<K: PersonKit> From<MoveTask<K>> for Thought<K> {
    fn from(task: MoveTask<K>) -> Self {
        Self::Move(task)
    }
}

/// What came of a request.
#[derive(Debug)]
pub enum Answer<K: PersonKit> {
    /// The move for the request of this number.
    Move(u64, K::Move),
    /// The hint for the request of this number.
    Hint(u64, Option<Hint<K::Move>>),
    /// How often Black wins from a position on, 0…1.
    Rate(K, f64),
    /// The thread broke down over the request of this number, and lives on: the panic's message. Of a winning rate
    /// there is no number.
    Broken(Option<u64>, String),
}

impl<K: PersonKit> Request for Thought<K> {
    type Answer = Answer<K>;

    fn answer(&self, cancel: &Cancel) -> Result<Answer<K>, PlayerError> {
        Ok(match self {
            Self::Move(task) => Answer::Move(task.id, task.run(cancel)?.mv),
            Self::Hint(id, position) => Answer::Hint(*id, hint(position, cancel)?),
            Self::Rate(position) => Answer::Rate(position.clone(), rate(position, cancel)?),
        })
    }

    fn broken(&self, message: String) -> Answer<K> {
        let id = match self {
            Self::Move(task) => Some(task.id),
            Self::Hint(id, _) => Some(*id),
            Self::Rate(_) => None,
        };
        Answer::Broken(id, message)
    }
}
