//! The values a run consists of.

use serde::{Deserialize, Serialize};

use crate::evolve::genome;
use crate::evolve::history::History;
use crate::evolve::snapshot::{CurvePoint, Gene, Phase};
use crate::evolve::style::Rate;
use crate::evolve::tally::Tally;
use crate::evolve::verdict::Verdict;

/// Most points of the curves.
const CURVE_POINTS: usize = 256;

/// Everything a run is, beside its settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// Seed of everything random.
    pub seed: u64,
    /// What the run is doing.
    pub phase: Phase,
    /// Cycles completed toward the present target.
    pub cycle: u32,
    /// Cycles completed since the run began.
    pub total_cycles: u64,
    /// Steps taken in the present cycle.
    pub step_in_cycle: usize,
    /// Series of cycles that were repeated for the present target.
    pub round: u32,
    /// Steps taken since the run began, of breeding and of retesting.
    pub step: u64,
    /// Games played since the run began.
    pub games: u64,
    /// The mean loss D the opponent holds.
    pub target: f64,
    /// Id of the next individual to be born.
    pub next_id: u64,
    /// The population, each in its place.
    pub population: Vec<Individual>,
    /// Ids of the chosen rivals A, B, C.
    pub rivals: Vec<u64>,
    /// How often they play differently, when they were certified and asked.
    #[serde(default)]
    pub differences: Vec<Difference>,
    /// The individuals certified against the present target; those that breeding has replaced are kept
    /// here alone.
    #[serde(default)]
    pub hall: Vec<Individual>,
    /// The commands that took effect, oldest first.
    pub commands: Vec<Command>,
    /// The curves.
    pub history: History<CurvePoint>,
}

impl State {
    pub(super) fn new(seed: u64, target: f64) -> Self {
        Self {
            seed,
            phase: Phase::Breeding,
            cycle: 0,
            total_cycles: 0,
            step_in_cycle: 0,
            round: 0,
            step: 0,
            games: 0,
            target,
            next_id: 0,
            population: Vec::new(),
            rivals: Vec::new(),
            differences: Vec::new(),
            hall: Vec::new(),
            commands: Vec::new(),
            history: History::new(CURVE_POINTS),
        }
    }
}

/// How often two of the chosen rivals play differently.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Difference {
    /// One rival: 0 = A, 1 = B, 2 = C.
    pub a: usize,
    /// The other, or the same one: then this is the floor, what its ties alone bring about.
    pub b: usize,
    /// Over the game's fixed positions.
    pub mismatch: Rate,
}

/// A change of target that took effect.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Command {
    /// The first step that was taken under it.
    pub step: u64,
    /// The mean loss D the opponent holds from then on.
    pub target: f64,
}

/// One evaluation in a step of breeding.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evaluation {
    /// Its games.
    pub tally: Tally,
    /// Eq. 6.6.
    pub f_wr: f64,
    /// Eq. 6.7.
    pub f_sim: f64,
    /// Eq. 6.5.
    pub fitness: f64,
}

/// One individual of the population.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Individual {
    /// Its number, in order of birth.
    pub id: u64,
    /// The free genes.
    pub genes: Vec<i32>,
    /// All its games of breeding against the present target. They decide who stays, so they flatter
    /// those who did.
    pub bred: Tally,
    /// Its games of the retest against the present target: a fair sample.
    pub retest: Tally,
    /// Its latest evaluation against the present target.
    pub latest: Option<Evaluation>,
    /// 95 % interval of [`tally`](Self::tally), worked out once for all screens.
    #[serde(skip)]
    interval: (f64, f64),
}

impl Individual {
    pub(super) fn new(id: u64, genes: Vec<i32>) -> Self {
        Self {
            id,
            genes,
            bred: Tally::default(),
            retest: Tally::default(),
            latest: None,
            interval: (0.0, 1.0),
        }
    }

    /// The games that speak for its strength: those of the retest, before it those of breeding.
    pub const fn tally(&self) -> Tally {
        if self.retest.games > 0 {
            self.retest
        } else {
            self.bred
        }
    }

    /// 95 % interval of the win rate over [`tally`](Self::tally).
    pub const fn interval(&self) -> (f64, f64) {
        self.interval
    }

    pub(super) fn place(&self, genes: &[Gene]) -> Vec<f64> {
        genome::place_on(genes, &self.genes)
    }

    /// Its latest fitness; before the first evaluation the lowest there is.
    pub(super) fn fitness(&self) -> f64 {
        self.latest
            .map_or(f64::NEG_INFINITY, |latest| latest.fitness)
    }

    pub(super) fn evaluated(&mut self, evaluation: Evaluation) {
        self.bred = self.bred.plus(evaluation.tally);
        self.latest = Some(evaluation);
        self.refresh();
    }

    /// Forgets all games: they were played against another target.
    pub(super) fn clear(&mut self) {
        *self = Self::new(self.id, std::mem::take(&mut self.genes));
    }

    /// Works out the interval after games were added.
    pub(super) fn refresh(&mut self) {
        self.interval = self.tally().interval();
    }
}

/// The population at one moment, with all that is kept of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Census {
    /// What the run is doing.
    pub phase: Phase,
    /// Cycles completed toward the present target.
    pub cycle: u32,
    /// Cycles the present target gets.
    pub cycles: u32,
    /// Cycles completed since the run began.
    pub total_cycles: u64,
    /// Steps taken since the run began.
    pub step: u64,
    /// Games played since the run began.
    pub games: u64,
    /// The mean loss D the opponent holds.
    pub target: f64,
    /// The population as a point of the curves.
    pub point: CurvePoint,
    /// Series of cycles that were repeated for the present target.
    pub round: u32,
    /// How often the rivals play differently, when they were certified and asked.
    pub differences: Vec<Difference>,
    /// The individuals, each in its place, then the certified ones that breeding has replaced.
    pub members: Vec<Member>,
}

/// One individual in a [`Census`].
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// Its number, in order of birth.
    pub id: u64,
    /// The whole weight vector.
    pub weights: Vec<i32>,
    /// 0 = A, 1 = B, 2 = C.
    pub rival: Option<usize>,
    /// Its games of breeding against the present target.
    pub bred: Tally,
    /// Its games of the retest.
    pub retest: Tally,
    /// Its latest evaluation.
    pub latest: Option<Evaluation>,
    /// What the sequential test says of it, when rivals are certified.
    pub verdict: Option<Verdict>,
}

impl Census {
    /// Ids of the chosen rivals in the order A, B, C.
    pub fn rivals(&self) -> Vec<u64> {
        let mut rivals: Vec<&Member> = self
            .members
            .iter()
            .filter(|it| it.rival.is_some())
            .collect();
        rivals.sort_by_key(|member| member.rival);
        rivals.into_iter().map(|member| member.id).collect()
    }
}

impl Member {
    /// The games that speak for its strength: those of the retest, before it those of breeding.
    pub const fn tally(&self) -> Tally {
        if self.retest.games > 0 {
            self.retest
        } else {
            self.bred
        }
    }
}
