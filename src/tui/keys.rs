//! One table of keys for each layer of the screen. The help and the bottom line are made from these tables,
//! so what they say is what the keys do.

mod blokus;
mod dialogs;
mod files;
mod janken;
mod othello;
mod rows;
mod study;
mod watch;

use std::sync::LazyLock;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseEventKind};
use serde::{Deserialize, Serialize};
use unicode_width::UnicodeWidthStr as _;

use self::rows::{Keys, Row, key, letter};
use koteki_games::Side;
use koteki_games::janken::Hand;
use koteki_games::typed::half_width_sign;

/// What a key does, in the help and in the bottom line.
pub type Words = (&'static str, &'static str);

/// What the settings say about keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum KeyStyle {
    /// Arrows move; every letter a-h begins a move.
    #[default]
    Plain,
    /// Arrows and hjkl move; moves in column h begin with `:`.
    Vim,
}

/// One of four ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// Up.
    Up,
    /// Down.
    Down,
}

/// What a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Moves cursor or choice, scrolls.
    Go(Direction),
    /// Plays the cursor's square.
    Place,
    /// Opens the move line with this letter.
    Type(char),
    /// Opens the move line for a move or a command.
    Command,
    /// Takes back.
    Undo,
    /// Plays again.
    Redo,
    /// Shows a good move.
    Hint,
    /// Copies the moves of the game.
    Copy,
    /// Opens the lesson.
    Lesson,
    /// Opens the settings.
    Settings,
    /// Opens the person's profile.
    Profile,
    /// Goes one move back in the game (left), or forward.
    Walk(Direction),
    /// Goes back to the last move that lost something (left), or on to the next.
    Loss(Direction),
    /// Shows the result again.
    Result,
    /// Focus to the pane of this number.
    Pane(usize),
    /// Opens the new game dialog.
    New,
    /// Pauses the breeding, or goes on.
    Pause,
    /// Focus to the next pane.
    NextPane,
    /// Focus to the pane before.
    PreviousPane,
    /// Enlarges the pane in focus, or back.
    Zoom,
    /// Values on the squares, or not any more.
    Values,
    /// Next pair of axes.
    Axes,
    /// Opens or closes the help.
    Help,
    /// Leaves, after a question when a game is going on.
    Quit,
    /// Leaves without a question.
    Interrupt,
    /// Stops the job.
    Suspend,
    /// Draws everything anew.
    Redraw,
    /// Closes the top layer.
    Close,
    /// Takes what is chosen or typed.
    Accept,
    /// Shows the choices as a list.
    List,
    /// Scrolls a page, up or down.
    Page(Direction),
    /// Scrolls to the beginning (up) or the end (down).
    End(Direction),
    /// Lets what is played back run, or stand still.
    Play,
    /// Plays back the other way round.
    Reverse,
    /// Plays back faster (up) or slower.
    Speed(Direction),
    /// The next order of the table.
    Sort,
    /// The values of the cycle before (left), or of the next.
    Cycle(Direction),
    /// Fewer cycles on the axis (up), or more.
    Stretch(Direction),
    /// Asks a run to stop.
    Stop,
    /// Writes tables and figures of what is shown.
    Export,
    /// Shows the curves of several runs over one another, or no longer.
    Curves,
    /// A game against the individual that is chosen.
    Challenge,
    /// Goes through the finished game with the coach.
    Review,
    /// Plays this hand at janken.
    Throw(Hand),
    /// Takes the piece whose name begins so in hand; again: the next of them.
    Piece(char),
    /// Takes the next piece in hand (right), or the one before.
    PieceStep(Direction),
    /// Turns the piece in hand clockwise (right) or the other way.
    Turn(Direction),
    /// Mirrors the piece in hand.
    Mirror,
    /// The next form of the piece in hand; with Shift the one before.
    Form,
    /// The next place where the piece in hand fits (right), or the one before.
    Spot(Direction),
    /// Opens the line in which a filter is typed.
    Filter,
    /// Opens the board editor.
    Edit,
    /// Puts a disc on the cursor's square, or takes it away.
    Put(Option<Side>),
    /// Takes all discs from the board.
    Clear,
    /// Sets the usual start up.
    Reset,
    /// Exchanges the colours of all discs.
    Swap,
    /// Makes it the other side's move.
    SideToMove,
}

