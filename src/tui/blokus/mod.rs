//! Blokus Duo at a terminal: a piece in hand on the board, the pieces of both sides, the winning rate.
//!
//! The machine's moves, hints and the winning rate are worked out by two threads of their own; a key never
//! waits for them.
//!
//! | file | what |
//! |---|---|
//! | [`room`] | the program that the loop runs: the game, what is known of it, what lies on top |
//! | `hands`, `typed`, `mouse` | what the person does |
//! | [`ghost`] | the piece in hand |
//! | `draw`, [`mod@layout`] | what is on the screen, and where |
//! | `board`, `tray`, `rate`, `moves` | the panes |
//! | `tiles` | how squares and small pieces are drawn |
//! | `form`, `menus` | the new game dialog; questions and the result |
//! | `seen` | what the panes are given |

mod board;
mod draw;
mod form;
pub mod ghost;
mod hands;
pub mod layout;
mod menus;
mod mouse;
mod moves;
mod rate;
pub mod room;
mod seen;
mod tiles;
mod tray;
mod typed;

use std::path::PathBuf;

use super::event::Exit;
use super::{Settings, on_screen};
use crate::game::GameLine;
use crate::game::blokus::Position;
use crate::session::blokus::Setup;

/// A game that comes from a file.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The moves.
    pub line: GameLine<Position>,
    /// What there is to say of it.
    pub said: String,
}

/// What a sitting begins with.
#[derive(Clone, Debug)]
pub struct Options {
    /// The first game. Later ones take seeds derived from its own.
    pub setup: Setup,
    /// A game to go on with.
    pub loaded: Option<Loaded>,
    /// Where games are kept; `None` for nowhere.
    pub data: Option<PathBuf>,
    /// The beginning of the names of games in the folder, later ones after earlier ones.
    pub name: String,
    /// The person's name.
    pub person: String,
    /// Whether rivals are bred while the person plays.
    pub breed: bool,
}

/// Plays until the person leaves, or has to.
///
/// # Errors
/// When the terminal or a thread cannot be taken.
pub fn run(settings: Settings, options: Options) -> anyhow::Result<Exit> {
    let mouse = settings.mouse;
    let (_, exit) = on_screen(mouse, |waker| {
        Ok(room::Room::new(&settings, options, waker)?)
    })?;
    Ok(exit?)
}
