//! We answer: the Go Text Protocol, version 2 (Farnebäck 2002), for any game: an optional number and a
//! command a line, an answer for each.
//!
//! Its words are the protocol's own, for programs; they are not translated. There is a space behind the
//! mark and the number also where nothing follows: Pentobi's twogtp and others take an answer apart there.

mod blokus;
pub mod engine;
pub(super) mod game;
mod othello;
mod sgf;

use std::io::{self, Write};

use super::lines::Lines;
use koteki_engine::player::PlayerError;
use koteki_engine::wire::error::EngineError;
use koteki_engine::wire::lines::Line;
use koteki_games::Side;

/// The version of the protocol.
const PROTOCOL_VERSION: &str = "2";

/// Commands that are the same for every game.
const COMMANDS: [&str; 7] = [
    "protocol_version",
    "name",
    "version",
    "cputime",
    "known_command",
    "list_commands",
    "quit",
];

/// A game and a player behind the protocol.
pub trait Engine {
    /// The commands it knows, beside those that all engines know.
    fn commands(&self) -> &'static [&'static str];

    /// Answers one of them. The answer has no empty line; thinking goes through
    /// [`Lines::think`] of `lines`.
    ///
    /// # Errors
    /// Why it cannot be done; nothing has then changed.
    fn answer(
        &mut self,
        command: &str,
        arguments: &[&str],
        lines: &Lines,
    ) -> Result<String, CommandError>;
}

