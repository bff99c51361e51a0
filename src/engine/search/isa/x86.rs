//! The sets of the x86-64 processors: AVX2, and AVX-512 on vectors of the same width. Four boards
//! at a time.
//!
//! AVX-512 gives no wider lanes here (more of them would stand empty where the search cuts off) but
//! instructions that join two bit operations into one and count bits.
//!
//! The only file of this search with `unsafe` code, all of it calls of the processor's instructions.
//! They are there because a token [`X86`] is made by detection alone, and [`Four`] only from one.

#![allow(unsafe_code)]

use std::arch::x86_64 as x86;
use std::ops::{BitAnd, BitOr, Not};

use super::{Isa, LANES, Lanes, Task};
use koteki_games::othello::bits::{INNER, LINES};

/// AVX2 and the counting of bits, found on this processor; with `AVX512` also its instructions for
/// 256-bit vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct X86<const AVX512: bool, const STYLED: bool = false>(());

/// AVX2 and bit counting.
pub type Avx2 = X86<false>;

/// The same and AVX-512 with vector bit counting: Ice Lake, Zen 4 and later.
pub type Avx512 = X86<true>;

impl<const AVX512: bool> X86<AVX512> {
    /// The token, when the processor has the instructions.
    pub fn detect() -> Option<Self> {
        let avx2 = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        let avx512 = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vpopcntdq");
        (avx2 && (avx512 || !AVX512)).then_some(Self(()))
    }
}

/// Four 64-bit words, made from the token of the same name.
#[derive(Clone, Copy, Debug)]
pub struct Four<const AVX512: bool>(x86::__m256i);

impl<const AVX512: bool, const STYLED: bool> Isa for X86<AVX512, STYLED> {
    type Lanes = Four<AVX512>;
    type Styled = X86<AVX512, true>;
    const STYLED: bool = STYLED;

    #[inline(always)]
    fn styled(self) -> X86<AVX512, true> {
        X86(())
    }

    #[inline(always)]
    fn enter<T: Task>(self, task: T) -> T::Output {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn with_avx2<T: Task>(isa: impl Isa, task: T) -> T::Output {
            task.run(isa)
        }

        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vpopcntdq")]
        fn with_avx512<T: Task>(isa: impl Isa, task: T) -> T::Output {
            task.run(isa)
        }

        // SAFETY: the token exists, so `detect` found the instructions that it stands for.
        unsafe {
            if AVX512 {
                with_avx512(self, task)
            } else {
                with_avx2(self, task)
            }
        }
    }

    #[inline(always)]
    fn splat(self, bits: u64) -> Four<AVX512> {
        // SAFETY: the token exists, so AVX2 is there.
        Four(unsafe { x86::_mm256_set1_epi64x(bits.cast_signed()) })
    }

    #[inline(always)]
    fn load(self, bits: &[u64; LANES]) -> Four<AVX512> {
        let [a, b, c, d] = bits.map(u64::cast_signed);
        // SAFETY: the token exists, so AVX2 is there.
        Four(unsafe { x86::_mm256_setr_epi64x(a, b, c, d) })
    }

    /// The four axes in the four lanes.
    #[inline(always)]
    fn moves(self, own: u64, opp: u64) -> u64 {
        let by = self.load(&[1, 7, 8, 9]);
        let twice = self.load(&[2, 14, 16, 18]);
        let flanked = self.splat(opp) & self.load(&[INNER, INNER, u64::MAX, INNER]);
        let from = self.splat(own);
        let pairs = flanked & flanked.left_by(by);
        let up = flanked & from.left_by(by);
        let up = up | flanked & up.left_by(by);
        let up = up | pairs & up.left_by(twice);
        let up = up | pairs & up.left_by(twice);
        let pairs = pairs.right_by(by);
        let down = flanked & from.right_by(by);
        let down = down | flanked & down.right_by(by);
        let down = down | pairs & down.right_by(twice);
        let down = down | pairs & down.right_by(twice);
        (up.left_by(by) | down.right_by(by)).joined() & !(own | opp)
    }

