//! What a search has found out about boards, whatever it is that it finds out.
//!
//! One table a thread, kept from search to search. Each search has a generation of its own, and
//! entries of other generations count as empty slots: so nothing is cleared (that would take longer
//! than a small ending), and a search does the same whatever was searched before it.

use super::children::Board;
use crate::search::isa::Isa;

/// What is kept about a board: bounds of its value, and a move to try first.
pub(super) trait Fact: Copy {
    /// What is known of any board.
    const NOTHING: Self;

    /// How much work it stands for, when it is known of `board`: the dearer of two is kept.
    fn work(&self, board: Board) -> u32;
}

#[derive(Clone, Copy)]
struct Entry<F> {
    board: Board,
    fact: F,
    /// 0 in an entry that was never written.
    generation: u16,
}

/// Two entries in one cache line. The first keeps what is dearest, the second what is newest.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket<F>([Entry<F>; 2]);

impl<F: Fact> Bucket<F> {
    const EMPTY: Self = Self(
        [Entry {
            board: Board { own: 0, opp: 0 },
            fact: F::NOTHING,
            generation: 0,
        }; 2],
    );
}

/// The table.
pub(super) struct Table<F> {
    buckets: Vec<Bucket<F>>,
    /// One less than the number of buckets this search uses, a power of two.
    mask: usize,
    generation: u16,
}

impl<F: Fact> Table<F> {
    /// Without memory yet.
    pub(super) const fn new() -> Self {
        Self {
            buckets: Vec::new(),
            mask: 0,
            generation: 0,
        }
    }

    /// Forgets everything and takes 2^`bits` buckets of 64 bytes.
    pub(super) fn begin(&mut self, bits: u32) {
        let size = 1 << bits;
        if self.generation == u16::MAX {
            self.buckets.fill(Bucket::EMPTY);
            self.generation = 0;
        }
        if self.buckets.len() < size {
            self.buckets.resize(size, Bucket::EMPTY);
        }
        self.generation += 1;
        self.mask = size - 1;
    }

    #[inline(always)]
    const fn index(&self, board: Board) -> usize {
        // Odd constants without structure (from the digits of √2, √3 and √5); the high bits of each
        // product depend on all squares.
        let own = board.own.wrapping_mul(0x6a09_e667_f3bc_c909);
        let opp = board.opp.wrapping_mul(0xbb67_ae85_84ca_a73b);
        let mixed = (own ^ opp.rotate_left(32)).wrapping_mul(0x3c6e_f372_fe94_f82b);
        (mixed >> 32) as usize & self.mask
    }

    /// Has the place of `board` brought from memory: it will be asked about soon.
    #[inline(always)]
    pub(super) fn prefetch<I: Isa>(&self, isa: I, board: Board) {
        if let Some(bucket) = self.buckets.get(self.index(board)) {
            isa.prefetch(bucket);
        }
    }

    /// What this search has found out about `board`.
    #[inline(always)]
    pub(super) fn probe(&self, board: Board) -> Option<F> {
        let bucket = self.buckets.get(self.index(board))?;
        let found = |entry: &&Entry<F>| entry.board == board && entry.generation == self.generation;
        bucket.0.iter().find(found).map(|entry| entry.fact)
    }

    /// Keeps `fact` about `board` in place of what was known before.
    #[inline(always)]
    pub(super) fn store(&mut self, board: Board, fact: F) {
        let index = self.index(board);
        let generation = self.generation;
        let Some(Bucket([dear, new])) = self.buckets.get_mut(index) else {
            return;
        };
        let entry = Entry {
            board,
            fact,
            generation,
        };
        let same = |old: &Entry<F>| old.board == board;
        if same(new) && !same(dear) {
            *new = entry;
        } else if same(dear)
            || dear.generation != generation
            || dear.fact.work(dear.board) <= fact.work(board)
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
