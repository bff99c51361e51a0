//! An individual of ch. 6 as a player, in one search or the other.
//!
//! The thesis takes its evaluation from "Reversi in C#", and doesn't say whether its individuals are
//! that program with other weights (whose mobility is taken from two positions, and whose search has
//! peculiarities) or a search of its own.

use crate::lab::ExperimentError;
use koteki_engine::eval::othello::{COUNT, Weights};
use koteki_engine::player::best::{BestMove, Knowledge};
use koteki_engine::player::{Choice, Context, Player, PlayerError};
use koteki_engine::search::budget::Cancel;
use koteki_engine::search::othello::OthelloSearch;
use koteki_engine::search::othello::csharp::best_move;
use koteki_games::othello::{Move, Position};
use koteki_games::random::derive_seed;
use koteki_games::{Game as _, GameLine, Side};
use koteki_rivals::evolve::{Arena, GameOrder, GameResult, Settings};
use koteki_rivals::measure::contest::{play_out, random_opening};
use koteki_rivals::roster::{PlayerSpec, build_othello};

/// Whose search an individual uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Ours: αβ on the evaluation of one position, equal moves equally likely.
    Own,
    /// That of "Reversi in C#".
    Program,
}

/// An individual.
#[derive(Clone, Copy, Debug)]
pub struct Individual {
    /// Its search.
    pub engine: Engine,
    /// Its weights.
    pub weights: Weights,
    /// Plies it looks ahead.
    pub depth: u32,
    /// Empty squares from which it searches to the end; 0 for never.
    pub exhaustive: u32,
}

impl Player<Position> for Individual {
    fn choose(
        &self,
        line: &GameLine<Position>,
        allowed: &[Move],
        context: &mut Context<'_>,
    ) -> Result<Choice<Position>, PlayerError> {
        let Self {
            engine,
            weights,
            depth,
            exhaustive,
        } = *self;
        if engine == Engine::Own {
            let search = OthelloSearch::new(weights).exhaustive(exhaustive);
            return BestMove::new(search, depth, Knowledge::Best).choose(line, allowed, context);
        }
        let position = line.position();
        let squares = allowed
            .iter()
            .filter_map(|mv| mv.square())
            .fold(0, |squares, square| squares | square.bit());
        let empties = position.empties().count_ones();
        let depth = if empties <= exhaustive {
            empties
        } else {
            depth
        };
        let best = best_move(
            position,
            squares,
            &weights,
            depth,
            context.random,
            context.cancel,
        )?;
        Ok(Choice {
            mv: best.map_or(allowed[0], |best| Move::Place(best.square)),
            candidates: Vec::new(),
            nodes: best.map_or(0, |best| best.nodes),
        })
    }
}

/// Games of individuals that use the search of "Reversi in C#"; otherwise as
/// [`KitArena`](koteki_rivals::roster::arena::KitArena).
pub struct ProgramArena {
    opponent: Box<dyn Player<Position>>,
    depth: u32,
    exhaustive: u32,
    opening_plies: u32,
}

impl ProgramArena {
    /// The arena of `settings`; an opponent that waits for a target holds that of the settings.
    ///
    /// # Errors
    /// When the opponent's name is invalid.
    pub fn new(settings: &Settings) -> Result<Self, ExperimentError> {
        let opponent: PlayerSpec = settings.opponent.parse()?;
        Ok(Self {
            opponent: build_othello(&opponent.with_target(settings.target))?,
            depth: settings.depth,
            exhaustive: settings.exhaustive,
            opening_plies: settings.opening_plies,
        })
    }
}

impl Arena for ProgramArena {
    fn play(
        &self,
        _target: f64,
        order: &GameOrder,
        cancel: &Cancel,
    ) -> Result<GameResult, PlayerError> {
        let mut weights = [0; COUNT];
        for (slot, &weight) in weights.iter_mut().zip(&order.weights) {
            *slot = weight;
        }
        let individual = Individual {
            engine: Engine::Program,
            weights: Weights::from_array(weights),
            depth: self.depth,
            exhaustive: self.exhaustive,
        };
        let line = random_opening(self.opening_plies, order.seed);
        let seed = derive_seed(order.seed, &[u64::from(order.game)]);
        let opponent = &*self.opponent;
        let (side, line) = if order.game.is_multiple_of(2) {
            let line = play_out(line, &individual, opponent, seed, cancel)?;
            (Side::Black, line)
        } else {
            let line = play_out(line, opponent, &individual, seed, cancel)?;
            (Side::White, line)
        };
        let winner = line
            .position()
            .outcome()
            .and_then(|outcome| outcome.winner());
        Ok(match winner {
            None => GameResult::Draw,
            Some(winner) if winner == side => GameResult::Win,
            Some(_) => GameResult::Loss,
        })
    }
}
