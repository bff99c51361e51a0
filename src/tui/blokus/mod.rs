//! Blokus Duo at a terminal: a piece in hand on the board, the pieces of both sides, the winning rate.
//!
//! The machine's moves, hints and the winning rate are worked out by two threads of their own; a key never
//! waits for them.
//!
//! | file | what |
//! |---|---|
//! | [`screen`] | the game, what is known of it, what is shown |
//! | `input` | what the person does |
//! | [`ghost`] | the piece in hand |
//! | [`mod@layout`] | where the panes lie |
//! | `board`, `tray`, `rate`, `moves` | the panes |
//! | `tiles` | how squares and small pieces are drawn |
//! | `dialogs` | questions, the result, the new game dialog |
//! | `view` | what the panes are given |

mod board;
mod dialogs;
pub mod ghost;
mod input;
pub mod layout;
mod moves;
mod rate;
pub mod screen;
mod tiles;
mod tray;
mod view;

use super::event::{Exit, Waker};
use super::shell::Shell;
use super::{Settings, on_screen};
use koteki_games::blokus::Position;
use koteki_session::SessionError;
use koteki_session::person::Options;
use screen::BlokusScreen;

/// The screen. Its threads use `waker`.
///
/// # Errors
/// When there is no such opponent, or the system gives no thread.
pub fn open(
    settings: &Settings,
    options: Options<Position>,
    waker: Waker,
) -> Result<Shell<BlokusScreen>, SessionError> {
    let open = |context: &mut _| BlokusScreen::open(settings, options, waker, context);
    Shell::open(settings, open)
}

/// Plays until the person leaves, or has to.
///
/// # Errors
/// When the terminal or a thread cannot be taken.
pub fn run(settings: &Settings, options: Options<Position>) -> anyhow::Result<Exit> {
    let (_, ended) = on_screen(settings.mouse, |waker| Ok(open(settings, options, waker)?))?;
    Ok(ended?.0)
}