/// A key, as bindings know it: letters are lower case and half-width, Shift counts only where it makes another key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chord {
    /// The key.
    pub code: KeyCode,
    /// Whether Control is held.
    pub control: bool,
}

impl Chord {
    /// The chord of a key event; `None` with Alt and the like, which nothing is bound to. Terminals
    /// differ in whether they report Shift with an upper-case letter, so it is not looked at.
    pub fn of(key: &KeyEvent) -> Option<Self> {
        let held = key.modifiers;
        if held.intersects(KeyModifiers::ALT | KeyModifiers::SUPER | KeyModifiers::META) {
            return None;
        }
        let code = match key.code {
            KeyCode::Char(letter) => KeyCode::Char(half_width_sign(letter).to_ascii_lowercase()),
            KeyCode::Tab if held.contains(KeyModifiers::SHIFT) => KeyCode::BackTab,
            code => code,
        };
        Some(Self {
            code,
            control: held.contains(KeyModifiers::CONTROL),
        })
    }

    /// What is written on it.
    pub fn name(self) -> String {
        let name = match self.code {
            KeyCode::Char(' ') => "Space".to_owned(),
            KeyCode::Char(letter) if self.control => letter.to_ascii_uppercase().to_string(),
            KeyCode::Char(letter) => letter.to_string(),
            KeyCode::BackTab => "Shift-Tab".to_owned(),
            KeyCode::PageUp => "PgUp".to_owned(),
            KeyCode::PageDown => "PgDn".to_owned(),
            // Not as on a Mac, which says Return.
            KeyCode::Enter => "Enter".to_owned(),
            KeyCode::Esc => "Esc".to_owned(),
            other => other.to_string(),
        };
        if self.control {
            format!("Ctrl-{name}")
        } else {
            name
        }
    }
}

/// What is written on a key, whether Alt is held with it or not; `None` of one that has no name here.
pub fn name_of(key: &KeyEvent) -> Option<String> {
    let modifiers = key.modifiers.difference(KeyModifiers::ALT);
    Chord::of(&KeyEvent::new(key.code, modifiers)).map(Chord::name)
}

/// What there is to say of a key that nothing is bound to; `None` of one that has no name here.
pub fn not_a_key(key: &KeyEvent) -> Option<String> {
    let alt = if key.modifiers.contains(KeyModifiers::ALT) {
        "Alt-"
    } else {
        ""
    };
    Some(format!(
        "{alt}{} does nothing here: ? shows all keys",
        name_of(key)?
    ))
}

/// The key that the wheel stands for where something is scrolled or chosen.
pub(super) fn wheel(kind: MouseEventKind) -> Option<KeyEvent> {
    let code = match kind {
        MouseEventKind::ScrollUp => KeyCode::Up,
        MouseEventKind::ScrollDown => KeyCode::Down,
        _ => return None,
    };
    Some(KeyEvent::from(code))
}

/// Which keymap holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layer {
    /// The game with its panes.
    Game,
    /// The same when the game is over.
    Over,
    /// An earlier position of a game that goes on.
    Past,
    /// The move line.
    MoveLine,
    /// A dialog of choices.
    Menu,
    /// A dialog of lines that can be changed.
    Form,
    /// The choices of such a line, which typing narrows down.
    List,
    /// The help.
    Help,
    /// Nothing can be drawn.
    TooSmall,
    /// A run that is watched.
    Watch,
    /// A run that is played back.
    Replay,
    /// A game that is played back.
    ReplayGame,
    /// The population, enlarged beside a game.
    Individuals,
    /// The curves, enlarged beside a game.
    Curves,
    /// The lesson.
    Lesson,
    /// The person's own mistakes once more.
    Drill,
    /// The person's profile.
    Profile,
    /// A game that is gone through with the coach.
    Review,
    /// A page of a study.
    StudyPage,
    /// A game of a study.
    StudyGame,
    /// A questionnaire of a study.
    StudySheet,
    /// The same where an answer is typed.
    StudyWords,
    /// A match of janken.
    Janken,
    /// The same when the match is over.
    JankenOver,
    /// A game of Blokus Duo.
    Blokus,
    /// The same when the game is over.
    BlokusOver,
    /// A list of games.
    Games,
    /// A game of it, gone through.
    GameStep,
    /// The board editor.
    Editor,
    /// A list of runs.
    Runs,
    /// A game of Blokus Duo that is over, gone through.
    BlokusReview,
    /// The person's own mistakes at Blokus Duo once more.
    BlokusDrill,
}

