//! The placements of a scan, some at a time: in which order, and what they lead to.

use super::{Node, count};
use crate::eval::decided_value;
use crate::search::isa::{Isa, LANES, Lanes, Task};
use crate::search::othello::boards;
use koteki_games::othello::Square;

/// The next placements of a scan to be played: as many at a time as the processor plays at once.
pub struct Batch<'r> {
    pub node: Node,
    pub order: &'r Order,
    /// The placements left, turned.
    pub rest: &'r mut u64,
}

/// The boards after some placements, for the side that has made them, and the replies.
pub struct Played {
    pub count: usize,
    pub placed: [u64; LANES],
    own: [u64; LANES],
    opp: [u64; LANES],
    replies: [u64; LANES],
}

/// The same boards on vectors.
pub struct Boards<V> {
    pub own: V,
    pub opp: V,
    pub replies: V,
}

/// What a placement leads to.
pub enum After {
    /// The end of the game, with this rank for the side that made the placement.
    Over(i32),
    /// A position in which the opponent has to pass.
    Again(Node),
    /// One in which the opponent replies.
    Reply(Node),
}

impl Played {
    /// What the placement in `lane` leads to.
    #[inline(always)]
    pub fn after<I: Isa>(&self, isa: I, lane: usize) -> After {
        let (own, opp) = (self.own[lane], self.opp[lane]);
        let placements = self.replies[lane];
        if placements != 0 {
            return After::Reply(Node {
                own: opp,
                opp: own,
                placements,
            });
        }
        let placements = isa.moves(own, opp);
        if placements == 0 {
            return After::Over(decided_value(count(own) - count(opp)));
        }
        After::Again(Node {
            own,
            opp,
            placements,
        })
    }
}

impl Batch<'_> {
    /// Plays them.
    #[inline(always)]
    pub fn play<I: Isa>(self, isa: I) -> (Played, Boards<I::Lanes>) {
        let Self { node, order, rest } = self;
        let mut placed = [1; LANES];
        let mut count = 0;
        while count < I::Lanes::COUNT
            && *rest != 0
            && let Some(square) = order.square(*rest)
        {
            placed[count] = square.bit();
            count += 1;
            *rest &= *rest - 1;
        }
        let (before, opp) = (isa.splat(node.own), isa.splat(node.opp));
        let lanes = isa.load(&placed);
        let flips = I::Lanes::flips(isa, lanes, before, opp);
        let (own, opp) = (before | flips | lanes, opp & !flips);
        let replies = boards::moves(isa, opp, own);
        let played = Played {
            count,
            placed,
            own: own.store(),
            opp: opp.store(),
            replies: replies.store(),
        };
        (played, Boards { own, opp, replies })
    }
}

impl Task for Batch<'_> {
    type Output = Played;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Played {
        self.play(isa).0
    }
}

/// A scan that begins in some row and column: the board turned so that the scan goes from bit 0 up.
pub struct Order {
    row: u8,
    column: u8,
}

impl From<(u8, u8)> for Order {
    fn from((row, column): (u8, u8)) -> Self {
        Self {
            row: row & 7,
            column: column & 7,
        }
    }
}

impl Order {
    pub const fn turn(&self, board: u64) -> u64 {
        let rows = board.rotate_right(8 * self.row as u32);
        let low_columns = 0x0101_0101_0101_0101 * (0xff >> self.column);
        (rows >> self.column) & low_columns | (rows << ((8 - self.column) & 7)) & !low_columns
    }

    /// The square of the lowest bit of a turned board.
    const fn square(&self, turned: u64) -> Option<Square> {
        let index = turned.trailing_zeros() as u8;
        Square::at((index + self.column) & 7, ((index >> 3) + self.row) & 7)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scan_visits_rows_and_columns_with_wrap_around() {
        for row in 0..8u8 {
            for column in 0..8u8 {
                let order = Order { row, column };
                let mut rest = order.turn(u64::MAX);
                for i in 0..8 {
                    for j in 0..8 {
                        let square = order.square(rest).unwrap();
                        assert_eq!(square.row(), (row + i) % 8);
                        assert_eq!(square.column(), (column + j) % 8);
                        // Each square alone lands on the same bit.
                        assert_eq!(order.turn(square.bit()), rest & rest.wrapping_neg());
                        rest &= rest - 1;
                    }
                }
                assert_eq!(rest, 0);
            }
        }
    }
}
