//! WTHOR, the base of human tournament games: `.wtb` files of games, with the names of players in a `.jou`
//! file and of tournaments in a `.trn` file. Little-endian.
//!
//! A file begins with 16 bytes: century, year, month and day it was made, the number of games (4 bytes),
//! the number of names (2), the year of the games (2), the size of the board (0 also means 8), the kind of
//! games, and from how many empty squares on the theoretical score is perfect play. A game has 68 bytes:
//! tournament, Black, White (2 each), Black's discs at the end (1), the same with perfect play (1), and 60
//! moves as 10·row + column, from 1, with 0 after the last. Passes are left out. The empty squares of a
//! finished game count for the winner.

mod write;

use std::io::{self, Read};

use super::{About, Claim, Ending, EntryError, Game, Lead, Names, Theoretical};
use koteki_games::GameLine;
use koteki_games::othello::{LegalityError, Move, Position, Square};

pub use write::{Tables, Writer};

/// Bytes before the first game or name.
pub const HEADER: usize = 16;
/// Bytes of a game.
pub const GAME: usize = 68;
/// Bytes of a player's name, the NUL at its end with it.
pub const PLAYER: usize = 20;
/// Bytes of a tournament's name, likewise.
pub const TOURNAMENT: usize = 26;
/// Moves of a game.
const MOVES: usize = 60;

/// What is wrong with a file of WTHOR. Bytes are counted from the first of the file, which is 0.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WthorError {
    /// Another size of board.
    #[error("a board of size {0}: koteki reads Othello on 8x8 squares")]
    Size(u8),
    /// Fewer games than its beginning says.
    #[error("the file is cut off: it says that it holds {said} games, and {games} are there")]
    CutOff {
        /// As its beginning says.
        said: u32,
        /// Those that are whole.
        games: u32,
    },
    /// More bytes than its beginning says.
    #[error("there is more behind the last of the {0} games that the file says it holds")]
    More(u32),
    /// Names without games.
    #[error("names of players or tournaments, and no game: give the .wtb file beside it")]
    Table,
    /// Neither games nor names, or both.
    #[error("it says that it holds {games} games and {names} names: a file holds one or the other")]
    Neither {
        /// Games.
        games: u32,
        /// Names.
        names: u16,
    },
    /// A byte that stands for no square, or for one behind the end of the moves.
    #[error("byte {byte}, move {number}: {found} is no square (10 x row + column, each 1 to 8)")]
    Move {
        /// Where.
        byte: u64,
        /// The move's number, from 1.
        number: usize,
        /// What stands there.
        found: u8,
    },
    /// A move that the rules do not allow.
    #[error("byte {byte}, move {number}: {square} is not legal: {why}")]
    Illegal {
        /// Where.
        byte: u64,
        /// The move's number, from 1.
        number: usize,
        /// The move.
        square: Square,
        /// The reason.
        why: LegalityError,
    },
}

/// The beginning of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// When it was made: century, year, month, day.
    pub made: [u8; 4],
    /// Games in it; 0 in a table of names.
    pub games: u32,
    /// Names in it; 0 in a file of games.
    pub names: u16,
    /// The year of the games.
    pub year: u16,
    /// Squares on a side of the board; 0 means 8.
    pub size: u8,
    /// 0 for games, 1 for solitaires.
    pub kind: u8,
    /// Empty squares from which on the theoretical score is perfect play.
    pub depth: u8,
}

impl Header {
    /// Reads it; `None` when `bytes` begin no such file. Text never does: its thirteenth byte would have to
    /// be a control character.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let bytes: &[u8; HEADER] = bytes.get(..HEADER)?.try_into().ok()?;
        let [
            c,
            y,
            month,
            day,
            g0,
            g1,
            g2,
            g3,
            n0,
            n1,
            y0,
            y1,
            size,
            kind,
            depth,
            _,
        ] = *bytes;
        let header = Self {
            made: [c, y, month, day],
            games: u32::from_le_bytes([g0, g1, g2, g3]),
            names: u16::from_le_bytes([n0, n1]),
            year: u16::from_le_bytes([y0, y1]),
            size,
            kind,
            depth,
        };
        let possible = month <= 12 && day <= 31 && size <= 10 && kind <= 1 && depth <= 60;
        possible.then_some(header)
    }

    /// As a file has it.
    pub fn to_bytes(self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        bytes[..4].copy_from_slice(&self.made);
        bytes[4..8].copy_from_slice(&self.games.to_le_bytes());
        bytes[8..10].copy_from_slice(&self.names.to_le_bytes());
        bytes[10..12].copy_from_slice(&self.year.to_le_bytes());
        bytes[12..15].copy_from_slice(&[self.size, self.kind, self.depth]);
        bytes
    }
}

/// The games of a file, its beginning already read.
#[derive(Debug)]
pub(super) struct Reader {
    header: Header,
    names: Names,
    /// Games read so far.
    read: u32,
    /// Whether nothing more comes.
    over: bool,
}

impl Reader {
    pub(super) const fn new(header: Header, names: Names) -> Self {
        Self {
            header,
            names,
            read: 0,
            over: false,
        }
    }

