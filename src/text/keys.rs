//! What the keys do, in words: the long form for the help, the short one for the bottom line.

/// Long and short.
pub type Words = (&'static str, &'static str);

/// An action.
pub const CURSOR: Words = ("move the cursor", "move");
/// An action.
pub const PLACE: Words = ("play the square under the cursor", "play");
/// A move in the past.
pub const NOT_HERE: Words = (
    "(a move is played in the present position: Esc returns to it)",
    "play",
);
/// Back from the past.
pub const TO_NOW: Words = ("return to the present position", "back to the game");
/// An action.
pub const TYPE: Words = ("type a move, such as f5 Enter", "type a move");
/// An action.
pub const COMMAND: Words = ("type a move or a command, such as :new", "command");
/// An action.
pub const JANKEN_COMMAND: Words = ("type a hand or a command, such as :new", "command");
/// An action.
pub const UNDO: Words = ("take your last move back (makes it practice)", "take back");
/// An action.
pub const REDO: Words = ("play the move again that was taken back", "redo");
/// An action.
pub const HINT: Words = ("hint (makes it practice)", "hint");
/// An action.
pub const WALK: Words = ("look at the move before, at the next one", "walk");
/// An action.
pub const LOSSES: Words = (
    "to the last move that lost something, to the next",
    "losses",
);
/// An action.
pub const WALK_ENDS: Words = ("to the beginning of the game, back to now", "ends");
/// An action.
pub const RESULT: Words = ("the result again, and what to play next", "result");
/// An action.
pub const PANES: Words = ("to the board, values, population, curves", "panes");
/// An action.
pub const COPY: Words = ("copy the game's moves (f5d6c3...)", "copy");
/// An action.
pub const SETTINGS: Words = ("settings (options)", "settings");
/// An action.
/// Opens the profile.
pub const PROFILE: Words = (
    "your strength: the estimate over time, results, mistakes",
    "strength",
);

/// Opens the lesson.
pub const LESSON: Words = ("a short lesson: the rules and three ideas", "lesson");
/// An action.
pub const PAGE_ON: Words = ("the next page", "on");
/// An action.
pub const PAGE_BACK: Words = ("the page before", "back");
/// An action.
pub const NEW: Words = ("new game", "new game");
/// An action.
pub const PAUSE: Words = ("pause the evolution, or let it go on", "pause");
/// An action.
pub const NEXT_PANE: Words = ("next pane", "pane");
/// An action.
pub const PREVIOUS_PANE: Words = ("pane before", "pane before");
/// An action.
pub const ZOOM: Words = ("enlarge the pane, or back", "enlarge");
/// An action.
pub const AXES: Words = ("other axes for the population", "axes");
/// An action.
pub const HELP: Words = ("this help", "help");
/// An action.
pub const QUIT: Words = ("quit", "quit");
/// An action.
pub const INTERRUPT: Words = ("quit at once (the game is kept)", "quit at once");
/// An action.
pub const SUSPEND: Words = ("back to the shell for a while (fg returns)", "shell");
/// An action.
pub const REDRAW: Words = ("draw the screen anew", "redraw");
/// An action.
pub const CLOSE: Words = ("close what is on top", "close");
/// An action.
pub const ACCEPT: Words = ("accept", "accept");
/// An action.
pub const CHOOSE: Words = ("choose a line", "choose");
/// An action.
pub const CHANGE: Words = ("change the line", "change");
/// An action.
pub const SCROLL: Words = ("scroll", "scroll");
/// An action.
pub const SCROLL_PAGE: Words = ("scroll a page", "page");
/// An action.
pub const SCROLL_ENDS: Words = ("to the beginning, to the end", "ends");
/// An action.
pub const CANCEL: Words = ("leave the line", "cancel");
/// An action.
pub const INITIAL: Words = ("a letter before a line takes that line", "letter");

/// An action.
pub const PLAY: Words = ("play, or stand still", "play");
/// An action.
pub const STEP: Words = ("one step back, one step on", "step");
/// An action.
pub const SPEED: Words = ("faster, slower", "speed");
/// An action.
pub const REVERSE: Words = ("the other way round", "backwards");
/// An action.
pub const OTHER_GAME: Words = ("the game before, the next one", "game");
/// An action.
pub const REPLAY_ENDS: Words = ("to the beginning, to the end", "ends");
/// An action.
pub const SORT: Words = ("sort the table by the next column", "sort");
/// An action.
pub const SMALLER: Words = ("back to the game", "back");
/// An action.
pub const CHALLENGE: Words = (
    "a new game against the individual that is chosen",
    "play it",
);
/// An action.
pub const WATCH_PANES: Words = ("to the board, table, population, curves", "panes");
/// An action.
pub const REPLAY_PANES: Words = ("to the board, values", "panes");
/// An action.
pub const REVIEW: Words = ("review the game: mistakes, reasons, better moves", "review");
/// An action.
pub const MISTAKES: Words = ("to the last mistake, to the next", "mistakes");
/// An action.
pub const REVIEW_PANES: Words = ("to the board, values, coach", "panes");
/// An action.
pub const BACK_REVIEW: Words = ("the enlarged pane back, else leave the review", "back");
/// An action.
pub const LEAVE_REVIEW: Words = ("leave the review", "leave");
/// An action.
pub const LEAVE: Words = ("leave; the run goes on", "leave");

