//! What a search has found out about positions: bounds of their values, each at one depth.

use crate::eval::DECIDED;
use koteki_games::blokus::{Placement, Position};
use koteki_games::{Game as _, Side};

/// Beyond every value.
pub const INFINITE: i32 = 2 * DECIDED;

/// Bounds of a position's value for the side to move, and the placement that was best or refuted.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The value is at least this.
    pub lower: i32,
    /// The value is at most this.
    pub upper: i32,
    /// The depth of both, in plies.
    pub depth: u8,
    /// The placement to try first.
    pub best: Option<Placement>,
}

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    known: Bounds,
    /// 0 in an entry that was never written.
    generation: u16,
}

const EMPTY: Entry = Entry {
    key: 0,
    known: Bounds {
        lower: -INFINITE,
        upper: INFINITE,
        depth: 0,
        best: None,
    },
    generation: 0,
};

/// The table: one entry a place. Entries of other searches count as empty, so nothing is cleared and a
/// search does the same whatever was searched before it.
pub struct Table {
    entries: Vec<Entry>,
    mask: usize,
    generation: u16,
}

impl Table {
    /// Without memory yet.
    pub const fn new() -> Self {
        Self {
            entries: Vec::new(),
            mask: 0,
            generation: 0,
        }
    }

    /// Forgets everything and takes 2^`bits` places.
    pub fn begin(&mut self, bits: u32) {
        let size = 1 << bits;
        if self.generation == u16::MAX {
            self.entries.fill(EMPTY);
            self.generation = 0;
        }
        if self.entries.len() < size {
            self.entries.resize(size, EMPTY);
        }
        self.generation += 1;
        self.mask = size - 1;
    }

    const fn place(&self, key: u64) -> usize {
        (key >> 32) as usize & self.mask
    }

    /// What this search has found out about the position of `key`.
    pub fn probe(&self, key: u64) -> Option<Bounds> {
        let entry = self.entries.get(self.place(key))?;
        (entry.key == key && entry.generation == self.generation).then_some(entry.known)
    }

    /// Keeps `known`, unless the place holds something about another position that took more work.
    pub fn store(&mut self, key: u64, known: Bounds) {
        let place = self.place(key);
        let generation = self.generation;
        if let Some(entry) = self.entries.get_mut(place)
            && (entry.key == key
                || entry.generation != generation
                || entry.known.depth <= known.depth)
        {
            *entry = Entry {
                key,
                known,
                generation,
            };
        }
    }
}

/// 64 bits that two positions share only by a chance of 2^-64.
pub fn key(position: &Position) -> u64 {
    // Odd numbers without structure (from the digits of √2, √3, √5, √7, …).
    const ODD: [u64; 8] = [
        0x6a09_e667_f3bc_c909,
        0xbb67_ae85_84ca_a73b,
        0x3c6e_f372_fe94_f82b,
        0xa54f_f53a_5f1d_36f1,
        0x510e_527f_ade6_82d1,
        0x9b05_688c_2b3e_6c1f,
        0x1f83_d9ab_fb41_bd6b,
        0x5be0_cd19_137e_2179,
    ];
    let [black, white] = Side::BOTH.map(|side| position.squares(side).words());
    let mut key = position.side_to_move().index() as u64;
    for (word, odd) in black.into_iter().chain(white).zip(ODD) {
        key = (key ^ word).wrapping_mul(odd);
        key ^= key >> 29;
    }
    // Which pieces cover the squares can matter, though hardly ever.
    for side in Side::BOTH {
        key = (key ^ u64::from(position.left(side).bits())).wrapping_mul(ODD[0]);
        key ^= key >> 32;
    }
    key
}
