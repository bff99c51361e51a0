//! Discs that can never be flipped again.

use super::bits;

/// Columns a and h: a disc there cannot be flipped along its row.
const ENDS_OF_ROWS: u64 = 0x8181_8181_8181_8181;
/// Rows 1 and 8: a disc there cannot be flipped along its column.
const ENDS_OF_COLUMNS: u64 = 0xff00_0000_0000_00ff;
/// The rim: a disc there cannot be flipped along a diagonal.
const RIM: u64 = ENDS_OF_ROWS | ENDS_OF_COLUMNS;

/// The squares from which the line is occupied all the way to the rim in the direction of higher
/// bits, `STEP` bits at a time. `end` holds the squares whose next step leaves the board.
///
/// Doubling: after each line, one, three, then seven steps are known to be occupied or off the board.
const fn full_upward<const STEP: u32>(occupied: u64, end: u64) -> u64 {
    let end_1 = end | end >> STEP;
    let end_3 = end_1 | end_1 >> (2 * STEP);
    let full = occupied & (end | occupied >> STEP);
    let full = full & (end_1 | full >> (2 * STEP));
    full & (end_3 | full >> (4 * STEP))
}

/// The same in the direction of lower bits.
const fn full_downward<const STEP: u32>(occupied: u64, end: u64) -> u64 {
    let end_1 = end | end << STEP;
    let end_3 = end_1 | end_1 << (2 * STEP);
    let full = occupied & (end | occupied << STEP);
    let full = full & (end_1 | full << (2 * STEP));
    full & (end_3 | full << (4 * STEP))
}

/// The squares whose whole row is occupied.
const fn full_rows(occupied: u64) -> u64 {
    let full = occupied & occupied >> 1;
    let full = full & full >> 2;
    let full = full & full >> 4;
    (full & 0x0101_0101_0101_0101) * 0xff
}

/// The squares whose whole column is occupied.
const fn full_columns(occupied: u64) -> u64 {
    let full = occupied & occupied.rotate_right(8);
    let full = full & full.rotate_right(16);
    full & full.rotate_right(32)
}

/// The discs of both sides that no sequence of moves can flip, as far as lines show: a disc is stable
/// when along each of the four axes its line is full, or it stands at the edge, or it adjoins a
/// stable disc of its own colour. Iterated until nothing changes. Every disc marked is truly stable
/// (the converse would need a search).
pub const fn stable_discs(own: u64, opp: u64) -> u64 {
    let occupied = own | opp;
    let (rows, columns) = (full_rows(occupied), full_columns(occupied));
    // The first stable disc of a game is a corner or lies on a full row and a full column.
    if (bits::CORNERS & occupied) | (rows & columns) == 0 {
        return 0;
    }
    const FIRST_ROW: u64 = 0xff;
    const LAST_ROW: u64 = 0xff << 56;
    const COLUMN_A: u64 = 0x0101_0101_0101_0101;
    const COLUMN_H: u64 = COLUMN_A << 7;
    let down = full_upward::<9>(occupied, LAST_ROW | COLUMN_H)
        & full_downward::<9>(occupied, FIRST_ROW | COLUMN_A);
    let up = full_upward::<7>(occupied, LAST_ROW | COLUMN_A)
        & full_downward::<7>(occupied, FIRST_ROW | COLUMN_H);
    let safe = [
        rows | ENDS_OF_ROWS,
        columns | ENDS_OF_COLUMNS,
        down | RIM,
        up | RIM,
    ];
    grow(own, safe) | grow(opp, safe)
}

/// The discs that are safe, or adjoin a stable one, along every axis: from none on, until there are no more.
const fn grow(discs: u64, [row, column, down, up]: [u64; 4]) -> u64 {
    let mut stable = 0;
    loop {
        let [e, w, s, n, se, nw, sw, ne] = bits::shifted(stable);
        let next =
            stable | discs & (row | e | w) & (column | s | n) & (down | se | nw) & (up | sw | ne);
        if next == stable {
            return stable;
        }
        stable = next;
    }
}

#[cfg(test)]
mod tests {
    use super::super::Square;
    use super::*;
    use crate::random::{Random, SeedableRng as _};

    /// The squares on `square`'s line in both directions of `step`, itself left out.
    fn sides(square: Square, (dx, dy): (i8, i8)) -> [Vec<Square>; 2] {
        [1, -1].map(|sign| {
            let mut side = Vec::new();
            let (mut x, mut y) = (square.column() as i8, square.row() as i8);
            loop {
                (x, y) = (x + dx * sign, y + dy * sign);
                match (u8::try_from(x), u8::try_from(y)) {
                    (Ok(column), Ok(row)) if Square::at(column, row).is_some() => {
                        side.extend(Square::at(column, row));
                    }
                    _ => return side,
                }
            }
        })
    }

    /// The definition, square by square and line by line.
    fn by_definition(own: u64, opp: u64) -> u64 {
        let mut stable = 0;
        loop {
            let before = stable;
            for square in Square::all() {
                let colour = if own & square.bit() != 0 { own } else { opp };
                let safe = [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().all(|step| {
                    let sides = sides(square, step);
                    let full = sides
                        .iter()
                        .flatten()
                        .all(|other| (own | opp) & other.bit() != 0);
                    let held = sides.iter().any(|side| {
                        side.first()
                            .is_none_or(|next| stable & colour & next.bit() != 0)
                    });
                    full || held
                });
                if colour & square.bit() != 0 && safe {
                    stable |= square.bit();
                }
            }
            if stable == before {
                return stable;
            }
        }
    }

    #[test]
    fn the_bit_tricks_equal_the_definition() {
        let mut random = Random::seed_from_u64(1);
        for round in 0..2000 {
            // From a few empty squares to half the board.
            let mut occupied = u64::MAX;
            for _ in 0..round % 33 {
                occupied &= !(1 << random.below(64));
            }
            // Large areas of one colour: the growth from the corners has far to go.
            let share = random.below(64);
            let mut own = 0;
            for square in Square::all() {
                if random.below(64) < share {
                    own |= square.bit() & occupied;
                }
            }
            let opp = occupied & !own;
            let expected = by_definition(own, opp);
            assert_eq!(stable_discs(own, opp), expected, "{own:#x} {opp:#x}");
        }
    }
}
