//! The face at a terminal: board, evaluation trace, population and fitness on one screen.
//!
//! It draws what it is given and never computes a move. The thread that runs [`event::run`] owns the
//! terminal and all state of the screen; keys, signals, workers and the watch over the terminal only
//! send events to it.
//!
//! | file | |
//! |---|---|
//! | [`terminal`] | taking the terminal over and giving it back |
//! | [`event`], [`sources`] | the queue, the loop, the threads that fill the queue |
//! | [`app`], [`update`] | state; event → state and what is asked of the sitting |
//! | [`keys`] | one keymap for each layer |
//! | [`theme`], [`color`], [`glyphs`] | how things look on this terminal |
//! | [`view`] | the plain values that are shown |
//! | [`panes`], [`screens`], [`plot`] | drawing |

pub mod app;
pub mod color;
pub mod event;
pub mod glyphs;
pub mod keys;
pub mod panes;
pub mod plot;
pub mod screens;
pub mod sources;
pub mod terminal;
pub mod theme;
pub mod update;
pub mod view;

use serde::{Deserialize, Serialize};

/// How the terminal program looks and listens.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// "plain": arrows move; "vim": arrows and hjkl.
    pub keys: keys::KeyStyle,
    /// "auto", "unicode", "cjk-safe" or "ascii".
    pub glyphs: glyphs::GlyphChoice,
    /// "auto", "never", "16", "256" or "truecolor".
    pub color: color::ColorChoice,
    /// Whether clicks play. The terminal's own selection then needs Shift.
    pub mouse: bool,
}
