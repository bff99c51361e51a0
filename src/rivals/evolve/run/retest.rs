//! The retest of the thesis' selection: everybody plays some games of its own, and the three that are
//! chosen by them play on until they are level for certain or out.

use super::{Boundary, Evaluate, Individual, Report, Run, Shown, StepError, play};
use crate::evolve::GameOrder;
use crate::evolve::rivals::{self, WANTED};
use crate::evolve::snapshot::Phase;

impl Run {
    /// One batch of the retest: first everybody's first games, then those of the chosen rivals that
    /// are not settled.
    pub(super) fn retest(&mut self, evaluate: &mut Evaluate<'_>) -> Result<Report, StepError> {
        let settings = &self.settings.retest;
        let population = &self.state.population;
        let mut batch: Vec<(usize, u32)> = (0..population.len())
            .map(|place| {
                let left = settings
                    .first
                    .saturating_sub(population[place].retest.games);
                (place, left.min(settings.batch))
            })
            .filter(|&(_, games)| games > 0)
            .collect();
        if batch.is_empty() {
            batch = (0..population.len())
                .filter(|&place| self.is_unsettled_rival(&population[place]))
                .map(|place| {
                    let left = settings.cap.saturating_sub(population[place].retest.games);
                    (place, left.min(settings.batch))
                })
                .collect();
        }
        let orders: Vec<GameOrder> = batch
            .iter()
            .flat_map(|&(place, games)| self.orders(&population[place], games))
            .collect();
        let results = play(evaluate, self.state.target, &orders)?;

        let mut results = results.into_iter();
        for (place, games) in batch {
            let individual = &mut self.state.population[place];
            for result in results.by_ref().take(games as usize) {
                individual.retest.add(result);
            }
            individual.refresh();
        }
        let step = self.state.step;
        self.state.step += 1;
        self.state.games += orders.len() as u64;
        self.shown = Shown::default();
        self.choose_rivals();
        let mut boundary = Boundary::Within;
        if self.is_retested() {
            if self.state.rivals.len() < WANTED && self.state.round < self.settings.retest.rounds {
                self.state.round += 1;
                self.state.phase = Phase::Breeding;
            } else {
                self.state.phase = Phase::Resting;
                boundary = Boundary::Rest;
            }
        }
        Ok(Report {
            step,
            games: orders.len(),
            boundary,
        })
    }

    fn is_retested(&self) -> bool {
        self.state.population.iter().all(|individual| {
            individual.retest.games >= self.settings.retest.first
                && !self.is_unsettled_rival(individual)
        })
    }

    fn is_unsettled_rival(&self, individual: &Individual) -> bool {
        let settings = &self.settings.retest;
        self.state.rivals.contains(&individual.id)
            && individual.retest.games < settings.cap
            && individual.retest.level_probability(self.settings.near) < settings.certain
    }

    /// Chooses A, B and C among the individuals near level. While breeding by all their games; in the
    /// retest by the games played there, without those that are out, and with those that stayed
    /// uncertain to the end only where the others don't suffice, likeliest first.
    pub(super) fn choose_rivals(&mut self) {
        let near = self.settings.near;
        let breeding = self.state.phase == Phase::Breeding;
        let mut candidates: Vec<&Individual> = Vec::new();
        let mut uncertain: Vec<(f64, &Individual)> = Vec::new();
        for individual in &self.state.population {
            let tally = individual.tally();
            if !tally
                .win_rate()
                .is_some_and(|rate| rivals::is_near_level(rate, near))
            {
                continue;
            }
            let probability = tally.level_probability(near);
            if breeding || individual.retest.games == 0 {
                candidates.push(individual);
            } else if probability >= self.settings.retest.certain
                || individual.retest.games < self.settings.retest.cap
            {
                if probability >= self.settings.retest.out {
                    candidates.push(individual);
                }
            } else {
                uncertain.push((probability, individual));
            }
        }
        uncertain.sort_by(|a, b| b.0.total_cmp(&a.0));
        let missing = WANTED.saturating_sub(candidates.len());
        candidates.extend(uncertain.into_iter().take(missing).map(|(_, it)| it));
        let places: Vec<Vec<f64>> = candidates.iter().map(|it| it.place(&self.genes)).collect();
        let places: Vec<&[f64]> = places.iter().map(Vec::as_slice).collect();
        self.state.rivals = rivals::choose(&places)
            .into_iter()
            .map(|index| candidates[index].id)
            .collect();
    }
}
