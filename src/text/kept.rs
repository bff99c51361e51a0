//! What is said of the games on the disk.

/// Lines of the games' file that are no games: how many, and what is wrong with the first.
#[must_use]
pub fn damaged(count: usize, first: &str) -> String {
    if count == 1 {
        format!("One kept game cannot be read and is left as it is: {first}")
    } else {
        format!("{count} kept games cannot be read and are left as they are; the first: {first}")
    }
}

/// What is kept cannot be read at all.
#[must_use]
pub fn unreadable(why: &str) -> String {
    format!("The kept games cannot be read and are left as they are: {why}")
}

/// Games cannot be kept.
#[must_use]
pub fn not_kept(why: &str) -> String {
    format!("Games are not kept: {why}. Play goes on.")
}

/// Why an interrupted game cannot be gone on with.
#[must_use]
pub fn cannot_resume(why: &str) -> String {
    format!("The interrupted game cannot be gone on with: {why}")
}

/// The same when there is none.
pub const NOTHING_INTERRUPTED: &str = "no game was interrupted";

/// What a player is called who broke down and was stood in for.
#[must_use]
pub fn stood_in(message: &str) -> String {
    format!(
        "the player broke down ({message}); any legal move was played for it, and the game does not count"
    )
}
