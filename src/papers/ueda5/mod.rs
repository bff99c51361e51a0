//! Ueda 2012, ch. 5: measuring a player by its losses, and meeting it with an agent.
//!
//! | file | what |
//! |---|---|
//! | [`paper`] | the thesis' figures |
//! | `games` | games and what the tester makes of them |
//! | [`calibration`] | `ueda-5-uct`: playouts that stand for the seconds of 2012 |
//! | [`strength`] | `ueda-5.2`: figs 5.1 to 5.3 |
//! | [`k_best`] | `ueda-5.3`: table 5.2, figs 5.5 and 5.6 |
//! | [`agent`] | `ueda-5.4`: table 5.3, figs 5.7 to 5.10 |
//! | [`readings`] | `ueda-5-readings`: the end of the agent's games and UCT's playouts, over all tables |
//! | [`readjust`] | `ueda-5.5` and `ueda-5.5-readings`: tables 5.4 and 5.5 |
//!
//! All games begin from the usual position with colours alternating; what makes the games of two players
//! differ are equal moves, drawn at random.

pub mod agent;
pub mod calibration;
mod common;
mod games;
pub mod k_best;
pub mod paper;
pub mod readings;
pub mod readjust;
pub mod strength;
mod words;

use super::lab::{Lab, Scale};

/// What the agents do after their 20th move, as a part of their names: they play their best.
const AFTER: &str = ",until=40";

/// The player itself at the paper's scale; a few playouts at the small one, which is to take seconds.
fn uct<'a>(lab: &Lab<'_>, name: &'a str) -> &'a str {
    match lab.scale() {
        Scale::Paper => name,
        Scale::Small if name.starts_with("uct+") => "uct+:playouts=30",
        Scale::Small => "uct:playouts=30",
    }
}
