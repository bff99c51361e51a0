//! Messages that several files of the screens share.

use koteki_games::words::sides::side_name;
pub use koteki_rivals::coach::words::{value, worth};
use koteki_session::names;

pub fn empty(file: &str) -> String {
    format!(
        "{file} holds no game: write one on each line, such as f5d6c3d3c4, or give a games.jsonl, GGF, \
         SGF, OBF or WTHOR"
    )
}

/// The head of a move that lost something: "12 Black c2 loses 65 points".
pub fn head(ply: usize, index: usize, mv: &str, loss: Option<&str>) -> String {
    match loss {
        Some(loss) => format!("{ply} {} {mv} loses {loss}", side_name(index)),
        None => format!("{ply} {} {mv}", side_name(index)),
    }
}

pub fn individual(id: u64, name: &str, portrait: Option<&str>) -> String {
    format!(
        "{id} is {name}: {}",
        portrait.unwrap_or("plays a few games to show how")
    )
}

pub fn title(name: &str) -> String {
    match names::person(name).as_str() {
        "you" => "Your strength".to_owned(),
        name => format!("Strength of {name}"),
    }
}

pub const NOT_KEPT: &str = "Games are not kept here, so nothing is known of your strength.";

pub fn games(measured: usize, others: usize) -> String {
    let measured = match measured {
        1 => "1 measured game".to_owned(),
        _ => format!("{measured} measured games"),
    };
    match others {
        0 => measured,
        _ => {
            let do_not = if others == 1 { "does" } else { "do" };
            format!("{measured}; {others} more {do_not} not count (practice or unfinished)")
        }
    }
}

pub fn going_through(done: usize, all: usize) -> String {
    format!("the tester is going through your games: {done} of {all}")
}

pub fn unreadable(count: usize) -> String {
    match count {
        1 => "1 line or game of games.jsonl could not be read".to_owned(),
        _ => format!("{count} lines or games of games.jsonl could not be read"),
    }
}

/// `last` names the last column, the mean difference.
pub fn results_head(last: &str) -> String {
    format!(
        "{:<20}{:>5}{:>5}{:>5}{:>5}  {:<19}{last:>6}",
        "Results", "games", "won", "even", "lost", "score (95 %)"
    )
}

pub const HIDDEN: [&str; 2] = [
    "A measured game is played without help:",
    "values appear here when it is over.",
];

pub const NOT_TRIED_OUT: &str =
    "no moves are tried out in a measured game: Esc returns to the game";

pub const IN_THE_PAST: &str = "you are looking at an earlier position: Esc returns to the game";

pub fn unreadable_move(text: &str) -> String {
    format!("\"{text}\" is no move: type a column a-h and a row 1-8, such as f5")
}

/// Whether the terminal has put the moves on its clipboard is not known.
pub fn copied(transcript: &str) -> String {
    format!("copied, where the terminal allows it: {transcript}")
}

pub fn occupied(square: &str) -> String {
    format!("{square} is taken")
}

pub fn flips_nothing(square: &str, side_index: usize) -> String {
    format!(
        "{square} is illegal: it turns over no disc for {}",
        side_name(side_index)
    )
}

pub const PASS_ILLEGAL: &str = "a pass is illegal while there is a move";

pub fn passed(side_index: usize) -> String {
    format!("{} has no move and passes", side_name(side_index))
}

/// What is said once the next move has been played where a pass was `said`: it is read after that one, too, but not
/// after another, where this is empty. `None` where something else was said.
pub fn after_pass(said: &str) -> Option<String> {
    [0, 1].into_iter().find_map(|side| {
        let past = format!("{} had no move and passed", side_name(side));
        if said == past {
            Some(String::new())
        } else {
            (said == passed(side)).then_some(past)
        }
    })
}

pub fn worker_panicked(message: &str) -> String {
    format!("something broke behind the game: {message}")
}

pub const NO_OTHER_GAME: &str = "there is no other game in that direction";
