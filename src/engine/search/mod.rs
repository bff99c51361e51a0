//! Looking ahead.
//!
//! One search per need; a new one says why the others don't serve. For any game:
//!
//! - [`mod@reference`]: plain αβ, generic over game and evaluator. Slow and obvious: the oracle that
//!   every faster search must equal.
//! - [`uct`]: random playouts. Its answers are shares of games won.
//!
//! For one game, each in its own way:
//!
//! - [`othello`]: the fast one, for the features of `eval::othello` only.
//! - [`othello::deepening`]: deeper and deeper with a table, for any evaluation of Othello boards, with budgets
//!   of nodes and time. Worth its overhead from about seven plies on, and the only fast search for an
//!   evaluation other than those features.
//! - [`othello::endgame`]: to the end of the game, in discs. With every leaf a finished game, what pays is
//!   a hash table, null windows and bounds from stable discs; an evaluation only orders moves.
//! - [`othello::csharp`]: "Reversi in C#" as it is, for its four levels. Its evaluation takes from two positions
//!   and its pruning depends on the order of moves, so no other search gives its ranks.
//! - [`othello::minimax`]: for evaluations that belong to the side at the root and hold it back.
//! - [`blokus`]: deeper and deeper, with its own way to order hundreds of moves.
//! - [`blokus::playout`]: games played out at random, ten times as fast as `uct` does it.
//!
//! Beside them: [`root`], the values of the moves of one position; [`budget`], what a search may use, and how it is
//! stopped; [`isa`], the choice of an instruction set.
//!
//! Depth counts plies from the root and a pass costs none, except in [`othello::csharp`], which counts placements;
//! values are for the side to move at the root. A finished game is worth [`crate::eval::decided_value`]
//! to [`othello`], [`mod@reference`] and [`othello::deepening`], its difference in discs to [`othello::endgame`],
//! what its evaluation says of it to [`othello::minimax`].

pub mod blokus;
pub mod budget;
pub mod isa;
pub mod othello;
pub mod reference;
pub mod root;
pub mod uct;
