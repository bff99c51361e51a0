//! The experiments on rivals at their small scale, and the reports that are kept.

mod kept;
mod rivals;
mod ueda5;
mod ueda6;
