//! Perft at full speed: the counts of [`koteki_games::othello::perft`], several times sooner.
//!
//! The last ply is counted and not played (bulk counting), and the ply before it is played several
//! boards at a time, its moves collected from all over the tree so that no lane is empty. There is no
//! hash table and no symmetry: every sequence is walked, which is what makes the count a proof.

use rayon::prelude::*;

use super::boards;
use super::children::{Board, Queue};
use crate::search::isa::{Isa, LANES, Lanes, Path, Task};
use koteki_games::othello::perft::PassCounts;
use koteki_games::othello::{Position, bits};

/// Pieces of a divided count: enough that the threads end together.
const PIECES: usize = 1_000;

/// Plies that a piece has left at least: fewer are not worth handing out.
const LEFT: u32 = 5;

/// The number of move sequences of `depth` plies from `position`, as
/// [`perft`](koteki_games::othello::perft::perft) has it, on `path`.
///
/// The tree is cut into pieces behind its first plies, which go to the threads of the present rayon
/// pool; how many there are changes nothing but the time.
pub fn perft(position: &Position, depth: u32, passes: PassCounts, path: Path) -> u64 {
    let board = Board {
        own: position.own(),
        opp: position.opp(),
    };
    let mut pieces = vec![board];
    let mut left = depth;
    let mut ended = 0;
    while left > LEFT && pieces.len() < PIECES {
        let mut next = Vec::with_capacity(pieces.len() * 8);
        for piece in pieces {
            ended += expand(piece, passes, &mut next);
        }
        pieces = next;
        left -= 1;
    }
    let count = |board| {
        path.enter(Subtree {
            board,
            depth: left,
            passes,
        })
    };
    ended + pieces.into_par_iter().map(count).sum::<u64>()
}

/// Adds the positions a ply later to `next`; returns 1 when there is none because the game is over.
fn expand(board: Board, passes: PassCounts, next: &mut Vec<Board>) -> u64 {
    let mut board = board;
    let mut moves = bits::moves(board.own, board.opp);
    if moves == 0 {
        board = board.passed();
        moves = bits::moves(board.own, board.opp);
        if moves == 0 {
            return 1;
        }
        if passes == PassCounts::Ply {
            next.push(board);
            return 0;
        }
    }
    while moves != 0 {
        let placed = moves & moves.wrapping_neg();
        moves ^= placed;
        let flips = bits::flips(placed, board.own, board.opp);
        next.push(Board {
            own: board.opp & !flips,
            opp: board.own | flips | placed,
        });
    }
    0
}

/// A part of the tree, counted by one thread.
struct Subtree {
    board: Board,
    depth: u32,
    passes: PassCounts,
}

impl Task for Subtree {
    type Output = u64;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> u64 {
        let Self {
            board,
            depth,
            passes,
        } = self;
        let mut counter = Counter {
            total: 0,
            passes,
            waiting: LastMoves::new(),
        };
        let moves = board.moves(isa);
        match depth {
            0 => counter.total = 1,
            _ if moves == 0 => counter.without_moves(isa, board, depth),
            1 => counter.total = moves.count_ones().into(),
            _ => counter.with_moves(isa, (board, moves), depth),
        }
        counter.count_waiting(isa, 1);
        counter.total
    }
}

/// More moves than any position has.
const MOVES: usize = 64;
/// Moves that wait at most. Small enough to stay in the nearest cache.
const WAITING: usize = 4 * MOVES;

/// Moves that are the last to be played: behind each the replies are counted.
struct LastMoves {
    own: [u64; WAITING],
    opp: [u64; WAITING],
    /// The square of the move, as a bit.
    placed: [u64; WAITING],
    count: usize,
}

impl LastMoves {
    const fn new() -> Self {
        Self {
            own: [0; WAITING],
            opp: [0; WAITING],
            placed: [0; WAITING],
            count: 0,
        }
    }
}

/// A count under way.
struct Counter {
    /// Sequences counted.
    total: u64,
    passes: PassCounts,
    waiting: LastMoves,
}

impl Counter {
    /// Adds the sequences from a board whose side to move has no move, `depth` ≥ 1 plies.
    #[cold]
    #[inline(always)]
    fn without_moves<I: Isa>(&mut self, isa: I, board: Board, depth: u32) {
        let passed = board.passed();
        let replies = passed.moves(isa);
        if replies == 0 {
            self.total += 1;
            return;
        }
        let depth = match self.passes {
            PassCounts::Ply => depth - 1,
            PassCounts::NoPly => depth,
        };
        match depth {
            0 => self.total += 1,
            1 => self.total += u64::from(replies.count_ones()),
            _ => self.with_moves(isa, (passed, replies), depth),
        }
    }

