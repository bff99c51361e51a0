//! What looks ahead: values of positions, searches, those who choose moves by them, and other
//! programs' engines.
//!
//! | room | what lives there |
//! |---|---|
//! | [`eval`] | what a position is worth: named features × weights |
//! | [`search`] | looking ahead |
//! | [`wire`] | talking to other programs' engines |
//! | [`player`] | who chooses a move, and why |

#[warn(missing_docs)]
pub mod eval;
pub mod player;
#[warn(missing_docs)]
pub mod search;
pub mod wire;
