//! The last empty squares: no table, no sorting, only flips.
//!
//! Scores are for the side to move, fail-soft, and exact only as far as the window `alpha`,
//! `alpha + 1` needs.

use std::marker::PhantomData;

use super::Empties;
use crate::search::isa::{Isa, Task};
use crate::search::othello::children::Board;
use koteki_games::othello::bits;

/// With this many empty squares or fewer [`last`] takes over.
pub const FEW: u32 = 4;

/// Below every score: no move was found.
pub const NONE: i32 = -128;

/// The squares next to each square.
static NEIGHBOURS: [u64; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = bits::neighbours(1 << square);
        square += 1;
    }
    table
};

/// The two diagonals through each square.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut table = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            let (x, y) = (square as i32 % 8, square as i32 / 8);
            let (u, v) = (other % 8, other / 8);
            if x - y == u - v {
                table[square][0] |= 1 << other;
            }
            if x + y == u + v {
                table[square][1] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    table
};

/// For a square on a line of eight whose other squares are all taken: how many discs turn over, by
/// the discs of the side that plays.
static ON_LINE: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut square = 0;
    while square < 8 {
        let mut own = 0;
        while own < 256 {
            let below = own as u32 & ((1 << square) - 1);
            let above = own as u32 >> (square + 1);
            let mut count = 0;
            if below != 0 {
                count += square as u32 - below.ilog2() - 1;
            }
            if above != 0 {
                count += above.trailing_zeros();
            }
            table[square][own] = count as u8;
            own += 1;
        }
        square += 1;
    }
    table
};

/// How many discs turn over when `own` plays the one empty square of the board. The opponent's discs
/// are all the others, so each line through the square is a byte of `own`, gathered by multiplication.
#[inline(always)]
fn last_flips(own: u64, square: u32) -> i32 {
    const COLUMN_A: u64 = 0x0101_0101_0101_0101;
    const DOWN_TO_BYTE: u64 = 0x0102_0408_1020_4080;
    let square = square as usize % 64;
    let (x, y) = (square % 8, square / 8);
    let row = own >> (y * 8) & 0xff;
    let column = (own >> x & COLUMN_A).wrapping_mul(DOWN_TO_BYTE) >> 56;
    let [down, up] = DIAGONALS[square];
    let down = (own & down).wrapping_mul(COLUMN_A) >> 56;
    let up = (own & up).wrapping_mul(COLUMN_A) >> 56;
    i32::from(ON_LINE[x][row as usize % 256])
        + i32::from(ON_LINE[y][column as usize % 256])
        + i32::from(ON_LINE[x][down as usize % 256])
        + i32::from(ON_LINE[x][up as usize % 256])
}

/// What is counted, and how finished games are.
#[derive(Clone, Copy)]
pub struct Tally {
    /// Positions looked at.
    pub nodes: u64,
    /// What an empty square is worth to the winner: 1 or 0.
    share: i32,
}

impl Tally {
    /// Nothing counted yet.
    pub const fn new(empties: Empties) -> Self {
        Self {
            nodes: 0,
            share: match empties {
                Empties::ToWinner => 1,
                Empties::Uncounted => 0,
            },
        }
    }

    /// Nothing counted yet, by the same rule.
    pub const fn none_yet(&self) -> Self {
        Self { nodes: 0, ..*self }
    }

    /// The score of a finished game for the side called own.
    #[inline(always)]
    pub const fn final_score(&self, board: Board) -> i32 {
        let (own, opp) = (board.own.count_ones() as i32, board.opp.count_ones() as i32);
        let empties = 64 - own - opp;
        own - opp + self.share * empties * (own - opp).signum()
    }
}

/// The exact score with one square left; `share` as in [`Tally`].
#[inline(always)]
fn one(own: u64, square: u32, share: i32) -> i32 {
    let discs = own.count_ones() as i32;
    let flips = last_flips(own, square);
    if flips != 0 {
        return 2 * (discs + flips) - 62;
    }
    let flips = last_flips(!own & !(1 << square), square);
    if flips != 0 {
        return 2 * (discs - flips) - 64;
    }
    let difference = 2 * discs - 63;
    difference + share * difference.signum()
}

/// The best of the moves with two squares left; [`NONE`] when there is none.
#[inline(always)]
fn of_two<I: Isa>(isa: I, tally: &mut Tally, board: Board, squares: [u32; 2], alpha: i32) -> i32 {
    let mut best = NONE;
    let [a, b] = squares;
    for (placed, left) in [(a, b), (b, a)] {
        if board.opp & NEIGHBOURS[placed as usize % 64] == 0 {
            continue;
        }
        let flips = isa.flips(placed, board.own, board.opp);
        if flips == 0 {
            continue;
        }
        tally.nodes += 1;
        best = best.max(-one(board.opp & !flips, left, tally.share));
        if best > alpha {
            break;
        }
    }
    best
}

