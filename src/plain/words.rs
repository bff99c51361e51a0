//! Messages that several files of plain lines share.

pub fn ply(number: usize, side: &str, mv: &str, who: &str) -> String {
    format!("{number}. {side} {mv} ({who})")
}

pub fn pass(number: usize, side: &str) -> String {
    format!("{number}. {side} passes (no move)")
}

pub fn your_turn(side: &str, moves: usize) -> String {
    format!("Your move, {side} ({moves} to choose from).")
}

pub fn unreadable(word: &str) -> String {
    const SHOWN: usize = 40;
    let mut shown: String = word.chars().take(SHOWN).collect();
    if word.chars().nth(SHOWN).is_some() {
        shown.push_str("...");
    }
    format!(
        "'{shown}' is neither a move (such as f5) nor a command (try help). Nothing was played."
    )
}

pub fn too_long(bytes: usize) -> String {
    format!("A line of more than {bytes} bytes was skipped. Nothing was played.")
}

pub fn illegal(mv: &str, why: &str, legal: &str) -> String {
    let mut line = format!("{mv} is not legal: {why}.");
    if !legal.is_empty() {
        line = format!("{line} Legal: {legal}.");
    }
    line
}

pub fn broken(message: &str) -> String {
    format!("Something went wrong: {message}. You can go on playing.")
}

pub fn line(letter: char, name: &str, portrait: Option<&str>) -> String {
    portrait.map_or_else(
        || format!("{letter} is {name}"),
        |portrait| format!("{letter} is {name}: {portrait}"),
    )
}

pub fn go_on(command: &str) -> String {
    format!("All is kept. Resume with: {command}")
}
