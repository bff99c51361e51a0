//! Breeding inside an experiment: many runs, without the thread and the screen of a live one.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::lab::{ExperimentError, Lab};
use koteki_engine::player::PlayerError;
use koteki_engine::search::budget::CancelledError;
use koteki_games::othello::Position;
use koteki_rivals::evolve::run::{Run, State};
use koteki_rivals::evolve::style::Answers;
use koteki_rivals::evolve::{Arena, GameOrder, Settings};
use koteki_rivals::roster::arena::KitArena;
use koteki_rivals::roster::kit::Kit as _;

/// From so many runs on each is bred by one thread; fewer share the pool game by game. The runs are
/// the same either way.
const ONE_THREAD_EACH: usize = 8;

/// Games that the settings ask for: all cycles once, and everybody's first games of the retest.
pub const fn games(settings: &Settings) -> u64 {
    let step = (2 + settings.children as u64) * settings.games as u64;
    let steps = settings.cycles as u64 * (settings.population as u64 / 2);
    steps * step + settings.population as u64 * settings.retest.first as u64
}

/// The arena of `settings`, in which individuals use the fast search.
///
/// # Errors
/// When the opponent's name is invalid.
pub fn arena(settings: &Settings) -> Result<KitArena<Position>, ExperimentError> {
    Ok(KitArena::of(settings)?)
}

/// One run that is wanted.
pub struct Wanted<'a> {
    /// Its settings.
    pub settings: Settings,
    /// Its seed.
    pub seed: u64,
    /// Who plays its games.
    pub arena: &'a dyn Arena,
}

/// Breeds the runs to rest, in order. Games are the unit of progress: the caller plans the sum of
/// [`games`].
///
/// # Errors
/// Settings out of range, and when the lab is told to stop.
pub fn breed(lab: &Lab<'_>, runs: &[Wanted<'_>]) -> Result<Vec<Run>, ExperimentError> {
    if runs.len() < ONE_THREAD_EACH {
        return runs.iter().map(|run| breed_one(lab, run, true)).collect();
    }
    let bred = lab.each(runs.len(), |index| {
        Ok(breed_one(lab, &runs[index], false)?.state().clone())
    })?;
    let run = |(run, state): (&Wanted<'_>, State)| {
        let features = Position::features(&run.settings);
        Ok(Run::resume(run.settings.clone(), &features, state)?)
    };
    runs.iter().zip(bred).map(run).collect()
}

fn breed_one(lab: &Lab<'_>, wanted: &Wanted<'_>, shared: bool) -> Result<Run, ExperimentError> {
    let Wanted {
        settings,
        seed,
        arena,
    } = wanted;
    let run = Run::new(settings.clone(), &Position::features(settings), *seed)?;
    let planned = games(settings);
    let mut counted = 0;
    let run = to_rest(lab, *arena, run, shared, |played| {
        // A retest may go beyond what was planned.
        let part = played.min(planned - counted);
        counted += part;
        lab.done(part);
    })?;
    lab.done(planned - counted);
    Ok(run)
}

/// Steps a run to rest: games by `arena`, which is also asked what individuals play. Games and questions
/// of a step are `shared` by the lab's threads, or all done on this one; the run is the same either way.
/// `played` gets the games of each step.
///
/// # Errors
/// When the lab is told to stop.
pub fn to_rest(
    lab: &Lab<'_>,
    arena: &dyn Arena,
    mut run: Run,
    shared: bool,
    mut played: impl FnMut(u64),
) -> Result<Run, ExperimentError> {
    let mut evaluate = |target: f64, orders: &[GameOrder]| {
        all(lab, shared, orders, |order| {
            arena.play(target, order, lab.cancel())
        })
    };
    let mut ask = |weights: &[Vec<i32>]| -> Result<Vec<Answers>, PlayerError> {
        all(lab, shared, weights, |weights| {
            arena.answers(weights, lab.cancel())
        })
    };
    while !run.is_resting() {
        played(run.step_asking(&mut evaluate, &mut ask)?.games as u64);
    }
    Ok(run)
}

fn all<T: Sync, R: Send + Serialize + DeserializeOwned>(
    lab: &Lab<'_>,
    shared: bool,
    of: &[T],
    one: impl Fn(&T) -> Result<R, PlayerError> + Sync,
) -> Result<Vec<R>, PlayerError> {
    if shared {
        lab.each(of.len(), |index| Ok(one(&of[index])?))
            .map_err(|failure| match failure {
                ExperimentError::Engine(fault) => PlayerError::Engine(fault),
                // Nothing else fails here.
                _ => PlayerError::Cancelled(CancelledError),
            })
    } else {
        of.iter().map(one).collect()
    }
}