    /// Bytes read so far.
    pub(super) fn bytes(&self) -> u64 {
        HEADER as u64 + u64::from(self.read) * GAME as u64
    }

    /// The next game or fault, with the bytes before it; `None` at the end.
    pub(super) fn next(
        &mut self,
        input: &mut impl Read,
    ) -> io::Result<Option<(u64, Result<Game, EntryError>)>> {
        let offset = self.bytes();
        let Header { games, names, .. } = self.header;
        if self.read == 0 && !self.over {
            match (self.header.size, games, names) {
                (0 | 8, 0, 1..) => return self.end(WthorError::Table),
                (0 | 8, 1.., 0) => {}
                (0 | 8, ..) => return self.end(WthorError::Neither { games, names }),
                (size, ..) => return self.end(WthorError::Size(size)),
            }
        }
        if self.over {
            return Ok(None);
        }
        let mut record = [0; GAME];
        let count = read_whole(input, &mut record)?;
        if self.read == games {
            self.over = true;
            return Ok((count > 0).then(|| (offset, Err(WthorError::More(games).into()))));
        }
        if count < GAME {
            let said = games;
            let games = self.read;
            return self.end(WthorError::CutOff { said, games });
        }
        self.read += 1;
        Ok(Some((offset, self.game(offset, &record))))
    }

    /// Nothing more comes, for this reason.
    // It stands for what `next` gives.
    fn end(&mut self, fault: WthorError) -> io::Result<Option<(u64, Result<Game, EntryError>)>> {
        self.over = true;
        Ok(Some((self.bytes(), Err(fault.into()))))
    }

    fn game(&self, offset: u64, record: &[u8; GAME]) -> Result<Game, EntryError> {
        let number = |at: usize| u16::from_le_bytes([record[at], record[at + 1]]);
        let mut line = GameLine::<Position>::default();
        let mut over = false;
        for (index, &found) in record[GAME - MOVES..].iter().enumerate() {
            let (byte, number) = (offset + (GAME - MOVES + index) as u64, index + 1);
            over |= found == 0;
            let square = (!over).then(|| square(found)).flatten();
            match square {
                Some(square) => play(&mut line, square).map_err(|why| WthorError::Illegal {
                    byte,
                    number,
                    square,
                    why,
                })?,
                None if found == 0 => {}
                None => {
                    return Err(WthorError::Move {
                        byte,
                        number,
                        found,
                    }
                    .into());
                }
            }
        }
        let year = self.header.year;
        let depth = self.header.depth;
        Ok(Game {
            line,
            names: [number(2), number(4)].map(|player| self.names.player(player)),
            about: About {
                event: self.names.tournament(number(0)),
                date: (year > 0).then(|| format!("{year:04}")),
                result: (record[6] <= 64).then(|| Claim {
                    lead: Lead::Discs(2.0 * f64::from(record[6]) - 64.0),
                    ending: Ending::Board,
                }),
                theoretical: (record[7] <= 64 && depth > 0).then_some(Theoretical {
                    black: record[7],
                    empties: depth,
                }),
                ..About::default()
            },
        })
    }
}

/// Reads until `buffer` is full or nothing more comes; says how many bytes there were.
fn read_whole(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut count = 0;
    while count < buffer.len() {
        match input.read(&mut buffer[count..]) {
            Ok(0) => break,
            Ok(read) => count += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(count)
}

/// The square of a byte.
fn square(byte: u8) -> Option<Square> {
    Square::at((byte % 10).checked_sub(1)?, (byte / 10).checked_sub(1)?)
}

/// Plays a move, a pass before it where the rules force one.
fn play(line: &mut GameLine<Position>, square: Square) -> Result<(), LegalityError> {
    let mv = Move::Place(square);
    if line.play(mv).is_ok() {
        return Ok(());
    }
    if line.position().must_pass() {
        // Legal, as the position says.
        let _ = line.play(Move::Pass);
    }
    line.position().check(mv)?;
    // Just checked.
    let _ = line.play(mv);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_is_a_square_or_none() {
        // f5 is 56 in the description of the format: row 5, column 6.
        assert_eq!(
            square(56).map(|square| square.to_string()).as_deref(),
            Some("f5")
        );
        let squares = (0..=255).filter(|&byte| square(byte).is_some()).count();
        assert_eq!(squares, 64);
        for none in [0, 1, 10, 19, 20, 89, 90, 99, 255] {
            assert_eq!(square(none), None);
        }
    }

    #[test]
    fn the_beginning_of_a_real_file_and_of_text() {
        // The first bytes of the base's file of 2001, of 379,116 bytes, made on 2015-09-30.
        let bytes = [20, 15, 9, 30, 0xc7, 0x15, 0, 0, 0, 0, 0xd1, 7, 8, 0, 24, 0];
        let header = Header::read(&bytes).unwrap();
        assert_eq!((header.games, header.year, header.depth), (5575, 2001, 24));
        assert_eq!(16 + 68 * 5575, 379_116);
        assert_eq!(header.to_bytes(), bytes);
        for text in [
            &b"f5d6c3d3c4f4f6f3e6e7"[..],
            b"1. f5 d6\n2. c3 d3\n",
            b"short",
        ] {
            assert_eq!(Header::read(text), None);
        }
    }
}
