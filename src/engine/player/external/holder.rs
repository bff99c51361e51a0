//! An agent in the eyes of another program: it gives away so much on average as that program sees it.

use std::sync::Arc;

use super::Spoken;
use super::judge::Judge;
use crate::player::agent::{Agent, Settings};
use crate::player::{Choice, Context, Player, PlayerError};
use koteki_games::GameLine;

/// The agent; see [`Agent`]. Its unit is the judge's, hundredths of a disc.
pub struct Holder<G: Spoken> {
    agent: Agent<G, Arc<Judge<G>>>,
    judge: Arc<Judge<G>>,
}

impl<G: Spoken> Holder<G> {
    /// An agent with these eyes.
    pub fn new(judge: Arc<Judge<G>>, settings: Settings) -> Self {
        Self {
            agent: Agent::new(Arc::clone(&judge), settings),
            judge,
        }
    }
}

impl<G: Spoken> Player<G> for Holder<G> {
    fn choose(
        &self,
        line: &GameLine<G>,
        allowed: &[G::Move],
        context: &mut Context<'_>,
    ) -> Result<Choice<G>, PlayerError> {
        let cancel = context.cancel;
        let choice = self.agent.choose(line, allowed, context);
        choice.map_err(|why| match self.judge.fault() {
            // A search that its engine ends looks as if it had been cancelled.
            Some(fault) if !cancel.is_cancelled() => PlayerError::Engine(fault),
            _ => why,
        })
    }
}