/// Keys that do something together, such as the four arrows.
#[derive(Clone, Debug)]
pub struct Binding {
    /// Each key with what it does.
    pub keys: Vec<(Chord, Action)>,
    /// What the keys are called together.
    pub label: String,
    /// The long and the short form of what they do.
    pub words: Words,
    /// Place in the bottom line; `None` when it is not there.
    pub hint: Option<u8>,
}

impl Binding {
    /// The key that a click on column `at` of its label and words stands for: the one whose name is there, or
    /// the first where all do the same.
    pub fn key_at(&self, at: usize) -> Option<KeyEvent> {
        let mut from = 0;
        let named = self.label.split(' ').find_map(|name| {
            let range = from..from + name.width();
            from = range.end + 1;
            let key = self.keys.iter().find(|(chord, _)| chord.name() == name)?;
            range.contains(&at).then_some(key)
        });
        let (first, action) = self.keys.first()?;
        let alike = self.keys.iter().all(|(_, other)| other == action);
        let chord = named.map(|(chord, _)| *chord).or(alike.then_some(*first))?;
        let held = if chord.control {
            KeyModifiers::CONTROL
        } else {
            KeyModifiers::NONE
        };
        Some(KeyEvent::new(chord.code, held))
    }
}

/// The keys of each layer, in the order of their declaration.
const TABLES: [(Layer, &[Row]); 32] = [
    (Layer::Game, othello::GAME),
    (Layer::Over, othello::OVER),
    (Layer::Past, othello::PAST),
    (Layer::MoveLine, dialogs::MOVE_LINE),
    (Layer::Menu, dialogs::MENU),
    (Layer::Form, dialogs::FORM),
    (Layer::List, dialogs::LIST),
    (Layer::Help, dialogs::HELP_TEXT),
    (Layer::TooSmall, dialogs::TOO_SMALL),
    (Layer::Watch, watch::WATCH),
    (Layer::Replay, watch::REPLAY),
    (Layer::ReplayGame, watch::REPLAY_GAME),
    (Layer::Individuals, othello::INDIVIDUALS),
    (Layer::Curves, othello::CURVES),
    (Layer::Lesson, dialogs::LESSON),
    (Layer::Drill, othello::DRILL),
    (Layer::Profile, dialogs::PROFILE),
    (Layer::Review, watch::REVIEW),
    (Layer::StudyPage, study::PAGE),
    (Layer::StudyGame, study::GAME),
    (Layer::StudySheet, study::SHEET),
    (Layer::StudyWords, study::TYPED),
    (Layer::Janken, janken::MATCH),
    (Layer::JankenOver, janken::OVER),
    (Layer::Blokus, blokus::GAME),
    (Layer::BlokusOver, blokus::OVER),
    (Layer::Games, files::LIST),
    (Layer::GameStep, files::STEPS),
    (Layer::Editor, files::EDITOR),
    (Layer::Runs, watch::RUNS),
    (Layer::BlokusReview, blokus::REVIEW),
    (Layer::BlokusDrill, blokus::DRILL),
];

impl Layer {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        TABLES.iter().map(|(layer, _)| *layer)
    }
}

/// What the letters of vim stand for.
const fn vim_letter(way: Direction) -> char {
    match way {
        Direction::Left => 'h',
        Direction::Down => 'j',
        Direction::Up => 'k',
        Direction::Right => 'l',
    }
}

const fn arrow(way: Direction) -> Chord {
    key(match way {
        Direction::Left => KeyCode::Left,
        Direction::Down => KeyCode::Down,
        Direction::Up => KeyCode::Up,
        Direction::Right => KeyCode::Right,
    })
}

