//! How strong a player is, and what results say: numbers with intervals.

pub mod against_random;
pub mod behaviour;
pub mod contest;
pub mod elo;
pub mod equal;
pub mod evenness;
pub mod foretold;
pub mod level;
pub mod levels;
pub mod likeness;
pub mod loss;
pub mod openings;
pub mod rating;
pub mod self_play;
pub mod sprt;
pub mod stats;
pub mod strength;
pub mod tournament;
pub mod words;