    #[inline(always)]
    fn prefetch<T>(self, place: &T) {
        // SAFETY: SSE is there on every x86-64, and a hint changes nothing.
        unsafe { x86::_mm_prefetch::<{ x86::_MM_HINT_T0 }>(std::ptr::from_ref(place).cast()) }
    }

    /// The four lines towards higher bits in the four lanes, then the four opposite ones.
    #[inline(always)]
    fn flips(self, square: u32, own: u64, opp: u64) -> u64 {
        let [a, b, c, d, e, f, g, h] = LINES[square as usize % 64];
        let (up, down) = (self.load(&[a, b, c, d]), self.load(&[e, f, g, h]));
        let (own, opp) = (self.splat(own), self.splat(opp));
        // A carry runs through everything that is not on the line or is the opponent's.
        let end = (opp | !up).plus(self.splat(1)) & up & own;
        let flips_up = end.minus(self.splat(1)).minus(end.where_zero()) & up;
        let others = down & !opp;
        let flips_down = if AVX512 {
            let end = others.highest() & own;
            self.splat(0).minus(end.plus(end)) & down
        } else {
            // From the nearest square that is not the opponent's all the way outward.
            let out = others | others.right_by(self.load(&[1, 7, 8, 9]));
            let out = out | out.right_by(self.load(&[2, 14, 16, 18]));
            let out = out | out.right_by(self.load(&[4, 28, 32, 36]));
            let end = out & !out.right_by(self.load(&[1, 7, 8, 9])) & own;
            down & !out & !end.where_zero()
        };
        (flips_up | flips_down).joined()
    }
}

impl<const AVX512: bool> Four<AVX512> {
    /// Shifts each lane towards the high bits by the number in the same lane of `by`.
    #[inline(always)]
    fn left_by(self, by: Self) -> Self {
        // SAFETY: `Four` is made from the token only, so AVX2 is there; so for all that follow.
        Self(unsafe { x86::_mm256_sllv_epi64(self.0, by.0) })
    }

    /// The same towards the low bits.
    #[inline(always)]
    fn right_by(self, by: Self) -> Self {
        // SAFETY: AVX2 is there.
        Self(unsafe { x86::_mm256_srlv_epi64(self.0, by.0) })
    }

    /// All lanes laid over one another.
    #[inline(always)]
    fn joined(self) -> u64 {
        // SAFETY: AVX2 is there.
        unsafe {
            let halves = x86::_mm_or_si128(
                x86::_mm256_castsi256_si128(self.0),
                x86::_mm256_extracti128_si256::<1>(self.0),
            );
            let other = x86::_mm_unpackhi_epi64(halves, halves);
            x86::_mm_cvtsi128_si64(x86::_mm_or_si128(halves, other)).cast_unsigned()
        }
    }

    /// The highest set bit of each lane; 0 where there is none. Only with `AVX512`.
    #[inline(always)]
    fn highest(self) -> Self {
        debug_assert!(AVX512);
        // SAFETY: with `AVX512` the token stands for the counting of leading zeros too.
        Self(unsafe {
            let zeros = x86::_mm256_lzcnt_epi64(self.0);
            x86::_mm256_srlv_epi64(x86::_mm256_set1_epi64x(i64::MIN), zeros)
        })
    }
}

impl<const AVX512: bool> BitAnd for Four<AVX512> {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        // SAFETY: AVX2 is there.
        Self(unsafe { x86::_mm256_and_si256(self.0, other.0) })
    }
}

impl<const AVX512: bool> BitOr for Four<AVX512> {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        // SAFETY: AVX2 is there.
        Self(unsafe { x86::_mm256_or_si256(self.0, other.0) })
    }
}

