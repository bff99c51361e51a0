//! We ask: the Go Text Protocol, version 2 (Farnebäck 2002), from the side of the program that asks.
//!
//! Engines differ from the text: some print a banner first, some leave out the empty line after an
//! answer, some put a space after the sign and some do not. All of that is taken.

use std::time::Duration;

use super::error::EngineErrorKind;
use super::process::{AnswerError, Process, Stop};

/// How long is waited for the rest of an answer whose first line is there.
const REST: Duration = Duration::from_millis(500);

/// An answer that could be understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// `=`: what it says.
    Done(String),
    /// `?`: why not.
    Refused(String),
}

/// Sends `command` and waits for the answer.
///
/// # Errors
/// Those of [`Answer::line`](super::process::Answer::line).
pub fn ask(
    process: &Process,
    command: &str,
    limit: Duration,
    stop: Stop<'_>,
) -> Result<Reply, AnswerError> {
    process.send(command);
    let mut answer = process.answer(command, limit, stop);
    let first = loop {
        let line = answer.line()?;
        if line.starts_with(['=', '?']) {
            break line;
        }
    };
    let mut text = without_number(&first[1..]).to_owned();
    while let Some(line) = answer.line_within(REST)? {
        if line.is_empty() {
            break;
        }
        text.push('\n');
        text.push_str(&line);
    }
    Ok(if first.starts_with('=') {
        Reply::Done(text)
    } else {
        Reply::Refused(text)
    })
}

/// Sends a command that is simply carried out.
///
/// # Errors
/// As [`ask`], and when the engine refuses.
pub fn send(
    process: &Process,
    command: &str,
    limit: Duration,
    stop: Stop<'_>,
) -> Result<String, AnswerError> {
    match ask(process, command, limit, stop)? {
        Reply::Done(text) => Ok(text),
        Reply::Refused(answer) => Err(AnswerError::Engine(EngineErrorKind::Refused {
            command: command.to_owned(),
            answer,
        })),
    }
}

/// What follows the number that an answer may repeat. A number that is all of it is the answer.
fn without_number(text: &str) -> &str {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    match text[digits..].strip_prefix(' ') {
        Some(rest) if digits > 0 => rest.trim(),
        _ => text.trim(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_an_answer_is_left_out() {
        for (line, text) in [
            (" F5", "F5"),
            ("F5", "F5"),
            ("12 F5", "F5"),
            (" 12", "12"),
            ("", ""),
        ] {
            assert_eq!(without_number(line), text);
        }
    }
}
