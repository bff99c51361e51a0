//! The keymap of janken: a hand is one key.

use ratatui::crossterm::event::KeyCode;

use super::layers::{key, letter};
use super::{Action, Keymap};
use crate::game::janken::Hand;
use crate::text::keys as words;

impl Keymap {
    /// The keys of a match, and of one that is over.
    pub(super) fn janken(&mut self, over: bool) {
        let going = |place: u8| (!over).then_some(place);
        // No letter means two hands: r p s, g c p (gū, choki, pā). Digits do: contests and files count hands in
        // several ways.
        let hands: [(&[char], Hand, words::Words); 3] = [
            (&['r', 'g'], Hand::Rock, words::ROCK),
            (&['s', 'c'], Hand::Scissors, words::SCISSORS),
            (&['p'], Hand::Paper, words::PAPER),
        ];
        for (place, (letters, hand, what)) in (0..).zip(hands) {
            let keys: Vec<_> = letters.iter().map(|&it| letter(it)).collect();
            self.add(&keys, Action::Throw(hand), what, going(place));
        }
        if over {
            let enter = [key(KeyCode::Enter), letter(' ')];
            self.add(&enter, Action::Result, words::MATCH_RESULT, Some(0));
        }
        self.add(&[letter(':')], Action::Command, words::JANKEN_COMMAND, None);
        self.add(&[letter('n')], Action::New, words::NEW_MATCH, Some(4));
        self.add(&[letter('u')], Action::Undo, words::NO_UNDO, None);
        self.add(&[letter('y')], Action::Copy, words::COPY_CHECK, Some(8));
        self.tabs(Some(6));
        self.add(&[letter('z')], Action::Zoom, words::MATCH_ZOOM, Some(7));
        self.add(&[letter('?')], Action::Help, words::HELP, Some(3));
        self.add(
            &[key(KeyCode::Esc)],
            Action::Close,
            words::MATCH_CLOSE,
            None,
        );
        self.add(&[letter('q')], Action::Quit, words::LEAVE_MATCH, Some(5));
    }
}
