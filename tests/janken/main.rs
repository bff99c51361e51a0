//! Janken.

mod game;
mod tables;
