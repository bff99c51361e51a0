//! The evaluation of the paper on weights: square values (BP), stable discs on the edges (FS) and the
//! number of legal moves (CN), each with noise, weighed 0 to 5 against each other:
//!
//! `f = BP · w_BP + FS · w_FS + CN · w_CN`
//!
//! with, `rnd` uniform in [0, 1) (the paper does not say what it is) and fresh at each use,
//!
//! | term | |
//! |---|---|
//! | BP | Σ values of own discs − Σ values of the opponent's + rnd · 3 |
//! | FS | (own stable discs on the four edges − the opponent's) · 11 + rnd · 3; other readings: [`Stable`] |
//! | CN | ±(number of legal moves of the side to move + rnd · 2) · 10, + when that side is the own one |
//!
//! The paper's figure of the square values has 2 on f2 where symmetry gives −1; both can be had.
//!
//! Stable on an edge are the discs in runs of one colour from a corner, and all of a full edge: no move can
//! turn them over, as edges are turned over along themselves only. (So are a few that are walled in between
//! others; they are not counted, as programs that look from the corners don't see them.)

use std::sync::LazyLock;

use koteki_games::othello::bits;
use koteki_games::random::Random;

/// The greatest weight.
pub const MAX_WEIGHT: u8 = 5;

/// The square values of the paper from a1 to d4, row by row; the rest by symmetry.
pub const QUADRANT: [[i32; 4]; 4] = [
    [45, -11, 4, -1],
    [-11, -16, -1, -3],
    [4, -1, 2, -1],
    [-1, -3, -1, 0],
];

/// f2, and what the paper's figure has there.
const MISPRINT: (usize, i32) = (13, 2);

/// What the noise of FS does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stable {
    /// difference · 11 + rnd · 3: the term that brings the mixes of table 1 into place.
    #[default]
    Eleven,
    /// difference + rnd · 33, as printed.
    Printed,
    /// (difference + rnd · 3) · 11, as the cited source is said to have it.
    Cited,
}

/// How often a stable corner counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Corners {
    /// Once.
    #[default]
    Once,
    /// With both of its edges, as in programs that go along each.
    Twice,
}

/// Whose moves CN counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Moves {
    /// Those of the side to move, as the paper has it.
    #[default]
    Mover,
    /// Own less the opponent's, with noise on both.
    Difference,
}

/// What stands on f2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum F2 {
    /// −1.
    #[default]
    Symmetric,
    /// 2.
    Printed,
}

/// The weights, 0 to [`MAX_WEIGHT`] each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mix {
    /// Of the square values.
    pub bp: u8,
    /// Of the stable discs.
    pub fs: u8,
    /// Of the legal moves.
    pub cn: u8,
}

impl Mix {
    /// All of the grid, CN fastest.
    pub fn grid() -> impl Iterator<Item = Self> {
        let side = 0..=MAX_WEIGHT;
        side.clone().flat_map(move |bp| {
            let side = side.clone();
            side.clone()
                .flat_map(move |fs| side.clone().map(move |cn| Self { bp, fs, cn }))
        })
    }
}

/// How the text is read; the default is what reproduces table 1 best (`koteki experiment weights-1-readings`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// The noise of FS.
    pub stable: Stable,
    /// How often a stable corner counts.
    pub corners: Corners,
    /// Whose moves count.
    pub moves: Moves,
    /// The value of f2.
    pub f2: F2,
}

/// An evaluation, ready to be asked often.
#[derive(Clone, Debug)]
pub struct Evaluation {
    weights: [f64; 3],
    reading: Reading,
    squares: &'static Squares,
}

/// By row of the board and its eight squares as bits: the sum of their values.
type Squares = [[i16; 256]; 8];

static SYMMETRIC: LazyLock<Squares> = LazyLock::new(|| squares(F2::Symmetric));
static PRINTED: LazyLock<Squares> = LazyLock::new(|| squares(F2::Printed));

/// By the own discs of an edge and the opponent's, as bits: which count as stable.
static EDGES: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let pairs = (0..=u8::MAX).flat_map(|own| (0..=u8::MAX).map(move |opp| (own, opp)));
    pairs.map(|(own, opp)| stable_on_edge(own, opp)).collect()
});

/// The value of a square, 0 for a1 to 63 for h8.
pub fn square_value(square: usize, f2: F2) -> i32 {
    if f2 == F2::Printed && square == MISPRINT.0 {
        return MISPRINT.1;
    }
    let fold = |line: usize| if line < 4 { line } else { 7 - line };
    QUADRANT[fold(square / 8 % 8)][fold(square % 8)]
}