impl<const AVX512: bool> Not for Four<AVX512> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        // SAFETY: AVX2 is there.
        Self(unsafe { x86::_mm256_xor_si256(self.0, x86::_mm256_set1_epi64x(-1)) })
    }
}

/// The number of set bits in each lane. Without an instruction for it: both halves of each byte
/// looked up, and the bytes summed (Muła, Kurz, Lemire 2018).
#[inline(always)]
fn ones<const AVX512: bool>(v: Four<AVX512>) -> Four<AVX512> {
    // SAFETY: AVX2 is there; with `AVX512` the token stands for its bit counting too.
    Four(unsafe {
        if AVX512 {
            x86::_mm256_popcnt_epi64(v.0)
        } else {
            let table = x86::_mm256_setr_epi8(
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, //
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
            );
            let half = x86::_mm256_set1_epi8(15);
            let low = x86::_mm256_and_si256(v.0, half);
            let high = x86::_mm256_and_si256(x86::_mm256_srli_epi16::<4>(v.0), half);
            let bytes = x86::_mm256_add_epi8(
                x86::_mm256_shuffle_epi8(table, low),
                x86::_mm256_shuffle_epi8(table, high),
            );
            x86::_mm256_sad_epu8(bytes, x86::_mm256_setzero_si256())
        }
    })
}

impl<const AVX512: bool> Lanes for Four<AVX512> {
    const COUNT: usize = 4;

    #[inline(always)]
    fn left<const BY: i32>(self) -> Self {
        // SAFETY: AVX2 is there.
        Self(unsafe { x86::_mm256_slli_epi64::<BY>(self.0) })
    }

    #[inline(always)]
    fn right<const BY: i32>(self) -> Self {
        // SAFETY: AVX2 is there.
        Self(unsafe { x86::_mm256_srli_epi64::<BY>(self.0) })
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        // SAFETY: AVX2 is there.
        Self(unsafe { x86::_mm256_add_epi64(self.0, other.0) })
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        // SAFETY: AVX2 is there.
        Self(unsafe { x86::_mm256_sub_epi64(self.0, other.0) })
    }

    #[inline(always)]
    fn where_zero(self) -> Self {
        // SAFETY: AVX2 is there.
        Self(unsafe { x86::_mm256_cmpeq_epi64(self.0, x86::_mm256_setzero_si256()) })
    }

    #[inline(always)]
    fn all_zero(self) -> bool {
        // SAFETY: AVX2 is there.
        unsafe { x86::_mm256_testz_si256(self.0, self.0) != 0 }
    }

    #[inline(always)]
    fn excess(self, other: Self, weight: Self) -> Self {
        ones(self).minus(ones(other)).times(weight)
    }

    #[inline(always)]
    fn times(self, weight: Self) -> Self {
        // SAFETY: AVX2 is there.
        Self(unsafe { x86::_mm256_mul_epi32(self.0, weight.0) })
    }

    #[inline(always)]
    fn greatest(self) -> i32 {
        // SAFETY: AVX2 is there.
        unsafe {
            let halves = x86::_mm_max_epi32(
                x86::_mm256_castsi256_si128(self.0),
                x86::_mm256_extracti128_si256::<1>(self.0),
            );
            let other = x86::_mm_unpackhi_epi64(halves, halves);
            x86::_mm_cvtsi128_si32(x86::_mm_max_epi32(halves, other))
        }
    }

    #[inline(always)]
    fn store(self) -> [u64; LANES] {
        // SAFETY: AVX2 is there.
        unsafe {
            let low = x86::_mm256_castsi256_si128(self.0);
            let high = x86::_mm256_extracti128_si256::<1>(self.0);
            [
                x86::_mm_cvtsi128_si64(low),
                x86::_mm_extract_epi64::<1>(low),
                x86::_mm_cvtsi128_si64(high),
                x86::_mm_extract_epi64::<1>(high),
            ]
            .map(i64::cast_unsigned)
        }
    }
}
