//! One file per subcommand, no logic of its own: it reads the arguments, asks the rooms, prints. Beside
//! them what several need: the log, and signals that ask to end.

pub mod bench;
pub mod completions;
pub mod engine;
pub mod evolve;
pub mod experiment;
pub mod interrupts;
pub mod learn;
pub mod logging;
pub mod man;
pub mod match_;
pub mod measure;
pub mod path;
pub mod perft;
pub mod play;
pub mod portrait;
pub mod solve;
