//! The evaluation of the rival thesis (Ueda 2012, eq. 4.1), after "Reversi in C#":
//!
//! `ES = w_m (m_own − m_opp) + w_fr (f_opp − f_own) + w_s (s_own − s_opp) + w_fo · ff + w_d (d_own − d_opp)`
//!
//! `m` legal moves, `f` frontier discs (fewer own is better, hence the turned sign; the thesis prints
//! it the other way round), `s` stable discs, `ff` +1 when the opponent has to pass and −1 when the
//! own side has to, `d` discs.
//!
//! Beside these five stand the features of *style*, which the thesis asks for in its outlook (ch. 8:
//! differences that a beginner sees: taking many or few discs, liking or avoiding edges and other
//! places, flips along lines or along diagonals). Each is own less opponent's, and their weights may have
//! either sign, as that of discs may:
//!
//! | feature | counts |
//! |---|---|
//! | edges | discs on the 24 squares of the rim between the corners |
//! | corners | discs on the four corners |
//! | danger | discs on X and C squares whose corner is empty |
//! | centre | discs within c3–f6 |
//! | diagonals | pairs of neighbouring discs of one colour: diagonal pairs less straight ones |
//!
//! A disc flipped along a diagonal joins its own colour on both sides along that diagonal, so whoever
//! likes diagonal pairs likes diagonal flips, and whoever dislikes them likes flips along rows and columns.
//!
//! All are counted on the one position evaluated, so the value for one side is minus the value for the
//! other. With the weights of style 0 the evaluation is the thesis' own.
//!
//! The other evaluations of Othello are beside it: [`learned`], and those of the papers in [`tsukamoto`] and
//! [`bp_fs_cn`].

pub mod bp_fs_cn;
pub mod learned;
pub mod tsukamoto;

use serde::{Deserialize, Serialize};

use super::{Antisymmetric, Evaluator, Feature, Features, feature};
use koteki_games::othello::{Position, bits, stable_discs};
use koteki_games::{Game as _, Side};

/// The number of features of eq. 4.1: the first ones of every vector.
pub const CORE: usize = 5;

/// The number of features of style: the others.
pub const STYLE: usize = 5;

/// The number of features.
pub const COUNT: usize = CORE + STYLE;

/// The features of eq. 4.1, then those of style, in the order every vector of them has.
pub const FEATURES: [Feature; COUNT] = [
    feature("mobility", "m", "moves"),
    feature("frontier", "fr", "discs"),
    feature("stability", "s", "discs"),
    feature("forfeit", "fo", "passes"),
    feature("discs", "d", "discs"),
    feature("edges", "e", "discs"),
    feature("corners", "c", "discs"),
    feature("danger", "x", "discs"),
    feature("centre", "ce", "discs"),
    feature("diagonals", "di", "pairs"),
];

/// The squares of the rim between the corners.
pub const EDGES: u64 = 0x7e81_8181_8181_817e;
/// The squares from c3 to f6.
pub const CENTRE: u64 = 0x0000_3c3c_3c3c_0000;

/// One weight a feature: a whole evaluation of the thesis' form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
    /// Per disc more on the edges.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub edges: i32,
    /// Per disc more in the corners.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub corners: i32,
    /// Per disc more beside an empty corner.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub danger: i32,
    /// Per disc more in the centre.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub centre: i32,
    /// Per diagonal pair more, and per straight pair fewer.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub diagonals: i32,
}

const fn is_zero(weight: &i32) -> bool {
    *weight == 0
}

impl Weights {
    /// Nothing counts.
    pub const NONE: Self = Self::from_array([0; COUNT]);
    /// The tester of §5.1: 35 / 10 / 5 / 50 (forfeit, frontier, mobility, stability).
    pub const TESTER: Self = Self {
        mobility: 5,
        frontier: 10,
        stability: 50,
        forfeit: 35,
        discs: 1,
        ..Self::NONE
    };
    /// "Reversi in C#" Beginner.
    pub const BEGINNER: Self = Self {
        mobility: 0,
        frontier: 1,
        stability: 3,
        forfeit: 2,
        discs: 1,
        ..Self::NONE
    };
    /// "Reversi in C#" Intermediate.
    pub const INTERMEDIATE: Self = Self {
        mobility: 0,
        frontier: 1,
        stability: 5,
        forfeit: 3,
        discs: 1,
        ..Self::NONE
    };
    /// "Reversi in C#" Advanced.
    pub const ADVANCED: Self = Self {
        mobility: 1,
        frontier: 2,
        stability: 10,
        forfeit: 7,
        discs: 1,
        ..Self::NONE
    };
    /// "Reversi in C#" Expert: the tester's weights.
    pub const EXPERT: Self = Self::TESTER;

