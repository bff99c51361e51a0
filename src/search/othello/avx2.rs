//! AVX2.
use super::level::{BATCH, Batch, Level, Task, Terms};
use super::portable::Portable;

/// AVX2 and bit counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Avx2(());

impl Avx2 {
    /// The token, when the processor has the instructions.
    pub fn detect() -> Option<Self> {
        let there = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        there.then_some(Self(()))
    }
}

impl Level for Avx2 {
    const LANES: usize = 1;

    #[inline(always)]
    fn enter<T: Task>(self, task: T) -> T::Output {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn inner<T: Task>(level: Avx2, task: T) -> T::Output {
            task.run(level)
        }
        // SAFETY: the token exists, so `detect` found the instructions.
        #[allow(unsafe_code)]
        unsafe {
            inner(self, task)
        }
    }

    #[inline(always)]
    fn moves(self, own: u64, opp: u64) -> u64 {
        Portable.moves(own, opp)
    }

    #[inline(always)]
    fn flips(self, square: u32, own: u64, opp: u64) -> u64 {
        Portable.flips(square, own, opp)
    }

    #[inline(always)]
    fn values(self, terms: &Terms, batch: &Batch) -> [i32; BATCH] {
        Portable.values(terms, batch)
    }
}
