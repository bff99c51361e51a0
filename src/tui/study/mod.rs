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

use std::time::Instant;

use ratatui::Frame;

use super::event::{Event, Exit, Flow, Program, Waker};
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

/// A study that was gone to from another screen.
struct FromGame {
    room: room::Room,
    /// How it is gone on with.
    go_on: String,
}

impl Program for FromGame {
    fn update(&mut self, event: Event) -> Flow {
        self.room.update(event)
    }

    fn due(&self) -> Option<Instant> {
        self.room.due()
    }

    fn leave(&mut self) -> Option<String> {
        self.room.keep_typed();
        match self.room.fault() {
            Some(why) => Some(why.to_owned()),
            None => (!self.room.is_done()).then(|| self.go_on.clone()),
        }
    }

    fn draw(&mut self, frame: &mut Frame<'_>) {
        self.room.draw(frame);
    }
}

/// The screen, to be gone to from another one, where `go_on` is said when the study was left before its end.
///
/// # Errors
/// When the study cannot be opened.
pub fn open(
    settings: Settings,
    options: Options,
    go_on: String,
    waker: Waker,
) -> anyhow::Result<Box<dyn Program>> {
    let room = room::Room::open(settings, options, waker)?;
    Ok(Box::new(FromGame { room, go_on }))
}
