//! Leaving a game before its end, and resuming it.

use super::menu::{Answer, Item, Menu};
use crate::session::words as session_words;
use crate::tui::app::Effect;
use crate::tui::words;
use crate::words::sides::side_name;

/// Whether to leave the game at the table, which `is_kept` or not, for `other`.
pub fn leave_menu(other: Effect, is_kept: bool) -> Menu {
    let meaning = if is_kept {
        session_words::LEFT
    } else {
        session_words::LOST
    };
    Menu {
        title: words::LEAVE_TITLE.to_owned(),
        text: vec!["The game is not over.".to_owned(), meaning.to_owned()],
        items: vec![
            Item {
                initial: 'y',
                label: "Yes, leave it (:resume takes it up again)".to_owned(),
                answer: Answer::Do(Effect::Leave(Box::new(other))),
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

/// Which of the interrupted `games`, a line each and the latest first, to resume: as many as there are
/// letters.
pub fn games_menu(games: Vec<String>) -> Menu {
    let letters = 'a'..='z';
    let more = games.len().saturating_sub(letters.clone().count());
    let text = (more > 0).then(|| format!("The latest games; {more} older ones are kept."));
    let items = letters.zip(games).enumerate();
    Menu {
        title: "Resume which game?".to_owned(),
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
        interrupted(black, white, person, moves),
        "Otherwise it stays kept: :resume lists such games at any time.".to_owned(),
    ];
    let mut items = vec![
        Item {
            initial: 'y',
            label: "Yes, continue it".to_owned(),
            answer: Answer::Do(Effect::Resume),
        },
        Item {
            initial: 'n',
            label: "No, a new game".to_owned(),
            answer: Answer::Close,
        },
    ];
    if more > 0 {
        text.push(more_interrupted(more));
        items.push(Item {
            initial: 'o',
            label: "Another one ...".to_owned(),
            answer: Answer::Do(Effect::AskResume),
        });
    }
    Menu {
        title: "Continue?".to_owned(),
        text,
        items,
        chosen: 0,
        on_close: Answer::Close,
        width: 0,
    }
}

fn interrupted(black: &str, white: &str, person: Option<usize>, moves: usize) -> String {
    match person {
        Some(side_index) => {
            let other = [white, black][side_index.min(1)];
            format!(
                "A game against {other} was interrupted at move {moves}. You play {}.",
                side_name(side_index)
            )
        }
        None => format!("A game of {black} against {white} was interrupted at move {moves}."),
    }
}

fn more_interrupted(count: usize) -> String {
    if count == 1 {
        "One more game can be continued.".to_owned()
    } else {
        format!("{count} more games can be continued.")
    }
}