/// An action.
pub const GO_ON: Words = ("go on", "go on");
/// An action.
pub const LEAVE_KEPT: Words = ("leave; everything is kept", "leave");
/// An action.
pub const MOVE_LINE: Words = ("type a move", "type a move");
/// An action.
pub const ANSWER: Words = ("give this answer; on the last line: hand in", "answer");
/// An action.
pub const ANSWER_TYPED: Words = ("keep what is typed, and go on", "keep what is typed");
/// An action.
pub const ANSWER_NUMBER: Words = ("give the answer of that number", "by number");
/// An action.
pub const NEXT_QUESTION: Words = ("to the next question", "next");
/// An action.
pub const PREVIOUS_QUESTION: Words = ("to the question before", "before");

/// A hand.
pub const ROCK: Words = ("rock", "rock");
/// A hand.
pub const SCISSORS: Words = ("scissors", "scissors");
/// A hand.
pub const PAPER: Words = ("paper", "paper");
/// A new match.
pub const NEW_MATCH: Words = ("new match: another level, another length", "new match");
/// The result of the match.
pub const MATCH_RESULT: Words = ("the result again, and what to play next", "result");
/// What undoing is in janken.
pub const NO_UNDO: Words = ("(a hand that was shown cannot be taken back)", "take back");
/// The check of a commitment.
pub const COPY_CHECK: Words = ("copy the line that checks the last hand", "copy check");
/// The janken panes.
pub const MATCH_ZOOM: Words = ("enlarge the pane in focus, or back", "enlarge");
/// Back from an enlarged pane.
pub const MATCH_CLOSE: Words = ("the enlarged pane back", "back");
/// Leaves janken.
pub const LEAVE_MATCH: Words = ("quit; the match is kept", "quit");

/// Moves the piece in hand.
pub const PIECE_MOVE: Words = ("move the piece in hand (with Shift: four squares)", "move");
/// Plays it.
pub const PIECE_PLAY: Words = ("play the piece where it lies", "play");
/// The letters of the pieces.
pub const PIECE_LETTERS: &str = "1 2 f i l n o p t-z";
/// What they do.
pub const PIECE_CHOOSE: Words = (
    "take the piece that looks like it (again: the next of that letter)",
    "piece",
);
/// The next piece.
pub const PIECE_STEP: Words = ("the next piece, the one before", "piece");
/// Turns it.
pub const PIECE_TURN: Words = ("turn the piece clockwise", "turn");
/// The other way.
pub const PIECE_TURN_BACK: Words = ("turn it the other way", "turn back");
/// Mirrors it.
pub const PIECE_MIRROR: Words = ("mirror the piece", "mirror");
/// The next form.
pub const PIECE_FORM: Words = (
    "the next form of the piece (with Shift: the one before)",
    "form",
);
/// Where it fits.
pub const PIECE_SPOT: Words = (
    "the next place where the piece fits, the one before",
    "next place",
);
/// Saves.
pub const SAVE: Words = ("save the game as a .blksgf file", "save");
/// Leaves the game.
pub const LEAVE_GAME: Words = ("quit; the game is kept", "quit");

/// An action.
pub const CHOOSE_GAME: Words = ("choose a game", "choose");
/// An action.
pub const OPEN_GAME: Words = ("go through the game", "open");
/// An action.
pub const FILTER: Words = (
    "filter, such as player:tamenori year:1986 result:black",
    "filter",
);
/// An action.
pub const BACK_LIST: Words = ("take the filter away; then back to your game", "back");
/// An action.
pub const LEAVE_GAMES: Words = ("back to your game", "leave");
/// An action.
pub const JUMP: Words = ("ten moves back, ten on", "ten moves");
/// An action.
pub const TAKE_OVER: Words = (
    "play on from this position: a new practice game",
    "play on from here",
);
/// An action.
pub const EDIT: Words = ("change the board (editor)", "edit");
/// An action.
pub const BACK_STEP: Words = ("back to the list, or to your game", "back");
/// An action.
pub const PUT_BLACK: Words = ("a black disc", "black");
/// An action.
pub const PUT_WHITE: Words = ("a white disc", "white");
/// An action.
pub const PUT_NOTHING: Words = ("no disc", "empty");
/// What the keys are called.
pub const EMPTY_KEYS: &str = "- . Del";
/// An action.
pub const PUT_NEXT: Words = ("black, white, empty in turn", "next");
/// An action.
pub const SIDE_TO_MOVE: Words = ("the other side is to move", "to move");
/// An action.
pub const SWAP: Words = ("exchange the colours of all discs", "swap");
/// An action.
pub const CLEAR: Words = ("empty the board", "clear");
/// An action.
pub const RESET: Words = ("the usual start", "start");
/// An action.
pub const ROW_ENDS: Words = ("to the beginning, to the end of the row", "ends");
/// An action.
pub const PLAY_BOARD: Words = ("play from this board: a new practice game", "play");
/// An action.
pub const CANCEL_BOARD: Words = ("leave the editor; nothing is changed", "cancel");

/// Names of keys.
pub const ARROW_NAMES: [&str; 4] = ["Left", "Right", "Up", "Down"];
/// Name of a key.
pub const SPACE: &str = "Space";
/// Name of a key.
pub const ENTER: &str = "Enter";
/// Name of a key.
pub const ESC: &str = "Esc";
/// Name of a key.
pub const TAB: &str = "Tab";
/// Name of a key.
pub const BACK_TAB: &str = "Shift-Tab";
/// Names of keys.
pub const PAGES: [&str; 2] = ["PgUp", "PgDn"];
/// Names of keys.
pub const ENDS: [&str; 2] = ["Home", "End"];
/// A key with control.
pub const CONTROL: &str = "Ctrl-";
/// All four together.
pub const ARROWS: &str = "arrows";

/// A key that does nothing.
pub fn not_a_key(key: &str) -> String {
    format!("{key} does nothing here: ? shows all keys")
}
