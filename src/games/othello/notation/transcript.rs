//! Transcripts: `f5d6c3d3c4`, the moves of a game one after the other.

use std::fmt;

use super::{MAX_LENGTH, PASSES, excerpt, square_of, too_long};
use crate::othello::{LegalityError, Move, Position};
use crate::typed::half_width;
use crate::{Game as _, GameLine, Side};

/// A move as it stands in a text, legal or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// The move.
    pub mv: Move,
    /// Where it begins: 1 for the first character of the text.
    pub character: usize,
}

/// What is wrong with a transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TranscriptErrorKind {
    /// Longer than [`MAX_LENGTH`] characters.
    TooLong,
    /// Neither a square nor a pass nor a move number.
    Unreadable,
    /// A move that the rules do not allow.
    Illegal {
        /// The reason.
        why: LegalityError,
        /// The side to move.
        side: Side,
        /// What it may play; nothing when the game is over.
        legal: Vec<Move>,
    },
}

/// Why a text is not a transcript, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct TranscriptError {
    /// Where the fault begins: 1 for the first character of the text.
    pub character: usize,
    /// The number of the move that was expected there; 1 for the first of the text, passes not counted.
    pub number: usize,
    /// What stands there.
    pub found: String,
    /// What is wrong with it.
    pub kind: TranscriptErrorKind,
}

impl fmt::Display for TranscriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            character,
            number,
            found,
            kind,
        } = self;
        match kind {
            TranscriptErrorKind::TooLong => write!(
                f,
                "the transcript is longer than {MAX_LENGTH} characters: give one game at a time"
            ),
            TranscriptErrorKind::Unreadable => write!(
                f,
                "character {character}, move {number}: cannot read {found:?}; \
                 a move is a square like f5, or a pass: --, pa, ps or pass"
            ),
            TranscriptErrorKind::Illegal { why, side, legal } => {
                write!(
                    f,
                    "character {character}, move {number}: {found} is not legal: {why}"
                )?;
                if !legal.is_empty() {
                    write!(f, "; {side} can play")?;
                }
                legal.iter().try_for_each(|mv| write!(f, " {mv}"))
            }
        }
    }
}

/// Reads the moves of a text one by one, without asking whether they are legal.
struct Reader<'a> {
    text: &'a str,
    /// Bytes and characters before the next one.
    byte: usize,
    character: usize,
    placements: usize,
}

impl<'a> Reader<'a> {
    const fn new(text: &'a str) -> Self {
        Self {
            text,
            byte: 0,
            character: 0,
            placements: 0,
        }
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.byte..).unwrap_or_default()
    }

    /// Steps over what is in front of the reader while `accept` says so; returns it.
    fn take_while(&mut self, accept: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c| !accept(c)).unwrap_or(rest.len());
        self.advance(&rest[..end]);
        &rest[..end]
    }

    fn advance(&mut self, over: &str) {
        self.byte += over.len();
        self.character += over.chars().count();
    }

    fn error(&self, found: &str, kind: TranscriptErrorKind) -> TranscriptError {
        TranscriptError {
            character: self.character + 1,
            number: self.placements + 1,
            found: excerpt(found),
            kind,
        }
    }

    /// What stands in front of the reader up to the next space: for a message.
    fn word(&self) -> &'a str {
        let rest = self.rest();
        rest.split(char::is_whitespace).next().unwrap_or(rest)
    }

    /// Steps over spaces, commas and move numbers (`12.`, `12)`, `12`).
    fn skip_between(&mut self) -> Result<(), TranscriptError> {
        loop {
            let gap = self.take_while(|c| c.is_whitespace() || c == ',');
            let rest = self.rest();
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            if digits == 0 {
                return Ok(());
            }
            let marked = rest[digits..].starts_with(['.', ')']);
            // A bare number needs space around it: in f45 or 5f it would hide a slip of the finger.
            let apart = (self.byte == 0 || !gap.is_empty())
                && !rest[digits..].starts_with(|c: char| !c.is_whitespace());
            if digits > 3 || !(marked || apart) {
                return Err(self.error(self.word(), TranscriptErrorKind::Unreadable));
            }
            self.advance(&rest[..digits]);
            self.take_while(|c| c == '.' || c == ')');
        }
    }

    fn next(&mut self) -> Result<Option<(Token, &'a str)>, TranscriptError> {
        self.skip_between()?;
        let rest = self.rest();
        let mut chars = rest.chars();
        let Some(first) = chars.next() else {
            return Ok(None);
        };
        let pass = PASSES.iter().find(|pass| {
            rest.get(..pass.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(pass))
        });
        let (mv, length) = if let Some(pass) = pass {
            (Move::Pass, pass.len())
        } else if let Some(square) = chars.next().and_then(|digit| square_of(first, digit)) {
            (Move::Place(square), 2)
        } else {
            return Err(self.error(self.word(), TranscriptErrorKind::Unreadable));
        };
        let token = Token {
            mv,
            character: self.character + 1,
        };
        self.advance(&rest[..length]);
        self.placements += usize::from(mv != Move::Pass);
        Ok(Some((token, &rest[..length])))
    }
}

