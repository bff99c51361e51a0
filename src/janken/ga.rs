//! A population of strategies, bred after every round (Yamashita 2009, ch. 3).
//!
//! Each generation: the fitness of all, tournament selection until there are as many as before, two-point
//! crossover in pairs, mutation; copies of the best so far replace the worst. Selection draws the rank of
//! the winner from its distribution in a tournament of the whole population instead of playing the
//! tournament, and mutation draws the distance to the next mutated gene instead of asking each gene: the
//! same probabilities with a tenth of the lots. (Only between strategies of equal fitness does a
//! tournament choose otherwise, by who is drawn first.)

use super::key::Key;
use super::settings::{Settings, Ties};
use super::tables::Tables;
use super::{CHANCE, Reading};
use koteki_games::janken::Round;
use koteki_games::random::Random;
use koteki_rivals::measure::stats::mean;

/// The fitness of a generation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Generation {
    /// Highest.
    pub best: f64,
    /// Mean.
    pub mean: f64,
}

/// A population as it is now, for a screen.
#[derive(Clone, Debug, PartialEq)]
pub struct Population {
    /// Which hands of the past its strategies look at.
    pub key: Key,
    /// How many strategies.
    pub size: usize,
    /// The generations of the latest breeding: first the population that it began with.
    pub generations: Vec<Generation>,
    /// The highest fitness that any strategy can have after these rounds.
    pub greatest: f64,
    /// The share of genes in which two strategies differ, on average: 0 when all are the same, about
    /// two thirds in a population drawn at random.
    pub diversity: f64,
    /// How many different strategies there are.
    pub distinct: usize,
    /// The genes of the best: answers, 0 to 2, in the order of the key ([`Key::parts`] says what each is
    /// for).
    pub best: Vec<u8>,
    /// Which of these genes has been met in the match; the others are what chance left there.
    pub met: Vec<bool>,
    /// The gene that answers now; `None` while there are too few rounds for the key.
    pub gene: Option<usize>,
}

/// A population and the rounds that it is judged by.
#[derive(Clone, Debug)]
pub(crate) struct Ga {
    settings: Settings,
    tables: Tables,
    /// One strategy after another.
    genes: Vec<u8>,
    children: Vec<u8>,
    fitness: Vec<f64>,
    /// Indices, fittest first.
    ranked: Vec<usize>,
    /// Probability that the winner of a tournament has this rank or a better one.
    winners: Vec<f64>,
    generations: Vec<Generation>,
}

impl Ga {
    /// A population that is drawn when it is first bred. The settings must be valid.
    pub(crate) fn new(settings: Settings) -> Self {
        let winners = (1..=settings.population).map(|better| {
            let others = (settings.population - better) as f64 / settings.population as f64;
            1.0 - libm::pow(others, settings.tournament as f64)
        });
        Self {
            tables: Tables::new(settings.key, settings.weights),
            genes: Vec::new(),
            children: Vec::new(),
            fitness: Vec::with_capacity(settings.population),
            ranked: Vec::with_capacity(settings.population),
            winners: winners.collect(),
            generations: Vec::new(),
            settings,
        }
    }

    pub(crate) const fn key(&self) -> Key {
        self.settings.key
    }

    pub(crate) fn learn(&mut self, rounds: &[Round]) {
        self.tables.learn(rounds);
    }

    pub(crate) fn clear(&mut self) {
        self.tables.clear();
        self.genes.clear();
        self.generations.clear();
    }

    /// Breeds the population by all rounds so far.
    pub(crate) fn breed(&mut self, random: &mut Random) {
        let length = self.settings.key.genes();
        if self.genes.is_empty() || !self.settings.keep {
            let all = self.settings.population * length;
            self.genes.clear();
            self.genes
                .extend(std::iter::repeat_with(|| gene(random, 3)).take(all));
        }
        self.generations.clear();
        self.judge();
        for _ in 0..self.settings.generations {
            self.rank();
            self.select(random, length);
            self.cross(random, length);
            self.mutate(random);
            let elite = self.settings.elite;
            // The elite is where it is in the parents; the children are judged first.
            std::mem::swap(&mut self.genes, &mut self.children);
            let best = self.ranked.first().copied().unwrap_or_default();
            let fittest = self.fitness.get(best).copied().unwrap_or_default();
            self.judge();
            for _ in 0..elite {
                let worst = self.fitness.iter().enumerate();
                let worst = worst.min_by(|a, b| a.1.total_cmp(b.1));
                let worst = worst.map_or(0, |(index, _)| index);
                let parent = &self.children[best * length..(best + 1) * length];
                self.genes[worst * length..(worst + 1) * length].copy_from_slice(parent);
                self.fitness[worst] = fittest;
            }
            self.note();
        }
    }

