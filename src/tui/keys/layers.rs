//! The keymaps of the game screen and of what lies on top of it.

use ratatui::crossterm::event::KeyCode;

use super::{Action, Binding, Chord, Direction, KeyStyle, Keymap, Layer};
use crate::text::keys as words;

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

const ARROWS: [(KeyCode, char, Direction); 4] = [
    (KeyCode::Left, 'h', Direction::Left),
    (KeyCode::Down, 'j', Direction::Down),
    (KeyCode::Up, 'k', Direction::Up),
    (KeyCode::Right, 'l', Direction::Right),
];

impl Keymap {
    /// The keymap of `layer`.
    pub fn new(layer: Layer, style: KeyStyle) -> Self {
        let mut map = Self {
            bindings: Vec::new(),
        };
        let vim = style == KeyStyle::Vim;
        match layer {
            Layer::Game => map.game(vim, Layer::Game),
            Layer::Over => map.game(vim, Layer::Over),
            Layer::Past => map.game(vim, Layer::Past),
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
            Layer::Form | Layer::Settings => {
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
                map.scrolling(vim);
                map.add(
                    &[key(KeyCode::Esc), letter('?'), letter('q')],
                    Action::Close,
                    words::CLOSE,
                    Some(2),
                );
            }
            Layer::Watch => map.watch(vim),
            Layer::Replay => {
                map.replay(vim);
                map.watch(vim);
            }
            Layer::ReplayGame => {
                map.replay(vim);
                map.panes('2', words::REPLAY_PANES);
                map.around(words::QUIT);
            }
            Layer::Individuals => map.individuals(vim),
            Layer::Lesson => {
                let on = [
                    (key(KeyCode::Right), Action::Go(Direction::Right)),
                    (key(KeyCode::Enter), Action::Go(Direction::Right)),
                    (letter(' '), Action::Go(Direction::Right)),
                ];
                map.group(&on, words::PAGE_ON, Some(0));
                let back = [
                    (key(KeyCode::Left), Action::Go(Direction::Left)),
                    (key(KeyCode::Backspace), Action::Go(Direction::Left)),
                ];
                map.group(&back, words::PAGE_BACK, Some(1));
                let close = [key(KeyCode::Esc), letter('q'), letter('i')];
                map.add(&close, Action::Close, words::CLOSE, Some(2));
            }
            Layer::Profile => {
                map.scrolling(vim);
                let close = [key(KeyCode::Esc), letter('q'), letter('s')];
                map.add(&close, Action::Close, words::CLOSE, Some(2));
            }
            Layer::Review => map.review(vim),
            Layer::StudyPage => map.study_page(),
            Layer::StudyGame => map.study_game(vim),
            Layer::StudySheet => map.study_sheet(false),
            Layer::StudyWords => map.study_sheet(true),
            Layer::Janken => map.janken(false),
            Layer::JankenOver => map.janken(true),
            Layer::Blokus => map.blokus(false),
            Layer::BlokusOver => map.blokus(true),
            Layer::Games => map.games(vim),
            Layer::GameStep => map.game_step(vim),
            Layer::Editor => map.editor(vim),
            Layer::TooSmall => {
                map.add(&[letter('q')], Action::Quit, words::QUIT, Some(0));
            }
        }
        map.add(&[control('c')], Action::Interrupt, words::INTERRUPT, None);
        map.add(&[control('z')], Action::Suspend, words::SUSPEND, None);
        map.add(&[control('l')], Action::Redraw, words::REDRAW, None);
        map
    }

    /// The keys that scroll.
    fn scrolling(&mut self, vim: bool) {
        self.directions(
            &[Direction::Up, Direction::Down],
            vim,
            words::SCROLL,
            Some(0),
        );
        self.group(
            &[
                (key(KeyCode::PageUp), Action::Page(Direction::Up)),
                (key(KeyCode::PageDown), Action::Page(Direction::Down)),
                (letter(' '), Action::Page(Direction::Down)),
            ],
            words::SCROLL_PAGE,
            Some(1),
        );
        self.group(
            &[
                (key(KeyCode::Home), Action::End(Direction::Up)),
                (key(KeyCode::End), Action::End(Direction::Down)),
            ],
            words::SCROLL_ENDS,
            None,
        );
    }

