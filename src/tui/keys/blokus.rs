//! The keymap of Blokus Duo: the letters of the pieces choose them, as in Pentobi, and every other command
//! is on a key that no piece has.

use ratatui::crossterm::event::KeyCode;

use super::layers::{key, letter};
use super::{Action, Binding, Chord, Direction, Keymap};
use crate::text::keys as words;

/// First characters of the pieces' names.
pub const PIECES: [char; 15] = [
    '1', '2', 'f', 'i', 'l', 'n', 'o', 'p', 't', 'u', 'v', 'w', 'x', 'y', 'z',
];

impl Keymap {
    /// The keys of a game, and of one that is over.
    pub(super) fn blokus(&mut self, over: bool) {
        let going = |place: u8| (!over).then_some(place);
        let all = [
            Direction::Left,
            Direction::Down,
            Direction::Up,
            Direction::Right,
        ];
        let back_and_on = |back: &[Chord], on: &[Chord], action: fn(Direction) -> Action| {
            let back = back.iter().map(|&it| (it, action(Direction::Left)));
            let on = on.iter().map(|&it| (it, action(Direction::Right)));
            on.chain(back).collect::<Vec<(Chord, Action)>>()
        };
        if over {
            let enter = [key(KeyCode::Enter), letter(' ')];
            self.add(&enter, Action::Result, words::RESULT, Some(0));
        } else {
            self.directions(&all, false, words::PIECE_MOVE, going(0));
            self.add(
                &[key(KeyCode::Enter)],
                Action::Place,
                words::PIECE_PLAY,
                going(1),
            );
            self.bindings.push(Binding {
                keys: PIECES
                    .iter()
                    .map(|&it| (letter(it), Action::Piece(it)))
                    .collect(),
                label: words::PIECE_LETTERS.to_owned(),
                words: words::PIECE_CHOOSE,
                hint: None,
            });
            let step = back_and_on(
                &[letter('-')],
                &[letter('+'), letter('=')],
                Action::PieceStep,
            );
            self.group(&step, words::PIECE_STEP, going(2));
            self.add(
                &[letter('r')],
                Action::Turn(Direction::Right),
                words::PIECE_TURN,
                going(3),
            );
            self.add(
                &[letter('c')],
                Action::Turn(Direction::Left),
                words::PIECE_TURN_BACK,
                None,
            );
            self.add(
                &[letter('m')],
                Action::Mirror,
                words::PIECE_MIRROR,
                going(4),
            );
            self.add(&[letter(' ')], Action::Form, words::PIECE_FORM, going(8));
            let places = back_and_on(&[letter(',')], &[letter('.')], Action::Spot);
            self.group(&places, words::PIECE_SPOT, going(5));
            self.add(&[letter('h')], Action::Hint, words::HINT, going(7));
        }
        let undo = [letter('b'), key(KeyCode::Backspace)];
        self.add(
            &undo,
            Action::Undo,
            words::UNDO,
            Some(if over { 4 } else { 9 }),
        );
        self.add(&[letter('a')], Action::Redo, words::REDO, None);
        self.add(
            &[letter('g')],
            Action::New,
            words::NEW,
            Some(if over { 1 } else { 11 }),
        );
        self.add(&[letter('s')], Action::Save, words::SAVE, None);
        self.add(&[letter(':')], Action::Command, words::COMMAND, None);
        let walk = [
            (key(KeyCode::PageUp), Action::Walk(Direction::Left)),
            (key(KeyCode::PageDown), Action::Walk(Direction::Right)),
        ];
        self.group(&walk, words::WALK, over.then_some(2));
        self.group(
            &[
                (key(KeyCode::Home), Action::End(Direction::Up)),
                (key(KeyCode::End), Action::End(Direction::Down)),
            ],
            words::WALK_ENDS,
            None,
        );
        self.tabs(Some(if over { 5 } else { 10 }));
        self.add(&[letter('j')], Action::Axes, words::AXES, None);
        self.add(&[letter('e')], Action::Zoom, words::ZOOM, None);
        self.add(&[letter('?')], Action::Help, words::HELP, Some(6));
        self.add(&[key(KeyCode::Esc)], Action::Close, words::CLOSE, None);
        self.add(&[letter('q')], Action::Quit, words::LEAVE_GAME, Some(12));
    }
}
