//! Many forecasts made one: each source counts for as much as what it has said was likely.
//!
//! A source gives each hand of the opponent a probability. The likelihood of a source is the product of the
//! probabilities that it gave to the hands that came, and sources are mixed in proportion to it: the posterior
//! of "this source is right". Habits change, so that log likelihoods fade, at several [rates](RATES), and the
//! mixtures of these rates are mixed once more in the same way.

use koteki_games::janken::Hand;

/// The probabilities of the opponent's hands, by [`Hand::index`].
pub(crate) type Chances = [f64; 3];

/// Each hand alike.
pub(crate) const EVEN: Chances = [super::CHANCE; 3];

/// Rates at which log likelihoods fade, a round.
const RATES: [f64; 4] = [0.8, 0.92, 0.98, 1.0];

/// Rate at which those of the mixtures fade.
const LATELY: f64 = 0.97;

/// Sources and how far each is trusted.
#[derive(Clone, Debug)]
pub(crate) struct Mixture {
    /// The log of what each source weighs before it has said anything.
    priors: Vec<f64>,
    /// Of each source the faded log likelihood at each rate.
    logs: Vec<[f64; RATES.len()]>,
    /// What each source has said of the next round.
    said: Vec<Chances>,
    /// What it weighs, by rate.
    weights: Vec<[f64; RATES.len()]>,
    /// The faded log likelihood of the mixture of each rate.
    rates: [f64; RATES.len()],
    /// What these mixtures have said.
    mixed: [Chances; RATES.len()],
}

impl Mixture {
    pub(crate) fn new(priors: Vec<f64>) -> Self {
        let sources = priors.len();
        Self {
            priors,
            logs: vec![[0.0; RATES.len()]; sources],
            said: vec![EVEN; sources],
            weights: vec![[0.0; RATES.len()]; sources],
            rates: [0.0; RATES.len()],
            mixed: [EVEN; RATES.len()],
        }
    }

    /// What the sources say together, once each has said its own.
    pub(crate) fn mix(&mut self, said: impl Iterator<Item = Chances>) -> Chances {
        self.said.clear();
        self.said.extend(said);
        for rate in 0..RATES.len() {
            let log = |(prior, logs): (&f64, &[f64; RATES.len()])| prior + logs[rate];
            let logs = self.priors.iter().zip(&self.logs).map(log);
            let weights = proportional(logs);
            for (all, weight) in self.weights.iter_mut().zip(&weights) {
                all[rate] = *weight;
            }
            self.mixed[rate] = sum(weights.into_iter().zip(self.said.iter().copied()));
        }
        let shares = proportional(self.rates.iter().copied());
        sum(shares.into_iter().zip(self.mixed))
    }

    /// The opponent has played `hand`.
    pub(crate) fn learn(&mut self, hand: Hand) {
        let hand = hand.index();
        for (logs, said) in self.logs.iter_mut().zip(&self.said) {
            let log = libm::log(said[hand]);
            for (faded, rate) in logs.iter_mut().zip(RATES) {
                *faded = *faded * rate + log;
            }
        }
        for (faded, mixed) in self.rates.iter_mut().zip(&self.mixed) {
            *faded = *faded * LATELY + libm::log(mixed[hand]);
        }
    }

    /// The share that each source has in what was last [mixed](Self::mix); 1 together.
    pub(crate) fn shares(&self) -> Vec<f64> {
        let rates = proportional(self.rates.iter().copied());
        let share = |weights: &[f64; RATES.len()]| {
            let parts = weights.iter().zip(&rates);
            parts.map(|(weight, rate)| weight * rate).sum()
        };
        self.weights.iter().map(share).collect()
    }
}

/// Weights of these logs, 1 together.
fn proportional(logs: impl Iterator<Item = f64> + Clone) -> Vec<f64> {
    let most = logs.clone().fold(f64::NEG_INFINITY, f64::max);
    let mut weights: Vec<f64> = logs.map(|log| libm::exp(log - most)).collect();
    let all: f64 = weights.iter().sum();
    weights.iter_mut().for_each(|weight| *weight /= all);
    weights
}

fn sum(weighed: impl Iterator<Item = (f64, Chances)>) -> Chances {
    weighed.fold([0.0; 3], |sum, (weight, chances)| {
        std::array::from_fn(|hand| sum[hand] + weight * chances[hand])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bayes' rule by hand: after rock one source, which gave it one half, weighs 3 to 2 beside one that gave it one
    /// third; a prior of log 1/4 makes that 3 to 8.
    #[test]
    fn sources_weigh_what_they_have_said() {
        let said = [[0.5, 0.3, 0.2], EVEN];
        for (prior, share) in [(0.0, 3.0 / 5.0), (libm::log(0.25), 3.0 / 11.0)] {
            let mut mixture = Mixture::new(vec![prior, 0.0]);
            mixture.mix(said.into_iter());
            mixture.learn(Hand::Rock);
            let mixed = mixture.mix(said.into_iter());
            let shares = mixture.shares();
            assert!((shares[0] - share).abs() < 1e-12, "{shares:?}");
            assert!((shares[1] - (1.0 - share)).abs() < 1e-12, "{shares:?}");
            let paper = share * 0.3 + (1.0 - share) / 3.0;
            assert!((mixed[Hand::Paper.index()] - paper).abs() < 1e-12);
        }
    }
}
