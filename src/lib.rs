//! Koteki (好敵, a worthy rival): board-game opponents that are measured against you, bred by a
//! genetic algorithm to be exactly your strength, and kept different from one another.
//!
//! This is the program; what it is built of are the crates beside it in `src/`. Imports only go down,
//! from crate to crate. From the ground:
//!
//! | crate | what lives there |
//! |---|---|
//! | [`games`](koteki_games) | rules, notation; the one generator; the language in which players are named |
//! | [`engine`](koteki_engine) | evaluation, search, players, other programs' engines |
//! | [`workers`](koteki_workers) | who does the work: threads, or ranks with threads |
//! | [`record`](koteki_record) | what is kept on disk |
//! | [`rivals`](koteki_rivals) | measuring, breeding, learning, coaching; every player by name; what a game brings ([`kit`](koteki_rivals::roster::kit)) |
//! | [`janken`](koteki_janken) | reading habits in janken |
//! | [`session`](koteki_session) | one sitting at a game or a study; a run of breeding seen from outside |
//! | [`papers`](koteki_papers) | the papers' experiments |
//! | [`tui`](koteki_tui) | a person at a screen |
//! | [`plain`], [`protocol`], [`config`], [`ranks`], [`commands`] | a person or a pipe in plain lines; another program; everybody's settings in one file; other processes; one file per subcommand |

pub mod commands;
pub mod config;
#[cfg(feature = "mpi")]
mod mpi;
pub mod plain;
pub mod protocol;
pub mod ranks;
