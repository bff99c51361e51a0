//! All words a person reads, one file for each subject: a second language is one more of each.

pub mod keys;
pub mod tui;
