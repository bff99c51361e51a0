//! All words a person reads, one file for each subject: a second language is one more of each.

pub mod contest;
pub mod evolve;
pub mod keys;
pub mod players;
pub mod strength;
pub mod suggestion;
pub mod tui;
