//! CSV: a table of games for a spreadsheet or a program of statistics (RFC 4180, with a head). What is written
//! here is read, and any other table whose head names a column of moves.

use std::io::{self, Write};

use ::csv::Terminator;

use super::walk::{number, rating, said};
use super::{About, Claim, Ending, EntryError, Game, Lead};
use crate::csv;
use crate::janken::columns::Delimiter;
use koteki_games::othello::Position;
use koteki_games::othello::notation::{
    MAX_LENGTH, Passes, read_board, read_transcript_from, write_board, write_transcript,
};
use koteki_games::{Game as _, Side};

/// The names of the columns. `black_discs` and `white_discs` lie on the board at the end, `claimed` is the
/// difference for Black that the file gave the game with and `winner` who it says won, `start` is empty for
/// the usual one.
pub const COLUMNS: &str = "number,black,white,event,place,date,black_rating,white_rating,black_discs,\
white_discs,over,claimed,ending,plies,passes,start,transcript,winner";

/// What a column of moves can be called, in small letters.
const MOVES: [&str; 4] = ["transcript", "moves", "game_moves", "game"];

/// What `winner` says of a draw.
const DRAW: &str = "draw";

/// A table that is being read.
#[derive(Debug)]
pub(super) struct Table {
    delimiter: Delimiter,
    /// The names of its columns, in small letters.
    names: Vec<String>,
    /// The line that a row begins on whose quotes are still open, the bytes before it, and the row so far.
    open: Option<(usize, u64, String)>,
}

/// A row: the line it begins on, the bytes before it, and its game.
pub(super) type Row = (usize, u64, Result<Game, EntryError>);

impl Table {
    /// The table that a line is the head of, if it is one.
    pub(super) fn of_head(line: &str) -> Option<Self> {
        let delimiter = Delimiter::of(line);
        if delimiter == Delimiter::Space {
            return None;
        }
        let cells = delimiter.cells(line).into_iter();
        let names: Vec<String> = cells.map(|cell| cell.to_ascii_lowercase()).collect();
        let has_moves = names.iter().any(|name| MOVES.contains(&&**name));
        has_moves.then_some(Self {
            delimiter,
            names,
            open: None,
        })
    }

    /// Takes in a line: a row of the table once it is whole.
    pub(super) fn line(&mut self, line: usize, offset: u64, text: &str) -> Option<Row> {
        let (line, offset, row) = match self.open.take() {
            Some((line, offset, begun)) => (line, offset, format!("{begun}\n{text}")),
            None if text.trim().is_empty() => return None,
            None => (line, offset, text.to_owned()),
        };
        if row.len() > MAX_LENGTH {
            return Some((line, offset, Err(EntryError::TooLong)));
        }
        if row.matches('"').count() % 2 == 1 {
            self.open = Some((line, offset, row));
            return None;
        }
        Some((line, offset, self.game(&row)))
    }

    /// The row that the end of the file cut off.
    pub(super) fn end(self) -> Option<Row> {
        let (line, offset, _) = self.open?;
        Some((line, offset, Err(EntryError::OpenQuote)))
    }

    fn game(&self, row: &str) -> Result<Game, EntryError> {
        let cells = self.delimiter.cells(row);
        let cell = |wanted: &[&str]| {
            let found = self
                .names
                .iter()
                .position(|name| wanted.contains(&&**name))?;
            said(cells.get(found)?)
        };
        let start = match cell(&["start"]) {
            Some(board) => read_board(&board)?.position,
            None => Position::start(),
        };
        if cells.len() != self.names.len() {
            return Err(EntryError::Cells {
                found: cells.len(),
                columns: self.names.len(),
            });
        }
        let moves = cell(&MOVES).unwrap_or_default();
        let line = read_transcript_from(start, &moves)?;
        let rating_of = |name| cell(&[name]).and_then(|text| rating(&text));
        let difference = cell(&["claimed"]).and_then(|text| number(&text));
        let winner = cell(&["winner"]);
        let side = |name: &str| Side::BOTH.into_iter().find(|side| side.name() == name);
        let lead = match (difference, winner.as_deref()) {
            (Some(difference), _) => Some(Lead::Discs(difference)),
            (None, Some(DRAW)) => Some(Lead::Discs(0.0)),
            (None, winner) => winner.and_then(side).map(Lead::Won),
        };
        let ending = cell(&["ending"]);
        let ending = Ending::ALL
            .into_iter()
            .find(|known| Some(known.name()) == ending.as_deref());
        Ok(Game {
            line,
            names: [cell(&["black"]), cell(&["white"])],
            about: About {
                event: cell(&["event"]),
                place: cell(&["place"]),
                date: cell(&["date"]),
                ratings: ["black_rating", "white_rating"].map(rating_of),
                result: lead.map(|lead| Claim {
                    lead,
                    ending: ending.unwrap_or(Ending::Unknown),
                }),
                ..About::default()
            },
        })
    }
}

/// Writes a game as the row `number`.
///
/// # Errors
/// When `out` cannot be written.
pub(super) fn write(number: u64, game: &Game, out: &mut dyn Write) -> io::Result<()> {
    let Game { line, names, about } = game;
    let (start, count) = (&line.positions()[0], line.position().count());
    let number_or_nothing = |number: Option<f64>| number.map(|it| it.to_string());
    let fields = [
        Some(number.to_string()),
        names[0].clone(),
        names[1].clone(),
        about.event.clone(),
        about.place.clone(),
        about.date.clone(),
        number_or_nothing(about.ratings[0]),
        number_or_nothing(about.ratings[1]),
        Some(count.black.to_string()),
        Some(count.white.to_string()),
        Some(line.position().is_over().to_string()),
        number_or_nothing(about.result.and_then(|claim| claim.difference())),
        about.result.map(|claim| claim.ending.name().to_owned()),
        Some(line.ply().to_string()),
        Some(
            line.moves()
                .iter()
                .filter(|&&mv| Position::is_pass(mv))
                .count()
                .to_string(),
        ),
        (*start != Position::start()).then(|| write_board(start)),
        Some(write_transcript(line.moves(), Passes::Written)),
        about.result.map(|claim| {
            let winner = claim.winner().map_or(DRAW, Side::name);
            winner.to_owned()
        }),
    ];
    let fields = fields.map(Option::unwrap_or_default);
    write!(out, "{}", csv::with_ends(Terminator::CRLF, [fields]))
}
