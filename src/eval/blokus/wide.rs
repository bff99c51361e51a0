//! The sum of a side's weights with the instructions of AVX-512: how often each square has a kind is
//! counted for 64 squares at a time, and the counts are multiplied by the weights 64 at a time.
//!
//! The same whole numbers as square by square, several times as fast.

#![allow(unsafe_code)]

use std::arch::x86_64 as x86;

use super::{KINDS, Reading, planes};
use crate::game::Side;
use crate::game::blokus::{Position, Squares};

/// Squares at a time.
const LANES: usize = 64;
/// Portions of a board.
const WORDS: usize = Squares::BITS / LANES;

/// Weights as two numbers of eight bits: 256 · high + low.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Split {
    high: [i8; LANES],
    low: [i8; LANES],
}

/// The weights of a table, and the knowledge that the instructions are there.
#[derive(Clone, Debug)]
pub(super) struct Wide(Box<[[Split; WORDS]; KINDS]>);

impl Wide {
    /// The weights of `table`, if the processor has the instructions and no weight is too large.
    #[allow(clippy::cast_possible_truncation)] // Within the range just checked.
    pub(super) fn new(table: &[[i32; Squares::BITS]; KINDS]) -> Option<Self> {
        let there = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vnni")
            && is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("bmi1");
        let fits = |weight: &i32| (-32_000..=32_000).contains(weight);
        if !there || !table.iter().flatten().all(fits) {
            return None;
        }
        let split = Split {
            high: [0; LANES],
            low: [0; LANES],
        };
        let mut wide = Box::new([[split; WORDS]; KINDS]);
        for (row, words) in table.iter().zip(wide.iter_mut()) {
            for (weights, word) in row.chunks(LANES).zip(words) {
                for (lane, &weight) in weights.iter().enumerate() {
                    let low = weight as i8;
                    word.low[lane] = low;
                    word.high[lane] = ((weight - i32::from(low)) >> 8) as i8;
                }
            }
        }
        Some(Self(wide))
    }

    /// The sum over all squares and kinds.
    #[inline]
    pub(super) fn sum(&self, position: &Position, side: Side, reading: Reading) -> i32 {
        // SAFETY: a `Wide` is only made where the instructions have been found.
        unsafe { sum(&self.0, position, side, reading) }
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vnni,avx2,popcnt,bmi1")]
fn sum(
    weights: &[[Split; WORDS]; KINDS],
    position: &Position,
    side: Side,
    reading: Reading,
) -> i32 {
    let one = x86::_mm512_set1_epi8(1);
    let mut counts = [[x86::_mm512_setzero_si512(); WORDS]; KINDS];
    planes(position, side, reading, |kind, squares| {
        // A square is visited 24 times at most, so no count overflows.
        for (count, bits) in counts[kind.index()].iter_mut().zip(squares.words()) {
            *count = x86::_mm512_mask_add_epi8(*count, bits, *count, one);
        }
    });
    let mut high = x86::_mm512_setzero_si512();
    let mut low = high;
    for (weights, counts) in weights.iter().zip(&counts) {
        for (split, &count) in weights.iter().zip(counts) {
            // SAFETY: the pointers are to 64 bytes each.
            let (upper, lower) = unsafe {
                (
                    x86::_mm512_loadu_si512(split.high.as_ptr().cast()),
                    x86::_mm512_loadu_si512(split.low.as_ptr().cast()),
                )
            };
            high = x86::_mm512_dpbusd_epi32(high, count, upper);
            low = x86::_mm512_dpbusd_epi32(low, count, lower);
        }
    }
    (x86::_mm512_reduce_add_epi32(high) << 8) + x86::_mm512_reduce_add_epi32(low)
}
