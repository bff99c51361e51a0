//! Positions that no game leads to: a file that begins with one is mistaken.

use koteki_games::othello::{Position, Square, bits};
use koteki_games::{Game as _, Side};

/// Why no game leads to a position. Not every such position is found out, but whatever is said here is so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnreachableError {
    /// One of the four squares that are taken from the start is empty.
    #[error("{0} is empty, and the four squares in the middle never are")]
    Middle(Square),
    /// A disc that touches no chain of discs to the middle.
    #[error("the disc on {0} is not joined to those in the middle")]
    Apart(Square),
    /// Who is to move has to have moved, or the other way round, while neither can have passed.
    #[error("with {discs} discs it is {}'s turn, because neither side can have passed yet", .side)]
    Turn {
        /// Discs on the board.
        discs: u32,
        /// Whose turn it must be.
        side: Side,
    },
}

/// Fewest discs at which a player may have passed (after eight moves: perft's first forced passes).
const FIRST_PASS: u32 = 12;

/// Looks for a reason why no game from the usual start can lead to `position`, and why it is not that start
/// with discs given in corners.
///
/// # Errors
/// The first one found.
pub fn check_reachable(position: &Position) -> Result<(), UnreachableError> {
    const MIDDLE: u64 = 0x0000_0018_1800_0000;
    if is_handicap(position) {
        return Ok(());
    }
    let discs = !position.empties();
    if let Some(square) = Square::lowest(MIDDLE & !discs) {
        return Err(UnreachableError::Middle(square));
    }
    // Every move is made beside a disc.
    let mut joined = MIDDLE;
    loop {
        let more = joined | bits::neighbours(joined) & discs;
        if more == joined {
            break;
        }
        joined = more;
    }
    if let Some(square) = Square::lowest(discs & !joined) {
        return Err(UnreachableError::Apart(square));
    }
    let count = discs.count_ones();
    let side = Side::BOTH[(count % 2) as usize];
    if count < FIRST_PASS && position.side_to_move() != side {
        return Err(UnreachableError::Turn { discs: count, side });
    }
    Ok(())
}

/// Whether a game begins there by agreement: the usual start, and discs in corners (as
/// [`Position::with_corners`] gives them, or others).
fn is_handicap(position: &Position) -> bool {
    let start = Position::start();
    position.side_to_move() == start.side_to_move()
        && Side::BOTH
            .iter()
            .all(|&side| position.discs(side) & !bits::CORNERS == start.discs(side))
}
