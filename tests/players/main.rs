//! Players: what they choose and why, what they are called, and how they are told apart.

mod adaptive;
mod choosing;
mod holding;
mod human;
mod roster;
mod style;
