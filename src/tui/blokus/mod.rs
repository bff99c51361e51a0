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
//! | `drill` | the person's mistakes once more |
//! | `review` | a game of the person's that is over, gone through |
//! | `view` | what the panes are given |

mod board;
mod dialogs;
mod drill;
pub mod ghost;
mod input;
pub mod layout;
mod moves;
mod rate;
mod review;
pub mod screen;
mod tiles;
mod tray;
mod view;

use super::event::Waker;
use super::shell::Context;
use super::{PersonScreen, Settings};
use koteki_games::blokus::Position;
use koteki_session::SessionError;
use koteki_session::person::rated::Options;
use screen::BlokusScreen;

impl PersonScreen for Position {
    type Screen = BlokusScreen;

    fn screen(
        settings: &Settings,
        options: Options<Self>,
        waker: Waker,
        context: &mut Context<BlokusScreen>,
    ) -> Result<BlokusScreen, SessionError> {
        BlokusScreen::open(settings, options, waker, context)
    }
}
