//! What an evaluation is made of, apart from its weights.

use serde::{Deserialize, Serialize};

use super::{COUNT, Kind, MORE, Reading, features, kind_of, more};
use koteki_games::Game as _;
use koteki_games::blokus::{Piece, Position};

/// k of σ(v) = 1/(1 + e^(−kv)).
pub const SLOPE: f64 = 0.02;

/// How the features of the side that is not to move enter a value. The paper's table 1 words dead squares and
/// score for the side to move and says nothing of the other. Its tables A.1 and A.2 show that the score is a
/// difference: (5,5), which both sides cover from ply 2 on, keeps in the second phase the weight it starts with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opponent {
    /// Dead squares not at all ("squares that the side to move cannot cover"), all else with the same weights,
    /// taken off.
    #[default]
    OwnDead,
    /// With the same weights, taken off: the value for one side is minus that for the other.
    Difference,
    /// Not at all: the literal reading.
    Ignored,
    /// With weights of their own: twice as many.
    Weighed,
}

/// What an evaluation is made of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Form {
    /// What is counted.
    pub reading: Reading,
    /// How the other side enters.
    pub opponent: Opponent,
    /// The first ply of each phase after the first; rising. A position's ply is the number of pieces
    /// on the board.
    pub phases: Vec<u8>,
    /// Whether [what the paper has no features for](more()) is counted too.
    pub more: bool,
}

impl Default for Form {
    /// The paper's: up to ply 9, and from 10 on.
    fn default() -> Self {
        Self {
            reading: Reading::default(),
            opponent: Opponent::default(),
            phases: vec![10],
            more: false,
        }
    }
}

/// Pieces on the board.
pub fn ply(position: &Position) -> usize {
    use koteki_games::Side::{Black, White};
    let left = position.left(Black).len() + position.left(White).len();
    2 * Piece::COUNT - left as usize
}

impl Form {
    /// Sets of weights.
    pub const fn phase_count(&self) -> usize {
        self.phases.len() + 1
    }

    /// The phase of a position, 0 for the first.
    pub fn phase(&self, position: &Position) -> usize {
        let ply = ply(position);
        let begun = |&first: &u8| usize::from(first) <= ply;
        self.phases.iter().take_while(|first| begun(first)).count()
    }

    /// Features of a side.
    pub const fn count(&self) -> usize {
        if self.more { COUNT + MORE } else { COUNT }
    }

    /// Weights of a phase.
    pub const fn dimension(&self) -> usize {
        match self.opponent {
            Opponent::OwnDead | Opponent::Difference | Opponent::Ignored => self.count(),
            Opponent::Weighed => 2 * self.count(),
        }
    }

    /// What each weight of the position's phase is multiplied by in the value for the side to move.
    pub fn terms(&self, position: &Position) -> Vec<i32> {
        let side = position.side_to_move();
        let count = |side| {
            let mut counts = features(position, side, self.reading).to_vec();
            if self.more {
                counts.extend(more(position, side, self.reading));
            }
            counts.into_iter().map(i32::from)
        };
        let mut terms: Vec<i32> = count(side).collect();
        match self.opponent {
            Opponent::Ignored => {}
            Opponent::OwnDead | Opponent::Difference => {
                let other = count(side.other());
                for (index, (term, other)) in terms.iter_mut().zip(other).enumerate() {
                    if self.opponent == Opponent::Difference || kind_of(index) != Some(Kind::Dead) {
                        *term -= other;
                    }
                }
            }
            Opponent::Weighed => terms.extend(count(side.other())),
        }
        terms
    }
}
