//! SGF for Othello: the main line of a game tree.
//!
//! Squares are written `d3` by the Othello programs and `dc` (column, row) as in Go's files; both are
//! read. Setup properties change the usual start. What says nothing about the game is skipped.

use std::io::{self, Write};

use super::walk::{number, play, rating, said, unreadable};
use super::{About, Claim, Ending, EntryError, Game, Lead, excerpt};
use koteki_games::othello::{Move, Position, Square};
use koteki_games::sgf::{Property, Tree};
use koteki_games::{Game as _, GameLine, Side};

/// The first game in `text` up to its first `moves` moves, or to its end.
///
/// # Errors
/// What is wrong with it.
pub fn read_first(text: &str, moves: Option<usize>) -> Result<Game, EntryError> {
    read(&Tree::read(text)?, moves)
}

/// What is read on the way along the main line.
struct Walk {
    /// The position, before the first move.
    start: Position,
    line: Option<GameLine<Position>>,
    names: [Option<String>; 2],
    about: About,
    /// Moves that may still come.
    moves: usize,
}

/// Reads the main line of a tree.
///
/// # Errors
/// Another game or size of board, a property or a move that cannot be read or is not legal.
pub(super) fn read(tree: &Tree, moves: Option<usize>) -> Result<Game, EntryError> {
    let mut walk = Walk {
        start: Position::start(),
        line: None,
        names: [None, None],
        about: About::default(),
        moves: moves.unwrap_or(usize::MAX),
    };
    for index in tree.path_to(tree.main_end()) {
        let properties = tree.nodes().get(index).map(|node| &node.properties);
        for property in properties.into_iter().flatten() {
            walk.add(property)?;
        }
    }
    let Walk {
        start,
        line,
        names,
        about,
        ..
    } = walk;
    Ok(Game {
        line: line.unwrap_or_else(|| GameLine::from_position(start)),
        names,
        about,
    })
}

