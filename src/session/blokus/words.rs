//! What the rules say, in words for a person.

use super::Refusal;
use super::standing::Strength;
use koteki_games::Side;
use koteki_games::blokus::{Piece, Square, WhyIllegal};

pub const SIDES: [&str; 2] = ["Black", "White"];
pub const NOTHING_TO_UNDO: &str = "you have placed nothing that could be taken back";
pub const NOTHING_TO_REDO: &str = "nothing has been taken back";
pub const NO_HINT: &str = "a hint is for your own move";

/// Why a placement is not legal.
pub fn why(why: WhyIllegal) -> String {
    match why {
        WhyIllegal::GameOver => "the game is over".to_owned(),
        WhyIllegal::HasToPass(_) => "you can place nothing any more, and have to pass".to_owned(),
        WhyIllegal::MayNotPass(_) => "you can place a piece, and may not pass".to_owned(),
        WhyIllegal::Used(_, piece) => format!("you have placed {} already", piece.name()),
        WhyIllegal::Taken(square) => format!("{} is taken", name(square)),
        WhyIllegal::TouchesEdge(_, square) => format!("touches your edge at {}", name(square)),
        WhyIllegal::MissesStart(_, square) => {
            format!("your first piece must cover {}", name(square))
        }
        WhyIllegal::TouchesNoCorner(_) => "must touch a corner of yours".to_owned(),
    }
}

/// Why a move is not taken.
pub fn refusal(refusal: Refusal) -> String {
    match refusal {
        Refusal::NotYours => "it is not your turn yet".to_owned(),
        Refusal::Illegal(reason) => why(reason),
    }
}

/// A square as a person reads it, as in `F6`.
fn name(square: Square) -> String {
    square.to_string().to_ascii_uppercase()
}

/// What a pass of `side` is announced as; `you` when it is the person's, and there is one person only.
pub fn passed(side: Side, you: bool, first: bool, left: u32) -> String {
    if you {
        you_pass(first, left)
    } else {
        it_passes(side.index(), first, left)
    }
}

/// The names of pieces in a row.
pub fn names(pieces: impl Iterator<Item = Piece>) -> String {
    let names: Vec<&str> = pieces.map(Piece::name).collect();
    names.join(" ")
}

/// What a measured game came to.
pub fn measured(strength: &Strength) -> String {
    let interval = strength.interval.map(|it| (it.low, it.high));
    let mut said = vec![measured_text(strength.d, interval, strength.games)];
    if strength.unknown > 0 {
        said.push(unknown(strength.unknown, strength.games));
    }
    let place = place(strength);
    said.push(if strength.is_beyond() {
        beyond(
            &place,
            strength.is_surely_beyond(),
            strength.nearest().name(),
        )
    } else {
        let weakest = (strength.target < strength.even).then_some(strength.target);
        equal(&place, weakest)
    });
    said.join(" ")
}

/// Where the person is on the scale of agents.
pub fn place(strength: &Strength) -> String {
    let interval = strength.even_interval;
    place_text(strength.even, (interval.low, interval.high))
}

pub fn side(index: usize) -> &'static str {
    SIDES.get(index).copied().unwrap_or_default()
}

fn you_pass(first: bool, left: u32) -> String {
    if first {
        format!(
            "No move left: none of your {} fits at a corner of yours. You pass from now on.",
            pieces(left)
        )
    } else {
        "You pass.".to_owned()
    }
}

fn it_passes(index: usize, first: bool, left: u32) -> String {
    if first {
        format!(
            "{} has no move left for its {} and passes from now on.",
            side(index),
            pieces(left)
        )
    } else {
        format!("{} passes.", side(index))
    }
}

fn pieces(count: u32) -> String {
    if count == 1 {
        "last piece".to_owned()
    } else {
        format!("{count} pieces")
    }
}

/// Squares of both sides, and the winning rate in per cent where it is known: the person's, or with two
/// people that of the one to move.
pub fn standing(black: i32, white: i32, percent: Option<f64>, you: bool) -> String {
    let squares = format!("Black {black}, White {white}");
    let whose = if you { "you win" } else { "mover" };
    match percent {
        Some(percent) => format!("{squares}; {whose} {percent:.0} %"),
        None => squares,
    }
}

pub fn refused(piece: &str, why: &str) -> String {
    format!("{piece}: {why}")
}

pub fn typed_refused(text: &str, why: &str) -> String {
    format!("{text}: {why}")
}

pub fn saved(file: &str) -> String {
    format!("saved as {file}")
}

pub fn not_kept(why: &str) -> String {
    format!("Games are not kept: {why}")
}

pub fn damaged(why: &str) -> String {
    format!("The last game cannot be resumed; its file stays as it is: {why}")
}

/// The result in a word: the person won (`Some(true)`), lost, drew; or with two people the winner.
pub fn result(own: Option<bool>, winner: Option<usize>, points: (i32, i32)) -> String {
    let (black, white) = points;
    let score = format!("{black} to {white} squares");
    match (own, winner) {
        (_, None) => format!("A draw, {score}"),
        (Some(true), _) => format!("You win, {score}"),
        (Some(false), _) => format!("You lose, {score}"),
        (None, Some(winner)) => format!("{} wins, {score}", side(winner)),
    }
}

/// The official score: a point lost for each square left, 15 for all placed, 5 more for the monomino last.
pub fn mattel(points: (i32, i32)) -> String {
    format!(
        "Official scoring (-1 per square left, +15 all placed, +5 single square last): Black {:+}, White {:+}",
        points.0, points.1
    )
}

fn measured_text(d: f64, interval: Option<(f64, f64)>, games: u32) -> String {
    let interval = interval.map_or_else(String::new, |(low, high)| {
        format!(" ({low:.0} to {high:.0})")
    });
    let games = if games == 1 {
        "this game".to_owned()
    } else {
        format!("your {games} games")
    };
    format!("You gave away D {d:.0} a placement{interval} in {games}.")
}

pub fn unknown(results: u32, games: u32) -> String {
    if games == 1 {
        "Its result is not counted: this opponent's strength is not known.".to_owned()
    } else {
        format!("Results not counted, as the opponent's strength is not known: {results}.")
    }
}

fn place_text(even: f64, (low, high): (f64, f64)) -> String {
    let below = if low < 0.0 {
        "; below 0 is stronger than any agent"
    } else {
        ""
    };
    format!("D {even:.0} (95 %: {low:.0} to {high:.0}{below})")
}

/// The person has an equal at this place; `weakest` where no rival is as weak.
fn equal(place: &str, weakest: Option<f64>) -> String {
    let bred = match weakest {
        Some(target) => format!("rivals are bred for D {target:.0}, the weakest that there are"),
        None => "rivals are bred for it".to_owned(),
    };
    format!("By moves and results your equal is an agent of {place}: {bred}.")
}

fn beyond(place: &str, surely: bool, nearest: &str) -> String {
    let are = if surely { "are" } else { "seem to be" };
    format!(
        "By moves and results you {are} stronger than any rival that can be bred, at {place}. The level nearest \
         to you is {nearest}; rivals are bred as strong as they get."
    )
}
