//! The value of a position without its features: each square that a side has of a kind adds one number,
//! the weight of the kind on that square and the kind's shared one together.

use std::sync::{Arc, LazyLock};

use super::form::SLOPE;
use super::more;
#[cfg(target_arch = "x86_64")]
use super::wide::{self, Wide};
use super::{
    AREAS, COUNT, Form, Ground, KINDS, Kind, Opponent, Reading, SQUARES, Sight, UNIT, Weights,
    folded, planes,
};
use crate::eval::{DECIDED, Evaluator};
use koteki_games::blokus::{Piece, PieceSet, Position, Square, Squares};
use koteki_games::{Game as _, Side};

/// Kinds, then areas.
pub(super) const ROWS: usize = KINDS + AREAS;

/// What a square adds, by kind or area and bit ([`Squares::words`]).
type Table = [[i32; Squares::BITS]; ROWS];

/// What the pieces left add, seven pieces at a time.
#[derive(Clone, Debug)]
struct Left([[i32; 128]; Piece::COUNT / 7]);

impl Left {
    /// With these weights; missing ones are 0.
    fn new(weights: &[i32]) -> Self {
        let mut left = Self([[0; 128]; Piece::COUNT / 7]);
        for (sums, weights) in left.0.iter_mut().zip(weights.chunks(7)) {
            for (set, sum) in sums.iter_mut().enumerate() {
                let of_set = weights
                    .iter()
                    .enumerate()
                    .filter(|(bit, _)| set >> bit & 1 == 1);
                *sum = of_set.map(|(_, weight)| weight).sum();
            }
        }
        left
    }

    #[inline]
    fn sum(&self, left: PieceSet) -> i32 {
        let bits = left.bits() as usize;
        let [low, middle, high] = &self.0;
        low[bits & 127] + middle[bits >> 7 & 127] + high[bits >> 14 & 127]
    }
}

/// The tables of a phase.
#[derive(Clone, Debug)]
struct Phase {
    /// By whether the side is to move (first) or not, and which side it is.
    tables: [[Box<Table>; 2]; 2],
    /// By whether the side is to move (first) or not.
    left: [Left; 2],
    /// The tables for a processor that can do more at a time, by the side to move.
    #[cfg(target_arch = "x86_64")]
    wide: Option<[Wide; 2]>,
}

/// Weights ready to be used.
#[derive(Clone, Debug)]
pub struct Evaluation {
    weights: Weights,
    phases: Vec<Phase>,
}

impl Evaluation {
    /// The evaluation of these weights.
    pub fn new(weights: Weights) -> Self {
        let form = weights.form();
        let phases = (0..form.phase_count()).map(|phase| {
            let own = weights.phase(phase).get(..form.count()).unwrap_or_default();
            let opponent = weights.of_opponent(phase);
            let tables = [own, &opponent].map(|weights| {
                Side::BOTH.map(|side| {
                    let turned = form.reading.sight == Sight::OwnStart && side == Side::White;
                    table(weights, turned)
                })
            });
            let pieces = COUNT + AREAS * (SQUARES + 1);
            let left = [own, &opponent]
                .map(|weights| Left::new(weights.get(pieces..).unwrap_or_default()));
            Phase::new(tables, left)
        });
        Self {
            phases: phases.collect(),
            weights,
        }
    }

