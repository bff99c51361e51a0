//! The papers again: each experiment plays what a table or figure of a paper was made from and puts
//! the paper's figure beside ours, with a 95 % interval and whether the two differ significantly.
//!
//! | file | what |
//! |---|---|
//! | [`registry`] | every experiment by name |
//! | [`lab`] | what an experiment is given: scale, seed, a pool, a flag that stops it, progress |
//! | [`keep`] | what is done so far, in a file |
//! | [`report`] | what it gives back: tables, readings, notes, where it all came from |
//! | [`agreement`] | when two figures differ significantly, once for all |
//! | [`breed`] | breeding inside an experiment |
//! | [`show`] | a report as text, JSON or CSV |
//! | [`level_holding`] | all players that hold themselves level against one ladder |
//! | [`look_ahead`] | how far what deep searches find is from what shallow ones have found |
//! | [`meet`] | whether the program meets a player as an equal |
//! | [`osaki`] | Osaki et al. 2009: the winning rate of Blokus Duo |
//! | [`rivals`] | what rivals that can be trusted cost, and whether they keep what was promised |
//! | [`scaling`] | what many machines make of a breeding and of a sweep |
//! | [`strength`] | how surely few games say how strong a player is |
//! | [`sum`] | what kept reports say together |
//! | [`styles`] | rivals with and without likings: differences a beginner sees |
//! | [`tsukamoto`] | Tsukamoto: the AI that holds itself level, table 1 |
//! | [`ueda5`] | Ueda 2012, ch. 5: measuring and meeting a player |
//! | [`ueda6`] | Ueda 2012, ch. 6: evolution |
//! | [`weights`] | square values, stable discs and legal moves against a random player |
//! | [`yamashita`] | Yamashita 2009: janken against patterns of hands |
//!
//! An experiment is a function from a [`Lab`] to [`Findings`]. It takes all its randomness from the
//! lab's seed and the coordinates of what it is for, and has its work done by [`Lab::each`], so that the
//! report is the same for any number of threads.
//!
//! Where a text leaves something open, the readings are listed first, one is chosen on the seed
//! [`CHOOSING_SEED`], and the report is made on another: see [`Experiment::seed`].

pub mod agreement;
pub mod breed;
pub mod keep;
pub mod lab;
pub mod level_holding;
pub mod look_ahead;
pub mod meet;
pub mod osaki;
pub mod registry;
pub mod report;
pub mod rivals;
pub mod scaling;
pub mod show;
pub mod strength;
pub mod styles;
pub mod sum;
pub mod tsukamoto;
pub mod ueda5;
pub mod ueda6;
pub mod weights;
pub mod yamashita;

pub use lab::{ExperimentError, Lab, Progress, Scale, Setup};
pub use registry::{Experiment, find};
pub use report::{Comparison, Datum, Findings, Reading, Report, Table};

/// The seed on which readings are chosen.
pub const CHOOSING_SEED: u64 = 1001;

/// The seed of a report unless another one is asked for.
pub const REPORTING_SEED: u64 = 1;

fn range(low: f64, high: f64, decimals: usize) -> String {
    format!("{low:.decimals$} to {high:.decimals$}")
}
