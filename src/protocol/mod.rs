//! Faces for programs: line protocols over standard input and output, by which tournament managers,
//! boards with a mouse and other engines play against a player of the roster.
//!
//! | file | what lives there |
//! |---|---|
//! | [`lines`] | lines in, whatever their protocol: their length, the end of the input |
//! | [`gtp`] | the Go Text Protocol, for any game |
//! | [`gtp::engine`] | a game with its player behind it |
//! | [`nboard`] | the NBoard protocol, of Othello only |
//! | [`janken`] | janken, one line a round |

pub mod gtp;
pub mod janken;
pub mod lines;
pub mod nboard;
