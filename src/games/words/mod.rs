//! What every room may need to write for people: days, numbers, harmless text, suggestions.

pub mod day;
pub mod harmless;
pub mod numbers;
pub mod sides;
pub mod suggestion;
