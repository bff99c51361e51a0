//! The house itself: settings, manual and recordings.

#[path = "../common/mod.rs"]
mod common;
mod config;
mod docs;
mod harmless;
mod paperwork;
mod recordings;
