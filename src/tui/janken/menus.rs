//! Questions, and the result of a match.
//!
//! No answer but that nothing changes has a hand's key as its letter: who plays fast would give it without having
//! read the question.

use super::seen::{Habit, Seen};
use crate::reader::score::band;
use crate::session::janken::{Kept, Length, Match};
use crate::text::{janken_screen as words, tui as game_words};
use crate::tui::app::Effect;
use crate::tui::panes::wrap;
use crate::tui::screens::menu::{Answer, Item, Menu};

fn item(initial: char, label: &str, answer: Answer) -> Item {
    Item {
        initial,
        label: label.to_owned(),
        answer,
    }
}

fn menu(title: &str, text: Vec<String>, items: Vec<Item>) -> Menu {
    Menu {
        title: title.to_owned(),
        text,
        items,
        chosen: 0,
        on_close: Answer::Close,
        width: 0,
    }
}

/// Whether to continue the match that was kept.
pub(super) fn resume(kept: &Kept) -> Menu {
    let (rounds, wins) = Seen::ends(kept.setup.length);
    let text = words::resume_text(
        &kept.setup.opponent.to_string(),
        kept.rows.len(),
        &words::length(rounds, wins),
    );
    let items = vec![
        item('y', game_words::RESUME_YES, Answer::Do(Effect::Resume)),
        item('n', words::RESUME_NO, Answer::Close),
    ];
    menu(game_words::RESUME_TITLE, vec![text], items)
}

/// Whether to leave a match that is not over.
pub(super) fn quit(kept: bool) -> Menu {
    let text = if kept {
        words::QUIT_TEXT
    } else {
        words::QUIT_LOST
    };
    let items = vec![
        item('q', words::QUIT_YES, Answer::Quit),
        item('s', words::QUIT_NO, Answer::Close),
    ];
    menu(words::QUIT_TITLE, vec![text.to_owned()], items)
}

/// How the match ended, what that says, and what to do next.
pub(super) fn result(game: &Match, habits: &[Habit], dash: &str) -> Menu {
    let score = game.score();
    let rounds = score.rounds();
    let mut text = vec![words::result(score.wins, score.losses, score.draws)];
    let reach = band(rounds);
    let per_hundred = if rounds == 0 {
        0.0
    } else {
        // Of few rounds chance alone may win or lose all.
        (100.0 * reach / f64::from(rounds)).min(100.0)
    };
    text.push(words::per_hundred(score.per_hundred(), per_hundred));
    text.push(words::says(score.net(), reach).to_owned());
    if matches!(game.setup().length, Length::FirstTo(_)) {
        text.push(words::SAYS_FIRST.to_owned());
    }
    let (right, all) = game.hits();
    if all > 0 {
        let chance = crate::reader::score::count_band(u32::try_from(all).unwrap_or(u32::MAX));
        text.push(words::predicted(right, all, chance.low, chance.high, dash));
    }
    text.push(format!("{}:", words::HABITS));
    if habits.is_empty() {
        text.push(format!("  {}", words::NO_HABIT));
    }
    text.extend(habits.iter().map(|habit| format!("  {}", habit.text)));
    let items = vec![
        item('a', words::AGAIN, Answer::Do(Effect::Rematch)),
        item('n', words::ANOTHER, Answer::NewGame),
        item('l', words::LOOK, Answer::Close),
        item('q', words::LEAVE, Answer::Quit),
    ];
    menu(words::RESULT_TITLE, text, items)
}

/// The same question with its text in rows that are read well on a screen of `width` columns.
pub(super) fn fitted(menu: &Menu, width: u16) -> Menu {
    let room = usize::from(width.saturating_sub(4).clamp(1, 72));
    let rows = menu.text.iter().flat_map(|line| {
        let indent = if line.starts_with(' ') { "  " } else { "" };
        wrap(line, room.saturating_sub(indent.len()))
            .into_iter()
            .map(move |row| format!("{indent}{row}"))
    });
    Menu {
        text: rows.collect(),
        ..menu.clone()
    }
}
