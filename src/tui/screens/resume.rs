//! The question at the start, when a game was interrupted.

use super::menu::{Answer, Item, Menu};
use crate::text::tui as words;
use crate::tui::app::Effect;

/// Whether to go on with the interrupted game of `black` against `white`; `person` is the side (0
/// Black, 1 White) of its only person, `moves` how far it is, `more` how many others there are.
#[must_use]
pub fn resume_menu(
    black: &str,
    white: &str,
    person: Option<usize>,
    moves: usize,
    more: usize,
) -> Menu {
    let mut text = vec![
        words::interrupted(black, white, person, moves),
        words::RESUME_KEPT.to_owned(),
    ];
    if more > 0 {
        text.push(words::more_interrupted(more));
    }
    Menu {
        title: words::RESUME_TITLE.to_owned(),
        text,
        items: vec![
            Item {
                initial: 'y',
                label: words::RESUME_YES.to_owned(),
                answer: Answer::Do(Effect::Resume),
            },
            Item {
                initial: 'n',
                label: words::RESUME_NO.to_owned(),
                answer: Answer::Close,
            },
        ],
        chosen: 0,
        on_close: Answer::Close,
    }
}
