//! Players by random games.

use std::sync::Arc;

use super::search::{MAX_NUMBER, STYLE, THESIS, weights};
use koteki_engine::eval::othello::Weights;
use koteki_engine::player::uct::MostVisited;
use koteki_engine::search::uct::{Effort, Prior, Uct};
use koteki_games::othello::Position;
use koteki_games::spec::{Maybe, Real, SettingList, Time, Whole};

/// A UCT or UCT+.
///
/// With [`Effort::Time`] it does not play the same again; its name says so by its `time=`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UctSpec {
    /// Whether it is UCT+.
    pub plus: bool,
    /// What it may spend on a move.
    pub effort: Effort,
    /// *c*, the weight of exploration.
    pub exploration: f64,
    /// *b*, the weight of the evaluation; of UCT+ only.
    pub bias: f64,
    /// The value that makes a move 0.73 good; of UCT+ only.
    pub scale: f64,
    /// The evaluation; of UCT+ only.
    pub weights: Weights,
    /// Whether it keeps to [natural moves](koteki_engine::player::natural).
    pub natural: bool,
}

impl UctSpec {
    /// 1000 playouts; the tester's evaluation in UCT+. At 6400 playouts c 0.7 had a D of 33.8, 0.4 one of
    /// 34.4, and 1.4 (about the √2 of UCB1) one of 40.3 (25 games against itself, seed 1001). With bias 10
    /// UCT+ won 67 % of 100 games against UCT, both at 400 playouts (57 to 76 %), with bias 1 half of them.
    pub(super) const fn preset(plus: bool) -> Self {
        Self {
            plus,
            effort: Effort::Playouts(1000),
            exploration: 0.7,
            bias: 10.0,
            scale: 50.0,
            weights: Weights::TESTER,
            natural: false,
        }
    }

    pub(super) fn settings(&mut self, list: &mut SettingList<'_>) {
        let (mut playouts, mut time) = match self.effort {
            Effort::Playouts(playouts) => (Some(playouts), None),
            Effort::Time(time) => (None, Some(time)),
        };
        list.add("playouts", &mut playouts, &Maybe(Whole(1..=100_000_000)));
        list.add("time", &mut time, &Maybe(Time));
        if let Some(effort) = time.map(Effort::Time).or(playouts.map(Effort::Playouts)) {
            self.effort = effort;
        }
        if list.has("time") {
            list.refuse("playouts", "time");
        }
        list.add("c", &mut self.exploration, &Real(0.0..=MAX_NUMBER));
        if self.plus {
            list.add("bias", &mut self.bias, &Real(0.0..=MAX_NUMBER));
            list.add("scale", &mut self.scale, &Real(0.001..=MAX_NUMBER));
            weights(list, &mut self.weights, THESIS, |_| {});
            weights(list, &mut self.weights, STYLE, |weight| weight.quiet());
        }
    }

    pub(super) fn player(&self) -> MostVisited<Position> {
        MostVisited::new(Uct {
            effort: self.effort,
            exploration: self.exploration,
            prior: self.plus.then(|| Prior {
                evaluator: Arc::new(self.weights),
                weight: self.bias,
                scale: self.scale,
            }),
        })
    }
}
