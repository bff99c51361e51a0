//! How many games a run takes for certain, before it is run and where it was stopped.

use std::path::Path;

use koteki_record::run::{Error, is_over, read_state};
use koteki_rivals::evolve::run::State;
use koteki_rivals::evolve::snapshot::Phase;
use koteki_rivals::evolve::{Settings, progress};

/// The games of a run toward one target, as far as the settings say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Cycles of breeding.
    pub cycles: u32,
    /// Steps of a cycle.
    pub steps: u64,
    /// Games of a step.
    pub games_per_step: u64,
    /// Games that make sure of the individuals at the end, at least: everybody's first ones.
    pub retest: u64,
    /// Those of one individual.
    pub first: u64,
    /// Games that whoever is still in doubt after them plays next.
    pub batch: u64,
}

/// What is left of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rest {
    /// Cycles of breeding that are not complete.
    pub cycles: u32,
    /// Their games.
    pub breeding: u64,
    /// Games that make sure of the individuals, at least.
    pub retest: u64,
}

impl Rest {
    /// Games of both kinds.
    pub const fn games(&self) -> u64 {
        self.breeding + self.retest
    }
}

impl Plan {
    /// The plan of `settings`.
    pub fn of(settings: &Settings) -> Self {
        Self {
            cycles: settings.cycles,
            steps: progress::steps(settings),
            games_per_step: progress::step(settings),
            retest: settings.population as u64 * u64::from(settings.retest.first),
            first: settings.retest.first.into(),
            batch: settings.retest.batch.into(),
        }
    }

    /// Games of one cycle.
    pub const fn cycle(&self) -> u64 {
        self.steps * self.games_per_step
    }

    /// Games of the breeding.
    pub fn breeding(&self) -> u64 {
        self.cycle() * u64::from(self.cycles)
    }

    /// All games that are certain to be played.
    pub fn least(&self) -> u64 {
        self.breeding() + self.retest
    }

    /// What is left of the run that is in `state`, at least; `None` when it is over.
    pub fn rest(&self, state: &State) -> Option<Rest> {
        let first_series = state.round == 0;
        match state.phase {
            Phase::Resting => None,
            Phase::Breeding => {
                let all = self.cycles.saturating_mul(state.round.saturating_add(1));
                let cycles = all.saturating_sub(state.cycle);
                let steps =
                    (u64::from(cycles) * self.steps).saturating_sub(state.step_in_cycle as u64);
                Some(Rest {
                    cycles,
                    breeding: steps * self.games_per_step,
                    // Later on only new individuals play, and their number is unknown.
                    retest: if first_series { self.retest } else { 0 },
                })
            }
            Phase::Retesting => {
                let population = state.population.iter();
                let left = population.map(|it| self.first.saturating_sub(it.retest.games.into()));
                let left: u64 = left.sum();
                Some(Rest {
                    // Some are still in doubt, or it would be over.
                    retest: if left > 0 { left } else { self.batch },
                    ..Rest::default()
                })
            }
        }
    }

    /// What is left of the run in `directory`, at least; `None` when it is over.
    ///
    /// # Errors
    /// When that could not be gone on with.
    pub fn rest_in(&self, directory: &Path) -> Result<Option<Rest>, Error> {
        if is_over(directory)? {
            return Ok(None);
        }
        let state = read_state::<State>(directory)?;
        Ok(state.map_or_else(|| Some(self.whole()), |state| self.rest(&state)))
    }

    /// All of it.
    pub fn whole(&self) -> Rest {
        Rest {
            cycles: self.cycles,
            breeding: self.breeding(),
            retest: self.retest,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_thesis_counts_36_000_games() {
        // Ueda 2012, §6.4.1: 15 cycles of 10 steps of 12 individuals with 20 games each.
        let plan = Plan::of(&Settings::ueda_ch6());
        assert_eq!(plan.breeding(), 36_000);
        assert_eq!(plan.cycle(), 2_400);
        // Table 6.1: 100 more of each of the 20.
        assert_eq!(plan.least(), 38_000);
    }
}
