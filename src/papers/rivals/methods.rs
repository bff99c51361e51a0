//! Ways of looking for level individuals, each with the same number of games. What is not the
//! program's own breeding is short and plain, and there for comparison only.
//!
//! Every method draws its first individuals as the breeding does (log-uniform in the initial range)
//! and looks within the limits. Evaluations are of 20 games, as in the thesis, unless a method
//! says otherwise. It hands over at most [`HANDED`] individuals, the surest first.

use std::collections::HashSet;

use super::super::lab::ExperimentError;
use koteki_engine::player::PlayerError;
use koteki_engine::search::budget::{Cancel, CancelledError};
use koteki_games::othello::Position;
use koteki_games::random::{Random, derive_seed};
use koteki_rivals::evolve::genome::Genome;
use koteki_rivals::evolve::rivals::is_near_level;
use koteki_rivals::evolve::run::Run;
use koteki_rivals::evolve::settings::{Fitness, RetestSettings, Sampling, Selection, Settings};
use koteki_rivals::evolve::tally::Tally;
use koteki_rivals::evolve::verdict::{Prior, Verdict};
use koteki_rivals::evolve::{Arena as _, GameOrder, fitness};
use koteki_rivals::roster::arena::KitArena;

/// Most individuals that a method hands over: the population of the thesis.
pub const HANDED: usize = 20;

/// Games of an evaluation.
const GAMES: u32 = 20;

/// What a method works with.
pub struct Bench<'a> {
    /// Plays the games.
    pub arena: &'a KitArena<Position>,
    /// Genes, their limits, and the band.
    pub settings: &'a Settings,
    /// The features, in the order of every weight vector.
    pub features: &'a [&'a str],
    /// Games that may be played.
    pub budget: u64,
    /// Seed of everything random.
    pub seed: u64,
    /// Stops it.
    pub cancel: &'a Cancel,
}

/// What a method found.
#[derive(Clone, Debug, PartialEq)]
pub struct MethodResult {
    /// Games it played; at most the budget.
    pub games: u64,
    /// The whole weight vectors it hands over.
    pub weights: Vec<Vec<i32>>,
}

/// A way of looking.
#[derive(Clone, Debug, PartialEq)]
pub enum Method {
    /// MGG as the thesis has it: every individual is tested with 100 games at the end, those within
    /// the band by them are handed over.
    Thesis,
    /// The same without that test: those within the band by their latest 20 games.
    Untested,
    /// The program's breeding with the sequential test, series after series until the games are used.
    Certified {
        /// What is bred for.
        fitness: Fitness,
        /// Games of an evaluation.
        games: u32,
        /// Cycles before each test.
        cycles: u32,
        /// Parts of the population that breed at the same time.
        islands: usize,
    },
    /// Individuals drawn at random; the nearest to level of all.
    Random,
    /// Individuals drawn at random, each put to the sequential test.
    RandomCertified,
    /// A grid over the logarithms of the weights; the nearest to level.
    Grid,
    /// CMA-ES on the logarithms, for the win rate alone; begins anew when it has closed in. The nearest
    /// to level of all that were evaluated.
    CmaEs,
    /// MAP-Elites (Mouret and Clune 2015): the best of each cell of an 8 × 8 grid over the proportions
    /// of the weights; children by a normal step of 0.3 in each logarithm.
    MapElites,
}

impl Method {
    /// Looks.
    ///
    /// # Errors
    /// When it is told to stop, or the settings are out of range.
    pub fn search(&self, bench: &Bench<'_>) -> Result<MethodResult, ExperimentError> {
        match self {
            Self::Thesis => mgg(bench, true),
            Self::Untested => mgg(bench, false),
            Self::Certified {
                fitness,
                games,
                cycles,
                islands,
            } => certified(
                bench,
                Settings {
                    fitness: *fitness,
                    games: *games,
                    cycles: *cycles,
                    islands: *islands,
                    ..bench.settings.clone()
                },
            ),
            Self::Random => evaluated(bench, |look| {
                while look.go() {
                    let genes = look.draw();
                    look.evaluate(genes)?;
                }
                Ok(())
            }),
            Self::RandomCertified => random_certified(bench),
            Self::Grid => evaluated(bench, grid),
            Self::CmaEs => evaluated(bench, super::cma::search),
            Self::MapElites => map_elites(bench),
        }
    }
}

/// Individuals that were evaluated, one after the other.
pub(super) struct Look<'a> {
    bench: &'a Bench<'a>,
    genome: Genome,
    /// For drawing individuals.
    pub(super) random: Random,
    played: u64,
    seen: Vec<(Vec<i32>, Tally)>,
}

impl<'a> Look<'a> {
    fn new(bench: &'a Bench<'a>) -> Result<Self, ExperimentError> {
        Ok(Self {
            bench,
            genome: Genome::new(bench.settings, bench.features)?,
            random: Random::derived(bench.seed, &[0]),
            played: 0,
            seen: Vec::new(),
        })
    }

    /// Whether there are games for another evaluation.
    pub(super) fn go(&self) -> bool {
        self.played + u64::from(GAMES) <= self.bench.budget
    }

