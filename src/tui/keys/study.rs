//! The keys of a study.

use super::rows::*;
use super::{Action, Words};

const LEAVE_WORDS: Words = ("leave; everything is kept", "leave");
const LEAVE: Row = QUIT.here(LEAVE_WORDS);
/// Where nothing else is closed by Esc.
const LEAVE_PAGE: Row = on(&[letter('q'), ESC], Action::Quit, LEAVE_WORDS);

/// A page that is read, and a board on which a game has ended.
pub(super) const PAGE: &[Row] = &[
    on(&[ENTER, SPACE], Action::Accept, ("continue", "continue")).hint(0),
    ONLY_COMMAND,
    HELP.hint(1),
    LEAVE_PAGE.hint(2),
    only_arrows(UP_DOWN, SCROLL),
];

/// A game: no help of any kind.
pub(super) const GAME: &[Row] = &[
    CURSOR.hint(0),
    PLACE.hint(1),
    TYPE.hint(2),
    COMMAND.here(("type a move", "type a move")),
    HELP.hint(3),
    LEAVE.hint(4),
];

const CHOOSE_ANSWER: Row = only_arrows(UP_DOWN, CHOOSE.words);
const NEXT_QUESTION: Row = NEXT_PANE.here(("to the next question", "next"));
const PREVIOUS_QUESTION: Row = PREVIOUS_PANE.here(("to the previous question", "before"));

/// A questionnaire.
pub(super) const SHEET: &[Row] = &[
    ACCEPT
        .here(("give this answer; on the last line: hand in", "answer"))
        .hint(1),
    CHOOSE_ANSWER.hint(0),
    NEXT_QUESTION.hint(3),
    PREVIOUS_QUESTION,
    each(DIGITS, ("give the answer with that number", "by number")).hint(2),
    ONLY_COMMAND,
    HELP.hint(4),
    LEAVE_PAGE.hint(5),
];

/// The same where an answer is typed: letters and digits are text.
pub(super) const TYPED: &[Row] = &[
    ACCEPT
        .here(("keep what is typed, and continue", "keep what is typed"))
        .hint(0),
    CHOOSE_ANSWER.hint(2),
    NEXT_QUESTION.hint(3),
    PREVIOUS_QUESTION.hint(4),
    on(&[ESC], Action::Quit, LEAVE_WORDS).hint(5),
];
