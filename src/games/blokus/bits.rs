//! Sets of squares.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use super::Square;

/// Bits a row: two more than there are columns, so that a step to the side never lands on the board.
const STRIDE: usize = 16;
/// Rows a word.
const ROWS: usize = 4;

/// A set of squares.
///
/// A row has sixteen bits, a word four rows. No method and no operator leaves a bit set off the board.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
)]
pub struct Squares([u64; 4]);

impl Squares {
    /// No square.
    pub const EMPTY: Self = Self([0; 4]);
    /// Every square.
    pub const ALL: Self = {
        let four = 0x3fff_3fff_3fff_3fff;
        Self([four, four, four, 0x3fff_3fff])
    };

    /// One more than the greatest [`bit`](Self::bit), rounded up to whole words.
    pub const BITS: usize = 4 * 64;

    /// The bit of a square in [`words`](Self::words), counted from the lowest of the first word.
    pub const fn bit(square: Square) -> usize {
        square.row() as usize * STRIDE + square.column() as usize
    }

    /// One square.
    pub const fn one(square: Square) -> Self {
        let mut words = [0; 4];
        words[Self::bit(square) / 64] = 1 << (Self::bit(square) % 64);
        Self(words)
    }

    /// The squares as bits: a row has sixteen, the leftmost square the lowest, and the topmost rows come
    /// first.
    #[inline(always)]
    pub const fn words(self) -> [u64; 4] {
        self.0
    }

    /// Whether `square` is in the set.
    pub const fn contains(self, square: Square) -> bool {
        self.row(square.row()) >> square.column() & 1 != 0
    }

    /// The row, 0 at the top, as bits; the leftmost square is bit 0.
    pub const fn row(self, row: u8) -> u16 {
        (self.0[row as usize / ROWS] >> (row as usize % ROWS * STRIDE)) as u16
    }

    /// Whether there is no square in it.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    /// Whether the two sets share a square.
    #[inline(always)]
    pub fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// How many squares are in it.
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.0[0].count_ones()
            + self.0[1].count_ones()
            + self.0[2].count_ones()
            + self.0[3].count_ones()
    }

    /// The squares in reading order.
    pub fn iter(self) -> impl Iterator<Item = Square> {
        let mut rest = self;
        std::iter::from_fn(move || rest.take_first())
    }

    /// Removes the first square in reading order and returns it.
    #[inline(always)]
    pub fn take_first(&mut self) -> Option<Square> {
        let word = self.0.iter().position(|&word| word != 0)?;
        let bit = self.0[word].trailing_zeros() as usize;
        self.0[word] &= self.0[word] - 1;
        Square::at((bit % STRIDE) as u8, (word * ROWS + bit / STRIDE) as u8)
    }

    /// `words` without what lies off the board.
    #[inline(always)]
    fn on_board(words: [u64; 4]) -> Self {
        Self(words) & Self::ALL
    }

    /// Every square one to the right or to the left, with bits off the board.
    #[inline(always)]
    const fn beside(self) -> [u64; 4] {
        let [a, b, c, d] = self.0;
        [
            a << 1 | a >> 1,
            b << 1 | b >> 1,
            c << 1 | c >> 1,
            d << 1 | d >> 1,
        ]
    }

    /// Every square one up or down, with bits off the board.
    #[inline(always)]
    const fn above_and_below([a, b, c, d]: [u64; 4]) -> [u64; 4] {
        [
            a << 16 | a >> 16 | b << 48,
            b << 16 | a >> 48 | b >> 16 | c << 48,
            c << 16 | b >> 48 | c >> 16 | d << 48,
            d << 16 | c >> 48 | d >> 16,
        ]
    }

    /// Every square one to the right; what leaves the board is gone. Likewise the others.
    #[inline(always)]
    pub fn right(self) -> Self {
        Self::on_board(self.0.map(|word| word << 1))
    }

    /// See [`right`](Self::right).
    #[inline(always)]
    pub fn left(self) -> Self {
        Self::on_board(self.0.map(|word| word >> 1))
    }

    /// See [`right`](Self::right).
    #[inline(always)]
    pub fn down(self) -> Self {
        let [a, b, c, d] = self.0;
        Self::on_board([
            a << 16,
            b << 16 | a >> 48,
            c << 16 | b >> 48,
            d << 16 | c >> 48,
        ])
    }

    /// See [`right`](Self::right).
    #[inline(always)]
    pub const fn up(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([
            a >> 16 | b << 48,
            b >> 16 | c << 48,
            c >> 16 | d << 48,
            d >> 16,
        ])
    }

    /// The squares that share an edge with a square of the set (which may be in the set themselves).
    #[inline(always)]
    pub fn edges(self) -> Self {
        Self::on_board(self.beside()) | Self::on_board(Self::above_and_below(self.0))
    }

    /// The squares that share a corner with a square of the set (which may be in the set themselves).
    #[inline(always)]
    pub fn corners(self) -> Self {
        let beside = Self::on_board(self.beside());
        Self::on_board(Self::above_and_below(beside.0))
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares
            .into_iter()
            .fold(Self::EMPTY, |set, square| set | Self::one(square))
    }
}

impl BitOr for Squares {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Self([a | e, b | f, c | g, d | h])
    }
}

impl BitAnd for Squares {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Self([a & e, b & f, c & g, d & h])
    }
}

impl BitOrAssign for Squares {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitAndAssign for Squares {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

/// The squares of the board that are not in the set.
impl Not for Squares {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        let [a, b, c, d] = self.0;
        Self::on_board([!a, !b, !c, !d])
    }
}
