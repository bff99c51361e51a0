//! A game whose moves say who made them.

use super::{EntryError, excerpt};
use koteki_games::othello::{Move, Position};
use koteki_games::{Game as _, GameLine, Side};

/// Plays `mv` of `side`; a pass that was left out before it is put in.
///
/// # Errors
/// When it is the other side's turn, or the move is not legal.
pub(super) fn play(line: &mut GameLine<Position>, side: Side, mv: Move) -> Result<(), EntryError> {
    if line.position().side_to_move() != side && mv != Move::Pass && line.position().must_pass() {
        // Legal, as the position says.
        let _ = line.play(Move::Pass);
    }
    let number = line.ply() + 1;
    let position = line.position();
    if position.side_to_move() != side && !position.is_over() {
        return Err(EntryError::Turn {
            number,
            found: mv.to_string(),
            side,
        });
    }
    position.check(mv).map_err(|why| EntryError::Illegal {
        number,
        found: mv.to_string(),
        why,
    })?;
    // Just checked.
    let _ = line.play(mv);
    Ok(())
}

/// The value of a tag as text without space around it; nothing when it is empty or says that it is unknown.
pub(super) fn said(text: &str) -> Option<String> {
    let text = text.trim();
    (!matches!(text, "" | "?" | "-" | "????.??.??")).then(|| text.to_owned())
}

/// A finite number.
pub(super) fn number(text: &str) -> Option<f64> {
    let number: f64 = text.trim().parse().ok()?;
    number.is_finite().then_some(number)
}

/// A rating; `?` before or behind it says that it is provisional.
pub(super) fn rating(text: &str) -> Option<f64> {
    number(text.trim().trim_matches('?'))
}

/// A move's tag with an invalid value.
pub(super) fn unreadable(name: &str, value: &str) -> EntryError {
    EntryError::Value(name.to_owned(), excerpt(value))
}
