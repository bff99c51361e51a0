//! An evolution that looks for the strongest weights of anything that is a weighted sum: those of the paper,
//! or of any [`Features`](koteki_engine::eval::Features). Its fitness is the share of points against the player that
//! moves at random; breeding rivals ([`koteki_rivals::evolve`]) is after equals instead, so it is not that.
//!
//! In each generation the better half stays and its games add up, so that none stays for a lucky
//! batch; the other half are children by BLX-0.5 (Eshelman and Schaffer 1993) of two parents drawn from the
//! better half. Genes are real numbers within limits.

use super::grid::{both, share};
use super::{Entry, Sum, sums};
use crate::lab::{ExperimentError, Lab};
use koteki_games::random::Random;
use koteki_rivals::measure::against_random::Chooser;

/// Individuals of an evolution.
pub(super) const POPULATION: usize = 24;

/// α of the crossover.
const ALPHA: f64 = 0.5;

/// An individual of an evolution, and all games so far.
#[derive(Clone)]
pub(super) struct Individual {
    pub(super) weights: Vec<f64>,
    pub(super) sum: Sum,
}

/// What is evolved, and how much.
pub(super) struct Search<'a> {
    /// Least and greatest value of each gene.
    pub(super) limits: &'a [[f64; 2]],
    /// Who plays with some weights.
    pub(super) player: &'a (dyn Fn(&[f64]) -> Box<dyn Chooser> + Sync),
    /// Uses of the seed: of the genes, and of the games.
    pub(super) uses: [u64; 2],
    /// Generations, the first one included.
    pub(super) generations: u32,
    /// Games of everybody as each player, in each generation.
    pub(super) games: u32,
}

/// The best individuals first.
///
/// # Errors
/// When the lab is told to stop.
pub(super) fn evolve(
    lab: &Lab<'_>,
    search: &Search<'_>,
) -> Result<Vec<Individual>, ExperimentError> {
    let &Search {
        limits,
        player,
        uses: [genes, games],
        generations,
        games: of_each,
    } = search;
    let mut population: Vec<Individual> = (0..POPULATION)
        .map(|index| {
            let mut random = Random::derived(lab.seed(), &[genes, 0, index as u64]);
            let drawn = |[low, high]: &[f64; 2]| low + (high - low) * random.unit();
            Individual {
                weights: limits.iter().map(drawn).collect(),
                sum: Sum::default(),
            }
        })
        .collect();
    for generation in 1..=generations {
        let entries: Vec<Entry> = (0..)
            .zip(&population)
            .map(|(index, individual)| Entry {
                player: player(&individual.weights),
                what: [games, u64::from(generation) << 32 | index],
            })
            .collect();
        let played = sums(lab, &entries, of_each)?;
        for (individual, sums) in population.iter_mut().zip(&played) {
            individual.sum = individual.sum.merged(&both(sums));
        }
        population.sort_by(|a, b| share(&b.sum).total_cmp(&share(&a.sum)));
        if generation == generations {
            break;
        }
        let kept = POPULATION / 2;
        for index in kept..POPULATION {
            let place = [genes, generation.into(), index as u64];
            let mut random = Random::derived(lab.seed(), &place);
            let parents = [(); 2].map(|()| random.below(kept));
            let [a, b] = parents.map(|parent| population[parent].weights.clone());
            let weights = a.into_iter().zip(b).zip(limits);
            let child = weights.map(|((a, b), &[least, most])| {
                let (low, high) = (a.min(b), a.max(b));
                let reach = ALPHA * (high - low);
                let drawn = low - reach + (high - low + 2.0 * reach) * random.unit();
                drawn.clamp(least, most)
            });
            population[index] = Individual {
                weights: child.collect(),
                sum: Sum::default(),
            };
        }
    }
    // Of those that were met more than once: a newcomer's share is still luck.
    population.sort_by(|a, b| {
        let proven = |it: &Individual| it.sum.games() > 2 * of_each;
        proven(b)
            .cmp(&proven(a))
            .then(share(&b.sum).total_cmp(&share(&a.sum)))
    });
    Ok(population)
}
