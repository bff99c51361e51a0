//! Which of the sets this processor has.

use std::fmt;

use super::portable::Portable;
#[cfg(target_arch = "x86_64")]
use super::x86::{Avx2, Avx512};
use super::{Isa as _, Task};
use crate::eval::othello::Weights;

/// A set of instructions that this processor has. There is no way to name one that it has not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Path(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Portable(Portable),
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl Path {
    /// Plain integer code, for any processor.
    pub const PORTABLE: Self = Self(Kind::Portable(Portable));

    /// Every path of this processor, the slowest first.
    fn all() -> impl Iterator<Item = Self> {
        #[cfg(target_arch = "x86_64")]
        let special = [
            Avx2::detect().map(Kind::Avx2),
            Avx512::detect().map(Kind::Avx512),
        ];
        #[cfg(not(target_arch = "x86_64"))]
        let special = [None];
        std::iter::once(Self::PORTABLE).chain(special.into_iter().flatten().map(Self))
    }

    /// Every path of this processor, the slowest first.
    pub fn available() -> Vec<Self> {
        Self::all().collect()
    }

    /// The fastest path of this processor.
    pub fn best() -> Self {
        Self::all().last().unwrap_or(Self::PORTABLE)
    }

    /// The path called `name`, if this processor has it.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::all().find(|path| path.name() == name)
    }

    /// Its name: `portable`, `avx2` or `avx512`.
    pub const fn name(self) -> &'static str {
        match self.0 {
            Kind::Portable(_) => "portable",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(_) => "avx2",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(_) => "avx512",
        }
    }

    /// Runs `task` on this path.
    #[inline]
    pub(in crate::search) fn enter<T: Task>(self, task: T) -> T::Output {
        match self.0 {
            Kind::Portable(isa) => isa.enter(task),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(isa) => isa.enter(task),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(isa) => isa.enter(task),
        }
    }

    /// Runs `task`, whose values are those of `weights`, on this path.
    #[inline]
    pub(in crate::search) fn enter_for<T: Task>(self, weights: &Weights, task: T) -> T::Output {
        if !weights.has_style() {
            return self.enter(task);
        }
        match self.0 {
            Kind::Portable(isa) => isa.styled().enter(task),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(isa) => isa.styled().enter(task),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(isa) => isa.styled().enter(task),
        }
    }
}

impl Default for Path {
    fn default() -> Self {
        Self::best()
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