    pub(super) fn draw(&mut self) -> Vec<i32> {
        self.genome.sample(Sampling::LogUniform, &mut self.random)
    }

    /// log10 of the limits of each gene.
    pub(super) fn limits(&self) -> Vec<(f64, f64)> {
        let log = |weight: i32| libm::log10(f64::from(weight));
        self.genome
            .genes()
            .iter()
            .map(|gene| (log(gene.min), log(gene.max)))
            .collect()
    }

    /// The weights of a place in logarithms, held to the limits.
    pub(super) fn genes(&self, place: &[f64]) -> Vec<i32> {
        self.genome
            .genes()
            .iter()
            .zip(place)
            .map(|(gene, &log)| {
                let weight = libm::round(libm::pow(10.0, log.clamp(-1.0, 6.0)));
                let weight = weight as i32;
                weight.clamp(gene.min, gene.max)
            })
            .collect()
    }

    fn play(&mut self, genes: &[i32], games: u32) -> Result<Tally, PlayerError> {
        let weights = self.genome.weights(genes);
        let seed = derive_seed(self.bench.seed, &[1, self.played]);
        let mut tally = Tally::default();
        for game in 0..games {
            let order = GameOrder {
                weights: weights.clone(),
                seed: derive_seed(seed, &[u64::from(game / 2)]),
                game,
            };
            let target = self.bench.settings.target;
            tally.add(self.bench.arena.play(target, &order, self.bench.cancel)?);
        }
        self.played += u64::from(games);
        Ok(tally)
    }

    /// f_wr over 20 games.
    pub(super) fn evaluate(&mut self, genes: Vec<i32>) -> Result<f64, PlayerError> {
        let tally = self.play(&genes, GAMES)?;
        self.seen.push((genes, tally));
        Ok(fitness::of_win_rate(tally.win_rate().unwrap_or(0.0)))
    }

    /// The nearest to level, those outside the band left out.
    fn nearest(self) -> MethodResult {
        let Self {
            bench,
            genome,
            mut seen,
            played,
            ..
        } = self;
        let off = |tally: &Tally| (tally.win_rate().unwrap_or(0.0) - 0.5).abs();
        seen.retain(|(_, tally)| is_near_level(0.5 + off(tally), bench.settings.near));
        seen.sort_by(|a, b| off(&a.1).total_cmp(&off(&b.1)));
        // Of those met again the nearest counts; equal ones need not be neighbours here.
        let mut met = HashSet::new();
        seen.retain(|(genes, _)| met.insert(genes.clone()));
        let handed = seen.iter().take(HANDED);
        MethodResult {
            games: played,
            weights: handed.map(|(genes, _)| genome.weights(genes)).collect(),
        }
    }
}

