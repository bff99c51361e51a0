//! 256 bits at a time: a side's squares in a vector, and 32 counts multiplied at once.

#![allow(unsafe_code)]

use std::arch::x86_64 as x86;
use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::{ALL_WORDS, Both, Form, LANES, ROWS, Row, Set, Sums, WORDS, add_all};
use koteki_games::blokus::{Position, Squares};

/// The knowledge that the instructions are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found(());

impl Found {
    /// It, if they are.
    pub(super) fn detect() -> Option<Self> {
        let there = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("bmi1");
        there.then_some(Self(()))
    }

    /// The sum over both sides, all squares and kinds.
    #[inline]
    pub(super) fn sum(self, weights: &[Row; ROWS], position: &Position, form: &Form) -> i32 {
        // SAFETY: a token is only made where the instructions have been found.
        unsafe { sum(weights, position, form) }
    }
}

/// A set of squares for each side. Made only in [`sum`], where the instructions are there.
#[derive(Clone, Copy)]
struct Pair([x86::__m256i; 2]);

impl Pair {
    #[inline(always)]
    fn zip(self, other: Self, join: impl Fn(x86::__m256i, x86::__m256i) -> x86::__m256i) -> Self {
        let ([a, b], [c, d]) = (self.0, other.0);
        Self([join(a, c), join(b, d)])
    }

    /// The bits of the squares, Black's first, in halves of a word.
    #[inline(always)]
    fn halves(self) -> [u32; 2 * ALL_WORDS] {
        let mut halves = [0_u32; 2 * ALL_WORDS];
        for (halves, squares) in halves.chunks_exact_mut(2 * WORDS).zip(self.0) {
            // SAFETY: see the type, so for all that follow; there is room for 32 bytes.
            unsafe { x86::_mm256_storeu_si256(halves.as_mut_ptr().cast(), squares) };
        }
        halves
    }

    /// Without what lies off the board.
    #[inline(always)]
    fn on_board(self) -> Self {
        self & Self::of([Squares::ALL; 2])
    }
}

impl Both for Pair {
    #[inline(always)]
    fn of(squares: [Squares; 2]) -> Self {
        Self(squares.map(|squares| {
            let words = squares.words();
            // SAFETY: see the type; there are 32 bytes.
            unsafe { x86::_mm256_loadu_si256(words.as_ptr().cast()) }
        }))
    }

    #[inline(always)]
    fn exchanged(self) -> Self {
        let [black, white] = self.0;
        Self([white, black])
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        let [black, white] = self.0;
        // SAFETY: see the type.
        unsafe {
            let both = x86::_mm256_or_si256(black, white);
            x86::_mm256_testz_si256(both, both) == 1
        }
    }
}

impl BitAnd for Pair {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        // SAFETY: see the type.
        self.zip(other, |one, other| unsafe {
            x86::_mm256_and_si256(one, other)
        })
    }
}

impl BitOr for Pair {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        // SAFETY: see the type.
        self.zip(other, |one, other| unsafe {
            x86::_mm256_or_si256(one, other)
        })
    }
}

impl BitXor for Pair {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        // SAFETY: see the type.
        self.zip(other, |one, other| unsafe {
            x86::_mm256_xor_si256(one, other)
        })
    }
}

impl Not for Pair {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        let all = Self::of([Squares::ALL; 2]);
        // SAFETY: see the type.
        self.zip(all, |one, all| unsafe {
            x86::_mm256_andnot_si256(one, all)
        })
    }
}

impl Set for Pair {
    #[inline(always)]
    fn right(self) -> Self {
        // SAFETY: see the type.
        Self(self.0.map(|it| unsafe { x86::_mm256_slli_epi64::<1>(it) })).on_board()
    }

    #[inline(always)]
    fn left(self) -> Self {
        // SAFETY: see the type.
        Self(self.0.map(|it| unsafe { x86::_mm256_srli_epi64::<1>(it) })).on_board()
    }

