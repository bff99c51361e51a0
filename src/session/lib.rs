//! One sitting at the board: the game being played, who sits where, what the tester thinks of every
//! position, how well the person played, and the breeding that runs behind it.
//!
//! [`study`], [`janken`] and [`person`] are the other things a person can sit down to: experiments with people,
//! a match of janken, the games of which each has a file.
//!
//! [`watch`] looks at a run of breeding from outside.
//!
//! Every face (the terminal program, the plain lines) drives the same [`Sitting`] and only shows it.
//! Nothing here waits: searches run in [`worker`] threads, records are written by the [`keeper`], the
//! breeding has its own threads, and all report through the sink the face gives.

pub mod adviser;
pub mod analysis;

pub mod breeding;
mod error;
pub mod history;
pub mod janken;
pub mod keeper;
pub mod names;
pub mod person;
pub mod portraits;
pub mod report;
pub mod rivals;
mod settings;
pub mod shelf;
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
pub use rivals::Rival;
pub use settings::{Settings, SideChoice};
pub use sitting::{Event, Notice, Options, Setup, Sink, Sitting};
pub use standing::Standing;
pub use start::Start;
pub use table::{Refusal, Seat, Table, Turn};
