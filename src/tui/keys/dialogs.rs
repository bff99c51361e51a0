//! The keys of dialogs.

use super::rows::*;
use super::{Action, Direction};
use ratatui::crossterm::event::KeyCode;

pub(super) const MOVE_LINE: &[Row] = &[
    ACCEPT.hint(0),
    CLOSE.here(("leave the line", "cancel")).hint(1),
];

pub(super) const MENU: &[Row] = &[
    CHOOSE.hint(0),
    JUMPS,
    ENDS,
    on(&[ENTER, SPACE], Action::Accept, ACCEPT.words).hint(1),
    CLOSE.hint(2),
    HELP.hint(3),
];

/// Lines with a value each.
pub(super) const FORM: &[Row] = &[
    CHOOSE.hint(0),
    JUMPS,
    ENDS,
    arrows(LEFT_RIGHT, ("change the line", "change")).hint(1),
    on(
        &[SPACE],
        Action::List,
        (
            "the choices of the line as a list; so does a letter",
            "list",
        ),
    )
    .hint(2),
    ACCEPT.hint(3),
    CLOSE.hint(4),
    on(&[TAB], Action::Go(Direction::Down), CHOOSE.words),
    on(&[BACK_TAB], Action::Go(Direction::Up), CHOOSE.words),
    HELP.hint(5),
];

/// Every letter is for what narrows it down.
pub(super) const LIST: &[Row] = &[
    CHOOSE.hint(0),
    JUMPS,
    ENDS,
    ACCEPT.here(("take the one in hand", "take")).hint(1),
    CLOSE.hint(2),
];

const LEAVE: Row = QUIT.here(("back to your game", "leave"));

const SCROLLING: Row = arrows(UP_DOWN, SCROLL);

pub(super) const HELP_TEXT: &[Row] = &[
    SCROLLING.hint(0),
    PAGES.hint(1),
    ENDS,
    HELP.here(("the next page, after the last close", "next or close"))
        .hint(2),
    on(&[ESC, letter('q')], Action::Close, CLOSE.words).hint(3),
];

pub(super) const PROFILE: &[Row] = &[
    SCROLLING.hint(0),
    PAGES.hint(1),
    ENDS,
    AXES.here((
        "how predictions of your games came out; again for the whole page",
        "predictions",
    ))
    .hint(2),
    on(&[ESC, letter('s')], Action::Close, CLOSE.words).hint(3),
    ONLY_COMMAND,
    HELP.hint(4),
    LEAVE,
];

pub(super) const LESSON: &[Row] = &[
    on(
        &[key(KeyCode::Right), ENTER, SPACE],
        Action::Go(Direction::Right),
        ("the next page", "on"),
    )
    .hint(0),
    on(
        &[key(KeyCode::Left), BACKSPACE],
        Action::Go(Direction::Left),
        ("the previous page", "back"),
    )
    .hint(1),
    on(&[ESC, letter('i')], Action::Close, CLOSE.words).hint(2),
    ONLY_COMMAND,
    HELP.hint(3),
    LEAVE,
];

/// Where nothing but a message can be drawn.
pub(super) const TOO_SMALL: &[Row] = &[QUIT.hint(0)];
