//! The reader of Yamashita 2009: one population, bred after every round; the best strategy answers.

use super::ga::Ga;
use super::settings::Settings;
use super::spec::ReaderSpec;
use super::{Insight, Mind, Reading};
use koteki_games::janken::Round;
use koteki_games::random::Random;

/// The paper's reader. The population is bred when the hand is asked for, by all rounds so far.
#[derive(Clone, Debug)]
pub(crate) struct Paper {
    settings: Settings,
    ga: Ga,
}

impl Paper {
    /// With these settings, which must be valid.
    pub(crate) fn new(settings: Settings) -> Self {
        Self {
            settings,
            ga: Ga::new(settings),
        }
    }
}

impl Mind for Paper {
    fn name(&self) -> String {
        ReaderSpec::Paper(self.settings).to_string()
    }

    fn think(&mut self, rounds: &[Round], random: &mut Random) -> Reading {
        if rounds.len() < self.settings.random_rounds {
            return Reading::by_lot(random);
        }
        self.ga.breed(random);
        let answer = self.ga.answer(rounds, random);
        answer.unwrap_or_else(|| Reading::by_lot(random))
    }

    fn learn(&mut self, rounds: &[Round]) {
        self.ga.learn(rounds);
    }

    fn clear(&mut self) {
        self.ga.clear();
    }

    fn insight(&self, rounds: &[Round]) -> Insight {
        Insight {
            population: self.ga.population(rounds),
            ..Insight::default()
        }
    }
}
