//! Looking ahead.
//!
//! One search per need; a new one says why the others don't serve:
//!
//! - [`othello`]: the fast one, for Othello and the features of `eval::othello` only.
//! - [`mod@reference`]: plain αβ, generic over game and evaluator. Slow and obvious: the oracle that
//!   every faster search must equal.
//! - [`deepening`]: deeper and deeper with a table, for any evaluation of Othello boards, with budgets of
//!   nodes and time. Worth its overhead from about seven plies on, and the only fast search for an
//!   evaluation other than those features.
//! - [`endgame`]: Othello to the end of the game, in discs. With every leaf a finished game, what pays is
//!   a hash table, null windows and bounds from stable discs; an evaluation only orders moves.
//! - [`csharp`]: "Reversi in C#" as it is, for its four levels. Its evaluation takes from two positions
//!   and its pruning depends on the order of moves, so no other search gives its ranks.
//! - [`blokus`]: the same for Blokus Duo, with its own way to order hundreds of moves.
//! - [`playout`]: games of Blokus Duo played out at random, ten times as fast as `uct` does it.
//! - [`sided`]: Othello for evaluations that belong to the side at the root and hold it back.
//! - [`uct`]: random playouts, generic over the game. Its answers are shares of games won.
//!
//! Depth counts plies from the root and a pass costs none, except in [`csharp`], which counts placements;
//! values are for the side to move at the root. A finished game is worth [`crate::eval::decided_value`]
//! to [`othello`], [`mod@reference`] and [`deepening`], its difference in discs to [`endgame`], what its
//! evaluation says of it to [`sided`].

pub mod blokus;
pub mod budget;
pub mod csharp;
pub mod deepening;
pub mod endgame;
pub mod isa;
pub mod othello;
pub mod playout;
pub mod reference;
pub mod root;
pub mod sided;
mod table;
pub mod uct;
