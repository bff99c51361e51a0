//! From a name to a player.

use std::sync::Arc;

use super::error::SpecError;
use super::spec::{AgentSpec, Evaluation, PlayerSpec, SearchSpec, Target, TesterSpec, UctSpec};
use crate::eval::learned::Learned;
use crate::game::othello::Position;
use crate::player::Player;
use crate::player::agent::readjust::Mode;
use crate::player::agent::{Agent, Settings};
use crate::player::best::{BestMove, Knowledge};
use crate::player::csharp::CSharp;
use crate::player::k_best::{self, KBest};
use crate::player::natural::Natural;
use crate::player::random::Random;
use crate::player::uct::MostVisited;
use crate::search::deepening::{Deepening, SHALLOW};
use crate::search::othello::OthelloSearch;
use crate::search::root::Search;
use crate::search::uct::{Prior, Uct};
use crate::wire::fault::Fault;

/// A name that does not yet make a player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// It cannot be read.
    #[error(transparent)]
    Name(#[from] SpecError),
    /// `agent:d=target` outside a breeding.
    #[error("it waits for a target, which only the breeding gives: write d as a number")]
    NoTarget,
    /// A program that only a file has named.
    #[error(transparent)]
    Unnamed(#[from] Box<Fault>),
}

impl SearchSpec {
    /// The search it describes.
    pub fn search(&self) -> OthelloSearch {
        OthelloSearch::new(self.weights).exhaustive(self.exhaustive)
    }
}

impl TesterSpec {
    /// The search it describes, to be asked at [`SearchSpec::depth`].
    pub fn search(&self) -> Box<dyn Search<Position>> {
        let SearchSpec {
            depth,
            weights,
            exhaustive,
            natural: _,
        } = self.search;
        match self.eval {
            // So few plies are sooner looked at in one go.
            Evaluation::Thesis if self.plain().is_some() && depth <= SHALLOW => {
                Box::new(self.search.search())
            }
            Evaluation::Thesis => Box::new(
                Deepening::new(weights)
                    .exhaustive(exhaustive)
                    .budget(self.budget),
            ),
            Evaluation::Learned => Box::new(
                Deepening::new(Learned::embedded())
                    .exhaustive(exhaustive)
                    .budget(self.budget),
            ),
        }
    }
}

impl AgentSpec {
    /// The agent it describes, holding `target`.
    pub(super) fn player(&self, target: f64) -> Box<dyn Player<Position>> {
        let settings = Settings {
            target,
            depth: self.search.depth,
            until: self.until,
            ties: self.ties,
        };
        let mut agent = Agent::new(self.search.search(), settings).varying(self.vary);
        if self.readjust.mode != Mode::Never {
            agent = agent.readjusting(self.readjust, Arc::new(self.search.weights));
        }
        worn(agent, self.search.natural)
    }
}

impl UctSpec {
    /// The search it describes.
    fn search(&self) -> Uct<Position> {
        Uct {
            effort: self.effort,
            exploration: self.exploration,
            prior: self.plus.then(|| Prior {
                evaluator: Arc::new(self.weights),
                weight: self.bias,
                scale: self.scale,
            }),
        }
    }
}

/// `player`, with the rules for natural moves if it is to keep to them.
pub(super) fn worn(
    player: impl Player<Position> + 'static,
    natural: bool,
) -> Box<dyn Player<Position>> {
    if natural {
        Box::new(Natural(player))
    } else {
        Box::new(player)
    }
}

/// The player that goes by `spec`.
///
/// # Errors
/// When it is an agent that waits for a target, or a program that only a file has named.
pub fn build_othello(spec: &PlayerSpec) -> Result<Box<dyn Player<Position>>, BuildError> {
    if let PlayerSpec::Engine(engine) = spec {
        engine.may_start()?;
    }
    let natural = spec.is_natural();
    Ok(match spec {
        PlayerSpec::Random | PlayerSpec::NaturalRandom => worn(Random, natural),
        PlayerSpec::Level(spec) => worn(CSharp::new(spec.level).with_depth(spec.depth), natural),
        PlayerSpec::Tester(spec) => {
            let depth = spec.search.depth;
            worn(
                BestMove::new(spec.search(), depth, Knowledge::Every),
                natural,
            )
        }
        PlayerSpec::Individual(spec) => worn(
            BestMove::new(spec.search(), spec.depth, Knowledge::Best),
            natural,
        ),
        PlayerSpec::Agent(spec) => match spec.target {
            Target::Fixed(d) => spec.player(d),
            Target::Open => return Err(BuildError::NoTarget),
        },
        PlayerSpec::KBest(spec) => {
            let settings = k_best::Settings {
                depth: spec.search.depth,
                k: spec.k as usize,
                sigma: spec.sigma,
            };
            worn(KBest::new(spec.search.search(), settings), natural)
        }
        PlayerSpec::Uct(spec) => worn(MostVisited::new(spec.search()), natural),
        PlayerSpec::Holding(spec) => worn(spec.player(), natural),
        PlayerSpec::Weights(spec) => worn(spec.player(), natural),
        PlayerSpec::Engine(spec) => match spec.holds {
            None => Box::new(spec.player()),
            Some(Target::Fixed(d)) => match spec.agent(d) {
                Some(agent) => Box::new(agent),
                // Such a name cannot be read: it plays as it likes.
                None => Box::new(spec.player()),
            },
            Some(Target::Open) => return Err(BuildError::NoTarget),
        },
    })
}
