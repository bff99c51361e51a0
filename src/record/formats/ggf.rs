//! GGF, the Generic Game Format of the GGS server: `(;GM[Othello]…BO[8 … *]B[F5/0.50/1.2]…;)`.
//!
//! Written like a game tree of one line. After M. Buro's description of the format and the files of GGS
//! and NBoard: squares in either case; evaluation and time after strokes, each left out or not; a pass as
//! `PA` or `pass`, wherever the rules force one, the last of the game too; a count in front of a pair of
//! synchro games.

use std::io::{self, Write};

use super::walk::{number, play, rating, said, unreadable};
use super::{About, Claim, Ending, EntryError, Game, Lead, Note};
use koteki_games::othello::notation::{SideSource, read_board, write_board};
use koteki_games::othello::{Move, Position};
use koteki_games::sgf::Tree;
use koteki_games::{Game as _, GameLine, Side};

/// What `GM` says in a file of this game.
pub const GAME: &str = "Othello";

/// The first game in `text`.
///
/// # Errors
/// What is wrong with it.
pub fn read_first(text: &str) -> Result<Game, EntryError> {
    read(&Tree::read(text)?)
}

/// Reads a game.
///
/// # Errors
/// Another game or size of board, no position, a tag or a move that cannot be read or is not legal.
pub(super) fn read(tree: &Tree) -> Result<Game, EntryError> {
    let mut about = About::default();
    let mut names = [None, None];
    let mut start = None;
    let mut line: Option<GameLine<Position>> = None;
    let properties = tree.nodes().iter().flat_map(|node| &node.properties);
    for property in properties {
        let name = property.name.as_str();
        let value = property.values.first().map_or("", String::as_str);
        match name {
            "GM" if !value.trim().eq_ignore_ascii_case(GAME) => {
                return Err(EntryError::OtherGame(super::excerpt(value)));
            }
            "PC" => about.place = said(value),
            "DT" => about.date = said(value),
            "EV" => about.event = said(value),
            "PB" => names[0] = said(value),
            "PW" => names[1] = said(value),
            "RB" => about.ratings[0] = rating(value),
            "RW" => about.ratings[1] = rating(value),
            "TI" => about.clocks = [said(value), said(value)],
            "TB" => about.clocks[0] = said(value),
            "TW" => about.clocks[1] = said(value),
            "TY" => {
                let size: String = value
                    .trim()
                    .chars()
                    .take_while(char::is_ascii_digit)
                    .collect();
                if size != "8" && !value.trim().starts_with(['s', 'S']) {
                    return Err(EntryError::OtherGame(format!(
                        "of type {}",
                        super::excerpt(value)
                    )));
                }
                about.kind = said(value).filter(|kind| kind != "8");
            }
            "RE" => about.result = read_result(value),
            "BO" => start = Some(read_start(value)?),
            "B" | "W" => {
                let side = if name == "B" {
                    Side::Black
                } else {
                    Side::White
                };
                let line = match &mut line {
                    Some(line) => line,
                    none => none.insert(GameLine::from_position(
                        start.ok_or(EntryError::Missing("BO"))?,
                    )),
                };
                let (mv, note) = read_move(value).ok_or_else(|| unreadable(name, value))?;
                play(line, side, mv)?;
                about.notes.resize(line.ply() - 1, Note::default());
                about.notes.push(note);
            }
            _ => {}
        }
    }
    let line = match line {
        Some(line) => line,
        None => GameLine::from_position(start.ok_or(EntryError::Missing("BO"))?),
    };
    if about.notes.iter().all(|note| *note == Note::default()) {
        about.notes.clear();
    }
    Ok(Game { line, names, about })
}

/// `8 -------- … *`: the size and the squares.
fn read_start(value: &str) -> Result<Position, EntryError> {
    let value = value.trim();
    let (size, squares) = value.split_at(value.find(char::is_whitespace).unwrap_or(value.len()));
    if size != "8" {
        return Err(EntryError::OtherGame(format!(
            "on a board of size {}",
            super::excerpt(size)
        )));
    }
    let board = read_board(squares)?;
    if board.side == SideSource::Given {
        Ok(board.position)
    } else {
        Err(EntryError::Missing("the side to move in BO"))
    }
}

/// `F5/0.50/1.2`: the move, what it is worth, the seconds.
fn read_move(value: &str) -> Option<(Move, Note)> {
    let mut parts = value.split('/');
    let mv = parts.next()?.parse().ok()?;
    let mut part = || match parts.next().map(str::trim) {
        None | Some("") => Some(None),
        Some(text) => number(text).map(Some),
    };
    let note = Note {
        value: part()?,
        seconds: part()?,
    };
    Some((mv, note))
}

