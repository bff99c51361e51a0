//! Positions of Othello as examples for a fit.

use koteki_engine::eval::othello::learned::{each_weight, weight_count};
use koteki_engine::eval::othello::{CORE as COUNT, extract};
use koteki_games::Side;
use koteki_games::othello::Position;

use super::fit::{Examples, sigmoid};
use super::games::Sample;

/// What a position should be judged as.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Label {
    /// 1 for a game that was won, ½ drawn, 0 lost.
    Outcome,
    /// σ of the score in discs over this number: a game won by many discs was won more surely. Says
    /// more about a position than the bare outcome, which differs by chance where both are level.
    /// Measured with 16,000 games: fitted to scores over 10 discs it won 0.631 of 800 games at depth 3
    /// (95 % interval 0.598 to 0.663) against the same fitted to outcomes; 5 and 20 discs differed
    /// from 10 by no more than chance.
    Score(f32),
}

impl Label {
    /// [`Score`](Self::Score) with this many points a logit; with 0 the bare outcome.
    pub const fn of_scale(scale: f32) -> Self {
        if scale > 0.0 {
            Self::Score(scale)
        } else {
            Self::Outcome
        }
    }

    /// The rate for a score.
    pub fn target(self, score: i8) -> f32 {
        match self {
            Self::Outcome => f32::from(score.signum() + 1) / 2.0,
            Self::Score(scale) => sigmoid(f32::from(score) / scale),
        }
    }
}

/// Examples with the features of [`koteki_engine::eval::othello::learned`] and one more that is always 1.
pub struct Contents<'a> {
    /// The positions.
    pub samples: &'a [Sample],
    /// What is to be foretold.
    pub label: Label,
}

impl Contents<'_> {
    /// The number of features; the last one is always 1.
    pub fn dimension() -> usize {
        weight_count() + 1
    }
}

impl Examples for Contents<'_> {
    fn len(&self) -> usize {
        self.samples.len()
    }

    fn target(&self, index: usize) -> f32 {
        self.label.target(self.samples[index].score)
    }

    // Some 60,000 weights.
    fn features(&self, index: usize, mut f: impl FnMut(u32, f32)) {
        let Sample { own, opp, .. } = self.samples[index];
        each_weight(own, opp, |weight, sign| f(weight as u32, sign as f32));
        f(weight_count() as u32, 1.0);
    }
}

/// Examples with the five features of the thesis and one more that is always 1: what a fit without
/// patterns can do.
pub struct Five<'a> {
    /// The positions.
    pub samples: &'a [Sample],
    /// What is to be foretold.
    pub label: Label,
}

impl Five<'_> {
    /// The number of features; the last one is always 1.
    pub const DIMENSION: usize = COUNT + 1;
}

/// About the spread of the features, so that one rate of learning suits all of them.
const SPREAD: [f32; COUNT] = [8.0, 8.0, 8.0, 1.0, 8.0];

impl Examples for Five<'_> {
    fn len(&self) -> usize {
        self.samples.len()
    }

    fn target(&self, index: usize) -> f32 {
        self.label.target(self.samples[index].score)
    }

    // Small numbers.
    fn features(&self, index: usize, mut f: impl FnMut(u32, f32)) {
        let Sample { own, opp, .. } = self.samples[index];
        if let Some(position) = Position::new(own, opp, Side::Black) {
            let values = extract(&position, Side::Black);
            for ((number, value), spread) in (0..).zip(values).zip(SPREAD) {
                f(number, value as f32 / spread);
            }
        }
        f(COUNT as u32, 1.0);
    }
}

/// Examples with one feature, a value already known, and one more that is always 1: how much of a win
/// a value means.
pub struct Scale<'a> {
    /// The values, about 1 in size.
    pub values: &'a [f32],
    /// What came of them, 0…1.
    pub targets: &'a [f32],
}

impl Examples for Scale<'_> {
    fn len(&self) -> usize {
        self.values.len()
    }

    fn target(&self, index: usize) -> f32 {
        self.targets[index]
    }

    fn features(&self, index: usize, mut f: impl FnMut(u32, f32)) {
        f(0, self.values[index]);
        f(1, 1.0);
    }
}
