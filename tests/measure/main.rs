//! Measuring: statistics, strength, matches and a person from game to game.

#[path = "../common/mod.rs"]
mod common;
mod likeness;
mod match_cli;
mod match_stats;
mod people;
mod profile;
mod stats;
mod strength;
