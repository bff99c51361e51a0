//! What is kept on disk: append-only, crash-safe, readable with ordinary tools. Knows games, and
//! neither players nor searches, so that files stay readable when those come and go.
//!
//! | file | what |
//! |---|---|
//! | [`blokus`] | games of Blokus Duo, a file each |
//! | [`blokus_profile`] | what a person's games of it said, in a file each |
//! | [`contest`] | the games of a match between players |
//! | [`formats`] | games of Othello in files of all kinds |
//! | [`game`] | one game as it is written down |
//! | [`janken`] | matches of janken as tables, read in many forms |
//! | [`store`] | the folder of games: safe against kills and second programs |
//! | [`live`] | the game being played, on the disk after every move |
//! | [`profile`] | how strong a person is, in a file each |
//! | [`rivals`] | the rivals certified last for a person, in a file each |
//! | [`run`] | a run of breeding in a folder of its own |
//! | [`regular`] | that a file is a regular one |
//! | [`replace`] | a file that is replaced as a whole |
//! | [`study`] | experiments with people, a file each |

pub mod blokus;
pub mod blokus_profile;
pub mod contest;
pub mod formats;
pub mod game;
pub mod janken;
pub mod live;
pub mod profile;
pub mod regular;
pub mod replace;
pub mod rivals;
pub mod run;
pub mod store;
pub mod study;

pub use game::GameRecord;
pub use live::LiveGame;
pub use store::Store;
