//! What a position of Blokus Duo is worth: the winning rate of Osaki et al. (2009).
//!
//! A side's [`features`](features()) are counted on the board; weights, one set a phase of the game, make a
//! number v of them, and σ(v) = 1/(1 + e^(−kv)) is the rate at which the side to move wins when both
//! go on at random. Weights are learned (`koteki learn blokus`) and filed; four sets are embedded in the program,
//! beside records of how they came to be: that of the paper's setting (`paper.toml`), that which testers judge by
//! (`tester.toml`), the strongest learned in the paper's way (`best.toml`), and the strongest we know, learned from
//! games against oneself (`self_play.toml`).
//!
//! | file | what |
//! |---|---|
//! | `features` | the 848 features |
//! | `more` | what the paper has no features for |
//! | [`form`] | what the paper leaves open of the evaluation, and positions as sums of terms |
//! | [`weights`] | weights as whole numbers, and their files |
//! | [`linear`] | the value of a position and its winning rate, fast |
//! | [`style`] | the few weights by which bred rivals differ |

mod features;
pub mod form;
pub mod linear;
mod more;
pub mod style;
pub mod weights;
#[cfg(target_arch = "x86_64")]
mod wide;

pub use features::{
    COUNT, DeadSquares, Ground, KINDS, Kind, Obstacles, Paths, Reading, SQUARES, Set, Sight, class,
    features, folded, kind_of, planes,
};
pub use form::{Form, Opponent};
pub use linear::Evaluation;
pub use more::{AREAS, MORE, more};
pub use weights::{LoadError, UNIT, Weights};
