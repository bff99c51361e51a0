//! The keymap of the screens on which nobody plays: a run that is watched, something played back.

use ratatui::crossterm::event::KeyCode;

use super::layers::{key, letter};
use super::{Action, Direction, Keymap};
use crate::text::keys as words;

impl Keymap {
    /// The keys that play back.
    pub(super) fn replay(&mut self, vim: bool) {
        self.add(&[letter(' ')], Action::Play, words::PLAY, Some(0));
        self.directions(
            &[Direction::Left, Direction::Right],
            vim,
            words::STEP,
            Some(1),
        );
        self.group(
            &[
                (letter('+'), Action::Speed(Direction::Up)),
                (letter('='), Action::Speed(Direction::Up)),
                (letter('-'), Action::Speed(Direction::Down)),
            ],
            words::SPEED,
            Some(2),
        );
        self.add(&[letter('r')], Action::Reverse, words::REVERSE, Some(3));
        self.group(
            &[
                (key(KeyCode::PageUp), Action::Page(Direction::Up)),
                (key(KeyCode::PageDown), Action::Page(Direction::Down)),
            ],
            words::OTHER_GAME,
            Some(6),
        );
        self.group(
            &[
                (key(KeyCode::Home), Action::End(Direction::Up)),
                (key(KeyCode::End), Action::End(Direction::Down)),
            ],
            words::REPLAY_ENDS,
            Some(7),
        );
    }

    /// The keys of a run.
    pub(super) fn watch(&mut self, vim: bool) {
        self.directions(&[Direction::Up, Direction::Down], vim, words::CHOOSE, None);
        self.add(&[letter('s')], Action::Sort, words::SORT, Some(8));
        self.add(&[letter('x')], Action::Axes, words::AXES, Some(9));
        self.panes('4', words::WATCH_PANES);
        self.around(words::LEAVE);
    }

    /// The keys of all screens on which nobody plays.
    pub(super) fn around(&mut self, leave: words::Words) {
        self.tabs(Some(10));
        self.add(&[letter('z')], Action::Zoom, words::ZOOM, Some(11));
        self.add(&[letter('?')], Action::Help, words::HELP, Some(4));
        self.add(&[key(KeyCode::Esc)], Action::Close, words::CLOSE, None);
        self.add(&[letter('q')], Action::Quit, leave, Some(5));
    }

    /// The keys of the population when it is enlarged beside a game.
    pub(super) fn individuals(&mut self, vim: bool) {
        self.directions(
            &[Direction::Up, Direction::Down],
            vim,
            words::CHOOSE,
            Some(0),
        );
        self.add(
            &[key(KeyCode::Enter)],
            Action::Challenge,
            words::CHALLENGE,
            Some(1),
        );
        self.add(&[letter('s')], Action::Sort, words::SORT, Some(2));
        self.add(&[letter('x')], Action::Axes, words::AXES, Some(3));
        self.add(
            &[letter('z'), key(KeyCode::Esc)],
            Action::Zoom,
            words::SMALLER,
            Some(4),
        );
        self.tabs(Some(6));
        self.panes('4', words::PANES);
        self.add(&[letter('p')], Action::Pause, words::PAUSE, None);
        self.add(&[letter('n')], Action::New, words::NEW, None);
        self.add(&[letter('?')], Action::Help, words::HELP, Some(5));
        self.add(&[letter('q')], Action::Quit, words::QUIT, Some(7));
    }
}
