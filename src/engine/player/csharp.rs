//! The four levels of "Reversi in C#" (Mike Hall, CodeProject 4672), the program the rival thesis
//! works with (Ueda 2012, §4.1).

use std::fmt;

use super::{Candidate, Choice, Context, Player, PlayerError};
use crate::eval::othello::Weights;
use crate::search::othello::csharp::best_move;
use koteki_games::GameLine;
use koteki_games::othello::{Move, Position};

/// A level of "Reversi in C#", weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// Looks 3 placements ahead.
    Beginner,
    /// Looks 4 placements ahead.
    Intermediate,
    /// Looks 5 placements ahead.
    Advanced,
    /// Looks 6 placements ahead.
    Expert,
}

impl Level {
    /// Every level, weakest first.
    pub const fn all() -> [Self; 4] {
        [
            Self::Beginner,
            Self::Intermediate,
            Self::Advanced,
            Self::Expert,
        ]
    }

    /// Lower-case name: "beginner".
    pub const fn name(self) -> &'static str {
        match self {
            Self::Beginner => "beginner",
            Self::Intermediate => "intermediate",
            Self::Advanced => "advanced",
            Self::Expert => "expert",
        }
    }

    /// Its weights.
    pub const fn weights(self) -> Weights {
        match self {
            Self::Beginner => Weights::BEGINNER,
            Self::Intermediate => Weights::INTERMEDIATE,
            Self::Advanced => Weights::ADVANCED,
            Self::Expert => Weights::EXPERT,
        }
    }

    /// Placements it looks ahead before the end of the game: 3, 4, 5, 6.
    pub const fn look_ahead(self) -> u32 {
        3 + self as u32
    }

    /// Empty squares from which it searches to the end: 6, 7, 8, 9 (move number ≥ 55 − level, passes
    /// not numbered).
    pub const fn exhaustive_from(self) -> u32 {
        6 + self as u32
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Plays as "Reversi in C#" does.
///
/// Its choice names one candidate, the move it plays: ranks of the other moves are bounds, not values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CSharp {
    level: Level,
    weights: Weights,
    look_ahead: u32,
}

impl CSharp {
    /// The player of `level` as the original has it.
    pub const fn new(level: Level) -> Self {
        Self {
            level,
            weights: level.weights(),
            look_ahead: level.look_ahead(),
        }
    }

    /// The same looking `depth` placements ahead (0 is taken as 1). The end of the game is still
    /// searched from the level's number of empty squares.
    pub const fn with_depth(self, depth: u32) -> Self {
        Self {
            look_ahead: if depth == 0 { 1 } else { depth },
            ..self
        }
    }

    /// The level it was made from.
    pub const fn level(&self) -> Level {
        self.level
    }

    /// Its weights.
    pub const fn weights(&self) -> Weights {
        self.weights
    }

    /// The look-ahead it uses in `position`: every empty square near the end.
    pub const fn look_ahead(&self, position: &Position) -> u32 {
        let empties = position.empties().count_ones();
        if empties <= self.level.exhaustive_from() {
            empties
        } else {
            self.look_ahead
        }
    }
}

impl Player<Position> for CSharp {
    fn choose(
        &self,
        line: &GameLine<Position>,
        allowed: &[Move],
        context: &mut Context<'_>,
    ) -> Result<Choice<Position>, PlayerError> {
        let position = line.position();
        let squares = allowed
            .iter()
            .filter_map(|mv| mv.square())
            .fold(0, |squares, square| squares | square.bit());
        let best = best_move(
            position,
            squares,
            &self.weights,
            self.look_ahead(position),
            context.random,
            context.cancel,
        )?;
        Ok(match best {
            Some(best) => {
                let mv = Move::Place(best.square);
                Choice {
                    mv,
                    candidates: vec![Candidate {
                        mv,
                        value: best.rank,
                    }],
                    nodes: best.nodes,
                }
            }
            // The original does not think about a pass.
            None => Choice {
                mv: allowed.first().copied().unwrap_or(Move::Pass),
                candidates: Vec::new(),
                nodes: 0,
            },
        })
    }
}
