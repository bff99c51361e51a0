//! Bit tricks on a pair of boards, in plain integer code for any processor.
//!
//! `own` is the side that is asked about, `opp` its opponent. The fast search has versions of these for
//! particular processors, which must equal these; these must equal the rule itself, direction by
//! direction and square by square (tests here and in `tests/othello/rules.rs`).

/// All squares but those of column a.
pub const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
/// All squares but those of column h.
pub const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

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

/// All columns but a and h: a run of discs that is flanked along a row or a diagonal lies in these.
pub const INNER: u64 = NOT_A & NOT_H;

/// The squares just past the runs of `opp` that begin beside `own`, `BY` bits upward and downward.
/// By doubling: the run grows by 1, 1, 2 and 2 squares, and no flanked run is longer than 6.
const fn ends<const BY: u32>(own: u64, opp: u64) -> u64 {
    let pairs = opp & opp << BY;
    let mut up = opp & own << BY;
    up |= opp & up << BY;
    up |= pairs & up << (2 * BY);
    up |= pairs & up << (2 * BY);
    let pairs = pairs >> BY;
    let mut down = opp & own >> BY;
    down |= opp & down >> BY;
    down |= pairs & down >> (2 * BY);
    down |= pairs & down >> (2 * BY);
    up << BY | down >> BY
}

/// The squares on which `own` may place a disc.
pub const fn moves(own: u64, opp: u64) -> u64 {
    let inner = opp & INNER;
    (ends::<1>(own, inner) | ends::<7>(own, inner) | ends::<8>(own, opp) | ends::<9>(own, inner))
        & !(own | opp)
}

/// The eight lines from a square, itself left out: east, south-west, south, south-east, which go
/// towards higher bits, and the four opposite ways.
pub type Lines = [u64; 8];

/// The lines from each square.
pub static LINES: [Lines; 64] = {
    const STEPS: [(i32, i32); 8] = [
        (1, 0),
        (-1, 1),
        (0, 1),
        (1, 1),
        (-1, 0),
        (1, -1),
        (0, -1),
        (-1, -1),
    ];
    let mut lines = [[0; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut way = 0;
        while way < 8 {
            let (dx, dy) = STEPS[way];
            let (mut x, mut y) = (square % 8 + dx, square / 8 + dy);
            while 0 <= x && x < 8 && 0 <= y && y < 8 {
                lines[square as usize][way] |= 1 << (y * 8 + x);
                (x, y) = (x + dx, y + dy);
            }
            way += 1;
        }
        square += 1;
    }
    lines
};

/// The discs of `opp` that turn over when `own` places a disc on the one square set in `placed`.
///
/// Line by line: the nearest square that is not `opp`'s is the lowest one on lines towards higher
/// bits, and the highest one on lines towards lower bits.
#[inline]
pub const fn flips(placed: u64, own: u64, opp: u64) -> u64 {
    let lines = &LINES[placed.trailing_zeros() as usize % 64];
    let mut flips = 0;
    let mut way = 0;
    while way < 4 {
        let line = lines[way];
        let others = line & !opp;
        let end = others & others.wrapping_neg() & own;
        flips |= line & end.wrapping_sub((end != 0) as u64);
        way += 1;
    }
    while way < 8 {
        let line = lines[way];
        let others = line & !opp;
        // With no such square any bit off the line will do.
        let nearest = (1 << 63) >> (others | 1).leading_zeros();
        let end = others & nearest & own;
        flips |= line & (end.wrapping_neg() << 1);
        way += 1;
    }
    flips
}

/// All squares next to a square of `board`, in the eight directions.
pub const fn neighbours(board: u64) -> u64 {
    let rows = board | shift::<0>(board) | shift::<1>(board);
    shift::<0>(board) | shift::<1>(board) | shift::<2>(rows) | shift::<3>(rows)
}

/// `board` moved one square in each direction: E, W, S, N, SE, NW, SW, NE.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Random, Rng as _, SeedableRng as _};

    /// One direction of the rule: the discs of `opp` in a row from `placed` on up to a disc of `own`.
    fn flips_towards(placed: u64, own: u64, opp: u64, step: fn(u64) -> u64) -> u64 {
        let mut run = 0;
        let mut next = step(placed);
        while next & opp != 0 {
            run |= next;
            next = step(next);
        }
        if next & own != 0 { run } else { 0 }
    }

    fn flips_by_direction(placed: u64, own: u64, opp: u64) -> u64 {
        let steps: [fn(u64) -> u64; 8] = [
            shift::<0>, shift::<1>, shift::<2>, shift::<3>, shift::<4>, shift::<5>, shift::<6>,
            shift::<7>,
        ];
        steps.iter().fold(0, |flips, &step| {
            flips | flips_towards(placed, own, opp, step)
        })
    }

    #[test]
    fn moves_and_flips_equal_the_rule_on_any_boards() {
        let mut random = Random::seed_from_u64(7);
        for round in 0..20_000 {
            // Long runs of one colour, so that the longest of them are flanked too.
            let [first, second] = [random.next_u64(), random.next_u64()];
            let occupied = match round % 4 {
                0 => u64::MAX,
                1 => first | second,
                2 => first,
                _ => first | second | random.next_u64() | random.next_u64(),
            };
            let mine = match round % 3 {
                0 => random.next_u64(),
                1 => random.next_u64() & random.next_u64() & random.next_u64(),
                _ => random.next_u64() | random.next_u64(),
            };
            let hole = !(1 << random.below(64)) & !(1 << random.below(64));
            let (own, opp) = (mine & occupied & hole, !mine & occupied & hole);
            let mut placements = 0;
            for square in 0..64 {
                let placed = 1 << square;
                if (own | opp) & placed == 0 {
                    let expected = flips_by_direction(placed, own, opp);
                    assert_eq!(
                        flips(placed, own, opp),
                        expected,
                        "{placed:#x} {own:#x} {opp:#x}"
                    );
                    placements |= if expected == 0 { 0 } else { placed };
                }
            }
            assert_eq!(moves(own, opp), placements, "{own:#x} {opp:#x}");
        }
    }
}
