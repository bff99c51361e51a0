//! How likely a person of a rating is to play each move: a softmax over the legal moves.
//!
//! ```text
//! P(move i | rating) = exp z_i / Σ_j exp z_j,   z_i = Σ_k (a_k + b_k x) f_ik + s(around i) + e(edge of i) + o(board after i),
//! x = (rating − 1500) / 250
//! ```
//!
//! with f the [features](super::features) of the move, a and b weights of their own in each phase of the game, and one weight
//! each for what stands around the move (s), on its edge (e), and for the board after it in the opening (o). z is a line in
//! x, so a [`Pull`] holds all that a position says of any rating.

use std::sync::LazyLock;

use super::features::{EDGES, FEATURES, OPENINGS, PHASES, SURROUNDINGS, Sight, phase};
use koteki_games::othello::Square;

/// The rating at which x is 0.
pub const MIDDLE: f64 = 1500.0;
/// Points of rating to x = 1.
pub const SPREAD: f64 = 250.0;

/// Ratings between which there were enough persons to learn from. Beyond them a player is the one at the end, its z
/// larger (more of what the best do) or smaller (nearer to random moves) by `BEYOND`.
pub const RATED: [f64; 2] = [900.0, 1900.0];
/// What ln of the factor on z changes by, a unit of x beyond [`RATED`].
const BEYOND: f64 = 0.5;

/// How a position is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Two plies, and to the end from eight empty squares on: one or two milliseconds a game.
    Quick,
    /// Four plies, and to the end from twelve: about twenty milliseconds a game.
    Careful,
}

impl Look {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Quick, Self::Careful];

    /// Plies it searches.
    pub const fn depth(self) -> u32 {
        match self {
            Self::Quick => 2,
            Self::Careful => 4,
        }
    }

    /// The empty squares from which it plays the game out.
    pub const fn exhaustive(self) -> u32 {
        match self {
            Self::Quick => 8,
            Self::Careful => 12,
        }
    }
}

/// a and b of each feature in each phase.
pub type Dense = [[[f32; 2]; FEATURES]; PHASES];

/// How strong players with choices like people of a rating are, in the same points: choices of people of the first number,
/// strength of the second, as `koteki experiment ladder --scale paper --seed 1001` found it (careful looks).
///
/// The policy gives each rating the losses that people of it have in the eyes of its look, but not those that the look
/// cannot see: they make weak people weaker than their likes and strong ones stronger. In the middle, from 1350 to 1650,
/// both are taken to be the same on average, which fixes the one scale on the other.
const PLAYED: [[f64; 2]; 8] = [
    [-600.0, 280.0],
    [600.0, 755.0],
    [900.0, 1050.0],
    [1200.0, 1345.0],
    [1500.0, 1500.0],
    [1800.0, 1575.0],
    [2000.0, 1685.0],
    [2300.0, 1935.0],
];

/// How strong a player with choices like those of people rated `likeness` is; see `PLAYED`.
pub fn strength(likeness: f64) -> f64 {
    between(likeness, |[like, strength]| (like, strength))
}

/// Like people of which rating a player chooses who is so strong.
pub fn likeness(strength: f64) -> f64 {
    between(strength, |[like, strength]| (strength, like))
}

/// The value at `x` on the line through [`PLAYED`], the last pieces going on beyond its ends.
fn between(x: f64, point: impl Fn([f64; 2]) -> (f64, f64)) -> f64 {
    let last = PLAYED.len() - 2;
    let piece = (0..=last)
        .find(|&it| x <= point(PLAYED[it + 1]).0)
        .unwrap_or(last);
    let (low, high) = (point(PLAYED[piece]), point(PLAYED[piece + 1]));
    low.1 + (x - low.0) * (high.1 - low.1) / (high.0 - low.0)
}

/// The weights of a policy.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    /// a and b for each [`Look`].
    pub dense: [Dense; Look::ALL.len()],
    /// s, one each of [`SURROUNDINGS`].
    pub surroundings: Vec<f32>,
    /// e, one each of [`EDGES`].
    pub edges: Vec<f32>,
    /// o, one each of [`OPENINGS`].
    pub openings: Vec<f32>,
}

/// A legal move, and what it gives away in hundredths of a disc at a glance and by search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Where.
    pub square: Square,
    /// By the value of the board after it.
    pub glance: i32,
    /// By search.
    pub search: i32,
}

/// What draws a person to a move, z = `own + slope · x`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pull {
    /// At x = 0.
    pub own: f32,
    /// What a unit of x adds.
    pub slope: f32,
}

impl Policy {
    /// The policy that ships with the program.
    ///
    /// The embedded file is read once. Were it damaged, which a test rules out, all moves would be alike to it.
    pub fn embedded() -> &'static Self {
        static EMBEDDED: LazyLock<Policy> = LazyLock::new(|| {
            Policy::from_bytes(include_bytes!("policy.bin")).unwrap_or_else(|_| Policy::zero())
        });
        &EMBEDDED
    }

    /// One to which all moves are alike.
    pub fn zero() -> Self {
        Self {
            dense: [[[[0.0; 2]; FEATURES]; PHASES]; Look::ALL.len()],
            surroundings: vec![0.0; SURROUNDINGS],
            edges: vec![0.0; EDGES],
            openings: vec![0.0; OPENINGS],
        }
    }

    /// The tables, in the order of [`Sight::contents`].
    pub(super) const fn tables(&self) -> [&Vec<f32>; 3] {
        [&self.surroundings, &self.edges, &self.openings]
    }

    /// What draws persons to each of `moves`, which were looked at with `look`.
    pub fn pulls(&self, look: Look, sight: &Sight, moves: &[Seen]) -> Vec<Pull> {
        let dense = &self.dense[look as usize][phase(sight.empties())];
        let pull = |seen: &Seen| {
            let features = sight.features(seen.square, seen.glance, seen.search);
            let mut pull = Pull::default();
            for (table, content) in self.tables().into_iter().zip(sight.contents(seen.square)) {
                pull.own += content.map_or(0.0, |content| table[content]);
            }
            for (feature, [own, slope]) in features.into_iter().zip(dense) {
                pull.own += own * feature;
                pull.slope += slope * feature;
            }
            pull
        };
        moves.iter().map(pull).collect()
    }
}

/// The probability of each move for a person of this rating.
pub fn chances(pulls: &[Pull], rating: f64) -> Vec<f64> {
    let within = rating.clamp(RATED[0], RATED[1]);
    let x = (within - MIDDLE) / SPREAD;
    let factor = libm::exp(BEYOND * (rating - within) / SPREAD);
    let z = |pull: &Pull| factor * (f64::from(pull.own) + f64::from(pull.slope) * x);
    let top = pulls.iter().map(z).fold(f64::NEG_INFINITY, f64::max);
    let mut chances: Vec<f64> = pulls.iter().map(|pull| libm::exp(z(pull) - top)).collect();
    let sum: f64 = chances.iter().sum();
    chances.iter_mut().for_each(|it| *it /= sum);
    chances
}
