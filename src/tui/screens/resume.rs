//! Leaving a game before its end, and resuming it.

use super::menu::{Answer, Item, Menu};
use crate::text::{kept, tui as words};
use crate::tui::app::Effect;

/// Whether to leave the game at the table, which `is_kept` or not, for `other`.
pub fn leave_menu(other: Effect, is_kept: bool) -> Menu {
    let meaning = if is_kept { kept::LEFT } else { kept::LOST };
    Menu {
        title: words::LEAVE_TITLE.to_owned(),
        text: vec![words::LEAVE_TEXT.to_owned(), meaning.to_owned()],
        items: vec![
            Item {
                initial: 'y',
                label: words::LEAVE_YES.to_owned(),
                answer: Answer::Do(Effect::Leave(Box::new(other))),
            },
            Item {
                initial: 'n',
                label: words::LEAVE_NO.to_owned(),
                answer: Answer::Close,
            },
        ],
        chosen: 0,
        on_close: Answer::Close,
        width: 0,
    }
}

/// Which of the interrupted `games`, a line each and the latest first, to resume: as many as there are
/// letters.
pub fn games_menu(games: Vec<String>) -> Menu {
    let letters = 'a'..='z';
    let more = games.len().saturating_sub(letters.clone().count());
    let text = (more > 0).then(|| words::more_games(more));
    let items = letters.zip(games).enumerate();
    Menu {
        title: words::RESUME_WHICH.to_owned(),
        text: text.into_iter().collect(),
        items: items
            .map(|(place, (initial, label))| Item {
                initial,
                label,
                answer: Answer::Do(Effect::ResumeAt(place)),
            })
            .collect(),
        chosen: 0,
        on_close: Answer::Close,
        width: 0,
    }
}

/// Whether to resume the interrupted game of `black` against `white`; `person` is the side (0
/// Black, 1 White) of its only person, `moves` how far it is, `more` how many others there are.
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
    let mut items = vec![
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
    ];
    if more > 0 {
        text.push(words::more_interrupted(more));
        items.push(Item {
            initial: 'o',
            label: words::RESUME_OTHER.to_owned(),
            answer: Answer::Do(Effect::AskResume),
        });
    }
    Menu {
        title: words::RESUME_TITLE.to_owned(),
        text,
        items,
        chosen: 0,
        on_close: Answer::Close,
        width: 0,
    }
}
