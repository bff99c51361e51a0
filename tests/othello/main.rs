//! Othello: rules, notation, the searches and the learned evaluation.

mod balanced;
mod bench;
#[path = "../common/mod.rs"]
mod common;
mod csharp;
mod endgame;
mod engine;
mod learn;
mod midgame;
mod notation;
mod perft;
mod positions;
mod rules;
mod stability;
