//! Janken at a terminal: one key is one hand, against a reader of habits.
//!
//! The program's hand is fixed and its digest shown before a key is read; the round is over with the key.
//! What it expected, and the population that it came from, are shown of the round that is over and never of
//! the coming one: both would give its hand away.
//!
//! | file | what |
//! |---|---|
//! | [`screen`] | the match, and what the person does |
//! | [`mod@layout`] | where the panes lie |
//! | `table`, [`figures`] | the last round, the score, what the next hand is fixed as |
//! | `score` | the curve beside what chance does |
//! | `insight` | what it saw, and habits |
//! | `population` | the population of the breeding |
//! | `dialogs` | questions, the result, the new match dialog |
//! | `view` | what the panes are given |

mod dialogs;
pub mod figures;
mod insight;
pub mod layout;
mod population;
mod score;
pub mod screen;
mod table;
mod view;
mod words;

use std::convert::Infallible;
use std::path::PathBuf;

use super::event::Exit;
use super::shell::Shell;
use super::{Settings, on_screen};
use koteki_session::janken::Setup;
use screen::JankenScreen;

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

/// The screen, to be gone to from another one.
///
/// # Errors
/// None.
pub fn open(settings: &Settings, options: Options) -> Result<Shell<JankenScreen>, Infallible> {
    Shell::open(settings, |context| JankenScreen::open(options, context))
}

/// Plays until the person leaves, or has to.
///
/// # Errors
/// When the terminal cannot be taken.
pub fn run(settings: &Settings, options: Options) -> anyhow::Result<Exit> {
    let (_, ended) = on_screen(settings.mouse, |_| Ok(open(settings, options)?))?;
    Ok(ended?.0)
}
