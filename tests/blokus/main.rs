//! Blokus Duo: rules, files, evaluation, search, learning, players and rivals, and its faces.

mod board;
mod cli;
#[path = "../common/mod.rs"]
mod common;
mod engine;
mod features;
mod files;
mod learn;
mod osaki;
mod reasons;
mod rivals;
mod search;
mod sitting;
