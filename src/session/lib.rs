//! What a person can sit down to: a game of Othello (`sitting`), any other game with a kit ([`person`]), a match of
//! janken ([`janken`]), an experiment with people ([`study`]); and behind a game the tester's values, the
//! estimate of the person's strength, and the breeding.
//!
//! [`watch`] looks at a run of breeding from outside.
//!
//! Every interface (the terminal, the plain lines) drives the same [`Sitting`] and only shows it.
//! Nothing here waits: searches run in [`worker`] threads, records are written by the [`keeper`], the
//! breeding has its own threads, and all report through the sink that the interface gives.

pub mod adviser;
pub mod analysis;
pub mod breeding;
mod error;
pub mod history;
pub mod janken;
pub mod keeper;
pub mod library;
pub mod names;
pub mod person;
pub mod portraits;
pub mod report;
pub mod rivals;
mod settings;
mod sitting;
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
pub use report::{GameReport, Level, PlayedBy, Target};
pub use rivals::{Rival, Rivals};
pub use settings::{Settings, SideChoice};
pub use sitting::{Event, Notice, Options, Setup, Sink, Sitting};
pub use standing::Standing;
pub use start::Start;
pub use table::{Refusal, Seat, Table, Turn};
