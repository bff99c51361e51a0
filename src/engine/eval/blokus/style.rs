//! The few weights by which rivals at Blokus Duo differ: the shared features of the paper, without the
//! squares they lie on, and the classes of territory taken together.
//!
//! Four numbers a side, the same on every square and at every ply: an evaluation that a person can be
//! put in a sentence ("keeps many corners open, does not mind wasted squares"), and small enough to
//! breed. The strength of the learned 848 is not in it; a rival gets as strong as its target asks. Where
//! the target asks for more than four weights can see, they are [added](tilted) to the learned ones.

use super::{Evaluation, Form, KINDS, Kind, Opponent, Reading, SQUARES, UNIT, Weights, features};
use crate::eval::{Feature, Features, feature};
use koteki_games::Side;
use koteki_games::blokus::Position;

/// How many features there are.
pub const STYLE_COUNT: usize = 4;

/// What is weighed, from the side's own view minus the other's, more being better.
pub const STYLE: [Feature; STYLE_COUNT] = [
    feature("score", "s", "squares covered"),
    feature("corners", "c", "squares at which the next piece may begin"),
    feature(
        "territory",
        "t",
        "squares near those, each as often as it is reached",
    ),
    feature("dead", "d", "dead squares of the other side"),
];

/// The largest weight: no sum overflows. (A value that would reach that of a won game is cut to one below it.)
pub const STYLE_MAX: i32 = 30_000;

/// The evaluation of four weights in thousandths ([`UNIT`]), in the order of [`STYLE`]; missing ones are
/// 0. Its value for one side is minus that for the other.
pub fn styled(weights: &[i32]) -> Evaluation {
    let mut all = vec![0.0; KINDS * SQUARES];
    all.extend(shared(weights));
    let form = Form {
        phases: Vec::new(),
        opponent: Opponent::Difference,
        ..Form::default()
    };
    Evaluation::new(Weights::rounded(form, &[all]))
}

/// The [best](Evaluation::best) that was learned, and these four weights on top of it: it leans as far to each of
/// them as the weight says. With the obstacles of what was learned, which end territory sooner than those of
/// [`styled`].
pub fn tilted(weights: &[i32]) -> Evaluation {
    let learned = Evaluation::best().weights();
    let form = learned.form().clone();
    let shared = shared(weights);
    let phases: Vec<Vec<f64>> = (0..form.phase_count())
        .map(|phase| {
            let learned = learned.phase(phase).iter();
            let mut all: Vec<f64> = learned
                .map(|&weight| f64::from(weight) / f64::from(UNIT))
                .collect();
            let kinds = all.iter_mut().skip(KINDS * SQUARES);
            kinds.zip(shared).for_each(|(weight, more)| *weight += more);
            all
        })
        .collect();
    Evaluation::new(Weights::rounded(form, &phases))
}

/// What these weights make of each kind, wherever it lies.
fn shared(weights: &[i32]) -> [f64; KINDS] {
    let weight = |index: usize| {
        let weight = weights.get(index).copied().unwrap_or(0);
        f64::from(weight.clamp(-STYLE_MAX, STYLE_MAX)) / f64::from(UNIT)
    };
    Kind::ALL.map(|kind| match kind {
        Kind::Score => weight(0),
        Kind::Territory(0) => weight(1),
        Kind::Territory(_) => weight(2),
        Kind::Dead => -weight(3),
    })
}

/// Counts the features of [`STYLE`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Style;

impl Features<Position> for Style {
    fn names(&self) -> &'static [Feature] {
        &STYLE
    }

    fn extract(&self, position: &Position, side: Side, out: &mut [i32]) {
        let shared = |side| {
            let all = features(position, side, Reading::default());
            let kinds = all.iter().skip(KINDS * SQUARES);
            kinds.map(|&count| i32::from(count)).collect::<Vec<_>>()
        };
        let (own, other) = (shared(side), shared(side.other()));
        out.fill(0);
        for ((kind, own), other) in Kind::ALL.iter().zip(own).zip(other) {
            let (at, sign) = match kind {
                Kind::Score => (0, 1),
                Kind::Territory(0) => (1, 1),
                Kind::Territory(_) => (2, 1),
                Kind::Dead => (3, -1),
            };
            if let Some(slot) = out.get_mut(at) {
                *slot += sign * (own - other);
            }
        }
    }
}
