//! The state machine of a breeding run: no clock, no thread, no file.
//!
//! [`Run::step`] asks for the games of one step and takes their results; nothing of the run has
//! changed unless all of them came back, so a step that was cancelled is simply taken again and asks
//! for the same games. Everything random is derived from the seed and the step's coordinates:
//! settings, seed and the log of commands give the state, byte for byte, whoever plays the games.
//!
//! A target gets `cycles` cycles of breeding. Then the individuals are retested with games of their
//! own: by the thesis' selection (`retest`) until each of the chosen rivals is level for certain or
//! has had all the games it gets; by the certified one (`certify`) until a sequential test has
//! decided on everybody. Another series of cycles follows when fewer than three were found, and then
//! the run rests until the target moves.

mod certify;
mod retest;
mod show;
mod state;

use std::collections::BTreeMap;
use std::sync::Arc;

pub use state::{Census, Command, Difference, Evaluation, Individual, Member, State};

use super::genome::Genome;
use super::settings::{Fitness, Selection, Settings, SettingsError};
use super::snapshot::{Gene, Phase};
use super::style::Answers;
use super::tally::Tally;
use super::{GameOrder, GameResult, blx, fitness, mgg, progress};
use koteki_engine::player::PlayerError;
use koteki_games::random::{Random, derive_seed};

/// Why a step was not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StepError {
    /// It was cancelled, or an opponent failed; taking it again asks for the same games.
    #[error(transparent)]
    NoMove(#[from] PlayerError),
    /// Not one result for each game.
    #[error("{got} results for {asked} games")]
    Results {
        /// Games asked for.
        asked: usize,
        /// Results given.
        got: usize,
    },
}

/// What a step led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boundary {
    /// None: in the middle of a cycle or of the retest.
    Within,
    /// A cycle of breeding is complete.
    Cycle,
    /// The run has come to rest: the rivals are final for this target.
    Rest,
}

/// A step that was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// Its number.
    pub step: u64,
    /// Games played in it.
    pub games: usize,
    /// What it led to.
    pub boundary: Boundary,
}

/// Plays games: the target to hold and the orders in, one result for each order out.
pub type Evaluate<'a> = dyn FnMut(f64, &[GameOrder]) -> Result<Vec<GameResult>, PlayerError> + 'a;

/// Asks individuals what they play: weight vectors in, the [`Answers`] of each out. They depend on
/// nothing but the weights.
pub type Ask<'a> = dyn FnMut(&[Vec<i32>]) -> Result<Vec<Answers>, PlayerError> + 'a;

/// A breeding run.
#[derive(Clone, Debug)]
pub struct Run {
    settings: Settings,
    genome: Genome,
    genes: Arc<[Gene]>,
    state: State,
    /// How the latest step is to be shown; not part of the archive.
    shown: Shown,
    /// What the certified individuals play, by their numbers. Follows from their weights, so it is no
    /// part of the archive.
    answers: BTreeMap<u64, Answers>,
}

/// What a step of MGG-best2 is about: two parents and their children.
struct Family {
    /// Where the parents are in the population.
    places: [usize; 2],
    /// The parents, in the order of these places, then the children.
    members: Vec<Individual>,
}

/// The latest step as it is drawn.
#[derive(Clone, Debug, Default)]
struct Shown {
    parents: Vec<u64>,
    elite: Vec<u64>,
    children: Vec<Individual>,
}

impl Run {
    /// Begins a run of `seed` over an evaluation whose features are called `features`, in the order
    /// of its weight vector.
    ///
    /// # Errors
    /// When a setting is out of its range, or the weights don't fit the features.
    pub fn new(settings: Settings, features: &[&str], seed: u64) -> Result<Self, SettingsError> {
        let state = State::new(seed, settings.target);
        let mut run = Self::resume(settings, features, state)?;
        let mut random = Random::derived(seed, &[]);
        for _ in 0..run.settings.population {
            let genes = run.genome.sample(run.settings.sampling, &mut random);
            let id = run.state.next_id;
            run.state.next_id += 1;
            run.state.population.push(Individual::new(id, genes));
        }
        Ok(run)
    }

