//! What is shown of a run: curves, census, snapshot. Reads it and changes nothing.

use std::sync::Arc;

use super::{Census, Evaluation, Individual, Member, Run, State};
use crate::evolve::progress::{self, Progress};
use crate::evolve::settings::Selection;
use crate::evolve::snapshot::{CurvePoint, Dot, Role, Snapshot};
use crate::evolve::{fitness, genome};
use crate::measure::stats::{mean, quartiles};

impl Run {
    /// The population as one point of the curves.
    pub(super) fn point(&self) -> CurvePoint {
        let population = &self.state.population;
        let latest: Vec<&Evaluation> = population
            .iter()
            .filter_map(|individual| individual.latest.as_ref())
            .collect();
        let rates = latest.iter().filter_map(|it| it.tally.win_rate());
        let places: Vec<Vec<f64>> = population.iter().map(|it| it.place(&self.genes)).collect();
        let n = self.settings.population + self.settings.children;
        let similarity = (0..places.len())
            .map(|i| fitness::of_similarity(i, &places, n, self.settings.equal_distance));
        let apart = places.iter().enumerate().flat_map(|(i, a)| {
            places
                .iter()
                .skip(i + 1)
                .map(move |b| genome::distance(a, b))
        });
        CurvePoint {
            cycle: self.state.total_cycles as f64,
            best_f_wr: latest.iter().map(|it| it.f_wr).fold(0.0, f64::max),
            mean_f_wr: mean(latest.iter().map(|it| it.f_wr)),
            mean_f_sim: mean(similarity),
            mean_win_rate: mean(rates.clone()),
            win_rate_quartiles: quartiles(rates.collect()).unwrap_or((0.0, 0.0)),
            spread: mean(apart),
        }
    }

    /// The population with everything that is kept of it.
    pub fn census(&self) -> Census {
        let state = &self.state;
        let members = self
            .everybody()
            .map(|individual| Member {
                id: individual.id,
                weights: self.genome.weights(&individual.genes),
                rival: self.letter(individual.id),
                bred: individual.bred,
                retest: individual.retest,
                latest: individual.latest,
                verdict: self.certifies().then(|| self.verdict(individual)),
            })
            .collect();
        Census {
            phase: state.phase,
            cycle: state.cycle,
            cycles: self.cycles(),
            total_cycles: state.total_cycles,
            step: state.step,
            games: state.games,
            target: state.target,
            point: self.point(),
            round: state.round,
            differences: state.differences.clone(),
            members,
        }
    }

    /// The population, then the certified individuals that breeding has replaced.
    fn everybody(&self) -> impl Iterator<Item = &Individual> {
        let State {
            population, hall, ..
        } = &self.state;
        let gone = hall
            .iter()
            .filter(|it| population.iter().all(|other| other.id != it.id));
        population.iter().chain(gone)
    }

    fn certifies(&self) -> bool {
        self.settings.selection == Selection::Certified
    }

    fn letter(&self, id: u64) -> Option<usize> {
        self.state.rivals.iter().position(|&rival| rival == id)
    }

    /// How far it is on its way to rest.
    pub fn progress(&self) -> Progress {
        progress::of(&self.settings, &self.state)
    }

    /// What a screen is shown. `paused` and `games_per_second` are the driver's to know, and how long the rest takes.
    pub fn snapshot(&self, paused: bool, games_per_second: f64) -> Snapshot {
        let state = &self.state;
        let dot = |individual: &Individual, role| {
            let tally = individual.tally();
            Dot {
                id: individual.id,
                genes: individual.genes.clone(),
                role,
                rival: self.letter(individual.id),
                games: tally.games,
                win_rate: tally.win_rate(),
                interval: individual.interval(),
                fitness: individual.latest.map(|latest| latest.fitness),
                verdict: self.certifies().then(|| self.verdict(individual)),
            }
        };
        let members = self.everybody().map(|individual| {
            let role = if self.shown.elite.contains(&individual.id) {
                Role::Elite
            } else if self.shown.parents.contains(&individual.id) {
                Role::Parent
            } else {
                Role::Member
            };
            dot(individual, role)
        });
        let children = self.shown.children.iter().map(|it| dot(it, Role::Child));
        Snapshot {
            phase: state.phase,
            paused,
            cycle: state.cycle,
            cycles: self.cycles(),
            step: state.step,
            games: state.games,
            games_per_second,
            progress: Some(self.progress()),
            target: state.target,
            genes: Arc::clone(&self.genes),
            individuals: members.chain(children).collect(),
            curves: state.history.points().into(),
            differences: state.differences.clone().into(),
        }
    }
}
