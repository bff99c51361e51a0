//! What has been found out about positions: bounds of their values, each at one depth.
//!
//! One table a thread, kept from search to search. Each search has a generation of its own, and
//! entries of other generations count as empty slots: so nothing is cleared, and a search does the
//! same whatever was searched before it.

use super::super::othello::children::Board;
use super::super::othello::engine::INFINITE;

/// Bounds of a position's value for the side to move, and the move that was best or refuted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The value is at least this.
    pub lower: i32,
    /// The value is at most this.
    pub upper: i32,
    /// The depth of both, in plies.
    pub depth: u8,
    /// The square, 0…63; 64 when none is known.
    pub square: u8,
}

impl Known {
    /// What is known of any position at `depth`, when `square` is the move to try first.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)]
    pub const fn nothing(depth: u32, square: u8) -> Self {
        Self {
            lower: -INFINITE,
            upper: INFINITE,
            depth: depth as u8,
            square,
        }
    }
}

#[derive(Clone, Copy)]
struct Entry {
    own: u64,
    opp: u64,
    known: Known,
    /// 0 in an entry that was never written.
    generation: u16,
}

/// Two entries in one cache line. The first keeps what is dearest, the second what is newest.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket([Entry; 2]);

const EMPTY: Bucket = Bucket(
    [Entry {
        own: 0,
        opp: 0,
        known: Known::nothing(0, 64),
        generation: 0,
    }; 2],
);

/// The table.
pub struct Table {
    buckets: Vec<Bucket>,
    /// One less than the number of buckets this search uses, a power of two.
    mask: usize,
    generation: u16,
}

impl Table {
    /// Without memory yet.
    pub const fn new() -> Self {
        Self {
            buckets: Vec::new(),
            mask: 0,
            generation: 0,
        }
    }

    /// Forgets everything and takes 2^`bits` buckets of 64 bytes.
    pub fn begin(&mut self, bits: u32) {
        let size = 1 << bits;
        if self.generation == u16::MAX {
            self.buckets.fill(EMPTY);
            self.generation = 0;
        }
        if self.buckets.len() < size {
            self.buckets.resize(size, EMPTY);
        }
        self.generation += 1;
        self.mask = size - 1;
    }

    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)]
    const fn index(&self, board: Board) -> usize {
        // Odd constants without structure (from the digits of √2, √3 and √5); the high bits of each
        // product depend on all squares.
        let own = board.own.wrapping_mul(0x6a09_e667_f3bc_c909);
        let opp = board.opp.wrapping_mul(0xbb67_ae85_84ca_a73b);
        let mixed = (own ^ opp.rotate_left(32)).wrapping_mul(0x3c6e_f372_fe94_f82b);
        (mixed >> 32) as usize & self.mask
    }

    /// What this search has found out about `board`, at whatever depth.
    #[inline(always)]
    pub fn probe(&self, board: Board) -> Option<Known> {
        let bucket = self.buckets.get(self.index(board))?;
        bucket
            .0
            .iter()
            .find(|entry| {
                entry.own == board.own
                    && entry.opp == board.opp
                    && entry.generation == self.generation
            })
            .map(|entry| entry.known)
    }

    /// Keeps `known` about `board` in place of what was known before.
    #[inline(always)]
    pub fn store(&mut self, board: Board, known: Known) {
        let index = self.index(board);
        let generation = self.generation;
        let Some(Bucket([dear, new])) = self.buckets.get_mut(index) else {
            return;
        };
        let entry = Entry {
            own: board.own,
            opp: board.opp,
            known,
            generation,
        };
        let same = |old: &Entry| old.own == board.own && old.opp == board.opp;
        if same(new) && !same(dear) {
            *new = entry;
        } else if same(dear)
            || dear.generation != generation
            || dear.known.depth <= entry.known.depth
        {
            if !same(dear) {
                *new = *dear;
            }
            *dear = entry;
        } else {
            *new = entry;
        }
    }
}
