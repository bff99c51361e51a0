//! Games from a file, one after the other, so that a file may be larger than the memory.
//!
//! A file holds either records as koteki keeps them (`games.jsonl`: a line is a JSON object) or
//! transcripts. A transcript is a line, in any of the forms of
//! [`notation`](crate::game::othello::notation); it may begin with a position (64 signs and the side to
//! move); what stands behind a `#` is a remark.
//!
//! A single game may also be written over several lines. A line that could begin a game begins one; a line
//! that could not, and goes on where the one before it stopped, belongs to that game. So does one that
//! could do either, when it has a single move or begins with a move number above 1.

use std::collections::{HashMap, hash_map};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{self, BufRead, Read};

use crate::game::GameLine;
use crate::game::Side;
use crate::game::othello::notation::{
    BoardError, MAX_LENGTH, TranscriptError, read_board, read_tokens, read_transcript_from,
};
use crate::game::othello::{Move, Position};
use crate::record::game::{self, GameRecord};

pub use super::reach::{Unreachable, check_reachable};

/// The longest line that is looked at, in bytes: a record of a game has about ten thousand.
const LONGEST_LINE: u64 = 4 << 20;

/// A game of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// Its moves.
    pub line: GameLine<Position>,
    /// Who had Black, who White, where the file says so.
    pub names: [Option<String>; 2],
}

/// What stands in a place of the file.
#[derive(Debug)]
pub struct Entry {
    /// The line it begins on, from 1; of a fault the line that it stands on.
    pub line: usize,
    /// The game, or why there is none.
    pub game: Result<Game, Fault>,
}

