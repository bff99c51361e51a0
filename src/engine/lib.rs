//! Everything that looks ahead: evaluations, searches, the players built on them, and other programs'
//! engines.
//!
//! | module | what lives there |
//! |---|---|
//! | [`eval`] | what a position is worth: named features × weights |
//! | [`search`] | searches, and the choice of an instruction set |
//! | [`wire`] | talking to other programs' engines |
//! | [`player`] | who chooses a move, and why |

#[warn(missing_docs)]
pub mod eval;
pub mod player;
#[warn(missing_docs)]
pub mod search;
pub mod wire;
