//! What was answered after which key, and what each answer would have been worth.
//!
//! The fitness of a strategy, Σ score(i) · weight(i) over all rounds (Yamashita 2009, eq. 3.1), is a sum
//! over its genes: a round touches only the gene of its key. So the rounds are kept as one table,
//! `worth[gene][answer]`, and a strategy is judged by as many look-ups as it has genes, however long the
//! match. The best strategy of all is then known too: the best answer of every gene.

use super::key::Key;
use super::settings::Weights;
use koteki_games::janken::Round;

/// Score of a round in the fitness: 2 for a win, 1 for a draw, 0 for a loss (eq. 3.1). `answer − played`
/// modulo 3 is the row.
const SCORES: [f64; 3] = [1.0, 2.0, 0.0];

/// The rounds so far by key.
#[derive(Clone, Debug)]
pub(crate) struct Tables {
    key: Key,
    weights: Weights,
    /// Weight of the rounds after which the opponent played so, by gene.
    played: Vec<[f64; 3]>,
    /// What an answer would have scored in them, by gene.
    worth: Vec<[f64; 3]>,
    /// Genes that have been met, in the order in which they were.
    met: Vec<usize>,
    /// The weight of the latest round.
    latest: f64,
}

impl Tables {
    pub(crate) fn new(key: Key, weights: Weights) -> Self {
        let genes = key.genes();
        Self {
            key,
            weights,
            played: vec![[0.0; 3]; genes],
            worth: vec![[0.0; 3]; genes],
            met: Vec::new(),
            latest: 0.0,
        }
    }

    /// Takes note of the last of `rounds`.
    pub(crate) fn learn(&mut self, rounds: &[Round]) {
        let Some((round, before)) = rounds.split_last() else {
            return;
        };
        self.latest = self.weights.of(rounds.len());
        let Some(gene) = self.key.gene(before) else {
            return;
        };
        let played = self.key.answer(round.other, before);
        if self.played[gene] == [0.0; 3] {
            self.met.push(gene);
        }
        self.played[gene][played] += self.latest;
        for (answer, worth) in self.worth[gene].iter_mut().enumerate() {
            *worth += SCORES[(answer + 3 - played) % 3] * self.latest;
        }
    }

    pub(crate) fn clear(&mut self) {
        self.played.fill([0.0; 3]);
        self.worth.fill([0.0; 3]);
        self.met.clear();
        self.latest = 0.0;
    }

    /// The fitness of a strategy: eq. 3.1.
    pub(crate) fn fitness(&self, strategy: &[u8]) -> f64 {
        self.met
            .iter()
            .map(|&gene| self.worth[gene][usize::from(strategy[gene])])
            .sum()
    }

    /// The highest fitness that any strategy can have.
    pub(crate) fn greatest(&self) -> f64 {
        self.met
            .iter()
            .map(|&gene| self.worth[gene].into_iter().fold(0.0, f64::max))
            .sum()
    }

    /// Whether there has been a round after `gene`.
    pub(crate) fn is_met(&self, gene: usize) -> bool {
        self.played[gene] != [0.0; 3]
    }

    /// The worth of each answer after `gene`; all 0 where it has not been met.
    pub(crate) fn worth(&self, gene: usize) -> [f64; 3] {
        self.worth[gene]
    }

    /// The probability that the opponent plays `played` after `gene`: the weight of the rounds in which
    /// he did, with one imagined round as heavy as the latest for each hand.
    pub(crate) fn probability(&self, gene: usize, played: usize) -> f64 {
        let imagined = self.latest.max(1.0);
        let all: f64 = self.played[gene].iter().sum();
        (self.played[gene][played] + imagined) / (all + 3.0 * imagined)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Strategy;
    use koteki_games::janken::Hand;
    use koteki_games::random::{Random, SeedableRng as _};

    #[test]
    fn the_table_says_what_replaying_says() {
        let mut random = Random::seed_from_u64(7);
        for key in ["opp1+own2", "outcome2+shift1", "own2", "outcome1"] {
            let key: Key = key.parse().unwrap();
            let mut tables = Tables::new(key, Weights::Linear);
            let mut rounds = Vec::new();
            for _ in 0..60 {
                let (own, other) = (Hand::of(random.below(3)), Hand::of(random.below(3)));
                rounds.push(Round { own, other });
                tables.learn(&rounds);
            }
            for _ in 0..20 {
                let strategy: Vec<u8> = (0..key.genes()).map(|_| random.below(3) as u8).collect();
                let replayed = Strategy::new(key, strategy.clone()).unwrap();
                let expected = replayed.fitness(&rounds, Weights::Linear);
                assert!((tables.fitness(&strategy) - expected).abs() < 1e-9);
                assert!(expected <= tables.greatest());
            }
        }
    }
}
