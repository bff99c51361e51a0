//! What has been proved about positions: bounds of their scores.
//!
//! One table a thread, kept from solve to solve. Each solve has a generation of its own, and entries
//! of other generations count as empty slots: so nothing is cleared (that would take longer than a
//! small ending), and a solve does the same whatever was solved before it.

use crate::search::othello::children::Board;
use crate::search::othello::level::Level;

/// Bounds of a position's score for the side to move, and the move that was best or refuted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The score is at least this.
    pub lower: i8,
    /// The score is at most this.
    pub upper: i8,
    /// The square, 0…63; 64 when none is known.
    pub square: u8,
}

impl Known {
    /// What is known of any position.
    pub const NOTHING: Self = Self {
        lower: -64,
        upper: 64,
        square: 64,
    };
}

#[derive(Clone, Copy)]
struct Entry {
    own: u64,
    opp: u64,
    known: Known,
    /// Empty squares: how much work the entry stands for.
    empties: u8,
    /// 0 in an entry that was never written.
    generation: u8,
}

/// Two entries in one cache line. The first keeps what is dearest, the second what is newest.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket([Entry; 2]);

const EMPTY: Bucket = Bucket(
    [Entry {
        own: 0,
        opp: 0,
        known: Known::NOTHING,
        empties: 0,
        generation: 0,
    }; 2],
);

/// The table.
pub struct Table {
    buckets: Vec<Bucket>,
    /// One less than the number of buckets this solve uses, a power of two.
    mask: usize,
    generation: u8,
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
        if self.generation == u8::MAX {
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
        // Two odd constants without structure (from the digits of √2 and √3); the high bits of each
        // product depend on all squares.
        let own = board.own.wrapping_mul(0x6a09_e667_f3bc_c909);
        let opp = board.opp.wrapping_mul(0xbb67_ae85_84ca_a73b);
        let mixed = (own ^ opp.rotate_left(32)).wrapping_mul(0x3c6e_f372_fe94_f82b);
        (mixed >> 32) as usize & self.mask
    }

    /// Has the place of `board` brought from memory: it will be asked about soon.
    #[inline(always)]
    pub fn prefetch<L: Level>(&self, level: L, board: Board) {
        if let Some(bucket) = self.buckets.get(self.index(board)) {
            level.prefetch(bucket);
        }
    }

    /// What this solve has proved about `board`.
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

    /// Keeps `known` about `board`, which has `empties` empty squares.
    #[inline(always)]
    pub fn store(&mut self, board: Board, empties: u32, known: Known) {
        let index = self.index(board);
        let generation = self.generation;
        let Some(Bucket([dear, new])) = self.buckets.get_mut(index) else {
            return;
        };
        #[allow(clippy::cast_possible_truncation)]
        let entry = Entry {
            own: board.own,
            opp: board.opp,
            known,
            empties: empties as u8,
            generation,
        };
        let same = |old: &Entry| old.own == board.own && old.opp == board.opp;
        if same(new) && !same(dear) {
            *new = entry;
        } else if same(dear) || dear.generation != generation || dear.empties <= entry.empties {
            if !same(dear) {
                *new = *dear;
            }
            *dear = entry;
        } else {
            *new = entry;
        }
    }
}
