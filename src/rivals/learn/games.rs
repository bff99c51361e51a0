//! The games that an evaluation of Othello is learned from: an opening drawn at random, so that they
//! differ; then both sides play as they know; and the end is played out exactly, so that every
//! position of the game is known to have ended rightly from there on.

use super::rounds::{Line, Played};
use crate::measure::contest::random_opening;
use koteki_engine::eval::othello::Weights;
use koteki_engine::eval::othello::learned::Learned;
use koteki_engine::search::budget::{Cancel, CancelledError};
use koteki_engine::search::othello::OthelloSearch;
use koteki_engine::search::othello::deepening::Deepening;
use koteki_engine::search::othello::endgame::{Goal, Options, Wanted, solve};
use koteki_engine::search::root::Search as _;
use koteki_games::othello::{Move, Position};
use koteki_games::random::{Random, derive_seed};
use koteki_games::{Game as _, GameLine};

/// A position and how it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The discs of the side to move.
    pub own: u64,
    /// The discs of the other side.
    pub opp: u64,
    /// Discs by which the side to move won, empty squares counted for the winner: −64…64.
    pub score: i8,
}

impl Played for Line<Position> {
    type Sample = Sample;

    fn samples(&self) -> Vec<Sample> {
        let sample = |(position, score): (Position, i8)| Sample {
            own: position.own(),
            opp: position.opp(),
            score,
        };
        self.positions().map(sample).collect()
    }
}

/// Who plays the games.
#[derive(Clone, Copy, Debug)]
pub enum Teacher<'a> {
    /// The five features of the thesis with the tester's weights.
    Thesis,
    /// What has been learned so far.
    Learned(&'a Learned),
}

/// How games are played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameSettings {
    /// Plies that both sides look ahead.
    pub depth: u32,
    /// The opening is of 1 to so many random plies, each number equally likely.
    pub random_plies: u32,
    /// The chance that a later move is drawn at random. What came before it is then not used: it does not
    /// tell how the game would have ended.
    pub surprise: f64,
    /// Empty squares from which the end is played exactly.
    pub exact: u32,
}

/// Coordinates that keep the uses of a game's seed apart.
const OPENING: u64 = 0;
const MOVES: u64 = 1;

/// The game that `seed` gives.
///
/// # Errors
/// When `cancel` is raised first.
pub fn game(
    teacher: Teacher<'_>,
    settings: &GameSettings,
    seed: u64,
    cancel: &Cancel,
) -> Result<Line<Position>, CancelledError> {
    let mut random = Random::derived(seed, &[MOVES]);
    let plies = 1 + random.below(settings.random_plies.max(1) as usize) as u32;
    let opening: GameLine<Position> = random_opening(plies, derive_seed(seed, &[OPENING]));
    let mut position = *opening.position();
    let (mut start, mut moves) = (position, Vec::new());
    let mut legal = Vec::new();
    while position.empties().count_ones() > settings.exact && !position.is_over() {
        let surprise = random.unit() < settings.surprise;
        let mv = if position.must_pass() {
            Move::Pass
        } else if surprise {
            position.legal_moves(&mut legal);
            random.choose(&legal).copied().unwrap_or(Move::Pass)
        } else {
            choose(teacher, &position, settings.depth, &mut random, cancel)?
        };
        position.play(mv);
        if surprise {
            start = position;
            moves.clear();
        } else {
            moves.push(mv);
        }
    }
    let options = Options {
        goal: Goal::Score,
        wanted: Wanted::One,
        ..Options::default()
    };
    let solved = solve(&position, &options, cancel)?;
    moves.extend(solved.line);
    Ok(Line {
        start,
        moves,
        // At most 64.
        score: (solved.score * position.side_to_move().sign()) as i8,
    })
}

fn choose(
    teacher: Teacher<'_>,
    position: &Position,
    depth: u32,
    random: &mut Random,
    cancel: &Cancel,
) -> Result<Move, CancelledError> {
    let best = match teacher {
        Teacher::Thesis => {
            OthelloSearch::new(Weights::TESTER).best_moves(position, depth, cancel)?
        }
        Teacher::Learned(learned) => Deepening::new(learned).best_moves(position, depth, cancel)?,
    };
    let best = best.best_moves();
    Ok(random.choose(&best).copied().unwrap_or(Move::Pass))
}
