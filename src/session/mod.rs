//! One sitting: the game being played, its measuring, the target of the breeding.

mod settings;

pub use settings::{ColourChoice, Settings};
