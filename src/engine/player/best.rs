//! The player that plays the best move its search finds: the tester, and every evolved individual.

use super::{Candidate, Choice, Context, Player, PlayerError};
use crate::search::budget::{Cancel, CancelledError};
use crate::search::root::{RootValues, Search};
use koteki_games::random::Random;
use koteki_games::{Game, GameLine};

/// What the player wants to know about the moves it does not play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Knowledge {
    /// The exact value of every allowed move: the tester, whose values are shown and judged by.
    Every,
    /// The best moves only, which is several times cheaper: an individual in a population.
    Best,
}

/// Plays a move of the highest value at its depth; of several, each is equally likely.
#[derive(Clone, Debug)]
pub struct BestMove<S> {
    search: S,
    depth: u32,
    knowledge: Knowledge,
}

impl<S> BestMove<S> {
    /// A player that looks `depth` plies (at least 1) ahead with `search`.
    pub const fn new(search: S, depth: u32, knowledge: Knowledge) -> Self {
        Self {
            search,
            depth,
            knowledge,
        }
    }
}

impl<G: Game, S: Search<G>> Player<G> for BestMove<S> {
    /// With [`Knowledge::Every`] the candidates are all allowed moves; with [`Knowledge::Best`] the
    /// equal best ones only, and none when there is no choice.
    fn choose(
        &self,
        line: &GameLine<G>,
        allowed: &[G::Move],
        context: &mut Context<'_>,
    ) -> Result<Choice<G>, PlayerError> {
        play_best(
            &self.search,
            self.depth,
            self.knowledge,
            line.position(),
            allowed,
            context,
        )
    }
}

/// Plays one of the allowed moves of the highest value, all equally likely.
pub(super) fn play_best<G: Game>(
    search: &dyn Search<G>,
    depth: u32,
    knowledge: Knowledge,
    position: &G,
    allowed: &[G::Move],
    context: &mut Context<'_>,
) -> Result<Choice<G>, PlayerError> {
    if knowledge == Knowledge::Best {
        if let &[mv] = allowed {
            return Ok(Choice {
                mv,
                candidates: Vec::new(),
                nodes: 0,
            });
        }
        let (candidates, nodes) = best_allowed(search, depth, position, allowed, context.cancel)?;
        return Ok(pick(candidates, nodes, allowed, context.random));
    }
    let values = search.root_values(position, depth, context.cancel)?;
    let candidates = candidates(&values, |mv, _| allowed.contains(&mv));
    Ok(pick(candidates, values.nodes, allowed, context.random))
}

/// The moves of the highest value among `allowed`, and the positions evaluated. One search for best
/// moves when one of them is allowed, which is nearly always; all values otherwise.
///
/// # Errors
/// When `cancel` is raised first.
pub fn best_allowed<G: Game>(
    search: &dyn Search<G>,
    depth: u32,
    position: &G,
    allowed: &[G::Move],
    cancel: &Cancel,
) -> Result<(Vec<Candidate<G>>, u64), CancelledError> {
    let values = search.best_moves(position, depth, cancel)?;
    let best = values.best();
    let found = candidates(&values, |mv, value| {
        Some(value) == best && allowed.contains(&mv)
    });
    if !found.is_empty() {
        return Ok((found, values.nodes));
    }
    let every = search.root_values(position, depth, cancel)?;
    let value_of = |mv: &G::Move| every.value_of(*mv);
    let best = allowed.iter().filter_map(value_of).max();
    let found = candidates(&every, |mv, value| {
        Some(value) == best && allowed.contains(&mv)
    });
    Ok((found, values.nodes + every.nodes))
}

/// The moves of `values` that `keep` wants, as candidates.
pub(super) fn candidates<G: Game>(
    values: &RootValues<G>,
    keep: impl Fn(G::Move, i32) -> bool,
) -> Vec<Candidate<G>> {
    values
        .moves
        .iter()
        .filter(|root| keep(root.mv, root.value))
        .map(|root| Candidate {
            mv: root.mv,
            value: root.value,
        })
        .collect()
}

/// One of the candidates of the highest value, all equally likely. `allowed` serves only when there
/// is no candidate, which a search that lists every legal move never brings about.
pub(super) fn pick<G: Game>(
    candidates: Vec<Candidate<G>>,
    nodes: u64,
    allowed: &[G::Move],
    random: &mut Random,
) -> Choice<G> {
    let best = candidates.iter().map(|candidate| candidate.value).max();
    let equals = |candidate: &&Candidate<G>| Some(candidate.value) == best;
    let count = candidates.iter().filter(equals).count();
    let mv = candidates
        .iter()
        .filter(equals)
        .nth(random.below(count))
        .map_or(allowed[0], |candidate| candidate.mv);
    Choice {
        mv,
        candidates,
        nodes,
    }
}
