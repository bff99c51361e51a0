//! The lines in which `solve` reports.

use super::tui::grouped;

/// A solved problem. `verdict` is what the file has to do with it.
pub fn solved(
    line: usize,
    board: &str,
    score: &str,
    best: &str,
    nodes: u64,
    seconds: f64,
    verdict: &str,
) -> String {
    let nodes = grouped(nodes);
    format!(
        "{line:>3} {board}  {score:>3} {best:<5}  {nodes:>13} nodes {seconds:>8.3} s  {verdict}"
    )
}

/// A score in discs.
pub fn score(discs: i32) -> String {
    format!("{discs:+}")
}

/// Who wins, for the side to move.
pub const fn winner(sign: i32) -> &'static str {
    match sign {
        1.. => "won",
        0 => "drawn",
        _ => "lost",
    }
}

/// No move: the game is over.
pub const OVER: &str = "over";

/// The file says nothing about the position.
pub const NOTHING_TO_COMPARE: &str = "nothing to compare with";
/// The file says the same.
pub const AGREES: &str = "as in the file";

/// The file gives the position another score.
pub fn other_score(expected: &str) -> String {
    format!("NOT as in the file: {expected} there")
}

/// The file gives a move another score.
pub fn other_move(mv: &str, expected: &str) -> String {
    format!("NOT as in the file: {mv} is {expected} there")
}

/// The values of all moves, below a solved problem.
pub fn values(moves: &[String]) -> String {
    format!("    {}", moves.join("  "))
}

/// A move and its value.
pub fn value(mv: &str, score: &str) -> String {
    format!("{mv} {score}")
}

/// A line that could not be read.
pub fn unreadable(file: &str, line: usize, error: &str) -> String {
    format!("{file}, line {line}: {error}")
}

/// What was done.
pub fn total(solved: u64, nodes: u64, seconds: f64, disagree: u64, unreadable: u64) -> String {
    let positions = if solved == 1 { "position" } else { "positions" };
    let mut text = format!(
        "{solved} {positions}, {} nodes, {seconds:.3} s",
        grouped(nodes)
    );
    if disagree > 0 {
        text += &format!("; {disagree} NOT as in the file");
    }
    if unreadable > 0 {
        text += &format!("; {unreadable} unreadable");
    }
    text
}
