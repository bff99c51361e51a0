//! What is kept on disk: append-only, crash-safe, readable with ordinary tools.

pub mod run;