fn squares(f2: F2) -> Squares {
    let mut table = [[0; 256]; 8];
    for (row, sums) in table.iter_mut().enumerate() {
        for (pattern, sum) in sums.iter_mut().enumerate() {
            let taken = (0..8).filter(|column| pattern >> column & 1 == 1);
            *sum = taken
                .map(|column| square_value(8 * row + column, f2) as i16)
                .sum();
        }
    }
    table
}

fn stable_on_edge(own: u8, opp: u8) -> u8 {
    if own | opp == u8::MAX {
        return u8::MAX;
    }
    let run = |discs: u8, from_low: bool| -> u8 {
        if from_low {
            // The ones below the lowest zero.
            discs & !discs.wrapping_add(1) & (discs ^ discs.wrapping_add(1))
        } else {
            !(u8::MAX.checked_shr(discs.leading_ones()).unwrap_or(0))
        }
    };
    let stable = |discs: u8| run(discs, true) | run(discs, false);
    (stable(own) | stable(opp)) & (own | opp)
}

/// Column a, as a row.
const fn column_a(board: u64) -> u8 {
    ((board & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// Stable discs on the four edges: own less the opponent's.
pub fn stable_difference(own: u64, opp: u64, corners: Corners) -> i32 {
    let edges = &*EDGES;
    let of = |own: u8, opp: u8, counted: u8| {
        let stable = edges[usize::from(own) << 8 | usize::from(opp)] & counted;
        (own & stable).count_ones() as i32 - (opp & stable).count_ones() as i32
    };
    // Corners count with the rows.
    let of_columns = match corners {
        Corners::Once => 0x7e,
        Corners::Twice => 0xff,
    };
    of(own as u8, opp as u8, 0xff)
        + of((own >> 56) as u8, (opp >> 56) as u8, 0xff)
        + of(column_a(own), column_a(opp), of_columns)
        + of(column_a(own >> 7), column_a(opp >> 7), of_columns)
}

impl Evaluation {
    /// The evaluation with these weights.
    pub fn new(mix: Mix, reading: Reading) -> Self {
        Self::with([mix.bp, mix.fs, mix.cn].map(f64::from), reading)
    }

    /// The evaluation with any weights of BP, FS and CN, none of them negative.
    pub fn with(weights: [f64; 3], reading: Reading) -> Self {
        Self {
            weights,
            reading,
            squares: match reading.f2 {
                F2::Symmetric => &SYMMETRIC,
                F2::Printed => &PRINTED,
            },
        }
    }

    /// f of a board for the side whose discs are `own`; `on_move` says whether that side is to move. Noise
    /// is drawn for the terms that have weight.
    pub fn value(&self, own: u64, opp: u64, on_move: bool, random: &mut Random) -> f64 {
        let [bp, fs, cn] = self.weights;
        if bp + fs + cn == 0.0 {
            // Nothing counts: one move is as good as another.
            return random.unit();
        }
        let mut value = 0.0;
        if bp > 0.0 {
            value += bp * (f64::from(self.square_difference(own, opp)) + random.unit() * 3.0);
        }
        if fs > 0.0 {
            let difference = f64::from(stable_difference(own, opp, self.reading.corners));
            value += fs
                * match self.reading.stable {
                    Stable::Eleven => difference * 11.0 + random.unit() * 3.0,
                    Stable::Printed => difference + random.unit() * 3.0 * 11.0,
                    Stable::Cited => (difference + random.unit() * 3.0) * 11.0,
                };
        }
        if cn > 0.0 {
            let mut noisy =
                |own, opp| f64::from(bits::moves(own, opp).count_ones()) + random.unit() * 2.0;
            let count = match (self.reading.moves, on_move) {
                (Moves::Difference, _) => noisy(own, opp) - noisy(opp, own),
                (Moves::Mover, true) => noisy(own, opp),
                (Moves::Mover, false) => -noisy(opp, own),
            };
            value += cn * count * 10.0;
        }
        value
    }

    fn square_difference(&self, own: u64, opp: u64) -> i16 {
        let (own, opp) = (own.to_le_bytes(), opp.to_le_bytes());
        let rows = self.squares.iter().zip(own).zip(opp);
        rows.map(|((row, own), opp)| row[usize::from(own)] - row[usize::from(opp)])
            .sum()
    }

    /// The best of `moves` (squares as bits, at least one) for the side whose discs are `own`, `depth` plies
    /// (at least 1) ahead by minimax: its square, and what it is worth. A side that has to pass does so
    /// without a ply; ended games are judged as any other board.
    pub fn best(
        &self,
        own: u64,
        opp: u64,
        moves: u64,
        depth: u32,
        random: &mut Random,
    ) -> (u32, f64) {
        let mut best = (0, f64::NEG_INFINITY);
        let mut rest = moves;
        while rest != 0 {
            let placed = rest & rest.wrapping_neg();
            rest ^= placed;
            let flips = bits::flips(placed, own, opp);
            let (own, opp) = (own | flips | placed, opp & !flips);
            let value = self.after(own, opp, depth - 1, random);
            if value > best.1 {
                best = (placed.trailing_zeros(), value);
            }
        }
        best
    }

    /// The value for the side whose discs are `own`, which has just moved.
    fn after(&self, own: u64, opp: u64, depth: u32, random: &mut Random) -> f64 {
        if depth == 0 {
            return self.value(own, opp, false, random);
        }
        let replies = bits::moves(opp, own);
        if replies == 0 {
            let again = bits::moves(own, opp);
            if again == 0 {
                return self.value(own, opp, true, random);
            }
            return self.reply(own, opp, again, depth, true, random);
        }
        self.reply(opp, own, replies, depth, false, random)
    }

    /// The value for "me" when the side whose discs are `own` plays one of `moves`; `mine` when that is me.
    fn reply(
        &self,
        own: u64,
        opp: u64,
        moves: u64,
        depth: u32,
        mine: bool,
        random: &mut Random,
    ) -> f64 {
        let mut best = if mine {
            f64::NEG_INFINITY
        } else {
            f64::INFINITY
        };
        let mut rest = moves;
        while rest != 0 {
            let placed = rest & rest.wrapping_neg();
            rest ^= placed;
            let flips = bits::flips(placed, own, opp);
            let (own, opp) = (own | flips | placed, opp & !flips);
            best = if mine {
                best.max(self.after(own, opp, depth - 1, random))
            } else {
                best.min(self.answered(opp, own, depth - 1, random))
            };
        }
        best
    }

    /// The value for the side whose discs are `own`, against which has just been moved.
    fn answered(&self, own: u64, opp: u64, depth: u32, random: &mut Random) -> f64 {
        let moves = bits::moves(own, opp);
        if depth == 0 {
            return self.value(own, opp, true, random);
        }
        if moves != 0 {
            return self.reply(own, opp, moves, depth, true, random);
        }
        let replies = bits::moves(opp, own);
        if replies == 0 {
            return self.value(own, opp, true, random);
        }
        self.reply(opp, own, replies, depth, false, random)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use koteki_games::Game as _;
    use koteki_games::othello::{Move, Position};
    use koteki_games::random::SeedableRng as _;

    /// The figure as the paper prints it, row by row.
    const FIGURE: [[i32; 8]; 8] = [
        [45, -11, 4, -1, -1, 4, -11, 45],
        [-11, -16, -1, -3, -3, 2, -16, -11],
        [4, -1, 2, -1, -1, 2, -1, 4],
        [-1, -3, -1, 0, 0, -1, -3, -1],
        [-1, -3, -1, 0, 0, -1, -3, -1],
        [4, -1, 2, -1, -1, 2, -1, 4],
        [-11, -16, -1, -3, -3, -1, -16, -11],
        [45, -11, 4, -1, -1, 4, -11, 45],
    ];

    #[test]
    fn square_values_are_those_of_the_figure() {
        for square in 0..64 {
            let printed = FIGURE[square / 8][square % 8];
            assert_eq!(square_value(square, F2::Printed), printed);
            let symmetric = if square == 13 { -1 } else { printed };
            assert_eq!(square_value(square, F2::Symmetric), symmetric);
        }
    }

    /// Looked at square by square from both corners, and against every sequence of placements of any colours:
    /// what is counted is never turned over.
    #[test]
    fn stable_discs_on_an_edge_are_never_turned_over() {
        fn place(own: u8, opp: u8, at: u32) -> (u8, u8) {
            let mut flips = 0;
            for step in [-1_i32, 1] {
                let (mut run, mut next) = (0, at.cast_signed() + step);
                while (0..8).contains(&next) && opp >> next & 1 == 1 {
                    run |= 1 << next;
                    next += step;
                }
                if (0..8).contains(&next) && own >> next & 1 == 1 {
                    flips |= run;
                }
            }
            (own | flips | 1 << at, opp & !flips)
        }
        // From full edges downwards: what survives is what survives every placement.
        fn surviving(own: u8, opp: u8, known: &mut Vec<Option<(u8, u8)>>) -> (u8, u8) {
            let at = usize::from(own) << 8 | usize::from(opp);
            if let Some(found) = known[at] {
                return found;
            }
            let (mut mine, mut theirs) = (own, opp);
            for square in (0..8).filter(|square| (own | opp) >> square & 1 == 0) {
                let (a, b) = place(own, opp, square);
                let kept = surviving(a, b, known);
                (mine, theirs) = (mine & kept.0, theirs & kept.1);
                let (b, a) = place(opp, own, square);
                let kept = surviving(a, b, known);
                (mine, theirs) = (mine & kept.0, theirs & kept.1);
            }
            known[at] = Some((mine, theirs));
            (mine, theirs)
        }
        fn seen_from_corners(own: u8, opp: u8) -> u8 {
            let mut seen = 0;
            for discs in [own, opp] {
                for squares in [[0, 1, 2, 3, 4, 5, 6, 7], [7, 6, 5, 4, 3, 2, 1, 0]] {
                    let run = squares.into_iter().take_while(|at| discs >> at & 1 == 1);
                    seen |= run.fold(0, |run, at| run | 1 << at);
                }
            }
            if own | opp == 0xff { 0xff } else { seen }
        }
        let mut known = vec![None; 1 << 16];
        for own in 0..=u8::MAX {
            for opp in (0..=u8::MAX).filter(|opp| own & opp == 0) {
                let (mine, theirs) = surviving(own, opp, &mut known);
                let found = stable_on_edge(own, opp);
                assert_eq!(found, seen_from_corners(own, opp), "{own:08b} {opp:08b}");
                assert_eq!(found & !(mine | theirs), 0, "{own:08b} {opp:08b}");
            }
        }
    }

    #[test]
    fn corners_count_once() {
        let (a1, a8) = (1, 1 << 56);
        assert_eq!(stable_difference(a1, a8, Corners::Once), 0);
        assert_eq!(stable_difference(a1 | a8, 0, Corners::Once), 2);
        let column = 0x0101_0101_0101_0101;
        assert_eq!(stable_difference(column, 0, Corners::Once), 8);
        assert_eq!(stable_difference(0, column << 7, Corners::Once), -8);
        // Twice: the two corners of it once more.
        assert_eq!(stable_difference(column, 0, Corners::Twice), 10);
    }

    /// One ply, by hand: every move's value lies within the noise of the formula.
    #[test]
    fn one_ply_is_the_formula() {
        let mix = Mix {
            bp: 2,
            fs: 5,
            cn: 1,
        };
        let reading = Reading {
            stable: Stable::Cited,
            ..Reading::default()
        };
        let evaluation = Evaluation::new(mix, reading);
        let mut random = Random::seed_from_u64(3);
        let mut position = Position::start();
        for _ in 0..50 {
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            let Some(&mv) = random.choose(&moves) else {
                break;
            };
            if let Move::Place(square) = mv {
                let (own, opp) = (position.own(), position.opp());
                let found = evaluation.best(own, opp, square.bit(), 1, &mut random);
                assert_eq!(found.0, u32::from(square.index()));
                let mut after = position;
                after.play(mv);
                let sum = |board: u64| -> i32 {
                    let squares = (0..64).filter(|square| board >> square & 1 == 1);
                    squares
                        .map(|at| FIGURE[at / 8][at % 8] - 3 * i32::from(at == 13))
                        .sum()
                };
                let mut replies = Vec::new();
                after.legal_moves(&mut replies);
                let replies = replies.iter().filter(|it| **it != Move::Pass).count();
                let least = 2 * (sum(after.opp()) - sum(after.own()))
                    + 55 * stable_difference(after.opp(), after.own(), Corners::Once)
                    - 10 * i32::try_from(replies).unwrap();
                // 2 · 3 and 5 · 33 above, 20 below.
                let low = f64::from(least) - 20.0;
                assert!((low..low + 191.0).contains(&found.1), "{least} {found:?}");
            }
            position.play(mv);
        }
    }
}