    /// The fitness of all.
    fn judge(&mut self) {
        let length = self.settings.key.genes();
        self.fitness.clear();
        let tables = &self.tables;
        self.fitness
            .extend(self.genes.chunks_exact(length).map(|it| tables.fitness(it)));
        self.generations.push(Generation {
            best: 0.0,
            mean: 0.0,
        });
        self.note();
    }

    /// Writes down the latest generation.
    fn note(&mut self) {
        let best = self.fitness.iter().copied().fold(0.0, f64::max);
        let mean = mean(self.fitness.iter().copied());
        if let Some(last) = self.generations.last_mut() {
            *last = Generation { best, mean };
        }
    }

    fn rank(&mut self) {
        let fitness = &self.fitness;
        self.ranked.clear();
        self.ranked.extend(0..fitness.len());
        self.ranked
            .sort_unstable_by(|&a, &b| fitness[b].total_cmp(&fitness[a]).then(a.cmp(&b)));
    }

    /// Fills the children with winners of tournaments.
    fn select(&mut self, random: &mut Random, length: usize) {
        self.children.clear();
        for _ in 0..self.settings.population {
            let lot = random.unit();
            let rank = self.winners.iter().position(|&upto| lot < upto);
            let rank = rank.unwrap_or(self.settings.population - 1);
            let winner = self.ranked[rank] * length;
            self.children
                .extend_from_slice(&self.genes[winner..winner + length]);
        }
    }

    /// Exchanges what lies between two points, pair by pair.
    fn cross(&mut self, random: &mut Random, length: usize) {
        for pair in self.children.chunks_exact_mut(2 * length) {
            if random.unit() < self.settings.crossover {
                let (one, two) = (random.below(length + 1), random.below(length + 1));
                let (from, to) = (one.min(two), one.max(two));
                let (a, b) = pair.split_at_mut(length);
                a[from..to].swap_with_slice(&mut b[from..to]);
            }
        }
    }

    /// Changes genes to another value.
    fn mutate(&mut self, random: &mut Random) {
        let rate = self.settings.mutation;
        if rate <= 0.0 {
            return;
        }
        let log = libm::log1p(-rate);
        let mut at = 0;
        loop {
            // Genes that stay before the next one that changes: geometric.
            let skipped = libm::log(1.0 - random.unit()) / log;
            let skipped = skipped as usize;
            at = usize::saturating_add(at, skipped);
            let Some(changed) = self.children.get_mut(at) else {
                return;
            };
            *changed = (*changed + 1 + gene(random, 2)) % 3;
            at += 1;
        }
    }

    /// The strategy that answers.
    fn best(&self, random: &mut Random) -> Option<&[u8]> {
        let highest = self.fitness.iter().copied().fold(f64::MIN, f64::max);
        let is_best = |&(_, &fitness): &(usize, &f64)| fitness >= highest;
        let mut best = self.fitness.iter().enumerate().filter(is_best);
        let index = match self.settings.ties {
            Ties::First => best.next()?.0,
            Ties::Lot => {
                let best: Vec<usize> = best.map(|(index, _)| index).collect();
                *random.choose(&best)?
            }
        };
        let length = self.settings.key.genes();
        self.genes.get(index * length..(index + 1) * length)
    }

    /// What the best strategy answers after `rounds`; `None` while there are too few for its key.
    /// Predicts nothing where the key has not been met: the answer is then what chance left there.
    pub(crate) fn answer(&self, rounds: &[Round], random: &mut Random) -> Option<Reading> {
        let gene = self.settings.key.gene(rounds)?;
        let answer = usize::from(*self.best(random)?.get(gene)?);
        let hand = self.settings.key.hand(answer, rounds);
        let victim = (answer + 2) % 3;
        let met = self.tables.is_met(gene);
        Some(Reading {
            hand,
            predicted: met.then_some(hand.victim()),
            confidence: if met {
                self.tables.probability(gene, victim)
            } else {
                CHANCE
            },
        })
    }

