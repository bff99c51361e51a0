//! How long the runs of a sweep take.

use super::Job;
use koteki_rivals::evolve::progress::{Progress, whole};

/// How long runs have taken.
#[derive(Clone, Debug, Default)]
pub struct Pace {
    /// Of each its combination, about how many games it was thought to take, and the seconds it took.
    runs: Vec<(usize, u64, f64)>,
}

impl Pace {
    /// A run that was played from its beginning to its end has taken so long.
    pub fn add(&mut self, job: &Job, seconds: f64) {
        self.runs
            .push((job.combination, whole(&job.settings), seconds));
    }

    /// Seconds that `jobs` take, and before them the run that is `now` going on: each as long as those of the same
    /// settings did, else in proportion to its games as the others, else at the speed of that run. `None` while
    /// nothing is known.
    pub fn left(&self, jobs: &[&Job], now: Option<&Progress>) -> Option<f64> {
        let rate = |runs: &[(usize, u64, f64)]| {
            let games: u64 = runs.iter().map(|(_, games, _)| games).sum();
            let seconds: f64 = runs.iter().map(|(.., seconds)| seconds).sum();
            (games > 0).then(|| seconds / games as f64)
        };
        let present = match now {
            Some(now) => Some((now.seconds?, now.left)),
            None => None,
        };
        let speed = present.filter(|&(_, left)| left > 0);
        let speed = speed.map(|(seconds, left)| seconds / left as f64);
        let others = rate(&self.runs).or(speed);
        let mut sum = present.map_or(0.0, |(seconds, _)| seconds);
        for job in jobs {
            let mut alike = self.runs.clone();
            alike.retain(|(combination, ..)| *combination == job.combination);
            sum += rate(&alike).or(others)? * whole(&job.settings) as f64;
        }
        Some(sum)
    }
}
