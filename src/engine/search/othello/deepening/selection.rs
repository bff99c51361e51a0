//! What is known well enough from fewer plies: where a search of few plies lies so far beyond the window that many
//! plies would hardly bring it back, they are not looked at (Buro 1995, "ProbCut: an effective selective extension of
//! the alpha-beta algorithm").
//!
//! How far what many plies find is from what few have found was measured: `koteki experiment look-ahead --scale paper`
//! (seed 1001, 2026-12-02), for positions of 14, 20, 26 … 50 discs. Depths of one kind only, odd or even, are
//! compared: a tempo lies between the two.

use crate::eval::othello::learned::UNIT;

/// A search of few plies in place of one of many.
pub struct Guess {
    /// How many plies.
    pub plies: u32,
    /// How far beyond the window it has to lie, in units of the learned evaluation.
    pub margin: i32,
}

/// The standard deviation, in hundredths of a disc, of what two plies more find, by discs.
const BY_TWO: [i32; 7] = [106, 146, 177, 233, 220, 331, 374];
/// Of what four more find.
const BY_FOUR: [i32; 7] = [134, 180, 232, 330, 422, 492, 499];

/// Discs of the first of these, and between two of them.
const FIRST: u32 = 14;
const STEP: u32 = 6;

/// Standard deviations, in hundredths, that it has to lie beyond the window.
const SURE: i32 = 150;

/// From so many plies on two are left out, and from so many four.
const FROM: [u32; 2] = [5, 7];

/// What to search first instead of `depth` plies; `None` if so few are searched as they are.
pub fn guess(depth: u32, empties: u32) -> Option<Guess> {
    let (fewer, errors) = match depth {
        depth if depth < FROM[0] => return None,
        depth if depth < FROM[1] => (2, BY_TWO),
        _ => (4, BY_FOUR),
    };
    let place = (64 - empties).saturating_sub(FIRST - STEP / 2) / STEP;
    let error = errors[errors.len().min(place as usize + 1) - 1];
    Some(Guess {
        plies: depth - fewer,
        margin: error * UNIT / 100 * SURE / 100,
    })
}