/// The moves written in `text`, legal or not: squares and passes (`--`, `pa`, `ps`, `pass`) in either
/// case, with any spaces, commas and move numbers between them.
///
/// # Errors
/// At the first thing that is neither of these ([`TranscriptErrorKind::Unreadable`]), or when the text is longer than
/// [`MAX_LENGTH`].
pub fn read_tokens(text: &str) -> Result<Vec<Token>, TranscriptError> {
    let text = &*half_width(text);
    let mut reader = Reader::new(text);
    if too_long(text).is_some() {
        return Err(reader.error("", TranscriptErrorKind::TooLong));
    }
    let mut tokens = Vec::new();
    while let Some((token, _)) = reader.next()? {
        tokens.push(token);
    }
    Ok(tokens)
}

/// Reads a game from the usual start; see [`read_transcript_from`].
///
/// # Errors
/// As [`read_transcript_from`].
pub fn read_transcript(text: &str) -> Result<GameLine<Position>, TranscriptError> {
    read_transcript_from(Position::start(), text)
}

/// Reads a game that begins in `start`, in any of the forms of [`read_tokens`].
///
/// A forced pass may be written or left out; one that is left out is put into the line when a move
/// follows it, so the line holds every pass but perhaps the last.
///
/// # Errors
/// At the first fault of the text: see [`TranscriptErrorKind`].
pub fn read_transcript_from(
    start: Position,
    text: &str,
) -> Result<GameLine<Position>, TranscriptError> {
    let text = &*half_width(text);
    let mut reader = Reader::new(text);
    if too_long(text).is_some() {
        return Err(reader.error("", TranscriptErrorKind::TooLong));
    }
    let mut line = GameLine::from_position(start);
    loop {
        let number = reader.placements + 1;
        let Some((token, found)) = reader.next()? else {
            return Ok(line);
        };
        let error = |kind| TranscriptError {
            character: token.character,
            number,
            found: excerpt(found),
            kind,
        };
        if token.mv != Move::Pass && line.position().must_pass() {
            // Left out in the text. Legal, as the position says, so it cannot fail.
            let _ = line.play(Move::Pass);
        }
        let position = line.position();
        if let Err(why) = position.check(token.mv) {
            let mut legal = Vec::new();
            position.legal_moves(&mut legal);
            let side = position.side_to_move();
            return Err(error(TranscriptErrorKind::Illegal { why, side, legal }));
        }
        // Just checked.
        let _ = line.play(token.mv);
    }
}

/// What a written transcript does with passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passes {
    /// Left out, as most programs and the WTHOR base have it.
    Omitted,
    /// Written `--`.
    Written,
}

/// Writes `moves` without spaces in lower case: `f5d6c3`.
pub fn write_transcript(moves: &[Move], passes: Passes) -> String {
    moves
        .iter()
        .filter(|&&mv| mv != Move::Pass || passes == Passes::Written)
        .map(Move::to_string)
        .collect()
}