impl Binding {
    fn new(row: &Row, style: KeyStyle) -> Self {
        let vim = style == KeyStyle::Vim;
        let names = |keys: &[(Chord, Action)]| -> Vec<String> {
            keys.iter().map(|(chord, _)| chord.name()).collect()
        };
        let (keys, label) = match row.keys {
            Keys::Arrows(ways) | Keys::OnlyArrows(ways) => {
                let arrows: Vec<_> = ways
                    .iter()
                    .map(|&way| (arrow(way), Action::Go(way)))
                    .collect();
                let label = if ways.len() == 4 {
                    "arrows".to_owned()
                } else {
                    names(&arrows).join(" ")
                };
                if vim && matches!(row.keys, Keys::Arrows(_)) {
                    let letters = ways
                        .iter()
                        .map(|&way| (letter(vim_letter(way)), Action::Go(way)));
                    let called: String = ways.iter().map(|&way| vim_letter(way)).collect();
                    (
                        arrows.into_iter().chain(letters).collect(),
                        format!("{label} {called}"),
                    )
                } else {
                    (arrows, label)
                }
            }
            Keys::Same(chords, action) => {
                let keys: Vec<_> = chords.iter().map(|&chord| (chord, action)).collect();
                let label = label(&names(&keys));
                (keys, label)
            }
            Keys::Each(keys) => {
                // In the vim style h moves.
                let is_free = |action| !vim || action != Action::Type('h');
                let keys: Vec<_> = keys.iter().copied().filter(|it| is_free(it.1)).collect();
                let label = label(&names(&keys));
                (keys, label)
            }
        };
        Self {
            keys,
            label: row.label.map_or(label, str::to_owned),
            words: row.words,
            hint: row.hint,
        }
    }
}

/// A row of letters reads better as its ends.
fn label(names: &[String]) -> String {
    match names {
        [first, .., last] if names.len() > 3 => format!("{first}-{last}"),
        _ => names.join(" "),
    }
}

/// What the keys do on one layer.
#[derive(Clone, Debug)]
pub struct Keymap {
    bindings: Vec<Binding>,
}