    /// The largest weight that keeps every value inside ±[`super::DECIDED`].
    ///
    /// On a board with `e` empty squares and `n` = 64 − e ≤ 63 discs mobility is at most e, each of
    /// frontier, stability and discs at most n, forfeit 1; edges, corners, danger and centre together at
    /// most 24 + 4 + 12 + 16. Of diagonals: each of the 49 blocks of 2 × 2 squares has at most one diagonal
    /// pair more of one side than of the other or half of a straight pair's worth (such a pair inside
    /// the board lies in two blocks), and the 28 pairs on the rim add half a pair each: at most 63. In all
    /// 310 units, times 30,000.
    pub const MAX: i32 = 30_000;

    /// The weights in the order of [`FEATURES`].
    pub const fn to_array(self) -> [i32; COUNT] {
        [
            self.mobility,
            self.frontier,
            self.stability,
            self.forfeit,
            self.discs,
            self.edges,
            self.corners,
            self.danger,
            self.centre,
            self.diagonals,
        ]
    }

    /// Whether a feature of style counts.
    pub const fn has_style(&self) -> bool {
        self.edges | self.corners | self.danger | self.centre | self.diagonals != 0
    }

    /// The inverse of [`to_array`](Self::to_array).
    pub const fn from_array(weights: [i32; COUNT]) -> Self {
        let [
            mobility,
            frontier,
            stability,
            forfeit,
            discs,
            edges,
            corners,
            danger,
            centre,
            diagonals,
        ] = weights;
        Self {
            mobility,
            frontier,
            stability,
            forfeit,
            discs,
            edges,
            corners,
            danger,
            centre,
            diagonals,
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

/// Diagonal pairs of neighbouring squares in `board` less the straight ones.
pub const fn diagonal_pairs(board: u64) -> i32 {
    let [east, _, south, _, south_east, _, south_west, _] = bits::shifted(board);
    (board & south_east).count_ones() as i32 + (board & south_west).count_ones() as i32
        - (board & east).count_ones() as i32
        - (board & south).count_ones() as i32
}

/// The X and C squares whose corner is empty.
pub const fn danger(empty: u64) -> u64 {
    bits::neighbours(empty & bits::CORNERS)
}

/// The features of `position` from the view of `side`, in the order of [`FEATURES`].
pub fn extract(position: &Position, side: Side) -> [i32; COUNT] {
    Counts::of(position, side).features()
}

/// What a person can count on a board: both sides' numbers in the order of [`FEATURES`], first those of the
/// side that is asked for, then its opponent's.
///
/// A feature is the first less the second, but for those of which fewer are better (see
/// [`feature`](Self::feature)): frontier discs, and a forced pass, which is 1 for the side that has to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts(pub [[i32; 2]; COUNT]);

/// Index of mobility among the features; likewise the others.
pub const MOBILITY: usize = 0;
/// Frontier discs.
pub const FRONTIER: usize = 1;
/// Stable discs.
pub const STABILITY: usize = 2;
/// A forced pass.
pub const FORFEIT: usize = 3;
/// Discs.
pub const DISCS: usize = 4;

impl Counts {
    /// Those of `position` from the view of `side`.
    pub fn of(position: &Position, side: Side) -> Self {
        Self::of_board(position.discs(side), position.discs(side.other()))
    }

    /// Those of a board from the view of the side whose discs are `own`.
    #[inline]
    fn of_board(own: u64, opp: u64) -> Self {
        let empty = !(own | opp);
        let (own_moves, opp_moves) = (bits::moves(own, opp), bits::moves(opp, own));
        let pair = |mask: u64| [own & mask, opp & mask].map(|board| board.count_ones() as i32);
        Self([
            [own_moves, opp_moves].map(|moves| moves.count_ones() as i32),
            pair(bits::neighbours(empty)),
            pair(stable_discs(own, opp)),
            [
                i32::from(own_moves == 0 && opp_moves != 0),
                i32::from(opp_moves == 0 && own_moves != 0),
            ],
            pair(u64::MAX),
            pair(EDGES),
            pair(bits::CORNERS),
            pair(danger(empty)),
            pair(CENTRE),
            [own, opp].map(diagonal_pairs),
        ])
    }

    /// The feature of this index: more is better.
    pub const fn feature(&self, index: usize) -> i32 {
        let [own, other] = self.0[index];
        match index {
            FRONTIER | FORFEIT => other - own,
            _ => own - other,
        }
    }

    #[inline]
    fn features(&self) -> [i32; COUNT] {
        std::array::from_fn(|index| self.feature(index))
    }
}

impl Evaluator<Position> for Weights {
    fn evaluate(&self, position: &Position, root: Side) -> i32 {
        Counts::of_board(position.discs(root), position.discs(root.other()))
            .features()
            .iter()
            .zip(self.to_array())
            .map(|(f, w)| f * w)
            .sum()
    }
}

impl Antisymmetric<Position> for Weights {}

/// The value of `position` for its side to move.
pub fn evaluate(weights: &Weights, position: &Position) -> i32 {
    weights.evaluate(position, position.side_to_move())
}
