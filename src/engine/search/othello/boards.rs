//! Moves, flips, stable discs and values of several boards at a time, one board a lane: the bit
//! tricks of [`koteki_games::othello::bits`] and [`koteki_games::othello::stable_discs`], shortened.

use crate::eval::decided_value;
use crate::eval::othello::{CENTRE, COUNT, EDGES, Weights};
use crate::search::isa::{Isa, LANES, Lanes};
use koteki_games::othello::bits::{CORNERS, INNER, NOT_A, NOT_H};

/// The squares just past the runs of `opp` that begin beside `own`, in the two directions of `BY`.
/// By doubling: the run grows by 1, 1, 2 and 2 squares.
#[inline(always)]
fn ends<V: Lanes, const BY: i32, const TWICE: i32>(own: V, opp: V) -> V {
    let pairs = opp & opp.left::<BY>();
    let up = opp & own.left::<BY>();
    let up = up | opp & up.left::<BY>();
    let up = up | pairs & up.left::<TWICE>();
    let up = up | pairs & up.left::<TWICE>();
    let pairs = pairs.right::<BY>();
    let down = opp & own.right::<BY>();
    let down = down | opp & down.right::<BY>();
    let down = down | pairs & down.right::<TWICE>();
    let down = down | pairs & down.right::<TWICE>();
    up.left::<BY>() | down.right::<BY>()
}

/// [`ends`] along rows. Eastward by addition: a run's lowest bit carries through it.
#[inline(always)]
fn ends_of_rows<V: Lanes>(own: V, opp: V) -> V {
    let east = opp.plus(opp & own.left::<1>()) & !opp;
    let pairs = opp & opp.right::<1>();
    let west = opp & own.right::<1>();
    let west = west | opp & west.right::<1>();
    let west = west | pairs & west.right::<2>();
    let west = west | pairs & west.right::<2>();
    east | west.right::<1>()
}

/// The squares on which `own` may place a disc.
#[inline(always)]
pub fn moves<I: Isa>(isa: I, own: I::Lanes, opp: I::Lanes) -> I::Lanes {
    let inner = opp & isa.splat(INNER);
    let ends = ends_of_rows(own, inner)
        | ends::<_, 8, 16>(own, opp)
        | ends::<_, 7, 14>(own, inner)
        | ends::<_, 9, 18>(own, inner);
    ends & !(own | opp)
}

/// All bits set where `own` has no square to place a disc on. Nearly always it has one along a row or a
/// column, and no other line is looked at.
#[inline(always)]
pub fn without_moves<I: Isa>(isa: I, own: I::Lanes, opp: I::Lanes) -> I::Lanes {
    let inner = opp & isa.splat(INNER);
    let empty = !(own | opp);
    let straight = (ends_of_rows(own, inner) | ends::<_, 8, 16>(own, opp)) & empty;
    let without = straight.where_zero();
    if without.all_zero() {
        return without;
    }
    let diagonal = (ends::<_, 7, 14>(own, inner) | ends::<_, 9, 18>(own, inner)) & empty;
    (straight | diagonal).where_zero()
}

/// The discs flanked from `placed` in the two directions of `BY`.
#[inline(always)]
fn flanked<V: Lanes, const BY: i32, const TWICE: i32>(placed: V, own: V, opp: V) -> V {
    let pairs = opp & opp.left::<BY>();
    let up = opp & placed.left::<BY>();
    let up = up | opp & up.left::<BY>();
    let up = up | pairs & up.left::<TWICE>();
    let up = up | pairs & up.left::<TWICE>();
    let pairs = pairs.right::<BY>();
    let down = opp & placed.right::<BY>();
    let down = down | opp & down.right::<BY>();
    let down = down | pairs & down.right::<TWICE>();
    let down = down | pairs & down.right::<TWICE>();
    let open_up = (own & up.left::<BY>()).where_zero();
    let open_down = (own & down.right::<BY>()).where_zero();
    up & !open_up | down & !open_down
}

/// [`flanked`] along the row; eastward by addition.
#[inline(always)]
fn flanked_in_row<V: Lanes>(placed: V, own: V, opp: V) -> V {
    let first = placed.left::<1>();
    let end = own & opp.plus(first) & !opp;
    let east = end.minus(first) & !end.where_zero();
    let pairs = opp & opp.right::<1>();
    let west = opp & placed.right::<1>();
    let west = west | opp & west.right::<1>();
    let west = west | pairs & west.right::<2>();
    let west = west | pairs & west.right::<2>();
    let open = (own & west.right::<1>()).where_zero();
    east | west & !open
}

