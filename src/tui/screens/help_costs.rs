//! The question before help makes a measured game a practice game, which cannot be undone.

use super::menu::Menu;

/// Whether to use `help`, called `label`, in a measured game; `not` does nothing.
pub fn help_menu<A: Clone>(help: A, label: &str, not: A) -> Menu<A> {
    Menu::new(
        "Practice?",
        vec!["Help makes this a practice game: it will not count.".to_owned()],
        [('y', label, help), ('n', "No, play on", not.clone())],
        not,
    )
}
