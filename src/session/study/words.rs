//! Messages that several files of studies share.

use crate::words;

pub fn known_codes(codes: &[&str]) -> String {
    if codes.is_empty() {
        "no one has begun yet".to_owned()
    } else {
        format!("there are {}", codes.join(", "))
    }
}

/// Title of every page; `set` is the number of the blind test, 1 for the first.
pub fn title(blind: bool, code: &str, set: u32) -> String {
    match (blind, set) {
        (true, 0 | 1) => format!("Blind test, {code}"),
        (true, set) => format!("Blind test {set}, {code}"),
        (false, _) => format!("Study, {code}"),
    }
}

pub const RULES: [&str; 2] = [
    "Othello: place a disc so that it closes in a line of the other colour between it and another disc of \
     yours; that line turns over to your colour. A player who cannot move passes. Most discs win.",
    "Squares on which you may play are marked. Black moves first.",
];

pub fn welcome_back(done: usize, of: usize) -> String {
    format!("Welcome back. You have played {done} of {of} games; you continue where you left off.")
}

pub const TORN: &str = "The last line of your file was torn when the program or the machine stopped, and has been dropped: \
     at most one move or one answer is missing.";

pub fn you_play(side: usize) -> String {
    if side == 0 {
        "You play Black and move first.".to_owned()
    } else {
        "You play White; Black moves first.".to_owned()
    }
}

pub const SECOND: &str =
    "Now the second game of the pair. Is it the same opponent, or another one?";

pub fn result(difference: i32, own: i32, other: i32, dash: &str) -> String {
    words::your_result(difference, own, other, dash)
}

pub const MEASURING: &str = "Looking at your games ...";

/// The rivals are being bred; how many seconds it takes yet, where that is known.
pub fn preparing(left: Option<f64>) -> String {
    left.map_or_else(
        || "Preparing your opponents ...".to_owned(),
        |left| format!("Preparing your opponents: about {}", about(left)),
    )
}

pub fn about(seconds: f64) -> String {
    let seconds = seconds.clamp(1.0, 1e6).ceil() as u64;
    match seconds {
        0..=9 => format!("{seconds} s"),
        10..=99 => format!("{} s", seconds.div_ceil(5) * 5),
        _ => format!("{} min", seconds.div_ceil(60)),
    }
}

pub fn sheet(pair: Option<usize>, of: usize) -> String {
    pair.map_or_else(
        || "The last questions".to_owned(),
        |pair| format!("Pair {} of {of}: your opinion", pair + 1),
    )
}

pub fn question(key: &str) -> &'static str {
    match key {
        "strength-1" => "Opponent 1: how strong was it for you?",
        "strength-2" => "Opponent 2: how strong was it for you?",
        "unnatural-1" => "Opponent 1: any unnatural moves, as if slacking?",
        "unnatural-2" => "Opponent 2: any unnatural moves, as if slacking?",
        "where-1" => "Opponent 1: which moves were unnatural, and how?",
        "where-2" => "Opponent 2: which moves were unnatural, and how?",
        "same" => "Were the two opponents the same, or different?",
        "reason" => "Why do you think so?",
        "fit" => "Were they fit to be practice partners?",
        "fun" => "Was it fun to play against them?",
        "missing" => "What else does a rival need?",
        _ => "",
    }
}

/// An answer by the keys of question and answer; empty for other keys.
pub fn answer(question: &str, answer: &str) -> &'static str {
    let question = question.trim_end_matches(['1', '2']);
    match (question, answer) {
        ("strength-", "much-too-strong") => "much too strong",
        ("strength-", "a-little-stronger") => "a little stronger than me",
        ("strength-", "same") => "about the same",
        ("strength-", "a-little-weaker") => "a little weaker than me",
        ("strength-", "much-too-weak") => "much too weak",
        ("unnatural-", "often") => "often",
        ("unnatural-", "4-6") => "4 to 6 moves",
        ("unnatural-", "1-3") => "1 to 3 moves",
        ("unnatural-", "none") => "none at all",
        ("same", "same") => "the same",
        ("same", "different") => "different",
        ("fit", "fit") => "fit",
        ("fit", "fairly") => "fairly fit",
        ("fit", "ordinary") | ("fun", "ordinary") => "ordinary",
        ("fit", "not-quite") => "not quite fit",
        ("fit", "not") => "not fit",
        ("fun", "great") => "great fun",
        ("fun", "fairly") => "fairly",
        ("fun", "something-missing") => "something was missing",
        ("fun", "dull") => "dull",
        _ => "",
    }
}

pub fn unanswered(question: &str) -> String {
    format!("Please answer this first: {question}")
}

pub fn not_kept(why: &str) -> String {
    format!(
        "The study stops here, because nothing more can be kept: {why}. What was kept until now is complete"
    )
}

/// What the person waits for has broken down: `what`, and what goes on with the study, where that is known.
pub fn stuck(what: &str, command: Option<&str>) -> String {
    let how = command.map_or_else(
        || "the next time".to_owned(),
        |command| format!("with: {command}"),
    );
    format!(
        "Preparing your opponents broke down ({what}). All that was played is kept; it is done again {how}"
    )
}
