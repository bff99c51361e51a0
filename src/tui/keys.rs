//! One keymap for each layer of the screen. The help and the bottom line are made from these tables,
//! so what they say is what the keys do.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use serde::{Deserialize, Serialize};

use crate::text::keys as words;

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
    /// Scrolls a page, up or down.
    Page(Direction),
    /// Scrolls to the beginning (up) or the end (down).
    End(Direction),
}

/// A key, as bindings know it: letters are lower case, Shift counts only where it makes another key.
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
    #[must_use]
    pub fn of(key: &KeyEvent) -> Option<Self> {
        let held = key.modifiers;
        if held.intersects(KeyModifiers::ALT | KeyModifiers::SUPER | KeyModifiers::META) {
            return None;
        }
        let code = match key.code {
            KeyCode::Char(letter) => KeyCode::Char(letter.to_ascii_lowercase()),
            KeyCode::Tab if held.contains(KeyModifiers::SHIFT) => KeyCode::BackTab,
            code => code,
        };
        Some(Self {
            code,
            control: held.contains(KeyModifiers::CONTROL),
        })
    }

    /// What is written on it.
    #[must_use]
    pub fn name(self) -> String {
        let name = match self.code {
            KeyCode::Char(' ') => words::SPACE.to_owned(),
            KeyCode::Char(letter) if self.control => letter.to_ascii_uppercase().to_string(),
            KeyCode::Char(letter) => letter.to_string(),
            KeyCode::Enter => words::ENTER.to_owned(),
            KeyCode::Esc => words::ESC.to_owned(),
            KeyCode::Tab => words::TAB.to_owned(),
            KeyCode::BackTab => words::BACK_TAB.to_owned(),
            KeyCode::Left => words::ARROW_NAMES[0].to_owned(),
            KeyCode::Right => words::ARROW_NAMES[1].to_owned(),
            KeyCode::Up => words::ARROW_NAMES[2].to_owned(),
            KeyCode::Down => words::ARROW_NAMES[3].to_owned(),
            KeyCode::PageUp => words::PAGES[0].to_owned(),
            KeyCode::PageDown => words::PAGES[1].to_owned(),
            KeyCode::Home => words::ENDS[0].to_owned(),
            KeyCode::End => words::ENDS[1].to_owned(),
            other => other.to_string(),
        };
        if self.control {
            format!("{}{name}", words::CONTROL)
        } else {
            name
        }
    }
}

/// Which keymap holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layer {
    /// The game with its panes.
    Game,
    /// The same when the game is over.
    Over,
    /// The move line.
    MoveLine,
    /// A dialog of choices.
    Menu,
    /// The new game dialog.
    Form,
    /// The help.
    Help,
    /// Nothing can be drawn.
    TooSmall,
}

impl Layer {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Game,
        Self::Over,
        Self::MoveLine,
        Self::Menu,
        Self::Form,
        Self::Help,
        Self::TooSmall,
    ];
}

/// Keys that do something together, such as the four arrows.
#[derive(Clone, Debug)]
pub struct Binding {
    /// Each key with what it does.
    pub keys: Vec<(Chord, Action)>,
    /// What the keys are called together.
    pub label: String,
    /// The long and the short form of what they do.
    pub words: words::Words,
    /// Place in the bottom line; `None` when it is not there.
    pub hint: Option<u8>,
}

/// What the keys do on one layer.
#[derive(Clone, Debug)]
pub struct Keymap {
    bindings: Vec<Binding>,
}

const fn key(code: KeyCode) -> Chord {
    Chord {
        code,
        control: false,
    }
}

const fn letter(letter: char) -> Chord {
    key(KeyCode::Char(letter))
}

const fn control(letter: char) -> Chord {
    Chord {
        code: KeyCode::Char(letter),
        control: true,
    }
}

const ARROWS: [(KeyCode, char, Direction); 4] = [
    (KeyCode::Left, 'h', Direction::Left),
    (KeyCode::Down, 'j', Direction::Down),
    (KeyCode::Up, 'k', Direction::Up),
    (KeyCode::Right, 'l', Direction::Right),
];

