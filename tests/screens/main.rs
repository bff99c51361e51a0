//! The screen, drawn into memory: every screen at every size, in every set of characters and depth
//! of colour, and what keys make of it.

mod keys;
mod scene;
mod sizes;
mod words;
