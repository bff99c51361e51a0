//! The questions at the end and at the beginning of a sitting.

use super::menu::{Answer, Item, Menu};
use crate::text::tui as words;
use crate::tui::app::Effect;

/// Whether to leave a game that is not over.
#[must_use]
pub fn quit_menu() -> Menu {
    Menu {
        title: words::QUIT_TITLE.to_owned(),
        text: vec![words::QUIT_TEXT.to_owned()],
        items: vec![
            Item {
                initial: 'q',
                label: words::QUIT_YES.to_owned(),
                answer: Answer::Quit,
            },
            Item {
                initial: 's',
                label: words::QUIT_NO.to_owned(),
                answer: Answer::Close,
            },
        ],
        chosen: 0,
        on_close: Answer::Close,
    }
}

/// Whether to go on with a game that was interrupted; `about` says which.
#[must_use]
pub fn resume_menu(about: String) -> Menu {
    Menu {
        title: words::RESUME_TITLE.to_owned(),
        text: vec![words::RESUME_TEXT.to_owned(), about],
        items: vec![
            Item {
                initial: 'g',
                label: words::RESUME_YES.to_owned(),
                answer: Answer::Do(Effect::Resume),
            },
            Item {
                initial: 'n',
                label: words::RESUME_NO.to_owned(),
                answer: Answer::Do(Effect::DropInterrupted),
            },
        ],
        chosen: 0,
        on_close: Answer::Do(Effect::DropInterrupted),
    }
}
