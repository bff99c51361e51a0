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
//! has the rank of [`decided_value`](crate::eval::decided_value).
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
//! never clears a mark. That is [`stable_discs`] of the position alone: a safe neighbour of the same colour has a full line, or nothing but safe discs behind it, or
//! the disc itself among its safe ones; and what made a mark stays true in every later position. So the
//! marks of earlier positions add nothing; those of the position searched are handed on only to save work.
//!
//! **Scale.** The original's `maxRank` is 2³¹ − 1 − 64; here it is [`DECIDED`]. Both lie beyond every
//! heuristic rank (weights up to [`Weights::MAX`]), so every comparison comes out the same.

mod batch;
mod leaves;
mod rank;

use crate::eval::DECIDED;
use crate::eval::othello::Weights;
use crate::search::budget::{Cancel, CancelledError};
use crate::search::isa::{Isa, LANES, Path, Task};
use batch::{After, Batch, Order};
use koteki_games::othello::bits::CORNERS;
use koteki_games::othello::{Position, Square, stable_discs};
use koteki_games::random::{Random, Rng as _};
use leaves::{BeforeLeaves, Leaves};
use rank::Ranking;

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
    /// Its rank for the side to move, in discs and weights; [`decided_value`](crate::eval::decided_value) of a finished game.
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
    // Not when every leaf is an ending.
    let wants_safe = weights.stability != 0 && look_ahead < position.empties().count_ones();
    let mut run = Run {
        ranking: Ranking {
            weights,
            settled: wants_safe.then(|| stable_discs(position.own(), position.opp())),
        },
        look_ahead,
        scan,
        cancel,
        nodes: 0,
        open: Vec::new(),
    };
    let node = Node {
        own: position.own(),
        opp: position.opp(),
        placements,
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
}

/// What the side to move and its opponent can already have elsewhere, for the side to move.
type Bounds = (i32, i32);

#[derive(Clone, Copy)]
struct Ranked {
    square: Option<Square>,
    rank: i32,
}

struct Run<'a> {
    ranking: Ranking<'a>,
    look_ahead: u32,
    scan: &'a mut dyn ScanOrder,
    cancel: &'a Cancel,
    nodes: u64,
    /// Of a node before leaves.
    open: Vec<Leaves>,
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

    /// The rank of a node below the root.
    #[inline(always)]
    fn rank<I: Isa>(
        &mut self,
        isa: I,
        node: Node,
        depth: u32,
        bounds: Bounds,
    ) -> Result<i32, CancelledError> {
        if depth == self.look_ahead {
            self.begin()?;
            return Ok(self.leaves(isa, node, node.placements, bounds.1));
        }
        if depth + 1 == self.look_ahead {
            return isa.enter(BeforeLeaves {
                run: self,
                node,
                bounds,
            });
        }
        let found = isa.enter(Scan {
            run: self,
            node,
            scanned: node.placements,
            depth,
            bounds,
        })?;
        Ok(found.rank)
    }

    /// The greatest rank of the leaves after the placements scanned; `upper` if one exceeds it.
    #[inline(always)]
    fn leaves<I: Isa>(&self, isa: I, node: Node, scanned: u64, upper: i32) -> i32 {
        let mut leaves = Leaves::new(node, scanned, CORNERS, i32::MIN);
        leaves.evaluate(isa, self.ranking, upper);
        leaves.best.min(upper)
    }

    /// The rank of a placement after which the opponent has to pass, when `rank` is what came back.
    const fn forced(&self, rank: i32) -> i32 {
        // A draw is not exempt: the original asks for |rank| < maxRank.
        if rank.abs() < DECIDED {
            rank + self.ranking.weights.forfeit
        } else {
            rank
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
                let rank = match children.after(isa, lane) {
                    After::Over(rank) => rank,
                    _ if depth == run.look_ahead => run.leaves(isa, node, placed, upper),
                    After::Again(child) => {
                        let rank = run.rank(isa, child, depth + 1, (lower, upper))?;
                        let rank = run.forced(rank);
                        lower = lower.max(rank);
                        rank
                    }
                    After::Reply(child) => {
                        let rank = -run.rank(isa, child, depth + 1, (-upper, -lower))?;
                        lower = lower.max(rank);
                        rank
                    }
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

#[inline(always)]
const fn count(board: u64) -> i32 {
    board.count_ones() as i32
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
}
