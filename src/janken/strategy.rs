//! One strategy: an answer for every key.

use super::key::Key;
use super::settings::Weights;
use koteki_games::janken::{Hand, Outcome, Round};

/// A table from keys to answers (Yamashita 2009, §2.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    key: Key,
    genes: Vec<u8>,
}

/// A text that is no strategy of its key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a strategy of {key} is {genes} digits 0, 1, 2 (G, C, P)")]
pub struct StrategyError {
    /// The key.
    pub key: Key,
    /// How many genes it has.
    pub genes: usize,
}

impl Strategy {
    /// The strategy of these genes: answers, 0 to 2, in the order of the key.
    ///
    /// # Errors
    /// When there are more or fewer of them than the key has.
    pub fn new(key: Key, genes: Vec<u8>) -> Result<Self, StrategyError> {
        if genes.len() == key.genes() && genes.iter().all(|&gene| gene < 3) {
            Ok(Self { key, genes })
        } else {
            Err(StrategyError {
                key,
                genes: key.genes(),
            })
        }
    }

    /// Reads a strategy as the paper writes it, "220011020": hands are G 0, C 1, P 2, in the keys and in
    /// the answers.
    ///
    /// # Errors
    /// When it is no strategy of the key, or the key is relative, which the paper has not.
    pub fn from_paper(key: Key, text: &str) -> Result<Self, StrategyError> {
        let fault = || StrategyError {
            key,
            genes: key.genes(),
        };
        let digits: Option<Vec<u32>> = text.chars().map(|char| char.to_digit(3)).collect();
        let digits = digits.filter(|it| it.len() == key.genes() && !key.is_relative());
        let digits = digits.ok_or_else(fault)?;
        let mut genes = vec![0; digits.len()];
        for (place, digit) in digits.into_iter().enumerate() {
            // The same place with every digit of it in our numbers.
            let (mut gene, mut rest, mut unit) = (0, place, 1);
            for _ in 0..key.depth() {
                gene += Hand::from_paper(rest % 3).index() * unit;
                rest /= 3;
                unit *= 3;
            }
            let answer = Hand::from_paper(digit as usize).index() as u8;
            genes[gene] = answer;
        }
        Self::new(key, genes)
    }

    /// What it plays after these rounds; `None` when there are too few for its key.
    pub fn hand(&self, rounds: &[Round]) -> Option<Hand> {
        let gene = self.key.gene(rounds)?;
        let answer = usize::from(*self.genes.get(gene)?);
        Some(self.key.hand(answer, rounds))
    }

    /// How each round would have ended for it, with what was really played before: `None` where there is
    /// too little of that.
    pub fn outcomes(&self, rounds: &[Round]) -> Vec<Option<Outcome>> {
        let each = rounds.iter().enumerate();
        each.map(|(at, round)| Some(self.hand(&rounds[..at])?.against(round.other)))
            .collect()
    }

    /// Its fitness: the sum over all rounds of 2, 1 or 0 for a win, a draw or a loss, times the weight
    /// of the round (eq. 3.1).
    pub fn fitness(&self, rounds: &[Round], weights: Weights) -> f64 {
        let outcomes = self.outcomes(rounds).into_iter().enumerate();
        let scores = outcomes.map(|(at, outcome)| {
            let score = outcome.map_or(0, |outcome| outcome.score() + 1);
            f64::from(score) * weights.of(at + 1)
        });
        scores.sum()
    }
}
