//! The question at the end of a sitting.

use super::menu::{Answer, Item, Menu};
use crate::text::tui as words;

/// Whether to leave a game that is not over, and is `kept` or not.
pub fn quit_menu(kept: bool) -> Menu {
    let text = if kept {
        vec![words::QUIT_TEXT.to_owned(), words::QUIT_COUNTS.to_owned()]
    } else {
        vec![words::QUIT_LOST.to_owned()]
    };
    Menu {
        title: words::QUIT_TITLE.to_owned(),
        text,
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
        width: 0,
    }
}
