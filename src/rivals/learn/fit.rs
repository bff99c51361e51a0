//! Fitting an evaluation to a winning rate (Osaki et al. 2009, eq. 1-3): weights w so that
//! σ(w·x) is near what happened, for features x of which most are 0. Names no game.

use koteki_engine::search::budget::{Cancel, CancelledError};
use koteki_games::random::Random;

/// Positions (or whatever is judged) with what is known about each.
pub trait Examples: Sync {
    /// How many there are.
    fn len(&self) -> usize;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The winning rate that example `index` should have, 0…1.
    fn target(&self, index: usize) -> f32;

    /// Calls `f` with (number of the feature, its value) for each feature of the example that is not 0.
    fn features(&self, index: usize, f: impl FnMut(u32, f32));
}

/// How a fit is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitSettings {
    /// How often every example is looked at.
    pub epochs: u32,
    /// The largest step of a weight, in logits; later ones are smaller (AdaGrad: Duchi, Hazan and
    /// Singer 2011).
    pub rate: f32,
    /// λ of the penalty λ/2 · Σ w²: as if every weight had been seen that often at 0.
    pub shrink: f32,
    /// Features seen in fewer examples keep the weight 0.
    pub seen: u32,
}

/// σ(x).
pub fn sigmoid(logits: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-logits))
}

/// w·x of an example.
pub fn logits(examples: &impl Examples, index: usize, weights: &[f32]) -> f32 {
    let mut sum = 0.0;
    examples.features(index, |feature, value| {
        sum += value * weights.get(feature as usize).copied().unwrap_or(0.0);
    });
    sum
}

/// What is kept of a weight while it is fitted.
#[derive(Clone, Copy)]
struct Slot {
    weight: f32,
    /// Sum of squared gradients.
    squares: f32,
    /// λ / examples it is seen in, so that a whole epoch applies the penalty once; negative for a
    /// weight that stays 0.
    shrink: f32,
}

/// The weights, one of each of `dimension` features, that make the penalised log loss over the
/// examples `chosen` small: one example at a time, in an order drawn anew in each epoch.
///
/// The examples are used one after the other, so the result depends on nothing but the arguments.
///
/// # Errors
/// When `cancel` is raised first.
pub fn fit<E: Examples>(
    examples: &E,
    chosen: &[u32],
    dimension: usize,
    settings: &FitSettings,
    seed: u64,
    cancel: &Cancel,
) -> Result<Vec<f32>, CancelledError> {
    let mut seen = vec![0u32; dimension];
    for &index in chosen {
        examples.features(index as usize, |feature, _| {
            if let Some(count) = seen.get_mut(feature as usize) {
                *count += 1;
            }
        });
    }
    let mut slots: Vec<Slot> = seen
        .iter()
        .map(|&seen| Slot {
            weight: 0.0,
            squares: 0.0,
            shrink: if seen < settings.seen.max(1) {
                -1.0
            } else {
                let seen = seen as f32;
                settings.shrink / seen
            },
        })
        .collect();
    let mut order = chosen.to_vec();
    let mut active: Vec<(u32, f32)> = Vec::new();
    for epoch in 0..settings.epochs {
        Random::derived(seed, &[u64::from(epoch)]).shuffle(&mut order);
        // Smaller steps towards the end, so that the last examples do not count more.
        let rate = settings.rate * (settings.epochs - epoch) as f32 / settings.epochs as f32;
        for (done, &index) in order.iter().enumerate() {
            if done.is_multiple_of(POLL) {
                cancel.check()?;
            }
            active.clear();
            let mut sum = 0.0;
            examples.features(index as usize, |feature, value| {
                if let Some(slot) = slots.get(feature as usize)
                    && slot.shrink >= 0.0
                {
                    sum += value * slot.weight;
                    active.push((feature, value));
                }
            });
            let error = sigmoid(sum) - examples.target(index as usize);
            for &(feature, value) in &active {
                if let Some(slot) = slots.get_mut(feature as usize) {
                    let gradient = error * value + slot.shrink * slot.weight;
                    slot.squares += gradient * gradient;
                    slot.weight -= rate * gradient / (slot.squares + 1.0).sqrt();
                }
            }
        }
    }
    Ok(slots.iter().map(|slot| slot.weight).collect())
}

/// Examples between two looks at the cancel flag.
const POLL: usize = 4096;

/// How well a fit foretells examples it has not seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Quality {
    /// Examples.
    pub count: usize,
    /// Mean of −r ln p − (1 − r) ln (1 − p), with p the rate foretold and r the one that came; a guess
    /// of ½ has ln 2 = 0.693.
    pub log_loss: f64,
    /// Root mean square of r − p.
    pub rms: f64,
    /// Share of the decided examples (r > ½ or r < ½) for which p lies on the same side.
    pub accuracy: f64,
    /// For p in tenths: examples, mean of p, mean of r.
    pub calibration: [(usize, f64, f64); 10],
}

