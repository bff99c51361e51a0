//! From a name to a player.

use super::spec::{AgentSpec, Evaluation, PlayerSpec, SearchSpec, Target, TesterSpec};
use crate::eval::learned::Learned;
use crate::game::othello::Position;
use crate::player::Player;
use crate::player::agent::{Agent, Settings};
use crate::player::best::{BestMove, Knowledge};
use crate::player::csharp::CSharp;
use crate::player::random::Random;
use crate::search::deepening::{Deepening, SHALLOW};
use crate::search::othello::OthelloSearch;
use crate::search::root::Search;

/// A name that does not yet make a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// `agent:d=target` outside a breeding.
    #[error("the agent has no target here: give it one, as in agent:d=25")]
    NoTarget,
}

impl SearchSpec {
    /// The search it describes.
    #[must_use]
    pub fn search(&self) -> OthelloSearch {
        OthelloSearch::new(self.weights).exhaustive(self.exhaustive)
    }
}

impl TesterSpec {
    /// The search it describes, to be asked at [`SearchSpec::depth`].
    #[must_use]
    pub fn search(&self) -> Box<dyn Search<Position>> {
        let SearchSpec {
            depth,
            weights,
            exhaustive,
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
    #[must_use]
    pub(super) fn agent(&self, target: f64) -> Agent<Position, OthelloSearch> {
        let settings = Settings {
            target,
            depth: self.search.depth,
            until: self.until,
            ties: self.ties,
        };
        Agent::new(self.search.search(), settings)
    }
}

/// The player that goes by `spec`.
///
/// # Errors
/// When it is an agent that waits for a target.
pub fn build_othello(spec: &PlayerSpec) -> Result<Box<dyn Player<Position>>, BuildError> {
    Ok(match spec {
        PlayerSpec::Random => Box::new(Random),
        PlayerSpec::Level(spec) => Box::new(CSharp::new(spec.level).with_depth(spec.depth)),
        PlayerSpec::Tester(spec) => {
            let depth = spec.search.depth;
            Box::new(BestMove::new(spec.search(), depth, Knowledge::Every))
        }
        PlayerSpec::Individual(spec) => {
            Box::new(BestMove::new(spec.search(), spec.depth, Knowledge::Best))
        }
        PlayerSpec::Agent(spec) => match spec.target {
            Target::Fixed(d) => Box::new(spec.agent(d)),
            Target::Open => return Err(BuildError::NoTarget),
        },
    })
}
