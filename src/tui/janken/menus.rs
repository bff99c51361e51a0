//! Questions, and the result of a match.
//!
//! No answer but that nothing changes has a hand's key as its letter: who plays fast would give it without having
//! read the question.

use super::seen::{Habit, Seen};
use crate::reader::score::band;
use crate::session::janken::{Kept, Length, Match};
use crate::tui::app::Effect;
use crate::tui::janken::words;
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
    let text = format!(
        "A match against {} ({}) was left after round {}.",
        kept.setup.opponent,
        words::length(rounds, wins),
        kept.rows.len()
    );
    let items = vec![
        item('y', "Yes, continue it", Answer::Do(Effect::Resume)),
        item('n', "No, the new match", Answer::Close),
    ];
    menu("Continue?", vec![text], items)
}

/// Whether to leave a match that is not over.
pub(super) fn quit(kept: bool) -> Menu {
    let text = if kept {
        "The match is kept and goes on at the next start."
    } else {
        "The match is not kept: leaving ends it."
    };
    let items = vec![
        item('q', "Quit", Answer::Quit),
        item('s', "Stay", Answer::Close),
    ];
    menu("Leave?", vec![text.to_owned()], items)
}

/// How the match ended, what that says, and what to do next.
pub(super) fn result(game: &Match, habits: &[Habit], dash: &str) -> Menu {
    let score = game.score();
    let rounds = score.rounds();
    let mut text = vec![result_text(score.wins, score.losses, score.draws)];
    let reach = band(rounds);
    let per_hundred = if rounds == 0 {
        0.0
    } else {
        // Of few rounds chance alone may win or lose all.
        (100.0 * reach / f64::from(rounds)).min(100.0)
    };
    text.push(format!(
        "net {:+.1} per 100 rounds; by chance alone -{per_hundred:.1} to +{per_hundred:.1} \
         (95 %)",
        score.per_hundred()
    ));
    text.push(says(score.net(), reach).to_owned());
    if matches!(game.setup().length, Length::FirstTo(_)) {
        text.push(
            "(A match to so many wins stops at a good moment: take that as a hint.)".to_owned(),
        );
    }
    let (right, all) = game.hits();
    if all > 0 {
        let chance = crate::reader::score::count_band(u32::try_from(all).unwrap_or(u32::MAX));
        text.push(format!(
            "It foresaw {right} of {all} hands (guessing: {:.0}{dash}{:.0}).",
            chance.low.ceil(),
            chance.high.floor()
        ));
    }
    text.push("Your habits:".to_owned());
    if habits.is_empty() {
        text.push(format!("  {}", words::NO_HABIT));
    }
    text.extend(habits.iter().map(|habit| format!("  {}", habit.text)));
    let items = vec![
        item('a', "The same again", Answer::Do(Effect::Rematch)),
        item('n', "Another level or length", Answer::NewGame),
        item('l', "Look at the table", Answer::Close),
        item('q', "Quit", Answer::Quit),
    ];
    menu("Result", text, items)
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

fn result_text(wins: u32, losses: u32, draws: u32) -> String {
    let head = match wins.cmp(&losses) {
        std::cmp::Ordering::Greater => "You win",
        std::cmp::Ordering::Equal => "A draw,",
        std::cmp::Ordering::Less => "You lose",
    };
    format!("{head} {wins} to {losses}, {draws} drawn")
}

fn says(net: i64, band: f64) -> &'static str {
    match words::verdict(net, band) {
        "within chance" => "That is within chance: it does not show who reads whom.",
        "better than chance" => "That is more than chance: you read it.",
        _ => "That is more than chance: it reads you.",
    }
}
