//! A study at a terminal: its pages, games and questionnaires.
//!
//! Draws what the session says comes next and hands it what the person does; what is shown has been
//! written down before. Nothing is shown that the protocol hides: no values, no population, no names of
//! opponents; there is no hint and no taking back.
//!
//! | file | what |
//! |---|---|
//! | `screen` | what is shown, and what the person does |
//! | `pages` | what each page says |
//! | [`page`], [`sheet`] | how a page, a game, a questionnaire look |

pub mod page;
mod pages;
mod screen;
pub mod sheet;

use self::screen::StudyScreen;
use super::event::{Ended, Waker};
use super::shell::Shell;
use super::{Settings, on_screen};
use koteki_session::study::Options;

/// The screen. Its threads use `waker`; `go_on` is said when the study is left before its end.
///
/// # Errors
/// When the study cannot be opened.
pub fn open(
    settings: &Settings,
    options: Options,
    go_on: String,
    waker: Waker,
) -> anyhow::Result<Shell<StudyScreen>> {
    Shell::open(settings, |_| {
        StudyScreen::open(settings, options, go_on, waker)
    })
}

/// Takes a person through a study on the screen until they leave, or have to; `go_on` comes back when it is not
/// complete then.
///
/// # Errors
/// When the study cannot be opened, its file not be written, or the terminal not be taken.
pub fn run(settings: &Settings, options: Options, go_on: String) -> anyhow::Result<Ended> {
    let start = |waker| open(settings, options, go_on, waker);
    let (shell, ended) = on_screen(settings.mouse, start)?;
    if let Some(why) = shell.screen().fault() {
        anyhow::bail!(why.to_owned());
    }
    Ok(ended?)
}
