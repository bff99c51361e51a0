//! All words a person reads, one file a subject, so that a second language is one more set of files.

pub mod bench;
pub mod blokus;
pub mod coach;
pub mod contest;
pub mod evolve;
pub mod experiment;
pub mod holding;
pub mod janken;
pub mod janken_screen;
pub mod kept;
pub mod keys;
pub mod learn;
pub mod lesson;
pub mod plain;
pub mod players;
pub mod portrait;
pub mod profile;
pub mod settings;
pub mod solve;
pub mod strength;
pub mod study;
pub mod suggestion;
pub mod sweep;
pub mod tui;
pub mod watch;
