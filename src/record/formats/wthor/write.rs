//! Files of WTHOR written: the games, and the tables of names that belong to them.

use std::collections::HashMap;
use std::io::{self, Read, Seek, SeekFrom, Write};

use super::{GAME, HEADER, Header, MOVES, PLAYER, TOURNAMENT};
use crate::formats::Game;
use crate::formats::writer::CannotHoldError;
use koteki_games::Game as _;
use koteki_games::othello::Position;

/// Names and their numbers.
#[derive(Debug)]
struct Table {
    numbers: HashMap<String, u16>,
    names: Vec<String>,
}

impl Table {
    /// A table whose number 0 is for what has no name.
    fn new() -> Self {
        Self {
            numbers: HashMap::new(),
            names: vec!["???".to_owned()],
        }
    }

    fn number(&mut self, name: Option<&str>) -> Result<u16, CannotHoldError> {
        let Some(name) = name else { return Ok(0) };
        if let Some(&number) = self.numbers.get(name) {
            return Ok(number);
        }
        let number = u16::try_from(self.names.len()).map_err(|_| CannotHoldError::Names)?;
        if number == u16::MAX {
            return Err(CannotHoldError::Names);
        }
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        Ok(number)
    }

    /// The table as a file, and how many names are not whole in it.
    fn to_bytes(&self, size: usize, made: [u8; 4]) -> (Vec<u8>, u64) {
        let header = Header {
            made,
            games: 0,
            names: u16::try_from(self.names.len()).unwrap_or(u16::MAX),
            year: 0,
            size: 0,
            kind: 0,
            depth: 0,
        };
        let mut bytes = header.to_bytes().to_vec();
        let mut changed = 0;
        for name in &self.names {
            let latin1 = |c: char| u8::try_from(u32::from(c)).ok().filter(|&byte| byte != 0);
            let mut field: Vec<u8> = name.chars().map(|c| latin1(c).unwrap_or(b'?')).collect();
            let whole = field.len() < size && name.chars().all(|c| latin1(c).is_some());
            changed += u64::from(!whole);
            field.truncate(size - 1);
            field.resize(size, 0);
            bytes.extend(field);
        }
        (bytes, changed)
    }
}

/// The files that belong to one of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tables {
    /// The `.jou` file.
    pub players: Vec<u8>,
    /// The `.trn` file.
    pub tournaments: Vec<u8>,
    /// Names that are longer than their field, or have characters that the files cannot hold.
    pub changed: u64,
    /// Games of another year than the file says.
    pub other_years: u64,
    /// Games that did not end, and no file said by how much they were decided.
    pub open: u64,
}

/// Writes games to a file of WTHOR.
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
    made: [u8; 4],
    players: Table,
    tournaments: Table,
    games: u32,
    year: Option<u16>,
    other_years: u64,
    open: u64,
    /// From how many empty squares on the theoretical scores so far are perfect play; `None` once they
    /// differ or one is missing.
    depth: Option<u8>,
}

impl<W: Read + Write + Seek> Writer<W> {
    /// Begins a file that is made on `made`: century, year, month, day.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn new(mut out: W, made: [u8; 4]) -> io::Result<Self> {
        out.write_all(&[0; HEADER])?;
        Ok(Self {
            out,
            made,
            players: Table::new(),
            tournaments: Table::new(),
            games: 0,
            year: None,
            other_years: 0,
            open: 0,
            depth: None,
        })
    }

    /// Writes a game. A pass at its end is lost, as is all that the format has no place for.
    ///
    /// # Errors
    /// When `out` cannot be written; within, why the game is not in the file.
    pub fn write(&mut self, game: &Game) -> io::Result<Result<(), CannotHoldError>> {
        let record = match self.record(game) {
            Ok(record) => record,
            Err(why) => return Ok(Err(why)),
        };
        self.out.write_all(&record)?;
        self.games += 1;
        Ok(Ok(()))
    }

    fn record(&mut self, game: &Game) -> Result<[u8; GAME], CannotHoldError> {
        let line = &game.line;
        if line.positions()[0] != Position::start() {
            return Err(CannotHoldError::Start);
        }
        if self.games == u32::MAX {
            return Err(CannotHoldError::Games);
        }
        let about = &game.about;
        let [black, white] = &game.names;
        let mut record = [0; GAME];
        let numbers = [
            self.tournaments.number(about.event.as_deref())?,
            self.players.number(black.as_deref())?,
            self.players.number(white.as_deref())?,
        ];
        for (field, number) in record.chunks_exact_mut(2).zip(numbers) {
            field.copy_from_slice(&number.to_le_bytes());
        }
        record[6] = discs(game);
        let said = about.result.and_then(|claim| claim.difference());
        let ended = said.is_some() || line.position().outcome().is_some();
        self.open += u64::from(!ended);
        record[7] = about.theoretical.map_or(record[6], |it| it.black);
        let depth = about.theoretical.map(|it| it.empties);
        self.depth = depth.filter(|_| self.games == 0 || self.depth == depth);
        if let Some(year) = about.year() {
            let first = *self.year.get_or_insert(year);
            self.other_years += u64::from(first != year);
        }
        let squares = line.moves().iter().filter_map(|mv| mv.square());
        // From the usual start there are 60 empty squares, so no game has more.
        for (field, square) in record[GAME - MOVES..].iter_mut().zip(squares) {
            *field = 10 * (square.row() + 1) + square.column() + 1;
        }
        Ok(record)
    }

    /// What is written to.
    pub const fn output(&self) -> &W {
        &self.out
    }

    /// Ends the file and gives what belongs to it. Where the theoretical scores do not all come from the
    /// same number of empty squares, the file says 0, and they are the results.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(mut self) -> io::Result<(W, Tables)> {
        if self.depth.is_none() {
            let mut scores = [0; 2];
            for game in 0..u64::from(self.games) {
                let at = HEADER as u64 + game * GAME as u64 + 6;
                self.out.seek(SeekFrom::Start(at))?;
                self.out.read_exact(&mut scores[..1])?;
                scores[1] = scores[0];
                self.out.seek(SeekFrom::Start(at))?;
                self.out.write_all(&scores)?;
            }
        }
        let header = Header {
            made: self.made,
            games: self.games,
            names: 0,
            year: self.year.unwrap_or(0),
            size: 8,
            kind: 0,
            depth: self.depth.unwrap_or(0),
        };
        self.out.seek(SeekFrom::Start(0))?;
        self.out.write_all(&header.to_bytes())?;
        self.out.flush()?;
        let (players, shortened) = self.players.to_bytes(PLAYER, self.made);
        let (tournaments, others) = self.tournaments.to_bytes(TOURNAMENT, self.made);
        let tables = Tables {
            players,
            tournaments,
            changed: shortened + others,
            other_years: self.other_years,
            open: self.open,
        };
        Ok((self.out, tables))
    }
}

/// Black's discs as the format counts them: as the file said that the game comes from, else as the game
/// ended, the empty squares for the winner; of a game that did not end, as they lie.
fn discs(game: &Game) -> u8 {
    let claim = game.about.result;
    let claimed = claim
        .and_then(|claim| claim.difference())
        .map(|difference| f64::midpoint(difference, 64.0));
    let outcome = || {
        let position = game.line.position();
        let outcome = position.outcome_with_empties();
        f64::from(outcome.unwrap_or_else(|| position.count()).black)
    };
    claimed.unwrap_or_else(outcome).clamp(0.0, 64.0) as u8
}