/// `+4.000`, with `:r`, `:t` or `:s` for how it came to it.
fn read_result(value: &str) -> Option<Claim> {
    let (difference, how) = value.split_once(':').unwrap_or((value, ""));
    let ending = match how.trim() {
        "" => Ending::Board,
        "r" => Ending::Resigned,
        "t" => Ending::Time,
        "s" => Ending::Agreed,
        _ => return None,
    };
    let lead = Lead::Discs(number(difference)?);
    Some(Claim { lead, ending })
}

/// A result as the format has it. As on GGS a game that was given up or lost on time is lost by all 64 discs;
/// otherwise there is no sign for a winner without a number.
fn write_result(claim: Claim) -> Option<String> {
    let how = match claim.ending {
        Ending::Board | Ending::Forfeit | Ending::Unknown => "",
        Ending::Resigned => ":r",
        Ending::Time => ":t",
        Ending::Agreed => ":s",
    };
    let lead = match (claim.lead, claim.ending) {
        (Lead::Discs(lead), _) => lead,
        (Lead::Won(side), Ending::Resigned | Ending::Time) => 64.0 * f64::from(side.sign()),
        (Lead::Won(_), _) => return None,
    };
    Some(format!("{lead:+.3}{how}"))
}

/// Writes a game on a line. The format has no escapes: a bracket in a name is written as a parenthesis.
///
/// # Errors
/// When `out` cannot be written.
pub(super) fn write(game: &Game, out: &mut dyn Write) -> io::Result<()> {
    let about = &game.about;
    write!(out, "(;GM[{GAME}]")?;
    let mut tag = |name: &str, value: Option<&str>| match value {
        Some(value) => write!(out, "{name}[{}]", plain(value)),
        None => Ok(()),
    };
    tag("PC", about.place.as_deref())?;
    tag("EV", about.event.as_deref())?;
    tag("DT", about.date.as_deref())?;
    for (name, player) in ["PB", "PW"].into_iter().zip(&game.names) {
        tag(name, Some(player.as_deref().unwrap_or("?")))?;
    }
    for (name, rating) in ["RB", "RW"].into_iter().zip(about.ratings) {
        tag(name, rating.map(|rating| rating.to_string()).as_deref())?;
    }
    match &about.clocks {
        [Some(black), Some(white)] if black == white => tag("TI", Some(black))?,
        [black, white] => {
            tag("TB", black.as_deref())?;
            tag("TW", white.as_deref())?;
        }
    }
    tag("TY", Some(about.kind.as_deref().unwrap_or("8")))?;
    let result = about
        .result
        .or_else(|| Claim::of_board(game.line.position()))
        .and_then(write_result);
    tag("RE", Some(result.as_deref().unwrap_or("?")))?;
    let board = write_board(&game.line.positions()[0]).replace('X', "*");
    let (squares, side) = board.split_at(64);
    write!(out, "BO[8")?;
    for row in 0..8 {
        write!(
            out,
            " {}",
            squares.get(row * 8..row * 8 + 8).unwrap_or_default()
        )?;
    }
    write!(out, "{side}]")?;
    for (index, (position, mv)) in game.line.steps().enumerate() {
        let side = match position.side_to_move() {
            Side::Black => 'B',
            Side::White => 'W',
        };
        let mv = match mv {
            Move::Place(square) => square.to_string().to_uppercase(),
            Move::Pass => "PA".to_owned(),
        };
        write!(out, "{side}[{mv}")?;
        let note = about.notes.get(index).copied().unwrap_or_default();
        let text = |number: Option<f64>| number.map_or_else(String::new, |it| it.to_string());
        match (note.value, note.seconds) {
            (None, None) => {}
            (value, None) => write!(out, "/{}", text(value))?,
            (value, seconds) => write!(out, "/{}/{}", text(value), text(seconds))?,
        }
        write!(out, "]")?;
    }
    writeln!(out, ";)")
}

/// A game as the NBoard protocol has it: on one line, with the tags that its example has.
pub fn one_line_of_ggf(line: &GameLine<Position>) -> String {
    let clock = Some("15:00".to_owned());
    let mut game = Game::of(line.clone());
    game.about.place = Some("Koteki".to_owned());
    game.about.clocks = [clock.clone(), clock];
    let mut text = Vec::new();
    // A buffer takes everything.
    let _ = write(&game, &mut text);
    String::from_utf8_lossy(&text).trim_end().to_owned()
}

/// Text that no bracket and no end of a line breaks.
fn plain(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '[' => '(',
            ']' => ')',
            // Other readers know it for an escape.
            '\\' => '/',
            c if c.is_control() => ' ',
            c => c,
        })
        .collect()
}
