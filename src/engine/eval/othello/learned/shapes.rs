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
    Pattern(Pattern),
    /// A number of one side: +1 times the entry of the own number, −1 times that of the opponent's.
    Count,
}

#[derive(Clone, Copy)]
struct Pattern {
    /// The squares of one of its places, 0…63, from the lowest digit up.
    squares: &'static [u32],
    /// Where each digit goes in the reflection that carries the shape to itself, if there is one.
    mirror: Option<&'static [usize]>,
}

const fn pattern(squares: &'static [u32], mirror: Option<&'static [usize]>) -> Kind {
    Kind::Pattern(Pattern { squares, mirror })
}

/// How many shapes are patterns; they come before the counts.
const PATTERNS: usize = 11;

/// The shapes in the order of the file.
const SHAPES: [Shape; PATTERNS + 2] = {
    const LINE: Option<&[usize]> = Some(&[7, 6, 5, 4, 3, 2, 1, 0]);
    let kinds = [
        // The edge with the two squares diagonally before its corners.
        pattern(
            &[0, 1, 2, 3, 4, 5, 6, 7, 9, 14],
            Some(&[7, 6, 5, 4, 3, 2, 1, 0, 9, 8]),
        ),
        // Two rows of five squares, and three of three, in a corner.
        pattern(&[0, 1, 2, 3, 4, 8, 9, 10, 11, 12], None),
        pattern(
            &[0, 1, 2, 8, 9, 10, 16, 17, 18],
            Some(&[0, 3, 6, 1, 4, 7, 2, 5, 8]),
        ),
        // The second, third and fourth row.
        pattern(&[8, 9, 10, 11, 12, 13, 14, 15], LINE),
        pattern(&[16, 17, 18, 19, 20, 21, 22, 23], LINE),
        pattern(&[24, 25, 26, 27, 28, 29, 30, 31], LINE),
        // The diagonals, from the longest down to four squares.
        pattern(&[0, 9, 18, 27, 36, 45, 54, 63], LINE),
        pattern(&[8, 17, 26, 35, 44, 53, 62], Some(&[6, 5, 4, 3, 2, 1, 0])),
        pattern(&[16, 25, 34, 43, 52, 61], Some(&[5, 4, 3, 2, 1, 0])),
        pattern(&[24, 33, 42, 51, 60], Some(&[4, 3, 2, 1, 0])),
        pattern(&[32, 41, 50, 59], Some(&[3, 2, 1, 0])),
        // Legal moves; discs beside an empty square.
        Kind::Count,
        Kind::Count,
    ];
    let mut shapes = [const {
        Shape {
            offset: 0,
            room: 0,
            kind: Kind::Count,
        }
    }; PATTERNS + 2];
    let mut at = 0;
    let mut offset = 0;
    while at < shapes.len() {
        let (room, kind) = match kinds[at] {
            Kind::Pattern(pattern) => {
                let contents = 3usize.pow(pattern.squares.len() as u32);
                (contents.next_power_of_two(), Kind::Pattern(pattern))
            }
            Kind::Count => (COUNTS, Kind::Count),
        };
        shapes[at] = Shape { offset, room, kind };
        offset += room;
        at += 1;
    }
    shapes
};

/// Legal moves, and discs beside an empty square.
const MOBILITY: &Shape = &SHAPES[PATTERNS];
const FRONTIER: &Shape = &SHAPES[PATTERNS + 1];

/// Room for a number from 0 to 63.
const COUNTS: usize = 64;

/// Entries of a whole table.
pub const TABLE: usize = FRONTIER.offset + FRONTIER.room;

/// In how many places the patterns lie on the board.
const PLACES: usize = 46;

/// A place of a pattern.
#[derive(Clone, Copy)]
struct Place {
    shape: usize,
    image: Symmetry,
}

/// All places: each shape carried to wherever the symmetries of the board carry it.
const ALL: [Place; PLACES] = {
    let mut places = [const {
        Place {
            shape: 0,
            image: Symmetry::ALL[0],
        }
    }; PLACES];
    let (mut count, mut shape) = (0, 0);
    while shape < PATTERNS {
        let first = count;
        let mut image = 0;
        while image < Symmetry::ALL.len() {
            let place = Place {
                shape,
                image: Symmetry::ALL[image],
            };
            let mut other = first;
            while other < count && places[other].squares() != place.squares() {
                other += 1;
            }
            if other == count {
                places[count] = place;
                count += 1;
            }
            image += 1;
        }
        shape += 1;
    }
    assert!(count == PLACES);
    places
};

/// Where the places of each shape begin, and after the last where they end.
const FIRST: [usize; PATTERNS + 1] = {
    let mut first = [0; PATTERNS + 1];
    let mut at = 0;
    while at < PLACES {
        first[ALL[at].shape + 1] = at + 1;
        at += 1;
    }
    first
};

