//! How days, numbers, sides and suggestions are written for people, in any crate; and text made harmless for a
//! terminal.

pub mod day;
pub mod harmless;
pub mod numbers;
pub mod sides;
pub mod suggestion;
