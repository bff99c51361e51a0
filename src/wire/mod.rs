//! Talking to an engine: another program that knows the game, behind a protocol of lines.
//!
//! | file | what lives there |
//! |---|---|
//! | [`fault`] | what an engine can do wrong |

pub mod fault;
