//! The runs that all experiments of the chapter look at. Run *r* at a β is the same in each of them.

use super::paper::BETAS;
use super::variant::Variant;
use crate::breed::{Wanted, breed, games};
use crate::lab::{ExperimentError, Lab};
use koteki_games::random::derive_seed;
use koteki_rivals::evolve::genome::{distance, place};
use koteki_rivals::evolve::rivals::is_near_level;
use koteki_rivals::evolve::run::{Individual, Run};

/// Keeps the uses of the lab's seed apart.
const COORDINATE: u64 = 6;

/// Runs of some of the β.
#[derive(Clone, Debug)]
pub struct Runs {
    /// The β, and its runs.
    pub of: Vec<(f64, Vec<Run>)>,
}

impl Runs {
    /// Breeds `count` runs at each β of `betas`.
    ///
    /// # Errors
    /// When the lab is told to stop.
    pub fn breed(
        lab: &Lab<'_>,
        variant: &Variant,
        betas: &[f64],
        count: usize,
    ) -> Result<Self, ExperimentError> {
        let games: u64 = betas
            .iter()
            .map(|&beta| games(&variant.settings(lab, beta)) * count as u64)
            .sum();
        lab.plan(games);
        Self::breed_planned(lab, variant, betas, count)
    }

    /// The same when the games are planned already.
    pub(super) fn breed_planned(
        lab: &Lab<'_>,
        variant: &Variant,
        betas: &[f64],
        count: usize,
    ) -> Result<Self, ExperimentError> {
        let arena = variant.arena(lab)?;
        let wanted: Vec<Wanted<'_>> = betas
            .iter()
            .flat_map(|&beta| {
                let number = BETAS.iter().position(|&known| known == beta);
                let number = number.map_or(u64::MAX, |number| number as u64);
                let settings = variant.settings(lab, beta);
                let arena = &*arena;
                (0..count as u64).map(move |run| Wanted {
                    settings: settings.clone(),
                    seed: derive_seed(lab.seed(), &[COORDINATE, number, run]),
                    arena,
                })
            })
            .collect();
        let mut bred = breed(lab, &wanted)?.into_iter();
        let of = betas
            .iter()
            .map(|&beta| (beta, bred.by_ref().take(count).collect()))
            .collect();
        Ok(Self { of })
    }

    /// The runs of one β; none when they were not bred.
    pub fn at(&self, beta: f64) -> &[Run] {
        self.of
            .iter()
            .find(|(known, _)| *known == beta)
            .map_or(&[], |(_, runs)| runs)
    }
}

/// The win rates of a run's individuals, each in its games of the retest.
pub fn win_rates(run: &Run) -> Vec<f64> {
    let population = &run.state().population;
    let rates = population.iter().map(|it| it.retest.win_rate());
    rates.map(|rate| rate.unwrap_or(0.0)).collect()
}

/// The individuals within 0.1 of one half in the retest.
pub fn near(run: &Run) -> Vec<&Individual> {
    let is_near = |individual: &&Individual| {
        let rate = individual.retest.win_rate();
        rate.is_some_and(|rate| is_near_level(rate, 0.1))
    };
    run.state().population.iter().filter(is_near).collect()
}

/// Mean distance of two of them in log10 weights; `None` of fewer than two.
pub fn spread(individuals: &[&Individual]) -> Option<f64> {
    let places: Vec<Vec<f64>> = individuals.iter().map(|it| place(&it.genes)).collect();
    let mut sum = 0.0;
    let mut pairs = 0_u32;
    for (index, a) in places.iter().enumerate() {
        for b in &places[index + 1..] {
            sum += distance(a, b);
            pairs += 1;
        }
    }
    (pairs > 0).then(|| sum / f64::from(pairs))
}
