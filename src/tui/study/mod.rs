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

use super::event::{self, Exit, Queue};
use super::terminal::{self, Screen};
use super::{Settings, sources};
use crate::session::study::Options;
use crate::text::study as words;

/// Takes a person through a study on the screen until they leave, or have to; true when it is complete
/// then.
///
/// # Errors
/// When the study cannot be opened, its file not be written, or the terminal not be taken.
pub fn run(settings: Settings, options: Options) -> anyhow::Result<(Exit, bool)> {
    let queue = Queue::new();
    let waker = queue.waker();
    let mouse = settings.mouse;
    let mut room = room::Room::open(settings, options, waker.clone())?;
    let mut screen = Screen::enter(mouse)?;
    terminal::set_panic_hook(move |message| waker.panicked(message));
    sources::start(&queue.sender())?;
    let exit = event::run(&mut room, &mut screen, &queue, event::frame_time());
    if matches!(exit, Ok(Exit::TerminalGone)) {
        screen.abandon();
    } else {
        drop(screen);
    }
    room.keep_typed();
    if let Some(why) = room.fault() {
        anyhow::bail!(words::not_kept(why));
    }
    Ok((exit?, room.is_done()))
}
