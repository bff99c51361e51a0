//! The screen, drawn into memory: every screen at every size, in every set of characters and depth
//! of colour, and what keys make of it.

#![allow(clippy::unwrap_used, clippy::panic)] // Tests may; clippy does not know the helpers of one.

mod blokus;
#[path = "../common/mod.rs"]
mod common;
mod janken;
mod keys;
mod scene;
mod sizes;
mod watch;
mod words;
