//! Squares and their names.

use std::fmt;

/// One of the 64 squares: a1 (top left) is 0, b1 is 1, h8 is 63.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
#[serde(try_from = "u8")]
pub struct Square(u8);

impl TryFrom<u8> for Square {
    type Error = String;

    fn try_from(index: u8) -> Result<Self, String> {
        Self::from_index(index).ok_or_else(|| format!("there is no square {index} in Othello"))
    }
}

impl Square {
    /// Every square, a1 b1 … h8.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..64).map(Self)
    }

    /// The square of bit `index`; `None` from 64 on.
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < 64 { Some(Self(index)) } else { None }
    }

    /// The square in `column` (0 = a) and `row` (0 = the top row, 1 in print); `None` off the board.
    pub const fn at(column: u8, row: u8) -> Option<Self> {
        if column < 8 && row < 8 {
            Some(Self(row * 8 + column))
        } else {
            None
        }
    }

    /// The square of the lowest set bit of `bits`; `None` when there is none.
    pub const fn lowest(bits: u64) -> Option<Self> {
        Self::from_index(bits.trailing_zeros() as u8)
    }

    /// 0…63.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// 0…7 for a…h.
    pub const fn column(self) -> u8 {
        self.0 % 8
    }

    /// 0…7 for rows 1…8.
    pub const fn row(self) -> u8 {
        self.0 / 8
    }

    /// The board with only this square set.
    pub const fn bit(self) -> u64 {
        1 << self.0
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = [b'a' + self.column(), b'1' + self.row()];
        f.pad(std::str::from_utf8(&name).unwrap_or("??"))
    }
}
