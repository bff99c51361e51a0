//! Which formats can be written, and the writer of those that are text. [`wthor::Writer`](super::wthor::Writer)
//! writes the one that is not.

use std::io::{self, Write};
use std::path::Path;
use std::str::FromStr;

use super::{Game, UnreachableError, check_reachable, csv, ggf, json, obf, sgf};
use koteki_games::othello::Move;
use koteki_games::othello::Position;
use koteki_games::othello::notation::{Passes, write_board, write_transcript};
use koteki_games::{Game as _, GameLine};

/// A format that can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A game on a line: `f5d6c3d3c4`.
    Transcript,
    /// The Generic Game Format, a game on a line.
    Ggf,
    /// The Smart Game Format.
    Sgf,
    /// The last position of each game, with what it or its moves are worth.
    Obf,
    /// The base of tournament games: three files.
    Wthor,
    /// A table.
    Csv,
    /// An object of JSON on each line.
    Json,
}

/// A name that is no format's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a format; formats: {all}", all = Format::ALL.map(Format::name).join(", "))]
pub struct FormatError(String);

impl FromStr for Format {
    type Err = FormatError;

    fn from_str(text: &str) -> Result<Self, FormatError> {
        let found = Self::ALL.into_iter().find(|format| format.name() == text);
        found.ok_or_else(|| FormatError(text.to_owned()))
    }
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Transcript,
        Self::Ggf,
        Self::Sgf,
        Self::Obf,
        Self::Wthor,
        Self::Csv,
        Self::Json,
    ];

    /// Its name and the extensions of its files.
    const fn named(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Self::Transcript => ("transcript", &["txt"]),
            Self::Ggf => ("ggf", &["ggf"]),
            Self::Sgf => ("sgf", &["sgf"]),
            Self::Obf => ("obf", &["obf"]),
            Self::Wthor => ("wthor", &["wtb"]),
            Self::Csv => ("csv", &["csv"]),
            Self::Json => ("json", &["json", "jsonl"]),
        }
    }

    /// What it is called.
    pub const fn name(self) -> &'static str {
        self.named().0
    }

    /// The format that the extension of a file's name says.
    pub fn of_extension(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        let is_its = |format: &Self| format.named().1.contains(&extension.as_str());
        Self::ALL.into_iter().find(is_its)
    }
}

/// Why a game cannot stand in a file of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CannotHoldError {
    /// WTHOR: it begins elsewhere.
    #[error("a WTHOR file holds games from the usual start alone")]
    Start,
    /// WTHOR: the table has no number left.
    #[error("a WTHOR file holds no more than 65535 names of players or tournaments")]
    Names,
    /// WTHOR: the beginning of the file has no number left.
    #[error("a WTHOR file holds no more than 4294967295 games")]
    Games,
    /// A transcript: it would not be read again.
    #[error(
        "a transcript cannot begin with a position that no game leads to ({0}): write SGF, GGF or JSON"
    )]
    Unreachable(UnreachableError),
}

/// Writes games as text.
#[derive(Debug)]
pub struct TextWriter<W> {
    out: W,
    format: Format,
    /// Games written so far.
    games: u64,
}

impl<W: Write> TextWriter<W> {
    /// Begins a file; `None` for [`Format::Wthor`], which is no text.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn new(mut out: W, format: Format) -> io::Result<Option<Self>> {
        match format {
            Format::Wthor => return Ok(None),
            Format::Csv => write!(out, "{}\r\n", csv::COLUMNS)?,
            _ => {}
        }
        Ok(Some(Self {
            out,
            format,
            games: 0,
        }))
    }

    /// Writes a game.
    ///
    /// # Errors
    /// When `out` cannot be written; within, why the game is not in the file.
    pub fn write(&mut self, game: &Game) -> io::Result<Result<(), CannotHoldError>> {
        if self.format == Format::Transcript
            && let Err(why) = check_reachable(&game.line.positions()[0])
        {
            return Ok(Err(CannotHoldError::Unreachable(why)));
        }
        self.games += 1;
        // Not as `W`: what is written to differs from caller to caller, and this is where games cost time.
        write(self.format, self.games, game, &mut self.out).map(Ok)
    }

    /// What is written to.
    pub const fn output(&self) -> &W {
        &self.out
    }

    /// Ends the file.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(mut self) -> io::Result<W> {
        self.out.flush()?;
        Ok(self.out)
    }
}

fn write(format: Format, number: u64, game: &Game, out: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Transcript => writeln!(out, "{}", transcript(&game.line)),
        Format::Ggf => ggf::write(game, out),
        Format::Sgf => sgf::write(game, out),
        Format::Obf => obf::write(game, out),
        Format::Csv => csv::write(number, game, out),
        Format::Json => json::write(game, out),
        // There is no writer of it here.
        Format::Wthor => Ok(()),
    }
}

/// A game on a line: the position it begins from if that is not the usual one or there are no moves, then
/// the moves without passes; one at the end, which no move shows, as `--`.
pub fn transcript(line: &GameLine<Position>) -> String {
    let start = &line.positions()[0];
    let mut text = String::new();
    if *start != Position::start() || line.ply() == 0 {
        text = write_board(start);
        text.push(' ');
    }
    text += &write_transcript(line.moves(), Passes::Omitted);
    if line.moves().last() == Some(&Move::Pass) {
        text += "--";
    }
    text.truncate(text.trim_end().len());
    text
}