    /// Goes on with the state of an earlier run of the same settings.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn resume(
        settings: Settings,
        features: &[&str],
        state: State,
    ) -> Result<Self, SettingsError> {
        settings.validate()?;
        let genome = Genome::new(&settings, features)?;
        let genes = genome.genes().into();
        let mut run = Self {
            settings,
            genome,
            genes,
            state,
            shown: Shown::default(),
            answers: BTreeMap::new(),
        };
        let State {
            population, hall, ..
        } = &mut run.state;
        for individual in population.iter_mut().chain(hall) {
            individual.refresh();
        }
        Ok(run)
    }

    /// The settings.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The whole state: the archive. Serialised it holds everything that [`resume`](Self::resume)
    /// needs, and no times.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// The whole weight vector of an individual with these genes.
    pub fn weights(&self, genes: &[i32]) -> Vec<i32> {
        self.genome.weights(genes)
    }

    /// Whether nothing is to be done until the target moves.
    pub fn is_resting(&self) -> bool {
        self.state.phase == Phase::Resting
    }

    /// Breeds toward another target from the present population: its scores are cleared and it gets
    /// its cycles anew. Takes effect before the next step and is logged with that step's number. The
    /// present target again changes nothing, nor does one that is no number.
    pub fn retarget(&mut self, target: f64) -> Option<Command> {
        let state = &mut self.state;
        if !target.is_finite() || target.to_bits() == state.target.to_bits() {
            return None;
        }
        let command = Command {
            step: state.step,
            target,
        };
        state.commands.push(command);
        state.target = target;
        state.phase = Phase::Breeding;
        state.cycle = 0;
        state.step_in_cycle = 0;
        state.round = 0;
        state.rivals.clear();
        state.differences.clear();
        state.hall.clear();
        self.answers.clear();
        for individual in &mut state.population {
            individual.clear();
        }
        self.shown = Shown::default();
        Some(command)
    }

    /// Takes one step: breeds two individuals, or plays a batch of the retest. A run at rest does
    /// nothing and reports [`Boundary::Rest`]. The individuals are not asked what they play, as for a
    /// game without positions to ask about.
    ///
    /// # Errors
    /// What `evaluate` returns, or a wrong number of results. The run has not changed then.
    pub fn step(&mut self, evaluate: &mut Evaluate<'_>) -> Result<Report, StepError> {
        self.step_asking(evaluate, &mut |weights| {
            Ok(vec![Answers::default(); weights.len()])
        })
    }

    /// [`step`](Self::step), with the certified individuals asked what they play, so that the rivals
    /// are told apart by that too.
    ///
    /// # Errors
    /// As for [`step`](Self::step), and what `ask` returns.
    pub fn step_asking(
        &mut self,
        evaluate: &mut Evaluate<'_>,
        ask: &mut Ask<'_>,
    ) -> Result<Report, StepError> {
        match (self.state.phase, self.settings.selection) {
            (Phase::Breeding, _) => self.breed(evaluate),
            (Phase::Retesting, Selection::Thesis) => self.retest(evaluate),
            (Phase::Retesting, Selection::Certified) => self.certify(evaluate, ask),
            (Phase::Resting, _) => Ok(Report {
                step: self.state.step,
                games: 0,
                boundary: Boundary::Rest,
            }),
        }
    }

    /// The games of one individual in the present step.
    fn orders(&self, individual: &Individual, games: u32) -> impl Iterator<Item = GameOrder> {
        let weights = self.genome.weights(&individual.genes);
        let seed = self.state.seed;
        let coordinates = [self.state.total_cycles, self.state.step, individual.id];
        (0..games).map(move |game| {
            let [cycle, step, id] = coordinates;
            GameOrder {
                weights: weights.clone(),
                seed: derive_seed(seed, &[cycle, step, id, u64::from(game / 2)]),
                game,
            }
        })
    }

    /// One step of MGG-best2 (Ueda 2012, §6.2), on every island at once.
    fn breed(&mut self, evaluate: &mut Evaluate<'_>) -> Result<Report, StepError> {
        let settings = &self.settings;
        let state = &self.state;
        let mut random = Random::derived(state.seed, &[state.total_cycles, state.step]);
        let size = state.population.len() / settings.islands;
        let mut ids = state.next_id..;
        let mut families: Vec<Family> = (0..settings.islands)
            .map(|island| {
                let places = mgg::parents(size, &mut random).map(|it| island * size + it);
                let parents = places.map(|place| &state.population[place]);
                let mut members: Vec<Individual> = parents.map(Clone::clone).into();
                for id in ids.by_ref().take(settings.children) {
                    let genes = blx::child(
                        parents.map(|parent| parent.genes.as_slice()),
                        &self.genes,
                        settings.alpha,
                        settings.rounding,
                        &mut random,
                    );
                    members.push(Individual::new(id, genes));
                }
                Family { places, members }
            })
            .collect();

        let orders: Vec<GameOrder> = families
            .iter()
            .flat_map(|family| &family.members)
            .flat_map(|individual| self.orders(individual, settings.games))
            .collect();
        let results = play(evaluate, state.target, &orders)?;

        let each = progress::family(settings) as usize;
        for (family, results) in families.iter_mut().zip(results.chunks(each)) {
            self.judge(family, results);
        }
        self.shown = Shown::default();
        for family in families {
            self.replace(family);
        }
        Ok(self.bred(orders.len(), &mut random))
    }

    /// Gives everybody of a family its fitness, by the results of its games.
    fn judge(&self, family: &mut Family, results: &[GameResult]) {
        let settings = &self.settings;
        // Everybody who counts in eq. 6.7: the family first, then the rest of the population.
        let others = self
            .state
            .population
            .iter()
            .enumerate()
            .filter(|(place, _)| !family.places.contains(place))
            .map(|(_, individual)| individual);
        let everybody: Vec<Vec<f64>> = family
            .members
            .iter()
            .chain(others)
            .map(|it| it.place(&self.genes))
            .collect();
        let n = settings.population + settings.children;
        for (index, (individual, results)) in family
            .members
            .iter_mut()
            .zip(results.chunks(settings.games as usize))
            .enumerate()
        {
            let mut tally = Tally::default();
            results.iter().for_each(|&result| tally.add(result));
            let f_wr = match settings.fitness {
                Fitness::Thesis => fitness::of_win_rate(tally.win_rate().unwrap_or(0.0)),
                Fitness::Posterior => {
                    let all = individual.bred.plus(individual.retest).plus(tally);
                    fitness::of_win_rate(0.5 + all.expected_distance())
                }
            };
            let f_sim = fitness::of_similarity(index, &everybody, n, settings.equal_distance);
            individual.evaluated(Evaluation {
                tally,
                f_wr,
                f_sim,
                fitness: fitness::total(f_wr, f_sim, settings.beta),
            });
        }
    }

    /// Puts the best two of a family into the parents' places; a parent that is kept keeps its place.
    fn replace(&mut self, family: Family) {
        let Family { places, members } = family;
        let fitness: Vec<f64> = members.iter().map(Individual::fitness).collect();
        let best = mgg::best_two(&fitness);
        let (state, shown) = (&mut self.state, &mut self.shown);
        state.next_id += self.settings.children as u64;
        let mut elite = Vec::new();
        for (index, individual) in members.into_iter().enumerate() {
            match (places.get(index), best.contains(&index)) {
                (Some(&place), true) => {
                    shown.parents.push(individual.id);
                    state.population[place] = individual;
                }
                (Some(_), false) => {}
                (None, true) => elite.push((index, individual)),
                (None, false) => shown.children.push(individual),
            }
        }
        elite.sort_by_key(|&(index, _)| best.iter().position(|&other| other == index));
        let vacant = (0..2).filter(|index| !best.contains(index));
        for ((_, individual), index) in elite.into_iter().zip(vacant) {
            shown.elite.push(individual.id);
            state.population[places[index]] = individual;
        }
    }

    /// One individual of each island, drawn at random, goes to the next island, that of the last to the first.
    fn migrate(&mut self, random: &mut Random) {
        let islands = self.settings.islands;
        let population = &mut self.state.population;
        let size = population.len() / islands;
        let places: Vec<usize> = (0..islands)
            .map(|island| island * size + random.below(size))
            .collect();
        for pair in places.windows(2) {
            population.swap(places[0], pair[1]);
        }
    }

    /// Counts a step of breeding, and ends the cycle and the series of cycles when they are due.
    fn bred(&mut self, games: usize, random: &mut Random) -> Report {
        let step = self.state.step;
        self.state.step += 1;
        self.state.games += games as u64;
        self.state.step_in_cycle += 1;
        let mut boundary = Boundary::Within;
        if self.state.step_in_cycle as u64 >= progress::steps(&self.settings) {
            boundary = Boundary::Cycle;
            self.state.step_in_cycle = 0;
            self.state.cycle += 1;
            self.state.total_cycles += 1;
            if self.settings.islands > 1 {
                self.migrate(random);
            }
            self.state.history.push(self.point());
            if self.state.cycle >= self.cycles() {
                self.state.phase = Phase::Retesting;
            }
            match self.settings.selection {
                Selection::Thesis => self.choose_rivals(),
                Selection::Certified => self.choose_provisionally(),
            }
        }
        Report {
            step,
            games,
            boundary,
        }
    }

    /// Cycles that the present target gets, the repeated series included.
    fn cycles(&self) -> u32 {
        self.settings
            .cycles
            .saturating_mul(self.state.round.saturating_add(1))
    }
}

/// Has the games played and counts the results.
fn play(
    evaluate: &mut Evaluate<'_>,
    target: f64,
    orders: &[GameOrder],
) -> Result<Vec<GameResult>, StepError> {
    let results = evaluate(target, orders)?;
    if results.len() == orders.len() {
        Ok(results)
    } else {
        Err(StepError::Results {
            asked: orders.len(),
            got: results.len(),
        })
    }
}
