//! The keymaps of games that are opened: the list, a game that is gone through, the board editor.

use ratatui::crossterm::event::KeyCode;

use super::layers::{key, letter};
use super::{Action, Direction, Keymap};
use crate::game::Side;
use crate::text::keys as words;

impl Keymap {
    /// The keys of a list of games.
    pub(super) fn games(&mut self, vim: bool) {
        let ways = &[Direction::Up, Direction::Down];
        self.directions(ways, vim, words::CHOOSE_GAME, Some(0));
        self.add(
            &[key(KeyCode::Enter)],
            Action::Accept,
            words::OPEN_GAME,
            Some(1),
        );
        self.add(&[letter('/')], Action::Filter, words::FILTER, Some(2));
        self.group(
            &[
                (key(KeyCode::PageUp), Action::Page(Direction::Up)),
                (key(KeyCode::PageDown), Action::Page(Direction::Down)),
                (letter(' '), Action::Page(Direction::Down)),
            ],
            words::SCROLL_PAGE,
            Some(5),
        );
        self.ends();
        self.add(&[letter('?')], Action::Help, words::HELP, Some(3));
        self.add(
            &[key(KeyCode::Esc)],
            Action::Close,
            words::BACK_LIST,
            Some(4),
        );
        self.add(&[letter('q')], Action::Quit, words::LEAVE_GAMES, None);
    }

    fn ends(&mut self) {
        self.group(
            &[
                (key(KeyCode::Home), Action::End(Direction::Up)),
                (key(KeyCode::End), Action::End(Direction::Down)),
            ],
            words::REPLAY_ENDS,
            Some(6),
        );
    }

    /// The keys of a game that is gone through.
    pub(super) fn game_step(&mut self, vim: bool) {
        self.group(
            &[
                (letter(','), Action::Walk(Direction::Left)),
                (letter('.'), Action::Walk(Direction::Right)),
            ],
            words::STEP,
            Some(0),
        );
        let ways = &[Direction::Left, Direction::Right];
        self.directions(ways, vim, words::STEP, None);
        let ways = &[Direction::Up, Direction::Down];
        self.directions(ways, vim, words::JUMP, None);
        self.add(
            &[key(KeyCode::Enter)],
            Action::Accept,
            words::TAKE_OVER,
            Some(1),
        );
        self.add(&[letter('v')], Action::Review, words::REVIEW, Some(4));
        self.add(&[letter('e')], Action::Edit, words::EDIT, Some(5));
        self.add(&[letter('y')], Action::Copy, words::COPY, None);
        self.ends();
        self.group(
            &[
                (key(KeyCode::PageUp), Action::Page(Direction::Up)),
                (key(KeyCode::PageDown), Action::Page(Direction::Down)),
            ],
            words::OTHER_GAME,
            Some(7),
        );
        self.add(&[letter('?')], Action::Help, words::HELP, Some(2));
        self.add(
            &[key(KeyCode::Esc)],
            Action::Close,
            words::BACK_STEP,
            Some(3),
        );
        self.add(&[letter('q')], Action::Quit, words::LEAVE_GAMES, None);
    }

    /// The keys of the board editor.
    pub(super) fn editor(&mut self, vim: bool) {
        let all = [
            Direction::Left,
            Direction::Down,
            Direction::Up,
            Direction::Right,
        ];
        self.directions(&all, vim, words::CURSOR, Some(0));
        let black = Action::Put(Some(Side::Black));
        let white = Action::Put(Some(Side::White));
        self.add(
            &[letter('x'), letter('b')],
            black,
            words::PUT_BLACK,
            Some(3),
        );
        self.add(
            &[letter('o'), letter('w')],
            white,
            words::PUT_WHITE,
            Some(4),
        );
        let empty = [
            letter('-'),
            letter('.'),
            key(KeyCode::Backspace),
            key(KeyCode::Delete),
        ];
        let action = Action::Put(None);
        let keys: Vec<_> = empty.map(|chord| (chord, action)).to_vec();
        self.keyed(
            &keys,
            words::EMPTY_KEYS.to_owned(),
            words::PUT_NOTHING,
            Some(5),
        );
        self.add(&[letter(' ')], Action::Place, words::PUT_NEXT, None);
        self.add(
            &[letter('t'), key(KeyCode::Tab)],
            Action::SideToMove,
            words::SIDE_TO_MOVE,
            Some(6),
        );
        self.add(&[letter('s')], Action::Swap, words::SWAP, Some(9));
        self.add(&[letter('c')], Action::Clear, words::CLEAR, Some(8));
        self.add(&[letter('r')], Action::Reset, words::RESET, Some(10));
        self.ends_of_row();
        self.add(
            &[key(KeyCode::Enter)],
            Action::Accept,
            words::PLAY_BOARD,
            Some(1),
        );
        self.add(&[letter('?')], Action::Help, words::HELP, Some(7));
        self.add(
            &[key(KeyCode::Esc)],
            Action::Close,
            words::CANCEL_BOARD,
            Some(2),
        );
    }

    fn ends_of_row(&mut self) {
        self.group(
            &[
                (key(KeyCode::Home), Action::End(Direction::Up)),
                (key(KeyCode::End), Action::End(Direction::Down)),
            ],
            words::ROW_ENDS,
            None,
        );
    }
}
