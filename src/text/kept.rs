//! What is said of the games on the disk.

/// Lines of the games' file that are no games: how many, and what is wrong with the first.
pub fn damaged(count: usize, first: &str) -> String {
    if count == 1 {
        format!("One kept game cannot be read and is left as it is: {first}")
    } else {
        format!("{count} kept games cannot be read and are left as they are; the first: {first}")
    }
}

/// What is kept cannot be read at all.
pub fn unreadable(why: &str) -> String {
    format!("The kept games cannot be read and are left as they are: {why}")
}

/// Games cannot be kept.
pub fn not_kept(why: &str) -> String {
    format!("Games are not kept: {why}. Play goes on.")
}

/// Why an interrupted game cannot be resumed.
pub fn cannot_resume(why: &str) -> String {
    format!("The interrupted game cannot be resumed: {why}")
}

/// A game that is not among those that can be resumed, of which there are so many.
pub fn no_such_game(count: usize) -> String {
    match count {
        0 => "There is no game to resume.".to_owned(),
        1 => "There is only one game to resume.".to_owned(),
        _ => format!("There are {count} games to resume, 1 for the latest."),
    }
}

/// What leaving a game that is not over means.
pub const LEFT: &str = "It is kept and can be resumed. A measured game counts once it is over.";

/// The same where games cannot be kept.
pub const LOST: &str = "It is not kept: leaving ends it.";

/// What a player is called who broke down and was stood in for.
pub fn stood_in(message: &str) -> String {
    format!(
        "the player broke down ({message}); any legal move was played for it, and the game does not count"
    )
}
