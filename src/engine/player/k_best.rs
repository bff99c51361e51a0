//! k-best (Ueda 2012, §5.3, after Terada's shogi): weaker by noise, the baseline of the thesis.
//!
//! Of the moves, the k of the highest values are kept, each gets a normal deviate of standard deviation σ
//! added, and the best is played. The thesis takes for k three times the mean rank of the
//! player to be met (12 for Intermediate), for σ three times its mean loss (3 · 25.12 = 75.36). Its μ,
//! the mean of the deviates, is the same for every move and so changes nothing: it is no setting here.
//!
//! Noise at the root only, as the thesis has it ("applied at depth 1 after the values are computed").
//! Which of several equal moves are among the k is drawn at random.
//!
//! Where the best move leads to a decided game, noise would hide by how many discs: there it plays the
//! best move, takes the win by the most discs and resists to the last in a loss, as the agent does.

use super::best::{candidates, pick};
use super::{Choice, Context, Player, PlayerError};
use crate::eval::is_decided;
use crate::search::root::Search;
use koteki_games::{Game, GameLine};

/// How much weaker.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Plies it looks ahead, at least 1.
    pub depth: u32,
    /// k: moves considered, at least 1.
    pub k: usize,
    /// σ: standard deviation of the noise, in units of the evaluation; 0 or more.
    pub sigma: f64,
}

/// Plays the best of k moves under noise.
#[derive(Clone, Debug)]
pub struct KBest<S> {
    search: S,
    settings: Settings,
}

impl<S> KBest<S> {
    /// A player that judges moves with `search`.
    pub const fn new(search: S, settings: Settings) -> Self {
        Self { search, settings }
    }
}

impl<G: Game, S: Search<G>> Player<G> for KBest<S> {
    /// The candidates are all allowed moves, with their values before the noise.
    fn choose(
        &self,
        line: &GameLine<G>,
        allowed: &[G::Move],
        context: &mut Context<'_>,
    ) -> Result<Choice<G>, PlayerError> {
        let Settings { depth, k, sigma } = self.settings;
        let values = self
            .search
            .root_values(line.position(), depth, context.cancel)?;
        let candidates = candidates(&values, |mv, _| allowed.contains(&mv));
        let best = candidates.iter().map(|candidate| candidate.value).max();
        if best.is_some_and(is_decided) {
            return Ok(pick(candidates, values.nodes, allowed, context.random));
        }
        let mut order = candidates.clone();
        context.random.shuffle(&mut order);
        order.sort_by_key(|candidate| std::cmp::Reverse(candidate.value));
        let noisy = order.iter().take(k.max(1)).map(|candidate| {
            let value = f64::from(candidate.value) + sigma * context.random.normal();
            (value, candidate.mv)
        });
        let chosen = noisy.reduce(|best, next| if next.0 > best.0 { next } else { best });
        Ok(Choice {
            mv: chosen.map_or(allowed[0], |(_, mv)| mv),
            candidates,
            nodes: values.nodes,
        })
    }
}