    /// The population after `rounds`; `None` before it is first bred.
    pub(crate) fn population(&self, rounds: &[Round]) -> Option<Population> {
        let length = self.settings.key.genes();
        let size = self.settings.population;
        if self.genes.is_empty() {
            return None;
        }
        let alike: f64 = (0..length)
            .map(|gene| {
                let mut counts = [0_usize; 3];
                for strategy in self.genes.chunks_exact(length) {
                    counts[usize::from(strategy[gene])] += 1;
                }
                // Pairs of the same value among all pairs.
                let pairs: usize = counts.iter().map(|n| n * n.saturating_sub(1)).sum();
                pairs as f64 / (size * (size - 1)) as f64
            })
            .sum();
        let mut strategies: Vec<&[u8]> = self.genes.chunks_exact(length).collect();
        strategies.sort_unstable();
        strategies.dedup();
        // The first of the best: lots are not to be drawn for a look.
        let highest = self.fitness.iter().copied().fold(f64::MIN, f64::max);
        let best = self
            .fitness
            .iter()
            .position(|&fitness| fitness >= highest)?;
        Some(Population {
            key: self.settings.key,
            size,
            generations: self.generations.clone(),
            greatest: self.tables.greatest(),
            diversity: 1.0 - alike / length as f64,
            distinct: strategies.len(),
            best: self.genes[best * length..(best + 1) * length].to_vec(),
            met: (0..length).map(|gene| self.tables.is_met(gene)).collect(),
            gene: self.settings.key.gene(rounds),
        })
    }
}

fn gene(random: &mut Random, values: usize) -> u8 {
    random.below(values) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use koteki_games::janken::Hand;
    use koteki_games::random::SeedableRng as _;

    fn settings() -> Settings {
        Settings::default()
    }

    #[test]
    fn ranks_of_winners_are_those_of_tournaments() {
        // Tournaments played as the paper has them: the best of ten drawn with replacement.
        let ga = Ga::new(settings());
        let mut random = Random::seed_from_u64(3);
        let games = 200_000;
        let mut wins = [0_u32; 50];
        for _ in 0..games {
            let winner = (0..10).map(|_| random.below(50)).min().unwrap();
            wins[winner] += 1;
        }
        let mut upto = 0;
        for (rank, count) in wins.into_iter().enumerate() {
            upto += count;
            let share = f64::from(upto) / f64::from(games);
            // Five standard errors.
            let margin = 5.0 * (0.25 / f64::from(games)).sqrt();
            assert!((ga.winners[rank] - share).abs() < margin, "{rank}");
        }
        assert!((ga.winners[49] - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_gene_in_twenty_mutates_to_another_value() {
        let mut random = Random::seed_from_u64(5);
        let (mut changed, mut first, all) = (0, 0, 500_000);
        let mut ga = Ga::new(settings());
        for _ in 0..10 {
            ga.children = vec![1; all / 10];
            ga.mutate(&mut random);
            changed += ga.children.iter().filter(|&&gene| gene != 1).count();
            first += ga.children.iter().filter(|&&gene| gene == 0).count();
        }
        // 25,000 expected, sd 154; half of them to each other value, sd 79.
        assert!((24_200..25_800).contains(&changed), "{changed}");
        assert!(first.abs_diff(changed / 2) < 400, "{first}");
    }

    #[test]
    fn crossing_exchanges_a_stretch_and_loses_nothing() {
        let mut random = Random::seed_from_u64(9);
        let mut ga = Ga::new(settings());
        let mut crossed = 0;
        for _ in 0..2000 {
            ga.children = [vec![0; 27], vec![1; 27]].concat();
            ga.cross(&mut random, 27);
            let (a, b) = ga.children.split_at(27);
            assert!(a.iter().zip(b).all(|(a, b)| a + b == 1));
            let borders = a.windows(2).filter(|pair| pair[0] != pair[1]).count();
            assert!(borders <= 2);
            crossed += usize::from(a.contains(&1));
        }
        // 0.95, less the pairs of points that are equal (1 in 28): 0.916.
        assert!((1780..1880).contains(&crossed), "{crossed}");
    }

    #[test]
    fn the_best_is_never_lost_and_grows_to_the_optimum() {
        let mut ga = Ga::new(Settings {
            generations: 200,
            ..settings()
        });
        let mut random = Random::seed_from_u64(1);
        let mut rounds = Vec::new();
        for _ in 0..50 {
            let (own, other) = (Hand::of(random.below(3)), Hand::of(random.below(3)));
            rounds.push(Round { own, other });
            ga.learn(&rounds);
        }
        ga.breed(&mut random);
        let population = ga.population(&rounds).unwrap();
        assert_eq!(population.generations.len(), 201);
        let bests = population.generations.windows(2);
        assert!(bests.into_iter().all(|pair| pair[0].best <= pair[1].best));
        let last = population.generations.last().unwrap();
        assert!((last.best - population.greatest).abs() < 1e-9, "{last:?}");
        assert!(last.mean < last.best);
        assert!(population.diversity > 0.0 && population.diversity < 0.6);
    }
}
