//! Asking an engine by the NBoard protocol, version 2 (Welty).
//!
//! Lines that are not asked for may come at any time: a banner before everything, a status, what is
//! thought so far. They are passed over. Answers are written in more than one way (`=== F5/1.2/0.3`,
//! `=== f5 1.20 0.3`).

use std::time::Duration;

use super::process::{AnswerError, Process, Stop};

/// Waits until the engine has done what it was sent before: `ping`, `pong`.
///
/// # Errors
/// Those of [`Answer::line`](super::process::Answer::line).
pub fn synchronise(
    process: &Process,
    number: u32,
    limit: Duration,
    stop: Stop<'_>,
) -> Result<(), AnswerError> {
    let command = format!("ping {number}");
    process.send(&command);
    let mut answer = process.answer(&command, limit, stop);
    loop {
        let line = answer.line()?.to_ascii_lowercase();
        let mut words = line.split_whitespace();
        if words.next() == Some("pong") && words.next() == Some(&number.to_string()) {
            return Ok(());
        }
    }
}

/// `go`: the move that the engine would play, as it writes it.
///
/// # Errors
/// Those of [`Answer::line`](super::process::Answer::line).
pub fn go(process: &Process, limit: Duration, stop: Stop<'_>) -> Result<String, AnswerError> {
    process.send("go");
    let mut answer = process.answer("go", limit, stop);
    loop {
        let line = answer.line()?;
        if let Some(rest) = line.strip_prefix("===") {
            return Ok(first_part(rest).to_owned());
        }
    }
}

/// What a move line begins with: up to a slash or a space.
fn first_part(text: &str) -> &str {
    let text = text.trim_start();
    text.split(['/', ' ', '\t']).next().unwrap_or(text)
}

/// A move that an engine has looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// The line it expects, beginning with the move.
    pub line: String,
    /// What it is worth to the side to move, in discs.
    pub value: f64,
}

/// `hint`: what the engine makes of its best `count` moves. The last word on each move counts. The
/// protocol has no sign that an engine is through with it; those that were seen say so by a status, an
/// empty one or one that they are waiting.
///
/// # Errors
/// Those of [`Answer::line`](super::process::Answer::line).
pub fn hint(
    process: &Process,
    count: usize,
    limit: Duration,
    stop: Stop<'_>,
) -> Result<Vec<Hint>, AnswerError> {
    let command = format!("hint {count}");
    process.send(&command);
    let mut answer = process.answer(&command, limit, stop);
    let mut looked: Vec<Hint> = Vec::new();
    loop {
        let line = answer.line()?;
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
        match word {
            "search" | "book" => {
                if let Some(found) = read_search(rest) {
                    let same = |other: &Hint| {
                        let begins = |line: &str| line.get(..2).map(str::to_ascii_lowercase);
                        begins(&other.line) == begins(&found.line)
                    };
                    looked.retain(|other| !same(other));
                    looked.push(found);
                }
            }
            // An empty status is what engines end their thinking with.
            "status" if !looked.is_empty() && (rest.is_empty() || rest.contains("waiting")) => {
                return Ok(looked);
            }
            _ => {}
        }
    }
}

/// `F5d6C3 +1.25 0 12`: the line and the value, a single number or a pair of which the first is taken.
fn read_search(text: &str) -> Option<Hint> {
    let mut words = text.split_whitespace();
    let line = words.next()?.to_owned();
    let value = words.next()?.split(',').next()?.trim_start_matches('(');
    let value = value.parse().ok().filter(|value: &f64| value.is_finite())?;
    Some(Hint { line, value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_as_engines_write_them() {
        for (text, mv) in [
            (" F5/1.25/0.3", "F5"),
            (" c3 -6.00 0.0", "c3"),
            (" PA", "PA"),
            ("d6", "d6"),
        ] {
            assert_eq!(first_part(text), mv);
        }
    }

    #[test]
    fn values_are_numbers_or_pairs() {
        let value = |text| read_search(text).map(|looked| looked.value);
        assert_eq!(value("F5d6C3 +1.25 0 12"), Some(1.25));
        assert_eq!(value("F5-D6 -3,-2.5 0 100%W"), Some(-3.0));
        assert_eq!(value("PA NaN 0 1"), None);
        assert_eq!(value("F5"), None);
    }
}