impl Keymap {
    /// The keymap of `layer`.
    pub fn of(layer: Layer, style: KeyStyle) -> &'static Self {
        static KEYMAPS: LazyLock<[[Keymap; TABLES.len()]; 2]> = LazyLock::new(|| {
            [KeyStyle::Plain, KeyStyle::Vim].map(|style| {
                TABLES.map(|(_, rows)| {
                    let rows = rows.iter().chain(rows::EVERYWHERE);
                    Keymap {
                        bindings: rows.map(|row| Binding::new(row, style)).collect(),
                    }
                })
            })
        });
        // Both in the order of their declaration.
        &KEYMAPS[style as usize][layer as usize]
    }

    /// What `key` does here.
    pub fn action(&self, key: &KeyEvent) -> Option<Action> {
        let chord = Chord::of(key)?;
        self.bindings
            .iter()
            .flat_map(|binding| &binding.keys)
            .find(|(bound, _)| *bound == chord)
            .map(|(_, action)| *action)
    }

    /// Whether a key does this here.
    pub fn has(&self, action: Action) -> bool {
        let mut keys = self.bindings.iter().flat_map(|binding| &binding.keys);
        keys.any(|(_, bound)| *bound == action)
    }

    /// All bindings, in the order of the help.
    pub fn bindings(&self) -> &[Binding] {
        &self.bindings
    }

    /// The bindings of the bottom line, the most useful first.
    pub fn hints(&self) -> Vec<&Binding> {
        let mut hints: Vec<&Binding> = self
            .bindings
            .iter()
            .filter(|binding| binding.hint.is_some())
            .collect();
        hints.sort_by_key(|binding| binding.hint);
        hints
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;

    #[test]
    fn tables_are_in_the_order_of_the_layers() {
        for (number, layer) in Layer::all().enumerate() {
            assert_eq!(layer as usize, number);
        }
    }

    #[test]
    fn no_key_is_bound_twice() {
        for style in [KeyStyle::Plain, KeyStyle::Vim] {
            for layer in Layer::all() {
                let map = Keymap::of(layer, style);
                let mut seen = HashSet::new();
                for (chord, _) in map.bindings().iter().flat_map(|binding| &binding.keys) {
                    assert!(seen.insert(*chord), "{layer:?} {style:?}: {}", chord.name());
                }
            }
        }
    }

    /// The colon opens a line wherever nothing is typed or asked already.
    #[test]
    fn commands_are_typed_on_every_screen() {
        let asking = [Layer::MoveLine, Layer::Menu, Layer::Form, Layer::Help];
        let typing = [Layer::List, Layer::TooSmall, Layer::StudyWords];
        for layer in Layer::all().filter(|it| !asking.contains(it) && !typing.contains(it)) {
            assert!(
                Keymap::of(layer, KeyStyle::Plain).has(Action::Command),
                "{layer:?}"
            );
        }
    }

    /// One key has one meaning, unless the name of a square, a piece or a hand needs it; a command whose key a piece
    /// needs has a key of its own in that game. Enter, Space, Esc and the arrows do what comes next.
    #[test]
    fn a_key_means_the_same_on_every_screen() {
        // Values of all moves, or of one after the other; a table in front is sorted; a run has no hint, and is
        // stopped only after a question; no run is edited.
        const ALIKE: [[Action; 2]; 6] = [
            [Action::Values, Action::Review],
            [Action::Profile, Action::Sort],
            [Action::Hint, Action::Stop],
            [Action::Edit, Action::Export],
            [Action::Speed(Direction::Up), Action::Stretch(Direction::Up)],
            [
                Action::Speed(Direction::Down),
                Action::Stretch(Direction::Down),
            ],
        ];
        let games = [
            Layer::Game,
            Layer::Over,
            Layer::Past,
            Layer::Drill,
            Layer::StudyGame,
            Layer::Janken,
            Layer::JankenOver,
        ];
        let blokus = [
            Layer::Blokus,
            Layer::BlokusOver,
            Layer::BlokusReview,
            Layer::BlokusDrill,
        ];
        let looking = [
            Layer::Individuals,
            Layer::Curves,
            Layer::Profile,
            Layer::Review,
            Layer::GameStep,
            Layer::Games,
            Layer::Watch,
            Layer::Replay,
            Layer::ReplayGame,
            Layer::Runs,
        ];
        let is_name = |action| {
            matches!(
                action,
                Action::Type(_) | Action::Piece(_) | Action::Throw(_)
            )
        };
        for others in [&blokus[..], &looking] {
            let mut meanings: HashMap<Chord, (Layer, Action)> = HashMap::new();
            for &layer in games.iter().chain(others) {
                let bindings = Keymap::of(layer, KeyStyle::Plain).bindings().iter();
                for &(chord, action) in bindings.flat_map(|binding| &binding.keys) {
                    let is_sign = matches!(chord.code, KeyCode::Char(sign) if sign != ' ');
                    if is_name(action) || !(is_sign || chord.code == KeyCode::Backspace) {
                        continue;
                    }
                    // The table in front has the focus of the keys.
                    let action = if layer == Layer::Profile && action == Action::Close {
                        Action::Profile
                    } else {
                        action
                    };
                    let (first, meant) = *meanings.entry(chord).or_insert((layer, action));
                    let is_alike = ALIKE
                        .iter()
                        .any(|it| it.contains(&meant) && it.contains(&action));
                    assert!(
                        meant == action || is_alike,
                        "{}: {meant:?} in {first:?}, {action:?} in {layer:?}",
                        chord.name()
                    );
                }
            }
        }
    }

    #[test]
    fn letters_match_with_and_without_shift() {
        let map = Keymap::of(Layer::Game, KeyStyle::Plain);
        for (code, held) in [
            (KeyCode::Char('u'), KeyModifiers::NONE),
            (KeyCode::Char('U'), KeyModifiers::NONE),
            (KeyCode::Char('U'), KeyModifiers::SHIFT),
        ] {
            assert_eq!(map.action(&KeyEvent::new(code, held)), Some(Action::Undo));
        }
        let back = KeyEvent::new(KeyCode::Tab, KeyModifiers::SHIFT);
        assert_eq!(map.action(&back), Some(Action::PreviousPane));
        let alt = KeyEvent::new(KeyCode::Char('q'), KeyModifiers::ALT);
        assert_eq!(map.action(&alt), None);
        let control = KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL);
        assert_eq!(map.action(&control), None);
    }

    #[test]
    fn vim_keys_move_and_leave_the_other_columns() {
        let map = Keymap::of(Layer::Game, KeyStyle::Vim);
        let press = |letter| map.action(&KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE));
        assert_eq!(press('h'), Some(Action::Go(Direction::Left)));
        assert_eq!(press('j'), Some(Action::Go(Direction::Down)));
        assert_eq!(press('k'), Some(Action::Go(Direction::Up)));
        assert_eq!(press('l'), Some(Action::Go(Direction::Right)));
        assert_eq!(press('g'), Some(Action::Type('g')));
        let plain = Keymap::of(Layer::Game, KeyStyle::Plain);
        let h = KeyEvent::new(KeyCode::Char('h'), KeyModifiers::NONE);
        assert_eq!(plain.action(&h), Some(Action::Type('h')));
    }
}
