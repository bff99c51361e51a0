//! Which placements cover a given square.
//!
//! A placement that covers a square is a form and one of its cells: 414 of them, the same for every
//! square. Which are blocked depends only on the squares within four steps, so the board around a square
//! is cut into eight strips, the blocked ones of each strip's every filling are in a table, and a handful
//! of look-ups answers for all 414 at once. Moves are generated so: at each square that touches an own
//! corner in turn; a square that is done counts as blocked afterwards, so no placement comes twice.

use std::sync::LazyLock;

use super::placements::numbering;
use super::{Orientation, PieceSet, Placement, Square, Squares};

/// Ways to cover a square.
pub const WAYS: usize = 414;
/// Words that hold them, one more than it takes: as long as the longest vectors of a processor.
const WORDS: usize = WAYS.div_ceil(64).next_power_of_two();

/// A set of ways to cover a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(64))]
pub struct Ways([u64; WORDS]);

impl Ways {
    /// No way.
    pub const NONE: Self = Self([0; WORDS]);

    fn insert(&mut self, way: usize) {
        self.0[way / 64] |= 1 << (way % 64);
    }

    #[inline(always)]
    fn add(&mut self, other: &Self) {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word |= other;
        }
    }

    /// Whether there is none.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// How many there are.
    #[inline(always)]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The placements of these ways to cover `square`, which must be free for them.
    #[inline(always)]
    pub fn for_each(&self, square: Square, mut visit: impl FnMut(Placement)) {
        let ways = &TABLES.ways;
        for (word, &bits) in self.0.iter().enumerate() {
            let mut bits = bits;
            while bits != 0 {
                let way = word * 64 + bits.trailing_zeros() as usize;
                visit(ways[way].at(square));
                bits &= bits - 1;
            }
        }
    }

    /// The placement of the `n`th of these ways, counted from 0; `None` when there are not so many.
    #[inline(always)]
    pub fn nth(&self, square: Square, n: u32) -> Option<Placement> {
        let mut n = n;
        for (word, &bits) in self.0.iter().enumerate() {
            let here = bits.count_ones();
            if n < here {
                let bits = (0..n).fold(bits, |bits, _| bits & (bits - 1));
                let way = word * 64 + bits.trailing_zeros() as usize;
                return Some(TABLES.ways[way].at(square));
            }
            n -= here;
        }
        None
    }
}

/// A way to cover a square, as the placement's number: linear in the square's column and row.
#[derive(Clone, Copy, Debug)]
struct Way {
    origin: i32,
    row: i32,
}

impl Way {
    #[inline(always)]
    fn at(self, square: Square) -> Placement {
        let (column, row) = (i32::from(square.column()), i32::from(square.row()));
        Placement::numbered(self.origin + row * self.row + column)
    }
}

/// How far a placement reaches from a square that it covers.
const REACH: usize = 4;

/// The strips: rows relative to the square (first, last) and in each row the columns from the square's
/// own (first, width). A strip's filling is read row by row, the lower row in the higher bits.
const STRIPS: [[(usize, usize, usize); 2]; 8] = [
    // (row + 4, first column + 4, width)
    [(0, 4, 1), (1, 3, 3)],
    [(2, 2, 5), (0, 0, 0)],
    [(3, 1, 7), (0, 0, 0)],
    [(4, 0, 4), (0, 0, 0)],
    [(4, 5, 4), (0, 0, 0)],
    [(5, 1, 7), (0, 0, 0)],
    [(6, 2, 5), (0, 0, 0)],
    [(7, 3, 3), (8, 4, 1)],
];

/// Fillings of a strip.
const fn fillings(strip: [(usize, usize, usize); 2]) -> usize {
    1 << (strip[0].2 + strip[1].2)
}

/// Where the fillings of each strip begin in the table, and after the last where it ends.
const BEGINS: [usize; 9] = {
    let mut begins = [0; 9];
    let mut strip = 0;
    while strip < 8 {
        begins[strip + 1] = begins[strip] + fillings(STRIPS[strip]);
        strip += 1;
    }
    begins
};
const FILLINGS: usize = BEGINS[8];

/// Pieces whose ways are looked up at once.
const GROUP: usize = 7;

