//! The keys of janken.

use super::Action;
use super::rows::*;
use koteki_games::janken::Hand;

// No letter means two hands: r p s, g c p (gū, choki, pā). Digits do: contests and files count hands in
// several ways.
const ROCK: Row = on(
    &[letter('r'), letter('g')],
    Action::Throw(Hand::Rock),
    ("rock", "rock"),
);
const SCISSORS: Row = on(
    &[letter('s'), letter('c')],
    Action::Throw(Hand::Scissors),
    ("scissors", "scissors"),
);
const PAPER: Row = on(
    &[letter('p')],
    Action::Throw(Hand::Paper),
    ("paper", "paper"),
);
const COMMAND_LINE: Row = COMMAND.here(("type a hand or a command, such as :new", "command"));
const NEW_MATCH: Row = NEW.here(("new match: another level, another length", "new match"));
const NO_UNDO: Row = on(
    &[letter('u'), BACKSPACE],
    Action::Undo,
    ("(a hand that was shown cannot be taken back)", "take back"),
);
const COPY_CHECK: Row = COPY.here(("copy the line that checks the last hand", "copy check"));
const ENLARGE: Row = ZOOM.here(("enlarge the pane in focus, or back", "enlarge"));
const BACK: Row = CLOSE.here(("shrink the enlarged pane", "back"));
const LEAVE: Row = QUIT.here(("quit; the match is kept", "quit"));

pub(super) const MATCH: &[Row] = &[
    ROCK.hint(0),
    SCISSORS.hint(1),
    PAPER.hint(2),
    COMMAND_LINE,
    NEW_MATCH.hint(4),
    NO_UNDO,
    COPY_CHECK.hint(8),
    NEXT_PANE.hint(6),
    PREVIOUS_PANE,
    ENLARGE.hint(7),
    HELP.hint(3),
    BACK,
    LEAVE.hint(5),
];

/// When the match is over.
pub(super) const OVER: &[Row] = &[
    ROCK,
    SCISSORS,
    PAPER,
    RESULT.hint(0),
    COMMAND_LINE,
    NEW_MATCH.hint(4),
    NO_UNDO,
    COPY_CHECK.hint(8),
    NEXT_PANE.hint(6),
    PREVIOUS_PANE,
    ENLARGE.hint(7),
    HELP.hint(3),
    BACK,
    LEAVE.hint(5),
];