fn evaluated(
    bench: &Bench<'_>,
    search: impl FnOnce(&mut Look<'_>) -> Result<(), PlayerError>,
) -> Result<MethodResult, ExperimentError> {
    let mut look = Look::new(bench)?;
    search(&mut look)?;
    Ok(look.nearest())
}

/// As many steps a gene as the games allow.
fn grid(look: &mut Look<'_>) -> Result<(), PlayerError> {
    let limits = look.limits();
    let points = look.bench.budget / u64::from(GAMES);
    let mut steps = 1_u64;
    let genes = u32::try_from(limits.len()).unwrap_or(u32::MAX);
    while (steps + 1)
        .checked_pow(genes)
        .is_some_and(|all| all <= points)
    {
        steps += 1;
    }
    let all = steps.pow(genes);
    for number in 0..all {
        let mut rest = number;
        let place: Vec<f64> = limits
            .iter()
            .map(|&(low, high)| {
                let at = (rest % steps) as f64 + 0.5;
                rest /= steps;
                low + (high - low) * at / steps as f64
            })
            .collect();
        let genes = look.genes(&place);
        look.evaluate(genes)?;
    }
    Ok(())
}

/// Cells a side of the archive.
const CELLS: usize = 8;

fn map_elites(bench: &Bench<'_>) -> Result<MethodResult, ExperimentError> {
    let mut look = Look::new(bench)?;
    // The elite of each cell, by its number among those seen.
    let mut archive: Vec<Option<(usize, f64)>> = vec![None; CELLS * CELLS];
    let first = bench.budget / u64::from(GAMES) / 10;
    for number in 0.. {
        if !look.go() {
            break;
        }
        let elites: Vec<usize> = archive.iter().flatten().map(|elite| elite.0).collect();
        let genes = if number < first || elites.is_empty() {
            look.draw()
        } else {
            let parent = elites[look.random.below(elites.len())];
            let parent = look.seen[parent].0.clone();
            let place: Vec<f64> = parent
                .iter()
                .map(|&gene| libm::log10(f64::from(gene)) + 0.3 * look.random.normal())
                .collect();
            look.genes(&place)
        };
        let cell = cell(&genes);
        let value = look.evaluate(genes)?;
        if archive[cell].is_none_or(|elite| value > elite.1) {
            archive[cell] = Some((look.seen.len() - 1, value));
        }
    }
    let elites: Vec<usize> = archive.iter().flatten().map(|elite| elite.0).collect();
    let mut index = 0;
    look.seen.retain(|_| {
        index += 1;
        elites.contains(&(index - 1))
    });
    Ok(look.nearest())
}

/// The cell of the proportions of the second and third gene to the first, four decades to each side.
fn cell(genes: &[i32]) -> usize {
    let log = |index: usize| libm::log10(f64::from(genes.get(index).copied().unwrap_or(1)));
    let side = |index: usize| {
        let share = (log(index) - log(0) + 4.0) / 8.0;
        let cell = (share.clamp(0.0, 1.0) * CELLS as f64) as usize;
        cell.min(CELLS - 1)
    };
    side(1) * CELLS + side(2)
}

fn random_certified(bench: &Bench<'_>) -> Result<MethodResult, ExperimentError> {
    let mut look = Look::new(bench)?;
    let test = &bench.settings.retest;
    let mut weights = Vec::new();
    while weights.len() < HANDED {
        let genes = look.draw();
        let mut tally = Tally::default();
        loop {
            let games = if tally.games == 0 {
                test.first
            } else {
                test.batch
            };
            let games = games.min(test.cap - tally.games);
            if look.played + u64::from(games) > bench.budget {
                let games = look.played;
                return Ok(MethodResult { games, weights });
            }
            tally = tally.plus(look.play(&genes, games)?);
            match Verdict::of(tally, Prior::JEFFREYS, bench.settings.near, test) {
                Verdict::Open => {}
                Verdict::Certified => {
                    weights.push(look.genome.weights(&genes));
                    break;
                }
                _ => break,
            }
        }
    }
    let games = look.played;
    Ok(MethodResult { games, weights })
}

/// Steps a run until it rests or the next step would go beyond the budget.
fn breed(bench: &Bench<'_>, settings: Settings) -> Result<Run, ExperimentError> {
    let mut run = Run::new(settings, bench.features, bench.seed)?;
    while !run.is_resting() {
        let mut beyond = false;
        let left = bench.budget - run.state().games;
        let mut evaluate = |target: f64, orders: &[GameOrder]| {
            if orders.len() as u64 > left {
                beyond = true;
                return Err(CancelledError.into());
            }
            orders
                .iter()
                .map(|order| bench.arena.play(target, order, bench.cancel))
                .collect()
        };
        let mut ask = |weights: &[Vec<i32>]| {
            let each = weights.iter();
            each.map(|weights| bench.arena.answers(weights, bench.cancel))
                .collect()
        };
        let step = run.step_asking(&mut evaluate, &mut ask);
        if beyond {
            break;
        }
        step?;
    }
    Ok(run)
}

fn mgg(bench: &Bench<'_>, tested: bool) -> Result<MethodResult, ExperimentError> {
    let thesis = Settings::ueda_ch7();
    let retest = if tested { thesis.retest.first } else { 2 };
    let step = (2 + thesis.children as u64) * u64::from(thesis.games);
    let cycle = step * (thesis.population as u64 / 2);
    let kept = u64::from(retest) * thesis.population as u64;
    let cycles = bench.budget.saturating_sub(kept) / cycle;
    let settings = Settings {
        fitness: Fitness::Thesis,
        selection: Selection::Thesis,
        games: thesis.games,
        cycles: u32::try_from(cycles).unwrap_or(u32::MAX).max(1),
        retest: RetestSettings {
            first: retest,
            cap: retest,
            ..thesis.retest
        },
        ..bench.settings.clone()
    };
    let run = breed(bench, settings)?;
    let mut members = run.census().members;
    let rate = |member: &koteki_rivals::evolve::run::Member| {
        let latest = member.latest.map(|latest| latest.tally);
        let tally = if tested { Some(member.retest) } else { latest };
        tally.and_then(Tally::win_rate).unwrap_or(0.0)
    };
    members.retain(|member| is_near_level(rate(member), bench.settings.near));
    members.sort_by(|a, b| (rate(a) - 0.5).abs().total_cmp(&(rate(b) - 0.5).abs()));
    let mut met = HashSet::new();
    members.retain(|member| met.insert(member.weights.clone()));
    Ok(MethodResult {
        games: run.state().games,
        weights: members
            .into_iter()
            .map(|it| it.weights)
            .take(HANDED)
            .collect(),
    })
}

fn certified(bench: &Bench<'_>, given: Settings) -> Result<MethodResult, ExperimentError> {
    let settings = Settings {
        selection: Selection::Certified,
        retest: RetestSettings {
            // More than can be had, so that it breeds on.
            mismatch: 1.0,
            rounds: 100,
            ..given.retest
        },
        ..given
    };
    let run = breed(bench, settings)?;
    let members = run.census().members.into_iter();
    Ok(MethodResult {
        games: run.state().games,
        weights: members
            .filter(|it| it.verdict == Some(Verdict::Certified))
            .map(|it| it.weights)
            .take(HANDED)
            .collect(),
    })
}
