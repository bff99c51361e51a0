//! The value of a position with the instructions of AVX-512: both sides' squares in one vector, how often
//! each square has a kind counted for 64 squares at a time, and the counts multiplied by the weights 64 at a
//! time.
//!
//! The same whole numbers as square by square, many times as fast.

#![allow(unsafe_code)]

use std::arch::x86_64 as x86;
use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::{Ground, KINDS, Kind, Reading, Set, planes};
use koteki_games::Side;
use koteki_games::blokus::{Position, Squares};

/// Squares at a time.
const LANES: usize = 64;
/// Portions of a board.
const WORDS: usize = Squares::BITS / LANES;
/// Portions of a board of each side: Black's, then White's.
const ALL_WORDS: usize = 2 * WORDS;
/// Sums under way.
const SUMS: usize = 4;

/// Where the planes of each kind begin when they lie kind by kind.
const FIRST: [usize; KINDS] = {
    let mut first = [0; KINDS];
    let mut kind = 1;
    while kind < KINDS {
        first[kind] = first[kind - 1] + Kind::ALL[kind - 1].planes();
        kind += 1;
    }
    first
};
/// Planes of all kinds.
const PLANES: usize = FIRST[KINDS - 1] + Kind::ALL[KINDS - 1].planes();

/// Weights as two numbers of eight bits: 256 · high + low.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Split {
    high: [i8; LANES],
    low: [i8; LANES],
}

/// The weights of a phase with one of the sides to move, and the knowledge that the instructions are there.
#[derive(Clone, Debug)]
pub(super) struct Wide(Box<[[Split; ALL_WORDS]; KINDS]>);

impl Wide {
    /// The weights of Black's table and of White's, if the processor has the instructions and no weight is
    /// too large.
    // Within the range just checked.
    pub(super) fn new(tables: [&[[i32; Squares::BITS]; KINDS]; 2]) -> Option<Self> {
        let there = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vnni")
            && is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("bmi1");
        let fits = |weight: &i32| (-32_000..=32_000).contains(weight);
        if !there || !tables.into_iter().flatten().flatten().all(fits) {
            return None;
        }
        let split = Split {
            high: [0; LANES],
            low: [0; LANES],
        };
        let mut wide = Box::new([[split; ALL_WORDS]; KINDS]);
        for (side, table) in tables.into_iter().enumerate() {
            for (row, words) in table.iter().zip(wide.iter_mut()) {
                for (weights, word) in row.chunks(LANES).zip(&mut words[side * WORDS..]) {
                    for (lane, &weight) in weights.iter().enumerate() {
                        let low = weight as i8;
                        word.low[lane] = low;
                        word.high[lane] = ((weight - i32::from(low)) >> 8) as i8;
                    }
                }
            }
        }
        Some(Self(wide))
    }

    /// The sum over both sides, all squares and kinds.
    #[inline]
    pub(super) fn sum(&self, position: &Position, reading: Reading) -> i32 {
        // SAFETY: a `Wide` is only made where the instructions have been found.
        unsafe { sum(&self.0, position, reading) }
    }
}

/// A set of squares for each side. Made only in [`sum`], where the instructions are there.
#[derive(Clone, Copy)]
struct Both(x86::__m512i);

impl Both {
    #[inline(always)]
    fn of(squares: [Squares; 2]) -> Self {
        let [[a, b, c, d], [e, f, g, h]] = squares.map(|squares| squares.words());
        let [a, b, c, d, e, f, g, h] = [a, b, c, d, e, f, g, h].map(u64::cast_signed);
        // SAFETY: see the type; so for all that follow.
        Self(unsafe { x86::_mm512_setr_epi64(a, b, c, d, e, f, g, h) })
    }

