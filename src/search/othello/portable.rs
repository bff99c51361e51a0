//! The level of no special instructions: plain integer code for any processor, a board at a time.

use super::boards;
use super::level::{LANES, Lanes, Level, Task};

/// Plain integer code; always there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Portable;

impl Level for Portable {
    type Lanes = u64;

    #[inline(always)]
    fn enter<T: Task>(self, task: T) -> T::Output {
        // A function of its own, so that recursion through `enter` has something to call.
        #[inline(never)]
        fn inner<T: Task>(task: T) -> T::Output {
            task.run(Portable)
        }
        inner(task)
    }

    #[inline(always)]
    fn splat(self, bits: u64) -> u64 {
        bits
    }

    #[inline(always)]
    fn load(self, bits: &[u64; LANES]) -> u64 {
        bits[0]
    }

    #[inline(always)]
    fn moves(self, own: u64, opp: u64) -> u64 {
        boards::moves(self, own, opp)
    }
}

/// The signed number in the low 32 bits.
#[inline(always)]
#[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap)]
const fn low(bits: u64) -> i32 {
    bits as i32
}

/// The lines from a square: east, south-west, south, south-east, and the four opposite ways.
pub(super) type Lines = [u64; 8];

/// The lines from each square, the square itself left out. The first four go towards higher bits.
pub(super) static LINES: [Lines; 64] = {
    const STEPS: [(i32, i32); 8] = [
        (1, 0),
        (-1, 1),
        (0, 1),
        (1, 1),
        (-1, 0),
        (1, -1),
        (0, -1),
        (-1, -1),
    ];
    let mut lines = [[0; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut way = 0;
        while way < 8 {
            let (dx, dy) = STEPS[way];
            let (mut x, mut y) = (square % 8 + dx, square / 8 + dy);
            while 0 <= x && x < 8 && 0 <= y && y < 8 {
                lines[square as usize][way] |= 1 << (y * 8 + x);
                (x, y) = (x + dx, y + dy);
            }
            way += 1;
        }
        square += 1;
    }
    lines
};

impl Lanes for u64 {
    const COUNT: usize = 1;

    #[inline(always)]
    fn left<const BY: i32>(self) -> Self {
        self << BY
    }

    #[inline(always)]
    fn right<const BY: i32>(self) -> Self {
        self >> BY
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self.wrapping_sub(other)
    }

    #[inline(always)]
    fn where_zero(self) -> Self {
        if self == 0 { Self::MAX } else { 0 }
    }

    #[inline(always)]
    fn all_zero(self) -> bool {
        self == 0
    }

    #[inline(always)]
    fn excess(self, other: Self, weight: Self) -> Self {
        let difference = i64::from(self.count_ones()) - i64::from(other.count_ones());
        difference.cast_unsigned().wrapping_mul(weight)
    }

    #[inline(always)]
    fn times(self, weight: Self) -> Self {
        self.wrapping_mul(weight)
    }

    #[inline(always)]
    fn greatest(self) -> i32 {
        low(self)
    }

    #[inline(always)]
    fn store(self) -> [u64; LANES] {
        [self, 0, 0, 0]
    }

    /// Line by line: the nearest square that is not `opp`'s is the lowest one on lines towards higher
    /// bits, and the highest one on lines towards lower bits.
    #[inline(always)]
    fn flips(_: impl Level<Lanes = Self>, placed: Self, own: Self, opp: Self) -> Self {
        let lines = &LINES[placed.trailing_zeros() as usize % 64];
        let mut flips = 0;
        for line in &lines[..4] {
            let others = line & !opp;
            let end = others & others.wrapping_neg() & own;
            flips |= line & end.wrapping_sub(Self::from(end != 0));
        }
        for line in &lines[4..] {
            let others = line & !opp;
            // With no such square any bit off the line will do.
            let nearest = (1 << 63) >> (others | 1).leading_zeros();
            let end = others & nearest & own;
            flips |= line & (end.wrapping_neg() << 1);
        }
        flips
    }
}
