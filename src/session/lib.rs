//! What a person can sit down to, and what is behind it.
//!
//! | module | what lives there |
//! |---|---|
//! | [`person`] | a person's games, whatever game it is: [`Session`] |
//! | `othello` | what that of Othello has of its own: [`OthelloSession`] |
//! | [`janken`] | a person at janken |
//! | [`study`] | an experiment with people |
//! | [`watch`] | a run of breeding, seen from outside |
//! | [`table`] | the board of any game: the line, who sits where, taking back |
//! | [`start`], `settings` | where a game begins, and what else a new one begins with |
//! | [`worker`] | a thread that answers requests in order |
//! | [`thinker`] | what that of Othello is asked: moves, and the tester's look at each position |
//! | [`adviser`] | another program whose values are shown in place of the tester's |
//! | [`analysis`], [`report`] | what is seen in a position; how a finished game was played |
//! | [`breeding`] | the thread that breeds rivals: started, steered and read |
//! | [`rivals`] | the rivals that are offered, with the breeding they come from and what is known of the person; how they are kept and bred toward at Othello (`kept`, `equal`) and at other games (`counted`) |
//! | [`played`] | the games that a person has played to their end, as they are listed |
//! | [`portraits`] | how the rivals play, drawn in the background |
//! | [`standing`] | how strong the person is: read from the profile, counted into it |
//! | [`history`] | a person's games so far |
//! | [`keeper`] | games of Othello on disk, written while they are played |
//! | [`library`] | games of files, listed and filtered |
//! | [`names`], [`words`] | what players are called; messages that several files share |
//!
//! Every interface (the terminal, the plain lines) drives the same session and only shows it. Nothing here waits:
//! searches run in [`worker`] threads, games of Othello are put on the disk by the [`keeper`], the breeding has its own
//! threads, and all report through the sink that the interface gives.

pub mod adviser;
pub mod analysis;
pub mod breeding;
mod error;
pub mod history;
pub mod janken;
pub mod keeper;
pub mod library;
pub mod names;
mod othello;
pub mod person;
pub mod played;
pub mod portraits;
pub mod report;
pub mod rivals;
mod settings;
pub mod standing;
pub mod start;
pub mod study;
pub mod table;
pub mod thinker;
pub mod watch;
pub mod words;
pub mod worker;

pub use analysis::{Analysis, MoveAnalysis};
pub use error::SessionError;
pub use othello::{Judged, News, Options, OthelloEvent, OthelloSession, Sink};
pub use person::{Event, KeptGame, Notice, Session, SessionKit, Setup};
pub use report::{GameReport, Level, PlayedBy, Target};
pub use rivals::{Rival, Rivals};
pub use settings::{Settings, SideChoice};
pub use standing::Standing;
pub use start::Start;
pub use table::{Refusal, Seat, Table, Turn};
