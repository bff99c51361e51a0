//! What a running evolution shows of itself: one value, published whole, never changed afterwards.
//!
//! Screens of any game read this and nothing else of the breeding.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::progress::Progress;
use super::run::Difference;
use super::settings::Scale;
use super::verdict::Verdict;

/// What the breeding is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Running cycles of the genetic algorithm toward the target.
    Breeding,
    /// The cycles are done: the individuals nearest to level play further games, to make sure.
    Retesting,
    /// Nothing more to gain until the target moves.
    Resting,
}

/// An individual's part in the latest step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// In the population, not part of the latest step.
    Member,
    /// Drawn as a parent in the latest step and kept.
    Parent,
    /// A child of the latest step that was not kept (shown once, then gone).
    Child,
    /// A child of the latest step that replaced a parent.
    Elite,
}

/// One individual as it is drawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Dot {
    /// Number of the individual within its run, in order of birth.
    pub id: u64,
    /// The free genes, in the order of [`Snapshot::genes`].
    pub genes: Vec<i32>,
    /// Its part in the latest step.
    pub role: Role,
    /// Letter index when it is one of the chosen rivals: 0 = A, 1 = B, 2 = C.
    pub rival: Option<usize>,
    /// Games against the present target; once it has been retested only those of the retest, because
    /// the games that chose it flatter it.
    pub games: u32,
    /// Wins plus half the draws, over the games; `None` before the first game.
    pub win_rate: Option<f64>,
    /// 95 % interval of the win rate (Jeffreys); `(0, 1)` before the first game.
    pub interval: (f64, f64),
    /// f = f_wr − β f_sim at its latest evaluation; `None` before it.
    pub fitness: Option<f64>,
    /// What the sequential test says of it; `None` where rivals are not certified.
    pub verdict: Option<Verdict>,
}

/// A free gene: what an axis of the scatter is called and how far it reaches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gene {
    /// The feature's name.
    pub name: String,
    /// Least weight allowed.
    pub min: i32,
    /// Greatest weight allowed.
    pub max: i32,
    /// How its weights are told apart.
    pub scale: Scale,
}

/// One point of the fitness curves: the population at the end of a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CurvePoint {
    /// Cycles since the run began (goes on counting after a change of target).
    pub cycle: f64,
    /// Highest f_wr in the population, each at its latest evaluation; those never drawn don't count.
    pub best_f_wr: f64,
    /// Mean f_wr.
    pub mean_f_wr: f64,
    /// Mean f_sim within the population as it is now, on the scale of eq. 6.7 (n = population +
    /// children).
    pub mean_f_sim: f64,
    /// Mean win rate against the opponent, at the latest evaluations.
    pub mean_win_rate: f64,
    /// First and third quartile of those win rates.
    pub win_rate_quartiles: (f64, f64),
    /// Mean distance between two individuals in log10 weights.
    pub spread: f64,
}

/// The state of a run at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    /// What it is doing.
    pub phase: Phase,
    /// Whether it has been asked to wait.
    pub paused: bool,
    /// Cycles completed toward the present target.
    pub cycle: u32,
    /// Cycles the present target gets.
    pub cycles: u32,
    /// Steps since the run began, of breeding and of retesting.
    pub step: u64,
    /// Games played since the run began.
    pub games: u64,
    /// Games a second over the last moments; 0 when idle. Measured, so not part of the archive.
    pub games_per_second: f64,
    /// How far it is on its way to rest; `None` where that is not known.
    pub progress: Option<Progress>,
    /// The mean loss D the opponent holds.
    pub target: f64,
    /// The axes of weight space.
    pub genes: Arc<[Gene]>,
    /// The population, then the children of the latest step that were not kept.
    pub individuals: Vec<Dot>,
    /// At most a fixed number of points, however long the run: older ones are thinned out.
    pub curves: Arc<[CurvePoint]>,
    /// How often the rivals play differently; empty before they are certified.
    pub differences: Arc<[Difference]>,
}

impl Snapshot {
    /// The chosen rivals in the order A, B, C; fewer, or none, before they are known.
    pub fn rivals(&self) -> Vec<&Dot> {
        let mut rivals: Vec<&Dot> = self
            .individuals
            .iter()
            .filter(|dot| dot.rival.is_some())
            .collect();
        rivals.sort_by_key(|dot| dot.rival);
        rivals
    }
}
