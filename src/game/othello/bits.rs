//! Bit tricks on a pair of boards: the portable path, plain and branch-free.
//!
//! `own` is the side that is asked about, `opp` its opponent. The searches have faster versions of
//! these for particular processors; these are what every such version must equal.

/// All squares but those of column a.
const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
/// All squares but those of column h.
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// The four corners.
pub const CORNERS: u64 = 0x8100_0000_0000_0081;

/// Moves every disc one square in direction `D` (0…7: E, W, S, N, SE, NW, SW, NE); off-board discs drop out.
const fn shift<const D: u8>(board: u64) -> u64 {
    match D {
        0 => (board & NOT_H) << 1,
        1 => (board & NOT_A) >> 1,
        2 => board << 8,
        3 => board >> 8,
        4 => (board & NOT_H) << 9,
        5 => (board & NOT_A) >> 9,
        6 => (board & NOT_A) << 7,
        _ => (board & NOT_H) >> 7,
    }
}

const fn moves_towards<const D: u8>(own: u64, opp: u64) -> u64 {
    let mut run = shift::<D>(own) & opp;
    run |= shift::<D>(run) & opp;
    run |= shift::<D>(run) & opp;
    run |= shift::<D>(run) & opp;
    run |= shift::<D>(run) & opp;
    run |= shift::<D>(run) & opp;
    shift::<D>(run)
}

/// The squares on which `own` may place a disc.
#[must_use]
pub const fn moves(own: u64, opp: u64) -> u64 {
    (moves_towards::<0>(own, opp)
        | moves_towards::<1>(own, opp)
        | moves_towards::<2>(own, opp)
        | moves_towards::<3>(own, opp)
        | moves_towards::<4>(own, opp)
        | moves_towards::<5>(own, opp)
        | moves_towards::<6>(own, opp)
        | moves_towards::<7>(own, opp))
        & !(own | opp)
}

const fn flips_towards<const D: u8>(placed: u64, own: u64, opp: u64) -> u64 {
    let mut run = shift::<D>(placed) & opp;
    run |= shift::<D>(run) & opp;
    run |= shift::<D>(run) & opp;
    run |= shift::<D>(run) & opp;
    run |= shift::<D>(run) & opp;
    run |= shift::<D>(run) & opp;
    if shift::<D>(run) & own != 0 { run } else { 0 }
}

/// The discs of `opp` that turn over when `own` places a disc on the one square set in `placed`.
#[must_use]
pub const fn flips(placed: u64, own: u64, opp: u64) -> u64 {
    flips_towards::<0>(placed, own, opp)
        | flips_towards::<1>(placed, own, opp)
        | flips_towards::<2>(placed, own, opp)
        | flips_towards::<3>(placed, own, opp)
        | flips_towards::<4>(placed, own, opp)
        | flips_towards::<5>(placed, own, opp)
        | flips_towards::<6>(placed, own, opp)
        | flips_towards::<7>(placed, own, opp)
}

/// All squares next to a square of `board`, in the eight directions.
#[must_use]
pub const fn neighbours(board: u64) -> u64 {
    let rows = board | shift::<0>(board) | shift::<1>(board);
    shift::<0>(board) | shift::<1>(board) | shift::<2>(rows) | shift::<3>(rows)
}

/// `board` moved one square in each direction: E, W, S, N, SE, NW, SW, NE.
#[must_use]
pub const fn shifted(board: u64) -> [u64; 8] {
    [
        shift::<0>(board),
        shift::<1>(board),
        shift::<2>(board),
        shift::<3>(board),
        shift::<4>(board),
        shift::<5>(board),
        shift::<6>(board),
        shift::<7>(board),
    ]
}
