//! No special instructions: plain integer code for any processor, a board at a time.

use super::{Isa, LANES, Lanes, Task};
use koteki_games::othello::bits;

/// Plain integer code; always there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Portable<const STYLED: bool = false>;

impl<const STYLED: bool> Isa for Portable<STYLED> {
    type Lanes = u64;
    type Styled = Portable<true>;
    const STYLED: bool = STYLED;

    #[inline(always)]
    fn styled(self) -> Portable<true> {
        Portable
    }

    #[inline(always)]
    fn enter<T: Task>(self, task: T) -> T::Output {
        // A function of its own, so that recursion through `enter` has something to call.
        #[inline(never)]
        fn inner<T: Task>(isa: impl Isa, task: T) -> T::Output {
            task.run(isa)
        }
        inner(self, task)
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
        bits::moves(own, opp)
    }
}

/// The signed number in the low 32 bits.
#[inline(always)]
const fn low(bits: u64) -> i32 {
    bits as i32
}

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

    #[inline(always)]
    fn flips(_: impl Isa<Lanes = Self>, placed: Self, own: Self, opp: Self) -> Self {
        bits::flips(placed, own, opp)
    }
}
