//! How strong a player is, and what results say: numbers with intervals.

pub mod behaviour;
pub mod contest;
pub mod equal;
pub mod level;
pub mod loss;
pub mod self_play;
pub mod stats;
pub mod strength;
