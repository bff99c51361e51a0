//! Janken at a terminal: one key is one hand, against a reader of habits.
//!
//! The program's hand is fixed and its digest shown before a key is read; the round is over with the key.
//! What it expected, and the population that it came from, are shown of the round that is over and never of
//! the coming one: both would tell its hand.
//!
//! | file | what |
//! |---|---|
//! | [`room`] | the program that the loop runs: keys in, rounds played, dialogs |
//! | `hands` | what the person does |
//! | `draw`, [`mod@layout`] | what is on the screen, and where |
//! | `table`, [`figures`] | the last round, the score, what the next hand is fixed as |
//! | `score` | the curve beside what chance does |
//! | `sight` | what it saw, and habits |
//! | `population` | the population of the breeding |
//! | `form`, `menus` | the new match dialog; questions and the result |
//! | `seen` | what the panes are given |

mod draw;
pub mod figures;
mod form;
mod hands;
pub mod layout;
mod menus;
mod population;
pub mod room;
mod score;
mod seen;
mod sight;
mod table;
mod words;

use std::path::PathBuf;

use super::event::Exit;
use super::{Settings, on_screen};
use crate::session::janken::Setup;

/// What a sitting begins with.
#[derive(Clone, Debug)]
pub struct Options {
    /// The first match. Later ones take seeds derived from its own.
    pub setup: Setup,
    /// What of the setup was asked for, and is no default: opponent, length, seed. A match that was kept
    /// goes on without a question when it is no other.
    pub asked: [bool; 3],
    /// Where matches are kept; `None` for nowhere.
    pub data: Option<PathBuf>,
    /// The beginning of the names of matches in the file, unlike those of other sittings.
    pub name: String,
}

/// Plays until the person leaves, or has to.
///
/// # Errors
/// When the terminal cannot be taken.
pub fn run(settings: Settings, options: Options) -> anyhow::Result<Exit> {
    let mouse = settings.mouse;
    let (room, exit) = on_screen(mouse, |_| Ok(room::Room::new(settings, options)))?;
    // Every round has been written; this only makes sure of it.
    room.sync();
    Ok(exit?)
}
