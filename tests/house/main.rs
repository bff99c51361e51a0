//! The house itself: floors, settings, manual and recordings.

#[path = "../common/mod.rs"]
mod common;
mod config;
mod floors;
mod harmless;
mod paperwork;
mod recordings;
