//! The games of a file, one after the other: what each piece of it is, and who reads it.
//!
//! A transcript is a line, in any of the forms of [`notation`](koteki_games::othello::notation); it may
//! begin with a position; what stands behind a `#` is a remark. A game may also be written over several
//! lines. A line that could begin a game begins one; a line that could not, and goes on where the one
//! before it stopped, belongs to that game. So does one that could do either, when it has a single move or
//! begins with a move number above 1.

use std::collections::{HashMap, VecDeque};
use std::io::{self, BufRead};
use std::ops::RangeInclusive;

use super::collected::Collected;
use super::csv::Table;
use super::json::{self, Braces};
use super::lines::{self, placements, read_game};
use super::segments::{Head, Segment, Segments};
use super::survey::{hashed, recorded, wthor_header};
use super::tags::{self, Tagged};
use super::trees::{Scan, Scanned, begins_tree, decoded, read_tree};
use super::{Entry, EntryError, Game, Location, Names, obf, wthor};
use crate::game::GameRecord;
use koteki_games::othello::notation::{BoardError, TranscriptError, is_columns, names_side};
use koteki_games::typed::half_width;

/// A game that the next line may go on with.
#[derive(Debug)]
struct Open {
    line: usize,
    offset: u64,
    /// Its lines, joined.
    text: String,
    game: Game,
}

/// What is being collected.
#[derive(Debug, Default)]
enum Collecting {
    #[default]
    Nothing,
    Tree(Collected, Scan),
    Object(Collected, Braces),
    Rows(Collected, usize),
}

/// The squares that a line of a board over several lines can have.
const ROW: RangeInclusive<usize> = 8..=20;

/// What is found in a place.
#[derive(Debug)]
struct GameAt {
    line: Option<usize>,
    offset: u64,
    game: Result<Game, EntryError>,
}

/// What kind of file it is.
#[derive(Debug)]
enum Kind {
    /// Not looked at yet.
    Unknown,
    Text,
    Wthor(wthor::Reader),
}

/// The games of a file, one after the other.
#[derive(Debug)]
pub struct Games<R> {
    kind: Kind,
    pieces: Segments<Head<R>>,
    /// The tables that a file of WTHOR needs.
    names: Names,
    /// Of each record's name the line that holds, where that is known.
    last: Option<HashMap<u64, usize>>,
    /// A piece that was put back.
    rest: Option<Segment>,
    collecting: Collecting,
    tagged: Option<Tagged>,
    table: Option<Table>,
    open: Option<Open>,
    /// Whether an array of JSON was begun.
    array: bool,
    /// What comes next.
    ready: VecDeque<GameAt>,
    /// Entries given so far.
    count: u64,
}

impl<R: BufRead> Games<R> {
    /// The games in `input`. `last` is what [`survey`](super::survey()) found, when the file could be read before: of a
    /// game that was written more than once (interrupted, then gone on with) only the last record counts.
    pub const fn new(input: R, last: Option<HashMap<u64, usize>>) -> Self {
        Self::with_names(input, last, Names::NONE)
    }

    /// The same of a file that may be one of WTHOR, with the tables that it needs.
    pub const fn with_names(input: R, last: Option<HashMap<u64, usize>>, names: Names) -> Self {
        Self {
            kind: Kind::Unknown,
            pieces: Segments::new(Head::new(input)),
            names,
            last,
            rest: None,
            collecting: Collecting::Nothing,
            tagged: None,
            table: None,
            open: None,
            array: false,
            ready: VecDeque::new(),
            count: 0,
        }
    }

    /// Bytes read so far: for a progress that knows the size of the file.
    pub fn bytes(&self) -> u64 {
        match &self.kind {
            Kind::Wthor(reader) => reader.bytes(),
            Kind::Unknown | Kind::Text => self.pieces.bytes(),
        }
    }

