//! How well an evaluation foretells winning rates (Osaki et al. 2009, tables 2 to 4).

use super::record::{Judged, greedy, teach};
use super::settings::Draws;
use crate::measure::stats::mean;
use koteki_engine::eval::blokus::Evaluation;
use koteki_engine::search::budget::{Cancel, CancelledError};
use koteki_games::Game as _;
use koteki_games::blokus::Position;
use koteki_games::random::Random;
use koteki_workers::{Pieces, Workers};

/// The last ply that the paper tests.
pub const PLIES: usize = 18;

/// The most games drawn for one position that is not over.
const ATTEMPTS: u64 = 1000;

/// How the positions of an exam come about.
#[derive(Clone, Copy, Debug)]
pub struct Exam<'a> {
    /// Positions of each ply from 1 to [`PLIES`].
    pub per_ply: usize,
    /// Random games that give each its winning rate; the paper has 1000.
    pub playouts: u32,
    /// What a drawn one counts.
    pub draws: Draws,
    /// Who moves after the first two plies, which are at random; `None` for all at random.
    pub player: Option<&'a Evaluation>,
}

impl Exam<'_> {
    /// The positions with their winning rates, ply by ply.
    ///
    /// # Errors
    /// When `cancel` is raised first.
    pub fn positions(
        &self,
        seed: u64,
        workers: &Workers,
        cancel: &Cancel,
    ) -> Result<Vec<Judged>, CancelledError> {
        workers.each(Pieces::new(PLIES * self.per_ply, cancel), |number| {
            let mut random = Random::derived(seed, &[number as u64]);
            let position = self.position(1 + number / self.per_ply.max(1), &mut random);
            let rate = teach(&position, self.playouts, self.draws, &mut random);
            Ok(Judged { position, rate })
        })
    }

    /// A position after so many plies; one that is not over, should any be found.
    fn position(&self, plies: usize, random: &mut Random) -> Position {
        let mut moves = Vec::new();
        for _ in 0..ATTEMPTS {
            let mut position = Position::start();
            for ply in 0..plies {
                position.legal_moves(&mut moves);
                let mv = match self.player {
                    Some(player) if ply >= 2 => greedy(player, &position, &moves, random),
                    _ => random.choose(&moves).copied(),
                };
                match mv {
                    Some(mv) => position.play(mv),
                    None => break,
                }
            }
            if !position.is_over() {
                return position;
            }
        }
        Position::start()
    }
}

/// How near an evaluation comes to the rates of an exam.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Marks {
    /// |r − σ(v)| of every position.
    pub errors: Vec<f64>,
    /// Positions of which r and σ(v) are both above ½ or both below.
    pub right: usize,
}

impl Marks {
    /// The marks of `evaluation`.
    pub fn of(evaluation: &Evaluation, exam: &[Judged]) -> Self {
        let mut marks = Self::default();
        for judged in exam {
            let rate = evaluation.rate(&judged.position);
            marks.errors.push((judged.rate - rate).abs());
            let right = (judged.rate - 0.5) * (rate - 0.5) > 0.0;
            marks.right += usize::from(right);
        }
        marks
    }

    /// The mean of the errors; 0 without positions.
    pub fn error(&self) -> f64 {
        mean(self.errors.iter().copied())
    }

    /// The share of the positions that are right; 0 without positions.
    pub fn accuracy(&self) -> f64 {
        self.right as f64 / self.errors.len().max(1) as f64
    }
}
