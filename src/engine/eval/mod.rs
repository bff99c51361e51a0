//! What a position is worth.
//!
//! Two different needs, two traits. [`Features`] names and measures what can be said about a
//! position: the genome, the trace pane and the explanations all use that one list. [`Evaluator`]
//! is the number a search works with; it says from whose side it speaks, because not every
//! evaluation is the same function for both (−|V| and θ − |V − θ| belong to the side that chose to
//! search, whoever is on move at the leaf).

pub mod blokus;
pub mod othello;

use std::sync::Arc;

use koteki_games::{Game, Side};

/// A value at or beyond which a position is decided: a finished game is worth
/// ±([`DECIDED`] + difference of points), a draw 0, the form that "Reversi in C#" uses. Every
/// heuristic value lies strictly inside.
pub const DECIDED: i32 = 10_000_000;

/// The value of a finished game whose point difference is `difference`, for the side it is given for.
pub const fn decided_value(difference: i32) -> i32 {
    if difference == 0 {
        0
    } else {
        difference.signum() * DECIDED + difference
    }
}

/// Whether `value` is that of a finished game that was not drawn.
pub const fn is_decided(value: i32) -> bool {
    value.abs() >= DECIDED
}

/// The point difference that [`decided_value`] was given; `None` for a draw and for values of games that go on.
pub const fn decided_difference(value: i32) -> Option<i32> {
    if is_decided(value) {
        Some(value - value.signum() * DECIDED)
    } else {
        None
    }
}

/// What an evaluation can count about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feature {
    /// The field's name for it, lower case: "mobility". Also its key in settings and player names.
    pub name: &'static str,
    /// A symbol of one or two letters, as the papers write it: "m".
    pub symbol: &'static str,
    /// What one of it is: "moves", "discs".
    pub unit: &'static str,
}

/// A row of a list of features.
const fn feature(name: &'static str, symbol: &'static str, unit: &'static str) -> Feature {
    Feature { name, symbol, unit }
}

/// Measures a position: one number per feature.
pub trait Features<G: Game> {
    /// The features, in the order [`extract`](Self::extract) writes them.
    fn names(&self) -> &'static [Feature];

    /// Writes each feature of `position` from the view of `side` (more is better for `side` when the
    /// weights are positive) into `out`, which is as long as [`names`](Self::names).
    fn extract(&self, position: &G, side: Side, out: &mut [i32]);
}

/// The static value of a position.
pub trait Evaluator<G: Game>: Send + Sync {
    /// What `position` is worth to `root`, the side the search is choosing a move for. Strictly
    /// between −[`DECIDED`] and +[`DECIDED`]. Not asked of finished games.
    fn evaluate(&self, position: &G, root: Side) -> i32;
}

/// Marks an evaluator whose value for one side is minus its value for the other, so that it is one
/// function of the position and the side to move. Only such evaluators may be used in negamax form
/// or share a table between searches for different sides.
pub trait Antisymmetric<G: Game>: Evaluator<G> {}

impl<G: Game, E: Evaluator<G> + ?Sized> Evaluator<G> for Arc<E> {
    fn evaluate(&self, position: &G, root: Side) -> i32 {
        (**self).evaluate(position, root)
    }
}