    fn game(&mut self, vim: bool, layer: Layer) {
        let (over, past) = (layer == Layer::Over, layer == Layer::Past);
        // The place in the bottom line while the game goes on, and when it is over or an earlier position is
        // looked at.
        let hint = |going: u8, looking: u8| Some(if over || past { looking } else { going });
        let all = ARROWS.map(|(_, _, direction)| direction);
        self.directions(&all, vim, words::CURSOR, hint(0, 10));
        let (action, what) = if over {
            (Action::Result, words::RESULT)
        } else {
            (Action::Place, words::PLACE)
        };
        let enter = [key(KeyCode::Enter), letter(' ')];
        let what = if past { words::NOT_HERE } else { what };
        self.add(&enter, action, what, if past { None } else { hint(1, 2) });
        let columns: Vec<(Chord, Action)> = ('a'..='h')
            .filter(|&column| !(vim && column == 'h'))
            .map(|column| (letter(column), Action::Type(column)))
            .collect();
        let what = if past { words::NOT_HERE } else { words::TYPE };
        self.group(&columns, what, None);
        self.add(&[letter(':')], Action::Command, words::COMMAND, None);
        self.add(&[letter('u')], Action::Undo, words::UNDO, hint(4, 5));
        self.add(&[letter('r')], Action::Redo, words::REDO, None);
        self.add(
            &[letter('t')],
            Action::Hint,
            words::HINT,
            if over || past { None } else { Some(5) },
        );
        self.add(&[letter('y')], Action::Copy, words::COPY, None);
        self.add(&[letter('o')], Action::Settings, words::SETTINGS, None);
        self.add(&[letter('s')], Action::Profile, words::PROFILE, None);
        self.add(&[letter('i')], Action::Lesson, words::LESSON, hint(10, 12));
        if over {
            self.add(&[letter('v')], Action::Review, words::REVIEW, Some(3));
        }
        self.add(&[letter('n')], Action::New, words::NEW, hint(2, 3));
        self.add(&[letter('p')], Action::Pause, words::PAUSE, hint(7, 8));
        self.walking(over || past);
        self.tabs(hint(6, 7));
        self.add(&[letter('z')], Action::Zoom, words::ZOOM, hint(9, 9));
        self.add(&[letter('x')], Action::Axes, words::AXES, hint(8, 11));
        self.add(&[letter('?')], Action::Help, words::HELP, hint(3, 4));
        let (what, place) = if past {
            (words::TO_NOW, Some(0))
        } else {
            (words::CLOSE, None)
        };
        self.add(&[key(KeyCode::Esc)], Action::Close, what, place);
        self.add(&[letter('q')], Action::Quit, words::QUIT, hint(12, 6));
    }

    fn walking(&mut self, shown: bool) {
        let rank = |place: u8| shown.then_some(place);
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
        self.panes('4', words::PANES);
    }

    /// Tab and Shift-Tab go through the panes.
    pub(super) fn tabs(&mut self, hint: Option<u8>) {
        let (tab, back) = (key(KeyCode::Tab), key(KeyCode::BackTab));
        self.add(&[tab], Action::NextPane, words::NEXT_PANE, hint);
        self.add(&[back], Action::PreviousPane, words::PREVIOUS_PANE, None);
    }

    /// The digits from 1 to `last` go to a pane each.
    pub(super) fn panes(&mut self, last: char, words: words::Words) {
        let digits = ('1'..=last).enumerate();
        let keys: Vec<(Chord, Action)> = digits
            .map(|(index, digit)| (letter(digit), Action::Pane(index)))
            .collect();
        self.group(&keys, words, None);
    }

    pub(super) fn add(
        &mut self,
        chords: &[Chord],
        action: Action,
        words: words::Words,
        hint: Option<u8>,
    ) {
        let keys: Vec<(Chord, Action)> = chords.iter().map(|&chord| (chord, action)).collect();
        self.group(&keys, words, hint);
    }

    pub(super) fn group(
        &mut self,
        keys: &[(Chord, Action)],
        words: words::Words,
        hint: Option<u8>,
    ) {
        let names: Vec<String> = keys.iter().map(|(chord, _)| chord.name()).collect();
        // A row of letters reads better as its ends.
        let label = match names.as_slice() {
            [first, .., last] if names.len() > 3 => format!("{first}-{last}"),
            _ => names.join(" "),
        };
        self.keyed(keys, label, words, hint);
    }

    /// Keys that are called so together.
    pub(super) fn keyed(
        &mut self,
        keys: &[(Chord, Action)],
        label: String,
        words: words::Words,
        hint: Option<u8>,
    ) {
        self.bindings.push(Binding {
            keys: keys.to_vec(),
            label,
            words,
            hint,
        });
    }

    pub(super) fn directions(
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
}
