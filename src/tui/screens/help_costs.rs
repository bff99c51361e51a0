//! The question before help makes a measured game a practice game, which cannot be undone.

use super::menu::Menu;
use crate::shell::Answer;

/// Whether to use `help`, called `label`, in a measured game.
pub fn help_menu<A: Clone>(help: A, label: &str) -> Menu<Answer<A>> {
    let text = "Help makes this a practice game: it will not count.";
    let answers = [
        ('y', label, Answer::Do(help)),
        ('n', "No, play on", Answer::Close),
    ];
    Menu::new("Practice?", vec![text.to_owned()], answers, Answer::Close)
}
