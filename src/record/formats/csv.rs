//! CSV: a table of games for a spreadsheet or a program of statistics (RFC 4180, with a head).

use std::io::{self, Write};

use super::{Ending, Game};
use crate::game::Game as _;
use crate::game::othello::Position;
use crate::game::othello::notation::{Passes, write_board, write_transcript};

/// The names of the columns. `black_discs` and `white_discs` lie on the board at the end, `claimed` is the
/// difference for Black that the file gave the game with, `start` is empty for the usual one.
pub const COLUMNS: &str = "number,black,white,event,place,date,black_rating,white_rating,black_discs,\
white_discs,over,claimed,ending,plies,passes,start,transcript";

/// Writes a game as the row `number`.
///
/// # Errors
/// When `out` cannot be written.
pub(super) fn write(number: u64, game: &Game, out: &mut impl Write) -> io::Result<()> {
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
    ];
    for (index, field) in fields.into_iter().enumerate() {
        if index > 0 {
            write!(out, ",")?;
        }
        write!(out, "{}", quoted(&field.unwrap_or_default()))?;
    }
    write!(out, "\r\n")
}

/// A field as a table has it.
fn quoted(field: &str) -> String {
    if field.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}
