//! The keymaps of a study: its pages, its games, its questionnaires.

use ratatui::crossterm::event::KeyCode;

use super::layers::{key, letter};
use super::{Action, Chord, Direction, Keymap};
use crate::text::keys as words;

impl Keymap {
    /// The keys of a page that is read, and of a board on which a game has ended.
    pub(super) fn study_page(&mut self) {
        let enter = [key(KeyCode::Enter), letter(' ')];
        self.add(&enter, Action::Accept, words::GO_ON, Some(0));
        self.add(&[letter('?')], Action::Help, words::HELP, Some(1));
        self.add(&[letter('q')], Action::Quit, words::LEAVE_KEPT, Some(2));
        self.directions(
            &[Direction::Up, Direction::Down],
            false,
            words::SCROLL,
            None,
        );
    }

    /// The keys of a game: no help of any kind.
    pub(super) fn study_game(&mut self, vim: bool) {
        let all = [
            Direction::Left,
            Direction::Down,
            Direction::Up,
            Direction::Right,
        ];
        self.directions(&all, vim, words::CURSOR, Some(0));
        let enter = [key(KeyCode::Enter), letter(' ')];
        self.add(&enter, Action::Place, words::PLACE, Some(1));
        let columns: Vec<(Chord, Action)> = ('a'..='h')
            .filter(|&column| !(vim && column == 'h'))
            .map(|column| (letter(column), Action::Type(column)))
            .collect();
        self.group(&columns, words::TYPE, Some(2));
        self.add(&[letter(':')], Action::Command, words::MOVE_LINE, None);
        self.add(&[letter('?')], Action::Help, words::HELP, Some(3));
        self.add(&[letter('q')], Action::Quit, words::LEAVE_KEPT, Some(4));
    }

    /// The keys of a questionnaire; letters and digits are text where an answer is `typed`.
    pub(super) fn study_sheet(&mut self, typed: bool) {
        let hint = |place: u8| Some(if typed { place + 2 } else { place });
        let enter = if typed {
            words::ANSWER_TYPED
        } else {
            words::ANSWER
        };
        self.add(
            &[key(KeyCode::Enter)],
            Action::Accept,
            enter,
            Some(u8::from(!typed)),
        );
        self.directions(
            &[Direction::Up, Direction::Down],
            false,
            words::CHOOSE,
            hint(0),
        );
        self.add(
            &[key(KeyCode::Tab)],
            Action::NextPane,
            words::NEXT_QUESTION,
            Some(3),
        );
        self.add(
            &[key(KeyCode::BackTab)],
            Action::PreviousPane,
            words::PREVIOUS_QUESTION,
            typed.then_some(4),
        );
        if typed {
            return;
        }
        let numbers: Vec<(Chord, Action)> = ('1'..='5')
            .enumerate()
            .map(|(index, digit)| (letter(digit), Action::Pane(index)))
            .collect();
        self.group(&numbers, words::ANSWER_NUMBER, Some(2));
        self.add(&[letter('?')], Action::Help, words::HELP, Some(4));
        self.add(&[letter('q')], Action::Quit, words::LEAVE_KEPT, Some(5));
    }
}
