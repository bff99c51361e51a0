//! One file per subcommand; no logic of its own.

pub mod perft;
//! One file per subcommand; no logic of their own.

pub mod completions;
pub mod evolve;
pub mod logging;
pub mod man;
pub mod match_;
pub mod measure;
