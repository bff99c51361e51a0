//! The house itself: floors, settings, manual and recordings.

mod config;
mod floors;
mod paperwork;
mod recordings;