    /// Rows are of two bytes; the last row of one half goes over to the other.
    #[inline(always)]
    fn down(self) -> Self {
        // SAFETY: see the type.
        Self(self.0.map(|it| unsafe {
            let before = x86::_mm256_permute2x128_si256::<0x08>(it, it);
            x86::_mm256_alignr_epi8::<14>(it, before)
        }))
        .on_board()
    }

    #[inline(always)]
    fn up(self) -> Self {
        // SAFETY: see the type.
        Self(self.0.map(|it| unsafe {
            let after = x86::_mm256_permute2x128_si256::<0x81>(it, it);
            x86::_mm256_alignr_epi8::<2>(after, it)
        }))
    }
}

#[target_feature(enable = "avx2,popcnt,bmi1")]
fn sum(weights: &[Row; ROWS], position: &Position, form: &Form) -> i32 {
    let mut sums = Long([x86::_mm256_setzero_si256(); 2]);
    add_all(&mut sums, weights, position, form);
    sums.total()
}

/// Sums under way, of 32 bits: that of the weights' upper halves and that of their lower ones.
struct Long([x86::__m256i; 2]);

/// Half words that have squares: a board has fourteen rows, two each.
const HALVES: usize = 7;

/// All bits of a byte for each bit that is set.
///
/// # Safety
/// The instructions have to be there.
#[inline(always)]
unsafe fn spread(bits: u32) -> x86::__m256i {
    // SAFETY: as promised.
    unsafe {
        let bytes = x86::_mm256_setr_epi64x(
            0,
            0x0101_0101_0101_0101,
            0x0202_0202_0202_0202,
            0x0303_0303_0303_0303,
        );
        let one_of_each = x86::_mm256_set1_epi64x(0x8040_2010_0804_0201_u64.cast_signed());
        let all = x86::_mm256_set1_epi32(bits.cast_signed());
        let byte = x86::_mm256_shuffle_epi8(all, bytes);
        x86::_mm256_cmpeq_epi8(x86::_mm256_and_si256(byte, one_of_each), one_of_each)
    }
}

impl Sums<Pair> for Long {
    /// Sixteen bits hold the sums of a kind: a square has it eight times at most, a weight's half is 128 at most, and two
    /// squares of each of the fourteen half words come together: 28,672.
    #[inline(always)]
    fn add<const DIGITS: usize>(&mut self, digits: [Pair; DIGITS], weights: &Row) {
        let digits = digits.map(Pair::halves);
        // SAFETY: called only where the instructions are there, and the pointers are to 32 bytes each.
        unsafe {
            let mut short = [x86::_mm256_setzero_si256(); 2];
            for (side, weights) in weights.chunks_exact(WORDS).enumerate() {
                for half in 0..HALVES {
                    let mut count = x86::_mm256_setzero_si256();
                    for digit in digits.iter().rev() {
                        let set = spread(digit[side * 2 * WORDS + half]);
                        // A bit that is set is −1 in every byte.
                        count = x86::_mm256_sub_epi8(x86::_mm256_add_epi8(count, count), set);
                    }
                    let split = &weights[half / 2];
                    for (short, weights) in short.iter_mut().zip([&split.high, &split.low]) {
                        let weights = &weights[half % 2 * (LANES / 2)..][..LANES / 2];
                        let weights = x86::_mm256_loadu_si256(weights.as_ptr().cast());
                        let products = x86::_mm256_maddubs_epi16(count, weights);
                        *short = x86::_mm256_add_epi16(*short, products);
                    }
                }
            }
            let one = x86::_mm256_set1_epi16(1);
            for (long, short) in self.0.iter_mut().zip(short) {
                *long = x86::_mm256_add_epi32(*long, x86::_mm256_madd_epi16(short, one));
            }
        }
    }
}

impl Long {
    #[inline(always)]
    fn total(self) -> i32 {
        let [high, low] = self.0.map(|sums| {
            let mut all = [0_i32; 8];
            // SAFETY: made only where the instructions are there; there is room for 32 bytes.
            unsafe { x86::_mm256_storeu_si256(all.as_mut_ptr().cast(), sums) };
            all.into_iter().sum::<i32>()
        });
        (high << 8) + low
    }
}
