//! The keys of a game of Othello.

use super::Action;
use super::rows::*;

const SETTINGS: Row = on(
    &[letter('o')],
    Action::Settings,
    ("settings (options)", "settings"),
);
const LESSON: Row = on(
    &[letter('i')],
    Action::Lesson,
    ("a short lesson: the rules and three ideas", "lesson"),
);
const PANES: Row = each(
    DIGITS.split_at(4).0,
    ("to the board, values, population, curves", "panes"),
);

pub(super) const GAME: &[Row] = &[
    CURSOR.hint(0),
    PLACE.hint(1),
    TYPE.hint(9),
    COMMAND,
    UNDO.hint(4),
    ALSO_UNDO,
    REDO,
    HINT.hint(5),
    VALUES,
    COPY,
    SETTINGS,
    PROFILE,
    LESSON.hint(7),
    NEW.hint(2),
    PAUSE.hint(10),
    WALK,
    LOSSES,
    WALK_ENDS,
    PANES,
    NEXT_PANE.hint(6),
    PREVIOUS_PANE,
    ZOOM.hint(8),
    AXES,
    HELP.hint(3),
    CLOSE,
    QUIT.hint(12),
];

/// When the game is over.
pub(super) const OVER: &[Row] = &[
    CURSOR.hint(10),
    RESULT.hint(2),
    TYPE,
    COMMAND,
    UNDO.hint(5),
    ALSO_UNDO,
    REDO,
    HINT,
    COPY,
    SETTINGS,
    PROFILE,
    LESSON.hint(12),
    REVIEW.hint(3),
    NEW.hint(3),
    PAUSE.hint(8),
    WALK.hint(0),
    LOSSES.hint(1),
    WALK_ENDS,
    PANES,
    NEXT_PANE.hint(7),
    PREVIOUS_PANE,
    ZOOM.hint(9),
    AXES.hint(11),
    HELP.hint(4),
    CLOSE,
    QUIT.hint(6),
];

const TRY: super::Words = (
    "try a move out from here, for both sides (not while a game is measured)",
    "try out",
);

/// In an earlier position of a game that goes on.
pub(super) const PAST: &[Row] = &[
    CURSOR.hint(10),
    PLACE.here(TRY).hint(2),
    TYPE.here(TRY),
    COMMAND,
    UNDO.hint(5),
    ALSO_UNDO,
    REDO,
    HINT,
    VALUES,
    COPY,
    SETTINGS,
    PROFILE,
    LESSON.hint(12),
    NEW.hint(3),
    PAUSE.hint(8),
    WALK.hint(0),
    LOSSES.hint(1),
    WALK_ENDS,
    PANES,
    NEXT_PANE.hint(7),
    PREVIOUS_PANE,
    ZOOM.hint(9),
    AXES.hint(11),
    HELP.hint(4),
    CLOSE
        .here(("return to the present position", "back to the game"))
        .hint(0),
    QUIT.hint(6),
];

/// In the population, enlarged beside a game.
pub(super) const INDIVIDUALS: &[Row] = &[
    CHOOSE.hint(0),
    on(
        &[ENTER],
        Action::Challenge,
        (
            "a new game against the individual that is chosen",
            "play it",
        ),
    )
    .hint(1),
    SORT.hint(2),
    AXES.hint(3),
    on(
        &[letter('z'), ESC],
        Action::Zoom,
        ("back to the game", "back"),
    )
    .hint(4),
    NEXT_PANE.hint(6),
    PREVIOUS_PANE,
    PANES,
    PAUSE,
    NEW,
    COMMAND,
    HELP.hint(5),
    QUIT.hint(7),
];

/// In the curves, enlarged beside a game.
pub(super) const CURVES: &[Row] = &[
    CYCLE.hint(0),
    on(
        &[letter('z'), ESC],
        Action::Zoom,
        ("back to the game", "back"),
    )
    .hint(1),
    NEXT_PANE.hint(3),
    PREVIOUS_PANE,
    PANES,
    PAUSE.hint(4),
    NEW,
    COMMAND,
    HELP.hint(2),
    QUIT.hint(5),
];

/// The person's own mistakes once more.
pub(super) const DRILL: &[Row] = &[
    CURSOR.hint(0),
    PLACE.hint(1),
    TYPE,
    WALK.here(("the mistake before, the next one", "others"))
        .hint(2),
    COMMAND,
    HELP.hint(3),
    CLOSE,
    QUIT.here(("back to your game", "leave")).hint(4),
];
