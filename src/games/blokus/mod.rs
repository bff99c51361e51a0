//! Blokus Duo: 14 × 14 squares, 21 pieces of one to five squares a side.
//!
//! The first piece of a side covers its start square ([`Square::start`]); every later one touches an
//! own piece at a corner and none along an edge. Whoever can place nothing passes, and because the
//! opponent only ever takes squares away, never places again. More squares covered win (the rule of the
//! GPCC contests; [`Position::bonus_score`] counts as the box does).
//!
//! Three things share the names of squares: the contests count columns and rows 1…E from the **top**
//! left (`46t3`), Pentobi writes a letter and a number from the **bottom** left (`e10`), and the code
//! here counts both from 0 at the top left.
//!
//! - [`Piece`], [`Orientation`], [`Placement`]: the 21 pieces, their 91 forms, the 13,729 ways to put
//!   one on the board.
//! - [`Position`]: the board as sets of 256 bits, kept up to date by every move.
//! - [`reach`]: which placements cover a given square, as sets of 414 bits: how moves are generated.
//! - [`notation`]: contest codes, lists of squares, `.blksgf` files.

pub mod bits;
pub mod notation;
mod perft;
mod pieces;
mod placements;
mod position;
pub mod reach;
mod square;

pub use bits::Squares;
pub use pieces::{Orientation, Piece, PieceSet};
pub use placements::Placement;
pub use position::{ALL_PLACED, LegalityError, MONOMINO_LAST, Move, Position, SetupError};
pub use square::Square;