impl Place {
    const fn shape(self) -> &'static [u32] {
        match SHAPES[self.shape].kind {
            Kind::Pattern(pattern) => pattern.squares,
            Kind::Count => &[],
        }
    }

    /// All its squares.
    const fn squares(self) -> u64 {
        let (mut set, mut digit) = (0, 0);
        while digit < self.shape().len() {
            set |= 1 << self.shape()[digit];
            digit += 1;
        }
        self.image.board(set)
    }
}

/// The contents of the patterns in all their places; padded to whole vectors.
type Digits = [u16; PLACES.next_multiple_of(16)];

/// What a digit 1 on a square adds to each.
static DIGITS: [Digits; 64] = {
    let mut digits = [[0; _]; 64];
    let mut at = 0;
    while at < PLACES {
        let mut digit = 0;
        while digit < ALL[at].shape().len() {
            let square = ALL[at].image.board(1 << ALL[at].shape()[digit]);
            digits[square.trailing_zeros() as usize][at] = 3u16.pow(digit as u32);
            digit += 1;
        }
        at += 1;
    }
    digits
};

/// What the patterns hold on a board, in all their places, as one side sees it. After a move it is known from
/// what it was before, so that of all boards after the moves of one only the first is read square by square.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub struct Contents(Digits);

impl Contents {
    /// What they hold on a board of the side `own`.
    #[inline(always)]
    pub fn new(own: u64, opp: u64) -> Self {
        Self([0; _]).with(own, 1).with(opp, 2)
    }

    /// The same after a move of the side that sees it so, which places a disc on one square and turns `flips`
    /// over. Seen by the same side.
    #[inline(always)]
    pub fn after(self, placed: u64, flips: u64) -> Self {
        self.with(placed, 1).with(flips, 1u16.wrapping_neg())
    }

    /// With so much more in the digit of each of `squares`.
    #[inline(always)]
    fn with(mut self, mut squares: u64, more: u16) -> Self {
        while squares != 0 {
            let digits = &DIGITS[squares.trailing_zeros() as usize % 64];
            for (content, digit) in self.0.iter_mut().zip(digits) {
                *content = content.wrapping_add(digit.wrapping_mul(more));
            }
            squares &= squares - 1;
        }
        self
    }

    /// Calls `f` with the entry of the table for every place. Shape by shape, each compiled for itself: so offset and
    /// room are constants, and no index is checked.
    #[inline(always)]
    fn each(&self, mut f: impl FnMut(usize)) {
        // Through memory: taking them out of vectors one by one is slower.
        let contents = std::hint::black_box(&self.0);
        macro_rules! shapes {
            ($($shape:literal)*) => {$(
                const { assert!($shape < PATTERNS) };
                for at in const { FIRST[$shape] }..const { FIRST[$shape + 1] } {
                    let Shape { offset, room, .. } = const { &SHAPES[$shape] };
                    f(offset + usize::from(contents[at]) % room);
                }
            )*};
        }
        shapes!(0 1 2 3 4 5 6 7 8 9 10);
    }
}

/// What is counted beside the patterns: of the side that sees it, and of the other.
#[derive(Clone, Copy)]
pub struct Counts {
    /// The squares each side may play.
    pub moves: [u64; 2],
    /// Each side's discs beside an empty square.
    pub frontier: [u64; 2],
}

impl Counts {
    /// What is counted on a board of the side `own`.
    #[inline(always)]
    pub fn new(own: u64, opp: u64) -> Self {
        let touching = bits::neighbours(!(own | opp));
        Self {
            moves: [bits::moves(own, opp), bits::moves(opp, own)],
            frontier: [own & touching, opp & touching],
        }
    }
}

/// Calls `f` with (entry of the table, sign) for everything that counts on a board.
#[inline(always)]
pub fn each(own: u64, opp: u64, f: impl FnMut(usize, i32)) {
    each_of(&Contents::new(own, opp), Counts::new(own, opp), f);
}

/// The same, where what there is is known.
#[inline(always)]
pub fn each_of(contents: &Contents, counts: Counts, mut f: impl FnMut(usize, i32)) {
    contents.each(|entry| f(entry, 1));
    for (shape, [own, opp]) in [(MOBILITY, counts.moves), (FRONTIER, counts.frontier)] {
        let entry = |squares: u64| shape.offset + squares.count_ones() as usize % shape.room;
        f(entry(own), 1);
        f(entry(opp), -1);
    }
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
                Kind::Pattern(Pattern { squares, mirror }) => {
                    for index in 0..3usize.pow(squares.len() as u32) {
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
