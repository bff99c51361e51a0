//! What the instruction sets do with boards of Othello, for checks and benchmarks.

use super::boards::{self, Terms};
use crate::eval::othello::Weights;
use crate::search::isa::{Isa, LANES, Lanes, Path, Task};
use koteki_games::othello::Square;

impl Path {
    /// The moves of the side called own (first of each pair) on each board, as
    /// [`bits::moves`](koteki_games::othello::bits::moves) gives them.
    pub fn moves(self, boards: &[[u64; 2]]) -> Vec<u64> {
        self.enter(Moves(boards))
    }

    /// The same, several boards at a time where the path can.
    pub fn moves_of_several(self, boards: &[[u64; 2]]) -> Vec<u64> {
        self.enter(MovesOfSeveral(boards))
    }

    /// The discs that turn over when the side called own plays the square, as
    /// [`bits::flips`](koteki_games::othello::bits::flips) gives them.
    pub fn flips(self, boards: &[([u64; 2], Square)]) -> Vec<u64> {
        self.enter(Flips(boards))
    }

    /// The same, a board at a time.
    pub fn flips_of_one(self, boards: &[([u64; 2], Square)]) -> Vec<u64> {
        self.enter(FlipsOfOne(boards))
    }

    /// The static values of the boards for the side called own, decided ones for finished games.
    pub fn evaluate(self, weights: &Weights, boards: &[[u64; 2]]) -> Vec<i32> {
        self.enter_for(weights, Evaluate { weights, boards })
    }
}

/// Lanes' worth of words out of a slice, zeros where it is too short.
#[inline(always)]
fn lanes<T, I: Isa>(isa: I, items: &[T], word: impl Fn(&T) -> u64) -> I::Lanes {
    let mut words = [0; LANES];
    for (slot, item) in words.iter_mut().zip(items) {
        *slot = word(item);
    }
    isa.load(&words)
}

struct Moves<'a>(&'a [[u64; 2]]);

impl Task for Moves<'_> {
    type Output = Vec<u64>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Vec<u64> {
        let mut moves = Vec::with_capacity(self.0.len());
        for &[own, opp] in self.0 {
            moves.push(isa.moves(own, opp));
        }
        moves
    }
}

struct MovesOfSeveral<'a>(&'a [[u64; 2]]);

impl Task for MovesOfSeveral<'_> {
    type Output = Vec<u64>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Vec<u64> {
        let mut moves = Vec::with_capacity(self.0.len());
        for chunk in self.0.chunks(I::Lanes::COUNT) {
            let own = lanes(isa, chunk, |board| board[0]);
            let opp = lanes(isa, chunk, |board| board[1]);
            moves.extend_from_slice(&boards::moves(isa, own, opp).store()[..chunk.len()]);
        }
        moves
    }
}

struct Flips<'a>(&'a [([u64; 2], Square)]);

impl Task for Flips<'_> {
    type Output = Vec<u64>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Vec<u64> {
        let mut flips = Vec::with_capacity(self.0.len());
        for chunk in self.0.chunks(I::Lanes::COUNT) {
            let own = lanes(isa, chunk, |placed| placed.0[0]);
            let opp = lanes(isa, chunk, |placed| placed.0[1]);
            let squares = lanes(isa, chunk, |placed| placed.1.bit());
            let found = I::Lanes::flips(isa, squares, own, opp);
            flips.extend_from_slice(&found.store()[..chunk.len()]);
        }
        flips
    }
}

struct FlipsOfOne<'a>(&'a [([u64; 2], Square)]);

impl Task for FlipsOfOne<'_> {
    type Output = Vec<u64>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Vec<u64> {
        let mut flips = Vec::with_capacity(self.0.len());
        for &([own, opp], square) in self.0 {
            flips.push(isa.flips(square.index().into(), own, opp));
        }
        flips
    }
}

struct Evaluate<'a> {
    weights: &'a Weights,
    boards: &'a [[u64; 2]],
}

impl Task for Evaluate<'_> {
    type Output = Vec<i32>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Vec<i32> {
        let terms = Terms::new(self.weights, 0);
        let mut values = Vec::with_capacity(self.boards.len());
        for chunk in self.boards.chunks(I::Lanes::COUNT) {
            let own = lanes(isa, chunk, |board| board[0]);
            let opp = lanes(isa, chunk, |board| board[1]);
            let found = boards::values(isa, &terms, own, opp).store();
            values.extend(found.iter().take(chunk.len()).map(|&value| value as i32));
        }
        values
    }
}
