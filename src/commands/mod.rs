//! One file per subcommand; no logic of its own.

pub mod perft;
