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

use super::boards;
use super::children::Queue;
use crate::eval::othello::Weights;
use crate::eval::{DECIDED, decided_value};
use crate::search::budget::{Cancel, CancelledError};
use crate::search::isa::{Isa, LANES, Lanes, Path, Task};
use koteki_games::othello::bits::CORNERS;
use koteki_games::othello::{Position, Square, stable_discs_from};
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
    /// Positions whose placements were scanned, this one included: the draws of [`ScanOrder`].
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
    best_move_on(
        Path::best(),
        (position, allowed),
        weights,
        look_ahead,
        scan,
        cancel,
    )
}

/// [`best_move`] by these instructions.
fn best_move_on(
    path: Path,
    (position, allowed): (&Position, u64),
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
        safe: run.safe(0, position.own(), position.opp()),
    };
    let found = path.enter(Scan {
        run: &mut run,
        node,
        scanned: placements & allowed,
        depth: 1,
        bounds: (-i32::MAX, i32::MAX),
    })?;
    Ok(found.square.map(|square| BestMove {
        square,
        rank: found.rank,
        nodes: run.nodes,
    }))
}

/// Nodes between two looks at the cancel flag.
const POLL: u64 = 256;

/// A position with the placements of its side to move, which has at least one but for the root.
#[derive(Clone, Copy)]
struct Node {
    own: u64,
    opp: u64,
    placements: u64,
    /// The discs that are safe; none when nothing depends on them.
    safe: u64,
}

/// What the side to move and its opponent can already have elsewhere, for the side to move.
type Bounds = (i32, i32);

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

impl Run<'_> {
    /// Where the scan of another node begins.
    #[inline(always)]
    fn begin(&mut self) -> Result<Order, CancelledError> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL) {
            self.cancel.check()?;
        }
        Ok(Order::from(self.scan.start()))
    }

    /// The rank of a node below the root. Before leaves the order of the scan changes nothing: they tighten
    /// no bounds, and what is played there is not asked.
    #[inline(always)]
    fn rank<I: Isa>(
        &mut self,
        isa: I,
        node: Node,
        depth: u32,
        bounds: Bounds,
    ) -> Result<i32, CancelledError> {
        let scanned = node.placements;
        if depth == self.look_ahead {
            self.begin()?;
            return Ok(isa.enter(Leaves {
                run: self,
                node,
                scanned,
                upper: bounds.1,
            }));
        }
        let found = isa.enter(Scan {
            run: self,
            node,
            scanned,
            depth,
            bounds,
        })?;
        Ok(found.rank)
    }

    /// The safe discs of both sides.
    #[inline(always)]
    fn safe(&self, known: u64, own: u64, opp: u64) -> u64 {
        if self.wants_safe {
            stable_discs_from(known, own, opp)
        } else {
            0
        }
    }
}

/// The search of one node. Compiled for the processor as the nodes of the fast search are.
struct Scan<'r, 'a> {
    run: &'r mut Run<'a>,
    node: Node,
    /// The placements to choose from.
    scanned: u64,
    /// 1 at the root.
    depth: u32,
    bounds: Bounds,
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
            bounds: (mut lower, upper),
        } = self;
        let order = run.begin()?;
        let mut rest = order.turn(scanned);
        let mut best = Ranked {
            square: None,
            rank: -DECIDED,
        };
        while rest != 0 {
            let children = isa.enter(Batch {
                node,
                order: &order,
                rest: &mut rest,
            });
            for lane in 0..children.count.min(LANES) {
                let placed = children.placed[lane];
                let (own, opp) = (children.own[lane], children.opp[lane]);
                let replies = children.replies[lane];
                let forfeit = replies == 0;
                let again = if forfeit { isa.moves(own, opp) } else { 0 };
                let rank = if forfeit && again == 0 {
                    decided_value(count(own) - count(opp))
                } else if depth == run.look_ahead {
                    isa.enter(Leaves {
                        run,
                        node,
                        scanned: placed,
                        upper,
                    })
                } else {
                    let safe = run.safe(node.safe, own, opp);
                    let rank = if forfeit {
                        let child = Node {
                            own,
                            opp,
                            placements: again,
                            safe,
                        };
                        let rank = run.rank(isa, child, depth + 1, (lower, upper))?;
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
                        -run.rank(isa, child, depth + 1, (-upper, -lower))?
                    };
                    lower = lower.max(rank);
                    rank
                };
                let square = Square::lowest(placed);
                if rank > upper {
                    return Ok(Ranked {
                        square,
                        rank: upper,
                    });
                }
                if best.square.is_none() || rank > best.rank {
                    best = Ranked { square, rank };
                }
            }
        }
        Ok(best)
    }
}