struct Tables {
    ways: [Way; WAYS],
    /// The ways blocked by each filling of each strip.
    blocked: Box<[Ways; FILLINGS]>,
    /// The ways of each subset of the first, second and third seven pieces.
    available: [Box<[Ways; 1 << GROUP]>; 3],
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let mut ways = [Way { origin: 0, row: 0 }; WAYS];
    let mut blocked = Box::new([Ways::NONE; FILLINGS]);
    let mut available = [0; 3].map(|_| Box::new([Ways::NONE; 1 << GROUP]));
    let forms = Orientation::all().flat_map(|orientation| {
        // The last cell first, so that the placements at a square come in the order of their numbers.
        let cells = orientation.cells().iter().rev();
        cells.map(move |&cell| (orientation, cell))
    });
    for (way, (orientation, (x, y))) in forms.enumerate() {
        let numbers = numbering(orientation);
        ways[way] = Way {
            origin: numbers.origin - i32::from(y) * numbers.row - i32::from(x),
            row: numbers.row,
        };
        // Its cells as bits of rows, the covered square in the middle.
        let mut rows = [0_usize; 2 * REACH + 1];
        for &(column, row) in orientation.cells() {
            let (column, row) = (column - x + 4, row - y + 4);
            rows[usize::from(row.unsigned_abs())] |= 1 << column;
        }
        for (strip, &parts) in STRIPS.iter().enumerate() {
            let cells = read_strip(parts, |row| rows[row]);
            for filling in 0..fillings(parts) {
                if filling & cells != 0 {
                    blocked[BEGINS[strip] + filling].insert(way);
                }
            }
        }
        let piece = orientation.piece().index();
        let subsets = available[piece / GROUP].iter_mut().enumerate();
        for (pieces, available) in subsets {
            if pieces >> (piece % GROUP) & 1 == 1 {
                available.insert(way);
            }
        }
    }
    Tables {
        ways,
        blocked,
        available,
    }
});

/// The filling of a strip.
#[inline(always)]
fn read_strip(parts: [(usize, usize, usize); 2], row: impl Fn(usize) -> usize) -> usize {
    let [first, second] = parts;
    let read =
        |(number, column, width): (usize, usize, usize)| row(number) >> column & ((1 << width) - 1);
    if second.2 == 0 {
        read(first)
    } else {
        read(first) | read(second) << first.2
    }
}

/// Calls `visit` with every square of `from` and the ways in which a piece of `pieces` can cover it
/// without a square of `forbidden`, which may be none, leaving out placements that have come before.
/// Stops when `visit` returns `false`.
#[inline(always)]
pub fn placements(
    from: Squares,
    forbidden: Squares,
    pieces: PieceSet,
    mut visit: impl FnMut(Square, &Ways) -> bool,
) {
    if from.is_empty() || pieces.is_empty() {
        return;
    }
    let tables = &*TABLES;
    // Rows with four blocked columns and rows on every side.
    const MARGIN: usize = 2 * REACH;
    const SIDE: usize = Square::SIDE as usize;
    let mut rows = [usize::MAX; SIDE + MARGIN];
    for (row, padded) in (0..Square::SIDE).zip(&mut rows[REACH..]) {
        *padded = usize::from(forbidden.row(row)) << REACH | !(0x3fff << REACH);
    }
    let bits = pieces.bits() as usize;
    let group = (1 << GROUP) - 1;
    let mut available = tables.available[0][bits & group];
    available.add(&tables.available[1][bits >> GROUP & group]);
    available.add(&tables.available[2][bits >> (2 * GROUP) & group]);
    let mut from = from;
    while let Some(square) = from.take_first() {
        let (column, top) = (usize::from(square.column()), usize::from(square.row()));
        let around = &rows[top..=top + MARGIN];
        let mut blocked = Ways::NONE;
        for strip in 0..STRIPS.len() {
            let filling = read_strip(STRIPS[strip], |row| around[row] >> column);
            blocked.add(&tables.blocked[BEGINS[strip] + filling]);
        }
        let mut free = available;
        for (free, blocked) in free.0.iter_mut().zip(&blocked.0) {
            *free &= !blocked;
        }
        rows[top + REACH] |= 1 << (column + REACH);
        if !visit(square, &free) {
            return;
        }
    }
}
