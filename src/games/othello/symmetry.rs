//! The eight symmetries of the board.
//!
//! Four of them (the identity, the turn by 180° and the two diagonals) carry the usual start to
//! itself, so they carry games to games; the other four exchange its colours.

use super::{Move, Position, Square};
use crate::{Game as _, Side};

/// A turn or reflection of the board: columns reversed or not, then rows, then both exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    columns: bool,
    rows: bool,
    exchange: bool,
}

impl Symmetry {
    /// All eight, the identity first.
    pub const ALL: [Self; 8] = {
        let mut all = [Self {
            columns: false,
            rows: false,
            exchange: false,
        }; 8];
        let mut i = 0;
        while i < 8 {
            all[i] = Self {
                columns: i & 1 != 0,
                rows: i & 2 != 0,
                exchange: i & 4 != 0,
            };
            i += 1;
        }
        all
    };

    /// The symmetries that carry the usual start to itself.
    pub fn of_start() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|s| s.columns == s.rows)
    }

    /// The symmetry that undoes this one.
    pub const fn inverse(self) -> Self {
        if self.exchange {
            // Reversing columns and then exchanging is exchanging and then reversing rows.
            Self {
                columns: self.rows,
                rows: self.columns,
                exchange: true,
            }
        } else {
            self
        }
    }

    /// Where a set of squares goes.
    pub const fn board(self, mut board: u64) -> u64 {
        if self.columns {
            board = reverse_columns(board);
        }
        if self.rows {
            board = board.swap_bytes();
        }
        if self.exchange {
            board = exchange(board);
        }
        board
    }

    /// Where a square goes.
    pub fn square(self, square: Square) -> Square {
        // One bit stays one bit.
        Square::lowest(self.board(square.bit())).unwrap_or(square)
    }

    /// Where a move goes; a pass stays a pass.
    pub fn mv(self, mv: Move) -> Move {
        match mv {
            Move::Place(square) => Move::Place(self.square(square)),
            Move::Pass => Move::Pass,
        }
    }

    /// The position with its board turned; the side to move stays.
    pub fn position(self, position: &Position) -> Position {
        Position::new(
            self.board(position.discs(Side::Black)),
            self.board(position.discs(Side::White)),
            position.side_to_move(),
        )
        // The images of disjoint sets are disjoint.
        .unwrap_or(*position)
    }
}

/// a ↔ h, b ↔ g, …
const fn reverse_columns(board: u64) -> u64 {
    board.swap_bytes().reverse_bits()
}

/// a1 stays, h1 ↔ a8: reflects in the diagonal a1–h8, by exchanging ever larger blocks.
const fn exchange(mut board: u64) -> u64 {
    let mut swap = (board ^ (board >> 7)) & 0x00aa_00aa_00aa_00aa;
    board ^= swap ^ (swap << 7);
    swap = (board ^ (board >> 14)) & 0x0000_cccc_0000_cccc;
    board ^= swap ^ (swap << 14);
    swap = (board ^ (board >> 28)) & 0x0000_0000_f0f0_f0f0;
    board ^ swap ^ (swap << 28)
}
