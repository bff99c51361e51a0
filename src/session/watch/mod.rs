//! Looking at a run of breeding from outside: what it does at the moment, what it did, how long it
//! takes. Reads the directory of the run and nothing else; any number of readers may come and go.
//!
//! | file | what |
//! |---|---|
//! | [`runs`], [`short`] | all runs beneath a folder, a line each; their settings in short |
//! | [`plan`] | how many games a run takes |
//! | [`sweep`] | many runs, and what they say together |
//! | [`export`], [`figures`], [`svg`] | its record as tables, JSON and figures |
//! | [`follow`] | a run that is read while it is written |
//! | [`recorded`] | what a record says as the values of the breeding |
//! | [`live`] | what a run reports of itself a few times a second |

pub mod export;
pub mod figures;
pub mod follow;
pub mod live;
pub mod plan;
pub mod recorded;
pub mod runs;
pub mod short;
pub mod svg;
pub mod sweep;
pub mod words;
