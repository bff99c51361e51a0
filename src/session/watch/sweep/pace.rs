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
        let present = match now {
            Some(now) => Some((now.seconds?, now.left)),
            None => None,
        };
        let speed = present.filter(|&(_, left)| left > 0);
        let speed = speed.map(|(seconds, left)| seconds / left as f64);
        let mut sum = present.map_or(0.0, |(seconds, _)| seconds);
        for job in jobs {
            sum += self.of(job, speed)?;
        }
        Some(sum)
    }

    /// Seconds that one of them takes, where what goes on now needs `speed` seconds a game.
    pub fn of(&self, job: &Job, speed: Option<f64>) -> Option<f64> {
        let rate = |alone: bool| {
            let runs = self.runs.iter();
            let runs = runs.filter(|it| !alone || it.0 == job.combination);
            let (games, seconds) = runs.fold((0, 0.0), |sum, it| (sum.0 + it.1, sum.1 + it.2));
            (games > 0).then(|| seconds / games as f64)
        };
        let rate = rate(true).or_else(|| rate(false)).or(speed)?;
        Some(rate * whole(&job.settings) as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watch::sweep::{Sweep, read_set};
    use koteki_rivals::evolve::Settings;

    #[test]
    fn runs_take_as_long_as_those_before_them() {
        // 1200 games a cycle and 2000 of the retest (Ueda 2012, §6.4.1, with ten games each).
        let set = vec![
            read_set("games=10").unwrap(),
            read_set("cycles=5,10").unwrap(),
        ];
        let sweep = Sweep::new(&[1, 2], set, Settings::ueda_ch6());
        let jobs = sweep.jobs().unwrap();
        let all: Vec<&Job> = jobs.iter().collect();
        let mut pace = Pace::default();
        assert_eq!(pace.left(&all, None), None);
        // 4000 of 8000 games are left, which take 40 s; then 8000 and two times 14,000.
        let now = Progress {
            played: 4000,
            left: 4000,
            series: 0,
            seconds: Some(40.0),
        };
        assert_eq!(pace.left(&all[1..], Some(&now)), Some(40.0 + 80.0 + 280.0));
        // The others in proportion to their games, the same as it did.
        pace.add(all[0], 100.0);
        assert_eq!(pace.left(&all[1..], None), Some(100.0 + 350.0));
        pace.add(all[2], 140.0);
        let left = pace.left(&[all[1], all[3]], None);
        assert_eq!(left, Some(100.0 + 140.0));
    }
}
