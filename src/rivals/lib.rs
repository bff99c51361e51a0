//! Rivals: how they are measured, bred, trained, explained and named.
//!
//! | module | what lives there |
//! |---|---|
//! | [`measure`] | how strong a player is; what results say |
//! | [`evolve`] | breeding rivals; names no game |
//! | [`learn`] | learning an evaluation from games |
//! | [`coach`] | why a move is good or bad |
//! | [`roster`] | every player by name; all that is said of a game in one place ([`roster::kit`]) |

pub mod coach;
#[warn(missing_docs)]
pub mod evolve;
pub mod learn;
#[warn(missing_docs)]
pub mod measure;
pub mod people;
pub mod roster;
