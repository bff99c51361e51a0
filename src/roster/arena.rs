//! Othello games between an evolved individual and the opponent of the breeding.

use std::sync::Arc;

use super::asked::asked;
use super::build::{BuildError, build_othello, worn};
use super::engine::EngineSpec;
use super::spec::{AgentSpec, PlayerSpec, SearchSpec, Target};
use crate::eval::othello::{COUNT, Weights};
use crate::evolve::style::Answers;
use crate::evolve::{Arena, GameOrder, GameResult, Settings};
use crate::game::othello::{Move, Position};
use crate::game::{Game, GameLine, Side};
use crate::measure::contest::{play_out, random_opening};
use crate::player::best::{BestMove, Knowledge, best_allowed};
use crate::player::external::holder::Holder;
use crate::player::external::judge::Judge;
use crate::player::natural::natural_moves;
use crate::player::{NoMove, Player};
use crate::random::derive_seed;
use crate::search::budget::Cancel;

/// How the games of a breeding are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArenaSettings {
    /// Plies an individual looks ahead (chapter 6: 3, chapter 7: 2).
    pub depth: u32,
    /// Empty squares from which an individual searches to the end; 0 for never.
    pub exhaustive: u32,
    /// Plies drawn by lot before the players take over; 0 for none. The two games of a pair share them.
    pub opening_plies: u32,
    /// Whether individuals keep to [natural moves](crate::player::natural).
    pub natural: bool,
}

impl From<&Settings> for ArenaSettings {
    fn from(settings: &Settings) -> Self {
        Self {
            depth: settings.depth,
            exhaustive: settings.exhaustive,
            opening_plies: settings.opening_plies,
            natural: settings.natural,
        }
    }
}

impl ArenaSettings {
    /// The individual with these weights as a name of the roster.
    pub fn individual(&self, weights: &[i32]) -> PlayerSpec {
        PlayerSpec::Individual(self.search(weights))
    }

    /// Weights in the order of [`FEATURES`](crate::eval::othello::FEATURES); missing ones are 0.
    fn search(&self, weights: &[i32]) -> SearchSpec {
        let mut all = [0; COUNT];
        for (slot, &weight) in all.iter_mut().zip(weights) {
            *slot = weight.clamp(-Weights::MAX, Weights::MAX);
        }
        SearchSpec {
            depth: self.depth,
            weights: Weights::from_array(all),
            exhaustive: self.exhaustive,
            natural: self.natural,
        }
    }
}

enum Opponent {
    /// The same in every game.
    Fixed(Box<dyn Player<Position>>),
    /// Holds the target of the breeding.
    Holding(AgentSpec),
    /// The same in the eyes of another program, which is started once for all games.
    Judged(Arc<Judge<Position>>, EngineSpec),
}

/// Plays the games of a breeding.
pub struct OthelloArena {
    settings: ArenaSettings,
    opponent: Opponent,
}

impl OthelloArena {
    /// An arena in which individuals meet `opponent`; `agent:d=target` holds the target of each game.
    ///
    /// # Errors
    /// Those of [`build_othello`]; an open target is no error here.
    pub fn new(opponent: &PlayerSpec, settings: ArenaSettings) -> Result<Self, BuildError> {
        let opponent = match opponent {
            PlayerSpec::Agent(
                spec @ AgentSpec {
                    target: Target::Open,
                    ..
                },
            ) => Opponent::Holding(*spec),
            PlayerSpec::Engine(
                spec @ EngineSpec {
                    holds: Some(Target::Open),
                    ..
                },
            ) => {
                spec.may_start()?;
                let judge = spec.judge().ok_or(BuildError::NoTarget)?;
                Opponent::Judged(Arc::new(judge), *spec)
            }
            other => Opponent::Fixed(build_othello(other)?),
        };
        Ok(Self { settings, opponent })
    }

    /// The individual with these weights as a name of the roster.
    pub fn individual(&self, weights: &[i32]) -> PlayerSpec {
        self.settings.individual(weights)
    }
}

impl OthelloArena {
    /// Plays a game and gives every move of it, and the side that the individual had.
    ///
    /// # Errors
    /// When `cancel` is raised first.
    pub fn line(
        &self,
        target: f64,
        order: &GameOrder,
        cancel: &Cancel,
    ) -> Result<(Side, GameLine<Position>), NoMove> {
        let spec = self.settings.search(&order.weights);
        let individual = BestMove::new(spec.search(), spec.depth, Knowledge::Best);
        let individual = &*worn(individual, spec.natural);
        let agent;
        let opponent: &dyn Player<Position> = match &self.opponent {
            Opponent::Fixed(player) => &**player,
            Opponent::Holding(spec) => {
                agent = spec.player(target);
                &*agent
            }
            Opponent::Judged(judge, spec) => {
                agent = Box::new(Holder::new(Arc::clone(judge), spec.holding(target)));
                &*agent
            }
        };
        let line = random_opening(self.settings.opening_plies, order.seed);
        let seed = derive_seed(order.seed, &[u64::from(order.game)]);
        Ok(if order.game.is_multiple_of(2) {
            (
                Side::Black,
                play_out(line, individual, opponent, seed, cancel)?,
            )
        } else {
            (
                Side::White,
                play_out(line, opponent, individual, seed, cancel)?,
            )
        })
    }
}

/// Who won `line`, in which the individual had `side`.
pub(super) fn result<G: Game>(side: Side, line: &GameLine<G>) -> GameResult {
    let outcome = line.position().outcome();
    match outcome.and_then(|outcome| outcome.winner()) {
        None => GameResult::Draw,
        Some(winner) if winner == side => GameResult::Win,
        Some(_) => GameResult::Loss,
    }
}

/// Weights come in the order of [`FEATURES`](crate::eval::othello::FEATURES); missing ones are 0.
impl Arena for OthelloArena {
    fn play(&self, target: f64, order: &GameOrder, cancel: &Cancel) -> Result<GameResult, NoMove> {
        let (side, line) = self.line(target, order, cancel)?;
        Ok(result(side, &line))
    }

    /// The moves it may play in each of [`asked`], as squares from 0 for a1 to 63 for h8.
    fn answers(&self, weights: &[i32], cancel: &Cancel) -> Result<Answers, NoMove> {
        let spec = self.settings.search(weights);
        let search = spec.search();
        let square = |mv: Move| mv.square().map_or(64, |square| u16::from(square.index()));
        let answers: Result<Vec<Vec<u16>>, NoMove> = asked()
            .iter()
            .map(|position| {
                let mut allowed = Vec::new();
                position.legal_moves(&mut allowed);
                if spec.natural {
                    allowed = natural_moves(position, &allowed);
                }
                let best = best_allowed(&search, spec.depth, position, &allowed, cancel)?.0;
                Ok(best.into_iter().map(|it| square(it.mv)).collect())
            })
            .collect();
        answers.map(Answers)
    }
}
