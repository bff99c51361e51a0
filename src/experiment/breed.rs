//! Breeding inside an experiment: many runs, without the thread and the screen of a live one.

use super::lab::{Failure, Lab};
use crate::evolve::run::Run;
use crate::evolve::snapshot::Phase;
use crate::evolve::{Arena as _, GameOrder, Settings};
use crate::roster::arena::{ArenaSettings, OthelloArena};
use crate::roster::{PlayerSpec, SearchSpec};
use crate::session::breeding::features_of;

/// From so many runs on each is bred by one thread; fewer share the pool game by game. The runs are
/// the same either way.
const ONE_THREAD_EACH: usize = 8;

/// Least games that the settings ask for: all cycles once, and everybody's first games of the retest.
#[must_use]
pub const fn games(settings: &Settings) -> u64 {
    let step = (2 + settings.children as u64) * settings.games as u64;
    let steps = settings.cycles as u64 * (settings.population as u64 / 2);
    steps * step + settings.population as u64 * settings.retest.first as u64
}

/// The arena of `settings`.
///
/// # Errors
/// When the opponent's name is none.
pub fn arena(settings: &Settings) -> Result<OthelloArena, Failure> {
    let opponent: PlayerSpec = settings.opponent.parse()?;
    let settings = ArenaSettings {
        depth: settings.depth,
        exhaustive: settings.exhaustive,
        opening_plies: settings.opening_plies,
    };
    Ok(OthelloArena::new(&opponent, settings)?)
}

/// The individual of a run with these weights, as a player of the roster.
#[must_use]
pub fn individual(settings: &Settings, weights: &[i32]) -> PlayerSpec {
    let spec = |opponent| {
        let arena = ArenaSettings {
            depth: settings.depth,
            exhaustive: settings.exhaustive,
            opening_plies: settings.opening_plies,
        };
        OthelloArena::new(&opponent, arena).map(|arena| arena.individual(weights))
    };
    // Any opponent makes the same individual, and this one is always there.
    spec(PlayerSpec::Random).unwrap_or(PlayerSpec::Individual(SearchSpec::INDIVIDUAL))
}

/// Breeds one run for each settings and seed, to rest, in order. Games are the unit of progress; they
/// are planned by whoever calls, with [`games`].
///
/// # Errors
/// Settings out of range, an opponent that is none, and when the lab is told to stop.
pub fn breed(lab: &Lab<'_>, runs: &[(Settings, u64)]) -> Result<Vec<Run>, Failure> {
    if runs.len() < ONE_THREAD_EACH {
        return runs
            .iter()
            .map(|(settings, seed)| breed_one(lab, settings, *seed, true))
            .collect();
    }
    lab.each(runs.len(), |index| {
        let (settings, seed) = &runs[index];
        breed_one(lab, settings, *seed, false)
    })
}

fn breed_one(lab: &Lab<'_>, settings: &Settings, seed: u64, shared: bool) -> Result<Run, Failure> {
    let arena = arena(settings)?;
    let features = features_of(settings);
    let mut run = Run::new(settings.clone(), &features, seed)?;
    let planned = games(settings);
    let mut done = 0;
    let mut evaluate = |target: f64, orders: &[GameOrder]| {
        if shared {
            lab.each(orders.len(), |index| {
                Ok(arena.play(target, &orders[index], lab.cancel())?)
            })
            .map_err(|_| crate::search::budget::Cancelled)
        } else {
            orders
                .iter()
                .map(|order| arena.play(target, order, lab.cancel()))
                .collect()
        }
    };
    while run.state().phase != Phase::Resting {
        let games = run.step(&mut evaluate)?.games as u64;
        // A retest may go beyond what was planned.
        let counted = games.min(planned.saturating_sub(done));
        done += counted;
        lab.done(counted);
    }
    lab.done(planned.saturating_sub(done));
    Ok(run)
}
