//! Questions, a word on passing, and the result of a game.
//!
//! No text is wider than a terminal of the least size has room for.

use super::layout::LEAST;
use crate::game::Side;
use crate::record::blokus::Kept;
use crate::roster::blokus_level::Opponent;
use crate::session::blokus::words;
use crate::session::blokus::{Table, words as rules};
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

fn menu(title: &str, text: &[String], items: Vec<Item>) -> Menu {
    // The frame and a column of air on either side.
    let room = usize::from(LEAST.0.max(60) - 4);
    Menu {
        title: title.to_owned(),
        text: text.iter().flat_map(|line| wrap(line, room)).collect(),
        items,
        chosen: 0,
        on_close: Answer::Close,
        width: 0,
    }
}

/// Who plays against the person, in words.
pub(super) fn opponent(table: &Table) -> String {
    if table.is_for_two() {
        "two people".to_owned()
    } else {
        format!("against {}", table.setup().opponent)
    }
}

/// Whether to continue the game that was kept.
pub(super) fn resume(kept: &Kept, otherwise: Opponent) -> Menu {
    let opponent = Table::opponent_of(&kept.header, otherwise);
    let text = format!(
        "A game against {opponent} was left after move {}.",
        kept.line.ply()
    );
    let items = vec![
        item('y', "Yes, continue it", Answer::Do(Effect::Resume)),
        item('n', "No, the new game", Answer::Close),
    ];
    menu("Continue?", &[text], items)
}

/// Whether to leave a game that is not over.
pub(super) fn quit(kept: bool) -> Menu {
    let text = if kept {
        "The game is kept, and can be continued at the next start."
    } else {
        "The game is not kept: leaving ends it."
    };
    let [leave, stay] = ["Leave", "Stay"];
    let items = vec![
        item('q', leave, Answer::Quit),
        item('s', stay, Answer::Close),
    ];
    menu("Leave?", &[text.to_owned()], items)
}

/// The person can place nothing any more.
pub(super) fn no_move(text: String) -> Menu {
    let items = vec![item('o', "Go on", Answer::Close)];
    menu("No move left", &[text], items)
}

/// How the game ended, by both counts, what it says of the person's strength, and what to do next.
pub(super) fn result(table: &Table, measured: Option<String>) -> Menu {
    let position = table.position();
    let points = position.count();
    let winner = points.winner();
    let two = table.is_for_two();
    let own = winner.map(|side| side == table.own_side());
    let heading = words::result(
        own.filter(|_| !two),
        winner.map(Side::index),
        (points.black, points.white),
    );
    let mut text = vec![heading];
    for side in Side::BOTH {
        let left = rules::names(position.left(side).iter());
        text.push(left_over(side.index(), &left));
    }
    let bonus = position.bonus_score();
    let all = i32::try_from(crate::game::blokus::Piece::ALL_SQUARES).unwrap_or(0);
    text.push(words::mattel((bonus.black - all, bonus.white - all)));
    text.extend(measured);
    let [again, another, look, leave] = [
        "Another game",
        "Another opponent or side",
        "Look at the board",
        "Leave",
    ];
    let items = vec![
        item('a', again, Answer::Do(Effect::Rematch)),
        item('g', another, Answer::NewGame),
        item('l', look, Answer::Close),
        item('q', leave, Answer::Quit),
    ];
    menu("Result", &text, items)
}

fn left_over(index: usize, pieces: &str) -> String {
    if pieces.is_empty() {
        format!("{} placed everything", words::side(index))
    } else {
        format!("{} kept {pieces}", words::side(index))
    }
}