    /// The next game, or what is wrong in its place; `None` at the end.
    ///
    /// # Errors
    /// When the input cannot be read.
    pub fn next_entry(&mut self) -> io::Result<Option<Entry>> {
        let found = loop {
            if let Some(found) = self.ready.pop_front() {
                break found;
            }
            match &mut self.kind {
                Kind::Unknown => {
                    self.kind = match wthor_header(&mut self.pieces.input)? {
                        Some(header) => {
                            let names = std::mem::take(&mut self.names);
                            self.pieces.input.consume(wthor::HEADER);
                            Kind::Wthor(wthor::Reader::new(header, names))
                        }
                        None => Kind::Text,
                    };
                }
                Kind::Wthor(reader) => match reader.next(&mut self.pieces.input)? {
                    None => return Ok(None),
                    Some((offset, game)) => {
                        break GameAt {
                            line: None,
                            offset,
                            game,
                        };
                    }
                },
                Kind::Text => {
                    let in_tree = matches!(self.collecting, Collecting::Tree(..));
                    let piece = match self.rest.take() {
                        Some(piece) => Some(piece),
                        None => self.pieces.next(in_tree)?,
                    };
                    match piece {
                        Some(piece) => self.take(piece),
                        None => {
                            self.end();
                            if self.ready.is_empty() {
                                return Ok(None);
                            }
                        }
                    }
                }
            }
        };
        self.count += 1;
        Ok(Some(Entry {
            at: Location {
                number: self.count,
                line: found.line,
                offset: found.offset,
            },
            game: found.game,
        }))
    }

    /// What was begun ends here.
    fn end(&mut self) {
        match std::mem::take(&mut self.collecting) {
            Collecting::Nothing => {}
            Collecting::Tree(tree, _) => self.tree(&tree),
            Collecting::Object(object, _) => self.object(&object),
            Collecting::Rows(rows, squares) => self.board(&rows, squares),
        }
        self.close_tagged();
        if let Some((line, offset, game)) = self.table.take().and_then(Table::end) {
            self.push(line, offset, game);
        }
        self.close();
    }

    fn push(&mut self, line: usize, offset: u64, game: Result<Game, EntryError>) {
        // A game that was waiting for its next line comes first.
        self.close();
        self.ready.push_back(GameAt {
            line: Some(line),
            offset,
            game,
        });
    }

    /// The game that was waiting for its next line waits no more.
    fn close(&mut self) {
        if let Some(open) = self.open.take() {
            self.ready.push_back(GameAt {
                line: Some(open.line),
                offset: open.offset,
                game: Ok(open.game),
            });
        }
    }

    fn close_tagged(&mut self) {
        if let Some(tagged) = self.tagged.take() {
            self.push(tagged.line, tagged.offset, tagged.game());
        }
    }

    /// Takes in a piece of the file.
    fn take(&mut self, mut piece: Segment) {
        // Some editors begin a file with a mark of its encoding.
        if piece.offset == 0 && piece.bytes.starts_with(b"\xef\xbb\xbf") {
            piece.bytes.drain(..3);
            piece.offset = 3;
        }
        match std::mem::take(&mut self.collecting) {
            Collecting::Nothing => self.begin(piece),
            Collecting::Tree(tree, scan) => self.more_of_tree(tree, scan, piece),
            Collecting::Object(object, braces) => self.more_of_object(object, braces, piece),
            Collecting::Rows(rows, squares) => self.more_rows(rows, squares, piece),
        }
    }

    /// A piece with nothing begun before it.
    fn begin(&mut self, piece: Segment) {
        if begins_tree(&piece.bytes) {
            self.close_tagged();
            let tree = Collected::new(&piece);
            return self.more_of_tree(tree, Scan::default(), piece);
        }
        if piece.too_long {
            return self.push(piece.line, piece.offset, Err(EntryError::TooLong));
        }
        let text = piece.bytes.trim_ascii();
        if text.starts_with(b"{") && self.tagged.as_ref().is_none_or(|it| !it.has_moves()) {
            return self.begin_object(piece);
        }
        if self.array_sign(&piece) {
            return;
        }
        let Ok(text) = std::str::from_utf8(&piece.bytes) else {
            return self.not_utf8(&piece);
        };
        self.line(
            piece.line,
            piece.offset,
            text.trim_end_matches(['\n', '\r']),
        );
    }

    /// A line that is not UTF-8: a name in a tag or a table may be Latin-1, a game may not.
    fn not_utf8(&mut self, piece: &Segment) {
        let text = decoded(&piece.bytes);
        if self.table.is_some() || tags::tag(&text).is_some() {
            self.line(piece.line, piece.offset, text.trim_end());
        } else {
            self.push(piece.line, piece.offset, Err(EntryError::NotText));
        }
    }

