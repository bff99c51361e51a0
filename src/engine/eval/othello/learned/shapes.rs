//! What the learned evaluation looks at: small sets of squares whose whole content counts (patterns),
//! and a few numbers of each side (counts).
//!
//! A pattern's content is a number in base 3: 0 empty, 1 own disc, 2 opponent's disc. The shapes are
//! those that Othello programs have used since Buro (1997, "Experiments with Multi-ProbCut and a new
//! high-quality evaluation function for Othello"). Every shape is read in all the places that the
//! eight symmetries of the board carry it to, with one table for all of them.

use std::sync::LazyLock;

use koteki_games::othello::{Symmetry, bits};

/// A set of squares or a number.
struct Shape {
    /// Where its entries begin in a table of a phase.
    offset: usize,
    /// Entries reserved: a power of two, so that no index needs a check.
    room: usize,
    /// What it is.
    kind: Kind,
}

enum Kind {
    /// So many squares; the second is where each goes in the reflection that carries the shape to
    /// itself, if there is one.
    Pattern(usize, Option<&'static [usize]>),
    /// A number of one side: +1 times the entry of the own number, −1 times that of the opponent's.
    Count,
}

/// The shapes in the order of the file.
const SHAPES: [Shape; 13] = {
    use Kind::{Count, Pattern};
    let kinds = [
        Pattern(10, Some(&[7, 6, 5, 4, 3, 2, 1, 0, 9, 8])),
        Pattern(10, None),
        Pattern(9, Some(&[0, 3, 6, 1, 4, 7, 2, 5, 8])),
        Pattern(8, Some(&[7, 6, 5, 4, 3, 2, 1, 0])),
        Pattern(8, Some(&[7, 6, 5, 4, 3, 2, 1, 0])),
        Pattern(8, Some(&[7, 6, 5, 4, 3, 2, 1, 0])),
        Pattern(8, Some(&[7, 6, 5, 4, 3, 2, 1, 0])),
        Pattern(7, Some(&[6, 5, 4, 3, 2, 1, 0])),
        Pattern(6, Some(&[5, 4, 3, 2, 1, 0])),
        Pattern(5, Some(&[4, 3, 2, 1, 0])),
        Pattern(4, Some(&[3, 2, 1, 0])),
        Count,
        Count,
    ];
    let mut shapes = [const {
        Shape {
            offset: 0,
            room: 0,
            kind: Count,
        }
    }; 13];
    let mut at = 0;
    let mut offset = 0;
    while at < 13 {
        let room = match kinds[at] {
            Pattern(squares, _) => 3usize.pow(squares as u32).next_power_of_two(),
            Count => COUNTS,
        };
        shapes[at] = Shape {
            offset,
            room,
            kind: match kinds[at] {
                Pattern(squares, mirror) => Pattern(squares, mirror),
                Count => Count,
            },
        };
        offset += room;
        at += 1;
    }
    shapes
};

/// The edge with the two squares diagonally before its corners.
const EDGE: usize = 0;
/// Two rows of five squares in a corner.
const BLOCK: usize = 1;
/// Three rows of three squares in a corner.
const CORNER: usize = 2;
/// The second row or column from an edge; the third and fourth follow.
const SECOND: usize = 3;
/// The diagonals, from the longest down to four squares.
const DIAGONAL: usize = 6;
/// Legal moves.
const MOBILITY: usize = 11;
/// Discs beside an empty square.
const FRONTIER: usize = 12;

/// Room for a number from 0 to 63.
const COUNTS: usize = 64;

/// Entries of a whole table.
pub const TABLE: usize = {
    let last = &SHAPES[SHAPES.len() - 1];
    last.offset + last.room
};

/// Ten bits as ten digits 0 or 1 of base 3, the lowest bit the lowest digit.
static DIGITS: [u16; 1024] = digits_of(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);

/// Bits of a corner as they lie on the board to the digits as seen from the corner; by corner: a1, h1,
/// a8, h8.
static CORNER_DIGITS: [[u16; 512]; 4] = [
    digits_of(&[0, 1, 2, 3, 4, 5, 6, 7, 8]),
    digits_of(&[2, 1, 0, 5, 4, 3, 8, 7, 6]),
    digits_of(&[6, 7, 8, 3, 4, 5, 0, 1, 2]),
    digits_of(&[8, 7, 6, 5, 4, 3, 2, 1, 0]),
];

/// The same for the block.
static BLOCK_DIGITS: [[u16; 1024]; 4] = [
    digits_of(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
    digits_of(&[4, 3, 2, 1, 0, 9, 8, 7, 6, 5]),
    digits_of(&[5, 6, 7, 8, 9, 0, 1, 2, 3, 4]),
    digits_of(&[9, 8, 7, 6, 5, 4, 3, 2, 1, 0]),
];

/// For every set of bits the sum of 3^digit over its bits.
const fn digits_of<const SETS: usize>(digit: &[u32]) -> [u16; SETS] {
    let mut sums = [0; SETS];
    let mut set = 1;
    while set < SETS {
        let lowest = set.trailing_zeros() as usize;
        sums[set] = sums[set & (set - 1)] + 3u16.pow(digit[lowest]);
        set += 1;
    }
    sums
}

/// The content of a pattern from the bits of both sides.
#[inline(always)]
fn content<const SETS: usize>(digits: &[u16; SETS], own: u64, opp: u64) -> usize {
    let (own, opp) = (own as usize % SETS, opp as usize % SETS);
    usize::from(digits[own]) + 2 * usize::from(digits[opp])
}

/// Calls `f` with (entry of the table, sign) for everything that counts on a board.
#[inline(always)]
pub fn each(own: u64, opp: u64, mut f: impl FnMut(usize, i32)) {
    let mut add = |shape: usize, index: usize, sign: i32| {
        let Shape { offset, room, .. } = SHAPES[shape];
        f(offset + index % room, sign);
    };
    let transpose = Symmetry::ALL[4];
    for (own, opp) in [(own, opp), (transpose.board(own), transpose.board(opp))] {
        let edge = |board: u64| (board & 0xff) | (board >> 1 & 0x100) | (board >> 5 & 0x200);
        add(EDGE, content(&DIGITS, edge(own), edge(opp)), 1);
        let (last, before) = (own.swap_bytes(), opp.swap_bytes());
        add(EDGE, content(&DIGITS, edge(last), edge(before)), 1);
        for (corner, shift) in [0, 3, 48, 51].into_iter().enumerate() {
            let block = |board: u64| (board >> shift & 0x1f) | (board >> shift >> 3 & 0x3e0);
            let digits = &BLOCK_DIGITS[corner];
            add(BLOCK, content(digits, block(own), block(opp)), 1);
        }
        for row in 1..7 {
            let line = |board: u64| board >> (8 * row) & 0xff;
            let shape = SECOND + if row < 4 { row - 1 } else { 6 - row };
            add(shape, content(&DIGITS, line(own), line(opp)), 1);
        }
    }
    for (corner, shift) in [0, 5, 40, 45].into_iter().enumerate() {
        let square = |board: u64| {
            let board = board >> shift;
            (board & 7) | (board >> 5 & 0x38) | (board >> 10 & 0x1c0)
        };
        let digits = &CORNER_DIGITS[corner];
        add(CORNER, content(digits, square(own), square(opp)), 1);
    }
    // A diagonal has one square a column, so a product adds its rows up without a carry.
    let diagonal = |board: u64, mask: u64| (board & mask).wrapping_mul(0x0101_0101_0101_0101) >> 56;
    for (main, rising) in [
        (0x8040_2010_0804_0201, false),
        (0x0102_0408_1020_4080, true),
    ] {
        let line = |board| diagonal(board, main);
        add(DIAGONAL, content(&DIGITS, line(own), line(opp)), 1);
        for short in 1..5 {
            let (below, above) = (main << (8 * short), main >> (8 * short));
            // The squares of one lie in the first columns, of the other in the last.
            let (first, last) = if rising {
                (above, below)
            } else {
                (below, above)
            };
            let line = |board| diagonal(board, first);
            add(DIAGONAL + short, content(&DIGITS, line(own), line(opp)), 1);
            let line = |board| diagonal(board, last) >> short;
            add(DIAGONAL + short, content(&DIGITS, line(own), line(opp)), 1);
        }
    }
    let count = |board: u64| board.count_ones() as usize;
    add(MOBILITY, count(bits::moves(own, opp)), 1);
    add(MOBILITY, count(bits::moves(opp, own)), -1);
    let touching = bits::neighbours(!(own | opp));
    add(FRONTIER, count(own & touching), 1);
    add(FRONTIER, count(opp & touching), -1);
}

/// What entries of a table share one weight: the images of one content under the reflection of its
/// shape, and, with the opposite sign, the same with colours exchanged. That makes the value the same
/// on all eight boards that are images of one another, and its sign turn with the colours.
pub struct Sharing {
    /// For each entry of the table: 0 when it is not one or its weight has to be 0 (it is its own
    /// opposite), otherwise ±(1 + number of the weight).
    entries: Box<[i32]>,
    /// The number of weights.
    weights: usize,
}

impl Sharing {
    /// The one sharing there is.
    pub fn get() -> &'static Self {
        static SHARING: LazyLock<Sharing> = LazyLock::new(Sharing::new);
        &SHARING
    }

    fn new() -> Self {
        let mut entries = vec![0; TABLE].into_boxed_slice();
        let mut weights = 0;
        for shape in &SHAPES {
            let entries = &mut entries[shape.offset..shape.offset + shape.room];
            match shape.kind {
                Kind::Count => {
                    for entry in entries {
                        weights += 1;
                        *entry = weights;
                    }
                }
                Kind::Pattern(squares, mirror) => {
                    for index in 0..3usize.pow(squares as u32) {
                        let mirrored = mirror.map_or(index, |mirror| permuted(index, mirror));
                        let (one, other) = (opposite(index), opposite(mirrored));
                        if entries[index] != 0 || index == one || index == other {
                            continue;
                        }
                        weights += 1;
                        entries[index] = weights;
                        entries[mirrored] = weights;
                        entries[one] = -weights;
                        entries[other] = -weights;
                    }
                }
            }
        }
        Self {
            entries,
            weights: weights.unsigned_abs() as usize,
        }
    }

    /// The number of weights of a phase.
    pub const fn weights(&self) -> usize {
        self.weights
    }

    /// The weight that an entry of the table shares, and the sign it has there.
    pub fn weight(&self, entry: usize) -> Option<(usize, i32)> {
        let shared = *self.entries.get(entry)?;
        (shared != 0).then(|| (shared.unsigned_abs() as usize - 1, shared.signum()))
    }
}

/// A content with each digit at its place in the reflection.
fn permuted(mut index: usize, places: &[usize]) -> usize {
    let mut image = 0;
    for &place in places {
        image += index % 3 * 3usize.pow(place as u32);
        index /= 3;
    }
    image
}

/// A content with colours exchanged.
fn opposite(mut index: usize) -> usize {
    let (mut image, mut power) = (0, 1);
    while index != 0 {
        image += (3 - index % 3) % 3 * power;
        power *= 3;
        index /= 3;
    }
    image
}
