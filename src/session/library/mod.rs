//! Games of files, as many as a list can show: of each what a list needs and its moves, packed small, for a
//! base of tournament games has more than a hundred thousand.

mod filter;
mod reading;

use std::cmp::Ordering;
use std::collections::HashMap;

use crate::names;
use koteki_games::othello::{Move, Position, Square};
use koteki_games::words::harmless::harmless;
use koteki_games::{Game as _, GameLine, Side};
use koteki_record::formats::{Claim, Game};
use koteki_rivals::coach::openings;

pub use filter::{Filter, Sieve};
pub use reading::{Batch, Reading, read_text};

/// A text that many games share, by its number; 0 is no text.
pub type Text = u32;

/// A game in the list.
#[derive(Clone, Debug)]
pub struct Row {
    /// Black's name and White's.
    pub names: [Text; 2],
    /// The tournament or match; where it was played, where there is no such.
    pub event: Text,
    /// When, as the file writes it.
    pub date: Text,
    /// The file it stands in.
    pub file: Text,
    /// The year of the date.
    pub year: Option<u16>,
    /// Discs at the end, Black's and White's.
    pub discs: [u8; 2],
    /// Whether the game was played to its end.
    pub over: bool,
    /// What the file says of the result.
    pub claim: Option<Claim>,
    /// Moves, passes left out.
    pub placed: u8,
    /// The opening: its number in the coach's table, and the moves up to there.
    pub opening: Option<(u8, u8)>,
    /// What the game begins from, where it is not the usual start.
    start: Option<Box<Position>>,
    /// Its moves: numbers of squares, and 64 for a pass.
    moves: Box<[u8]>,
    /// How many of them opened it, drawn and not chosen.
    drawn: u8,
}

const PASS: u8 = 64;

/// How a game ended for Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Result {
    /// Black won.
    Black,
    /// White won.
    White,
    /// Neither did.
    Draw,
    /// It was not played to its end, and the file says nothing.
    Open,
}

impl Row {
    /// The game with its positions.
    pub fn line(&self) -> GameLine<Position> {
        self.line_to(self.moves.len())
    }

    /// The first `plies` moves of it.
    fn line_to(&self, plies: usize) -> GameLine<Position> {
        let start = self.start.as_deref().copied();
        let mut line = GameLine::from_position(start.unwrap_or_else(Position::start));
        for (index, &mv) in self.moves.iter().enumerate().take(plies) {
            if index == usize::from(self.drawn) {
                line.end_opening();
            }
            let mv = Square::from_index(mv).map_or(Move::Pass, Move::Place);
            // They come from a line.
            let _ = line.play(mv);
        }
        line
    }

    /// How it ended: what the file says, else what the board does.
    pub fn result(&self) -> Result {
        let winner = match self.claim {
            Some(claim) => claim.winner(),
            None if !self.over => return Result::Open,
            None => match self.discs[0].cmp(&self.discs[1]) {
                Ordering::Greater => Some(Side::Black),
                Ordering::Less => Some(Side::White),
                Ordering::Equal => None,
            },
        };
        match winner {
            Some(Side::Black) => Result::Black,
            Some(Side::White) => Result::White,
            None => Result::Draw,
        }
    }

    /// Black's lead as the discs lie.
    fn lead_of_board(&self) -> f64 {
        let [black, white] = self.discs.map(f64::from);
        black - white
    }

    /// Black's lead: what the file says, else what the board does; `None` where neither does.
    pub fn lead(&self) -> Option<f64> {
        let said = self.claim.and_then(|claim| claim.difference());
        said.or_else(|| self.over.then(|| self.lead_of_board()))
    }

    /// Whether Black's lead is that of the discs as they lie.
    pub fn agrees(&self, lead: f64) -> bool {
        (self.lead_of_board() - lead).abs() < 0.01
    }

    /// How it ended, in a few signs: the discs where the game was played to its end, else what the file says.
    pub fn score(&self) -> String {
        match (self.over, self.claim) {
            (false, Some(claim)) => claimed(
                claim.winner().map(Side::index),
                claim.difference().map(f64::abs),
                claim.ending as usize,
            ),
            (false, None) => "-".to_owned(),
            (true, _) => format!("{}-{}", self.discs[0], self.discs[1]),
        }
    }
}

/// The texts that games share.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    shown: Vec<Box<str>>,
    /// The same in small letters, for the filter.
    lower: Vec<Box<str>>,
}

impl Texts {
    /// The text of a number; empty for 0.
    pub fn get(&self, text: Text) -> &str {
        at(&self.shown, text)
    }

