//! A node's moves: the order they are taken in, and the positions after them.

use super::boards::{self, Terms};
use crate::search::isa::{Isa, LANES, Lanes, Task};

/// More moves than any position has (the most known to be reachable is 33).
pub const MOVES: usize = 64;

/// The greatest rank beside which an index of a byte fits.
const RANK: i32 = (1 << 23) - 2;

/// Two boards, from the side to move.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Board {
    /// Discs of the side to move.
    pub own: u64,
    /// Discs of the side that waits.
    pub opp: u64,
}

impl Board {
    /// The same discs seen by the other side.
    #[inline(always)]
    pub const fn passed(self) -> Self {
        Self {
            own: self.opp,
            opp: self.own,
        }
    }

    /// The squares on which the side to move may place a disc.
    #[inline(always)]
    pub fn moves<I: Isa>(self, isa: I) -> u64 {
        isa.moves(self.own, self.opp)
    }
}

/// Moves waiting to be played some at a time.
pub struct Queue {
    /// To be taken before the others.
    first: u64,
    rest: u64,
}

impl Queue {
    /// All of `moves`, those in `first` before the others.
    #[inline(always)]
    pub const fn new(moves: u64, first: u64) -> Self {
        Self {
            first: moves & first,
            rest: moves & !first,
        }
    }

    /// Whether all have been taken.
    #[inline(always)]
    pub const fn is_empty(&self) -> bool {
        self.first | self.rest == 0
    }

    /// The next move's bit; 0 when there is none.
    #[inline(always)]
    fn next(&mut self) -> u64 {
        let from_first = self.first != 0;
        let from = if from_first { self.first } else { self.rest };
        let bit = from & from.wrapping_neg();
        self.first &= !bit;
        self.rest &= !bit;
        bit
    }

    /// The next moves, one a lane, and how many there were; lanes left over repeat the first.
    #[inline(always)]
    pub fn take<I: Isa>(&mut self, isa: I) -> (I::Lanes, usize) {
        let mut bits = [0; LANES];
        let mut count = 0;
        for bit in bits.iter_mut().take(I::Lanes::COUNT) {
            *bit = self.next();
            count += usize::from(*bit != 0);
        }
        let first = bits[0];
        (
            isa.load(&bits.map(|bit| if bit == 0 { first } else { bit })),
            count,
        )
    }
}

/// The positions after each of the moves of a node, and the order in which to look at them.
pub struct Children {
    /// Discs of the side to move there: of the opponent of the side that moved.
    own: [u64; MOVES],
    opp: [u64; MOVES],
    moves: [u64; MOVES],
    /// The square of the move, as a bit.
    placed: [u64; MOVES],
    /// Lower is tried earlier. The index of the child is in the low byte, so all are different.
    rank: [i32; MOVES],
    count: usize,
}

impl Children {
    /// No moves yet.
    pub const fn new() -> Self {
        Self {
            own: [0; MOVES],
            opp: [0; MOVES],
            moves: [0; MOVES],
            placed: [0; MOVES],
            rank: [0; MOVES],
            count: 0,
        }
    }

    /// Plays all `moves` of `board`, `first` first and the others in canonical order, and ranks them:
    /// `first`, then the worse for the opponent the earlier. How bad is the static value where `terms`
    /// are given, and the number of replies where not.
    #[inline(always)]
    pub fn fill<I: Isa>(&mut self, isa: I, node: (Board, u64), first: u64, terms: Option<&Terms>) {
        isa.enter(Fill {
            children: self,
            node,
            first,
            terms,
        });
    }

    /// Gives the moves new ranks: what `rank` says of each board, its moves, and the square that was played (as a
    /// bit), lower earlier. Kept to three bytes, so that with the index beside it the widest still fits.
    #[inline(always)]
    pub fn rank(&mut self, mut rank: impl FnMut((Board, u64), u64) -> i32) {
        for index in 0..self.count.min(MOVES) {
            let board = Board {
                own: self.own[index],
                opp: self.opp[index],
            };
            let value = rank((board, self.moves[index]), self.placed[index]);
            self.rank[index] = value.clamp(-RANK, RANK) << 8 | index as i32;
        }
    }

    /// Puts the move to the square `placed` (as a bit) before all others.
    #[inline(always)]
    pub fn put_first(&mut self, placed: u64) {
        for index in 0..self.count.min(MOVES) {
            if self.placed[index] == placed {
                self.rank[index] = (-RANK - 1) << 8 | index as i32;
            }
        }
    }

    /// Takes out the child of lowest rank: its index, and its board and moves.
    #[inline(always)]
    pub fn take(&mut self) -> Option<(usize, (Board, u64))> {
        let mut best = i32::MAX;
        for &rank in self.rank.iter().take(self.count) {
            best = best.min(rank);
        }
        if best == i32::MAX {
            return None;
        }
        let index = (best & 0xff) as usize % MOVES;
        self.rank[index] = i32::MAX;
        let board = Board {
            own: self.own[index],
            opp: self.opp[index],
        };
        Some((index, (board, self.moves[index])))
    }

    /// The square, as a bit, whose move led to the child at `index`.
    #[inline(always)]
    pub const fn placed(&self, index: usize) -> u64 {
        self.placed[index % MOVES]
    }

    /// The board and the moves after each move, in the order they were filled in.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = (Board, u64)> {
        let boards = self.own.iter().zip(&self.opp).zip(&self.moves);
        boards
            .take(self.count)
            .map(|((&own, &opp), &moves)| (Board { own, opp }, moves))
    }
}

/// The moves of a node to be played and ranked. Entered, not inlined: the evaluation is in it.
struct Fill<'a> {
    children: &'a mut Children,
    node: (Board, u64),
    first: u64,
    terms: Option<&'a Terms>,
}

impl Task for Fill<'_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let Self {
            children,
            node: (board, moves),
            first,
            terms,
        } = self;
        let (own, opp) = (isa.splat(board.own), isa.splat(board.opp));
        let mut queue = Queue::new(moves, first);
        children.count = 0;
        while !queue.is_empty() {
            let (placed, count) = queue.take(isa);
            let flips = I::Lanes::flips(isa, placed, own, opp);
            let (child_own, child_opp) = (opp & !flips, own | flips | placed);
            let replies = boards::moves(isa, child_own, child_opp).store();
            let orders = match terms {
                // Coarser by 8, so that with the index beside it the widest value still fits.
                Some(terms) => boards::values(isa, terms, child_own, child_opp)
                    .store()
                    .map(|value| value as i32 >> 3),
                None => replies.map(|replies| replies.count_ones() as i32),
            };
            let (child_own, child_opp) = (child_own.store(), child_opp.store());
            let placed = placed.store();
            for lane in 0..I::Lanes::COUNT {
                let index = (children.count + lane) % MOVES;
                children.own[index] = child_own[lane];
                children.opp[index] = child_opp[lane];
                children.moves[index] = replies[lane];
                children.placed[index] = placed[lane];
                children.rank[index] = orders[lane] << 8 | index as i32;
            }
            children.count += count;
        }
        if moves & first != 0 {
            children.rank[0] = i32::MIN;
        }
    }
}