/// The squares of quadrants with an odd number of `empties`: whoever plays there first is likely to
/// play there last.
#[inline(always)]
pub const fn odd_quadrants(empties: u64) -> u64 {
    let halves = empties ^ empties >> 1;
    let halves = halves ^ halves >> 2;
    let quadrants = halves ^ halves >> 8;
    let quadrants = quadrants ^ quadrants >> 16;
    (quadrants & 0x0000_0011_0000_0011).wrapping_mul(0x0f0f_0f0f)
}

/// So many empty squares, known when this is compiled.
trait Few {
    /// The value of the best move; [`NONE`] when there is no move.
    fn best<I: Isa>(isa: I, tally: &mut Tally, board: Board, empties: u64, alpha: i32) -> i32;
}

/// Two.
struct Two;

impl Few for Two {
    #[inline(always)]
    fn best<I: Isa>(isa: I, tally: &mut Tally, board: Board, empties: u64, alpha: i32) -> i32 {
        let squares = [empties.trailing_zeros(), 63 - empties.leading_zeros()];
        of_two(isa, tally, board, squares, alpha)
    }
}

/// One more.
struct More<F>(F);

type Three = More<Two>;
type Four = More<Three>;

impl<F: Few> Few for More<F> {
    #[inline(always)]
    fn best<I: Isa>(isa: I, tally: &mut Tally, board: Board, empties: u64, alpha: i32) -> i32 {
        let odd = empties & odd_quadrants(empties);
        let mut best = NONE;
        for mut part in [odd, empties & !odd] {
            while part != 0 {
                let placed = part.trailing_zeros();
                let bit = part & part.wrapping_neg();
                part ^= bit;
                if board.opp & NEIGHBOURS[placed as usize % 64] == 0 {
                    continue;
                }
                let flips = isa.flips(placed, board.own, board.opp);
                if flips == 0 {
                    continue;
                }
                let board = Board {
                    own: board.opp & !flips,
                    opp: board.own | flips | bit,
                };
                let left = empties ^ bit;
                best = best.max(-value::<I, F>(isa, tally, board, left, -alpha - 1));
                if best > alpha {
                    return best;
                }
            }
        }
        best
    }
}

/// A position with few empty squares.
struct FewEmpty<'r, F> {
    tally: &'r mut Tally,
    board: Board,
    empties: u64,
    alpha: i32,
    few: PhantomData<F>,
}

impl<F: Few> Task for FewEmpty<'_, F> {
    type Output = i32;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> i32 {
        let Self {
            tally,
            board,
            empties,
            alpha,
            ..
        } = self;
        tally.nodes += 1;
        let best = F::best(isa, tally, board, empties, alpha);
        if best != NONE {
            return best;
        }
        let best = F::best(isa, tally, board.passed(), empties, -alpha - 1);
        if best != NONE {
            return -best;
        }
        tally.final_score(board)
    }
}

/// The score of a position.
#[inline(always)]
fn value<I: Isa, F: Few>(isa: I, tally: &mut Tally, board: Board, empties: u64, alpha: i32) -> i32 {
    isa.enter(FewEmpty::<F> {
        tally,
        board,
        empties,
        alpha,
        few: PhantomData,
    })
}

/// The score of a position with [`FEW`] empty squares or fewer.
#[inline(always)]
pub fn last<I: Isa>(isa: I, tally: &mut Tally, board: Board, alpha: i32) -> i32 {
    let empties = !(board.own | board.opp);
    match empties.count_ones() {
        0 => {
            tally.nodes += 1;
            tally.final_score(board)
        }
        1 => {
            tally.nodes += 1;
            one(board.own, empties.trailing_zeros(), tally.share)
        }
        2 => value::<I, Two>(isa, tally, board, empties, alpha),
        3 => value::<I, Three>(isa, tally, board, empties, alpha),
        _ => value::<I, Four>(isa, tally, board, empties, alpha),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use koteki_games::othello::Square;
    use koteki_games::random::{Random, Rng as _, SeedableRng as _};

    #[test]
    fn the_last_flips_are_counted() {
        let mut random = Random::seed_from_u64(3);
        for square in Square::all() {
            for _ in 0..500 {
                let own = random.next_u64() & random.next_u64() & !square.bit();
                let opp = !own & !square.bit();
                let flips = bits::flips(square.bit(), own, opp).count_ones();
                assert_eq!(
                    last_flips(own, square.index().into()),
                    i32::try_from(flips).unwrap(),
                    "{own:#x} {square}"
                );
            }
        }
    }

    #[test]
    fn a_quadrant_is_odd_or_even() {
        let quadrant = |square: Square| (square.column() / 4, square.row() / 4);
        let mut random = Random::seed_from_u64(4);
        for _ in 0..200 {
            let empties = random.next_u64() & random.next_u64();
            for square in Square::all() {
                let there = Square::all()
                    .filter(|&other| quadrant(other) == quadrant(square))
                    .filter(|other| other.bit() & empties != 0);
                let odd = odd_quadrants(empties) & square.bit() != 0;
                assert_eq!(there.count() % 2 == 1, odd, "{empties:#x} {square}");
            }
        }
    }
}
