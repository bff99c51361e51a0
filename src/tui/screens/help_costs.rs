//! The question before help makes a measured game a practice game, which cannot be undone.

use super::menu::{Answer, Item, Menu};
use crate::tui::app::Effect;

/// Whether to use `help`, called `label`, in a measured game.
pub fn help_menu(help: Effect, label: &str) -> Menu {
    Menu {
        title: "Practice?".to_owned(),
        text: vec!["Help makes this a practice game: it will not count.".to_owned()],
        items: vec![
            Item {
                initial: 'y',
                label: label.to_owned(),
                answer: Answer::Do(help),
            },
            Item {
                initial: 'n',
                label: "No, play on".to_owned(),
                answer: Answer::Close,
            },
        ],
        chosen: 0,
        on_close: Answer::Close,
        width: 0,
    }
}
