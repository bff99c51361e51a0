//! Othello games in SGF, for `loadsgf`: the main line of the first game of a file.
//!
//! Squares are written `d3` by the Othello programs and `dc` (column, row) as in Go's files; both are
//! read. Setup properties change the usual start. What says nothing about the game is skipped.

use std::fs::File;
use std::io::{self, Read as _};
use std::iter::Peekable;
use std::str::Chars;

use crate::game::othello::{Move, Position, Square};
use crate::game::{Game as _, GameLine, Side};

/// Longest file that is read, in bytes.
const MAX_FILE: u64 = 1 << 20;

/// Why a text is not a game of Othello.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SgfError {
    /// Not SGF, or cut off.
    #[error("not an SGF game tree")]
    Form,
    /// A game of another kind or another size of board.
    #[error("{0}[{1}] is not Othello on 8x8 squares")]
    Game(String, String),
    /// A property with a value that cannot be read.
    #[error("cannot read {0}[{1}]")]
    Value(String, String),
    /// Discs put on the board after the first move.
    #[error("{0} after the first move")]
    Setup(String),
    /// A move that the rules do not allow.
    #[error("move {0} ({1}) is illegal")]
    Illegal(usize, String),
}

/// The text of the file.
pub fn load(file: &str) -> io::Result<String> {
    let file = File::open(file)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("not a file"));
    }
    let mut bytes = Vec::new();
    file.take(MAX_FILE + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_FILE {
        return Err(io::Error::other("the file is too long"));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The first `moves` moves of the game in `text`, or all of them.
pub fn read(text: &str, moves: Option<usize>) -> Result<GameLine<Position>, SgfError> {
    let mut game = Game {
        start: Position::start(),
        moves: Vec::new(),
    };
    let begin = text.find("(;").ok_or(SgfError::Form)?;
    let mut chars = text[begin..].chars().peekable();
    let mut name = String::new();
    loop {
        match chars.next().ok_or(SgfError::Form)? {
            // The first end in the text is that of the main line.
            ')' => break,
            '[' => {
                let value = value(&mut chars)?;
                game.add(&name, &value)?;
                while chars.next_if(|c| c.is_whitespace()).is_some() {}
                // Another value may follow; the name is then the same.
                if chars.peek() != Some(&'[') {
                    name.clear();
                }
            }
            c if c.is_ascii_uppercase() => name.push(c),
            '(' | ';' => name.clear(),
            // Lower-case letters in names are those of the oldest files.
            c if c.is_whitespace() || c.is_ascii_lowercase() => {}
            _ => return Err(SgfError::Form),
        }
    }
    let mut line = GameLine::from_position(game.start);
    for (index, &(side, mv)) in game.moves.iter().enumerate() {
        if moves.is_some_and(|moves| index >= moves) {
            break;
        }
        if line.position().side_to_move() != side && line.position().must_pass() {
            let _ = line.play(Move::Pass);
        }
        if line.position().side_to_move() != side || line.play(mv).is_err() {
            return Err(SgfError::Illegal(index + 1, mv.to_string()));
        }
    }
    Ok(line)
}

/// What stands between the brackets, the opening one already read.
fn value(chars: &mut Peekable<Chars<'_>>) -> Result<String, SgfError> {
    let mut text = String::new();
    loop {
        match chars.next().ok_or(SgfError::Form)? {
            ']' => return Ok(text.trim().to_owned()),
            '\\' => text.push(chars.next().ok_or(SgfError::Form)?),
            c => text.push(c),
        }
    }
}

struct Game {
    start: Position,
    moves: Vec<(Side, Move)>,
}

impl Game {
    fn add(&mut self, name: &str, value: &str) -> Result<(), SgfError> {
        let (own_name, own_value) = (|| name.to_owned(), || value.to_owned());
        let bad = || SgfError::Value(own_name(), own_value());
        match name {
            "GM" if value != "2" => return Err(SgfError::Game(own_name(), own_value())),
            "SZ" if value != "8" => return Err(SgfError::Game(own_name(), own_value())),
            "B" => self.moves.push((Side::Black, mv(value).ok_or_else(bad)?)),
            "W" => self.moves.push((Side::White, mv(value).ok_or_else(bad)?)),
            "AB" | "AW" | "AE" | "PL" if !self.moves.is_empty() => {
                return Err(SgfError::Setup(own_name()));
            }
            "AB" | "AW" | "AE" => {
                let bit = square(value).ok_or_else(bad)?.bit();
                let [mut black, mut white] = Side::BOTH.map(|side| self.start.discs(side) & !bit);
                match name {
                    "AB" => black |= bit,
                    "AW" => white |= bit,
                    _ => {}
                }
                let side = self.start.side_to_move();
                self.start = Position::new(black, white, side).ok_or_else(bad)?;
            }
            "PL" => {
                let side = match &*value.to_ascii_lowercase() {
                    "b" | "black" => Side::Black,
                    "w" | "white" => Side::White,
                    _ => return Err(bad()),
                };
                let [black, white] = Side::BOTH.map(|side| self.start.discs(side));
                self.start = Position::new(black, white, side).ok_or_else(bad)?;
            }
            _ => {}
        }
        Ok(())
    }
}

/// `d3`, or `dc` as in Go's files.
fn square(text: &str) -> Option<Square> {
    let letter = |byte: u8| byte.to_ascii_lowercase().checked_sub(b'a');
    match *text.as_bytes() {
        [column, row] if row.is_ascii_alphabetic() => Square::at(letter(column)?, letter(row)?),
        _ => text.parse().ok(),
    }
}

fn mv(text: &str) -> Option<Move> {
    if text.is_empty() || text.eq_ignore_ascii_case("tt") {
        return Some(Move::Pass);
    }
    square(text)
        .map(Move::Place)
        .or_else(|| text.parse().ok().filter(|&mv| mv == Move::Pass))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::othello::notation::read_transcript;

    fn moves(text: &str) -> Result<String, SgfError> {
        read(text, None).map(|line| line.moves().iter().map(ToString::to_string).collect())
    }

    #[test]
    fn both_ways_to_write_squares_give_the_game() {
        let digits = "(;GM[2]FF[4]SZ[8]PB[a\\]b];B[f5];W[d6]C[a ) comment];B[c3])";
        assert_eq!(moves(digits).unwrap(), "f5d6c3");
        assert_eq!(moves("(;GM[2];B[fe];W[df];B[cc])").unwrap(), "f5d6c3");
        let branches = "(;GM[2];B[f5](;W[d6];B[c3])(;W[f6]))";
        assert_eq!(moves(branches).unwrap(), "f5d6c3");
        assert_eq!(read(digits, Some(1)).unwrap().ply(), 1);
    }

    #[test]
    fn a_pass_may_be_written_or_left_out() {
        let game = "(;GM[2];B[f5];W[f6];B[d3];W[g5];B[h5];W[h4];B[f7];W[h6]";
        let passed = *read_transcript("f5f6d3g5h5h4f7h6--").unwrap().position();
        for pass in [";B[]", ";B[pa]", ";B[tt]", ""] {
            let text = format!("{game}{pass};W[c5])");
            let line = read(&text, None).unwrap();
            assert_eq!(line.positions()[9], passed, "{text}");
            assert_eq!(line.ply(), 10);
        }
    }

    #[test]
    fn discs_may_be_set_up() {
        let text = "(;GM[2]AB[d4][e5]AW[d5] [e4]PL[W];W[d3])";
        let line = read(text, None).unwrap();
        assert_eq!(
            line.positions()[0].to_string(),
            "---------------------------XO------OX--------------------------- O"
        );
    }

    #[test]
    fn what_is_no_game_is_refused() {
        for (text, error) in [
            ("", SgfError::Form),
            ("(;GM[2];B[f5", SgfError::Form),
            ("(;GM[2];B[f5]", SgfError::Form),
            ("(;GM[1])", SgfError::Game("GM".into(), "1".into())),
            ("(;SZ[10])", SgfError::Game("SZ".into(), "10".into())),
            ("(;B[z9])", SgfError::Value("B".into(), "z9".into())),
            ("(;B[a1])", SgfError::Illegal(1, "a1".into())),
            ("(;W[f5])", SgfError::Illegal(1, "f5".into())),
            ("(;B[f5];AB[a1])", SgfError::Setup("AB".into())),
        ] {
            assert_eq!(moves(text), Err(error), "{text}");
        }
    }
}