/// The discs of `opp` that turn over when `own` plays the one square set in `placed`.
#[inline(always)]
pub fn flips<I: Isa>(isa: I, placed: I::Lanes, own: I::Lanes, opp: I::Lanes) -> I::Lanes {
    let inner = opp & isa.splat(INNER);
    flanked_in_row(placed, own, inner)
        | flanked::<_, 8, 16>(placed, own, opp)
        | flanked::<_, 7, 14>(placed, own, inner)
        | flanked::<_, 9, 18>(placed, own, inner)
}

/// All squares next to one of `squares`.
#[inline(always)]
pub fn neighbours<I: Isa>(isa: I, squares: I::Lanes) -> I::Lanes {
    let beside =
        (squares & isa.splat(NOT_H)).left::<1>() | (squares & isa.splat(NOT_A)).right::<1>();
    let row = squares | beside;
    beside | row.left::<8>() | row.right::<8>()
}

/// The squares from which the line is full to the rim in both directions of `BY`; `high` and `low`
/// are the squares whose next step upward and downward leaves the board. By doubling, as in
/// [`koteki_games::othello::stable_discs`].
#[inline(always)]
fn full_lines<I: Isa, const BY: i32, const TWICE: i32, const FOUR_TIMES: i32>(
    isa: I,
    occupied: I::Lanes,
    high: u64,
    low: u64,
) -> I::Lanes {
    let high_1 = high | high >> BY;
    let high_3 = high_1 | high_1 >> TWICE;
    let up = occupied & (isa.splat(high) | occupied.right::<BY>());
    let up = up & (isa.splat(high_1) | up.right::<TWICE>());
    let up = up & (isa.splat(high_3) | up.right::<FOUR_TIMES>());
    let low_1 = low | low << BY;
    let low_3 = low_1 | low_1 << TWICE;
    let down = occupied & (isa.splat(low) | occupied.left::<BY>());
    let down = down & (isa.splat(low_1) | down.left::<TWICE>());
    let down = down & (isa.splat(low_3) | down.left::<FOUR_TIMES>());
    up & down
}

/// The stable discs of both sides, as [`koteki_games::othello::stable_discs`] has them. Those in `settled` are known to
/// be: they were so in an earlier position of the same game.
#[inline(always)]
pub fn stable<I: Isa>(isa: I, settled: I::Lanes, own: I::Lanes, opp: I::Lanes) -> I::Lanes {
    const ROW_1: u64 = 0xff;
    const ROW_8: u64 = 0xff << 56;
    const COLUMN_A: u64 = 0x0101_0101_0101_0101;
    const COLUMN_H: u64 = COLUMN_A << 7;
    let occupied = own | opp;
    let rows = occupied & occupied.right::<1>();
    let rows = rows & rows.right::<2>();
    let rows = rows & rows.right::<4>() & isa.splat(COLUMN_A);
    // A first stable disc needs a corner, or else a full row.
    if (occupied & isa.splat(CORNERS) | rows).all_zero() {
        return rows;
    }
    let rows = rows.left::<8>().minus(rows);
    let columns = full_lines::<_, 8, 16, 32>(isa, occupied, ROW_8, ROW_1);
    let down = full_lines::<_, 9, 18, 36>(isa, occupied, ROW_8 | COLUMN_H, ROW_1 | COLUMN_A);
    let up = full_lines::<_, 7, 14, 28>(isa, occupied, ROW_8 | COLUMN_A, ROW_1 | COLUMN_H);
    let rim = isa.splat(ROW_1 | ROW_8 | COLUMN_A | COLUMN_H);
    let rows = rows | isa.splat(COLUMN_A | COLUMN_H);
    let columns = columns | isa.splat(ROW_1 | ROW_8);
    let (down, up) = (down | rim, up | rim);
    let safe = [rows, columns, down, up];
    let (mut mine, mut theirs) = (settled & own, settled & opp);
    loop {
        let (next_mine, next_theirs) = (grown(isa, mine, own, safe), grown(isa, theirs, opp, safe));
        // Two rounds cost less than a look after each whether it was the last.
        let next_mine = grown(isa, next_mine, own, safe);
        let next_theirs = grown(isa, next_theirs, opp, safe);
        let new = next_mine & !mine | next_theirs & !theirs;
        (mine, theirs) = (next_mine, next_theirs);
        if new.all_zero() {
            return mine | theirs;
        }
    }
}

/// `stable` and the `discs` that are safe along each axis or adjoin one of `stable` along it.
#[inline(always)]
fn grown<I: Isa>(
    isa: I,
    stable: I::Lanes,
    discs: I::Lanes,
    [rows, columns, down, up]: [I::Lanes; 4],
) -> I::Lanes {
    let west = stable & isa.splat(NOT_A);
    let east = stable & isa.splat(NOT_H);
    stable
        | discs
            & (rows | east.left::<1>() | west.right::<1>())
            & (columns | stable.left::<8>() | stable.right::<8>())
            & (down | east.left::<9>() | west.right::<9>())
            & (up | west.left::<7>() | east.right::<7>())
}

