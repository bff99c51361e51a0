//! The question at the end of a sitting.

use super::menu::{Answer, Item, Menu};

/// Whether to leave a game that is not over, and is `kept` or not.
pub fn quit_menu(kept: bool) -> Menu {
    let text = if kept {
        vec![
            "The game is not over. It is kept and offered again next time.".to_owned(),
            "A measured game counts once it is over.".to_owned(),
        ]
    } else {
        vec!["The game is not over, and it is not kept: leaving ends it.".to_owned()]
    };
    Menu {
        title: "Leave?".to_owned(),
        text,
        items: vec![
            Item {
                initial: 'q',
                label: "Quit".to_owned(),
                answer: Answer::Quit,
            },
            Item {
                initial: 's',
                label: "Stay".to_owned(),
                answer: Answer::Close,
            },
        ],
        chosen: 0,
        on_close: Answer::Close,
        width: 0,
    }
}
