//! What the thread behind a game of Othello is asked: the machine's moves and the tester's look at each position.

use std::sync::Arc;

use super::Analysis;
use super::worker::{MoveTask, Request, Worker};
use koteki_engine::eval::othello::Weights;
pub use koteki_engine::player::tsukamoto::Seeing;
use koteki_engine::player::tsukamoto::Tsukamoto;
use koteki_engine::player::{Choice, PlayerError};
use koteki_engine::search::budget::Cancel;
use koteki_engine::search::root::Search;
use koteki_games::othello::{Move, Position};
use koteki_games::{Game as _, GameLine, Side};
use koteki_rivals::measure::level::Estimate;
use koteki_rivals::measure::loss::LossSheet;
use koteki_rivals::roster::SearchSpec;

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

/// The thread.
pub type Thinker = Worker<Thought>;

/// Something to think about.
pub enum Thought {
    /// Choose a move for the side to move.
    Move(MoveTask<Position>),
    /// Look at the position at `ply`.
    Analyse {
        /// Number of the game, given back with the answer.
        id: u64,
        /// Where in the game the position stands: before the move of this index.
        ply: usize,
        /// The position.
        position: Position,
        /// Who looks.
        tester: Tester,
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
        player: Tsukamoto,
    },
    /// Measure one side's moves of a finished game as another judge than the tester sees them.
    Measure {
        /// Number of the game, given back with the answer.
        id: u64,
        /// The game.
        line: GameLine<Position>,
        /// Whose moves.
        side: Side,
        /// The judge.
        judge: SearchSpec,
    },
}

impl From<MoveTask<Position>> for Thought {
    fn from(task: MoveTask<Position>) -> Self {
        Self::Move(task)
    }
}

/// What a request was for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// [`Thought::Move`].
    Move,
    /// [`Thought::Analyse`] of this ply.
    Analysis(usize),
    /// [`Thought::Measure`].
    Measure,
    /// [`Thought::Hold`].
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

impl Request for Thought {
    type Answer = Answer;

    fn answer(&self, cancel: &Cancel) -> Result<Answer, PlayerError> {
        match self {
            Self::Move(task) => Ok(Answer::Move {
                id: task.id,
                choice: task.run(cancel)?,
            }),
            Self::Analyse {
                id,
                ply,
                position,
                tester,
            } => {
                let Tester {
                    search,
                    weights,
                    depth,
                } = tester;
                let analysis = Analysis::of(position, &**search, weights, *depth, cancel)?;
                Ok(Answer::Analysis {
                    id: *id,
                    ply: *ply,
                    analysis: Box::new(analysis),
                })
            }
            Self::Hold {
                id,
                position,
                played,
                player,
            } => {
                let mut legal = Vec::new();
                position.legal_moves(&mut legal);
                let seen = player.sees(position, &legal, cancel)?;
                Ok(Answer::Held {
                    id: *id,
                    played: *played,
                    seen,
                })
            }
            Self::Measure {
                id,
                line,
                side,
                judge,
            } => {
                let sheet = LossSheet::of_line(line, *side, &judge.search(), judge.depth, cancel)?;
                let mean_loss = Estimate::of(&sheet.losses()).map(|estimate| estimate.d);
                Ok(Answer::Measured { id: *id, mean_loss })
            }
        }
    }

    fn broken(&self, message: String) -> Answer {
        let (id, purpose) = match self {
            Self::Move(task) => (task.id, Purpose::Move),
            Self::Analyse { id, ply, .. } => (*id, Purpose::Analysis(*ply)),
            Self::Measure { id, .. } => (*id, Purpose::Measure),
            Self::Hold { id, .. } => (*id, Purpose::Hold),
        };
        Answer::Broken {
            id,
            purpose,
            message,
        }
    }
}
