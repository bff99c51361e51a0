//! Other programs: this one as an engine of theirs, and theirs as players and judges here.

#[path = "../common/mod.rs"]
mod common;
mod external;
mod gtp;
mod judges;
mod nboard;
mod unasked;
