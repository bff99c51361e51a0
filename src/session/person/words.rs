//! What is said of a person's game, whatever game it is.

use koteki_games::{Outcome, Side};
use koteki_rivals::roster::kit::person::{PersonKit, Strength};

pub const NOTHING_TO_REDO: &str = "nothing has been taken back";
/// Some of a game that was over and had counted is taken back.
pub const REOPENED: &str =
    "The finished game stays counted; what is played on from here is practice.";
pub const NO_HINT: &str = "a hint is for your own move";

/// What a measured game came to.
pub fn measured<K: PersonKit>(strength: &Strength) -> String {
    let interval = strength.interval.map_or_else(String::new, |it| {
        format!(" ({:.0} to {:.0})", it.low, it.high)
    });
    let games = if strength.games == 1 {
        "this game".to_owned()
    } else {
        format!("your {} games", strength.games)
    };
    let mut said = vec![format!(
        "You gave away D {:.0} a {}{interval} in {games}.",
        strength.d,
        K::MOVE
    )];
    if strength.unknown > 0 {
        said.push(unknown(strength.unknown, strength.games));
    }
    said.push(if strength.is_beyond::<K>() {
        let are = if strength.is_surely_beyond::<K>() {
            "are"
        } else {
            "seem to be"
        };
        let (place, nearest) = (place(strength), strength.nearest::<K>());
        format!(
            "By moves and results you {are} stronger than any rival that can be bred, at {place}. The level nearest \
             to you is {nearest}; rivals are bred as strong as they get, even with {}.",
            K::equal(strength.target)
        )
    } else {
        let bred = if strength.target < strength.even {
            format!(
                "rivals are bred for D {:.0}, the weakest that there are",
                strength.target
            )
        } else {
            "rivals are bred for it".to_owned()
        };
        let equal = equal::<K>(strength);
        format!("By moves and results your equal is {equal}: {bred}.")
    });
    said.join(" ")
}

/// Who is even with the person, and where that is on the scale of agents.
pub fn equal<K: PersonKit>(strength: &Strength) -> String {
    let place = place(strength);
    if strength.even < 0.0 {
        format!("{}, at {place}", K::equal(strength.even))
    } else {
        format!("an agent of {place}")
    }
}

/// Where the person is on the scale of agents.
pub fn place(strength: &Strength) -> String {
    let interval = strength.even_interval;
    let below = if interval.low < 0.0 {
        "; below 0 is stronger than any agent"
    } else {
        ""
    };
    format!(
        "D {:.0} (95 %: {:.0} to {:.0}{below})",
        strength.even, interval.low, interval.high
    )
}

pub fn unknown(results: u32, games: u32) -> String {
    if games == 1 {
        "Its result is not counted: this opponent's strength is not known.".to_owned()
    } else {
        format!("Results not counted, as the opponent's strength is not known: {results}.")
    }
}

pub fn nothing_to_undo<K: PersonKit>() -> String {
    format!("you have {} nothing that could be taken back", K::MOVED)
}

pub fn saved(file: &str) -> String {
    format!("saved as {file}")
}

pub fn damaged(why: &str) -> String {
    format!("The last game cannot be resumed; its file stays as it is: {why}")
}

/// One of several games.
pub fn unreadable(why: &str) -> String {
    format!("A game cannot be resumed; its file stays as it is: {why}")
}

/// A game that was left, given [whose](crate::words::against) it is.
pub fn left(whose: &str, ply: usize) -> String {
    format!("A game {whose} was left after move {ply}")
}

/// The result in a word: `own` is the side of the one person, whose points come first; of two people it is the winner
/// who is named.
pub fn result<K: PersonKit>(outcome: Outcome, own: Option<Side>) -> String {
    let mut points = [outcome.black, outcome.white];
    if own == Some(Side::White) {
        points.reverse();
    }
    let score = format!("{} to {} {}", points[0], points[1], K::POINTS);
    match (own, outcome.winner()) {
        (_, None) => format!("A draw, {score}"),
        (Some(own), Some(winner)) if own == winner => format!("You win, {score}"),
        (Some(_), Some(_)) => format!("You lose, {score}"),
        (None, Some(winner)) => format!("{winner} wins, {score}"),
    }
}
