//! The moves of a node in the order in which they are tried.

use super::last::odd_quadrants;
use super::table::Table;
use crate::search::isa::{Isa, LANES, Lanes, Task};
use crate::search::othello::boards;
use crate::search::othello::children::Board;
use koteki_games::othello::bits::CORNERS;

/// More moves than any position has (the most known to be reachable is 33).
const MOVES: usize = 64;

/// A move and the position after it, from the side to move there.
#[derive(Clone, Copy, Default)]
pub struct Child {
    /// The position.
    pub board: Board,
    /// The squares the side to move may play.
    pub replies: u64,
    /// The square that was played, 0…63.
    pub square: u8,
}

/// All moves of a node.
pub struct Children {
    children: [Child; MOVES],
    /// Lower is tried earlier.
    ranks: [i32; MOVES],
    count: usize,
}

impl Children {
    /// No moves yet.
    pub const fn new() -> Self {
        const CHILD: Child = Child {
            board: Board { own: 0, opp: 0 },
            replies: 0,
            square: 0,
        };
        Self {
            children: [CHILD; MOVES],
            ranks: [0; MOVES],
            count: 0,
        }
    }

    /// Plays all `moves` of `board`, and ranks them: the fewer replies the earlier (those to corners
    /// count twice), since few replies make a small tree and are bad for the opponent besides; then
    /// moves into a quadrant with an odd number of empty squares. With a `table` that is going to be
    /// asked about the positions.
    #[inline(always)]
    pub fn fill<I: Isa>(&mut self, isa: I, board: Board, moves: u64, table: Option<&Table>) {
        isa.enter(Fill {
            children: self,
            board,
            moves,
            table,
        });
    }

    /// The moves not yet taken by [`next`](Self::next) are tried in this order: `rank` of each, lower
    /// first.
    #[inline(always)]
    pub fn rank<E>(
        &mut self,
        mut rank: impl FnMut(&Child, i32) -> Result<i32, E>,
    ) -> Result<(), E> {
        for (child, value) in self.children.iter().zip(&mut self.ranks).take(self.count) {
            *value = rank(child, *value)?;
        }
        Ok(())
    }

    /// Puts the move to `square` first.
    #[inline(always)]
    pub fn put_first(&mut self, square: u8) {
        for (child, rank) in self.children.iter().zip(&mut self.ranks).take(self.count) {
            if child.square == square {
                *rank = i32::MIN;
            }
        }
    }

    /// How many moves are left.
    pub const fn len(&self) -> usize {
        self.count
    }

    /// The moves in the order of their squares, or what is left of that order.
    pub fn iter(&self) -> impl Iterator<Item = &Child> {
        self.children.iter().take(self.count)
    }

    /// Takes out the move to be tried next.
    #[inline(always)]
    pub fn next(&mut self) -> Option<Child> {
        let mut best = 0;
        let mut rank = *self.ranks.first()?;
        for index in 1..self.count.min(MOVES) {
            if self.ranks[index] < rank {
                (best, rank) = (index, self.ranks[index]);
            }
        }
        let last = self.count.checked_sub(1)?;
        let child = self.children[best % MOVES];
        // The last one moves into the gap, so that less is left to look through.
        self.children[best % MOVES] = self.children[last % MOVES];
        self.ranks[best % MOVES] = self.ranks[last % MOVES];
        self.count = last;
        Some(child)
    }
}

/// The moves of a node to be played and ranked. Entered, not inlined: every kind of node does it.
struct Fill<'a> {
    children: &'a mut Children,
    board: Board,
    moves: u64,
    table: Option<&'a Table>,
}

impl Task for Fill<'_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let Self {
            children,
            board,
            moves,
            table,
        } = self;
        let odd = odd_quadrants(!(board.own | board.opp));
        children.count = 0;
        let mut rest = moves;
        while rest != 0 {
            let (mut own, mut opp) = ([0; LANES], [0; LANES]);
            let start = children.count;
            for lane in 0..I::Lanes::COUNT {
                if rest == 0 {
                    break;
                }
                let square = rest.trailing_zeros();
                let bit = rest & rest.wrapping_neg();
                rest ^= bit;
                // One board at a time: most nodes have too few moves to fill the lanes.
                let flips = isa.flips(square, board.own, board.opp);
                own[lane] = board.opp & !flips;
                opp[lane] = board.own | flips | bit;
                let board = Board {
                    own: own[lane],
                    opp: opp[lane],
                };
                if let Some(table) = table {
                    table.prefetch(isa, board);
                }
                let index = children.count % MOVES;
                children.children[index] = Child {
                    board,
                    replies: 0,
                    square: square as u8,
                };
                children.ranks[index] = -i32::from(bit & odd != 0);
                children.count += 1;
            }
            let replies = boards::moves(isa, isa.load(&own), isa.load(&opp)).store();
            for lane in 0..I::Lanes::COUNT {
                let index = (start + lane) % MOVES;
                let replies = replies[lane];
                let mobility = replies.count_ones() + (replies & CORNERS).count_ones();
                children.children[index].replies = replies;
                children.ranks[index] += 2 * mobility as i32;
            }
        }
    }
}
