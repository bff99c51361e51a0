//! Othello on two 64-bit boards.
//!
//! Square a1 is top left and bit 0, h1 bit 7, h8 bit 63; Black holds d5 and e4 at the start.

pub mod bits;
pub mod notation;
pub mod obf;
pub mod perft;
mod position;
mod square;
mod stability;
pub mod symmetry;

pub use position::{LegalityError, Move, Position};
pub use square::Square;
pub use stability::stable_discs;
pub use symmetry::Symmetry;
