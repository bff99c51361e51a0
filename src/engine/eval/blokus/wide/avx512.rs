//! 512 bits at a time: both sides' squares in one vector, and 64 counts multiplied at once.

#![allow(unsafe_code)]

use std::arch::x86_64 as x86;
use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::{ALL_WORDS, Both, Form, ROWS, Row, Set, Sums, add_all};
use koteki_games::blokus::{Position, Squares};

/// Sums under way.
const SUMS: usize = 4;

/// The knowledge that the instructions are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found(());

impl Found {
    /// It, if they are.
    pub(super) fn detect() -> Option<Self> {
        let there = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vnni")
            && is_x86_feature_detected!("avx2")
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
struct Wide(x86::__m512i);

impl Wide {
    /// The bits of the squares, Black's first.
    #[inline(always)]
    fn words(self) -> [u64; ALL_WORDS] {
        let mut words = [0; ALL_WORDS];
        // SAFETY: see the type, so for all that follow; there is room for 64 bytes.
        unsafe { x86::_mm512_storeu_si512(words.as_mut_ptr().cast(), self.0) };
        words
    }

    /// Without what lies off the board.
    #[inline(always)]
    fn on_board(self) -> Self {
        self & Self::of([Squares::ALL; 2])
    }
}

impl Both for Wide {
    #[inline(always)]
    fn of(squares: [Squares; 2]) -> Self {
        let [[a, b, c, d], [e, f, g, h]] = squares.map(|squares| squares.words());
        let [a, b, c, d, e, f, g, h] = [a, b, c, d, e, f, g, h].map(u64::cast_signed);
        // SAFETY: see the type.
        Self(unsafe { x86::_mm512_setr_epi64(a, b, c, d, e, f, g, h) })
    }

    #[inline(always)]
    fn exchanged(self) -> Self {
        // SAFETY: see the type.
        Self(unsafe { x86::_mm512_shuffle_i64x2::<0b01_00_11_10>(self.0, self.0) })
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        // SAFETY: see the type.
        unsafe { x86::_mm512_test_epi64_mask(self.0, self.0) == 0 }
    }
}

impl BitAnd for Wide {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        // SAFETY: see the type.
        Self(unsafe { x86::_mm512_and_si512(self.0, other.0) })
    }
}

impl BitOr for Wide {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        // SAFETY: see the type.
        Self(unsafe { x86::_mm512_or_si512(self.0, other.0) })
    }
}

impl BitXor for Wide {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        // SAFETY: see the type.
        Self(unsafe { x86::_mm512_xor_si512(self.0, other.0) })
    }
}

impl Not for Wide {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        let all = Self::of([Squares::ALL; 2]);
        // SAFETY: see the type.
        Self(unsafe { x86::_mm512_andnot_si512(self.0, all.0) })
    }
}

impl Set for Wide {
    #[inline(always)]
    fn right(self) -> Self {
        // SAFETY: see the type.
        Self(unsafe { x86::_mm512_slli_epi64::<1>(self.0) }).on_board()
    }

    #[inline(always)]
    fn left(self) -> Self {
        // SAFETY: see the type.
        Self(unsafe { x86::_mm512_srli_epi64::<1>(self.0) }).on_board()
    }

    /// Words hold four rows; the last row of one goes over to the next of the same side.
    #[inline(always)]
    fn down(self) -> Self {
        // SAFETY: see the type.
        let [within, over] = unsafe {
            let before = x86::_mm512_setr_epi64(0, 0, 1, 2, 0, 4, 5, 6);
            let before = x86::_mm512_maskz_permutexvar_epi64(0b1110_1110, before, self.0);
            [
                x86::_mm512_slli_epi64::<16>(self.0),
                x86::_mm512_srli_epi64::<48>(before),
            ]
        };
        (Self(within) | Self(over)).on_board()
    }

    #[inline(always)]
    fn up(self) -> Self {
        // SAFETY: see the type.
        let [within, over] = unsafe {
            let after = x86::_mm512_setr_epi64(1, 2, 3, 0, 5, 6, 7, 0);
            let after = x86::_mm512_maskz_permutexvar_epi64(0b0111_0111, after, self.0);
            [
                x86::_mm512_srli_epi64::<16>(self.0),
                x86::_mm512_slli_epi64::<48>(after),
            ]
        };
        Self(within) | Self(over)
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vnni,avx2,popcnt,bmi1")]
fn sum(weights: &[Row; ROWS], position: &Position, form: &Form) -> i32 {
    let mut sums = Long([[x86::_mm512_setzero_si512(); 2]; SUMS]);
    add_all(&mut sums, weights, position, form);
    sums.total()
}

/// Sums under way, those of the weights' upper halves and of their lower ones. Several, because each
/// addition takes its time until the next to the same sum can begin.
struct Long([[x86::__m512i; 2]; SUMS]);

impl Sums<Wide> for Long {
    #[inline(always)]
    fn add<const DIGITS: usize>(&mut self, digits: [Wide; DIGITS], weights: &Row) {
        let mut words = [[0; ALL_WORDS]; DIGITS];
        for (words, digit) in words.iter_mut().zip(digits) {
            *words = digit.words();
        }
        for (word, split) in weights.iter().enumerate() {
            // SAFETY: called only where the instructions are there, and the pointers are to 64 bytes each.
            unsafe {
                let mut count = x86::_mm512_setzero_si512();
                for (place, digit) in words.iter().enumerate() {
                    let worth = x86::_mm512_set1_epi8(1 << place);
                    count = x86::_mm512_mask_add_epi8(count, digit[word], count, worth);
                }
                let [high, low] = &mut self.0[word % SUMS];
                let upper = x86::_mm512_loadu_si512(split.high.as_ptr().cast());
                let lower = x86::_mm512_loadu_si512(split.low.as_ptr().cast());
                *high = x86::_mm512_dpbusd_epi32(*high, count, upper);
                *low = x86::_mm512_dpbusd_epi32(*low, count, lower);
            }
        }
    }
}

impl Long {
    #[inline(always)]
    fn total(self) -> i32 {
        // SAFETY: made only where the instructions are there.
        unsafe {
            let zero = x86::_mm512_setzero_si512();
            let [high, low] = self
                .0
                .into_iter()
                .fold([zero; 2], |[high, low], [upper, lower]| {
                    [
                        x86::_mm512_add_epi32(high, upper),
                        x86::_mm512_add_epi32(low, lower),
                    ]
                });
            (x86::_mm512_reduce_add_epi32(high) << 8) + x86::_mm512_reduce_add_epi32(low)
        }
    }
}
