//! Games from a file, one after the other, so that a file may be larger than the memory.
//!
//! A file holds either records as koteki keeps them (`games.jsonl`: a line is a JSON object) or
//! transcripts. A transcript is a line, in any of the forms of
//! [`notation`](crate::game::othello::notation); it may begin with a position (64 signs and the side to
//! move); what stands behind a `#` is a remark. A single game may also be written over several lines: a
//! line that goes on where the one before it stopped belongs to it.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{self, BufRead, Read};

use crate::game::GameLine;
use crate::game::Side;
use crate::game::othello::notation::{
    BoardError, MAX_LENGTH, TranscriptError, read_board, read_transcript_from,
};
use crate::game::othello::{Position, Square, bits};
use crate::record::game::{self, GameRecord};

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
    /// The line it begins on, from 1.
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
    /// Longer than any game.
    #[error("the line is longer than {MAX_LENGTH} characters: write one game on a line")]
    TooLong,
    /// Not text.
    #[error("not text (UTF-8)")]
    NotText,
}

/// Why no game leads to a position. Not every such position is found out, but whatever is said here is so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreachable {
    /// One of the four squares that are taken from the start is empty.
    #[error("{0} is empty, and the four squares in the middle never are")]
    Middle(Square),
    /// A disc that touches no chain of discs to the middle.
    #[error("the disc on {0} is not joined to those in the middle")]
    Apart(Square),
    /// Who is to move has to have moved, or the other way round, while nobody can have passed.
    #[error("with {discs} discs it is {}'s turn, because nobody can have passed yet", .side)]
    Turn {
        /// Discs on the board.
        discs: u32,
        /// Whose turn it must be.
        side: Side,
    },
}

/// Fewest discs at which somebody may have passed (after eight moves: perft's first forced passes).
const FIRST_PASS: u32 = 12;

/// Looks for a reason why no game from the usual start can lead to `position`.
///
/// # Errors
/// The first one found.
pub fn check_reachable(position: &Position) -> Result<(), Unreachable> {
    const MIDDLE: u64 = 0x0000_0018_1800_0000;
    let discs = !position.empties();
    if let Some(square) = Square::lowest(MIDDLE & !discs) {
        return Err(Unreachable::Middle(square));
    }
    // Every move is made beside a disc.
    let mut joined = MIDDLE;
    loop {
        let more = joined | bits::neighbours(joined) & discs;
        if more == joined {
            break;
        }
        joined = more;
    }
    if let Some(square) = Square::lowest(discs & !joined) {
        return Err(Unreachable::Apart(square));
    }
    use crate::game::Game as _;
    let count = discs.count_ones();
    let side = Side::BOTH[(count % 2) as usize];
    if count < FIRST_PASS && position.side_to_move() != side {
        return Err(Unreachable::Turn { discs: count, side });
    }
    Ok(())
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

/// The games of a file, one after the other.
#[derive(Debug)]
pub struct Games<R> {
    lines: Lines<R>,
    /// Of each record's name the line that holds, where that is known.
    last: Option<HashMap<u64, usize>>,
    /// A game that the next line may go on with, and the text of it.
    open: Option<(usize, String, Game)>,
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
            let moves = trimmed.split('#').next().unwrap_or_default().trim();
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
        let (line, _, game) = self.open.take()?;
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
        let read = read_game(text);
        if let (Some((begun, before, game)), Err(_)) = (&self.open, &read)
            && !game.line.position().is_over()
        {
            let begun = *begun;
            let whole = format!("{before} {text}");
            match read_game(&whole) {
                Ok(game) => {
                    self.open = Some((begun, whole, game));
                    return None;
                }
                // The line does go on with the game, up to the fault.
                Err(Fault::Transcript(fault)) if fault.character > before.chars().count() + 3 => {
                    self.open = None;
                    let game = Err(fault.into());
                    return Some(Entry { line: begun, game });
                }
                Err(_) => {}
            }
        }
        let game = match read {
            Ok(game) => game,
            Err(fault) => {
                let game = Err(fault);
                return Some(Entry { line, game });
            }
        };
        let done = self.close();
        self.open = Some((line, text.to_owned(), game));
        done
    }
}

/// Whether a game begins there by agreement: the usual start, and discs in corners.
fn is_handicap(position: &Position) -> bool {
    use crate::game::Game as _;
    let start = Position::start();
    Side::BOTH
        .iter()
        .all(|&side| position.discs(side) & !bits::CORNERS == start.discs(side))
}

/// The game of a record.
fn recorded(record: &GameRecord) -> Result<Game, Fault> {
    let line = record.line()?;
    if record.start.is_some() && !is_handicap(&line.positions()[0]) {
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

/// A transcript, from the usual start or from the position in front of it.
///
/// # Errors
/// What is wrong with it.
pub fn read_game(text: &str) -> Result<Game, Fault> {
    use crate::game::Game as _;
    let (start, moves) = match split_board(text) {
        Some((board, moves)) => {
            let position = read_board(board)?.position;
            check_reachable(&position)?;
            (position, moves)
        }
        None => (Position::start(), text),
    };
    Ok(Game {
        line: read_transcript_from(start, moves)?,
        names: [None, None],
    })
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
    /// Of each record's name the last line that has it.
    pub last: HashMap<u64, usize>,
    /// Lines that are not empty.
    pub lines: u64,
}

/// Reads through a file for [`Games::new`]: cheaply, no game is looked at.
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
            survey.last.insert(hashed(&id), lines.line);
        }
    }
    Ok(survey)
}

fn hashed(id: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    id.hash(&mut hasher);
    hasher.finish()
}
