//! How strong somebody is, in words.

use super::players::capitalised;

/// "about Intermediate", with what else it may be when strongest and weakest possible level differ.
pub fn about(nearest: &str, strongest: &str, weakest: &str) -> String {
    let about = format!("about {}", capitalised(nearest));
    let (best, worst) = (capitalised(strongest), capitalised(weakest));
    if strongest == weakest {
        about
    } else if nearest == strongest {
        format!("{about} ({worst} is possible too)")
    } else if nearest == weakest {
        format!("{about} ({best} is possible too)")
    } else {
        format!("{about} (anything from {best} to {worst} is possible)")
    }
}

/// Off the ladder at its strong end.
pub fn stronger_than(strongest: &str) -> String {
    format!("stronger than {}", capitalised(strongest))
}

/// Off the ladder at its weak end.
pub fn weaker_than(weakest: &str) -> String {
    format!("weaker than {}", capitalised(weakest))
}

/// The estimate: "D 24 (17–35), lower is stronger: about Intermediate".
pub fn estimate(d: f64, low: f64, high: f64, dash: &str, about: &str) -> String {
    let about = if about.is_empty() {
        String::new()
    } else {
        format!(": {about}")
    };
    format!("D {d:.0} ({low:.0}{dash}{high:.0}), lower is stronger{about}")
}

/// Where a D stands among those of players of tournaments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// Surely under those of nine of ten.
    Less,
    /// Surely where eight of ten have theirs.
    Among,
    /// Surely over those of nine of ten.
    More,
    /// None of these is sure.
    Unclear,
}

/// The same in words, with where eight of ten have theirs.
pub fn tournaments(place: Beside, [low, high]: [f64; 2]) -> String {
    let (low, high) = (format!("{low:.0}"), format!("{high:.0}"));
    match place {
        Beside::Less => {
            format!("that is less than 9 of 10 players of tournaments give away (D {low} or more)")
        }
        Beside::Among => {
            format!("that is as much as players of tournaments give away (D {low} to {high})")
        }
        Beside::More => {
            format!("that is more than 9 of 10 players of tournaments give away (D {high} or less)")
        }
        Beside::Unclear => format!("8 of 10 players of tournaments give away D {low} to {high}"),
    }
}

/// How many more games would narrow it: "2 more games would narrow it to ±6".
pub fn more(games: u32, within: u32) -> String {
    match games {
        1 => format!("1 more game would narrow it to ±{within}"),
        _ => format!("{games} more games would narrow it to ±{within}"),
    }
}

/// After so many games.
pub fn after(games: u32) -> String {
    match games {
        1 => "after 1 measured game".to_owned(),
        _ => format!("after {games} measured games"),
    }
}

/// A profile that cannot be read.
pub fn damaged(path: &std::path::Path, why: &str) -> String {
    format!(
        "The profile {} cannot be read ({why}); it is set aside when the next measured game is counted, \
         and your level begins anew",
        path.display()
    )
}

/// A profile that a later version wrote.
pub fn later(path: &std::path::Path, format: u32) -> String {
    format!(
        "The profile {} has format {format}, which a later version of koteki reads; games are not counted \
         there until you use that",
        path.display()
    )
}

/// The system does not let the profile be read.
pub fn unreadable(why: &str) -> String {
    format!("Your level so far is not known: {why}")
}

/// A profile with another name in it.
pub fn of_another(name: &str) -> String {
    format!("it is that of {name:?}")
}

/// A profile without a usable posterior.
pub const NO_POSTERIOR: &str = "its posterior is none";
