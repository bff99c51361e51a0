//! One file per subcommand; no logic of their own.

pub mod match_;
pub mod measure;