    /// The bits of the squares, Black's first.
    #[inline(always)]
    fn words(self) -> [u64; ALL_WORDS] {
        let mut words = [0; ALL_WORDS];
        // SAFETY: see the type; there is room for 64 bytes.
        unsafe { x86::_mm512_storeu_si512(words.as_mut_ptr().cast(), self.0) };
        words
    }

    /// The sum of three binary digits on every square, and what it carries.
    #[inline(always)]
    fn add(one: Self, other: Self, third: Self) -> [Self; 2] {
        let either = one ^ other;
        [either ^ third, one & other | either & third]
    }

    /// In how many of the sets a square is, as binary digits, the lowest first.
    #[inline(always)]
    fn count([a, b, c, d]: [Self; 4]) -> [Self; 3] {
        let [three, carried] = Self::add(a, b, c);
        let also = three & d;
        [three ^ d, carried ^ also, carried & also]
    }

    /// The sum of two such numbers.
    #[inline(always)]
    fn plus([a, b, c]: [Self; 3], [d, e, f]: [Self; 3]) -> [Self; 4] {
        let [ones, carried] = [a ^ d, a & d];
        let [twos, carried] = Self::add(b, e, carried);
        let [fours, eights] = Self::add(c, f, carried);
        [ones, twos, fours, eights]
    }

    /// Without what lies off the board.
    #[inline(always)]
    fn on_board(self) -> Self {
        self & Self::of([Squares::ALL; 2])
    }
}

impl BitAnd for Both {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        // SAFETY: see the type.
        Self(unsafe { x86::_mm512_and_si512(self.0, other.0) })
    }
}

impl BitOr for Both {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        // SAFETY: see the type.
        Self(unsafe { x86::_mm512_or_si512(self.0, other.0) })
    }
}

impl BitXor for Both {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        // SAFETY: see the type.
        Self(unsafe { x86::_mm512_xor_si512(self.0, other.0) })
    }
}

impl Not for Both {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        let all = Self::of([Squares::ALL; 2]);
        // SAFETY: see the type.
        Self(unsafe { x86::_mm512_andnot_si512(self.0, all.0) })
    }
}

impl Set for Both {
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
fn sum(weights: &[[Split; ALL_WORDS]; KINDS], position: &Position, reading: Reading) -> i32 {
    let of = |squares: fn(&Position, Side) -> Squares| {
        Both::of(Side::BOTH.map(|side| squares(position, side)))
    };
    let ground = Ground {
        effective: of(Position::anchors),
        forbidden: of(Position::forbidden),
        own: of(Position::squares),
        opponent: of(|position, side| position.squares(side.other())),
    };
    let mut found = [Both(x86::_mm512_setzero_si512()); PLANES];
    let mut next = FIRST;
    planes(ground, reading, |kind, squares| {
        found[next[kind.index()]] = squares;
        next[kind.index()] += 1;
    });
    let mut sums = Sums([[x86::_mm512_setzero_si512(); 2]; SUMS]);
    for (kind, weights) in Kind::ALL.into_iter().zip(weights) {
        match found[FIRST[kind.index()]..][..kind.planes()] {
            [a, b, c, d] => sums.add(Both::count([a, b, c, d]), weights),
            [a, b, c, d, e, f, g, h] => {
                let (four, others) = (Both::count([a, b, c, d]), Both::count([e, f, g, h]));
                sums.add(Both::plus(four, others), weights);
            }
            ref planes => {
                for &plane in planes {
                    sums.add([plane], weights);
                }
            }
        }
    }
    sums.total()
}

/// Sums under way, those of the weights' upper halves and of their lower ones. Several, because each
/// addition takes its time until the next to the same sum can begin.
struct Sums([[x86::__m512i; 2]; SUMS]);

impl Sums {
    /// Adds the weights of a kind as often as a square has it: a number whose binary digits are given, the
    /// lowest first.
    #[inline(always)]
    fn add<const DIGITS: usize>(&mut self, digits: [Both; DIGITS], weights: &[Split; ALL_WORDS]) {
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