impl Quality {
    /// The quality of foretold and true rates.
    pub fn of(rates: impl Iterator<Item = (f64, f64)>) -> Self {
        let (mut count, mut loss, mut squares) = (0usize, 0.0, 0.0);
        let (mut decided, mut right) = (0usize, 0usize);
        let mut bins = [(0usize, 0.0, 0.0); 10];
        for (foretold, came) in rates {
            // A certainty that proves wrong has no finite loss.
            let p = foretold.clamp(1e-9, 1.0 - 1e-9);
            count += 1;
            loss -= came * libm::log(p) + (1.0 - came) * libm::log(1.0 - p);
            squares += (came - p) * (came - p);
            if (came - 0.5).abs() > 1e-9 {
                decided += 1;
                right += usize::from((came > 0.5) == (p > 0.5));
            }
            let bin = &mut bins[((p * 10.0) as usize).min(9)];
            *bin = (bin.0 + 1, bin.1 + p, bin.2 + came);
        }
        let share = |sum: f64, count: usize| if count > 0 { sum / count as f64 } else { 0.0 };
        Self {
            count,
            log_loss: share(loss, count),
            rms: share(squares, count).sqrt(),
            accuracy: share(right as f64, decided),
            calibration: bins.map(|(n, p, r)| (n, share(p, n), share(r, n))),
        }
    }

    /// Mean |p − r| over the tenths, weighted by their examples: 0 for a perfect calibration.
    pub fn calibration_error(&self) -> f64 {
        let sum: f64 = self
            .calibration
            .iter()
            .map(|&(n, p, r)| n as f64 * (p - r).abs())
            .sum();
        if self.count > 0 {
            sum / self.count as f64
        } else {
            0.0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use koteki_games::random::SeedableRng as _;

    /// Coins: feature 0 always 1, feature 1 present in half of them, a third one in hardly any.
    struct Coins(Vec<(bool, bool, f32)>);

    impl Examples for Coins {
        fn len(&self) -> usize {
            self.0.len()
        }
        fn target(&self, index: usize) -> f32 {
            self.0[index].2
        }
        fn features(&self, index: usize, mut f: impl FnMut(u32, f32)) {
            f(0, 1.0);
            if self.0[index].0 {
                f(1, 1.0);
            }
            if self.0[index].1 {
                f(2, 1.0);
            }
        }
    }

    /// With a feature per group the best fit is known in closed form: the log odds of each group.
    #[test]
    fn the_fit_finds_the_log_odds_of_each_group() {
        let mut random = Random::seed_from_u64(5);
        let coins: Vec<(bool, bool, f32)> = (0..40_000)
            .map(|index| {
                let second = index % 2 == 1;
                let chance = if second { 0.9 } else { 0.25 };
                let target = if random.unit() < chance { 1.0 } else { 0.0 };
                (second, index % 10_000 == 0, target)
            })
            .collect();
        let odds = |second: bool| {
            let group: Vec<f32> = coins
                .iter()
                .filter(|c| c.0 == second)
                .map(|c| c.2)
                .collect();
            let rate = group.iter().sum::<f32>() / group.len() as f32;
            (rate / (1.0 - rate)).ln()
        };
        let (first, second) = (odds(false), odds(true));
        let coins = Coins(coins);
        let settings = FitSettings {
            epochs: 10,
            rate: 0.1,
            shrink: 0.01,
            seen: 10,
        };
        let all: Vec<u32> = (0..40_000).collect();
        let weights = fit(&coins, &all, 3, &settings, 1, &Cancel::new()).unwrap();
        assert!((weights[0] - first).abs() < 0.03, "{weights:?} {first}");
        assert!(
            (weights[0] + weights[1] - second).abs() < 0.05,
            "{weights:?} {second}"
        );
        assert_eq!(weights[2], 0.0, "seen 4 times only");
        assert_eq!(
            weights,
            fit(&coins, &all, 3, &settings, 1, &Cancel::new()).unwrap()
        );
        let raised = Cancel::new();
        raised.cancel();
        assert_eq!(
            fit(&coins, &all, 3, &settings, 1, &raised),
            Err(CancelledError)
        );
    }

    #[test]
    fn quality_of_a_fair_guess_and_of_a_biased_one() {
        let half = Quality::of([(0.5, 1.0), (0.5, 0.0)].into_iter());
        assert!((half.log_loss - std::f64::consts::LN_2).abs() < 1e-12);
        assert!((half.rms - 0.5).abs() < 1e-12);
        // ¾ foretold three times, true twice: calibration off by 1/12.
        let biased = Quality::of([(0.75, 1.0), (0.75, 1.0), (0.75, 0.0)].into_iter());
        assert!((biased.calibration_error() - 1.0 / 12.0).abs() < 1e-12);
        assert!((biased.accuracy - 2.0 / 3.0).abs() < 1e-12);
    }
}
