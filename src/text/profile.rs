//! Words of a person's profile: the estimate over time, results, typical mistakes.

use super::coach::{KINDS, PHASES};

/// What bred opponents are called together.
pub const RIVALS: &str = "Rivals";

/// What agents are called together.
pub const AGENTS: &str = "Agents";

/// The title.
pub fn title(name: &str) -> String {
    format!("Strength of {name}")
}

/// Nothing is kept.
pub const NOT_KEPT: &str = "Games are not kept here, so there is nothing to tell of your strength.";

/// No game yet.
pub const NO_GAMES: [&str; 2] = [
    "No measured game yet.",
    "A game counts when you play it to its end against a program, without values, hints or moves taken back.",
];

/// How many games there are.
pub fn games(measured: usize, others: usize) -> String {
    let measured = match measured {
        1 => "1 measured game".to_owned(),
        _ => format!("{measured} measured games"),
    };
    match others {
        0 => measured,
        _ => {
            format!("{measured}; {others} more that do not count (practice, games that were left)")
        }
    }
}

/// What is left of them.
pub fn going_through(done: usize, all: usize) -> String {
    format!("the tester is going through your games: {done} of {all}")
}

/// Lines that could not be read.
pub fn unreadable(count: usize) -> String {
    match count {
        1 => "1 line or game of games.jsonl could not be read".to_owned(),
        _ => format!("{count} lines or games of games.jsonl could not be read"),
    }
}

/// Over the curve.
pub const OVER_TIME: &str =
    "D from game to game: the estimate, its 95 % interval, each game's own (o)";

/// Over the results.
pub const RESULTS: &str = "Results";

/// Their heading; the last column is the mean difference, in what is said.
pub fn results_head(last: &str) -> String {
    format!(
        "{:<20}{:>5}{:>5}{:>5}{:>5}  {:<19}{:>6}",
        RESULTS, "games", "won", "even", "lost", "score (95 %)", last
    )
}

/// A row of them. The score is that of the person, the difference a mean.
pub fn results(
    opponent: &str,
    [won, drawn, lost]: [u32; 3],
    score: (f64, f64, f64),
    difference: f64,
) -> String {
    let all = won + drawn + lost;
    let (rate, low, high) = score;
    let opponent: String = opponent.chars().take(19).collect();
    format!(
        "{opponent:<20}{all:>5}{won:>5}{drawn:>5}{lost:>5}  {rate:.2} ({low:.2} to {high:.2}) {difference:>+6.1}"
    )
}

/// The heading of the mistakes.
pub fn mistakes_head() -> String {
    let [opening, middle, ending] = PHASES;
    format!(
        "{:<20}{opening:>9}{middle:>9}{ending:>9}{:>9}",
        "Mistakes", "a game"
    )
}

/// A row of them, in so many games.
pub fn mistakes(kind: usize, counts: [u32; 3], games: usize) -> String {
    let [opening, middle, ending] = counts;
    let kind = KINDS.get(kind).copied().unwrap_or_default();
    let rate = f64::from(counts.iter().sum::<u32>()) / games.max(1) as f64;
    format!("{kind:<20}{opening:>9}{middle:>9}{ending:>9}{rate:>9.2}")
}

/// None at all.
pub const NO_MISTAKES: &str = "no mistakes found";

/// A game in plain lines. The date is that of its end.
pub fn game(
    date: &str,
    opponent: &str,
    side: usize,
    difference: i32,
    loss: Option<f64>,
    estimate: Option<(f64, f64, f64)>,
) -> String {
    let side = if side == 0 { "Black" } else { "White" };
    let loss = loss.map_or_else(|| "-".to_owned(), |loss| format!("{loss:.1}"));
    let estimate = estimate.map_or_else(
        || "-".to_owned(),
        |(d, low, high)| format!("{d:.1} ({low:.1} to {high:.1})"),
    );
    let opponent: String = opponent.chars().take(19).collect();
    format!("{date}  {opponent:<20}{side:<6}{difference:>+5}{loss:>8}  {estimate}")
}

/// Its heading.
pub fn games_head() -> String {
    format!(
        "{:<12}{:<20}{:<6}{:>5}{:>8}  {}",
        "ended", "opponent", "side", "discs", "its D", "estimate (95 %)"
    )
}

/// No person of that name has played.
pub fn nobody(name: &str, folder: &str) -> String {
    format!(
        "no game of {name:?} is kept in {folder}; koteki profile NAME takes the name of a profile"
    )
}

/// The title at Blokus Duo.
pub fn title_at_blokus(name: &str) -> String {
    format!("Strength of {name} at Blokus Duo")
}

/// What a person gives away a placement, by the latest games.
pub fn strength_at_blokus(d: f64, interval: Option<(f64, f64)>, games: u32) -> String {
    let interval = interval.map_or_else(String::new, |(low, high)| {
        format!(" ({low:.0} to {high:.0})")
    });
    let games = if games == 1 {
        "1 game".to_owned()
    } else {
        format!("the latest {games} games")
    };
    format!("D {d:.0}{interval} a placement, lower is stronger: by {games}")
}

/// What is believed there of a person at this place of the scale: an agent that is an equal, or that the
/// person is stronger than all rivals, and what level is nearest.
pub fn even_at_blokus(place: &str, beyond: Option<bool>, nearest: &str) -> String {
    match beyond {
        None => format!(
            "your equal, by that and the results: an agent of {place}; the nearest level is {nearest}"
        ),
        Some(surely) => {
            let seemingly = if surely { "" } else { "it seems, " };
            format!(
                "{seemingly}stronger than any rival that can be bred, by that and the results: {place}; the nearest \
                 level is {nearest}"
            )
        }
    }
}

/// The heading of games there.
pub fn games_head_at_blokus() -> String {
    format!(
        "{:<12}{:<20}{:<6}{:>5}{:>8}",
        "ended", "opponent", "side", "by", "its D"
    )
}

/// A game there. The date is that of its end, the difference one of squares.
pub fn game_at_blokus(
    date: &str,
    opponent: &str,
    side: usize,
    difference: i32,
    loss: Option<f64>,
) -> String {
    let side = if side == 0 { "Black" } else { "White" };
    let loss = loss.map_or_else(|| "-".to_owned(), |loss| format!("{loss:.0}"));
    let opponent: String = opponent.chars().take(19).collect();
    format!("{date}  {opponent:<20}{side:<6}{difference:>+5}{loss:>8}")
}

/// No person of that name has been measured there.
pub fn nobody_at_blokus(name: &str, folder: &str) -> String {
    format!(
        "no measured game of Blokus Duo of {name:?} is kept in {folder}: one counts when it is played to its \
         end on the screen, with rivals bred and without hints or moves taken back; koteki profile NAME takes \
         the name of a profile"
    )
}
