//! Games, and what the teacher says of their positions.

use std::ops::Range;

use super::settings::{Draws, Settings};
use koteki_engine::eval::blokus::Evaluation;
use koteki_engine::search::blokus::playout::Playout;
use koteki_engine::search::budget::{Cancel, CancelledError};
use koteki_games::Game as _;
use koteki_games::blokus::{Move, Position};
use koteki_games::random::Random;
use koteki_workers::{Pieces, Workers};

/// Coordinates that keep the uses of the seed apart.
const PLAY: u64 = 0;
const TEACH: u64 = 1;

/// Random games that share a generator: small enough to be spread over threads.
const PORTION: u32 = 100;

/// A position and what the teacher says of it.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Judged {
    /// The position.
    pub position: Position,
    /// The share of random games that the side to move wins, 0…1.
    pub rate: f64,
}

/// What one game teaches.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Record {
    /// Its positions after the first ply and before the last, passes included. The paper does not say
    /// which; at the start every game is the same, and how a finished one ends needs no teacher.
    pub positions: Vec<Judged>,
}

/// The games of these numbers, and what the teacher says of them. `policy` chooses the moves that are
/// not drawn at random; without it all are.
///
/// # Errors
/// When `cancel` is raised first.
pub fn records(
    settings: &Settings,
    policy: Option<&Evaluation>,
    seed: u64,
    games: Range<u64>,
    workers: &Workers,
    cancel: &Cancel,
) -> Result<Vec<Record>, CancelledError> {
    // Every rank plays them: a game takes far less than what the teacher says of its positions.
    let lines: Vec<(u64, Vec<Position>)> = games
        .map(|game| {
            let mut random = Random::derived(seed, &[PLAY, game]);
            (game, play(policy, settings.epsilon, &mut random))
        })
        .collect();
    let portions = settings.playouts.div_ceil(PORTION);
    let work: Vec<(u64, u64, Position, u32)> = lines
        .iter()
        .flat_map(|(game, line)| {
            (0..).zip(line).flat_map(move |(ply, &position)| {
                (0..portions).map(move |portion| (*game, ply, position, portion))
            })
        })
        .collect();
    let points: Vec<u64> = workers.each(Pieces::new(work.len(), cancel), |index| {
        let (game, ply, position, portion) = work[index];
        let mut random = Random::derived(seed, &[TEACH, game, ply, portion.into()]);
        let playouts = PORTION.min(settings.playouts - portion * PORTION);
        let points = points(&position, playouts, settings.draws, &mut random);
        Ok::<_, CancelledError>(points)
    })?;
    let mut sums = points.chunks(portions.max(1) as usize);
    let rate = |points: &[u64]| share(points.iter().sum(), settings.playouts);
    Ok(lines
        .into_iter()
        .map(|(_, line)| Record {
            positions: line
                .into_iter()
                .zip(sums.by_ref().map(rate))
                .map(|(position, rate)| Judged { position, rate })
                .collect(),
        })
        .collect())
}

/// The positions of a game after its first ply and before its last.
fn play(policy: Option<&Evaluation>, epsilon: f64, random: &mut Random) -> Vec<Position> {
    let mut position = Position::start();
    let mut line = Vec::new();
    let mut moves = Vec::new();
    loop {
        position.legal_moves(&mut moves);
        if moves.is_empty() {
            return line;
        }
        if position != Position::start() {
            line.push(position);
        }
        let mv = match policy {
            Some(policy) if random.unit() >= epsilon => greedy(policy, &position, &moves, random),
            _ => random.choose(&moves).copied(),
        };
        position.play(mv.unwrap_or(Move::Pass));
    }
}

/// A move to the position that is worth most to the side that moves, any of them at random.
pub(super) fn greedy(
    policy: &Evaluation,
    position: &Position,
    moves: &[Move],
    random: &mut Random,
) -> Option<Move> {
    let (mut best, mut value) = (Vec::new(), i32::MIN);
    for &mv in moves {
        let mut child = *position;
        child.play(mv);
        let after = -policy.value(&child);
        if after > value {
            value = after;
            best.clear();
        }
        if after == value {
            best.push(mv);
        }
    }
    random.choose(&best).copied()
}

/// Half points that the side to move gets in random games.
fn points(position: &Position, playouts: u32, draws: Draws, random: &mut Random) -> u64 {
    let side = position.side_to_move();
    let mut playout = Playout::new();
    (0..playouts)
        .map(|_| match playout.play(position, random).winner() {
            Some(winner) => 2 * u64::from(winner == side),
            None => u64::from(draws == Draws::Half),
        })
        .sum()
}

/// Half points as a share of games.
// Far fewer than 2^53.
fn share(points: u64, playouts: u32) -> f64 {
    points as f64 / (2.0 * f64::from(playouts.max(1)))
}

/// The share of `playouts` random games from `position` that the side to move wins.
pub fn teach(position: &Position, playouts: u32, draws: Draws, random: &mut Random) -> f64 {
    share(points(position, playouts, draws, random), playouts)
}
