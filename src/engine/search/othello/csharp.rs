//! The search of "Reversi in C#" (Mike Hall, CodeProject 4672), in its exact semantics on bitboards.
//!
//! A search of its own because no other can give its answers: the mobility it evaluates is taken
//! from two positions, forfeits are added while the recursion unwinds, and the bounds and the order
//! of the moves are its own. With look-ahead *n* it evaluates after the *n*-th placement:
//!
//! `rank = w_fo · f + w_fr (f_opp − f_own) + w_m (m_before − m_after) + w_s (s_own − s_opp) + (d_own − d_opp)`
//!
//! from the view of the side that made that placement, where `f` is 1 when its opponent then has to
//! pass, `m_before` counts its own legal moves *before* the placement and `m_after` the opponent's
//! after it; frontier discs, safe discs and discs are those of the position after it. A finished game
//! has the rank of [`decided_value`].
//!
//! Peculiarities kept, since they change which move is played:
//!
//! - A forced pass costs no depth. When a placement that is searched deeper forces one, `w_fo` is
//!   added to the rank that comes back unless that is a won or lost ending. A *drawn* ending does get
//!   it, and the bounds are not shifted for it, so that a rank cut off below a forfeit can be wrong
//!   and depend on the order of the moves.
//! - Ranks are clipped to the upper bound on a cut-off, which is strict (`>`), but not to the lower.
//! - Only ranks that came back from a deeper search tighten the bounds, not those of leaves.
//! - Every node scans the squares from a random start row and start column, row by row with
//!   wrap-around, and keeps the first of equals: ties are broken at random, though not evenly.
//!
//! Written in negamax form with bounds and ranks for the side to move; the original keeps White
//! positive, which is the same because every term only changes sign with the side.
//!
//! **Safe discs.** The original marks a disc safe when along each of the four lines through it the
//! line is full or one of its two sides consists of safe discs of its colour only (or of nothing), and
//! never clears a mark. That is [`stable_discs`](koteki_games::othello::stable_discs) of the position
//! alone: a safe neighbour of the same colour has a full line, or nothing but safe discs behind it, or
//! the disc itself among its safe ones; and what made a mark stays true in every later position. So the
//! marks of earlier positions add nothing; the search hands them down only to save work.
//!
//! **Scale.** The original's `maxRank` is 2³¹ − 1 − 64; here it is [`DECIDED`]. Both lie beyond every
//! heuristic rank (weights up to [`Weights::MAX`]), so every comparison comes out the same.

use crate::eval::othello::Weights;
use crate::eval::{DECIDED, decided_value};
use crate::search::budget::{Cancel, CancelledError};
use crate::search::isa::{Isa, Path, Task};
use koteki_games::othello::{Position, Square, bits, stable_discs_from};
use koteki_games::random::{Random, Rng as _};

/// Where each node begins its scan of the board.
pub trait ScanOrder {
    /// Start row and start column, 0…7 each. Asked once a node, on entering it, parents first.
    fn start(&mut self) -> (u8, u8);
}

/// One draw of 64 bits a node: the three highest are the row, the next three the column.
impl ScanOrder for Random {
    fn start(&mut self) -> (u8, u8) {
        let bits = self.next_u64();
        ((bits >> 61) as u8, (bits >> 58 & 7) as u8)
    }
}

/// The move the search settles on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestMove {
    /// Where to play.
    pub square: Square,
    /// Its rank for the side to move, in discs and weights; [`decided_value`] of a finished game.
    pub rank: i32,
    /// Positions evaluated, finished games included.
    pub nodes: u64,
}

/// Chooses among the placements of `position` that are set in `allowed`, with `look_ahead`
/// placements of look-ahead (at least 1). `None` when none of them is legal: a pass is not ranked.
///
/// Moves left out of `allowed` are skipped by the scan at the root and nothing else: they still
/// count as mobility.
///
/// # Errors
/// When `cancel` is raised first.
pub fn best_move(
    position: &Position,
    allowed: u64,
    weights: &Weights,
    look_ahead: u32,
    scan: &mut dyn ScanOrder,
    cancel: &Cancel,
) -> Result<Option<BestMove>, CancelledError> {
    let placements = position.placements();
    let look_ahead = look_ahead.max(1);
    let mut run = Run {
        weights,
        look_ahead,
        wants_safe: weights.stability != 0 && look_ahead < position.empties().count_ones(),
        scan,
        cancel,
        nodes: 0,
    };
    let node = Node {
        own: position.own(),
        opp: position.opp(),
        placements,
        safe: 0,
    };
    let found = Path::best().enter(Scan {
        run: &mut run,
        node,
        scanned: placements & allowed,
        depth: 1,
        lower: -i32::MAX,
        upper: i32::MAX,
    })?;
    Ok(found.square.map(|square| BestMove {
        square,
        rank: found.rank,
        nodes: run.nodes,
    }))
}

