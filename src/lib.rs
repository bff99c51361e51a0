//! Koteki (好敵, a worthy rival): board-game opponents that are measured against you, bred by a
//! genetic algorithm to be exactly your strength, and kept different from one another.
//!
//! The house has floors, and imports only go down: a file uses its own room or a room on a floor
//! below, never above (`tests/house/floors.rs` reads the `use` lines and keeps it so). From the ground:
//!
//! | floor | rooms | what lives there |
//! |---|---|---|
//! | 0 | [`random`], [`words`] | the one generator everything random comes from; days, numbers and harmless text as people read them |
//! | 1 | [`game`], [`spec`] | rules, and nothing else; the language in which players are named |
//! | 2 | [`eval`] | what a position is worth: named features × weights |
//! | 3 | [`search`], [`wire`] | looking ahead; talking to other programs' engines |
//! | 4 | [`player`], [`record`] | who chooses a move, and why; what is kept on disk (knows `game` only) |
//! | 5 | [`measure`] | how strong a player is; what results say |
//! | 6 | [`evolve`], [`learn`], [`coach`], [`reader`] | breeding rivals (names no game); learning an evaluation from games; why a move is good or bad; reading habits in janken |
//! | 7 | [`roster`] | every player by name; all that is said of a game in one place ([`roster::kit`]) |
//! | 8 | [`session`], [`watch`] | one sitting: the game being played, its measuring, the target of the breeding; a person at a study; a run of breeding seen from outside |
//! | 9 | [`tui`], [`plain`], [`protocol`], [`experiment`] | faces: a person at a screen, a person or a pipe in plain lines, another program, a paper |
//! | 10 | [`config`] | every room's settings in one file |
//! | 11 | [`commands`] | one file per subcommand; no logic of its own |
//! | 12 | `cli` | the command line as a whole; `main.rs` stands above |

// Documented in full where others build on it: rules, evaluation, search, measuring, evolution.
pub mod coach;
pub mod commands;
pub mod config;
#[warn(missing_docs)]
pub mod eval;
#[warn(missing_docs)]
pub mod evolve;
pub mod experiment;
#[warn(missing_docs)]
pub mod game;
pub mod learn;
#[warn(missing_docs)]
pub mod measure;
pub mod plain;
pub mod player;
pub mod protocol;
pub mod random;
pub mod reader;
pub mod record;
pub mod roster;
#[warn(missing_docs)]
pub mod search;
pub mod session;
pub mod spec;
pub mod tui;
pub mod watch;
pub mod wire;
pub mod words;
