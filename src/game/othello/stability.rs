//! Discs that can never be flipped again.

use super::bits;

/// Marks, for each of the four axes, the squares whose whole line along that axis is occupied.
fn full_lines(occupied: u64) -> [u64; 4] {
    const STEPS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
    STEPS.map(|step| {
        let mut full = u64::MAX;
        for square in super::Square::all() {
            if occupied & square.bit() == 0 {
                full &= !line_through(square, step);
            }
        }
        full
    })
}

/// All squares on the line through `square` along `step`.
fn line_through(square: super::Square, (dx, dy): (i8, i8)) -> u64 {
    let mut line = square.bit();
    for sign in [1, -1] {
        let (mut x, mut y) = (square.column().cast_signed(), square.row().cast_signed());
        loop {
            x += dx * sign;
            y += dy * sign;
            let (Ok(column), Ok(row)) = (u8::try_from(x), u8::try_from(y)) else {
                break;
            };
            let Some(next) = super::Square::at(column, row) else {
                break;
            };
            line |= next.bit();
        }
    }
    line
}

/// The discs of both sides that no sequence of moves can flip, as far as lines tell: a disc is stable
/// when along each of the four axes its line is full, or it stands at the edge, or it adjoins a
/// stable disc of its own colour. Iterated until nothing changes. Every disc marked is truly stable
/// (the converse would need a search).
#[must_use]
pub fn stable_discs(own: u64, opp: u64) -> u64 {
    let [row, column, down, up] = full_lines(own | opp);
    let edge_row = 0x8181_8181_8181_8181;
    let edge_column = 0xff00_0000_0000_00ff;
    let edge = edge_row | edge_column;
    let (row, column, down, up) = (row | edge_row, column | edge_column, down | edge, up | edge);
    let grow = |discs: u64| {
        let mut stable = 0;
        loop {
            let [e, w, s, n, se, nw, sw, ne] = bits::shifted(stable);
            let next = discs & (row | e | w) & (column | s | n) & (down | se | nw) & (up | sw | ne);
            if next == stable {
                return stable;
            }
            stable = next;
        }
    };
    grow(own) | grow(opp)
}