    /// The place of each text among all of them in order.
    fn ranks(&self) -> Vec<i64> {
        filter::ranks(&self.lower)
    }

    fn lower(&self, text: Text) -> &str {
        at(&self.lower, text)
    }

    fn add(&mut self, text: Box<str>) {
        self.lower.push(text.to_lowercase().into());
        self.shown.push(text);
    }
}

fn at(texts: &[Box<str>], text: Text) -> &str {
    let index = usize::try_from(text).unwrap_or(0).checked_sub(1);
    index
        .and_then(|index| texts.get(index))
        .map_or("", |text| text)
}

/// Gives texts their numbers.
#[derive(Debug, Default)]
struct Interner {
    numbers: HashMap<String, Text>,
    /// Those that have not been given out yet.
    new: Vec<Box<str>>,
}

impl Interner {
    fn number(&mut self, text: Option<&str>) -> Text {
        let Some(text) = text.map(str::trim).filter(|text| !text.is_empty()) else {
            return 0;
        };
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        self.new.push(harmless(text).into());
        let number = Text::try_from(self.numbers.len() + 1).unwrap_or(0);
        self.numbers.insert(text.to_owned(), number);
        number
    }

    fn row(&mut self, game: &Game, file: Text) -> Row {
        let line = &game.line;
        let position = line.position();
        let count = position.count();
        let small = |number: usize| u8::try_from(number).unwrap_or(u8::MAX);
        let start = line.positions()[0];
        let about = &game.about;
        Row {
            names: names::listed([0, 1].map(|side| game.names[side].as_deref()))
                .map(|name| self.number(name.as_deref())),
            event: self.number(about.event.as_deref().or(about.place.as_deref())),
            // Without the time of day.
            date: self.number(
                about
                    .date
                    .as_deref()
                    .and_then(|date| date.split('_').next()),
            ),
            file,
            year: about.year(),
            discs: [count.black, count.white].map(|discs| u8::try_from(discs).unwrap_or(0)),
            over: position.is_over(),
            claim: about.result,
            placed: small(line.moves().iter().filter(|&&mv| mv != Move::Pass).count()),
            opening: openings::number(line).map(|(number, ply)| (small(number), small(ply))),
            start: (start != Position::start()).then(|| Box::new(start)),
            moves: line
                .moves()
                .iter()
                .map(|mv| mv.square().map_or(PASS, Square::index))
                .collect(),
            drawn: small(line.opening()),
        }
    }
}

/// All games that were read.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// The games, in the order of the files.
    pub rows: Vec<Row>,
    /// Their texts.
    pub texts: Texts,
    /// Places that hold no game.
    pub faults: u64,
    /// What is wrong in the first of them, with where it is.
    pub first_fault: Option<String>,
    /// Columns of the longest date.
    pub longest_date: usize,
}

impl Library {
    /// Takes in what was read.
    pub fn add(&mut self, batch: Batch) {
        for text in batch.texts {
            self.texts.add(text);
        }
        for row in &batch.rows {
            let columns = self.texts.get(row.date).chars().count();
            self.longest_date = self.longest_date.max(columns);
        }
        self.rows.extend(batch.rows);
        self.faults += batch.faults;
        if self.first_fault.is_none() {
            self.first_fault = batch.first_fault;
        }
    }

    /// The openings of the coach's table, as games.
    pub fn of_openings() -> Self {
        let mut interner = Interner::default();
        let mut rows = Vec::new();
        for opening in openings::all() {
            if let Ok(line) = koteki_games::othello::notation::read_transcript(opening.moves) {
                rows.push(interner.row(&Game::of(line), 0));
            }
        }
        let mut library = Self::default();
        library.add(Batch {
            texts: interner.new,
            rows,
            ..Batch::default()
        });
        library
    }
}

/// A result that the file gives, in a few signs: `B+12`, `W+t`, `B+`. `winner` is 0 for Black, 1 for White;
/// `margin` is missing where the file does not say it.
fn claimed(winner: Option<usize>, margin: Option<f64>, ending: usize) -> String {
    let short = ["", "r", "t", "a", "f", ""]
        .get(ending)
        .copied()
        .unwrap_or_default();
    let Some(side) = winner.and_then(|side| ["B", "W"].get(side)) else {
        return "draw".to_owned();
    };
    match margin.filter(|&margin| margin < 64.0 || short.is_empty()) {
        Some(margin) => format!("{side}+{margin}{short}"),
        None => format!("{side}+{short}"),
    }
}
