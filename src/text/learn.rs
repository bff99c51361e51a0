//! The lines in which `learn` reports.

use super::tui::grouped;

/// Games of a round so far.
pub fn played(
    round: u32,
    rounds: u32,
    games: u64,
    of: u64,
    positions: u64,
    seconds: f64,
) -> String {
    format!(
        "round {round} of {rounds}: {} of {} games, {} positions, {seconds:.0} s",
        grouped(games),
        grouped(of),
        grouped(positions)
    )
}

/// A fit begins.
pub fn fitting(round: u32, rounds: u32, positions: u64, seconds: f64) -> String {
    format!(
        "round {round} of {rounds}: fitting {} positions, {seconds:.0} s",
        grouped(positions)
    )
}

/// How well a fit foretells who wins games that it has not seen.
pub fn quality(
    who: &str,
    positions: usize,
    log_loss: f64,
    rms: f64,
    right: f64,
    off: f64,
) -> String {
    format!(
        "{who}: log loss {log_loss:.4}, rms {rms:.4}, winner right {:.1} %, calibration off by {:.1} % \
         ({} positions of games not learned from)",
        100.0 * right,
        100.0 * off,
        grouped(positions as u64)
    )
}

/// Who a [`quality`] is of.
pub const LEARNED: &str = "learned";
/// Who a [`quality`] is of.
pub const FIVE: &str = "five features";

/// Where the result is.
pub fn written(weights: &str, bytes: usize, record: &str) -> String {
    format!(
        "{weights}: {} bytes; how it came to be: {record}",
        grouped(bytes as u64)
    )
}

/// What a record file begins with.
pub const RECORD_HEAD: &str = "# How the evaluation in the file of the same name was learned.\n\n";

/// Without a file to write to.
pub const NO_OUT: &str = "--out FILE: name the file to write the weights to";

/// Games learned from so far.
pub fn learned(games: u64, of: u64, positions: u64, seconds: f64) -> String {
    format!(
        "{} of {} games, {} positions, {seconds:.0} s",
        grouped(games),
        grouped(of),
        grouped(positions)
    )
}

/// Stopped before the end, with a checkpoint.
pub fn interrupted(games: u64, part: &str) -> String {
    format!(
        "stopped after {} games, kept in {part}; the same command with --resume goes on",
        grouped(games)
    )
}

/// How near winning rates come to those of games by lot.
pub fn examined(error: f64, accuracy: f64, positions: usize, playouts: u32) -> String {
    format!(
        "mean error {error:.4}, right side of 0.5 {:.1} % ({} positions by lot, {playouts} games by lot from each)",
        100.0 * accuracy,
        grouped(positions as u64)
    )
}

/// A setting out of its range.
pub fn refused(key: &str, value: &str, allowed: &str) -> String {
    format!("learning.{key} = {value} is not allowed: {allowed}")
}

/// A checkpoint is in the way.
pub fn begun(part: &str) -> String {
    format!("{part}: this was begun and not finished; go on with --resume, or remove the file")
}

/// There is no checkpoint.
pub fn nothing_begun(part: &str) -> String {
    format!("{part}: there is nothing to go on with; begin without --resume")
}

/// A checkpoint that is none.
pub fn no_checkpoint(part: &str) -> String {
    format!("{part}: this is no checkpoint of learn blokus; remove it and begin without --resume")
}

/// A checkpoint of something else.
pub fn other_settings(part: &str) -> String {
    format!("{part}: this was begun with other settings or another seed; give the same")
}

/// The checkpoint is still there.
pub fn cannot_remove(part: &str) -> String {
    format!("cannot remove {part}, which is of no use any more")
}

/// The weights of a phase follow.
pub fn phase(first: u8, last: Option<u8>, length: f64) -> String {
    let plies = phase_title(first, last);
    format!("{plies}: weights as parts of their length, {length:.3}")
}

/// What a phase is called.
pub fn phase_title(first: u8, last: Option<u8>) -> String {
    match last {
        Some(last) => format!("plies {first} to {last}"),
        None => format!("from ply {first}"),
    }
}

/// Title of the maps of a kind.
pub fn map(kind: &str) -> String {
    format!("Weights of \"{kind}\" by square, as parts of the length of all weights of the phase")
}

/// What is across a map.
pub const COLUMN: &str = "column";
/// What is down it.
pub const ROW: &str = "row";

/// What is said of a square.
pub fn cell(square: &str, part: f64) -> String {
    format!("{square}: {part:+.3}")
}

/// What the shades mean.
pub fn shades(low: f64, high: f64) -> String {
    format!(
        "from {low:+.3} (lightest) to {high:+.3} (darkest); rest the pointer on a square for its weight"
    )
}

/// The weight of a kind wherever it lies.
pub fn shared(kind: &str, part: f64) -> String {
    format!("  {kind:<9} {part:+.3}")
}

/// A table of squares follows.
pub fn squares(kind: &str) -> String {
    let columns: String = (1..=14).map(|column| format!("{column:>5x}")).collect();
    format!("  {kind} by square, in thousandths\n    {columns}")
}

/// A row of the table, from 1.
pub fn row_of_squares(row: u8, parts: &[f64]) -> String {
    let cells: String = parts
        .iter()
        .map(|part| format!("{:>5.0}", 1000.0 * part))
        .collect();
    format!("  {row:x} {cells}")
}

/// What a table does not show.
pub const OWN_ONLY: &str = "the weights of the other side's features are not shown";
