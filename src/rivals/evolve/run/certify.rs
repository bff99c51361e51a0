//! The retest of the certified selection: the [sequential test](Verdict) for everybody, and the
//! rivals chosen among those it has certified.
//!
//! Whoever is certified enters the hall and stays there while the population is bred on, so that
//! another series of cycles can only add to what there is.

use super::{Ask, Boundary, Difference, Evaluate, Individual, Report, Run, Shown, StepError, play};
use crate::evolve::GameOrder;
use crate::evolve::rivals::{self, WANTED};
use crate::evolve::snapshot::Phase;
use crate::evolve::style::{self, Answers, Candidate};
use crate::evolve::verdict::{Prior, Verdict};

impl Run {
    /// The test's verdict on an individual. Whoever has been certified remains so.
    pub fn verdict(&self, individual: &Individual) -> Verdict {
        self.verdict_among(&self.state.population, individual)
    }

    /// The verdict on an individual of this population.
    fn verdict_among(&self, population: &[Individual], individual: &Individual) -> Verdict {
        let prior = Prior::of(population.iter().map(|it| it.retest));
        if self.state.hall.iter().any(|it| it.id == individual.id) {
            return Verdict::Certified;
        }
        Verdict::of(
            individual.retest,
            prior,
            self.settings.near,
            &self.settings.retest,
        )
    }

    /// One batch of the test for all who are not decided, and the choice when all are.
    pub(super) fn certify(
        &mut self,
        evaluate: &mut Evaluate<'_>,
        ask: &mut Ask<'_>,
    ) -> Result<Report, StepError> {
        let test = &self.settings.retest;
        let batch: Vec<(usize, u32)> = self
            .state
            .population
            .iter()
            .enumerate()
            .filter(|&(place, individual)| {
                // Of equal individuals the first is enough.
                let earlier = &self.state.population[..place];
                !self.verdict(individual).is_final()
                    && earlier.iter().all(|other| other.genes != individual.genes)
            })
            .map(|(place, individual)| {
                let played = individual.retest.games;
                let next = if played < test.first {
                    test.first
                } else {
                    played + test.batch
                };
                (
                    place,
                    next.min(test.cap.max(test.first)).saturating_sub(played),
                )
            })
            .collect();
        let orders: Vec<GameOrder> = batch
            .iter()
            .flat_map(|&(place, games)| self.orders(&self.state.population[place], games))
            .collect();
        let results = play(evaluate, self.state.target, &orders)?;

        // Nothing may change before everything that can be cancelled is done.
        let mut population = self.state.population.clone();
        let mut results = results.into_iter();
        for (place, games) in batch {
            let individual = &mut population[place];
            for result in results.by_ref().take(games as usize) {
                individual.retest.add(result);
            }
            individual.refresh();
        }
        let over = population.iter().enumerate().all(|(place, individual)| {
            let earlier = &population[..place];
            self.verdict_among(&population, individual).is_final()
                || earlier.iter().any(|other| other.genes == individual.genes)
        });
        if over {
            let new: Vec<&Individual> = population
                .iter()
                .filter(|it| self.verdict_among(&population, it) == Verdict::Certified)
                .chain(&self.state.hall)
                .filter(|it| !self.answers.contains_key(&it.id))
                .collect();
            let weights: Vec<Vec<i32>> = new
                .iter()
                .map(|it| self.genome.weights(&it.genes))
                .collect();
            let answers = ask(&weights)?;
            let ids: Vec<u64> = new.iter().map(|it| it.id).collect();
            self.answers.extend(ids.into_iter().zip(answers));
        }
        self.state.population = population;

        let step = self.state.step;
        self.state.step += 1;
        self.state.games += orders.len() as u64;
        self.shown = Shown::default();
        let mut boundary = Boundary::Within;
        if over {
            if self.choose_certified() || self.state.round >= self.settings.retest.rounds {
                self.state.phase = Phase::Resting;
                boundary = Boundary::Rest;
            } else {
                self.state.round += 1;
                self.state.phase = Phase::Breeding;
            }
        } else {
            self.choose_provisionally();
        }
        Ok(Report {
            step,
            games: orders.len(),
            boundary,
        })
    }

    /// Puts the certified ones into the hall and chooses the rivals there. Places that remain are
    /// filled with the undecided, likeliest first, so that there is an opponent. Whether there
    /// are three certified ones that differ as was asked.
    fn choose_certified(&mut self) -> bool {
        for individual in &self.state.population {
            let known = self.state.hall.iter().any(|it| it.id == individual.id);
            if self.verdict(individual) == Verdict::Certified && !known {
                self.state.hall.push(individual.clone());
            }
        }
        let none = Answers::default();
        let answers = |id: u64| self.answers.get(&id).unwrap_or(&none);
        let places: Vec<Vec<f64>> = self
            .state
            .hall
            .iter()
            .map(|it| it.place(&self.genes))
            .collect();
        let candidates: Vec<Candidate<'_>> = self
            .state
            .hall
            .iter()
            .zip(&places)
            .map(|(individual, place)| Candidate {
                place,
                answers: answers(individual.id),
            })
            .collect();
        let least = self.settings.retest.mismatch;
        let chosen = style::choose(&candidates, least);
        let mut differences = Vec::new();
        for (a, &one) in chosen.iter().enumerate() {
            for (b, &other) in chosen.iter().enumerate().skip(a) {
                let (one, other) = (candidates[one].answers, candidates[other].answers);
                differences.extend(style::mismatch(one, other).map(|mismatch| Difference {
                    a,
                    b,
                    mismatch,
                }));
            }
        }
        let apart = differences
            .iter()
            .filter(|it| it.a != it.b)
            .all(|it| it.mismatch.rate >= least);
        let enough = chosen.len() >= WANTED && apart;
        let mut rivals: Vec<u64> = chosen.iter().map(|&at| self.state.hall[at].id).collect();
        let near = self.settings.near;
        let mut undecided: Vec<(f64, u64)> = self
            .state
            .population
            .iter()
            .filter(|it| self.verdict(it) == Verdict::Undecided)
            .map(|it| (it.retest.level_probability(near), it.id))
            .collect();
        undecided.sort_by(|a, b| b.0.total_cmp(&a.0));
        let missing = WANTED.saturating_sub(rivals.len());
        rivals.extend(undecided.into_iter().take(missing).map(|(_, id)| id));
        self.state.rivals = rivals;
        self.state.differences = differences;
        enough
    }

    /// Who would be chosen as things stand, before the test has decided: by distance, among the
    /// certified and those near level that it has not rejected.
    pub(super) fn choose_provisionally(&mut self) {
        let near = self.settings.near;
        let hall = self.state.hall.iter();
        let candidates: Vec<&Individual> = hall
            .chain(self.state.population.iter().filter(|it| {
                let known = self.state.hall.iter().any(|other| other.id == it.id);
                let rate = it.tally().win_rate();
                !known
                    && matches!(self.verdict(it), Verdict::Open | Verdict::Certified)
                    && rate.is_some_and(|rate| rivals::is_near_level(rate, near))
            }))
            .collect();
        let places: Vec<Vec<f64>> = candidates.iter().map(|it| it.place(&self.genes)).collect();
        let places: Vec<&[f64]> = places.iter().map(Vec::as_slice).collect();
        self.state.rivals = rivals::choose(&places)
            .into_iter()
            .map(|index| candidates[index].id)
            .collect();
        self.state.differences.clear();
    }
}
