//! The keys of a game of Blokus Duo: letters name the pieces, so commands whose letter is a piece have another one.

use super::rows::*;
use super::{Action, Direction};

/// First characters of the pieces' names.
const PIECES: Row = each(
    &[
        (letter('1'), Action::Piece('1')),
        (letter('2'), Action::Piece('2')),
        (letter('f'), Action::Piece('f')),
        (letter('i'), Action::Piece('i')),
        (letter('l'), Action::Piece('l')),
        (letter('n'), Action::Piece('n')),
        (letter('o'), Action::Piece('o')),
        (letter('p'), Action::Piece('p')),
        (letter('t'), Action::Piece('t')),
        (letter('u'), Action::Piece('u')),
        (letter('v'), Action::Piece('v')),
        (letter('w'), Action::Piece('w')),
        (letter('x'), Action::Piece('x')),
        (letter('y'), Action::Piece('y')),
        (letter('z'), Action::Piece('z')),
    ],
    (
        "take the piece that looks like it (again: the next of that letter)",
        "piece",
    ),
)
.called("1 2 f i l n o p t-z");
const NEXT_PIECE: Row = each(
    &[
        (letter('+'), Action::PieceStep(Direction::Right)),
        (letter('='), Action::PieceStep(Direction::Right)),
        (letter('-'), Action::PieceStep(Direction::Left)),
    ],
    ("the next piece, the previous one", "piece"),
);
const SPOTS: Row = each(
    &[
        (letter('>'), Action::Spot(Direction::Right)),
        (letter('<'), Action::Spot(Direction::Left)),
    ],
    (
        "the next place where the piece fits, the previous one",
        "next place",
    ),
);
const TAKE_BACK: Row = on(&[letter('b'), BACKSPACE], Action::Undo, UNDO.words);
const NEW_GAME: Row = on(&[letter('g')], Action::New, NEW.words);
const STRENGTH: Row = PROFILE.here(("your strength, as your games say", "strength"));
const OTHER_AXES: Row = on(&[letter('j')], Action::Axes, AXES.words);
const ENLARGE: Row = on(&[letter('e')], Action::Zoom, ZOOM.words);
const LEAVE: Row = QUIT.here(("quit; the game is kept", "quit"));

const MOVE: Row = only_arrows(
    ALL_WAYS,
    ("move the piece in hand (with Shift: four squares)", "move"),
);
const PLAY: Row = on(
    &[ENTER],
    Action::Place,
    ("play the piece where it lies", "play"),
);
const CLOCKWISE: Row = on(
    &[letter('d')],
    Action::Turn(Direction::Right),
    ("turn the piece clockwise", "turn"),
);
const ANTICLOCKWISE: Row = on(
    &[letter('c')],
    Action::Turn(Direction::Left),
    ("turn it the other way", "turn back"),
);
const MIRROR: Row = on(
    &[letter('m')],
    Action::Mirror,
    ("mirror the piece", "mirror"),
);
const FORM: Row = on(
    &[SPACE],
    Action::Form,
    (
        "the next form of the piece (with Shift: the previous one)",
        "form",
    ),
);

pub(super) const GAME: &[Row] = &[
    MOVE.hint(0),
    PLAY.hint(1),
    PIECES,
    NEXT_PIECE.hint(2),
    CLOCKWISE.hint(3),
    ANTICLOCKWISE,
    MIRROR.hint(4),
    FORM.hint(8),
    SPOTS.hint(5),
    on(&[letter('h')], Action::Hint, HINT.words).hint(7),
    TAKE_BACK.hint(9),
    REDO,
    NEW_GAME.hint(11),
    STRENGTH,
    COMMAND,
    WALK,
    WALK_ENDS,
    NEXT_PANE.hint(10),
    PREVIOUS_PANE,
    OTHER_AXES,
    ENLARGE,
    HELP.hint(6),
    CLOSE,
    LEAVE.hint(12),
];

/// When the game is over.
pub(super) const OVER: &[Row] = &[
    RESULT.hint(0),
    on(
        &[letter('v')],
        Action::Review,
        ("review the game: what you gave away", "review"),
    )
    .hint(1),
    TAKE_BACK.hint(4),
    REDO,
    NEW_GAME.hint(1),
    STRENGTH,
    COMMAND,
    WALK.hint(2),
    WALK_ENDS,
    NEXT_PANE.hint(5),
    PREVIOUS_PANE,
    OTHER_AXES,
    ENLARGE,
    HELP.hint(6),
    CLOSE,
    LEAVE.hint(12),
];

/// One's own game that is over, gone through.
pub(super) const REVIEW: &[Row] = &[
    arrows(LEFT_RIGHT, STEP).hint(0),
    WALK.here(STEP),
    LOSSES
        .here((
            "to the last placement that gave away most, to the next",
            "mistakes",
        ))
        .hint(1),
    ENDS.hint(3),
    ONLY_COMMAND,
    NEXT_PANE.hint(4),
    PREVIOUS_PANE,
    ENLARGE,
    HELP.hint(2),
    CLOSE.here(("shrink the enlarged pane, else back to your game", "back")),
    QUIT.here(("back to your game", "leave")).hint(3),
];

/// The person's own mistakes once more.
pub(super) const DRILL: &[Row] = &[
    MOVE.hint(0),
    PLAY.here((
        "play the piece where it lies; then the next mistake",
        "play",
    ))
    .hint(1),
    PIECES,
    NEXT_PIECE.hint(3),
    CLOCKWISE.hint(4),
    ANTICLOCKWISE,
    MIRROR.hint(5),
    FORM,
    SPOTS.hint(6),
    COMMAND,
    WALK.here(("the mistake before, the next one", "others"))
        .hint(2),
    NEXT_PANE.hint(8),
    PREVIOUS_PANE,
    ENLARGE,
    HELP.hint(7),
    CLOSE.here(("shrink the enlarged pane, else back to your game", "back")),
    QUIT.here(("back to your game", "leave")).hint(9),
];