    /// A line of text.
    fn line(&mut self, line: usize, offset: u64, text: &str) {
        if let Some(table) = &mut self.table {
            if let Some((line, offset, game)) = table.line(line, offset, text) {
                self.push(line, offset, game);
            }
            return;
        }
        if let Some((name, value)) = tags::tag(text) {
            if self.tagged.as_ref().is_some_and(Tagged::has_moves) {
                self.close_tagged();
            }
            self.close();
            let tagged = self.tagged.get_or_insert_with(|| Tagged::new(line, offset));
            return tagged.add_tag(name, value);
        }
        if let Some(tagged) = &mut self.tagged {
            if !text.trim().is_empty() {
                return tagged.add_moves(line, text);
            }
            if tagged.has_moves() {
                self.close_tagged();
            }
            return;
        }
        if lines::is_problem(text) {
            match obf::read(text) {
                Ok(None) => {}
                Ok(Some(game)) => self.push(line, offset, Ok(game)),
                Err(fault) => self.push(line, offset, Err(fault)),
            }
            return;
        }
        let text = half_width(text);
        // Spaces in front are kept: a fault is reported by its character in the line.
        let moves = lines::without_remark(&text).trim_end();
        if moves.is_empty() || moves.trim_start().starts_with('%') {
            return;
        }
        self.table = Table::of_head(moves);
        if self.table.is_some() {
            return self.close();
        }
        if is_columns(moves) || lines::row(moves).is_some_and(|row| ROW.contains(&row)) {
            let piece = Segment {
                bytes: moves.as_bytes().to_vec(),
                line,
                offset,
                begins_line: true,
                too_long: false,
            };
            let rows = Collected::new(&piece);
            return self.more_rows(rows, 0, piece);
        }
        self.transcript(line, offset, moves);
    }

    /// A line of moves: a game that waits for its next line, more of such a game, or a fault.
    fn transcript(&mut self, line: usize, offset: u64, text: &str) {
        let alone = read_game(text);
        let open = self
            .open
            .take_if(|open| !open.game.line.position().is_over());
        if let Some(open) = open {
            let whole = format!("{} {text}", open.text);
            match (read_game(&whole), &alone) {
                (Ok(_), Err(EntryError::NoMove)) => {}
                (Ok(game), alone) if alone.is_err() || lines::goes_on(text) => {
                    self.open = Some(Open {
                        text: whole,
                        game,
                        ..open
                    });
                    return;
                }
                // The line does go on with the game, up to the fault, and further than by itself.
                (Err(EntryError::Transcript(fault)), Err(EntryError::Transcript(alone)))
                    if fault.number.saturating_sub(placements(&open.game.line)) > alone.number =>
                {
                    // The lines before had none, so it is in this one.
                    let before = open.text.chars().count() + 1;
                    let game = Err(EntryError::Transcript(TranscriptError {
                        character: fault.character.saturating_sub(before).max(1),
                        ..fault
                    }));
                    return self.push(line, offset, game);
                }
                _ => {}
            }
            self.open = Some(open);
        }
        match alone {
            Ok(game) => {
                self.close();
                self.open = Some(Open {
                    line,
                    offset,
                    text: text.to_owned(),
                    game,
                });
            }
            Err(fault) => self.push(line, offset, Err(fault)),
        }
    }

    // ---- boards over several lines ---------------------------------------------------------------

    /// A line of a board: the letters of its columns, a row, its side to move, or something else behind it.
    fn more_rows(&mut self, mut rows: Collected, squares: usize, piece: Segment) {
        let text = half_width(std::str::from_utf8(&piece.bytes).unwrap_or_default());
        let (row, columns) = (lines::row(&text), is_columns(&text));
        let more = match row {
            _ if piece.too_long => None,
            _ if columns && matches!(squares, 0 | 64) => Some(0),
            Some(more) if ROW.contains(&more) && squares + more <= 64 => Some(more),
            _ if squares < 64 && lines::is_mistyped_row(&text) => Some(8),
            _ => None,
        };
        if let Some(more) = more {
            rows.add(text.trim_end().as_bytes(), false);
            rows.add(b"\n", false);
            self.collecting = Collecting::Rows(rows, squares + more);
            return;
        }
        if squares == 64 && (row == Some(1) || names_side(&text)) {
            rows.add(text.as_bytes(), false);
        } else {
            self.rest = Some(piece);
        }
        self.board(&rows, squares);
    }

    fn board(&mut self, rows: &Collected, squares: usize) {
        let game = match squares {
            64 => lines::read_rows(&String::from_utf8_lossy(&rows.bytes)),
            _ => Err(BoardError::TooFew { squares }.into()),
        };
        self.push(rows.line, rows.offset, game);
    }

    // ---- game trees --------------------------------------------------------------------------------