impl Walk {
    fn add(&mut self, property: &Property) -> Result<(), EntryError> {
        let name = property.name.as_str();
        let value = property.values.first().map_or("", String::as_str).trim();
        let about = &mut self.about;
        match name {
            "GM" if value != "2" => {
                return Err(EntryError::OtherGame(format!("GM[{}]", excerpt(value))));
            }
            "SZ" if value != "8" => {
                return Err(EntryError::OtherGame(format!("SZ[{}]", excerpt(value))));
            }
            "PB" => self.names[0] = said(value),
            "PW" => self.names[1] = said(value),
            "EV" => about.event = said(value),
            "PC" => about.place = said(value),
            "DT" => about.date = said(value),
            "BR" => about.ratings[0] = rating(value),
            "WR" => about.ratings[1] = rating(value),
            "RE" => about.result = read_result(value),
            "B" | "W" => {
                let side = if name == "B" {
                    Side::Black
                } else {
                    Side::White
                };
                if self.moves == 0 {
                    return Ok(());
                }
                self.moves -= 1;
                let mv = read_move(value).ok_or_else(|| unreadable(name, value))?;
                let start = self.start;
                let line = self
                    .line
                    .get_or_insert_with(|| GameLine::from_position(start));
                play(line, side, mv)?;
            }
            "AB" | "AW" | "AE" | "PL" if self.line.is_some() => {
                return Err(EntryError::Setup(name.to_owned()));
            }
            "AB" | "AW" | "AE" => {
                for value in &property.values {
                    let squares = read_squares(value).ok_or_else(|| unreadable(name, value))?;
                    self.set_up(name, squares)
                        .ok_or_else(|| unreadable(name, value))?;
                }
            }
            "PL" => {
                let side = match &*value.to_ascii_lowercase() {
                    "b" | "black" => Side::Black,
                    "w" | "white" => Side::White,
                    _ => return Err(unreadable(name, value)),
                };
                let [black, white] = Side::BOTH.map(|side| self.start.discs(side));
                self.start =
                    Position::new(black, white, side).ok_or_else(|| unreadable(name, value))?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Puts discs on squares or takes them away.
    fn set_up(&mut self, name: &str, squares: u64) -> Option<()> {
        let [mut black, mut white] = Side::BOTH.map(|side| self.start.discs(side) & !squares);
        match name {
            "AB" => black |= squares,
            "AW" => white |= squares,
            _ => {}
        }
        self.start = Position::new(black, white, self.start.side_to_move())?;
        Some(())
    }
}

/// `d3`, or `dc` as in Go's files.
fn read_square(text: &str) -> Option<Square> {
    let letter = |byte: u8| byte.to_ascii_lowercase().checked_sub(b'a');
    match *text.as_bytes() {
        [column, row] if row.is_ascii_alphabetic() => Square::at(letter(column)?, letter(row)?),
        _ => text.parse().ok(),
    }
}

/// A square, or the two corners of a rectangle of them (FF[4]'s compressed point lists): `dc:fe`.
fn read_squares(text: &str) -> Option<u64> {
    let text = text.trim();
    let (first, last) = text.split_once(':').unwrap_or((text, text));
    let (first, last) = (read_square(first)?, read_square(last)?);
    let between = |one: u8, other: u8| one.min(other)..=one.max(other);
    let (columns, rows) = (
        between(first.column(), last.column()),
        between(first.row(), last.row()),
    );
    let squares = Square::all()
        .filter(|square| columns.contains(&square.column()) && rows.contains(&square.row()));
    Some(squares.fold(0, |bits, square| bits | square.bit()))
}

fn read_move(text: &str) -> Option<Move> {
    if text.is_empty() || text.eq_ignore_ascii_case("tt") {
        return Some(Move::Pass);
    }
    read_square(text)
        .map(Move::Place)
        .or_else(|| text.parse().ok().filter(|&mv| mv == Move::Pass))
}

/// `B+4`, `W+R`, `0`; `B+` where only the winner is known.
fn read_result(value: &str) -> Option<Claim> {
    if matches!(value, "0" | "Draw") {
        return Some(Claim {
            lead: Lead::Discs(0.0),
            ending: Ending::Board,
        });
    }
    let (side, points) = value.split_once('+')?;
    let side = match side {
        "B" => Side::Black,
        "W" => Side::White,
        _ => return None,
    };
    let (lead, ending) = match points {
        "" => (Lead::Won(side), Ending::Unknown),
        "R" | "Resign" => (Lead::Won(side), Ending::Resigned),
        "T" | "Time" => (Lead::Won(side), Ending::Time),
        "F" | "Forfeit" => (Lead::Won(side), Ending::Forfeit),
        points => {
            let discs = number(points)? * f64::from(side.sign());
            (Lead::Discs(discs), Ending::Board)
        }
    };
    Some(Claim { lead, ending })
}

/// A result as the format has it.
fn write_result(claim: Claim) -> String {
    let Some(side) = claim.winner().map(sign) else {
        return "0".to_owned();
    };
    match (claim.ending, claim.lead) {
        (Ending::Resigned, _) => format!("{side}+R"),
        (Ending::Time, _) => format!("{side}+T"),
        (Ending::Forfeit, _) => format!("{side}+F"),
        (_, Lead::Discs(lead)) => format!("{side}+{}", lead.abs()),
        (_, Lead::Won(_)) => format!("{side}+"),
    }
}

/// Writes a game, its moves ten to a line.
///
/// # Errors
/// When `out` cannot be written.
pub(super) fn write(game: &Game, out: &mut dyn Write) -> io::Result<()> {
    let about = &game.about;
    write!(out, "(;GM[2]FF[4]CA[UTF-8]SZ[8]")?;
    let mut tag = |name: &str, value: Option<&str>| match value {
        Some(value) => write!(out, "{name}[{}]", escaped(value)),
        None => Ok(()),
    };
    tag("EV", about.event.as_deref())?;
    tag("PC", about.place.as_deref())?;
    tag("DT", about.date.as_deref())?;
    tag("PB", game.names[0].as_deref())?;
    tag("PW", game.names[1].as_deref())?;
    for (name, rating) in ["BR", "WR"].into_iter().zip(about.ratings) {
        tag(name, rating.map(|rating| rating.to_string()).as_deref())?;
    }
    let result = about
        .result
        .or_else(|| Claim::of_board(game.line.position()));
    tag("RE", result.map(write_result).as_deref())?;
    let start = &game.line.positions()[0];
    if *start != Position::start() {
        let usual = Position::start();
        let mut put = |name: &str, keep: &dyn Fn(Square) -> bool| {
            let squares: Vec<Square> = Square::all().filter(|&square| keep(square)).collect();
            if !squares.is_empty() {
                write!(out, "{name}")?;
            }
            squares
                .iter()
                .try_for_each(|square| write!(out, "[{square}]"))
        };
        put("AE", &|square| {
            start.disc(square).is_none() && usual.disc(square).is_some()
        })?;
        for (name, side) in ["AB", "AW"].into_iter().zip(Side::BOTH) {
            put(name, &|square| {
                start.disc(square) == Some(side) && usual.disc(square) != Some(side)
            })?;
        }
        write!(out, "PL[{}]", sign(start.side_to_move()))?;
    }
    for (index, (position, mv)) in game.line.steps().enumerate() {
        if index % 10 == 0 {
            writeln!(out)?;
        }
        let mv = mv.square().map_or_else(String::new, |it| it.to_string());
        write!(out, ";{}[{mv}]", sign(position.side_to_move()))?;
    }
    writeln!(out, ")")
}

const fn sign(side: Side) -> char {
    match side {
        Side::Black => 'B',
        Side::White => 'W',
    }
}

/// A value as a file has it, on one line.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | ']' => escaped.extend(['\\', c]),
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use koteki_games::othello::notation::read_transcript;

    fn moves(text: &str) -> Result<String, EntryError> {
        read_first(text, None)
            .map(|game| game.line.moves().iter().map(ToString::to_string).collect())
    }

    #[test]
    fn both_ways_to_write_squares_give_the_game() {
        let digits = "(;GM[2]FF[4]SZ[8]PB[a\\]b];B[f5];W[d6]C[a ) comment];B[c3])";
        assert_eq!(moves(digits).unwrap(), "f5d6c3");
        assert_eq!(moves("(;GM[2];B[fe];W[df];B[cc])").unwrap(), "f5d6c3");
        let branches = "(;GM[2];B[f5](;W[d6];B[c3])(;W[f6]))";
        assert_eq!(moves(branches).unwrap(), "f5d6c3");
        let first = read_first(digits, Some(1)).unwrap();
        assert_eq!(first.line.ply(), 1);
        assert_eq!(first.names[0].as_deref(), Some("a]b"));
    }

    #[test]
    fn a_pass_may_be_written_or_left_out() {
        let game = "(;GM[2];B[f5];W[f6];B[d3];W[g5];B[h5];W[h4];B[f7];W[h6]";
        let passed = *read_transcript("f5f6d3g5h5h4f7h6--").unwrap().position();
        for pass in [";B[]", ";B[pa]", ";B[tt]", ""] {
            let text = format!("{game}{pass};W[c5])");
            let line = read_first(&text, None).unwrap().line;
            assert_eq!(line.positions()[9], passed, "{text}");
            assert_eq!(line.ply(), 10);
        }
        // Where nothing forces one it is refused.
        assert!(moves("(;GM[2];B[f5];W[])").is_err());
    }

    #[test]
    fn discs_may_be_set_up() {
        let text = "(;GM[2]AB[d4][e5]AW[d5] [e4]PL[W];W[d3])";
        let line = read_first(text, None).unwrap().line;
        assert_eq!(
            line.positions()[0].to_string(),
            "---------------------------XO------OX--------------------------- O"
        );
    }

    #[test]
    fn what_is_no_game_is_refused_with_its_place() {
        for (text, said) in [
            ("", "there is no game in it"),
            ("(;GM[2];B[f5", "it ends in the middle of a value"),
            ("(;GM[2];B[f5]", "it ends in the middle of the game"),
            ("(;GM[1])", "the game is GM[1]"),
            ("(;SZ[10])", "the game is SZ[10]"),
            ("(;B[z9])", "cannot read B[z9]"),
            ("(;B[a1])", "move 1: a1 is not legal"),
            ("(;W[f5])", "move 1: f5 is White's, and it is Black's turn"),
            ("(;B[f5];AB[a1])", "AB after the first move"),
        ] {
            let fault = moves(text).unwrap_err().to_string();
            assert!(fault.starts_with(said), "{text}: {fault}");
        }
    }
}
