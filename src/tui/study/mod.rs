//! A study at a terminal: its pages, games and questionnaires.
//!
//! Draws what the desk says comes next and hands it what the person does; what is shown has been
//! written down before. Nothing is shown that the protocol hides: no values, no population, no names of
//! opponents; there is no hint and no taking back.
//!
//! | file | what |
//! |---|---|
//! | `room` | the program that the loop runs: events in, the desk's notices out |
//! | `pages` | what each page says |

mod pages;
mod room;

use super::event::Exit;
use super::{Settings, on_screen};
use crate::session::study::Options;

/// Takes a person through a study on the screen until they leave, or have to; true when it is complete
/// then.
///
/// # Errors
/// When the study cannot be opened, its file not be written, or the terminal not be taken.
pub fn run(settings: Settings, options: Options) -> anyhow::Result<(Exit, bool)> {
    let mouse = settings.mouse;
    let open = |waker| room::Room::open(settings, options, waker);
    let (mut room, exit) = on_screen(mouse, open)?;
    room.keep_typed();
    if let Some(why) = room.fault() {
        anyhow::bail!(why.to_owned());
    }
    Ok((exit?, room.is_done()))
}
