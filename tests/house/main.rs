//! The house itself: floors, settings, manual and recordings.

mod config;
mod floors;
mod harmless;
mod paperwork;
mod recordings;