/// The next placements of a scan to be played: as many at a time as the processor plays at once.
struct Batch<'r> {
    node: Node,
    order: &'r Order,
    /// The placements left, turned.
    rest: &'r mut u64,
}

/// The boards after some placements, for the side that has made them, and the replies.
struct Played {
    count: usize,
    placed: [u64; LANES],
    own: [u64; LANES],
    opp: [u64; LANES],
    replies: [u64; LANES],
}

impl Task for Batch<'_> {
    type Output = Played;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Played {
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
        Played {
            count,
            placed,
            own: own.store(),
            opp: opp.store(),
            replies: boards::moves(isa, opp, own).store(),
        }
    }
}

/// The greatest rank of the leaves after the placements scanned, some at a time; `upper` once one exceeds it.
struct Leaves<'r, 'a> {
    run: &'r Run<'a>,
    node: Node,
    scanned: u64,
    upper: i32,
}

impl Task for Leaves<'_, '_> {
    type Output = i32;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> i32 {
        let Self {
            run,
            node,
            scanned,
            upper,
        } = self;
        let Weights {
            mobility,
            frontier,
            stability,
            forfeit,
            discs,
            ..
        } = *run.weights;
        let number = |number: i32| isa.splat(i64::from(number).cast_unsigned());
        let none = isa.splat(0);
        // What is the same after every placement; each disc flipped counts twice.
        let difference = count(node.own) - count(node.opp) + 1;
        let before = number(mobility * count(node.placements) + discs * difference);
        let (node_own, node_opp) = (isa.splat(node.own), isa.splat(node.opp));
        let mut best = i32::MIN;
        // Corners first: they are the likeliest to exceed the bound.
        let mut queue = Queue::new(scanned, CORNERS);
        while !queue.is_empty() {
            let (placed, _) = queue.take(isa);
            let flips = I::Lanes::flips(isa, placed, node_own, node_opp);
            let (own, opp) = (node_own | flips | placed, node_opp & !flips);
            let touching = boards::neighbours(isa, !(own | opp));
            let mut ranks = before
                .plus(flips.excess(none, number(2 * discs)))
                .plus((opp & touching).excess(own & touching, number(frontier)));
            let stuck = if mobility == 0 {
                boards::without_moves(isa, opp, own)
            } else {
                let replies = boards::moves(isa, opp, own);
                ranks = ranks.minus(replies.excess(none, number(mobility)));
                replies.where_zero()
            };
            if run.wants_safe {
                let safe = boards::stable(isa, node.safe, own, opp);
                if !safe.all_zero() {
                    ranks = ranks.plus((own & safe).excess(opp & safe, number(stability)));
                }
            }
            if !stuck.all_zero() {
                // All bits set is −1.
                ranks = ranks.minus(stuck.times(number(forfeit)));
                let over = stuck & boards::without_moves(isa, own, opp);
                if !over.all_zero() {
                    ranks = boards::decide(isa, ranks, over, own, opp);
                }
            }
            best = best.max(ranks.greatest());
            if best > upper {
                return upper;
            }
        }
        best
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
    use koteki_games::random::SeedableRng as _;
    use koteki_games::{Game as _, GameLine};

    #[test]
    fn every_path_finds_the_same_move_by_the_same_draws() {
        let mut moves = Vec::new();
        for seed in 0..20 {
            let mut random = Random::seed_from_u64(seed);
            let mut line = GameLine::<Position>::default();
            while let position = *line.position()
                && position.outcome().is_none()
            {
                let empties = position.empties().count_ones();
                let look_ahead = if empties <= 5 {
                    empties
                } else {
                    1 + empties % 3
                };
                for weights in [Weights::BEGINNER, Weights::EXPERT] {
                    let on = |path| {
                        let draws = &mut Random::seed_from_u64(seed);
                        let asked = (&position, u64::MAX);
                        let cancel = Cancel::new();
                        let found = best_move_on(path, asked, &weights, look_ahead, draws, &cancel);
                        (found.unwrap(), draws.next_u64())
                    };
                    let expected = on(Path::PORTABLE);
                    for path in Path::available() {
                        assert_eq!(on(path), expected, "{path} in {position:?}");
                    }
                }
                position.legal_moves(&mut moves);
                line.play(*random.choose(&moves).unwrap()).unwrap();
            }
        }
    }

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