impl Keymap {
    /// The keymap of `layer`.
    #[must_use]
    pub fn new(layer: Layer, style: KeyStyle) -> Self {
        let mut map = Self {
            bindings: Vec::new(),
        };
        let vim = style == KeyStyle::Vim;
        match layer {
            Layer::Game => map.game(vim, false),
            Layer::Over => map.game(vim, true),
            Layer::MoveLine => {
                map.add(
                    &[key(KeyCode::Enter)],
                    Action::Accept,
                    words::ACCEPT,
                    Some(0),
                );
                map.add(&[key(KeyCode::Esc)], Action::Close, words::CANCEL, Some(1));
            }
            Layer::Menu => {
                map.directions(
                    &[Direction::Up, Direction::Down],
                    vim,
                    words::CHOOSE,
                    Some(0),
                );
                map.add(
                    &[key(KeyCode::Enter), letter(' ')],
                    Action::Accept,
                    words::ACCEPT,
                    Some(1),
                );
                map.add(&[key(KeyCode::Esc)], Action::Close, words::CLOSE, Some(2));
                map.add(&[letter('?')], Action::Help, words::HELP, Some(3));
            }
            Layer::Form => {
                map.directions(
                    &[Direction::Up, Direction::Down],
                    vim,
                    words::CHOOSE,
                    Some(0),
                );
                map.directions(
                    &[Direction::Left, Direction::Right],
                    vim,
                    words::CHANGE,
                    Some(1),
                );
                map.add(
                    &[key(KeyCode::Enter)],
                    Action::Accept,
                    words::ACCEPT,
                    Some(2),
                );
                map.add(&[key(KeyCode::Esc)], Action::Close, words::CLOSE, Some(3));
                map.add(
                    &[key(KeyCode::Tab)],
                    Action::Go(Direction::Down),
                    words::CHOOSE,
                    None,
                );
                map.add(
                    &[key(KeyCode::BackTab)],
                    Action::Go(Direction::Up),
                    words::CHOOSE,
                    None,
                );
                map.add(&[letter('?')], Action::Help, words::HELP, Some(4));
            }
            Layer::Help => {
                map.directions(
                    &[Direction::Up, Direction::Down],
                    vim,
                    words::SCROLL,
                    Some(0),
                );
                map.group(
                    &[
                        (key(KeyCode::PageUp), Action::Page(Direction::Up)),
                        (key(KeyCode::PageDown), Action::Page(Direction::Down)),
                        (letter(' '), Action::Page(Direction::Down)),
                    ],
                    words::SCROLL_PAGE,
                    Some(1),
                );
                map.group(
                    &[
                        (key(KeyCode::Home), Action::End(Direction::Up)),
                        (key(KeyCode::End), Action::End(Direction::Down)),
                    ],
                    words::SCROLL_ENDS,
                    None,
                );
                map.add(
                    &[key(KeyCode::Esc), letter('?'), letter('q')],
                    Action::Close,
                    words::CLOSE,
                    Some(2),
                );
            }
            Layer::TooSmall => {
                map.add(&[letter('q')], Action::Quit, words::QUIT, Some(0));
            }
        }
        map.add(&[control('c')], Action::Interrupt, words::INTERRUPT, None);
        map.add(&[control('z')], Action::Suspend, words::SUSPEND, None);
        map.add(&[control('l')], Action::Redraw, words::REDRAW, None);
        map
    }

    fn game(&mut self, vim: bool, over: bool) {
        // The place in the bottom line while the game goes on, and when it is over.
        let hint = |going: u8, finished: u8| Some(if over { finished } else { going });
        let all = ARROWS.map(|(_, _, direction)| direction);
        self.directions(&all, vim, words::CURSOR, hint(0, 10));
        let (action, what) = if over {
            (Action::Result, words::RESULT)
        } else {
            (Action::Place, words::PLACE)
        };
        let enter = [key(KeyCode::Enter), letter(' ')];
        self.add(&enter, action, what, hint(1, 2));
        let columns: Vec<(Chord, Action)> = ('a'..='h')
            .filter(|&column| !(vim && column == 'h'))
            .map(|column| (letter(column), Action::Type(column)))
            .collect();
        self.group(&columns, words::TYPE, None);
        self.add(&[letter(':')], Action::Command, words::COMMAND, None);
        self.add(&[letter('u')], Action::Undo, words::UNDO, hint(4, 5));
        self.add(&[letter('r')], Action::Redo, words::REDO, None);
        self.add(
            &[letter('t')],
            Action::Hint,
            words::HINT,
            if over { None } else { Some(5) },
        );
        self.add(&[letter('n')], Action::New, words::NEW, hint(2, 3));
        self.add(&[letter('p')], Action::Pause, words::PAUSE, hint(7, 8));
        self.walking(over);
        self.add(
            &[key(KeyCode::Tab)],
            Action::NextPane,
            words::NEXT_PANE,
            hint(6, 7),
        );
        self.add(
            &[key(KeyCode::BackTab)],
            Action::PreviousPane,
            words::PREVIOUS_PANE,
            None,
        );
        self.add(&[letter('z')], Action::Zoom, words::ZOOM, hint(9, 9));
        self.add(&[letter('x')], Action::Axes, words::AXES, hint(8, 11));
        self.add(&[letter('?')], Action::Help, words::HELP, hint(3, 4));
        self.add(&[key(KeyCode::Esc)], Action::Close, words::CLOSE, None);
        self.add(&[letter('q')], Action::Quit, words::QUIT, hint(12, 6));
    }

