//! The value of a position without its features: each square that a side has of a kind adds one number,
//! the weight of the kind on that square and the kind's shared one together.

use std::sync::{Arc, LazyLock};

use super::form::SLOPE;
#[cfg(target_arch = "x86_64")]
use super::wide::Wide;
use super::{
    COUNT, Form, KINDS, Kind, Opponent, Reading, SQUARES, Sight, UNIT, Weights, folded, planes,
};
use crate::eval::{DECIDED, Evaluator};
use crate::game::blokus::{Position, Square, Squares};
use crate::game::{Game as _, Side};

/// What a square adds, by kind and bit ([`Squares::words`]).
type Table = [[i32; Squares::BITS]; KINDS];

/// A table, and the same for the processor if it can do more at a time.
#[derive(Clone, Debug)]
struct Ready {
    table: Box<Table>,
    #[cfg(target_arch = "x86_64")]
    wide: Option<Wide>,
}

/// The tables of a phase, by whether the side is to move and which side it is.
type Phase = [[Ready; 2]; 2];

/// Weights ready to be used.
#[derive(Clone, Debug)]
pub struct Evaluation {
    weights: Weights,
    tables: Vec<Phase>,
}

impl Evaluation {
    /// The evaluation of these weights.
    #[must_use]
    pub fn new(weights: Weights) -> Self {
        let form = weights.form();
        let tables = (0..form.phase_count()).map(|phase| {
            let own = weights.phase(phase).get(..COUNT).unwrap_or_default();
            let opponent = weights.of_opponent(phase);
            [own, &opponent].map(|weights| {
                Side::BOTH.map(|side| {
                    let turned = form.reading.sight == Sight::OwnStart && side == Side::White;
                    Ready::new(table(weights, turned))
                })
            })
        });
        Self {
            tables: tables.collect(),
            weights,
        }
    }

    /// The paper's, learned anew: ε 1, M 100. How is told in `paper.toml` beside the weights.
    #[must_use]
    pub fn paper() -> &'static Arc<Self> {
        static PAPER: LazyLock<Arc<Evaluation>> =
            LazyLock::new(|| embedded(include_bytes!("paper.bin")));
        &PAPER
    }

    /// The strongest we know: learned as the paper's with M 1000, and with territory that ends at whatever the
    /// side cannot cover. How is told in `best.toml`.
    #[must_use]
    pub fn best() -> &'static Arc<Self> {
        static BEST: LazyLock<Arc<Evaluation>> =
            LazyLock::new(|| embedded(include_bytes!("best.bin")));
        &BEST
    }

    /// The weights.
    #[must_use]
    pub const fn weights(&self) -> &Weights {
        &self.weights
    }

    /// w·x for the side to move, in [`UNIT`]s. Strictly between −[`DECIDED`] and +[`DECIDED`].
    #[must_use]
    pub fn value(&self, position: &Position) -> i32 {
        let form = self.weights.form();
        let Some([own, opponent]) = self.tables.get(form.phase(position)) else {
            return 0;
        };
        let side = position.side_to_move();
        let mut value = own[side.index()].sum(position, side, form.reading);
        if form.opponent != Opponent::Ignored {
            let other = side.other();
            value += opponent[other.index()].sum(position, other, form.reading);
        }
        value.clamp(1 - DECIDED, DECIDED - 1)
    }

    /// σ(v): the rate at which the side to move is expected to win, between 0 and 1.
    #[must_use]
    pub fn rate(&self, position: &Position) -> f64 {
        rate(self.value(position))
    }
}

/// The evaluation of an embedded file. Were it damaged, which a test rules out, every value would be 0.
fn embedded(file: &[u8]) -> Arc<Evaluation> {
    let zero = |_| Weights::rounded(Form::default(), &[]);
    Arc::new(Evaluation::new(
        Weights::from_bytes(file).unwrap_or_else(zero),
    ))
}

/// σ(v) of a value in [`UNIT`]s, between 0 and 1.
#[must_use]
pub fn rate(value: i32) -> f64 {
    1.0 / (1.0 + libm::exp(-SLOPE * f64::from(value) / f64::from(UNIT)))
}

impl Evaluator<Position> for Evaluation {
    fn evaluate(&self, position: &Position, root: Side) -> i32 {
        let value = self.value(position);
        if position.side_to_move() == root {
            value
        } else {
            -value
        }
    }
}

fn table(weights: &[i32], turned: bool) -> Box<Table> {
    let mut table = Box::new([[0; Squares::BITS]; KINDS]);
    for (kind, row) in table.iter_mut().enumerate() {
        let shared = weights.get(KINDS * SQUARES + kind).copied().unwrap_or(0);
        for square in Square::all() {
            let seen = if turned { square.turned() } else { square };
            let weight = weights.get(kind * SQUARES + folded(seen));
            row[Squares::bit(square)] = weight.copied().unwrap_or(0) + shared;
        }
    }
    table
}

impl Ready {
    fn new(table: Box<Table>) -> Self {
        Self {
            #[cfg(target_arch = "x86_64")]
            wide: Wide::new(&table),
            table,
        }
    }

    /// What the squares of `side` add up to.
    fn sum(&self, position: &Position, side: Side, reading: Reading) -> i32 {
        #[cfg(target_arch = "x86_64")]
        if let Some(wide) = &self.wide {
            return wide.sum(position, side, reading);
        }
        sum(position, side, reading, &self.table)
    }
}

/// Square by square.
fn sum(position: &Position, side: Side, reading: Reading, table: &Table) -> i32 {
    let mut sum = 0;
    planes(position, side, reading, |kind: Kind, squares| {
        let row = &table[kind.index()];
        for (word, bits) in squares.words().into_iter().enumerate() {
            let mut bits = bits;
            while bits != 0 {
                sum += row[word * 64 + bits.trailing_zeros() as usize];
                bits &= bits - 1;
            }
        }
    });
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Whatever the processor can do, the sum is the same, up to the largest weights.
    #[test]
    fn many_squares_at_a_time_are_the_same_as_one() {
        let mut random = Random::new(8);
        let mut moves = Vec::new();
        let mut wide = 0;
        for size in [1, 200, 32_000, 100_000] {
            let mut table = Box::new([[0; Squares::BITS]; KINDS]);
            for weight in table.iter_mut().flatten() {
                *weight = i32::try_from(random.below(2 * size + 1)).unwrap()
                    - i32::try_from(size).unwrap();
            }
            let ready = Ready::new(table);
            #[cfg(target_arch = "x86_64")]
            {
                wide += usize::from(ready.wide.is_some());
                assert!(size <= 32_000 || ready.wide.is_none());
            }
            let mut position = Position::start();
            loop {
                for side in Side::BOTH {
                    for reading in [
                        Reading::default(),
                        Reading {
                            paths: super::super::Paths::One,
                            obstacles: super::super::Obstacles::Forbidden,
                            ..Reading::default()
                        },
                    ] {
                        let plain = sum(&position, side, reading, &ready.table);
                        assert_eq!(ready.sum(&position, side, reading), plain);
                    }
                }
                position.legal_moves(&mut moves);
                match random.choose(&moves) {
                    Some(&mv) => position.play(mv),
                    None => break,
                }
            }
        }
        assert!(wide == 0 || wide == 3);
    }
}
