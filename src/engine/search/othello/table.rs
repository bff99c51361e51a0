//! What a search has found out about boards, whatever it is that it finds out.
//!
//! One table a thread, kept from search to search; other threads may help with a search and share its
//! table. Each search has a generation of its own, and entries of other generations count as empty slots:
//! so nothing is cleared (that would take longer than a small ending), and a search does the same whatever
//! was searched before it.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering};

use super::children::Board;
use crate::search::isa::Isa;

/// What is kept about a board: bounds of its value, and a move to try first.
pub(super) trait Fact: Copy {
    /// What is known of any board.
    const NOTHING: Self;

    /// How much work it stands for, when it is known of `board`: the dearer of two is kept.
    fn work(&self, board: Board) -> u32;

    /// As at most 112 bits.
    fn to_bits(self) -> u128;

    /// What these bits stand for.
    fn from_bits(bits: u128) -> Self;
}

#[derive(Clone, Copy)]
struct Entry<F> {
    board: Board,
    fact: F,
    /// 0 in an entry that was never written.
    generation: u16,
}

impl<F: Fact> Entry<F> {
    /// The four words that are kept. Those of the board are mixed with all others, so that words of two
    /// entries, written by two threads at once, make up a board that is asked about by a chance of about
    /// 2^−64 only.
    #[inline(always)]
    fn to_words(self) -> [u64; 4] {
        let Board { own, opp } = self.board;
        let bits = self.fact.to_bits() << 16 | u128::from(self.generation);
        let (low, high) = (bits as u64, (bits >> 64) as u64);
        let mixed = mix(low, high);
        [
            own ^ mixed,
            opp ^ mixed ^ own.wrapping_mul(ODD[2]),
            low,
            high,
        ]
    }

    #[inline(always)]
    fn from_words([own, opp, low, high]: [u64; 4]) -> Self {
        let mixed = mix(low, high);
        let own = own ^ mixed;
        let opp = opp ^ mixed ^ own.wrapping_mul(ODD[2]);
        Self {
            board: Board { own, opp },
            fact: F::from_bits((u128::from(high) << 64 | u128::from(low)) >> 16),
            generation: low as u16,
        }
    }
}

/// Odd constants without structure (from the digits of √2, √3 and √5): the high bits of each product depend
/// on all bits.
const ODD: [u64; 3] = [
    0x6a09_e667_f3bc_c909,
    0xbb67_ae85_84ca_a73b,
    0x3c6e_f372_fe94_f82b,
];

#[inline(always)]
const fn mix(low: u64, high: u64) -> u64 {
    low.wrapping_mul(ODD[0])
        .wrapping_add(high.wrapping_mul(ODD[1]))
}

/// The words of an entry, each read and written on its own.
#[derive(Default)]
struct Slot([AtomicU64; 4]);

impl Slot {
    #[inline(always)]
    fn load<F: Fact>(&self) -> Entry<F> {
        let [own, opp, low, high] = &self.0;
        Entry::from_words([own, opp, low, high].map(|word| word.load(Ordering::Relaxed)))
    }

    #[inline(always)]
    fn store<F: Fact>(&self, entry: Entry<F>) {
        for (word, value) in self.0.iter().zip(entry.to_words()) {
            word.store(value, Ordering::Relaxed);
        }
    }
}

/// Two entries in one cache line. The first keeps what is dearest, the second what is newest.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 2]);

/// The table.
pub(super) struct Table<F> {
    buckets: Vec<Bucket>,
    /// One less than the number of buckets this search uses, a power of two.
    mask: usize,
    generation: u16,
    fact: PhantomData<F>,
}

impl<F: Fact> Table<F> {
    /// Without memory yet.
    pub(super) const fn new() -> Self {
        Self {
            buckets: Vec::new(),
            mask: 0,
            generation: 0,
            fact: PhantomData,
        }
    }

    /// Forgets everything and takes 2^`bits` buckets of 64 bytes.
    pub(super) fn begin(&mut self, bits: u32) {
        let size = 1 << bits;
        if self.generation == u16::MAX {
            self.buckets.fill_with(Bucket::default);
            self.generation = 0;
        }
        if self.buckets.len() < size {
            self.buckets.resize_with(size, Bucket::default);
        }
        self.generation += 1;
        self.mask = size - 1;
    }

    #[inline(always)]
    const fn index(&self, board: Board) -> usize {
        let own = board.own.wrapping_mul(ODD[0]);
        let opp = board.opp.wrapping_mul(ODD[1]);
        let mixed = (own ^ opp.rotate_left(32)).wrapping_mul(ODD[2]);
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
        let Bucket(slots) = self.buckets.get(self.index(board))?;
        let found = |entry: &Entry<F>| entry.board == board && entry.generation == self.generation;
        slots
            .iter()
            .map(Slot::load)
            .find(found)
            .map(|entry| entry.fact)
    }

    /// Keeps `fact` about `board` in place of what was known before.
    #[inline(always)]
    pub(super) fn store(&self, board: Board, fact: F) {
        let generation = self.generation;
        let Some(Bucket([dear_slot, new_slot])) = self.buckets.get(self.index(board)) else {
            return;
        };
        let entry = Entry {
            board,
            fact,
            generation,
        };
        let (dear, new) = (dear_slot.load::<F>(), new_slot.load::<F>());
        let same = |old: &Entry<F>| old.board == board;
        if same(&new) && !same(&dear) {
            new_slot.store(entry);
        } else if same(&dear)
            || dear.generation != generation
            || dear.fact.work(dear.board) <= fact.work(board)
        {
            if !same(&dear) {
                new_slot.store(dear);
            }
            dear_slot.store(entry);
        } else {
            new_slot.store(entry);
        }
    }
}
