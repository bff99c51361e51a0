//! How far a run is on its way to rest, and how long the rest of it takes.
//!
//! Games of breeding are known beforehand; how many the test takes depends on its results, and is worked out from
//! the win rates so far. Should too few rivals be found another series of cycles follows, which counts from when
//! it begins: the share that is done then goes back, and [`Progress::series`] goes on.

use serde::{Deserialize, Serialize};

use super::rivals::WANTED;
use super::run::State;
use super::settings::{Selection, Settings};
use super::snapshot::Phase;
use super::verdict::{Prior, Verdict};

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// Games played toward the present target.
    pub played: u64,
    /// Games still to come, about.
    pub left: u64,
    /// Series of cycles before this one, which found too few rivals.
    #[serde(default)]
    pub series: u32,
    /// How long they take; `None` while the speed is not known.
    pub seconds: Option<f64>,
}

impl Progress {
    /// The share that is done, 0…1.
    pub fn share(&self) -> f64 {
        match self.played + self.left {
            0 => 1.0,
            all => self.played as f64 / all as f64,
        }
    }

    /// The same with at least the share that was done `before`, where it goes on from there: what is left of a test is worked
    /// out anew from every game, and a bar would go back by it. How long it takes stays as it is.
    #[must_use]
    pub fn no_less_than(self, before: &Self) -> Self {
        let goes_on = self.series == before.series && self.played >= before.played;
        if !goes_on || self.share() >= before.share() {
            return self;
        }
        // Rounded down: the share is that of before or a hair more.
        let left = self.played as f64 * (1.0 / before.share() - 1.0);
        Self {
            left: left as u64,
            ..self
        }
    }

    /// At `speed`, in games a second.
    #[must_use]
    pub fn at(self, speed: f64) -> Self {
        let seconds = match self.left {
            0 => Some(0.0),
            left => (speed > 0.0).then(|| left as f64 / speed),
        };
        Self { seconds, ..self }
    }
}

/// About how many games a run of these settings takes from its beginning to its rest, in one series of cycles.
pub fn whole(settings: &Settings) -> u64 {
    u64::from(settings.cycles) * steps(settings) * step(settings) + whole_test(settings)
}

/// Steps of a cycle: half the population (Ueda 2012, §6.4.1), of an island.
pub fn steps(settings: &Settings) -> u64 {
    (settings.population / settings.islands / 2).max(1) as u64
}

/// Games of a family in a step of breeding: those of both parents and every child.
pub(super) fn family(settings: &Settings) -> u64 {
    (settings.children as u64 + 2) * u64::from(settings.games)
}

/// Games of a step of breeding: those of a family on each island.
pub fn step(settings: &Settings) -> u64 {
    settings.islands as u64 * family(settings)
}

/// Games that test a population which has not been tested, about.
fn whole_test(settings: &Settings) -> u64 {
    let population = settings.population as u64;
    let test = &settings.retest;
    match settings.selection {
        Selection::Certified => {
            let one = Verdict::games_left(Default::default(), Prior::JEFFREYS, settings.near, test);
            population * u64::from(one)
        }
        Selection::Thesis => {
            let first = u64::from(test.first);
            population * first + WANTED as u64 * settle(settings, test.first)
        }
    }
}

/// Games that make sure of a chosen rival which has had `games`, by the thesis' selection.
fn settle(settings: &Settings, games: u32) -> u64 {
    let test = &settings.retest;
    if test.certain <= 0.0 {
        return 0;
    }
    let needed = super::verdict::narrow(0.5, settings.near).clamp(0.0, f64::from(test.cap));
    u64::from((needed as u32).saturating_sub(games))
}

/// How far the run in `state` is.
pub(super) fn of(settings: &Settings, state: &State) -> Progress {
    let test = &settings.retest;
    let steps = steps(settings);
    let bred = u64::from(state.cycle) * steps + state.step_in_cycle as u64;
    let all = u64::from(
        settings
            .cycles
            .saturating_mul(state.round.saturating_add(1)),
    ) * steps;
    let gone = state
        .hall
        .iter()
        .filter(|it| state.population.iter().all(|other| other.id != it.id));
    let tested = state.population.iter().chain(gone);
    let tested: u64 = tested.map(|it| u64::from(it.retest.games)).sum();
    let left = match (state.phase, settings.selection) {
        (Phase::Resting, _) => 0,
        // Who is there now may be replaced until then.
        (Phase::Breeding, _) => all.saturating_sub(bred) * step(settings) + whole_test(settings),
        (Phase::Retesting, Selection::Certified) => {
            let population = state.population.iter().enumerate();
            let alone = population.filter(|(place, it)| {
                let mut earlier = state.population[..*place].iter();
                earlier.all(|other| other.genes != it.genes)
            });
            let prior = Prior::of(state.population.iter().map(|it| it.retest));
            let left =
                alone.map(|(_, it)| Verdict::games_left(it.retest, prior, settings.near, test));
            left.map(u64::from).sum()
        }
        (Phase::Retesting, Selection::Thesis) => {
            let population = state.population.iter();
            let first = population.map(|it| u64::from(test.first.saturating_sub(it.retest.games)));
            let rivals = state.population.iter().filter(|it| {
                state.rivals.contains(&it.id)
                    && it.retest.level_probability(settings.near) < test.certain
            });
            let settle = rivals.map(|it| settle(settings, it.retest.games.max(test.first)));
            first.sum::<u64>() + settle.sum::<u64>()
        }
    };
    Progress {
        played: bred * step(settings) + tested,
        left,
        series: state.round,
        seconds: None,
    }
}
