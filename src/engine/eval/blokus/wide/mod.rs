//! The value of a position with the instructions of AVX2 or AVX-512: both sides' squares worked on together, how often
//! each square has a kind counted for many squares at a time, and the counts multiplied by the weights.
//!
//! The same whole numbers as square by square, several times as fast.

mod avx2;
mod avx512;

use std::ops::BitXor;

use super::linear::ROWS;
use super::more::Reach;
use super::weights::FAST;
use super::{Form, Ground, KINDS, Kind, Set, planes};
use koteki_games::Side;
use koteki_games::blokus::{Position, Squares};

/// Squares that weights are kept for together.
const LANES: usize = 64;
/// Portions of a board.
const WORDS: usize = Squares::BITS / LANES;
/// Portions of a board of each side: Black's, then White's.
const ALL_WORDS: usize = 2 * WORDS;

/// Where the planes of each kind begin when they lie kind by kind.
const FIRST: [usize; KINDS] = {
    let mut first = [0; KINDS];
    let mut kind = 1;
    while kind < KINDS {
        first[kind] = first[kind - 1] + Kind::ALL[kind - 1].planes();
        kind += 1;
    }
    first
};
/// Planes of all kinds.
const PLANES: usize = FIRST[KINDS - 1] + Kind::ALL[KINDS - 1].planes();

/// Weights as two numbers of eight bits: 256 · high + low.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Split {
    high: [i8; LANES],
    low: [i8; LANES],
}

/// The weights of a kind or an area.
type Row = [Split; ALL_WORDS];

/// Which instructions are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Path {
    /// Those of AVX2, found on this processor.
    Avx2(avx2::Found),
    /// Those of AVX-512 too.
    Avx512(avx512::Found),
}

impl Path {
    /// What this processor has, the slower first.
    pub(super) fn available() -> impl DoubleEndedIterator<Item = Self> {
        let found = [
            avx2::Found::detect().map(Self::Avx2),
            avx512::Found::detect().map(Self::Avx512),
        ];
        found.into_iter().flatten()
    }
}

/// The weights of a phase with one of the sides to move, and how they are summed.
#[derive(Clone, Debug)]
pub(super) struct Wide {
    weights: Box<[Row; ROWS]>,
    path: Path,
}

impl Wide {
    /// The weights of Black's table and of White's, unless one is too large.
    // Within the range just checked.
    pub(super) fn new(path: Path, tables: [&[[i32; Squares::BITS]; ROWS]; 2]) -> Option<Self> {
        let fits = |weight: &i32| (-FAST..=FAST).contains(weight);
        if !tables.into_iter().flatten().flatten().all(fits) {
            return None;
        }
        let split = Split {
            high: [0; LANES],
            low: [0; LANES],
        };
        let mut weights = Box::new([[split; ALL_WORDS]; ROWS]);
        for (side, table) in tables.into_iter().enumerate() {
            for (row, words) in table.iter().zip(weights.iter_mut()) {
                for (weights, word) in row.chunks(LANES).zip(&mut words[side * WORDS..]) {
                    for (lane, &weight) in weights.iter().enumerate() {
                        let low = weight as i8;
                        word.low[lane] = low;
                        word.high[lane] = ((weight - i32::from(low)) >> 8) as i8;
                    }
                }
            }
        }
        Some(Self { weights, path })
    }

    /// The sum over both sides, all squares and kinds.
    #[inline]
    pub(super) fn sum(&self, position: &Position, form: &Form) -> i32 {
        match self.path {
            Path::Avx2(found) => found.sum(&self.weights, position, form),
            Path::Avx512(found) => found.sum(&self.weights, position, form),
        }
    }
}

/// A set of squares for each side.
trait Both: Set + BitXor<Output = Self> {
    /// Black's squares and White's.
    fn of(squares: [Squares; 2]) -> Self;

    /// Each side's squares where the other's were.
    fn exchanged(self) -> Self;

    /// Whether neither side has a square in it.
    fn is_empty(self) -> bool;

    /// The sum of three binary digits on every square, and what it carries.
    #[inline(always)]
    fn add(one: Self, other: Self, third: Self) -> [Self; 2] {
        let either = one ^ other;
        [either ^ third, one & other | either & third]
    }

    /// In how many of the sets a square is, as binary digits, the lowest first.
    #[inline(always)]
    fn count([a, b, c, d]: [Self; 4]) -> [Self; 3] {
        let [three, carried] = Self::add(a, b, c);
        let also = three & d;
        [three ^ d, carried ^ also, carried & also]
    }

    /// The sum of two such numbers.
    #[inline(always)]
    fn plus([a, b, c]: [Self; 3], [d, e, f]: [Self; 3]) -> [Self; 4] {
        let [ones, carried] = [a ^ d, a & d];
        let [twos, carried] = Self::add(b, e, carried);
        let [fours, eights] = Self::add(c, f, carried);
        [ones, twos, fours, eights]
    }
}

/// A sum under way.
trait Sums<B> {
    /// Adds the weights of a kind as often as a square has it: a number whose binary digits are given, the
    /// lowest first.
    fn add<const DIGITS: usize>(&mut self, digits: [B; DIGITS], weights: &Row);
}

/// Adds up both sides, all squares and kinds.
#[inline(always)]
fn add_all<B: Both>(
    sums: &mut impl Sums<B>,
    weights: &[Row; ROWS],
    position: &Position,
    form: &Form,
) {
    let of = |squares: fn(&Position, Side) -> Squares| {
        B::of(Side::BOTH.map(|side| squares(position, side)))
    };
    let ground = Ground {
        effective: of(Position::anchors),
        forbidden: of(Position::forbidden),
        own: of(Position::squares),
        opponent: of(|position, side| position.squares(side.other())),
    };
    let mut found = [B::of([Squares::EMPTY; 2]); PLANES];
    let mut next = FIRST;
    let mut reach = Reach::new(found[0]);
    planes(ground, form.reading, |kind, squares| {
        if form.more {
            reach.take(kind, squares);
        }
        found[next[kind.index()]] = squares;
        next[kind.index()] += 1;
    });
    if form.more {
        let areas = reach.areas(reach.map(B::exchanged));
        for (squares, weights) in areas.into_iter().zip(&weights[KINDS..]) {
            sums.add([squares], weights);
        }
    }
    for (kind, weights) in Kind::ALL.into_iter().zip(weights) {
        match found[FIRST[kind.index()]..][..kind.planes()] {
            // Hardly any square has all four, or as many of eight.
            [a, b, c, d] => match B::count([a, b, c, d]) {
                [one, two, four] if four.is_empty() => sums.add([one, two], weights),
                digits => sums.add(digits, weights),
            },
            [a, b, c, d, e, f, g, h] => {
                let (four, others) = (B::count([a, b, c, d]), B::count([e, f, g, h]));
                match B::plus(four, others) {
                    [one, two, four, eight] if eight.is_empty() => {
                        if four.is_empty() {
                            sums.add([one, two], weights);
                        } else {
                            sums.add([one, two, four], weights);
                        }
                    }
                    digits => sums.add(digits, weights),
                }
            }
            ref planes => {
                for &plane in planes {
                    sums.add([plane], weights);
                }
            }
        }
    }
}
