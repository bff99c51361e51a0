//! Experiments with people: the protocol of ch. 7 (Ueda 2012), the blind test of §6.4.6, and that of
//! Tsukamoto.
//!
//! | file | what |
//! |---|---|
//! | `settings` | what a study is made with |
//! | [`plan`] | who plays whom, in which order, with which colours |
//! | [`sheet`] | the questionnaires |
//! | [`protocol`] | the state machine: what has happened, what comes next; pure |
//! | [`rounds`] | Tsukamoto's opponents, and who meets which |
//! | [`table`] | Tsukamoto's table of people, and the same of the people here |
//! | [`score`] | pairs judged right, beside chance |
//! | [`measuring`] | from the games that measure to what the agent holds |
//! | [`session`] | one person: threads, the file, the board |
//! | [`pages`] | what every interface says in the same words |
//! | `columns` | of its tables |
//! | [`export`] | what is known of everybody, as tables and JSON |

mod columns;
pub mod export;
pub mod measuring;
pub mod pages;
pub mod plan;
pub mod protocol;
pub mod rounds;
pub mod score;
pub mod session;
mod settings;
pub mod sheet;
pub mod table;
pub mod words;

pub use protocol::{Place, Protocol, Stage, Task};
pub use session::{Event, Notice, Options, Sink, StudySession};
pub use settings::{Kind, Measure, Settings};
pub use sheet::Sheet;
