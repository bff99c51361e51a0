//! What an engine can do wrong.

use std::time::Duration;

/// An engine that gave no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("engine \"{engine}\": {kind}")]
pub struct EngineError {
    /// The command that started it.
    pub engine: String,
    /// What happened.
    pub kind: EngineErrorKind,
}

/// What an engine did.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineErrorKind {
    /// Only a file has named it.
    #[error(
        "a file may not start a program: name this player yourself, or add --allow-engines if you \
         trust the file"
    )]
    Unnamed,
    /// The system could not start it.
    #[error("cannot start it: {0}")]
    Start(String),
    /// The system could not start the shell that ends it with this program.
    #[error("cannot start sh, which watches over engines: {0}")]
    Guard(String),
    /// It ended, or closed its output, before it answered.
    #[error("it ended before it answered \"{command}\"{}", last_words(words))]
    Ended {
        /// What it was asked.
        command: String,
        /// The last line of its standard error; empty when it said nothing there.
        words: String,
    },
    /// It did not answer in time.
    #[error("no answer to \"{command}\" in {} s{}", limit.as_secs_f64(), last_words(words))]
    Silent {
        /// What it was asked.
        command: String,
        /// How long was waited.
        limit: Duration,
        /// The last line of its standard error; empty when it said nothing there.
        words: String,
    },
    /// It sends and sends, and none of it is an answer.
    #[error("it sent {0} bytes that are no answer, and was stopped")]
    Flood(usize),
    /// It answered that it cannot do what it was asked.
    #[error("it refuses \"{command}\": {answer}")]
    Refused {
        /// What it was asked.
        command: String,
        /// What it said.
        answer: String,
    },
    /// It answered something that is no move.
    #[error("it answered \"{0}\", which is no move")]
    NoMove(String),
    /// It answered with a move that the rules do not allow.
    #[error("it played {0}, which is illegal here")]
    Illegal(String),
    /// It did not say of every move what it is worth.
    #[error("it gave the values of {got} moves of {asked}: a judge has to know them all")]
    Values {
        /// Moves with a value.
        got: usize,
        /// Moves that there are.
        asked: usize,
    },
    /// It gives the game up.
    #[error("it resigns")]
    Resigned,
    /// Its protocol has no way to say from where the game began.
    #[error(
        "its protocol cannot tell it of a game that began from another board: use protocol=nboard"
    )]
    Board,
}

/// What it said last, in brackets.
fn last_words(words: &str) -> String {
    if words.is_empty() {
        String::new()
    } else {
        format!(" (it said: {words})")
    }
}
