//! The one source of randomness.
//!
//! The stream is fixed for good: PCG (XSL-RR 128/64, multiplicative), and the distributions are our
//! own, because a library's may change between versions and then no seed would reproduce an old run.
//! What need not be reproduced, such as the seed of a sitting that names none, comes from [`rand::random`].
//! A generator is never shared: whoever needs one derives it from the run's seed and the coordinates
//! of what it is for (cycle, step, individual, game), so that the number of threads and their order
//! cannot change a result.

use std::convert::Infallible;

use rand::TryRng;
use rand_pcg::Pcg64Mcg;

pub use rand::{Rng, SeedableRng};

/// A reproducible generator with the few distributions the program needs; for others it is one of [`rand`]'s.
#[derive(Clone, Debug)]
pub struct Random(Pcg64Mcg);

/// SplitMix64's finaliser: mixes one word so that neighbouring inputs share nothing.
fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// Derives a seed from a run's seed and the coordinates of what it is for.
///
/// ```
/// use koteki_games::random::derive_seed;
/// assert_ne!(derive_seed(1, &[0, 1]), derive_seed(1, &[1, 0]));
/// ```
pub fn derive_seed(seed: u64, coordinates: &[u64]) -> u64 {
    let start = mix(seed.wrapping_add(0x9e37_79b9_7f4a_7c15));
    coordinates.iter().fold(start, |state, &coordinate| {
        mix(state
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .wrapping_add(mix(coordinate.wrapping_add(0x632b_e59b_d9b4_e019))))
    })
}

impl SeedableRng for Random {
    type Seed = [u8; 16];

    fn from_seed(seed: [u8; 16]) -> Self {
        Self(Pcg64Mcg::from_seed(seed))
    }

    fn seed_from_u64(seed: u64) -> Self {
        let low = mix(seed.wrapping_add(0x9e37_79b9_7f4a_7c15));
        let high = mix(low.wrapping_add(0x9e37_79b9_7f4a_7c15));
        Self::from_seed((u128::from(high) << 64 | u128::from(low)).to_le_bytes())
    }
}

impl TryRng for Random {
    type Error = Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.0.try_next_u32()
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.0.try_next_u64()
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.0.try_fill_bytes(bytes)
    }
}

impl Random {
    /// The generator of `seed` at `coordinates`; see [`derive_seed`].
    pub fn derived(seed: u64, coordinates: &[u64]) -> Self {
        Self::seed_from_u64(derive_seed(seed, coordinates))
    }

    /// A uniform whole number in `0..n`; 0 when `n` is 0. Unbiased (Lemire 2019, with rejection).
    pub fn below(&mut self, n: usize) -> usize {
        let n = n as u64;
        if n == 0 {
            return 0;
        }
        loop {
            let product = u128::from(self.next_u64()) * u128::from(n);
            let low = product as u64;
            // The division, which takes its time, only where it can matter.
            if low >= n || low >= n.wrapping_neg() % n {
                return (product >> 64) as usize;
            }
        }
    }

    /// A uniform number in `[0, 1)` with 53 random bits.
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// A normal deviate with mean 0 and standard deviation 1 (Box and Muller 1958; the second
    /// deviate of the pair is dropped, so that every call uses the same number of draws).
    pub fn normal(&mut self) -> f64 {
        let radius = libm::sqrt(-2.0 * libm::log(1.0 - self.unit()));
        radius * libm::cos(2.0 * std::f64::consts::PI * self.unit())
    }

    /// One item, all equally likely; `None` from an empty slice.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }

    /// Puts `items` into a uniformly random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}
