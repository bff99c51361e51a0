//! One file per subcommand, no logic of its own: it reads the arguments, calls the crates, prints. Beside
//! them what several need: the log, signals that ask to end, the line that says how far it is, and what a run will cost.

pub mod analyse;
pub mod bench;
mod choice;
pub mod completions;
pub mod convert;
pub mod cost;
pub mod engine;
pub mod evolve;
pub mod experiment;
pub mod export;
pub mod games;
pub mod interrupts;
pub mod janken;
mod judge;
pub mod learn;
pub mod logging;
pub mod looks;
pub mod man;
pub mod match_;
pub mod measure;
pub mod path;
pub mod perft;
pub mod person;
pub mod play;
pub mod portrait;
pub mod profile;
pub mod progress;
pub mod replay;
pub mod runs;
pub mod solve;
pub mod stats;
pub mod study;
pub mod sweep;
pub mod unread;
pub mod watch;
mod words;
