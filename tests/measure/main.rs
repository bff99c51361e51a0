//! Measuring: statistics, strength, matches and a person from game to game.

mod match_cli;
mod match_stats;
mod profile;
mod stats;
mod strength;
