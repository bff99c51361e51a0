//! How well strength is measured: no paper's table, but the program's own promise to the player.
//!
//! | file | what |
//! |---|---|
//! | [`subject`] | players whose strength is known, because they play as many games as it takes |
//! | [`mod@reference`] | the D of every model player, from which [`koteki_rivals::measure::strength`] reads off |
//! | [`estimators`] | the plain D with its intervals against the Bayesian estimate |

pub mod estimators;
pub mod reference;
pub mod subject;

const KINDS: [&str; 5] = ["softmax", "noisy", "blunders", "shallow", "roster"];
