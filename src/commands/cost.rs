//! What a run will cost: a few of its games are played and timed.

use std::num::NonZeroUsize;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use rayon::prelude::*;

use koteki_engine::search::budget::{Cancel, CancelledError};
use koteki_rivals::evolve::run::Run;
use koteki_rivals::evolve::settings::Settings;
use koteki_rivals::evolve::{Arena, GameOrder};

/// How long games are played to find out how fast they are.
const LONGEST: Duration = Duration::from_secs(2);

/// As many threads as asked for, or as there are cores.
pub fn threads(jobs: Option<u16>) -> Option<NonZeroUsize> {
    jobs.and_then(|jobs| NonZeroUsize::new(jobs.into()))
        .or_else(|| thread::available_parallelism().ok())
}

/// Games a second: the first games of a run of `seed` are played on `jobs` threads and timed.
///
/// # Errors
/// Settings out of range, no threads, a game that fails: of another program that cannot be started, say.
pub fn games_per_second(
    settings: &Settings,
    features: &[&str],
    arena: &dyn Arena,
    jobs: usize,
    seed: u64,
) -> anyhow::Result<f64> {
    let mut run = Run::new(settings.clone(), features, seed)?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(jobs)
        .build()
        .context("cannot start the threads")?;
    let mut speed = Ok(0.0);
    let mut measure = |target: f64, orders: &[GameOrder]| {
        let begun = Instant::now();
        let played = pool.install(|| {
            orders
                .par_iter()
                .with_max_len(1)
                .map(|order| {
                    let late = begun.elapsed() > LONGEST;
                    // One game there has to be, however long it takes.
                    if late && order.game > 0 {
                        return Ok(0);
                    }
                    let played = arena.play(target, order, &Cancel::new());
                    played.map(|_| 1)
                })
                .try_reduce(|| 0, |one, other| Ok(one + other))
        });
        speed = played.map(|played: u32| f64::from(played) / begun.elapsed().as_secs_f64());
        // The step is not taken: only its games were wanted.
        Err(CancelledError.into())
    };
    let _ = run.step(&mut measure);
    Ok(speed?)
}
