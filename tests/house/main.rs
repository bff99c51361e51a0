//! The house itself: settings, manual and recordings.

#[path = "../common/mod.rs"]
mod common;
mod config;
mod docs;
mod doctor;
mod harmless;
mod paperwork;
#[path = "../pty/mod.rs"]
mod pty;
mod recordings;