/// What the values of one search's positions are made of.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// The weights in the order of [`crate::eval::othello::FEATURES`], in the low 32 bits.
    weights: [u64; COUNT],
    /// Discs known to be stable in every position of the search.
    settled: u64,
}

impl Terms {
    /// The terms of a search from a position in which the discs in `settled` are stable.
    pub fn new(weights: &Weights, settled: u64) -> Self {
        let weights = weights.to_array();
        Self {
            weights: weights.map(|weight| i64::from(weight).cast_unsigned()),
            settled,
        }
    }
}

/// The static values of some boards for the side called own, whoever is on move, in the low 32 bits
/// of each lane; of finished games the decided values.
#[inline(always)]
pub fn values<I: Isa>(isa: I, terms: &Terms, own: I::Lanes, opp: I::Lanes) -> I::Lanes {
    let [mobility, frontier, stability, forfeit, discs, styles @ ..] = terms.weights;
    // A search with style has to come in by `Path::enter_for`.
    debug_assert!(I::STYLED || styles.iter().all(|&weight| weight == 0));
    let own_moves = moves(isa, own, opp);
    let opp_moves = moves(isa, opp, own);
    let touching = neighbours(isa, !(own | opp));
    let mut value = own_moves
        .excess(opp_moves, isa.splat(mobility))
        .plus((opp & touching).excess(own & touching, isa.splat(frontier)))
        .plus(own.excess(opp, isa.splat(discs)));
    let stable = stable(isa, isa.splat(terms.settled), own, opp);
    if !stable.all_zero() {
        value = value.plus((own & stable).excess(opp & stable, isa.splat(stability)));
    }
    if I::STYLED {
        value = value.plus(style(isa, terms, own, opp));
    }
    let (stuck, opp_stuck) = (own_moves.where_zero(), opp_moves.where_zero());
    if !(stuck | opp_stuck).all_zero() {
        // All bits set is −1.
        value = value.plus(stuck.minus(opp_stuck).times(isa.splat(forfeit)));
        let over = stuck & opp_stuck;
        if !over.all_zero() {
            value = decide(isa, value, over, own, opp);
        }
    }
    value
}

/// What the features of style add to the values. A rival usually has some of them, so those that count
/// nothing are left out.
#[inline(always)]
fn style<I: Isa>(isa: I, terms: &Terms, own: I::Lanes, opp: I::Lanes) -> I::Lanes {
    let [.., edges, corners, danger, centre, diagonals] = terms.weights;
    let mut value = isa.splat(0);
    let mut count = |squares: I::Lanes, weight: u64| {
        value = value.plus((own & squares).excess(opp & squares, isa.splat(weight)));
    };
    if edges != 0 {
        count(isa.splat(EDGES), edges);
    }
    if corners != 0 {
        count(isa.splat(CORNERS), corners);
    }
    if danger != 0 {
        let empty_corners = !(own | opp) & isa.splat(CORNERS);
        count(neighbours(isa, empty_corners), danger);
    }
    if centre != 0 {
        count(isa.splat(CENTRE), centre);
    }
    if diagonals != 0 {
        let weight = isa.splat(diagonals);
        let (own_east, opp_east) = (own & isa.splat(NOT_H), opp & isa.splat(NOT_H));
        let (own_west, opp_west) = (own & isa.splat(NOT_A), opp & isa.splat(NOT_A));
        let diagonal = (own & own_east.left::<9>())
            .excess(opp & opp_east.left::<9>(), weight)
            .plus((own & own_west.left::<7>()).excess(opp & opp_west.left::<7>(), weight));
        let straight = (own & own_east.left::<1>())
            .excess(opp & opp_east.left::<1>(), weight)
            .plus((own & own.left::<8>()).excess(opp & opp.left::<8>(), weight));
        value = value.plus(diagonal.minus(straight));
    }
    value
}

/// `values` with those of the games that are over replaced by the decided values.
#[cold]
#[inline(always)]
pub fn decide<I: Isa>(
    isa: I,
    values: I::Lanes,
    over: I::Lanes,
    own: I::Lanes,
    opp: I::Lanes,
) -> I::Lanes {
    let (mut values, over) = (values.store(), over.store());
    let (own, opp) = (own.store(), opp.store());
    for lane in 0..LANES {
        if over[lane] != 0 {
            values[lane] = i64::from(final_value(own[lane], opp[lane])) as u64;
        }
    }
    isa.load(&values)
}

/// The value of a finished game with these discs, for the side called own.
#[inline(always)]
pub fn final_value(own: u64, opp: u64) -> i32 {
    decided_value(own.count_ones() as i32 - opp.count_ones() as i32)
}
