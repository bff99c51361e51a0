//! Perft: the number of move sequences of a given length, the usual proof of a move generator.

use super::{Position, bits};

/// Whether a forced pass uses up one of the plies counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassCounts {
    /// It does (the usual table): a sequence has `depth` moves, passes among them.
    Ply,
    /// It does not: a sequence has `depth` placements.
    NoPly,
}

/// The number of move sequences of `depth` plies from `position`. A game that ends sooner counts as
/// one sequence, however many plies it lacks; depth 0 is 1.
pub fn perft(position: &Position, depth: u32, passes: PassCounts) -> u64 {
    sequences(position.own(), position.opp(), depth, passes)
}

fn sequences(own: u64, opp: u64, depth: u32, passes: PassCounts) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut placements = bits::moves(own, opp);
    if placements == 0 {
        if bits::moves(opp, own) == 0 {
            return 1;
        }
        return match passes {
            PassCounts::Ply => sequences(opp, own, depth - 1, passes),
            PassCounts::NoPly => sequences(opp, own, depth, passes),
        };
    }
    if depth == 1 {
        // The last ply is counted, not played.
        return u64::from(placements.count_ones());
    }
    let mut total = 0;
    while placements != 0 {
        let placed = placements & placements.wrapping_neg();
        let flips = bits::flips(placed, own, opp);
        total += sequences(opp & !flips, own | placed | flips, depth - 1, passes);
        placements &= placements - 1;
    }
    total
}