    fn walking(&mut self, over: bool) {
        let rank = |place: u8| over.then_some(place);
        self.group(
            &[
                (letter(','), Action::Walk(Direction::Left)),
                (letter('.'), Action::Walk(Direction::Right)),
            ],
            words::WALK,
            rank(0),
        );
        self.group(
            &[
                (key(KeyCode::PageUp), Action::Loss(Direction::Left)),
                (key(KeyCode::PageDown), Action::Loss(Direction::Right)),
            ],
            words::LOSSES,
            rank(1),
        );
        self.group(
            &[
                (key(KeyCode::Home), Action::End(Direction::Up)),
                (key(KeyCode::End), Action::End(Direction::Down)),
            ],
            words::WALK_ENDS,
            None,
        );
        let panes: Vec<(Chord, Action)> = ('1'..='4')
            .enumerate()
            .map(|(index, digit)| (letter(digit), Action::Pane(index)))
            .collect();
        self.group(&panes, words::PANES, None);
    }

    fn add(&mut self, chords: &[Chord], action: Action, words: words::Words, hint: Option<u8>) {
        let keys: Vec<(Chord, Action)> = chords.iter().map(|&chord| (chord, action)).collect();
        self.group(&keys, words, hint);
    }

    fn group(&mut self, keys: &[(Chord, Action)], words: words::Words, hint: Option<u8>) {
        let names: Vec<String> = keys.iter().map(|(chord, _)| chord.name()).collect();
        // A row of letters reads better as its ends.
        let label = match names.as_slice() {
            [first, .., last] if names.len() > 3 => format!("{first}-{last}"),
            _ => names.join(" "),
        };
        self.bindings.push(Binding {
            keys: keys.to_vec(),
            label,
            words,
            hint,
        });
    }

    fn directions(
        &mut self,
        directions: &[Direction],
        vim: bool,
        words: words::Words,
        hint: Option<u8>,
    ) {
        let ways = ARROWS.iter().filter(|(_, _, way)| directions.contains(way));
        let mut keys: Vec<(Chord, Action)> = Vec::new();
        let mut letters = String::new();
        for &(code, alias, way) in ways {
            keys.push((key(code), Action::Go(way)));
            if vim {
                keys.push((letter(alias), Action::Go(way)));
                letters.push(alias);
            }
        }
        let arrows = if directions.len() == 4 {
            words::ARROWS.to_owned()
        } else {
            let arrows: Vec<String> = keys
                .iter()
                .filter(|(chord, _)| !matches!(chord.code, KeyCode::Char(_)))
                .map(|(chord, _)| chord.name())
                .collect();
            arrows.join(" ")
        };
        let label = if vim {
            format!("{arrows} {letters}")
        } else {
            arrows
        };
        self.bindings.push(Binding {
            keys,
            label,
            words,
            hint,
        });
    }

    /// What `key` does here.
    #[must_use]
    pub fn action(&self, key: &KeyEvent) -> Option<Action> {
        let chord = Chord::of(key)?;
        self.bindings
            .iter()
            .flat_map(|binding| &binding.keys)
            .find(|(bound, _)| *bound == chord)
            .map(|(_, action)| *action)
    }

    /// All bindings, in the order of the help.
    #[must_use]
    pub fn bindings(&self) -> &[Binding] {
        &self.bindings
    }

    /// The most useful keys and what they do in a word, the most useful first.
    #[must_use]
    pub fn hints(&self) -> Vec<(String, &'static str)> {
        let mut hints: Vec<&Binding> = self
            .bindings
            .iter()
            .filter(|binding| binding.hint.is_some())
            .collect();
        hints.sort_by_key(|binding| binding.hint);
        hints
            .into_iter()
            .map(|binding| (binding.label.clone(), binding.words.1))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_key_is_bound_twice() {
        for style in [KeyStyle::Plain, KeyStyle::Vim] {
            for layer in Layer::ALL {
                let map = Keymap::new(layer, style);
                let mut seen = HashSet::new();
                for (chord, _) in map.bindings().iter().flat_map(|binding| &binding.keys) {
                    assert!(seen.insert(*chord), "{layer:?} {style:?}: {}", chord.name());
                }
            }
        }
    }

    #[test]
    fn letters_match_with_and_without_shift() {
        let map = Keymap::new(Layer::Game, KeyStyle::Plain);
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
        let map = Keymap::new(Layer::Game, KeyStyle::Vim);
        let press = |letter| map.action(&KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE));
        assert_eq!(press('h'), Some(Action::Go(Direction::Left)));
        assert_eq!(press('j'), Some(Action::Go(Direction::Down)));
        assert_eq!(press('k'), Some(Action::Go(Direction::Up)));
        assert_eq!(press('l'), Some(Action::Go(Direction::Right)));
        assert_eq!(press('g'), Some(Action::Type('g')));
        let plain = Keymap::new(Layer::Game, KeyStyle::Plain);
        let h = KeyEvent::new(KeyCode::Char('h'), KeyModifiers::NONE);
        assert_eq!(plain.action(&h), Some(Action::Type('h')));
    }
}
