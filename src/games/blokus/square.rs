//! Squares of the board.

use std::fmt;

use crate::Side;

/// One of the 196 squares, in reading order from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// Columns and rows of the board.
    pub const SIDE: u8 = 14;
    /// Squares of the board.
    pub const COUNT: usize = 196;

    /// The square at a column and a row, 0…13 from the top left; `None` off the board.
    pub const fn at(column: u8, row: u8) -> Option<Self> {
        if column < Self::SIDE && row < Self::SIDE {
            Some(Self(row * Self::SIDE + column))
        } else {
            None
        }
    }

    /// As [`at`](Self::at), of numbers that may be negative.
    pub fn at_signed(column: i32, row: i32) -> Option<Self> {
        Self::at(u8::try_from(column).ok()?, u8::try_from(row).ok()?)
    }

    /// The square that the first piece of `side` has to cover: (5,5) for Black, (A,A) for White, which
    /// Pentobi calls e10 and j5.
    pub const fn start(side: Side) -> Self {
        match side {
            Side::Black => Self(4 * Self::SIDE + 4),
            Side::White => Self(9 * Self::SIDE + 9),
        }
    }

    /// All squares in reading order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::SIDE * Self::SIDE).map(Self)
    }

    /// The column, 0 on the left.
    pub const fn column(self) -> u8 {
        self.0 % Self::SIDE
    }

    /// The row, 0 at the top.
    pub const fn row(self) -> u8 {
        self.0 / Self::SIDE
    }

    /// The number in reading order, 0…195.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The square mirrored at the diagonal through both start squares.
    pub const fn mirrored(self) -> Self {
        Self(self.column() * Self::SIDE + self.row())
    }

    /// The square after half a turn, which exchanges the start squares.
    pub const fn turned(self) -> Self {
        Self(Self::SIDE * Self::SIDE - 1 - self.0)
    }
}

/// Pentobi's name: the column's letter and the row's number from the bottom, as in `e10`.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = char::from(b'a' + self.column());
        f.pad(&format!("{letter}{}", Self::SIDE - self.row()))
    }
}
