//! Messages that several files of a session share.

use crate::watch::words::duration;
use koteki_games::words::harmless::{harmless, is_harmful};
use koteki_rivals::coach::words;
use koteki_rivals::evolve::snapshot::{Dot, Phase, Snapshot};
use koteki_rivals::evolve::verdict::Verdict;

pub fn fault(file: &str, line: Option<usize>, byte: u64, fault: &str) -> String {
    harmless(&format!(
        "{file}, {}: {fault}",
        words::place_in_file(line, byte)
    ))
}

pub fn not_kept(why: &str) -> String {
    format!("Games are not kept: {why}")
}

/// The same, in the middle of a game.
pub fn not_kept_now(why: &str) -> String {
    format!("{}. You can go on playing.", not_kept(why))
}

/// Whether a game counts, in a word.
pub const fn kind(is_measured: bool) -> &'static str {
    if is_measured { "measured" } else { "practice" }
}

/// Whose game it is: `machine` plays against the person, where there is one.
pub fn against(machine: Option<&str>) -> String {
    machine.map_or_else(
        || "of two people".to_owned(),
        |machine| format!("against {machine}"),
    )
}

/// What a finished game that does not count says of the person.
pub const PRACTICE: &str = "Practice game: your strength stays as it is.";

/// What rivals are bred for after a measured game: of a person who is stronger than any of them, or of another.
pub const fn bred_for(is_beyond: bool) -> &'static str {
    if is_beyond {
        "You are stronger than any rival I can breed: they will be as strong as they get."
    } else {
        "Now breeding three opponents who should win about half their games against you."
    }
}

/// How far the breeding of a person's rivals is.
pub fn breeding(snapshot: &Snapshot) -> String {
    if snapshot.paused {
        return "The breeding is paused; p resumes it.".to_owned();
    }
    let proven = |dot: &&Dot| dot.verdict.is_none_or(|it| it == Verdict::Certified);
    match (
        snapshot.phase,
        snapshot.rivals().iter().filter(|it| proven(it)).count(),
    ) {
        (Phase::Resting, 0) => {
            "No rival was proven to be even with you; these come nearest.".to_owned()
        }
        (Phase::Resting, _) => "Your rivals are ready.".to_owned(),
        (phase, _) => {
            let progress = snapshot.progress;
            let share =
                progress.map_or_else(String::new, |it| format!(" {:.0} %", it.share() * 100.0));
            let left = progress.and_then(|it| it.seconds);
            let left = left.map_or_else(String::new, |it| format!(", about {} left", duration(it)));
            let doing = match phase {
                Phase::Retesting => "Testing your rivals",
                _ => "Breeding your rivals",
            };
            // The progress is first: where there is little room the end is cut.
            match progress.map_or(0, |it| it.series) {
                0 => format!("{doing}:{share}{left}"),
                // What was done counts for less now: that is said as long as this round goes on.
                series => format!(
                    "{doing}, round {}:{share}{left} (too few were even with you)",
                    series + 1
                ),
            }
        }
    }
}

pub fn no_such_game(count: usize) -> String {
    match count {
        0 => "There is no game to resume.".to_owned(),
        1 => "There is only one game to resume.".to_owned(),
        _ => format!("There are {count} games to resume: 1 to {count}."),
    }
}

pub const LEFT: &str = "It is kept and can be resumed. A measured game counts once it is over.";
pub const LOST: &str = "It is not kept: leaving ends it.";

pub fn stood_in(message: &str) -> String {
    format!(
        "the player broke down ({message}); any legal move was played for it, and the game does not count"
    )
}

pub fn not_opened(file: &str, why: &str) -> String {
    format!("{file}: {why}").replace(is_harmful, "?")
}

pub fn pasted(line: Option<usize>, fault: &str) -> String {
    let line = line.filter(|&line| line > 1);
    let line = line.map_or_else(String::new, |line| format!("line {line}: "));
    format!("pasted: {line}{fault}").replace(is_harmful, "?")
}

pub fn your_result(difference: i32, own: i32, other: i32, dash: &str) -> String {
    match difference {
        1.. => format!("You win {own}{dash}{other}"),
        0 => format!("A draw, {own}{dash}{other}"),
        _ => format!("You lose {own}{dash}{other}"),
    }
}