    /// Adds the sequences from a board with moves, `depth` ≥ 2 plies.
    #[inline(always)]
    fn with_moves<I: Isa>(&mut self, isa: I, (board, moves): (Board, u64), depth: u32) {
        if depth == 2 {
            self.wait(isa, board, moves);
        } else {
            isa.enter(Interior {
                counter: self,
                position: (board, moves),
                depth,
            });
        }
    }

    /// Lets the moves of a board wait, the replies to each of which are to be counted.
    #[inline(always)]
    fn wait<I: Isa>(&mut self, isa: I, board: Board, mut moves: u64) {
        if self.waiting.count > WAITING - MOVES {
            self.count_waiting(isa, I::Lanes::COUNT);
        }
        while moves != 0 {
            // Never full: a board has at most `MOVES` moves.
            let index = self.waiting.count % WAITING;
            self.waiting.own[index] = board.own;
            self.waiting.opp[index] = board.opp;
            self.waiting.placed[index] = moves & moves.wrapping_neg();
            self.waiting.count += 1;
            moves &= moves - 1;
        }
    }

    /// Plays waiting moves and adds the number of replies to each, until fewer than `enough` are left.
    #[inline(always)]
    fn count_waiting<I: Isa>(&mut self, isa: I, enough: usize) {
        isa.enter(Replies {
            counter: self,
            enough,
        });
    }
}

/// A node at least three plies above the end, with moves.
struct Interior<'a> {
    counter: &'a mut Counter,
    position: (Board, u64),
    depth: u32,
}

impl Task for Interior<'_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let Self {
            counter,
            position: (board, moves),
            depth,
        } = self;
        let (own, opp) = (isa.splat(board.own), isa.splat(board.opp));
        let mut queue = Queue::new(moves, 0);
        while !queue.is_empty() {
            let (placed, count) = queue.take(isa);
            let flips = I::Lanes::flips(isa, placed, own, opp);
            let (child_own, child_opp) = (opp & !flips, own | flips | placed);
            let replies = boards::moves(isa, child_own, child_opp).store();
            let (child_own, child_opp) = (child_own.store(), child_opp.store());
            for lane in 0..count.min(I::Lanes::COUNT) {
                let child = Board {
                    own: child_own[lane],
                    opp: child_opp[lane],
                };
                if replies[lane] == 0 {
                    counter.without_moves(isa, child, depth - 1);
                } else {
                    counter.with_moves(isa, (child, replies[lane]), depth - 1);
                }
            }
        }
    }
}

/// Counts the replies to waiting moves.
struct Replies<'a> {
    counter: &'a mut Counter,
    enough: usize,
}

impl Task for Replies<'_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let Self { counter, enough } = self;
        while counter.waiting.count >= enough.max(1) {
            let waiting = &mut counter.waiting;
            let count = waiting.count.min(I::Lanes::COUNT);
            // The last ones, so that the others stay where they are.
            let from = waiting.count - count;
            waiting.count = from;
            let (mut own, mut opp, mut placed) = ([0; LANES], [0; LANES], [0; LANES]);
            for lane in 0..I::Lanes::COUNT {
                let index = (from + lane) % WAITING;
                own[lane] = waiting.own[index];
                opp[lane] = waiting.opp[index];
                placed[lane] = waiting.placed[index];
            }
            let (own, opp) = (isa.load(&own), isa.load(&opp));
            let placed = isa.load(&placed);
            let flips = I::Lanes::flips(isa, placed, own, opp);
            let (child_own, child_opp) = (opp & !flips, own | flips | placed);
            let replies = boards::moves(isa, child_own, child_opp);
            let stuck = !replies.where_zero().all_zero();
            let replies = replies.store();
            if stuck || count < I::Lanes::COUNT {
                let (child_own, child_opp) = (child_own.store(), child_opp.store());
                for lane in 0..count.min(I::Lanes::COUNT) {
                    let child = Board {
                        own: child_own[lane],
                        opp: child_opp[lane],
                    };
                    counter.last(isa, child, replies[lane]);
                }
            } else {
                let ones = replies.map(|replies| u64::from(replies.count_ones()));
                counter.total += ones.iter().take(I::Lanes::COUNT).sum::<u64>();
            }
        }
    }
}

impl Counter {
    /// Adds the sequences of one ply from a board.
    #[cold]
    #[inline(always)]
    fn last<I: Isa>(&mut self, isa: I, board: Board, moves: u64) {
        if moves == 0 {
            self.without_moves(isa, board, 1);
        } else {
            self.total += u64::from(moves.count_ones());
        }
    }
}