/// Why a line is no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A record that is none, or whose moves are not legal.
    #[error("{0}")]
    Record(#[from] game::Fault),
    /// Moves that are no game.
    #[error("{0}")]
    Transcript(#[from] TranscriptError),
    /// A position that cannot be read.
    #[error("its position: {0}")]
    Board(#[from] BoardError),
    /// A position that no game leads to.
    #[error("its position cannot come about in a game: {0}")]
    Unreachable(#[from] Unreachable),
    /// No move and no position.
    #[error("no move in it: write a game, such as f5d6c3d3c4, or # in front of a remark")]
    NoMove,
    /// Longer than any game.
    #[error("the line is longer than {MAX_LENGTH} characters: write one game on a line")]
    TooLong,
    /// Not text.
    #[error("not text (UTF-8)")]
    NotText,
}

/// The lines of a file, none of which may fill the memory.
#[derive(Debug)]
struct Lines<R> {
    input: R,
    /// Lines read so far.
    line: usize,
    /// Bytes read so far.
    bytes: u64,
}

impl<R: BufRead> Lines<R> {
    const fn new(input: R) -> Self {
        Self {
            input,
            line: 0,
            bytes: 0,
        }
    }

    /// The next line: its bytes, or `Err` when there are too many; `None` at the end.
    fn next(&mut self) -> io::Result<Option<Result<Vec<u8>, Fault>>> {
        let mut bytes = Vec::new();
        let read = self
            .input
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut bytes)?;
        if read == 0 {
            return Ok(None);
        }
        self.line += 1;
        self.bytes += read as u64;
        if read as u64 == LONGEST_LINE && bytes.last() != Some(&b'\n') {
            self.skip()?;
            return Ok(Some(Err(Fault::TooLong)));
        }
        Ok(Some(Ok(bytes)))
    }

    /// Steps over the rest of a line.
    fn skip(&mut self) -> io::Result<()> {
        loop {
            let buffer = self.input.fill_buf()?;
            if buffer.is_empty() {
                return Ok(());
            }
            let (taken, ended) = match buffer.iter().position(|&byte| byte == b'\n') {
                Some(at) => (at + 1, true),
                None => (buffer.len(), false),
            };
            self.input.consume(taken);
            self.bytes += taken as u64;
            if ended {
                return Ok(());
            }
        }
    }
}

/// A game that the next line may go on with.
#[derive(Debug)]
struct Open {
    /// The line it begins on.
    line: usize,
    /// Its lines, joined.
    text: String,
    game: Game,
}

/// The games of a file, one after the other.
#[derive(Debug)]
pub struct Games<R> {
    lines: Lines<R>,
    /// Of each record's name the line that holds, where that is known.
    last: Option<HashMap<u64, usize>>,
    /// A game that the next line may go on with.
    open: Option<Open>,
    /// What comes next.
    ready: Option<Entry>,
}

impl<R: BufRead> Games<R> {
    /// The games in `input`. `last` is what [`survey`] found, when the file could be read before: of a
    /// game that was written more than once (interrupted, then gone on with) only the last record counts.
    pub const fn new(input: R, last: Option<HashMap<u64, usize>>) -> Self {
        Self {
            lines: Lines::new(input),
            last,
            open: None,
            ready: None,
        }
    }

    /// Bytes read so far: for a progress that knows the size of the file.
    pub const fn bytes(&self) -> u64 {
        self.lines.bytes
    }

    /// The next game, or what is wrong in its place; `None` at the end.
    ///
    /// # Errors
    /// When the input cannot be read.
    pub fn next_entry(&mut self) -> io::Result<Option<Entry>> {
        loop {
            if let Some(entry) = self.ready.take() {
                return Ok(Some(entry));
            }
            let Some(text) = self.next_line()? else {
                return Ok(self.close());
            };
            let line = self.lines.line;
            let text = match text {
                Ok(text) => text,
                Err(fault) => {
                    let game = Err(fault);
                    return Ok(Some(self.after_open(Entry { line, game })));
                }
            };
            let trimmed = text.trim();
            if trimmed.starts_with('{') {
                if let Some(entry) = self.record(line, trimmed) {
                    return Ok(Some(self.after_open(entry)));
                }
                continue;
            }
            // Spaces in front are kept: a fault is told by its character in the line.
            let moves = text.split('#').next().unwrap_or_default().trim_end();
            if moves.is_empty() {
                continue;
            }
            match self.transcript(line, moves) {
                Some(entry @ Entry { game: Ok(_), .. }) => return Ok(Some(entry)),
                Some(fault) => return Ok(Some(self.after_open(fault))),
                None => {}
            }
        }
    }

    /// A game that was waiting for its next line comes first.
    fn after_open(&mut self, entry: Entry) -> Entry {
        match self.close() {
            Some(open) => {
                self.ready = Some(entry);
                open
            }
            None => entry,
        }
    }

    /// The game that was waiting for its next line.
    fn close(&mut self) -> Option<Entry> {
        let Open { line, game, .. } = self.open.take()?;
        let game = Ok(game);
        Some(Entry { line, game })
    }

    /// The next line as text; `None` at the end.
    fn next_line(&mut self) -> io::Result<Option<Result<String, Fault>>> {
        let Some(bytes) = self.lines.next()? else {
            return Ok(None);
        };
        let text = bytes.and_then(|bytes| String::from_utf8(bytes).map_err(|_| Fault::NotText));
        Ok(Some(text.map(|mut text| {
            // Some editors begin a file with a mark of its encoding.
            if self.lines.line == 1 && text.starts_with('\u{feff}') {
                text.remove(0);
            }
            text
        })))
    }

    /// A record; `None` for one that a later line replaces.
    fn record(&self, line: usize, text: &str) -> Option<Entry> {
        let game = match GameRecord::from_line(text) {
            Ok(record) => {
                let last = self.last.as_ref();
                let later = last.and_then(|last| last.get(&hashed(&record.id)));
                if later.is_some_and(|&last| last > line) {
                    return None;
                }
                recorded(&record)
            }
            Err(fault) => Err(fault.into()),
        };
        Some(Entry { line, game })
    }

    /// A line of moves: a game that waits for its next line, more of such a game, or a fault.
    fn transcript(&mut self, line: usize, text: &str) -> Option<Entry> {
        let alone = read_game(text);
        let open = self
            .open
            .take_if(|open| !open.game.line.position().is_over());
        if let Some(open) = open {
            let whole = format!("{} {text}", open.text);
            match (read_game(&whole), &alone) {
                (Ok(_), Err(Fault::NoMove)) => {}
                (Ok(game), alone) if alone.is_err() || goes_on(text) => {
                    self.open = Some(Open {
                        line: open.line,
                        text: whole,
                        game,
                    });
                    return None;
                }
                // The line does go on with the game, up to the fault, and further than by itself.
                (Err(Fault::Transcript(fault)), Err(Fault::Transcript(alone)))
                    if fault.number.saturating_sub(placements(&open.game)) > alone.number =>
                {
                    // The lines before had none, so it is in this one.
                    let before = open.text.chars().count() + 1;
                    let game = Err(Fault::Transcript(TranscriptError {
                        character: fault.character.saturating_sub(before).max(1),
                        ..fault
                    }));
                    return Some(Entry { line, game });
                }
                _ => {}
            }
            self.open = Some(open);
        }
        let game = match alone {
            Ok(game) => game,
            Err(fault) => {
                let game = Err(fault);
                return Some(Entry { line, game });
            }
        };
        let done = self.close();
        self.open = Some(Open {
            line,
            text: text.to_owned(),
            game,
        });
        done
    }
}

/// The game of a record.
fn recorded(record: &GameRecord) -> Result<Game, Fault> {
    let line = record.line()?;
    if record.start.is_some() {
        check_reachable(&line.positions()[0])?;
    }
    let name = |side| {
        let name = record.players.person(side);
        Some(name.unwrap_or_else(|| record.players.of(side)).to_owned())
    };
    Ok(Game {
        line,
        names: Side::BOTH.map(name),
    })
}

/// A transcript, from the usual start or from the position in front of it. A position alone is a game; a
/// text without either is none.
///
/// # Errors
/// What is wrong with it; characters are those of `text`.
pub fn read_game(text: &str) -> Result<Game, Fault> {
    use crate::game::Game as _;
    let board = split_board(text);
    let (start, moves) = match board {
        Some((board, moves)) => {
            let indent = text.len() - text.trim_start().len();
            let before = text[..indent].chars().count();
            let read = read_board(board).map_err(|fault| board_fault_after(before, fault))?;
            check_reachable(&read.position)?;
            (read.position, moves)
        }
        None => (Position::start(), text),
    };
    let before = text[..text.len() - moves.len()].chars().count();
    let line = read_transcript_from(start, moves).map_err(|fault| TranscriptError {
        character: fault.character + before,
        ..fault
    })?;
    if board.is_none() && line.ply() == 0 {
        return Err(Fault::NoMove);
    }
    Ok(Game {
        line,
        names: [None, None],
    })
}

/// A fault of a board that so many characters stand in front of.
fn board_fault_after(before: usize, mut fault: BoardError) -> BoardError {
    match &mut fault {
        BoardError::Unknown { character, .. }
        | BoardError::Digit { character, .. }
        | BoardError::TooMuch { character, .. } => *character += before,
        BoardError::TooFew { .. } | BoardError::TooLong => {}
    }
    fault
}

/// Whether a line of moves is more likely to go on with a game than to begin one: it has one move, or
/// begins with a move number above 1.
fn goes_on(text: &str) -> bool {
    let text = text.trim_start();
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let number: Result<usize, _> = text[..digits].parse();
    number.is_ok_and(|number| number > 1) || read_tokens(text).is_ok_and(|moves| moves.len() == 1)
}

/// Moves in `game`, passes not counted.
fn placements(game: &Game) -> usize {
    let moves = game.line.moves().iter();
    moves.filter(|&&mv| mv != Move::Pass).count()
}

/// A position in front of the moves: a first word of more than twenty signs of a board, and the word
/// after it if it is one sign.
fn split_board(text: &str) -> Option<(&str, &str)> {
    let is_sign = |c: char| "XxOoBbWw*-.".contains(c);
    let text = text.trim_start();
    let word = text.split_whitespace().next()?;
    if word.len() <= 20 || !word.chars().all(is_sign) {
        return None;
    }
    let rest = &text[word.len()..];
    let side = rest.split_whitespace().next().unwrap_or_default();
    if side.len() == 1 && side.chars().all(is_sign) {
        let from = text.len() - rest.trim_start().len() + 1;
        return Some((&text[..from], &text[from..]));
    }
    Some((word, rest))
}

/// What is known of a file before its games are read.
#[derive(Debug, Default)]
pub struct Survey {
    /// Of each record's name the last line that has it and holds a game; the first one, when none does.
    pub last: HashMap<u64, usize>,
    /// Lines that are not empty.
    pub lines: u64,
}

/// Reads through a file for [`Games::new`]: cheaply, only a game that is there more than once is looked at.
///
/// # Errors
/// When it cannot be read.
pub fn survey(input: impl BufRead) -> io::Result<Survey> {
    #[derive(serde::Deserialize)]
    struct Name {
        id: String,
    }
    let mut survey = Survey::default();
    let mut lines = Lines::new(input);
    while let Some(bytes) = lines.next()? {
        let bytes = bytes.unwrap_or_default();
        let text = bytes.trim_ascii();
        survey.lines += u64::from(!text.is_empty());
        if text.first() == Some(&b'{')
            && let Ok(Name { id }) = serde_json::from_slice(text)
        {
            match survey.last.entry(hashed(&id)) {
                hash_map::Entry::Vacant(first) => {
                    first.insert(lines.line);
                }
                // A damaged line is no reason to lose the game before it.
                hash_map::Entry::Occupied(mut last) if holds_game(text) => {
                    last.insert(lines.line);
                }
                hash_map::Entry::Occupied(_) => {}
            }
        }
    }
    Ok(survey)
}

/// Whether a line is a record, and its game can be read.
fn holds_game(line: &[u8]) -> bool {
    std::str::from_utf8(line)
        .is_ok_and(|line| GameRecord::from_line(line).is_ok_and(|record| recorded(&record).is_ok()))
}

fn hashed(id: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    id.hash(&mut hasher);
    hasher.finish()
}