    /// The paper's, learned anew: ε 1, M 100. How is said in `paper.toml` beside the weights.
    pub fn paper() -> &'static Arc<Self> {
        static PAPER: LazyLock<Arc<Evaluation>> =
            LazyLock::new(|| embedded(include_bytes!("paper.bin")));
        &PAPER
    }

    /// What testers, agents and k-best judge by. It was learned as the paper's, but with squares counted on the board
    /// as it lies and everything as a difference (`tester.toml`): the scale of D at Blokus Duo hangs on it.
    pub fn tester() -> &'static Arc<Self> {
        static TESTER: LazyLock<Arc<Evaluation>> =
            LazyLock::new(|| embedded(include_bytes!("tester.bin")));
        &TESTER
    }

    /// The strongest we know that was learned in the paper's way: with M 1000, and with territory that ends at
    /// whatever the side cannot cover. How is said in `best.toml`.
    pub fn best() -> &'static Arc<Self> {
        static BEST: LazyLock<Arc<Evaluation>> =
            LazyLock::new(|| embedded(include_bytes!("best.bin")));
        &BEST
    }

    /// The strongest we know, learned from games against oneself (`self_play.toml`), where the others are learned from
    /// games played on at random.
    pub fn self_play() -> &'static Arc<Self> {
        static SELF_PLAY: LazyLock<Arc<Evaluation>> =
            LazyLock::new(|| embedded(include_bytes!("self_play.bin")));
        &SELF_PLAY
    }

    /// The weights.
    pub const fn weights(&self) -> &Weights {
        &self.weights
    }

    /// w·x for the side to move, in [`UNIT`]s. Strictly between −[`DECIDED`] and +[`DECIDED`].
    pub fn value(&self, position: &Position) -> i32 {
        let form = self.weights.form();
        let value = match self.phases.get(form.phase(position)) {
            Some(phase) => phase.sum(position, form),
            None => 0,
        };
        value.clamp(1 - DECIDED, DECIDED - 1)
    }

    /// What the squares that either side has of each kind add to [`value`](Self::value), in the order of
    /// [`Kind::ALL`]: first those of the side to move, then the other's. They sum to the value, but for
    /// [what the paper has no features for](Form::more).
    pub fn shares(&self, position: &Position) -> [[i32; KINDS]; 2] {
        let form = self.weights.form();
        let phase = self.phases.get(form.phase(position));
        phase.map_or([[0; KINDS]; 2], |phase| phase.shares(position, form))
    }

    /// σ(v): the rate at which the side to move is expected to win, between 0 and 1.
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
    let mut table = Box::new([[0; Squares::BITS]; ROWS]);
    let (kinds, areas) = table.split_at_mut(KINDS);
    let (paper, more) = weights.split_at(weights.len().min(COUNT));
    for (rows, weights) in [(kinds, paper), (areas, more)] {
        let by_square = rows.len() * SQUARES;
        for (number, row) in rows.iter_mut().enumerate() {
            let weight = |at: usize| weights.get(at).copied().unwrap_or(0);
            for square in Square::all() {
                let seen = if turned { square.turned() } else { square };
                row[Squares::bit(square)] =
                    weight(number * SQUARES + folded(seen)) + weight(by_square + number);
            }
        }
    }
    table
}

impl Phase {
    fn new(tables: [[Box<Table>; 2]; 2], left: [Left; 2]) -> Self {
        Self {
            left,
            #[cfg(target_arch = "x86_64")]
            wide: wide::Path::available()
                .next_back()
                .and_then(|path| wide(path, &tables)),
            tables,
        }
    }

    /// What both sides add up to for the side to move.
    fn sum(&self, position: &Position, form: &Form) -> i32 {
        let squares = self.sum_of_squares(position, form);
        if !form.more {
            return squares;
        }
        let side = position.side_to_move();
        let [own, other] = &self.left;
        squares + own.sum(position.left(side)) + other.sum(position.left(side.other()))
    }

    fn sum_of_squares(&self, position: &Position, form: &Form) -> i32 {
        #[cfg(target_arch = "x86_64")]
        if let Some(wide) = &self.wide {
            return wide[position.side_to_move().index()].sum(position, form);
        }
        self.plain_sum(position, form)
    }

    /// The sum of all squares, square by square.
    fn plain_sum(&self, position: &Position, form: &Form) -> i32 {
        let kinds: i32 = self.shares(position, form).as_flattened().iter().sum();
        if !form.more {
            return kinds;
        }
        let side = position.side_to_move();
        let both = [side, side.other()].into_iter().zip(&self.tables);
        let areas = both.flat_map(|(side, tables)| {
            let areas = more::areas(position, side, form.reading);
            let rows = &tables[side.index()][KINDS..];
            let of = |(row, squares)| sum_of(row, squares);
            rows.iter().zip(areas).map(of).collect::<Vec<_>>()
        });
        kinds + areas.sum::<i32>()
    }

    /// The kinds' part of it by side, that to move first, and kind.
    fn shares(&self, position: &Position, form: &Form) -> [[i32; KINDS]; 2] {
        let side = position.side_to_move();
        let [own, opponent] = &self.tables;
        let mut all = [[0; KINDS]; 2];
        all[0] = shares(position, side, form.reading, &own[side.index()]);
        if form.opponent != Opponent::Ignored {
            let other = side.other();
            all[1] = shares(position, other, form.reading, &opponent[other.index()]);
        }
        all
    }
}

