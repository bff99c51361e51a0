//! The question before help makes a measured game a practice game, which cannot be undone.

use super::menu::{Answer, Item, Menu};
use crate::text::tui as words;
use crate::tui::app::Effect;

/// Whether to use `help`, called `label`, in a measured game.
pub fn help_menu(help: Effect, label: &str) -> Menu {
    Menu {
        title: words::HELP_COSTS_TITLE.to_owned(),
        text: vec![words::HELP_COSTS.to_owned()],
        items: vec![
            Item {
                initial: 'y',
                label: label.to_owned(),
                answer: Answer::Do(help),
            },
            Item {
                initial: 'n',
                label: words::HELP_NO.to_owned(),
                answer: Answer::Close,
            },
        ],
        chosen: 0,
        on_close: Answer::Close,
        width: 0,
    }
}
