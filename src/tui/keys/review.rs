//! The keymap of the screen that goes through a game with the coach.

use ratatui::crossterm::event::KeyCode;

use super::layers::{key, letter};
use super::{Action, Direction, Keymap};
use crate::text::keys as words;

impl Keymap {
    /// The keys of a review.
    pub(super) fn review(&mut self, vim: bool) {
        let ways = &[Direction::Left, Direction::Right];
        self.directions(ways, vim, words::STEP, Some(0));
        self.group(
            &[
                (letter(','), Action::Walk(Direction::Left)),
                (letter('.'), Action::Walk(Direction::Right)),
            ],
            words::STEP,
            None,
        );
        self.group(
            &[
                (key(KeyCode::PageUp), Action::Loss(Direction::Left)),
                (key(KeyCode::PageDown), Action::Loss(Direction::Right)),
            ],
            words::MISTAKES,
            Some(1),
        );
        let ways = &[Direction::Up, Direction::Down];
        self.directions(ways, vim, words::MISTAKES, None);
        self.group(
            &[
                (key(KeyCode::Home), Action::End(Direction::Up)),
                (key(KeyCode::End), Action::End(Direction::Down)),
            ],
            words::REPLAY_ENDS,
            Some(4),
        );
        self.group(
            &[
                (letter('p'), Action::Page(Direction::Up)),
                (letter('n'), Action::Page(Direction::Down)),
            ],
            words::OTHER_GAME,
            Some(5),
        );
        self.panes('3', words::REVIEW_PANES);
        self.tabs(Some(6));
        self.add(&[letter('z')], Action::Zoom, words::ZOOM, Some(7));
        self.add(&[letter('?')], Action::Help, words::HELP, Some(2));
        self.add(
            &[key(KeyCode::Esc)],
            Action::Close,
            words::BACK_REVIEW,
            None,
        );
        self.add(&[letter('q')], Action::Quit, words::LEAVE_REVIEW, Some(3));
    }
}