/// The tables for a processor that can do more at a time, by the side to move; `None` where a weight is too large.
#[cfg(target_arch = "x86_64")]
fn wide(path: wide::Path, tables: &[[Box<Table>; 2]; 2]) -> Option<[Wide; 2]> {
    let [[own_black, own_white], [other_black, other_white]] = tables;
    Some([
        Wide::new(path, [own_black, other_white])?,
        Wide::new(path, [other_black, own_white])?,
    ])
}

/// What a side's squares add up to, by kind.
fn shares(position: &Position, side: Side, reading: Reading, table: &Table) -> [i32; KINDS] {
    let mut shares = [0; KINDS];
    planes(
        Ground::of(position, side),
        reading,
        |kind: Kind, squares| {
            shares[kind.index()] += sum_of(&table[kind.index()], squares);
        },
    );
    shares
}

/// What these squares add.
fn sum_of(row: &[i32; Squares::BITS], squares: Squares) -> i32 {
    let mut sum = 0;
    for (word, bits) in squares.words().into_iter().enumerate() {
        let mut bits = bits;
        while bits != 0 {
            sum += row[word * 64 + bits.trailing_zeros() as usize];
            bits &= bits - 1;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::super::{DeadSquares, Obstacles, Paths};
    use super::*;
    use koteki_games::random::{Random, SeedableRng as _};

    /// The weights that play are those that can be summed many squares at a time.
    #[test]
    #[cfg(target_arch = "x86_64")]
    fn weights_are_kept_fast() {
        let some = wide::Path::available().next().is_some();
        for evaluation in [Evaluation::best(), Evaluation::self_play()] {
            assert!(
                evaluation
                    .phases
                    .iter()
                    .all(|phase| phase.wide.is_some() == some)
            );
            let weights = evaluation.weights().clone();
            assert_eq!(weights.clone().kept_fast(), weights);
        }
        let form = Evaluation::self_play().weights().form().clone();
        let large = vec![vec![90.0; form.dimension()]; form.phase_count()];
        let cut = Evaluation::new(Weights::rounded(form, &large).kept_fast());
        assert!(cut.phases.iter().all(|phase| phase.wide.is_some() == some));
    }

    /// Whatever the processor can do, the sum is the same, up to the largest weights.
    #[test]
    #[cfg(target_arch = "x86_64")]
    fn many_squares_at_a_time_are_the_same_as_one() {
        let mut random = Random::seed_from_u64(8);
        let mut moves = Vec::new();
        let other = Reading {
            paths: Paths::One,
            obstacles: Obstacles::Forbidden,
            dead: DeadSquares::Taken,
            ..Reading::default()
        };
        let forms = [(Reading::default(), false), (other, false), (other, true)];
        let forms = forms.map(|(reading, more)| Form {
            reading,
            more,
            ..Form::default()
        });
        for size in [1, 200, 32_000, 100_000] {
            let tables = [[(); 2]; 2].map(|tables| {
                tables.map(|()| {
                    let mut table = Box::new([[0; Squares::BITS]; ROWS]);
                    for weight in table.iter_mut().flatten() {
                        *weight = i32::try_from(random.below(2 * size + 1)).unwrap()
                            - i32::try_from(size).unwrap();
                    }
                    table
                })
            });
            let ways: Vec<[Wide; 2]> = wide::Path::available()
                .filter_map(|path| wide(path, &tables))
                .collect();
            let expected = if size <= 32_000 {
                wide::Path::available().count()
            } else {
                0
            };
            assert_eq!(ways.len(), expected);
            let phase = Phase::new(tables, [Left::new(&[]), Left::new(&[])]);
            let mut position = Position::start();
            loop {
                for form in &forms {
                    let plain = phase.plain_sum(&position, form);
                    assert_eq!(phase.sum(&position, form), plain);
                    for way in &ways {
                        let wide = &way[position.side_to_move().index()];
                        assert_eq!(wide.sum(&position, form), plain, "{wide:?}");
                    }
                }
                position.legal_moves(&mut moves);
                match random.choose(&moves) {
                    Some(&mv) => position.play(mv),
                    None => break,
                }
            }
        }
    }
}
