//! The experiments on rivals at their small scale.

mod rivals;
mod ueda5;
mod ueda6;
