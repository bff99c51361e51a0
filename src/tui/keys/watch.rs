//! The keys of screens on which nobody plays.

use super::rows::*;
use super::{Action, Direction};

const PLAY: Row = on(&[SPACE], Action::Play, ("play, or pause", "play"));
const SPEED: Row = each(
    &[
        (letter('+'), Action::Speed(Direction::Up)),
        (letter('='), Action::Speed(Direction::Up)),
        (letter('-'), Action::Speed(Direction::Down)),
    ],
    ("faster, slower", "speed"),
);
const REVERSE: Row = on(
    &[letter('b')],
    Action::Reverse,
    ("the other way round", "backwards"),
);
const PANES: Row = each(
    DIGITS.split_at(4).0,
    ("to the board, table, population, curves", "panes"),
);
const COMMANDS: Row = COMMAND.here(("type a command, such as :export", "command"));
const LEAVE: Row = QUIT.here(("leave; the run is not touched", "leave"));

const EXPORT: Row = on(
    &[letter('e')],
    Action::Export,
    ("write the run as tables and figures (CSV, SVG)", "export"),
);

/// A list of runs.
pub(super) const RUNS: &[Row] = &[
    arrows(UP_DOWN, ("choose a run", "choose")).hint(0),
    ACCEPT.here(("watch the run", "watch")).hint(1),
    on(
        &[letter('/')],
        Action::Filter,
        ("filter, such as running beta=0.01", "filter"),
    )
    .hint(2),
    on(
        &[letter('c')],
        Action::Curves,
        ("their curves over one another, or the list alone", "curves"),
    )
    .hint(3),
    CYCLE.hint(6),
    EXPORT
        .here(("write the curves that are shown (CSV, SVG)", "export"))
        .hint(7),
    PAGES.hint(8),
    ENDS.hint(9),
    NEXT_PANE,
    ZOOM.hint(10),
    COMMANDS,
    HELP.hint(4),
    CLOSE.here(("clear the filter; then leave", "back")),
    QUIT.here(("leave; the runs go on", "leave")).hint(5),
];

/// A run that goes on.
pub(super) const WATCH: &[Row] = &[
    CHOOSE,
    each(
        &[
            (PAGE_UP, Action::Page(Direction::Up)),
            (PAGE_DOWN, Action::Page(Direction::Down)),
        ],
        ("ten lines up, ten down", "ten lines"),
    ),
    ENDS.here(("to the first line, to the last", "ends")),
    CYCLE.hint(3),
    PAUSE.here(("pause the run, or resume it", "pause")).hint(0),
    on(
        &[letter('t')],
        Action::Stop,
        ("stop the run (after a question); it can be resumed", "stop"),
    )
    .hint(1),
    EXPORT.hint(2),
    each(
        &[
            (letter('+'), Action::Stretch(Direction::Up)),
            (letter('='), Action::Stretch(Direction::Up)),
            (letter('-'), Action::Stretch(Direction::Down)),
        ],
        ("fewer cycles of the curves, or more", "cycles shown"),
    )
    .hint(12),
    SORT.hint(8),
    AXES.hint(9),
    PANES,
    NEXT_PANE.hint(10),
    PREVIOUS_PANE,
    ZOOM.hint(11),
    COMMANDS,
    HELP.hint(4),
    CLOSE,
    LEAVE.hint(5),
];

/// A run that is played back.
pub(super) const REPLAY: &[Row] = &[
    PLAY.hint(0),
    arrows(LEFT_RIGHT, STEP).hint(1),
    SPEED.hint(2),
    REVERSE.hint(3),
    ENDS.hint(7),
    CHOOSE,
    SORT.hint(8),
    AXES.hint(9),
    // Not offered: the record of a run has no board, which it says.
    on(&[letter('1')], Action::Pane(0), ("to the board", "board")),
    each(
        DIGITS.split_at(4).0.split_at(1).1,
        ("to the table, population, curves", "panes"),
    ),
    NEXT_PANE.hint(10),
    PREVIOUS_PANE,
    ZOOM.hint(11),
    ONLY_COMMAND,
    HELP.hint(4),
    CLOSE,
    QUIT.hint(5),
];

/// A game that is played back.
pub(super) const REPLAY_GAME: &[Row] = &[
    PLAY.hint(0),
    arrows(LEFT_RIGHT, STEP).hint(1),
    SPEED.hint(2),
    REVERSE.hint(3),
    OTHER_GAME.hint(6),
    ENDS.hint(7),
    each(DIGITS.split_at(2).0, ("to the board, values", "panes")),
    NEXT_PANE.hint(10),
    PREVIOUS_PANE,
    ZOOM.hint(11),
    ONLY_COMMAND,
    HELP.hint(4),
    CLOSE,
    QUIT.hint(5),
];

const MISTAKES: super::Words = ("to the previous mistake, to the next", "mistakes");

/// A game that is gone through with the coach.
pub(super) const REVIEW: &[Row] = &[
    arrows(LEFT_RIGHT, STEP).hint(0),
    WALK.here(STEP),
    LOSSES.here(MISTAKES).hint(1),
    arrows(UP_DOWN, MISTAKES),
    ENDS.hint(4),
    VALUES.here(("values on the squares, or none", "values")),
    each(
        &[
            (letter('<'), Action::Page(Direction::Up)),
            (letter('>'), Action::Page(Direction::Down)),
        ],
        OTHER_GAME.words,
    )
    .hint(5),
    each(
        DIGITS.split_at(3).0,
        ("to the board, values, coach", "panes"),
    ),
    NEXT_PANE.hint(6),
    PREVIOUS_PANE,
    ZOOM.hint(7),
    ONLY_COMMAND,
    HELP.hint(2),
    CLOSE.here(("shrink the enlarged pane, else leave the review", "back")),
    QUIT.here(("leave the review", "leave")).hint(3),
];