/// Why a command cannot be obeyed, in the protocol's words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// There is no command of this name.
    #[error("unknown command")]
    Unknown,
    /// The arguments are not what the command takes.
    #[error("syntax error: {0}")]
    Syntax(&'static str),
    /// The line is longer than [`MAX_LINE`](super::lines::MAX_LINE) bytes.
    #[error("line too long")]
    TooLong,
    /// The board has no such size.
    #[error("unacceptable size")]
    Size,
    /// There is no game of this name.
    #[error("unsupported game")]
    Game,
    /// The rules do not allow the move.
    #[error("illegal move: {0}")]
    Illegal(String),
    /// The other side has to move.
    #[error("illegal move: {0} is to move")]
    WrongColour(&'static str),
    /// There is no move to take back.
    #[error("cannot undo")]
    Undo,
    /// The game is not over.
    #[error("cannot score")]
    Score,
    /// The player has no such setting, or it takes no such value.
    #[error("cannot set parameter: {0}")]
    Parameter(String),
    /// The file cannot be read, or not as a game.
    #[error("cannot load file: {0}")]
    File(String),
    /// The file cannot be written.
    #[error("cannot save file: {0}")]
    Save(String),
    /// The system does not say how long the program has computed.
    #[cfg(not(unix))]
    #[error("cannot determine cpu time")]
    CpuTime,
    /// The player has not said what its moves are worth.
    #[error("no value: {0}")]
    Value(&'static str),
    /// The answer is no longer wanted.
    #[error("interrupted")]
    Interrupted,
    /// The player is another program, which failed.
    #[error(transparent)]
    Engine(Box<EngineError>),
    /// A fault of the program.
    #[error("internal error: the player chose an illegal move")]
    Player,
}

impl From<PlayerError> for CommandError {
    fn from(why: PlayerError) -> Self {
        match why {
            PlayerError::Cancelled(_) => Self::Interrupted,
            PlayerError::Engine(fault) => Self::Engine(fault),
        }
    }
}

/// A command line taken apart.
struct Request<'a> {
    /// The number that the answer repeats, as it was written; empty without one.
    id: &'a str,
    /// Empty when there is only a number.
    command: &'a str,
    arguments: Vec<&'a str>,
}

/// The line as the protocol wants it read: tabs are spaces, other control characters are nothing,
/// what follows a `#` is a comment.
fn cleaned(line: &str) -> String {
    line.chars()
        .take_while(|&c| c != '#')
        .filter_map(|c| match c {
            '\t' => Some(' '),
            '\u{feff}' => None,
            c if c.is_control() => None,
            c => Some(c),
        })
        .collect()
}

impl<'a> Request<'a> {
    /// Takes a cleaned line apart; `None` when nothing is on it.
    fn read(line: &'a str) -> Option<Self> {
        let mut words = line.split_whitespace();
        let first = words.next()?;
        let is_number = first.bytes().all(|byte| byte.is_ascii_digit());
        let (id, command) = if is_number {
            (first, words.next().unwrap_or_default())
        } else {
            ("", first)
        };
        Some(Self {
            id,
            command,
            arguments: words.collect(),
        })
    }
}

/// Answers every line until `quit`, the end of the input, or an answer that is no longer wanted; each answer
/// is flushed.
///
/// # Errors
/// When `out` cannot be written.
pub fn serve(engine: &mut dyn Engine, lines: &Lines, out: &mut impl Write) -> io::Result<()> {
    while let Some(line) = lines.next() {
        let text = cleaned(&line.text);
        let Some(request) = Request::read(&text) else {
            if line.too_long {
                write_answer(out, "", &Err(CommandError::TooLong))?;
            }
            continue;
        };
        let answer = answer(engine, &line, &request, lines);
        write_answer(out, request.id, &answer)?;
        if request.command == "quit" && !line.too_long || answer == Err(CommandError::Interrupted) {
            break;
        }
    }
    Ok(())
}

fn answer(
    engine: &mut dyn Engine,
    line: &Line,
    request: &Request<'_>,
    lines: &Lines,
) -> Result<String, CommandError> {
    if line.too_long {
        return Err(CommandError::TooLong);
    }
    let commands = || COMMANDS.iter().chain(engine.commands());
    match (request.command, &*request.arguments) {
        ("protocol_version", _) => Ok(PROTOCOL_VERSION.to_owned()),
        ("name", _) => Ok("Koteki".to_owned()),
        ("version", _) => Ok(env!("CARGO_PKG_VERSION").to_owned()),
        ("cputime", _) => cpu_time(),
        ("quit", _) => Ok(String::new()),
        ("list_commands", _) => Ok(commands().copied().collect::<Vec<_>>().join("\n")),
        ("known_command", &[name, ..]) => Ok(commands().any(|&known| known == name).to_string()),
        ("known_command", []) => Err(CommandError::Syntax("known_command COMMAND")),
        (command, arguments) if engine.commands().contains(&command) => {
            engine.answer(command, arguments, lines)
        }
        _ => Err(CommandError::Unknown),
    }
}

/// Writes an answer with its mark, its number and the empty line that ends it.
fn write_answer(
    out: &mut impl Write,
    id: &str,
    answer: &Result<String, CommandError>,
) -> io::Result<()> {
    match answer {
        Ok(text) => write!(out, "={id} {text}\n\n")?,
        Err(failure) => write!(out, "?{id} {failure}\n\n")?,
    }
    out.flush()
}

/// The processor time of this program since its start, of all its threads, in seconds.
#[cfg(unix)]
fn cpu_time() -> Result<String, CommandError> {
    use rustix::time::{ClockId, clock_gettime};

    let time = clock_gettime(ClockId::ProcessCPUTime);
    Ok(format!("{}.{:06}", time.tv_sec, time.tv_nsec / 1_000))
}

#[cfg(not(unix))]
fn cpu_time() -> Result<String, CommandError> {
    Err(CommandError::CpuTime)
}

fn is_number(text: &str) -> bool {
    text.parse::<f64>().is_ok_and(f64::is_finite)
}

fn colour(text: &str) -> Result<Side, CommandError> {
    match &*text.to_ascii_lowercase() {
        "b" | "black" => Ok(Side::Black),
        "w" | "white" => Ok(Side::White),
        _ => Err(CommandError::Syntax("a color is black or white")),
    }
}
