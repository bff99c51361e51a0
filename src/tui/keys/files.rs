//! The keys of opened games and of the board editor.

use ratatui::crossterm::event::KeyCode;

use super::Action;
use super::rows::*;
use koteki_games::Side;

const LEAVE: Row = QUIT.here(("back to your game", "leave"));

/// A list of games.
pub(super) const LIST: &[Row] = &[
    arrows(UP_DOWN, ("choose a game", "choose")).hint(0),
    ACCEPT.here(("go through the game", "open")).hint(1),
    on(
        &[letter('/')],
        Action::Filter,
        (
            "filter, such as player:tamenori year:1986 result:black",
            "filter",
        ),
    )
    .hint(2),
    PAGES.hint(5),
    ENDS.hint(6),
    ONLY_COMMAND,
    HELP.hint(3),
    CLOSE
        .here(("clear the filter; then back to your game", "back"))
        .hint(4),
    LEAVE,
];

/// A game that is gone through.
pub(super) const STEPS: &[Row] = &[
    WALK.here(STEP).hint(0),
    arrows(LEFT_RIGHT, STEP),
    arrows(UP_DOWN, ("ten moves back, ten on", "ten moves")),
    ACCEPT
        .here((
            "play on from this position: a new practice game",
            "play on from here",
        ))
        .hint(1),
    REVIEW.hint(4),
    on(
        &[letter('e')],
        Action::Edit,
        ("change the board (editor)", "edit"),
    )
    .hint(5),
    COPY,
    ENDS.hint(6),
    OTHER_GAME.hint(7),
    ONLY_COMMAND,
    HELP.hint(2),
    CLOSE
        .here(("back to the list, or to your game", "back"))
        .hint(3),
    LEAVE,
];

pub(super) const EDITOR: &[Row] = &[
    CURSOR.hint(0),
    on(
        &[letter('x'), letter('b')],
        Action::Put(Some(Side::Black)),
        ("a black disc", "black"),
    )
    .hint(3),
    on(
        &[letter('o'), letter('w')],
        Action::Put(Some(Side::White)),
        ("a white disc", "white"),
    )
    .hint(4),
    on(
        &[letter('-'), letter('.'), BACKSPACE, key(KeyCode::Delete)],
        Action::Put(None),
        ("no disc", "empty"),
    )
    .called("- . Del")
    .hint(5),
    on(
        &[SPACE],
        Action::Place,
        ("black, white, empty in turn", "next"),
    ),
    on(
        &[letter('t'), TAB],
        Action::SideToMove,
        ("the other side is to move", "to move"),
    )
    .hint(6),
    on(
        &[letter('s')],
        Action::Swap,
        ("exchange the colours of all discs", "swap"),
    )
    .hint(9),
    on(&[letter('c')], Action::Clear, ("empty the board", "clear")).hint(8),
    on(&[letter('r')], Action::Reset, ("the usual start", "start")).hint(10),
    ENDS.here(("to the beginning, to the end of the row", "ends")),
    ACCEPT
        .here(("play from this board: a new practice game", "play"))
        .hint(1),
    ONLY_COMMAND,
    HELP.hint(7),
    CLOSE
        .here(("leave the editor; nothing is changed", "cancel"))
        .hint(2),
    LEAVE,
];
