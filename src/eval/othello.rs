//! The evaluation of the rival thesis (Ueda 2012, eq. 4.1), after "Reversi in C#":
//!
//! `ES = w_m (m_own − m_opp) + w_fr (f_opp − f_own) + w_s (s_own − s_opp) + w_fo · ff + w_d (d_own − d_opp)`
//!
//! `m` legal moves, `f` frontier discs (fewer own is better, hence the turned sign; the thesis prints
//! it the other way round), `s` stable discs, `ff` +1 when the opponent has to pass and −1 when the
//! own side has to, `d` discs. All five are counted on the one position evaluated, so the value for
//! one side is minus the value for the other.

use serde::{Deserialize, Serialize};

use super::{Antisymmetric, BoardEvaluator, Evaluator, Feature, Features};
use crate::game::othello::{Position, bits};
use crate::game::{Game as _, Side};

/// The number of features.
pub const COUNT: usize = 5;

/// The features of eq. 4.1, in the order every vector of them has.
pub const FEATURES: [Feature; COUNT] = [
    Feature {
        name: "mobility",
        symbol: "m",
        unit: "moves",
    },
    Feature {
        name: "frontier",
        symbol: "fr",
        unit: "discs",
    },
    Feature {
        name: "stability",
        symbol: "s",
        unit: "discs",
    },
    Feature {
        name: "forfeit",
        symbol: "fo",
        unit: "passes",
    },
    Feature {
        name: "discs",
        symbol: "d",
        unit: "discs",
    },
];

/// One weight a feature: a whole evaluation of the thesis' form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// Per legal move more than the opponent.
    pub mobility: i32,
    /// Per frontier disc fewer than the opponent.
    pub frontier: i32,
    /// Per stable disc more than the opponent.
    pub stability: i32,
    /// When the opponent has to pass.
    pub forfeit: i32,
    /// Per disc more than the opponent.
    pub discs: i32,
}

impl Weights {
    /// The tester of §5.1: 35 / 10 / 5 / 50 (forfeit, frontier, mobility, stability).
    pub const TESTER: Self = Self {
        mobility: 5,
        frontier: 10,
        stability: 50,
        forfeit: 35,
        discs: 1,
    };
    /// "Reversi in C#" Beginner.
    pub const BEGINNER: Self = Self {
        mobility: 0,
        frontier: 1,
        stability: 3,
        forfeit: 2,
        discs: 1,
    };
    /// "Reversi in C#" Intermediate.
    pub const INTERMEDIATE: Self = Self {
        mobility: 0,
        frontier: 1,
        stability: 5,
        forfeit: 3,
        discs: 1,
    };
    /// "Reversi in C#" Advanced.
    pub const ADVANCED: Self = Self {
        mobility: 1,
        frontier: 2,
        stability: 10,
        forfeit: 7,
        discs: 1,
    };
    /// "Reversi in C#" Expert: the tester's weights.
    pub const EXPERT: Self = Self::TESTER;

    /// The largest weight that keeps every value inside ±[`super::DECIDED`].
    pub const MAX: i32 = 30_000;

    /// The weights in the order of [`FEATURES`].
    #[must_use]
    pub const fn to_array(self) -> [i32; COUNT] {
        [
            self.mobility,
            self.frontier,
            self.stability,
            self.forfeit,
            self.discs,
        ]
    }

    /// The inverse of [`to_array`](Self::to_array).
    #[must_use]
    pub const fn from_array(weights: [i32; COUNT]) -> Self {
        let [mobility, frontier, stability, forfeit, discs] = weights;
        Self {
            mobility,
            frontier,
            stability,
            forfeit,
            discs,
        }
    }
}

impl Features<Position> for Weights {
    fn names(&self) -> &'static [Feature] {
        &FEATURES
    }

    fn extract(&self, position: &Position, side: Side, out: &mut [i32]) {
        let features = extract(position, side);
        for (slot, feature) in out.iter_mut().zip(features) {
            *slot = feature;
        }
    }
}

/// The five features of `position` from the view of `side`.
#[must_use]
pub fn extract(position: &Position, side: Side) -> [i32; COUNT] {
    extract_from(position.discs(side), position.discs(side.other()))
}

/// The five features of a board from the view of the side whose discs are `own`.
#[must_use]
#[allow(clippy::cast_possible_wrap)]
pub fn extract_from(own: u64, opp: u64) -> [i32; COUNT] {
    let count = |board: u64| board.count_ones() as i32;
    let (own_moves, opp_moves) = (bits::moves(own, opp), bits::moves(opp, own));
    let touching = bits::neighbours(!(own | opp));
    let stable = crate::game::othello::stable_discs(own, opp);
    [
        count(own_moves) - count(opp_moves),
        count(opp & touching) - count(own & touching),
        count(own & stable) - count(opp & stable),
        i32::from(opp_moves == 0 && own_moves != 0) - i32::from(own_moves == 0 && opp_moves != 0),
        count(own) - count(opp),
    ]
}

impl Evaluator<Position> for Weights {
    fn evaluate(&self, position: &Position, root: Side) -> i32 {
        self.value(position.discs(root), position.discs(root.other()))
    }
}

impl BoardEvaluator for Weights {
    fn value(&self, own: u64, opp: u64) -> i32 {
        extract_from(own, opp)
            .iter()
            .zip(self.to_array())
            .map(|(f, w)| f * w)
            .sum()
    }

    fn weights(&self) -> Option<Weights> {
        Some(*self)
    }
}

impl Antisymmetric<Position> for Weights {}

/// The value of `position` for its side to move.
#[must_use]
pub fn evaluate(weights: &Weights, position: &Position) -> i32 {
    weights.evaluate(position, position.side_to_move())
}
