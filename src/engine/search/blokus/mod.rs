//! Blokus Duo searched deeper and deeper, for any evaluation that speaks for the side to move; and, in [`best_first`], where
//! it is most promising, for a winning rate.
//!
//! The others don't serve: [`othello::deepening`](super::othello::deepening) and its table know Othello's boards only, and
//! [`mod@reference`](super::reference) looks at all of the hundreds of moves that a side has. Here the moves of a
//! position are tried in the order of what the search one ply less deep has found and of their static
//! values; questions are null windows; positions reached in two ways are searched once; and the placements
//! that refuted sisters are looked at before any other is as much as listed: values to order moves by are
//! what most of a search's evaluations would be for.
//!
//! Every value is that of plain αβ at the same depth: an entry of the table serves only at exactly the
//! depth it was found at, and nothing is cut off, extended or reduced that plain αβ would have looked
//! at. A finished game is worth [`decided_value`](crate::eval::decided_value) of its difference in
//! squares, so a search that reaches the end everywhere is exact, and stops there.
//!
//! One thread: the same question has the same answer after the same number of nodes, whatever was
//! asked before. Only a budget of time makes an answer depend on anything else.

pub mod best_first;
mod node;
pub mod playout;
mod root;
mod table;

pub use root::{Analysis, BlokusSearch};
