//! Computations compiled for the processor at hand.
//!
//! Sets of 414 ways and of 256 squares fit the vectors of newer processors, and a program built for any
//! x86-64 may not even count bits in one instruction. So what is worth it is a [`Task`]: compiled once
//! for every level of the processor, and [`run`] as the best that is there. The answers are the same.

#![allow(unsafe_code)]

/// A computation that is to be compiled for every level.
pub trait Task {
    /// Its result.
    type Output;

    /// Does it. Must be `#[inline(always)]` in every implementation, and so must be what it calls.
    fn run(self) -> Self::Output;
}

/// Runs `task`, compiled for this processor.
#[cfg(target_arch = "x86_64")]
#[inline]
pub fn run<T: Task>(task: T) -> T::Output {
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn with_avx2<T: Task>(task: T) -> T::Output {
        task.run()
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq")]
    fn with_avx512<T: Task>(task: T) -> T::Output {
        task.run()
    }

    let avx2 = is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt");
    let avx512 = is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vpopcntdq");
    // SAFETY: each is called only where the instructions that it is compiled for have been found.
    unsafe {
        match (avx2, avx512) {
            (true, true) => with_avx512(task),
            (true, false) => with_avx2(task),
            (false, _) => task.run(),
        }
    }
}

/// Runs `task`.
#[cfg(not(target_arch = "x86_64"))]
#[inline]
pub fn run<T: Task>(task: T) -> T::Output {
    task.run()
}
