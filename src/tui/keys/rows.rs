//! What tables of keys are made of: rows, and those that several tables have.

use ratatui::crossterm::event::KeyCode;

use super::{Action, Chord, Direction, Words};

/// Keys that do something together, as a table has them.
#[derive(Clone, Copy)]
pub(super) struct Row {
    pub keys: Keys,
    /// What the keys are called together, where that is not their names.
    pub label: Option<&'static str>,
    pub words: Words,
    pub hint: Option<u8>,
}

#[derive(Clone, Copy)]
pub(super) enum Keys {
    /// All do the same.
    Same(&'static [Chord], Action),
    Each(&'static [(Chord, Action)]),
    /// Arrows, and in the vim style the letters for them.
    Arrows(&'static [Direction]),
    /// Arrows where letters mean something else in every style.
    OnlyArrows(&'static [Direction]),
}

impl Row {
    /// In the bottom line, at this place.
    pub const fn hint(self, place: u8) -> Self {
        Self {
            hint: Some(place),
            ..self
        }
    }

    pub const fn called(self, label: &'static str) -> Self {
        Self {
            label: Some(label),
            ..self
        }
    }

    /// The same keys, which do something else here.
    pub const fn here(self, words: Words) -> Self {
        Self { words, ..self }
    }
}

const fn row(keys: Keys, words: Words) -> Row {
    Row {
        keys,
        label: None,
        words,
        hint: None,
    }
}

pub(super) const fn on(chords: &'static [Chord], action: Action, words: Words) -> Row {
    row(Keys::Same(chords, action), words)
}

pub(super) const fn each(keys: &'static [(Chord, Action)], words: Words) -> Row {
    row(Keys::Each(keys), words)
}

pub(super) const fn arrows(ways: &'static [Direction], words: Words) -> Row {
    row(Keys::Arrows(ways), words)
}

pub(super) const fn only_arrows(ways: &'static [Direction], words: Words) -> Row {
    row(Keys::OnlyArrows(ways), words)
}

pub(super) const fn key(code: KeyCode) -> Chord {
    Chord {
        code,
        control: false,
    }
}

pub(super) const fn letter(letter: char) -> Chord {
    key(KeyCode::Char(letter))
}

const fn control(letter: char) -> Chord {
    Chord {
        code: KeyCode::Char(letter),
        control: true,
    }
}

pub(super) const ENTER: Chord = key(KeyCode::Enter);
pub(super) const SPACE: Chord = letter(' ');
pub(super) const ESC: Chord = key(KeyCode::Esc);
pub(super) const BACKSPACE: Chord = key(KeyCode::Backspace);
pub(super) const TAB: Chord = key(KeyCode::Tab);
pub(super) const BACK_TAB: Chord = key(KeyCode::BackTab);
pub(super) const PAGE_UP: Chord = key(KeyCode::PageUp);
pub(super) const PAGE_DOWN: Chord = key(KeyCode::PageDown);

/// In the order in which the keys lie with vim.
pub(super) const ALL_WAYS: &[Direction] = &[
    Direction::Left,
    Direction::Down,
    Direction::Up,
    Direction::Right,
];
pub(super) const UP_DOWN: &[Direction] = &[Direction::Down, Direction::Up];
pub(super) const LEFT_RIGHT: &[Direction] = &[Direction::Left, Direction::Right];

pub(super) const CURSOR: Row = arrows(ALL_WAYS, ("move the cursor", "move"));
pub(super) const PLACE: Row = on(
    &[ENTER, SPACE],
    Action::Place,
    ("play the square under the cursor", "play"),
);
pub(super) const TYPE: Row = each(
    &[
        (letter('a'), Action::Type('a')),
        (letter('b'), Action::Type('b')),
        (letter('c'), Action::Type('c')),
        (letter('d'), Action::Type('d')),
        (letter('e'), Action::Type('e')),
        (letter('f'), Action::Type('f')),
        (letter('g'), Action::Type('g')),
        (letter('h'), Action::Type('h')),
    ],
    ("type a move, such as f5 Enter", "type a move"),
);
pub(super) const COMMAND: Row = on(
    &[letter(':')],
    Action::Command,
    ("type a move or a command, such as :new", "command"),
);
/// Where no move is typed.
pub(super) const ONLY_COMMAND: Row = COMMAND.here(("type a command, such as :help", "command"));
pub(super) const RESULT: Row = on(
    &[ENTER, SPACE],
    Action::Result,
    ("the result again, and what to play next", "result"),
);
pub(super) const UNDO: Row = on(
    &[letter('u')],
    Action::Undo,
    ("take your last move back (makes it practice)", "take back"),
);
/// The same key in every game, a row of its own: the bottom line has no room for two names.
pub(super) const ALSO_UNDO: Row = on(&[BACKSPACE], Action::Undo, UNDO.words);
pub(super) const REDO: Row = on(
    &[letter('r')],
    Action::Redo,
    ("replay the move that was taken back", "redo"),
);
pub(super) const HINT: Row = on(
    &[letter('t')],
    Action::Hint,
    ("hint (makes it practice)", "hint"),
);
pub(super) const COPY: Row = on(
    &[letter('y')],
    Action::Copy,
    ("copy the game's moves (f5d6c3...)", "copy"),
);
pub(super) const PROFILE: Row = on(
    &[letter('s')],
    Action::Profile,
    (
        "your strength: the estimate over time, results, mistakes",
        "strength",
    ),
);
pub(super) const NEW: Row = on(&[letter('n')], Action::New, ("new game", "new game"));
pub(super) const REVIEW: Row = on(
    &[letter('v')],
    Action::Review,
    ("review the game: mistakes, reasons, better moves", "review"),
);
pub(super) const PAUSE: Row = on(
    &[letter('p')],
    Action::Pause,
    ("pause the evolution, or resume it", "pause"),
);
pub(super) const SORT: Row = on(
    &[letter('s')],
    Action::Sort,
    ("sort the table by the next column", "sort"),
);
pub(super) const CYCLE: Row = each(
    &[
        (key(KeyCode::Left), Action::Cycle(Direction::Left)),
        (key(KeyCode::Right), Action::Cycle(Direction::Right)),
    ],
    ("the values of the cycle before, of the next", "cycle"),
);
pub(super) const ZOOM: Row = on(
    &[letter('z')],
    Action::Zoom,
    ("enlarge the pane, or back", "enlarge"),
);
pub(super) const AXES: Row = on(
    &[letter('x')],
    Action::Axes,
    ("other axes for the population", "axes"),
);
pub(super) const VALUES: Row = on(
    &[letter('v')],
    Action::Values,
    (
        "values on the squares, or none (not while a game is measured)",
        "values",
    ),
);
pub(super) const HELP: Row = on(&[letter('?')], Action::Help, ("this help", "help"));
pub(super) const QUIT: Row = on(&[letter('q')], Action::Quit, ("quit", "quit"));
pub(super) const CLOSE: Row = on(&[ESC], Action::Close, ("close what is on top", "close"));
pub(super) const ACCEPT: Row = on(&[ENTER], Action::Accept, ("accept", "accept"));
pub(super) const CHOOSE: Row = arrows(UP_DOWN, ("choose a line", "choose"));
pub(super) const NEXT_PANE: Row = on(&[TAB], Action::NextPane, ("next pane", "pane"));
pub(super) const PREVIOUS_PANE: Row = on(
    &[BACK_TAB],
    Action::PreviousPane,
    ("previous pane", "previous pane"),
);

/// One move back, one on.
pub(super) const WALK: Row = each(
    &[
        (letter(','), Action::Walk(Direction::Left)),
        (letter('.'), Action::Walk(Direction::Right)),
    ],
    ("look at the previous move, at the next one", "walk"),
);
pub(super) const STEP: Words = ("one step back, one step on", "step");
pub(super) const LOSSES: Row = each(
    &[
        (PAGE_UP, Action::Loss(Direction::Left)),
        (PAGE_DOWN, Action::Loss(Direction::Right)),
    ],
    (
        "to the last move that lost something, to the next",
        "losses",
    ),
);
pub(super) const ENDS: Row = each(
    &[
        (key(KeyCode::Home), Action::End(Direction::Up)),
        (key(KeyCode::End), Action::End(Direction::Down)),
    ],
    ("to the beginning, to the end", "ends"),
);
pub(super) const WALK_ENDS: Row = ENDS.here(("to the beginning of the game, back to now", "ends"));
pub(super) const PAGES: Row = each(
    &[
        (PAGE_UP, Action::Page(Direction::Up)),
        (PAGE_DOWN, Action::Page(Direction::Down)),
        (SPACE, Action::Page(Direction::Down)),
    ],
    ("scroll a page", "page"),
);
/// The same where Space is for something else.
pub(super) const JUMPS: Row = each(
    &[
        (PAGE_UP, Action::Page(Direction::Up)),
        (PAGE_DOWN, Action::Page(Direction::Down)),
    ],
    ("a page up, a page down", "page"),
);
pub(super) const OTHER_GAME: Row = JUMPS.here(("the previous game, the next one", "game"));
pub(super) const SCROLL: Words = ("scroll", "scroll");

/// The digits, each for a pane: as many of them as there are.
pub(super) const DIGITS: &[(Chord, Action)] = &[
    (letter('1'), Action::Pane(0)),
    (letter('2'), Action::Pane(1)),
    (letter('3'), Action::Pane(2)),
    (letter('4'), Action::Pane(3)),
    (letter('5'), Action::Pane(4)),
];

/// At the end of every table.
pub(super) const EVERYWHERE: &[Row] = &[
    on(
        &[control('c')],
        Action::Interrupt,
        ("quit at once, without a question", "quit at once"),
    ),
    on(
        &[control('z')],
        Action::Suspend,
        ("back to the shell for a while (fg returns)", "shell"),
    ),
    on(
        &[control('l')],
        Action::Redraw,
        ("draw the screen anew", "redraw"),
    ),
];