    fn more_of_tree(&mut self, mut tree: Collected, mut scan: Scan, mut piece: Segment) {
        let (taken, how) = scan.take(
            &piece.bytes,
            piece.begins_line && piece.offset > tree.offset,
        );
        let rest = piece.bytes.split_off(taken);
        if tree.add(&piece.bytes, piece.too_long) {
            self.push(tree.line, tree.offset, Err(EntryError::LongTree));
        }
        let rest = (!rest.is_empty()).then(|| Segment {
            bytes: rest,
            offset: piece.offset + taken as u64,
            begins_line: piece.begins_line && taken == 0,
            ..piece
        });
        match how {
            Scanned::More => self.collecting = Collecting::Tree(tree, scan),
            Scanned::End | Scanned::Another => {
                self.tree(&tree);
                self.rest = rest;
            }
        }
    }

    fn tree(&mut self, tree: &Collected) {
        if !tree.too_long {
            self.push(tree.line, tree.offset, read_tree(&tree.bytes));
        }
    }

    // ---- JSON --------------------------------------------------------------------------------------

    /// Steps over the signs of an array of JSON; says whether the piece was such a sign.
    fn array_sign(&mut self, piece: &Segment) -> bool {
        let text = piece.bytes.trim_ascii();
        let first = text.first().copied();
        let within = text.get(1..).unwrap_or_default().trim_ascii();
        let begins = first == Some(b'[') && matches!(within.first(), None | Some(b'{' | b']'));
        let ends = self.array && matches!(first, Some(b',' | b']'));
        if !begins && !ends {
            return false;
        }
        self.array |= begins;
        self.array &= first != Some(b']');
        if !within.is_empty() {
            let before = piece.bytes.len() - piece.bytes.trim_ascii_start().len() + 1;
            self.rest = Some(Segment {
                bytes: piece.bytes[before..].to_vec(),
                line: piece.line,
                offset: piece.offset + before as u64,
                begins_line: false,
                too_long: false,
            });
        }
        true
    }

    /// A piece that begins with `{`.
    fn begin_object(&mut self, mut piece: Segment) {
        let mut braces = Braces::default();
        match braces.take(&piece.bytes) {
            Some(end) => {
                let after = piece.bytes[end..].trim_ascii();
                if matches!(after.first(), Some(b',' | b']')) {
                    // One of several.
                    let rest = piece.bytes.split_off(end);
                    self.array = true;
                    self.rest = Some(Segment {
                        bytes: rest,
                        offset: piece.offset + end as u64,
                        begins_line: false,
                        ..piece
                    });
                }
                self.record(piece.line, piece.offset, &piece.bytes);
            }
            None if piece.bytes.trim_ascii() == b"{" => {
                let mut object = Collected::new(&piece);
                object.add(&piece.bytes, false);
                self.collecting = Collecting::Object(object, braces);
            }
            None => self.record(piece.line, piece.offset, &piece.bytes),
        }
    }

    fn more_of_object(&mut self, mut object: Collected, mut braces: Braces, mut piece: Segment) {
        let end = braces.take(&piece.bytes);
        let rest = piece.bytes.split_off(end.unwrap_or(piece.bytes.len()));
        if object.add(&piece.bytes, piece.too_long) {
            self.push(object.line, object.offset, Err(EntryError::LongTree));
        }
        let Some(end) = end else {
            self.collecting = Collecting::Object(object, braces);
            return;
        };
        self.object(&object);
        if !rest.trim_ascii().is_empty() {
            self.array = true;
            self.rest = Some(Segment {
                bytes: rest,
                offset: piece.offset + end as u64,
                begins_line: false,
                ..piece
            });
        }
    }

    fn object(&mut self, object: &Collected) {
        if !object.too_long {
            self.record(object.line, object.offset, &object.bytes);
        }
    }

    /// An object of JSON: a record that no later line replaces, or a game of another kind.
    fn record(&mut self, line: usize, offset: u64, bytes: &[u8]) {
        let Ok(text) = std::str::from_utf8(bytes) else {
            return self.push(line, offset, Err(EntryError::NotText));
        };
        let text = text.trim();
        let game = match json::kind(text) {
            json::Kind::Plain => json::read_plain(text),
            json::Kind::Quest => json::read_quest(text),
            json::Kind::Match => return,
            json::Kind::Record => match GameRecord::from_line(text) {
                Ok(record) => {
                    let last = self.last.as_ref();
                    let later = last.and_then(|last| last.get(&hashed(&record.id)));
                    if later.is_some_and(|&last| last > line) {
                        return;
                    }
                    recorded(&record)
                }
                Err(fault) => Err(fault.into()),
            },
        };
        self.push(line, offset, game);
    }
}