/// Leaves between two looks at the cancel flag.
const POLL: u64 = 1024;

/// A position with the placements of its side to move, which has at least one but for the root.
struct Node {
    own: u64,
    opp: u64,
    placements: u64,
    /// Discs known to be safe from the positions before.
    safe: u64,
}

#[derive(Clone, Copy)]
struct Ranked {
    square: Option<Square>,
    rank: i32,
}

struct Run<'a> {
    weights: &'a Weights,
    look_ahead: u32,
    /// Whether any leaf will ask for safe discs: not when every leaf is an ending.
    wants_safe: bool,
    scan: &'a mut dyn ScanOrder,
    cancel: &'a Cancel,
    nodes: u64,
}

/// The search of one node. Compiled for the processor as the nodes of the fast search are.
struct Scan<'r, 'a> {
    run: &'r mut Run<'a>,
    node: Node,
    /// The placements to choose from.
    scanned: u64,
    /// 1 at the root.
    depth: u32,
    /// What the side to move and its opponent can already have elsewhere, for the side to move.
    lower: i32,
    upper: i32,
}

impl Task for Scan<'_, '_> {
    type Output = Result<Ranked, CancelledError>;

    /// The best of the placements scanned.
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Result<Ranked, CancelledError> {
        let Self {
            run,
            node,
            scanned,
            depth,
            mut lower,
            upper,
        } = self;
        let order = Order::from(run.scan.start());
        let mut rest = order.turn(scanned);
        let safe = run.safe(node.safe, node.own, node.opp);
        let mut best = Ranked {
            square: None,
            rank: -DECIDED,
        };
        while rest != 0 {
            let Some(square) = order.square(rest) else {
                break;
            };
            rest &= rest - 1;

            let flips = bits::flips(square.bit(), node.own, node.opp);
            let own = node.own | square.bit() | flips;
            let opp = node.opp & !flips;
            let replies = isa.moves(opp, own);
            let forfeit = replies == 0;
            let again = if forfeit { isa.moves(own, opp) } else { 0 };
            let over = forfeit && again == 0;

            let rank = if over || depth == run.look_ahead {
                run.nodes += 1;
                if run.nodes.is_multiple_of(POLL) {
                    run.cancel.check()?;
                }
                if over {
                    decided_value(count(own) - count(opp))
                } else {
                    run.leaf(node.placements, safe, own, opp, replies)
                }
            } else {
                let rank = if forfeit {
                    let child = Node {
                        own,
                        opp,
                        placements: again,
                        safe,
                    };
                    let rank = isa
                        .enter(Scan {
                            run,
                            node: child,
                            scanned: again,
                            depth: depth + 1,
                            lower,
                            upper,
                        })?
                        .rank;
                    // A draw is not exempt: the original asks for |rank| < maxRank.
                    if rank.abs() < DECIDED {
                        rank + run.weights.forfeit
                    } else {
                        rank
                    }
                } else {
                    let child = Node {
                        own: opp,
                        opp: own,
                        placements: replies,
                        safe,
                    };
                    -isa.enter(Scan {
                        run,
                        node: child,
                        scanned: replies,
                        depth: depth + 1,
                        lower: -upper,
                        upper: -lower,
                    })?
                    .rank
                };
                lower = lower.max(rank);
                rank
            };

            if rank > upper {
                return Ok(Ranked {
                    square: Some(square),
                    rank: upper,
                });
            }
            if best.square.is_none() || rank > best.rank {
                best = Ranked {
                    square: Some(square),
                    rank,
                };
            }
        }
        Ok(best)
    }
}

impl Run<'_> {
    /// The safe discs of both sides; none when nothing depends on them.
    #[inline(always)]
    fn safe(&self, known: u64, own: u64, opp: u64) -> u64 {
        if self.wants_safe {
            stable_discs_from(known, own, opp)
        } else {
            0
        }
    }

    /// The rank of a game that goes on, for the side `own` that has just placed a disc.
    #[inline(always)]
    fn leaf(&self, before: u64, safe: u64, own: u64, opp: u64, replies: u64) -> i32 {
        let weights = self.weights;
        let touching = bits::neighbours(!(own | opp));
        let stable = self.safe(safe, own, opp);
        weights.forfeit * i32::from(replies == 0)
            + weights.frontier * (count(opp & touching) - count(own & touching))
            + weights.mobility * (count(before) - count(replies))
            + weights.stability * (count(own & stable) - count(opp & stable))
            + weights.discs * (count(own) - count(opp))
    }
}

#[inline(always)]
const fn count(board: u64) -> i32 {
    board.count_ones() as i32
}

/// A scan that begins in some row and column: the board turned so that the scan goes from bit 0 up.
struct Order {
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
    const fn turn(&self, board: u64) -> u64 {
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
