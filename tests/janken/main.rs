//! Janken.

#[path = "../common/mod.rs"]
mod common;
mod game;
mod tables;
